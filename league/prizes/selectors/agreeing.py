"""Who is named for a season's money, what each was asked and said, and what is missing to announce it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.words.people import at_start, called
from league.competitions.models import Competition
from league.competitions.rules.prize_rules import PrizeRules
from league.competitions.state.season_access import Reader
from league.competitions.words import money_terms
from league.money import money
from league.prizes.agreed.roles import MAIL_AGAIN_AFTER, Role, Standing, roles_in_words, standings_of
from league.prizes.agreed.treasurers import fit, lacks_treasurers
from league.prizes.book.books import holders_by_hand
from league.prizes.models import Agreement, Guarantor
from league.prizes.selectors.bank_details import reads_details
from league.prizes.services.opening import missing
from league.prizes.services.treasurers.agreeing import later_hashes


@dataclass(frozen=True, slots=True)
class Person:
    """Someone named, and how far they are: `state` is a key of the page's, `at` since when it is so."""

    name: str
    roles: str
    state: str
    at: datetime | None = None
    reason: str = ""
    is_me: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """A rule as it was when someone agreed, and as it is; empty where there was or is none."""

    name: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class Agreeing:
    """`missing` says what is missing before the announcement, a sentence each; `may_*` are the reader's.

    `duties` are what the reader answers for, by role; `changes` what is other since they agreed, None where
    they never did. `sha256` is the hash they would agree to. `asks` is how many would be mailed
    now, `asks_at` from when the next could be. `lacks`: they can name another treasurer. `reads_details`:
    they may see how to pay offline.
    """

    people: Sequence[Person]
    missing: Sequence[str] = ()
    duties: Sequence[tuple[str, Sequence[str]]] = ()
    changes: Sequence[Change] | None = None
    sha256: str = ""
    may_agree: bool = False
    may_take_back: bool = False
    may_decline: bool = False
    has_declined: bool = False
    has_silent: bool = False
    asked_before: bool = False
    asks: int = 0
    asks_at: datetime | None = None
    lacks: bool = False
    reads_details: bool = False


def agreeing_of(reader: Reader, given: PrizeRules) -> Agreeing:
    """How far the agreement to the money rules of a season is. Six queries at most."""
    return _of_draft(reader, given) if reader.season.is_hidden else _of_announced(reader, given)


def duties_of(role: str, given: PrizeRules, reader: Reader) -> list[str]:
    """What someone answers for in a role of the reader's season, a sentence each."""
    match role:
        case Role.TREASURER:
            return [
                _("Confirm payouts, or refuse with a reason, within 14 days."),
                _("Log offline payments on the day they arrive."),
                _("Stay out of the season, and never confirm a prize of your own."),
            ]
        case Role.HOLDER:
            return [
                _("Keep what is paid by bank transfer or in cash, apart from your own money."),
                _("Send prizes and refunds from it, once the treasurers have confirmed them."),
            ]
        case Role.GUARANTOR:
            return list(_guaranteed(given))
        case _:
            days = reader.rules.arbiter_days
            said = ngettext("Rule on disputes in %(count)d day.", "Rule on disputes in %(count)d days.", days)
            return [said % {"count": days}, _("Stay out of the season.")]


def changes_since(row: Agreement, now: Standing, given: PrizeRules) -> list[Change]:
    """What is other than when someone agreed, rule by rule."""
    before = row.agreed_to
    old = PrizeRules.from_json({**before["money"], "trustees": []})
    was, is_ = _by_name(old), _by_name(given)
    found = [
        Change(name, was.get(name, ""), is_.get(name, ""))
        for name in {**was, **is_}
        if was.get(name) != is_.get(name)
    ]
    if before["roles"] != list(now.roles):
        found.append(Change(_("Your roles"), roles_in_words(before["roles"]), roles_in_words(now.roles)))
    if before["bank_details"] not in now.prints:
        found.append(Change(_("Bank details"), _("other details"), _("changed since")))
    return found


def _of_draft(reader: Reader, given: PrizeRules) -> Agreeing:
    season, now = reader.season, reader.now
    people = standings_of(season, given)
    named = {each.user.pk for each in people}
    mine = next((each for each in people if each.user.pk == reader.person), None)
    may_say = mine is not None and season.is_draft
    may_ask = reader.is_organiser and season.is_draft
    waited = [each for each in people if each.is_waited_for and not each.may_be_mailed(now)]
    mailed = [each.row.mailed_at for each in waited if each.row and each.row.mailed_at]
    return Agreeing(
        people=[*(_person(reader, each) for each in people), *_gone(reader, named)],
        missing=missing(people, given),
        duties=[(str(Role(each).label), duties_of(each, given, reader)) for each in mine.roles]
        if mine
        else (),
        changes=changes_since(mine.row, mine, given)
        if mine and mine.row and mine.row.agreed_to and mine.is_outdated
        else None,
        sha256=mine.hashes[0] if mine else "",
        may_agree=may_say and mine is not None and not mine.has_agreed,
        may_take_back=may_say and mine is not None and mine.has_agreed,
        may_decline=may_say and mine is not None and not mine.has_declined,
        has_declined=mine is not None and mine.has_declined,
        asked_before=any(each.row is not None and each.row.mailed_at for each in people),
        has_silent=any(each.is_silent(now) for each in people),
        asks=sum(each.may_be_mailed(now) for each in people) if may_ask else 0,
        asks_at=min(mailed) + MAIL_AGAIN_AFTER if may_ask and mailed else None,
        reads_details=bool(given.cash_holder) and mine is not None and reads_details(mine),
    )


