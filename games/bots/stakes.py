"""What a side plays for: that by which the planning bot measures positions, whichever game it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from adjudicator.position import Position


class Stakes(Protocol):
    """One side's part in a game: its powers, where it wants to be, what a position is worth to it."""

    @property
    def mine(self) -> tuple[str, ...]:
        """The powers that the side orders."""

    @property
    def aims(self) -> frozenset[str]:
        """The provinces that it wants to stand in."""

    def worth(self, position: Position) -> float:
        """The worth of a position after moves to this side."""

    def exposed(self, position: Position) -> Mapping[str, float]:
        """Own centres that can be entered in this very phase, and what it costs to leave each open."""

    def rivals(self) -> Sequence[Stakes]:
        """The other sides' parts in the same game."""

    def ground(self, position: Position) -> Position:
        """So much of `position` as the moves of one phase can have to do with this side."""
