"""Those who take a hand in the game without a power of their own: whom they protect, whom they touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.hidden_players import masked_seats
from games.words import wording


@dataclass(frozen=True, slots=True)
class Patron:
    """One casting seat as a reader knows it.

    `protects` is empty where they may not know it (DG-2). `touched` are the powers whose units the seat has
    touched this year (DG-3); None where that is not told before the end (DG-5).
    """

    seat: str
    is_own: bool
    protects: str
    touched: Sequence[str] | None
    has_won: bool

    @property
    def name(self) -> str:
        return wording.seat(self.seat)


def patrons_in(variant: str, position: Mapping[str, Any], own: str | None) -> list[Patron]:
    """The casting seats of a game of `variant`, from `position` as the reader in the seat `own` sees it."""
    protected, cast = position.get("protected", {}), position.get("cast")
    return [
        Patron(
            seat=seat,
            is_own=seat == own,
            protects=protected.get(seat, ""),
            touched=None if cast is None or seat not in cast else cast[seat],
            has_won=position.get("divine_winner") == seat,
        )
        for seat in sorted(masked_seats(variant))
    ]