def _person(reader: Reader, each: Standing) -> Person:
    row = each.row
    state, at, reason = "named" if not each.has_to_agree else "unasked", None, ""
    if row is not None and each.has_declined:
        state, at, reason = "declined", row.declined_at, row.declined_why
    elif row is not None and each.has_agreed:
        state, at = "agreed", row.agreed_at
    elif row is not None and each.has_to_agree and each.asked_at is not None:
        state, at = "silent" if each.is_silent(reader.now) else "asked", each.asked_at
    elif row is not None and each.has_to_agree and each.is_outdated:
        state, at = "outdated", row.agreed_at
    name = at_start(called(each.user.get_username()))
    return Person(name, roles_in_words(each.roles), state, at, reason, each.user.pk == reader.person)


def _gone(reader: Reader, named: Iterable[int]) -> list[Person]:
    """Those who said no and are named no more, for organisers. One query."""
    if not reader.is_organiser:
        return []
    rows = Agreement.objects.filter(competition=reader.season, declined_at__isnull=False)
    rows = rows.exclude(user__in=list(named)).select_related("user").order_by("pk")
    return [
        Person(
            at_start(called(row.user.get_username())),
            roles_in_words(row.roles),
            "declined",
            row.declined_at,
            row.declined_why,
        )
        for row in rows
    ]


def _of_announced(reader: Reader, given: PrizeRules) -> Agreeing:
    """Frozen: the treasurers of today, who holds what comes by hand, and the guarantor."""
    season = reader.season
    rows = Agreement.objects.filter(competition=season, frozen_at__isnull=False)
    frozen = {row.user_id: row for row in rows}
    trustees, mine = list(fit(season)), None
    people: list[Person] = []
    shown: set[tuple[int | None, str]] = set()
    for each in trustees:
        is_me = each.user_id == reader.person
        mine = each if is_me else mine
        own = frozen.get(each.user_id)
        roles = list(own.roles) if own else [Role.TREASURER]
        shown |= {(each.user_id, role) for role in roles}
        state = "agreed" if each.agreed_sha256 else "later"
        name = at_start(called(each.user.get_username()))
        people.append(Person(name, roles_in_words(roles), state, each.agreed_at, is_me=is_me))
    for key, name, roles in _others(season, given, shown):
        own = frozen.get(key) if key else None
        has_agreed = own is not None and set(roles) <= set(own.roles)
        at = own.agreed_at if own is not None and has_agreed else None
        state, is_me = "agreed" if has_agreed else "by_organiser", key is not None and key == reader.person
        people.append(Person(at_start(called(name)), roles_in_words(roles), state, at, is_me=is_me))
    may_agree = mine is not None and not mine.agreed_sha256 and reader.is_arbiter
    able = [each for each in trustees if each.agreed_sha256]
    may_name = reader.is_organiser and reader.entry is None
    return Agreeing(
        lacks=may_name and lacks_treasurers(season, reader.now, able),
        people=people,
        duties=[(str(Role.TREASURER.label), duties_of(Role.TREASURER, given, reader))] if may_agree else (),
        sha256=later_hashes(season, given, mine.user)[0] if may_agree and mine is not None else "",
        may_agree=may_agree,
    )


def _others(
    season: Competition, given: PrizeRules, shown: Collection[tuple[int | None, str]]
) -> Iterable[tuple[int | None, str, list[str]]]:
    """Holder and guarantor of an announced season by key and name, with their roles that are not `shown` yet;
    without a key where the rules give a name that was no one's. Two queries.
    """
    holder = holders_by_hand(season).select_related("user").first()
    guarantor = Guarantor.objects.filter(book__competition=season).select_related("user").first()
    found: dict[int | None, tuple[str, list[str]]] = {}
    for role, name, row in (
        (Role.HOLDER, given.cash_holder, holder),
        (Role.GUARANTOR, given.guarantor, guarantor),
    ):
        user = row.user if row else None
        key = user.pk if user else None
        if name and (key, role) not in shown:
            found.setdefault(key, (user.get_username() if user else name, []))[1].append(role)
    return [(key, name, roles) for key, (name, roles) in found.items()]


def _guaranteed(given: PrizeRules) -> Iterable[str]:
    if given.guaranteed:
        said = {"sum": money(given.guaranteed, given.currency)}
        yield _("Top up the pool to %(sum)s. The guarantee counts once you have paid in.") % said
    if given.online and given.fee:
        yield _("Bear online payments that banks reverse once the prizes are confirmed.")
    yield _("You can withdraw your agreement until the season is announced.")


def _by_name(given: PrizeRules) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for term in money_terms.terms_of(replace(given, operator="", site_percent=0, trustees=())):
        found.setdefault(str(term.name), []).append(str(term.says))
    return {name: " · ".join(says) for name, says in found.items()}
