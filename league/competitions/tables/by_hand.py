"""Events at which people meet: organisers call the roll, and enter what games that are played elsewhere come
to, year by year.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock
from league.competitions import kinds
from league.competitions.errors import BadRules, NoReason, NothingToRule, NotInState, NotOrganiser
from league.competitions.models import CheckIn, Competition, Entry, Event
from league.competitions.rules.calendar import FIRST_YEAR
from league.competitions.rules.event_kind import EventKind
from league.competitions.services.founding import has_say
from league.competitions.services.locking import lock, show_change
from league.competitions.tables.checking import tidy
from league.competitions.tables.course import advance, draw
from league.competitions.tables.ended import CENTRES
from league.competitions.tables.seating import POWERS
from league.competitions.tables.state import Read, board_of, read
from league.users.models import User

HAND: Final = "hand"
"""How a game ended that the site did not see."""


def _season_of(competition: Competition, by: User) -> Competition:
    season = lock(competition)
    if not has_say(season, by):
        raise NotOrganiser
    if not season.rules.get("by_hand") or season.is_over:
        raise NotInState
    return season


@transaction.atomic
def call_roll(*, competition: Competition, by: User, number: int, present: Collection[int]) -> None:
    """Say who of the entries (numbers) is there for the round of this number: these, and no one else.

    Refuses with `NotOrganiser`, `NotInState` where check-in is not open.
    """
    season = _season_of(competition, by)
    now = clock.now()
    advance(season, now)
    last = read(season).last
    if last is None or last.number != number or last.drawn is not None or last.begun is not None:
        raise NotInState(_("Check-in for this round is closed."))
    standing = [*Entry.IN, Entry.State.WAITING]
    entries = dict(season.entries.filter(state__in=standing).values_list("number", "pk"))
    rows = CheckIn.objects.filter(entry__competition=season, round=number)
    rows.exclude(entry__number__in=present).delete()
    here = set(rows.values_list("entry__number", flat=True))
    CheckIn.objects.bulk_create(
        CheckIn(entry_id=entries[each], round=number, at=now)
        for each in sorted(set(present) - here)
        if each in entries
    )


@transaction.atomic
def draw_now(*, competition: Competition, by: User, number: int) -> None:
    """Draw a round at once: everyone is there who will be. Refuses with `NotOrganiser`, `NotInState`."""
    season = _season_of(competition, by)
    now, found = clock.now(), read(season)
    last = found.last
    if last is None or last.number != number or last.drawn is not None or last.begun is not None:
        raise NotInState
    draw(season, found, last, now)
    show_change(season, now)


@transaction.atomic
def enter_year(
    *, competition: Competition, by: User, table: int, year: int, centres: Mapping[str, int], reason: str = ""
) -> Event:
    """Enter what the powers of a table owned at the end of a game year; again, with a reason, it corrects it.

    A result that was entered is made again by it. Refuses with `NotOrganiser`, `NotInState`, `NothingToRule`
    of a table that there is not; `BadRules` of numbers that cannot be, `NoReason` of a correction.
    """
    season = _season_of(competition, by)
    found = read(season)
    if table not in found.tables:
        raise NothingToRule
    _check(year, centres, found)
    now = clock.now()
    before = found.years.get(table, {}).get(year)
    facts: dict[str, Any] = {"table": table, "year": year, "centres": dict(centres)}
    if before is not None and before.facts["centres"] == facts["centres"]:
        return Event.objects.get(pk=before.pk)
    if (before is not None or found.played.end_of(table)) and not reason.strip():
        raise NoReason
    if reason.strip():
        facts["reason"] = tidy(reason)
    row = {"kind": EventKind.CENTRES, "number": table, "facts": facts, "by": by}
    made = season.events.create(
        at=now, recorded_at=now, supersedes_id=before.pk if before is not None else None, **row
    )
    if found.played.end_of(table):
        _end(season, table, by, found.played.end_of(table).get("voted", ()), reason)
    kinds.of(season).refold(season)
    show_change(season, now)
    return made


def _check(year: int, centres: Mapping[str, int], found: Read) -> None:
    last = int(found.rules.settings["last_year"])
    if not FIRST_YEAR <= year <= last:
        raise BadRules(
            "year", _("Choose a game year from %(first)d to %(last)d.") % {"first": FIRST_YEAR, "last": last}
        )
    if set(centres) != set(POWERS) or not 0 < sum(centres.values()) <= CENTRES or min(centres.values()) < 0:
        raise BadRules("centres", _("Between them the powers own 1 to 34 centres."))


@transaction.atomic
def end_game(
    *, competition: Competition, by: User, table: int, voted: Collection[str] = (), reason: str = ""
) -> Event:
    """Let the game of a table be over with the last year that was entered; `voted`: who shares a draw. Again,
    with a reason, it corrects who does. Refuses as `enter_year`.
    """
    season = _season_of(competition, by)
    found = read(season)
    if table not in found.tables or not found.years.get(table):
        raise NothingToRule(_("Enter the centres of a year first."))
    if found.played.end_of(table) and not reason.strip():
        raise NoReason
    if not set(voted) <= set(POWERS):
        raise BadRules("voted", _("Only powers with a centre share a draw."))
    made = _end(season, table, by, voted, reason)
    advance(season, clock.now())
    kinds.of(season).refold(season)
    show_change(season, clock.now())
    return made


def _end(season: Competition, table: int, by: User, voted: Collection[str], reason: str) -> Event:
    """Write what the years that were entered come to."""
    now, years = clock.now(), read(season).years[table]
    before = season.events.filter(kind=EventKind.RESULT, number=table, superseded_by=None).first()
    facts: dict[str, Any] = {
        "game": "",
        "winner": None,
        "loser": None,
        "how": HAND,
        "pairing": table,
    }
    facts |= board_of(years)
    if voted:
        facts["voted"] = sorted(voted)
    if reason.strip():
        facts["reason"] = tidy(reason)
    return season.events.create(
        at=before.at if before else now,
        recorded_at=now,
        kind=EventKind.RESULT,
        number=table,
        facts=facts,
        supersedes=before,
        by=by,
    )
