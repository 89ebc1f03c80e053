"""The table of points that an organiser makes: what no system of the hobby gives. It is not normalised."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from league.competitions.tables.ended import SEATS, Ended, Scores, by_place, mean

Ties = StrEnum("Ties", ["SHARED", "LOWER"])
"""What those of equal place get: the mean of the points of their places, or those of the last of them."""


@dataclass(frozen=True, slots=True)
class FreePoints:
    """Points by place, from the first, for each centre, for a survivor, for each centre by which one leads
    alone; after a solo `solo` for the winner and `lost` for each other, nothing else. `dead_by_year`: who is
    out later stands better; else all who are out are equal.

    `ValueError` unless there are seven places, none worth less than the next.
    """

    places: tuple[Fraction, ...]
    ties: Ties
    centre: Fraction
    survival: Fraction
    lead: Fraction
    solo: Fraction
    lost: Fraction
    dead_by_year: bool

    def __post_init__(self) -> None:
        if len(self.places) != SEATS or sorted(self.places, reverse=True) != list(self.places):
            raise ValueError("Points for seven places are needed, none fewer than those of the next.")

    def scores(self, ended: Ended) -> Scores:
        if ended.solo:
            return {power: self.solo if power == ended.solo else self.lost for power in ended.centres}
        standing: dict[str, Any] = ended.by_year() if self.dead_by_year else dict(ended.centres)
        place = by_place(standing, self.places, mean if self.ties is Ties.SHARED else min)
        return {
            power: place[power]
            + self.centre * owned
            + self.survival * (owned > 0)
            + self.lead * ended.lead * (owned == ended.most)
            for power, owned in ended.centres.items()
        }
