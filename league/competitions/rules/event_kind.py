"""What can happen in a competition, as its log writes it: a word a kind of event (docs/season-export.md)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class EventKind(StrEnum):
    """In the order that counts where two things happen at one moment. No kind has all of them."""

    OPENS = "opens"
    JOINS = "joins"
    RESULT = "result"
    DECLINED = "declined"
    IDLE = "idle"
    LEAVES = "leaves"
    CHALLENGE = "challenge"
    SEEDS = "seeds"
    ADVANCES = "advances"
    APART = "apart"
    CALLED = "called"
    DRAWN = "drawn"
    ROUND = "round"
    CENTRES = "centres"


KINDS: Final = {kind: place for place, kind in enumerate(EventKind)}
