"""How games for two ended, and at which moment: what a competition makes its results of.

Nothing here depends on when a game was adjudicated, or in which order: two readings of the same rows say the
same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from django.db.models import F, Q

from games.models import Game, Phase, SeatResult, Tenure, Turn

Outcome = SeatResult.Outcome

BY_THE_CLOCK: Final = ("absence", "silence")
"""Causes of an agreed ending that a deadline brought, not an act (HR-5, HR-6)."""

BEFORE_PLAY: Final = "H"
"""The letter of the phase before the first auction (ID-1)."""

TWO: Final = 2


class How(StrEnum):
    """How a game for two ended."""

    WON = "won"
    CONCEDED = "conceded"
    CONCEDED_AT_ONCE = "conceded-at-once"
    """Before the first auction was held; in a game without auctions before the first moves were."""
    FORFEIT = "forfeit"
    DRAW = "draw"
    VOID = "void"
    BOTH_LOST = "both-lost"


@dataclass(frozen=True, slots=True)
class End:
    """The end of one game that counts now: the last ruling's, where there is one (`is_ruled`).

    `moment` is the `closes_at` of the phase that ended it, or the time of the act that did; a ruling changes
    none of it. `winner` and `loser` are people, by key; both None where nobody won. `homes` are the home
    powers by seat, where they were chosen. `seats` are the people by seat.
    """

    game: int
    moment: datetime
    how: How
    clause: str
    winner: int | None = None
    loser: int | None = None
    winner_seat: str = ""
    loser_seat: str = ""
    is_ruled: bool = False
    seats: Mapping[str, int] = field(default_factory=dict)
    homes: Mapping[str, str] = field(default_factory=dict)


class _Last(NamedTuple):
    """What the last phases of a game say of its end."""

    moment: datetime
    conceded: bool
    homes: Mapping[str, str]


def ends_of(games: Collection[int]) -> dict[int, End]:
    """The ends of those of `games` (keys) that are for two and over; games that were called off before their
    start are left out. Four queries at most, however many games.
    """
    if not games:
        return {}
    counting = SeatResult.objects.filter(
        game__in=games, superseded_by__isnull=True, game__state=Game.State.FINISHED
    ).select_related("seat", "ruling")
    rows: dict[int, dict[str, SeatResult]] = defaultdict(dict)
    for row in counting.order_by("game", "seat__order"):
        rows[row.game_id][row.seat.key] = row
    rows = {game: of_game for game, of_game in rows.items() if len(of_game) == TWO}
    people = _people(rows)
    lasts = _lasts(rows)
    early = _never_played([game for game, last in lasts.items() if last.conceded])
    return {
        game: _end(game, of_game, lasts[game], people.get(game, {}), is_early=game in early)
        for game, of_game in rows.items()
        if game in lasts
    }


def _end(
    game: int, rows: Mapping[str, SeatResult], last: _Last, people: Mapping[str, int], *, is_early: bool
) -> End:
    how = _how(rows.values())
    is_ruled = any(row.supersedes_id is not None for row in rows.values())
    if how is How.WON and last.conceded and not any(_is_otherwise(row) for row in rows.values()):
        how = How.CONCEDED_AT_ONCE if is_early else How.CONCEDED
    first = next(iter(rows.values()))
    winner = loser = ""
    if how not in (How.DRAW, How.VOID, How.BOTH_LOST):
        winner = next(seat for seat, row in rows.items() if row.outcome == Outcome.SOLO)
        loser = next(seat for seat in rows if seat != winner)
    return End(
        game=game,
        moment=last.moment,
        how=how,
        clause=first.clause,
        winner=people.get(winner),
        loser=people.get(loser),
        winner_seat=winner,
        loser_seat=loser,
        is_ruled=is_ruled,
        seats=people,
        homes=last.homes,
    )


def _is_otherwise(row: SeatResult) -> bool:
    """Whether a ruling counts in the place of the game's own end; not so where it says that this stands."""
    return row.ruling is not None and row.ruling.facts.get("ruling") != "stands"


def _how(rows: Iterable[SeatResult]) -> How:
    """What two rows come to, but for a concession: that is a win like any other to them."""
    outcomes = {row.outcome for row in rows}
    if outcomes == {Outcome.VOID}:
        return How.VOID
    if Outcome.FORFEIT in outcomes:
        return How.FORFEIT
    if Outcome.SOLO in outcomes:
        return How.WON
    return How.DRAW if Outcome.SHARED in outcomes else How.BOTH_LOST


def _people(games: Collection[int]) -> dict[int, dict[str, int]]:
    """Who held which seat to the end. One query."""
    found: dict[int, dict[str, int]] = defaultdict(dict)
    held = Tenure.objects.filter(game__in=games).exclude(left_how=Tenure.Leaving.BEFORE)
    for game, seat, user in held.order_by(F("left_at").asc(nulls_last=True), "pk").values_list(
        "game", "seat__key", "user"
    ):
        found[game][seat] = user
    return found


def _lasts(games: Collection[int]) -> dict[int, _Last]:
    """What the last two phases of each game say. One query."""
    phases = Phase.objects.filter(game__in=games, ordinal__gte=F("game__phase_number") - 2)
    columns = ("game", "game__finished_at", "closes_at", "turn__agreed", "position__homes")
    lasts: dict[int, _Last] = {}
    before: dict[int, datetime] = {}
    for game, finished_at, closes_at, agreed, homes in phases.order_by("game", "ordinal").values_list(
        *columns
    ):
        lasts[game] = _Last(
            _moment(agreed, finished_at, closes_at, before.get(game)),
            bool(agreed) and agreed["how"] == "concession",
            homes or {},
        )
        before[game] = closes_at
    return lasts


def _moment(
    agreed: Mapping[str, Any] | None, finished_at: datetime, closes_at: datetime, before: datetime | None
) -> datetime:
    """When a game ended whose last phase was to close at `closes_at`, and the one before it at `before`.

    A forfeit by absence and a game void by silence are written into the phase after the one that was missed:
    the deadline that was missed is the moment, not when it was adjudicated.
    """
    if agreed is None:
        return closes_at
    if agreed.get("cause") in BY_THE_CLOCK and before is not None:
        return before
    return finished_at


def _never_played(games: Collection[int]) -> set[int]:
    """Which of `games` ended before anything but home powers was decided (ID-1). One query, where there are
    any.
    """
    if not games:
        return set()
    played = Q(answers__isnull=False) & ~Q(phase__label__endswith=BEFORE_PLAY)
    turns = Turn.objects.filter(played, phase__game__in=games).order_by()
    return set(games) - set(turns.values_list("phase__game", flat=True).distinct())
