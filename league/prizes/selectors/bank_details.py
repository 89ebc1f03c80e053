"""How a season is paid offline, for the few who read it; and what keeps payment closed, for everyone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.competitions.state.season_access import Reader
from league.prizes.agreed.fingerprints import fingerprint
from league.prizes.agreed.roles import Role, Standing, standing_of
from league.prizes.agreed.treasurers import trustees_of
from league.prizes.book.books import money_of
from league.prizes.book.closed import closings_of
from league.prizes.models import BankDetailsChange, Guarantor, PaymentClosing, PurseSetting
from league.prizes.services.treasurers.bank_details import waiting_change
from league.prizes.services.treasurers.closing import is_holder

READERS = (Role.TREASURER, Role.GUARANTOR)
"""Who reads how to pay offline beside its holder, once asked to agree to it."""


@dataclass(frozen=True, slots=True)
class DetailsPage:
    """`in_force` is what entrants who owe read, `following` what waits for a treasurer, with its `change` and
    `fingerprint`. `closings` keep payment closed. `may_*` are the reader's.
    """

    in_force: str
    change: BankDetailsChange | None
    following: str
    fingerprint: str
    closings: Sequence[PaymentClosing]
    may_change: bool
    may_confirm: bool
    may_close: bool
    may_open: bool


def details_page(reader: Reader, user: Any) -> DetailsPage | None:
    """How the season is paid offline, for its holder, treasurers and guarantor; None for everyone else.
    Eight queries at most.
    """
    season = reader.season
    if not season.has_money or not money_of(season).cash_holder:
        return None
    holds = is_holder(season, user) and (reader.is_member or not season.is_hidden)
    is_treasurer = not season.is_hidden and any(each.user_id == user.pk for each in trustees_of(season))
    if not (holds or is_treasurer or _has_read(reader, user)):
        return None
    setting = PurseSetting.objects.filter(competition=season).first() or PurseSetting(competition=season)
    change = waiting_change(season)
    shown = change is not None and (holds or is_treasurer)
    closings = closings_of(season)
    is_by_holder = any(each.why == PaymentClosing.Why.HOLDER for each in closings)
    is_open = not season.is_over and not season.is_hidden
    return DetailsPage(
        in_force=setting.bank_details,
        change=change,
        following=setting.next_details if shown else "",
        fingerprint=fingerprint(setting.next_details, season=season.code) if shown else "",
        closings=closings,
        may_change=holds and not season.is_over,
        may_confirm=is_treasurer and not holds and change is not None,
        may_close=holds and is_open and not is_by_holder,
        may_open=(holds or is_treasurer) and is_by_holder and change is None,
    )


def reads_details(standing: Standing) -> bool:
    """Whether someone named in a draft reads how to pay offline: its holder, and others once asked."""
    if Role.HOLDER in standing.roles:
        return True
    is_asked = standing.row is not None and bool(standing.row.asked_at or standing.row.agreed_at)
    return is_asked and not standing.has_declined and bool(set(READERS) & set(standing.roles))


def _has_read(reader: Reader, user: Any) -> bool:
    """Whether someone who is neither holder nor treasurer now reads it: in a draft those named who were
    asked, of an announced season its guarantor.
    """
    season = reader.season
    if season.is_hidden:
        standing = standing_of(season, money_of(season), user)
        return standing is not None and reads_details(standing)
    return Guarantor.objects.filter(book__competition=season, user=user.pk).exists()
