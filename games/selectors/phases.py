"""The phases of a game: the open one, those that are past, and the way from one to the next."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from games import wording
from games.models import Game, Phase


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
class Timeline:
    """All phases of a game in order, and the place of the one that is shown."""

    ticks: list[Tick]
    shown: str

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


def timeline_of(game: Game, shown: str) -> Timeline:
    """The game's phases by their labels alone. One query."""
    rows = Phase.objects.filter(game=game).order_by("ordinal").values_list("label", "adjudicated_at")
    return Timeline([Tick(label, done is None) for label, done in rows], shown)


def open_phase_of(game: Game) -> Phase | None:
    """The phase that is being played; None before the start and after the end."""
    return Phase.objects.filter(game=game, adjudicated_at=None).first() if game.is_running else None


def open_phase_in_brief(game: Game) -> Phase | None:
    """The same without its position, which is long to read and is loaded when it is asked for."""
    open_ones = Phase.objects.filter(game=game, adjudicated_at=None).defer("position")
    return open_ones.first() if game.is_running else None


def past_phase_of(game: Game, label: str) -> Phase | None:
    """An adjudicated phase with its turn; None if there is none of that label."""
    return (
        Phase.objects.filter(game=game, label=label, adjudicated_at__isnull=False)
        .select_related("turn")
        .first()
    )


def last_phase_of(game: Game) -> Phase | None:
    """The phase adjudicated last, with its turn."""
    return (
        Phase.objects.filter(game=game, adjudicated_at__isnull=False)
        .select_related("turn")
        .order_by("-ordinal")
        .first()
    )
