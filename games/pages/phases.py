"""The phases of a game: the open one, those that are past, and the way from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Exists, F, OuterRef

from games.common.database.compiled import Param, PreparedQuery, columns, from_row
from games.common.words.people import called
from games.gate.nominations import is_standing
from games.models import ClockEntry, ClockProposal, Game, Nomination, Phase, Turn, Vote
from games.words import wording

LONGEST_SEASON = 3
"""Phases that a season with one deadline has before its last."""


@dataclass(frozen=True, slots=True)
class Tick:
    """One phase in the row of all phases. `branch` is the number of the branch that it belongs to, where it
    does not count; 0: it counts (HR-8).
    """

    label: str
    is_open: bool
    branch: int = 0

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

    `clock_changed`: some deadline of the game was changed; `has_votes`: someone wants to end the game;
    `has_poll`: something is proposed about the clock; `has_nominee`: someone is to become its master (HR-9).
    `taken_back`: its version since it was last taken back (HR-8), where that was asked; 0 if it never was.
    """

    open: Phase | None = None
    last: Phase | None = None
    clock_changed: bool = False
    has_votes: bool = False
    has_poll: bool = False
    has_nominee: bool = False
    taken_back: int = 0


@dataclass(frozen=True, slots=True)
class Timeline:
    """All phases of a game in order, and the place of the one that is shown. In `taken_back` those that do
    not count, in order too (HR-8).
    """

    ticks: list[Tick]
    shown: str
    taken_back: Sequence[Tick] = ()

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
    def has_replay(self) -> bool:
        """Whether anything has happened that can be shown again."""
        return bool(self.ticks) and not self.ticks[0].is_open

    @property
    def years(self) -> list[tuple[int, list[Tick]]]:
        return [(year, list(ticks)) for year, ticks in groupby(self.ticks, key=lambda tick: tick.year)]

    @property
    def branches(self) -> list[list[Tick]]:
        """The phases that do not count, as often as the game was taken back."""
        return [list(ticks) for _number, ticks in groupby(self.taken_back, key=lambda tick: tick.branch)]


_LABELS = PreparedQuery(
    lambda: (
        Phase.every.filter(game_id=Param("game"))
        .order_by(F("branch__number").asc(nulls_first=True), "ordinal")
        .values_list("label", "adjudicated_at", "branch__number")
    )
)

_OF_TURN = ["phase_id", "agreed", "turn", "missed"]
"""What pages need of a turn, in the model's order: how it was agreed to end, what it gave, who missed the
phase; not what was sent.
"""

_OF_PHASE_AND_TURN = [*columns(Phase), *(f"turn__{name}" for name in _OF_TURN)]

_NEWEST = PreparedQuery(
    lambda: (
        Phase.objects.filter(game_id=Param("game"))
        .order_by("-ordinal")
        .values_list(
            *_OF_PHASE_AND_TURN,
            Exists(ClockEntry.objects.filter(phase__game=OuterRef("game"))),
            Exists(Vote.objects.filter(game=OuterRef("game"))),
            Exists(ClockProposal.objects.filter(phase=OuterRef("pk"), closed_at=None)),
            Exists(is_standing(Nomination.objects.filter(game=OuterRef("game")))),
        )[:2]
    )
)

_PAST = PreparedQuery(
    lambda: (
        Phase.objects.filter(game_id=Param("game"), label=Param("label"), adjudicated_at__isnull=False)
        .order_by()
        .values_list(*_OF_PHASE_AND_TURN)
    )
)


def timeline_of(game: Game, shown: str, branch: int = 0) -> Timeline:
    """The game's phases by their labels alone; those of a `branch` where one of its phases is shown. What was
    open when the game was taken back has no page. One query.
    """
    rows = _LABELS.rows(game=game.pk)
    ticks = [Tick(label, done is None, number or 0) for label, done, number in rows]
    cut = [tick for tick in ticks if tick.branch and not tick.is_open]
    return Timeline([tick for tick in (cut if branch else ticks) if tick.branch == branch], shown, cut)


def newest_of(game: Game) -> Newest:
    """The open phase of a game and the last one before it. One query."""
    newest = Newest()
    for *values, is_changed, is_voted_on, is_polled, is_nominated in _NEWEST.rows(game=game.pk):
        phase = _with_turn(values)
        newest = replace(newest, clock_changed=bool(is_changed))
        if phase.is_open and game.is_running:
            newest = replace(
                newest,
                open=phase,
                has_votes=bool(is_voted_on),
                has_poll=bool(is_polled),
                has_nominee=bool(is_nominated),
            )
        elif not phase.is_open and newest.last is None:
            newest = replace(newest, last=phase)
    return newest


def _with_turn(values: Sequence[Any]) -> Phase:
    """A phase, with its turn if it has been adjudicated."""
    width = len(columns(Phase))
    phase = from_row(Phase, values[:width])
    if values[width] is not None:
        phase.turn = from_row(Turn, values[width:], _OF_TURN)
    return phase


@dataclass(frozen=True, slots=True)
class TakenBack:
    """That a phase does not count: the game was taken back to `to` at a moment, by whom and why (HR-8)."""

    at: datetime
    by: str
    reason: str
    to: str


_IN_BRANCH = PreparedQuery(
    lambda: (
        Phase.every.filter(
            game_id=Param("game"),
            branch__number=Param("number"),
            label=Param("label"),
            adjudicated_at__isnull=False,
        )
        .order_by()
        .values_list(
            *_OF_PHASE_AND_TURN,
            *(f"branch__act__{name}" for name in ("at", "by__username", "reason", "facts")),
        )
    )
)


def taken_back_phase_of(game: Game, number: int, label: str) -> tuple[Phase, TakenBack] | None:
    """The adjudicated phase of that label in the branch with that number, with its turn, and why it does not
    count; None if there is none. One query.
    """
    row = _IN_BRANCH.row(game=game.pk, number=number, label=label)
    if row is None:
        return None
    *values, at, by, reason, facts = row
    return _with_turn(values), TakenBack(at, called(by), reason, wording.phase(facts["to"]))


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


_OF_LABEL = PreparedQuery(
    lambda: (
        Phase.objects.filter(game_id=Param("game"), label=Param("label"))
        .order_by()
        .values_list(*columns(Phase))
    )
)


def phase_of_label(game: Game, label: str) -> Phase | None:
    """The phase of that label, open or past. One query."""
    row = _OF_LABEL.row(game=game.pk, label=label)
    return from_row(Phase, row) if row else None


def every_phase_of(game: Game) -> list[Phase]:
    """The phases of a game in order, with their turns but not with what was sent. One query."""
    phases = Phase.objects.filter(game=game).select_related("turn").defer("turn__answers")
    return list(phases.order_by("ordinal"))


def first_label_of(game: Game) -> str | None:
    """The label of the first phase, once it has been adjudicated. One query."""
    past = Phase.objects.filter(game=game, adjudicated_at__isnull=False).order_by("ordinal")
    return past.values_list("label", flat=True).first()


def past_phase_of(game: Game, label: str) -> Phase | None:
    """An adjudicated phase with its turn; None if there is none of that label. One query."""
    row = _PAST.row(game=game.pk, label=label)
    return _with_turn(row) if row else None
