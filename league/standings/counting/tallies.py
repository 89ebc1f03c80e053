"""Rows of results and their sums, of the standings: what they ought to be, and what is changed in them.

Everything here is called under the lock of the league's count (`counting`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Final

from django.db.models import Count, Q, QuerySet, Sum

from games.facts.finished import Result, results_of
from league.ratings.keys import key_of
from league.standings.counting.sums import Deltas, Key, Sums, Table, strays, write
from league.standings.models import GameCount, Played, Tally
from league.standings.models.tally import ALL_YEARS, DRAWN, LOST, WHOLE, WON

TALLIES: Final = Table(
    Tally,
    ("user_id", "kind", "year"),
    ("games", "won", "drawn", "lost", "points", "units", "centres"),
)
COUNTS: Final = Table(GameCount, ("kind", "year"), ("games",))

FACTS: Final = (
    *("league_id", "game_id", "user_id", "kind", "year", "ended_at"),
    *("side", "outcome", "units", "centres", "last_year"),
)
"""What a counted result holds besides the tenure by which it is found."""


@dataclass(frozen=True, slots=True)
class _Compared:
    """The rows there are of some games, those there ought to be, and in what they differ."""

    stored: Sequence[Played]
    wanted: Sequence[Played]
    gone: Sequence[Played]
    new: Sequence[Played]


def sync_results(league: int, games: Collection[int]) -> None:
    """Let the counted results of `games`, all of one league, be what their result rows say. Raises Drifted
    where the numbers of games cannot follow.
    """
    rows = _compared(games)
    if rows.gone or rows.new:
        Played.objects.filter(pk__in=[row.pk for row in rows.gone]).delete()
        Played.objects.bulk_create(rows.new)
        _add_up(league, (*rows.gone, *rows.new))
        _change_counts(league, rows.stored, rows.wanted)


def wrong_results(games: Collection[int]) -> Counter[int]:
    """By game (a key of `games`), how many counted results are not what its result rows say."""
    rows = _compared(games)
    wrong = {(row.game_id, row.tenure_id) for row in (*rows.gone, *rows.new)}
    return Counter(game for game, _tenure in wrong)


def stray_results(league: int) -> QuerySet[Played]:
    """Counted results of a league whose games are not finished any more, or are another league's."""
    return strays(Played.objects.filter(league_id=league))


def wanted_tallies(league: int, users: Collection[int] | None = None) -> dict[Key, Sums]:
    """What `Tally` ought to hold, of these `users` or of all, by its keys: the sums of the counted results.
    One query.
    """
    rows = Played.objects.filter(league_id=league).order_by()
    if users is not None:
        rows = rows.filter(user__in=users)
    counted = rows.values_list("user_id", "kind", "year").annotate(
        Count("pk"),
        won=Count("pk", filter=Q(outcome__in=WON)),
        drawn=Count("pk", filter=Q(outcome__in=DRAWN)),
        lost=Count("pk", filter=Q(outcome__in=LOST)),
        units_sum=Sum("units"),
        centres_sum=Sum("centres"),
    )
    found: dict[Key, Sums] = {}
    for user, kind, year, games, won, drawn, lost, units, centres in counted.iterator(chunk_size=5000):
        sums = (games, won, drawn, lost, 3 * won + drawn, units, centres)
        for each in (year, ALL_YEARS):
            before = found.get((user, kind, each))
            found[user, kind, each] = _together(before, sums) if before else sums
    return found


def wanted_counts(league: int) -> dict[Key, Sums]:
    """The same of `GameCount`. One query."""
    rows = Played.objects.filter(league_id=league).order_by().values_list("kind", "year")
    found: dict[Key, Sums] = {}
    for kind, year, games in rows.annotate(Count("game", distinct=True)):
        found[kind, year] = (games,)
        found[kind, ALL_YEARS] = _together(found.get((kind, ALL_YEARS), (0,)), (games,))
    return found


def _played(result: Result) -> Played:
    units = result.share * WHOLE
    if units.denominator != 1:
        raise ValueError(f"a share of {result.share} is no whole number of 1/{WHOLE}")
    return Played(
        league_id=result.league,
        game_id=result.game,
        tenure_id=result.tenure,
        user_id=result.user,
        kind=key_of(result.variant, {"players": result.players}),
        year=result.ended_at.astimezone(UTC).year,
        ended_at=result.ended_at,
        side="+".join(result.side),
        outcome=result.outcome,
        units=units.numerator,
        centres=result.centres,
        last_year=result.last_year,
    )


def _facts(row: Played) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in FACTS)


def _compared(games: Collection[int]) -> _Compared:
    """The counted results of `games` beside what their result rows say."""
    wanted = {row.tenure_id: row for row in map(_played, results_of(games))}
    stored = {row.tenure_id: row for row in Played.objects.filter(game__in=list(games))}
    gone = [row for key, row in stored.items() if key not in wanted or _facts(row) != _facts(wanted[key])]
    new = [row for key, row in wanted.items() if key not in stored or _facts(row) != _facts(stored[key])]
    return _Compared(list(stored.values()), list(wanted.values()), gone, new)


def _add_up(league: int, changed: Iterable[Played]) -> None:
    """Let the tallies that these rows are in be the sums of the counted results, each added up again."""
    touched = {(row.user_id, row.kind, year) for row in changed for year in (row.year, ALL_YEARS)}
    sums = wanted_tallies(league, {user for user, *_key in touched})
    nothing = (0,) * len(TALLIES.fields)
    write(TALLIES, league, {key: sums.get(key, nothing) for key in touched})


def _change_counts(league: int, before: Iterable[Played], after: Iterable[Played]) -> None:
    """`before` and `after` are all rows of the games that changed."""
    counts = Deltas(COUNTS)
    for rows, sign in ((before, -1), (after, 1)):
        for _game, kind, year in {(row.game_id, row.kind, row.year) for row in rows}:
            for each in (year, ALL_YEARS):
                counts.add((kind, each), (1,), sign)
    counts.apply(league)


def _together(one: Sums, other: Sums) -> Sums:
    return tuple(a + b for a, b in zip(one, other, strict=True))
