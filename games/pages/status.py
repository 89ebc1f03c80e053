"""What everyone may know of the open phase: until when it runs, who owes something, who is ready."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import hosting_rules
from games.models import Phase
from games.pages.seats import Place


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat in the open phase. Whether it has saved anything is not said to anyone."""

    player: str
    is_own: bool
    owes: bool
    is_ready: bool
    is_open: bool = False
    """Whether no one plays it now, so that no one waits for it (HR-4)."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What an open page shows: a phase by its label, the version of the game, the newest message, the version
    of the reader's own answer. None: it does not say. `has_resumed`: a clock that is stopped until a moment
    which has passed; no version grows when a pause expires.
    """

    phase: str = ""
    version: int | None = None
    letter: int | None = None
    answer: int | None = None
    has_resumed: bool = False


def turns_of(variant: str, phase: Phase, places: list[Place]) -> list[Turn]:
    """Who is waited for; no one, where that is hidden (SPY-7). `places` say who is ready in `phase`."""
    if not hosting_rules.shows_readiness(variant, phase.due):
        return []
    return [
        Turn(place.name or place.key, place.is_own, place.key in phase.due, place.is_ready, place.is_open)
        for place in places
        if not place.is_left
    ]
