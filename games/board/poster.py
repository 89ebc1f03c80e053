"""A picture of 1200 by 630 for links on other sites: what a page says, beside a board or the rows of a table.

All that it shows is in the `Poster`, and that is all it can show. Colours are those of the day.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from importlib.resources import as_file, files
from typing import Any, Final, NamedTuple

import resvg_py

from games.board import small

WIDTH, HEIGHT = 1200, 630
MARGIN: Final = 56
MIDDLE: Final = 540
"""The x-coordinate at which the words end and the board or the table begins."""

FONT: Final = "'EB Garamond 12'"
"""The family name inside `poster.ttf`."""

MOST_ROWS: Final = 6
RUBRIC, OCHRE, SOFT = "#9c2f22", "#8a5a00", "#6b5d49"

UNPRINTABLE: Final = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""What XML has no place for, however it is written."""


class Poster(NamedTuple):
    """What is shown: `title` large, `words` below; at the right the `rows` of a table, up to three cells a
    row, or a board (`units` and `centres` as in the engine's view; none: as every game begins). `stamp` is
    put across it: what the picture says may still change.
    """

    title: str
    words: str = ""
    rows: Sequence[Sequence[str]] = ()
    board: Mapping[str, Any] | None = None
    stamp: str = ""


def draw(poster: Poster, opening: Mapping[str, Any]) -> str:
    """The picture as an SVG file of its own; `opening` is the board as every game begins."""
    right = _table(poster.rows) if poster.rows else _board(poster.board or opening)
    drawn = f"{right}{_words(poster)}{_stamp(poster.stamp)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FONT}" fill="{small.INK}">'
        f'<path fill="{small.PAPER}" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>{drawn}</svg>'
    )


@lru_cache(maxsize=64)
def png(svg: str) -> bytes:
    """`svg` as a PNG file, with the one font that is known here. Some 50 ms, 200 kB."""
    with as_file(files(__package__).joinpath("poster.ttf")) as font:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[str(font)]))


def _line(x: float, y: float, size: int, text: str, more: str = "") -> str:
    shown = escape(UNPRINTABLE.sub("", text))
    return f'<text x="{x}" y="{y}" font-size="{size}"{more}>{shown}</text>'


def _words(poster: Poster) -> str:
    title = _broken(poster.title, 20, 3)
    lines = [_line(MARGIN, 120 + 68 * number, 62, line) for number, line in enumerate(title)]
    below = 120 + 68 * len(title)
    rest = _broken(poster.words, 35, max(2, (500 - below) // 40))
    lines += [
        _line(MARGIN, below + 40 * number, 31, line, f' fill="{SOFT}"') for number, line in enumerate(rest)
    ]
    lines.append(f'<path stroke="{RUBRIC}" stroke-width="3" d="M{MARGIN} 536h64"/>')
    lines.append(_line(MARGIN, 578, 31, "Poste Restante", f' fill="{RUBRIC}"'))
    return "".join(lines)


def _broken(text: str, width: int, most: int) -> list[str]:
    """`text` in lines of about `width` letters, `most` of them; dots say that there was more."""
    return textwrap.wrap(text, width, max_lines=most, placeholder=" …")


def _board(view: Mapping[str, Any]) -> str:
    """All of it, and above and below what of the map is left, out to the edges."""
    size = f'width="{WIDTH - MIDDLE}" height="{HEIGHT}"'
    board = small.placed(view, "day", f'{size} overflow="visible"', "meet")
    return (
        f'<svg x="{MIDDLE}" {size}><path fill="{small.LOOKS["day"].sea}" d="M0 0h900v900H0z"/>{board}</svg>'
    )


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Up to three cells a row: a place, a name, a number at the right edge."""
    left, right, size = MIDDLE + 24, WIDTH - MARGIN, 34
    drawn = [f'<path stroke="{SOFT}" d="M{left} 92H{right}"/>']
    for number, row in enumerate(rows[:MOST_ROWS]):
        y = 142 + 72 * number
        first, middle, last = (*row, "", "")[:3]
        drawn.append(_line(left, y, size, first, f' fill="{RUBRIC}"'))
        if middle:
            drawn.append(_line(left + 64, y, size, textwrap.shorten(middle, 24, placeholder=" …")))
        drawn.append(
            _line(right, y, size, textwrap.shorten(last, 26, placeholder=" …"), ' text-anchor="end"')
        )
        drawn.append(f'<path stroke="{SOFT}" d="M{left} {y + 22}H{right}"/>')
    return "".join(drawn)


def _stamp(text: str) -> str:
    if not text:
        return ""
    wide, look = 40 + 19 * len(text), f'fill="{small.PAPER}" stroke="{OCHRE}" stroke-width="4"'
    said = _line(0, 2, 40, text, f' text-anchor="middle" fill="{OCHRE}"')
    return (
        f'<g transform="translate({(MIDDLE + WIDTH) // 2} 500) rotate(-8)">'
        f'<rect x="{-wide / 2}" y="-44" width="{wide}" height="66" rx="8" {look}/>{said}</g>'
    )
