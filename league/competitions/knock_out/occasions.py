"""What the e-mails of a knock-out say: how its bracket stands to one who plays, when that has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.common import clock
from games.common.outbox.mail_templates import Facts
from games.common.words import local
from games.common.words.people import Weight
from league.competitions.knock_out import words
from league.competitions.knock_out.bracket import By
from league.competitions.knock_out.cells import Cup, cup_of
from league.competitions.knock_out.course import PLAYS, STANDS
from league.competitions.knock_out.own import own_of
from league.competitions.models import Entry
from league.competitions.outbox.occasions import facts_of
from league.competitions.outbox.post import season_mails
from league.competitions.state.season_access import Reader
from league.users.models import User


def _measured() -> str:
    return _("The game had no winner. You go on by tie-break (HR-13): %(measure)s.")


_WHY: Final[Mapping[By, Callable[[], str]]] = {
    By.BYE: lambda: _("You had a bye."),
    By.WALKOVER: lambda: _("You go on by walkover: you no longer have an opponent."),
    By.RULING: lambda: _("You go on by an arbiter’s ruling."),
    By.MEASURE: _measured,
    By.DRAW: _measured,
}


def _is_past(entry: Entry) -> bool:
    """Whether the mail is out of date: its reader has left, or the season is over; other mails tell of
    that.
    """
    return entry.state != Entry.State.PLAYING or entry.competition.is_over


@season_mails.on(PLAYS, "entry", unless=_is_past, weight=Weight.COSTS)
@season_mails.on(STANDS, "entry", unless=_is_past)
def _bracket(entry: Entry, reader: User) -> Facts:
    title, what, address = stands(entry)
    return facts_of(entry.competition, title, what, address=address)


def stands(entry: Entry) -> tuple[str, str, str]:
    """How the bracket stands to an entry that plays: a title, what there is to say, and where its game is
    (empty: there is none). Six queries.
    """
    cup = _cup_of(entry)
    own = own_of(cup)
    if own is None:
        raise ValueError(f"{entry} does not stand in the bracket")
    says = [*_why(cup, entry.number, own.pairing), *own.says]
    if own.ends_at is not None and own.address:
        says.append(
            _("The game is over by %(moment)s at the latest.") % {"moment": local.moment(own.ends_at)}
        )
    return own.heading.removesuffix("."), " ".join(says), own.address


def _why(cup: Cup, number: int, pairing: int | None) -> list[str]:
    """How they came to where they play next, where no game won says it."""
    if pairing is None:
        return []
    if pairing in cup.found.cup.replayed:
        return [_("This is a replay: the first game did not decide who goes on.")]
    before = [each for each in cup.bracket.before(pairing) or () if number in cup.bracket.sides(each)]
    decision = cup.bracket.decided[before[0]] if before else None
    if decision is None or decision.entry != number or decision.by not in _WHY:
        return []
    return [_WHY[decision.by]() % {"measure": words.MEASURES[decision.measure or "f"]}]


def _cup_of(entry: Entry) -> Cup:
    given: dict[str, Any] = {
        "season": entry.competition,
        "person": entry.user_id,
        "name": entry.user.get_username(),
    }
    office: dict[str, Any] = {"is_member": True, "is_organiser": False, "is_arbiter": False, "arbiters": ()}
    return cup_of(Reader(**given, **office, entry=entry, has_entered=True, now=clock.now()))
