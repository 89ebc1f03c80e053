"""The board as a small picture, two hundred pixels high: a whole file of its own, that says no word.

It is what an `<img>` shows: no style sheet reaches into it, so its colours stand in it, and there is one for
the day and one for the night. They are those of `static/look.css`, section 9.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.board.atlas import SWITZERLAND, places
from games.board.curves import number
from games.board.ground import colours
from games.board.tokens import SHAPES, tokens_of

FRAME: Final = (300, 440, 1630, 1400)
"""What of the map is shown: left, top, right and bottom."""

OFF: Final = ("OFF-BOARD", SWITZERLAND.code)
"""Land that no one enters."""

CODES: Final = (*OFF, *(code for code, place in places().items() if not place.is_sea))
"""The outlines that are drawn, by the codes of provinces, in the order in which they are."""

DRAWN: Final = ("units", "centres", "dislodged")
"""What of a view the picture shows. Nothing else of it is read here."""

DRAWN_SO: Final = 1
"""Grows when the same board is drawn otherwise, so that browsers do not keep the older picture."""

LARGER: Final = 1.5
"""The factor by which tokens are larger than on the whole board."""


class Look(NamedTuple):
    """The colours of one picture; `powers` are those of provinces, by the power that owns them."""

    sea: str
    land: str
    off: str
    line: str
    powers: Mapping[str, str]


LOOKS: Final[Mapping[str, Look]] = {
    "day": Look(
        sea="#c3d2d2",
        land="#f4ecd8",
        off="#d8ccb2",
        line="#3d3226",
        powers={
            "austria": "#d0694a",
            "england": "#6f82cf",
            "france": "#82d3f3",
            "germany": "#858884",
            "italy": "#87b68c",
            "russia": "#b299b7",
            "turkey": "#f0cf6a",
        },
    ),
    "night": Look(
        sea="#22323a",
        land="#4c4538",
        off="#2c2821",
        line="#12100d",
        powers={
            "austria": "#8f3a14",
            "england": "#28458a",
            "france": "#2173b9",
            "germany": "#6e6f6c",
            "italy": "#5b7b4c",
            "russia": "#765c7d",
            "turkey": "#a8862a",
        },
    ),
}

TOKENS: Final[Mapping[str, str]] = {
    "austria": "#761a12",
    "england": "#20207f",
    "france": "#1072c8",
    "germany": "#241a20",
    "italy": "#546b52",
    "russia": "#675570",
    "turkey": "#96620f",
}
PAPER, INK = "#fdf8ea", "#241c12"


@lru_cache(maxsize=1)
def outlines() -> Mapping[str, str]:
    """The path of each piece of land, with few corners (`deploy/small_map.py`)."""
    return MappingProxyType(json.loads(files(__package__).joinpath("small.json").read_text(encoding="utf-8")))


def draw(view: Mapping[str, Any], look: str) -> str:
    """An SVG file of the board, in the colours of one of `LOOKS`: owners and units of `view`, nothing else.

    `view` is the engine's view of a position. Same input, same text.
    """
    left, top, right, bottom = FRAME
    return placed(view, look, f'width="{right - left}" height="{bottom - top}"')


def placed(view: Mapping[str, Any], look: str, where: str, fits: str = "slice") -> str:
    """The same as a part of a larger picture, with these attributes of its place in it; `fits` as SVG has it:
    `slice` fills the place, `meet` shows all of the board.
    """
    paint = LOOKS[look]
    left, top, right, bottom = FRAME
    width, height = right - left, bottom - top
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
        f'{where} preserveAspectRatio="xMidYMid {fits}">'
        f'<defs>{_SYMBOLS}</defs><path fill="{paint.sea}" d="M{left} {top}h{width}v{height}h-{width}z"/>'
        f'<g stroke="{paint.line}" stroke-width="2.5" stroke-linejoin="round">{_lands(view, paint)}</g>'
        f"{_units(view)}</svg>"
    )


def _lands(view: Mapping[str, Any], paint: Look) -> str:
    owned = {code: paint.powers.get(power.lower(), paint.land) for code, power in colours(view).items()}
    fills = dict.fromkeys(OFF, paint.off) | owned
    return "".join(
        f'<path fill="{fills.get(code, paint.land)}" d="{escape(outlines()[code])}"/>'
        for code in CODES
        if code in outlines()
    )


def _units(view: Mapping[str, Any]) -> str:
    return "".join(
        f'<use href="#{token.kind}" fill="{TOKENS.get(token.power.lower(), INK)}" '
        f'transform="translate({number(token.at.x)} {number(token.at.y)}) scale({LARGER})"/>'
        for token in tokens_of(view, set())
    )


_SYMBOLS: Final = "".join(
    f'<g id="{kind}" stroke-linejoin="round">'
    f'<path d="{path}" fill="{PAPER}" stroke="{PAPER}" stroke-width="6"/>'
    f'<path d="{path}" stroke="{INK}" stroke-width="1.8"/>{mark}</g>'
    for kind, path, mark in (
        ("A", SHAPES["A"], f'<path d="M-9-9 9 9M9-9-9 9" stroke="{PAPER}" stroke-width="3.5"/>'),
        ("F", SHAPES["F"], ""),
    )
)
