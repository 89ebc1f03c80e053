"""The first lines of a league's usual standings, and the reader's own, as the league's page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet

from games.common.database.compiled import Param, PreparedModels
from league.leagues.models import League
from league.standings.columns import SCORINGS
from league.standings.models import Tally
from league.standings.selectors.choosing import Choice, chosen, so_far
from league.standings.selectors.spread import spread_of
from league.standings.selectors.standings import StandingsRow, row_of

LINES: Final = 5
FIELD: Final = next(iter(SCORINGS.values())).field
"""What the usual standings are sorted by."""


@dataclass(frozen=True, slots=True)
class Head:
    """The first lines; `own`: the reader's, where it is further down."""

    choice: Choice
    rows: Sequence[StandingsRow]
    own: StandingsRow | None = None


def _tallies() -> QuerySet[Tally]:
    return Tally.objects.filter(league_id=Param("league"), kind=Param("kind"), year=Param("year")).order_by()


_FIRST = PreparedModels(Tally, lambda: _tallies().order_by(f"-{FIELD}", "games", "user_id")[:LINES], "user")
_OWN = PreparedModels(Tally, lambda: _tallies().filter(user_id=Param("user")), "user")


def head_of(league: League, reader: int | None) -> Head | None:
    """What the league's page shows to `reader` (a key; None: a visitor); None where nothing has been counted.

    Two queries for a visitor and those among the first, three for the others, and one more after a game was
    counted; one where there is nothing.
    """
    counted = so_far(league)
    choice = chosen(counted, {})
    if choice is None:
        return None
    given = {"league": league.pk, "kind": choice.kind, "year": choice.year}
    found = _FIRST.all(**given)
    first = len(found)
    if reader is not None and all(tally.user_id != reader for tally in found):
        found += _OWN.all(**given, user=reader)
    spread = spread_of(league, choice, counted)
    rows = [row_of(tally, FIELD, spread) for tally in found]
    return Head(choice, rows[:first], next(iter(rows[first:]), None))
