"""What everybody may know of the open phase: until when it runs, who owes something, who is ready."""

from __future__ import annotations

from dataclasses import dataclass

from games import manners
from games.models import ClockEntry, Phase
from games.selectors.seats import Place


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat in the open phase. Whether it has saved anything is not said to anybody."""

    player: str
    is_own: bool
    owes: bool
    is_ready: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """What an open page shows: a phase by its label, the version of the game, the newest letter, the version
    of the reader's own answer. None: it does not say.
    """

    phase: str = ""
    version: int | None = None
    letter: int | None = None
    answer: int | None = None


def turns_of(variant: str, phase: Phase, places: list[Place]) -> list[Turn]:
    """Who is waited for; nobody, where that is hidden (SPY-7). `places` say who is ready in `phase`."""
    if not manners.shows_readiness(variant, phase.due):
        return []
    return [
        Turn(place.name or place.key, place.is_own, place.key in phase.due, place.is_ready)
        for place in places
        if not place.is_left
    ]


def clock_entries_of(phase: Phase) -> list[ClockEntry]:
    """How this phase's deadline has been moved. One query."""
    return list(ClockEntry.objects.filter(phase=phase).order_by("pk"))
