"""A board as small integers, for the inner loops: made once for each board, read by everyone, never changed.

A *place* is the index of a location in `Board.locations` (provinces first, so a province is its own
place). A *unit code* is a place for an army there, a place plus the number of places for a fleet. Sets of
seas are bit masks over provinces.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from adjudicator.board import Board, standard


class Geography:
    """The integer tables of one board."""

    __slots__ = (
        "board",
        "coastal",
        "fleet_code",
        "is_sea",
        "landings",
        "moves",
        "place_code",
        "place_text",
        "powers",
        "province_of",
        "province_text",
        "provinces",
        "sea_mask",
        "seas_beside",
        "shores",
        "stands",
        "touches",
        "unit_code",
        "unit_text",
    )

    def __init__(self, board: Board) -> None:
        places = board.locations
        self.board: Final = board
        self.powers: Final = tuple(board.powers)
        self.provinces: Final = len(board.provinces)
        self.place_text: Final = places
        self.place_code: Final[dict[str, int]] = {text: place for place, text in enumerate(places)}
        self.province_text: Final = tuple(board.provinces)
        self.province_of: Final[list[int]] = [self.place_code[text[:3]] for text in places]
        self.fleet_code: Final = len(places)
        """What is added to a place to make it the code of a fleet there."""
        self.unit_text: Final[list[str]] = [f"A {text}" for text in places] + [f"F {text}" for text in places]
        self.unit_code: Final[dict[str, int]] = {text: code for code, text in enumerate(self.unit_text)}
        self.stands: Final[list[int]] = self.province_of + self.province_of
        """Unit code -> its province."""

        self.is_sea: Final[list[bool]] = [province.is_sea for province in board.provinces.values()]
        self.coastal: Final[list[bool]] = [p.kind == "coastal" for p in board.provinces.values()]
        self.sea_mask: Final[int] = sum(1 << sea for sea, wet in enumerate(self.is_sea) if wet)
        self.seas_beside: Final[list[int]] = [0] * self.provinces
        """Province -> mask of the seas that border it, over whichever coast."""

        self.shores: Final[list[int]] = [0] * self.provinces
        """Sea -> mask of the land provinces that border it."""

        self.moves: Final[list[dict[str, int]]] = [{} for _ in self.unit_text]
        """Unit code -> where it may step: the destination's text -> the unit code it would have there."""
        self.landings: Final[list[dict[int, list[int]]]] = [{} for _ in self.unit_text]
        """Unit code -> neighbouring province -> unit codes it could have there (two: coasts to choose)."""
        for unit, code in self.unit_code.items():
            if board.may_stand(unit):
                for reached in board.steps(unit):
                    landed = self.unit_code[f"{unit[0]} {reached}"]
                    self.moves[code][reached] = landed
                    self.landings[code].setdefault(self.stands[landed], []).append(landed)
        self.touches: Final[list[bytes]] = [
            bytes(province in reached for province in range(self.provinces)) for reached in self.landings
        ]
        """Unit code -> by province, whether it could step there, on any coast: where its support reaches."""
        for code in range(self.fleet_code, 2 * self.fleet_code):
            for province in self.landings[code]:
                here = self.stands[code]
                if self.is_sea[province]:
                    self.seas_beside[here] |= 1 << province
                if self.is_sea[here] and not self.is_sea[province]:
                    self.shores[here] |= 1 << province


@cache
def _geography(board: Board) -> Geography:
    return Geography(board)


def geography(board: Board | None = None) -> Geography:
    """The tables of `board` (the standard map when none is named)."""
    return _geography(standard() if board is None else board)
