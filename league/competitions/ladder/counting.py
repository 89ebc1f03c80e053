"""For whom a game counts towards a final place and prizes (docs/season-export.md, A ladder's table).

Games, wins and ranks do not go by it: it keeps friends from filling their numbers with games of a minute.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from league.competitions.rules.endings import FORFEIT, Ending, ending_of

AGAINST_ONE: Final = 2
"""The number of games against one person that count."""


@dataclass(slots=True)
class Met:
    """What has counted of an entry's games against one person: how many, and whether an early one did."""

    counted: int = 0
    had_early: bool = False


@dataclass(slots=True)
class Counting:
    """What decides whether the next game counts. `people` are the persons behind entries, by entry: who has
    entered again is the same opponent. `is_old`: by rules of format 1, for which who meets whom is nothing.
    """

    people: Mapping[int, int] = field(default_factory=dict)
    is_old: bool = False
    met: dict[tuple[int, int], Met] = field(default_factory=dict)

    def add(
        self, pair: Sequence[int], winner: int | None, loser: int | None, how: str, early: bool
    ) -> list[int]:
        """The entries for which the next game counts, of the `pair` that played it, in the pair's order. A
        void game counts for no one, and none counts for a player who forfeits it. Besides, an early one
        counts for its winner alone, once an opponent, and of all against one person the first `AGAINST_ONE`.
        """
        if ending_of(how, winner) is Ending.VOID:
            return []
        found = [entry for entry in pair if entry != loser or how != FORFEIT]
        if self.is_old:
            return found
        return [entry for entry in found if self._takes(entry, pair, early, entry == winner)]

    def _takes(self, entry: int, pair: Sequence[int], early: bool, has_won: bool) -> bool:
        other = next(each for each in pair if each != entry)
        met = self.met.setdefault((entry, self.people.get(other, other)), Met())
        if met.counted >= AGAINST_ONE or (early and (not has_won or met.had_early)):
            return False
        met.counted += 1
        met.had_early |= early
        return True
