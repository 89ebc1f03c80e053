"""Which of the two goes on whose game no one won: HR-13 of the house rules, (a) to (e)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

Two: TypeAlias = tuple[int, int]
"""A number of each of the two, in the order of the sides of their pairing."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What is measured of one game. `home`: centres of the home powers at the end of each finished year, the
    first year first; `treasury`: credits after the income of the last one; `commanded`: centres of the home
    power and of the mercenaries won in that year's auction, at its end; `missed`: phases (HR-1).
    """

    home: Sequence[Two]
    treasury: Two
    commanded: Two
    missed: Two

    @property
    def last_home(self) -> Two:
        return self.home[-1] if self.home else (0, 0)

    @property
    def all_home(self) -> Two:
        return sum(one for one, _two in self.home), sum(two for _one, two in self.home)


def _fewer(missed: Two) -> Two:
    return -missed[0], -missed[1]


MEASURES: Final[Sequence[tuple[str, Callable[[Measured], Two]]]] = (
    ("a", lambda game: game.last_home),
    ("b", lambda game: game.treasury if game.home else (0, 0)),
    ("c", lambda game: game.all_home),
    ("d", lambda game: game.commanded if game.home else (0, 0)),
    ("e", lambda game: _fewer(game.missed)),
)
"""Measures of which more is better, by letter."""


def decided(games: Sequence[Measured]) -> tuple[int, str] | None:
    """The place (0 or 1) of who goes on and the letter that decided, by the sums over a game and its replay;
    None where none of the letters does, or nothing was measured: then the draw decides.
    """
    for letter, number in MEASURES if games else ():
        ones, twos = zip(*map(number, games), strict=True)
        if sum(ones) != sum(twos):
            return int(sum(ones) < sum(twos)), letter
    return None
