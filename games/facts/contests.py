"""How games of competitions ended, and at which moment: what a competition makes its results of.

Nothing here depends on when a game was adjudicated, or in which order: two readings of the same rows say the
same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from django.db.models import F, Q

from games.gate.contests import Ruling
from games.models import Game, Phase, SeatResult, Tenure, Turn

Outcome = SeatResult.Outcome

TWO: Final = 2


@dataclass(frozen=True, slots=True)
class End:
    """The end of one game that counts now: the last ruling's, where there is one (`is_ruled`).

    `moment` is that of its result rows. `clause` is the one by which it ended. `winner` and `loser` are
    people, by key; both None where no one won alone, and only a game for two has a loser. `homes` are the
    home powers by seat, where they were chosen. `seats` are the people by seat. `is_early`: it ended before
    an autumn was resolved; `is_silent`: it ended void because no one answered, which counts now: no ruling
    does, or one that brought that end back.
    """

    game: int
    moment: datetime
    clause: str
    winner: int | None = None
    loser: int | None = None
    winner_seat: str = ""
    loser_seat: str = ""
    is_ruled: bool = False
    is_early: bool = False
    is_silent: bool = False
    seats: Mapping[str, int] = field(default_factory=dict)
    homes: Mapping[str, str] = field(default_factory=dict)


def ends_of(games: Collection[int]) -> dict[int, End]:
    """The ends of those of `games` (keys) that are over. Four queries, however many games."""
    if not games:
        return {}
    counting = SeatResult.objects.filter(
        game__in=games, superseded_by__isnull=True, game__state=Game.State.FINISHED
    ).select_related("seat", "ruling")
    rows: dict[int, dict[str, SeatResult]] = defaultdict(dict)
    for row in counting.order_by("game", "seat__order"):
        rows[row.game_id][row.seat.key] = row
    people, homes, (later, silent) = _people(rows), _homes(rows), _turns(rows)
    found = {
        game: _end(game, of_game, people.get(game, {}), homes.get(game, {})) for game, of_game in rows.items()
    }
    return {
        game: replace(end, is_early=game not in later, is_silent=game in silent and _is_own(rows[game]))
        for game, end in found.items()
    }


def _end(
    game: int, rows: Mapping[str, SeatResult], people: Mapping[str, int], homes: Mapping[str, str]
) -> End:
    first = next(iter(rows.values()))
    winner = next((seat for seat, row in rows.items() if row.outcome == Outcome.SOLO), "")
    loser = next(seat for seat in rows if seat != winner) if winner and len(rows) == TWO else ""
    return End(
        game=game,
        moment=first.at,
        clause=first.clause,
        winner=people.get(winner),
        loser=people.get(loser),
        winner_seat=winner,
        loser_seat=loser,
        is_ruled=any(row.supersedes_id is not None for row in rows.values()),
        seats=people,
        homes=homes,
    )


def _is_own(rows: Mapping[str, SeatResult]) -> bool:
    """Whether the game's own end counts: no one ruled, or the last ruling was that it stands."""
    acts = [row.ruling for row in rows.values() if row.ruling is not None]
    return all(act.facts.get("ruling") == Ruling.STANDS for act in acts)


def _people(games: Collection[int]) -> dict[int, dict[str, int]]:
    """Who held which seat to the end. One query."""
    found: dict[int, dict[str, int]] = defaultdict(dict)
    held = Tenure.objects.filter(game__in=games).exclude(left_how=Tenure.Leaving.BEFORE)
    for game, seat, user in held.order_by(F("left_at").asc(nulls_last=True), "pk").values_list(
        "game", "seat__key", "user"
    ):
        found[game][seat] = user
    return found


def _homes(games: Collection[int]) -> dict[int, Mapping[str, str]]:
    """The home powers by seat in the last phase of each game; none where they were not chosen. One query."""
    last = Phase.objects.filter(game__in=games, ordinal=F("game__phase_number") - 1).order_by()
    return {game: homes or {} for game, homes in last.values_list("game", "position__homes")}


def _turns(games: Collection[int]) -> tuple[set[int], set[int]]:
    """Those of `games` in which the moves of an autumn were resolved, and those that ended void because
    no one answered (HR-6). One query.
    """
    autumn = Q(phase__label__startswith="F", phase__label__endswith="M", answers__isnull=False)
    silent = Q(agreed__how="void", agreed__cause="silence")
    rows = Turn.objects.filter(autumn | silent, phase__game__in=games).order_by()
    found = set(rows.values_list("phase__game", "agreed__how"))
    return {game for game, how in found if how is None}, {game for game, how in found if how is not None}
