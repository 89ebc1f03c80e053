"""The phases of a game: the open one, those that are past, and the way from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef

from games import wording
from games.compiled import Given, Question, columns, made
from games.models import ClockEntry, Game, Phase, Turn, Vote

LONGEST_SEASON = 3
"""Phases that a season with one deadline has before its last."""


@dataclass(frozen=True, slots=True)
class Tick:
    """One phase in the row of all phases."""

    label: str
    is_open: bool

    @property
    def name(self) -> str:
        return wording.phase(self.label)

    @property
    def short(self) -> str:
        return wording.phase_tick(self.label)

    @property
    def year(self) -> int:
        return wording.year_of(self.label)


@dataclass(frozen=True, slots=True)
class Newest:
    """Where a game stands: the phase that is being played, and the one adjudicated last, with its turn.

    `was_moved`: the deadline of the open one has been moved; `has_votes`: somebody wants to end the game.
    """

    open: Phase | None = None
    last: Phase | None = None
    was_moved: bool = False
    has_votes: bool = False


@dataclass(frozen=True, slots=True)
class Timeline:
    """All phases of a game in order, and the place of the one that is shown."""

    ticks: list[Tick]
    shown: str

    @property
    def labels(self) -> list[str]:
        return [tick.label for tick in self.ticks]

    @property
    def _index(self) -> int:
        return next((i for i, tick in enumerate(self.ticks) if tick.label == self.shown), len(self.ticks))

    @property
    def earlier(self) -> Tick | None:
        return self.ticks[self._index - 1] if self._index > 0 else None

    @property
    def later(self) -> Tick | None:
        return self.ticks[self._index + 1] if self._index + 1 < len(self.ticks) else None

    @property
    def years(self) -> list[tuple[int, list[Tick]]]:
        return [(year, list(ticks)) for year, ticks in groupby(self.ticks, key=lambda tick: tick.year)]


_LABELS = Question(
    lambda: (
        Phase.objects.filter(game_id=Given("game")).order_by("ordinal").values_list("label", "adjudicated_at")
    )
)

_OF_TURN = ["phase_id", "agreed", "turn", "missed"]
"""What pages need of a turn, in the model's order: how it was agreed to end, what it gave, who missed the
phase; not what was sent.
"""

_OF_PHASE_AND_TURN = [*columns(Phase), *(f"turn__{name}" for name in _OF_TURN)]

_NEWEST = Question(
    lambda: (
        Phase.objects.filter(game_id=Given("game"))
        .order_by("-ordinal")
        .values_list(
            *_OF_PHASE_AND_TURN,
            Exists(ClockEntry.objects.filter(phase=OuterRef("pk"))),
            Exists(Vote.objects.filter(game=OuterRef("game"))),
        )[:2]
    )
)

_PAST = Question(
    lambda: (
        Phase.objects.filter(game_id=Given("game"), label=Given("label"), adjudicated_at__isnull=False)
        .order_by()
        .values_list(*_OF_PHASE_AND_TURN)
    )
)


def timeline_of(game: Game, shown: str) -> Timeline:
    """The game's phases by their labels alone. One query."""
    return Timeline([Tick(label, done is None) for label, done in _LABELS.rows(game=game.pk)], shown)


def newest_of(game: Game) -> Newest:
    """The open phase of a game and the last one before it. One query."""
    opened, last, was_moved, has_votes = None, None, False, False
    for *values, is_moved, is_voted_on in _NEWEST.rows(game=game.pk):
        phase = _with_turn(values)
        if phase.is_open:
            if game.is_running:
                opened, was_moved, has_votes = phase, bool(is_moved), bool(is_voted_on)
        elif last is None:
            last = phase
    return Newest(opened, last, was_moved, has_votes)


def _with_turn(values: Sequence[Any]) -> Phase:
    """A phase, with its turn if it has been adjudicated."""
    width = len(columns(Phase))
    phase = made(Phase, values[:width])
    if values[width] is not None:
        phase.turn = made(Turn, values[width:], _OF_TURN)
    return phase


def rest_of_season(last: Phase) -> list[Phase]:
    """What was adjudicated at one deadline with `last`, which lasted no time, the latest first. One query."""
    before = Phase.objects.filter(game=last.game_id, ordinal__lt=last.ordinal).select_related("turn")
    found: list[Phase] = []
    for phase in before.defer("turn__answers").order_by("-ordinal")[:LONGEST_SEASON]:
        found.append(phase)
        if not phase.lasted_no_time:
            break
    return found


def open_phase_of(game: Game) -> Phase | None:
    """The phase that is being played; None before the start and after the end."""
    return Phase.objects.filter(game=game, adjudicated_at=None).first() if game.is_running else None


_OF_LABEL = Question(
    lambda: (
        Phase.objects.filter(game_id=Given("game"), label=Given("label"))
        .order_by()
        .values_list(*columns(Phase))
    )
)


def phase_of_label(game: Game, label: str) -> Phase | None:
    """The phase of that label, open or past. One query."""
    row = _OF_LABEL.row(game=game.pk, label=label)
    return made(Phase, row) if row else None


def past_phase_of(game: Game, label: str) -> Phase | None:
    """An adjudicated phase with its turn; None if there is none of that label. One query."""
    row = _PAST.row(game=game.pk, label=label)
    return _with_turn(row) if row else None
