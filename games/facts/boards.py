"""The boards of games for several as everyone may see them: who owns how many centres, who is out since when,
and how a game ended. What competitions of such games are scored by.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db.models import F, Q

from games.engine import bridge
from games.facts.finished import LAST_TURN
from games.models import Game, Phase, SeatResult, Turn, Vote
from games.words.wording import year_of


@dataclass(frozen=True, slots=True)
class Board:
    """`centres`, by seat: what each owns since ownership last changed, in the phase `label`. `out`: of those
    with none, the first year that they ended without one. `voted`: who won a draw that was voted. `due`: the
    deadline of a phase that is open. `is_void`: it came to nothing (HR-6), `is_silent` because no one played.
    """

    label: str
    centres: Mapping[str, int]
    out: Mapping[str, int] = field(default_factory=dict)
    voted: frozenset[str] = frozenset()
    due: datetime | None = None
    is_void: bool = False
    is_silent: bool = False


def boards_of(games: Collection[int]) -> dict[int, Board]:
    """The boards of those of `games` (keys) that have begun, as the last turn left them, and the last ruling.
    Five queries at most, however many games.
    """
    seats = {
        game: bridge.seats(variant, settings)
        for game, variant, settings in Game.objects.filter(pk__in=list(games), started_at__isnull=False)
        .order_by()
        .values_list("pk", "variant", "settings")
    }
    lasts = dict(_lasts(seats))
    dead = {
        game: [seat for seat in seats[game] if not last.centres.get(seat)] for game, last in lasts.items()
    }
    earlier = _springs([game for game, gone in dead.items() if gone])
    void = set(
        SeatResult.objects.filter(
            game__in=list(lasts), superseded_by__isnull=True, outcome=SeatResult.Outcome.VOID
        )
        .order_by()
        .values_list("game", flat=True)
    )
    return {
        game: Board(
            last.label,
            {seat: last.centres.get(seat, 0) for seat in seats[game]},
            {seat: _year_out(seat, earlier[game], year_of(last.label)) for seat in dead[game]},
            last.voted,
            last.due,
            game in void,
            game in void and last.is_silent,
        )
        for game, last in lasts.items()
    }


@dataclass(frozen=True, slots=True)
class _Last:
    label: str
    centres: Mapping[str, int]
    due: datetime | None = None
    voted: frozenset[str] = frozenset()
    is_silent: bool = False


def _lasts(games: Collection[int]) -> Iterator[tuple[int, _Last]]:
    """By game, how its last position has it: of the open phase, or of the turn that ended it."""
    rows = Phase.objects.filter(game__in=list(games), game__state=Game.State.RUNNING)
    current = rows.filter(ordinal=F("game__phase_number")).order_by()
    for game, label, centres, due in current.values_list("game", "label", "position__centres", "deadline"):
        yield game, _Last(label, _counted(centres), due)
    over = Turn.objects.filter(LAST_TURN, phase__game__in=list(games), phase__game__state=Game.State.FINISHED)
    columns = ("phase__game", "phase__label", "agreed", "turn__position__centres", "turn__position__outcome")
    for game, label, agreed, centres, outcome in over.order_by().values_list(*columns):
        how = (agreed or {}).get("how")
        voted = frozenset(outcome["winners"] if how == Vote.Kind.DRAW else ())
        silent = how == VOID and agreed.get("cause") == SILENCE
        yield game, _Last(label, _counted(centres), None, voted, silent)


VOID: Final = "void"
SILENCE: Final = "silence"
"""How an ending is agreed on of a game in which no one answered (HR-6)."""


def _counted(centres: Mapping[str, Any] | None) -> dict[str, int]:
    return {power: len(places) for power, places in (centres or {}).items()}


def _springs(games: Collection[int]) -> Mapping[int, list[tuple[int, Mapping[str, int]]]]:
    """By game, its springs' years with what each owned then, the first one first. A query, where any."""
    found: dict[int, list[tuple[int, Mapping[str, int]]]] = defaultdict(list)
    if games:
        springs = Q(label__startswith="S", label__endswith="M")
        rows = Phase.objects.filter(springs, game__in=list(games)).order_by("game", "ordinal")
        for game, label, centres in rows.values_list("game", "label", "position__centres"):
            found[game].append((year_of(label), _counted(centres)))
    return found


def _year_out(seat: str, springs: list[tuple[int, Mapping[str, int]]], last: int) -> int:
    """The first year that `seat` ended without a centre, in a game whose last year is `last`."""
    return next((year - 1 for year, centres in springs if not centres.get(seat)), last)
