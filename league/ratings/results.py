"""Finished games as the fold takes them, read from their result rows.

Every seat counts for the player who held it at the start: with the seat's outcome if they stayed to the end,
last of all if they left it, whatever became of it then. No one is rated in a seat that they took over. So no
one can lose points by helping a table out, nor save them by leaving one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple

from django.db.models import Q

from games.engine import sight
from games.models import Game, SeatResult, TenureResult
from league.leagues.models import League
from league.ratings.folding import Place, Placed, Played
from league.ratings.keys import RatedKind

Outcome = SeatResult.Outcome
WON: Final = frozenset({Outcome.SOLO, Outcome.BESIDE, Outcome.SHARED})
FIRST, LOST, LEFT = 1, 2, 3
"""Places: all who won, or shared a draw, tie; so do all who lost, and all who left."""

AT_ONCE: Final = 2000
"""Rows that are read at once."""

GAME: Final = "result__game__"


class RatedSeat(NamedTuple):
    """One person's time in a seat, as it is read."""

    game: int
    code: str
    at: datetime
    seat: int
    user: int
    how: str
    outcome: str


def is_rated() -> Q:
    """Result rows of games that can be rated at all: private ones are known to their players alone, and who
    had nothing left, or gave up, in a game in fog to no one until the day on which it is opened (SPY-6).
    """
    return sight.opened(GAME) & Q(**{f"{GAME}visibility": Game.Visibility.PUBLIC})


def games_of(league: League | None, kind: RatedKind, since: Place | None = None) -> Iterator[Played]:
    """The games of one list in the order in which they count, from the place `since` on.

    Without `league`: of all leagues that agree. They are streamed: no more than some rows are kept.
    """
    where = is_rated() & kind.games(GAME)
    where &= Q(**{f"{GAME}league": league.pk}) if league else Q(**{f"{GAME}league__rates_overall": True})
    if since is not None:
        at, code = since
        where &= Q(result__at__gt=at) | Q(result__at=at, **{f"{GAME}code__gte": code})
    return _read(where)


def games_with(keys: Collection[int]) -> list[Played]:
    """Those of the games with these keys that can be rated at all, in their order."""
    return list(_read(is_rated() & Q(**{f"{GAME}in": list(keys)})))


def _read(where: Q) -> Iterator[Played]:
    """The games of these result rows. Two queries, the second one streamed."""
    ruled = _ruled(where)
    rows = (
        TenureResult.objects.filter(where)
        .order_by("result__at", f"{GAME}code", "result__seat__order", "tenure_id")
        .values_list(
            f"{GAME}pk", f"{GAME}code", "result__at", "result__seat", "tenure__user", "how", "result__outcome"
        )
    )
    held = (RatedSeat(*row) for row in rows.iterator(chunk_size=AT_ONCE))
    for (game, code, at), those in groupby(held, key=lambda row: (row.game, row.code, row.at)):
        yield Played(game, code, at, players_of(list(those), ruled))


def _ruled(where: Q) -> Mapping[int, str]:
    """By seat, the outcome that counts where a ruling superseded the first one; there are few."""
    ruled = TenureResult.objects.filter(where, result__superseded_by__isnull=False)
    seats = ruled.order_by().values("result__seat")
    rows = SeatResult.objects.filter(superseded_by=None, supersedes__isnull=False, seat__in=seats)
    return dict(rows.order_by().values_list("seat", "outcome"))


def players_of(held: Sequence[RatedSeat], ruled: Mapping[int, str]) -> tuple[Placed, ...]:
    """Who is rated in a game, from everyone's time in its seats, the earlier first; () if it is not rated:
    void, or fewer than two people are left to compare.
    """
    starters = [next(those) for _seat, those in groupby(held, key=lambda row: row.seat)]
    outcomes = {row.seat: ruled.get(row.seat, row.outcome) for row in starters}
    if Outcome.VOID in outcomes.values() or len(starters) < 2:
        return ()
    return tuple(Placed(row.user, _place(row, outcomes[row.seat])) for row in starters)


def _place(row: RatedSeat, outcome: str) -> int:
    if row.how != TenureResult.How.FINISHED:
        return LEFT
    return FIRST if outcome in WON else LOST
