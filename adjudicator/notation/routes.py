"""Seas that a line names between where an army starts and where it goes: the route of its convoy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from adjudicator.board import Board
from adjudicator.notation.lexicon import Lexicon, Match
from adjudicator.notation.words import Token

_BETWEEN: Final = frozenset(("-", "to", "and", "et", "then", "puis", "via"))
"""What may stand between one sea and the next."""


class Routes:
    """The routes named in one line; `places` tells the locations named at a token."""

    def __init__(
        self, text: Sequence[Token], lexicon: Lexicon, places: Callable[[int], Iterator[Match]]
    ) -> None:
        self.text = text
        self.board = lexicon.board
        self.places = places

    def is_sea(self, place: str) -> bool:
        """Whether `place` is a sea."""
        return place in _shores(self.board)

    def over(self, at: int, start: Iterable[str]) -> Iterator[tuple[int, frozenset[str]]]:
        """Every end of a row of seas from token `at`, each beside the one before, the first beside `start`;
        and what the last of them may be.
        """
        layer = {at: frozenset(place[:3] for place in start)}
        while layer:
            reached: dict[int, frozenset[str]] = {}
            for begin, before in layer.items():
                for match in self.places(begin) if begin < len(self.text) else ():
                    shores = _shores(self.board)
                    seas = frozenset(sea for sea in match.meaning if before & shores.get(sea, frozenset()))
                    if seas:
                        reached[match.end] = reached.get(match.end, frozenset()) | seas
            yield from reached.items()
            layer = {}
            for end, seas in reached.items():
                for begin in (end, end + 1) if self._is_between(end) else (end,):
                    layer[begin] = layer.get(begin, frozenset()) | seas

    def ashore(self, places: Iterable[str], seas: Iterable[str]) -> frozenset[str]:
        """Those of `places` that lie on the coast of one of `seas`."""
        coasts = frozenset[str]().union(*(_shores(self.board)[sea] for sea in seas))
        return frozenset(place for place in places if place[:3] in coasts and not self.is_sea(place))

    def _is_between(self, at: int) -> bool:
        return at < len(self.text) and self.text[at].text in _BETWEEN


@cache
def _shores(board: Board) -> dict[str, frozenset[str]]:
    """Each sea -> the provinces beside it."""
    return {
        province.id: frozenset(place[:3] for place in board.steps(f"F {province.id}"))
        for province in board.provinces.values()
        if province.is_sea
    }
