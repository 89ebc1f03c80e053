"""A part of the board: the picture as it is, seen through a smaller window."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.board.atlas import FRAME_HEIGHT, FRAME_WIDTH, anchor

WHOLE: Final = 'viewBox="-40 -40 1910 1660"'
"""The window of a whole board, as it stands in its first tag."""

AROUND: Final = 130
"""How much of the board is shown around the provinces that matter, in its own units."""

LEAST: Final = (720, 540)
"""Width and height of the smallest window: tokens in a narrower one would be coarse."""


def window_of(places: Iterable[str]) -> tuple[int, int, int, int] | None:
    """Left, top, width and height of the part of the board around `places`, four by three, within its frame;
    None where none of them is on the board.
    """
    points = [at for place in places if (at := anchor(place))]
    if not points:
        return None
    left, right = min(at.x for at in points) - AROUND, max(at.x for at in points) + AROUND
    top, bottom = min(at.y for at in points) - AROUND, max(at.y for at in points) + AROUND
    width = min(max(right - left, (bottom - top) * 4 / 3, LEAST[0]), FRAME_WIDTH)
    height = min(width * 3 / 4, FRAME_HEIGHT)
    x = min(max((left + right - width) / 2, 0), FRAME_WIDTH - width)
    y = min(max((top + bottom - height) / 2, 0), FRAME_HEIGHT - height)
    return round(x), round(y), round(width), round(height)


def cropped(svg: str, places: Iterable[str]) -> str:
    """The picture of a whole board, seen only around `places`; all of it where they are nowhere on it."""
    window = window_of(places)
    if window is None:
        return svg
    if WHOLE not in svg:
        raise ValueError("this is no picture of a whole board")
    return svg.replace(WHOLE, 'viewBox="{} {} {} {}"'.format(*window), 1)
