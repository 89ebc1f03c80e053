"""Names on the map, each at the best of its spots that tokens, marks and other names leave free.

The map is ruled into squares; whatever is drawn darkens squares, and a name pays for the dark ones under it.
"""

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import NamedTuple

from games.board.atlas import (
    FRAME_HEIGHT,
    FRAME_WIDTH,
    SWITZERLAND,
    Lettering,
    Place,
    Point,
    Spot,
    places,
)
from games.board.curves import number

_SIDE = 12
_COLUMNS, _ROWS = FRAME_WIDTH // _SIDE + 1, FRAME_HEIGHT // _SIDE + 1

_LINE, _NAME, _TOKEN = 3, 9, 10  # how dark each kind of drawing is
_DARKER = {
    weight: bytes(max(dark, weight) for dark in range(256)) for weight in (_LINE, 2 * _LINE, _NAME, _TOKEN)
}
"""For each weight, what every darkness becomes where it is laid on."""
_DEAREST = 0.9  # what one square of full darkness under a whole name costs


class Shade:
    """How full each square of the map is."""

    def __init__(self) -> None:
        self._rows = [bytearray(_COLUMNS) for _ in range(_ROWS)]

    def copy(self) -> "Shade":
        twin = Shade()
        twin._rows = [row[:] for row in self._rows]
        return twin

    def darken(self, x0: float, y0: float, x1: float, y1: float, weight: int) -> None:
        left, right = max(int(x0 // _SIDE), 0), min(int(x1 // _SIDE) + 1, _COLUMNS)
        darker = _DARKER[weight]
        for row in self._rows[max(int(y0 // _SIDE), 0) : max(int(y1 // _SIDE) + 1, 0)]:
            row[left:right] = row[left:right].translate(darker)

    def dot(self, point: Point, weight: int = _LINE) -> None:
        column, row = int(point.x // _SIDE), int(point.y // _SIDE)
        if 0 <= column < _COLUMNS and 0 <= row < _ROWS and self._rows[row][column] < weight:
            self._rows[row][column] = weight

    def under(self, box: "_Box") -> float:
        """The mean darkness below a box."""
        dark = 0
        for row in self._rows[box.top : box.bottom]:
            dark += sum(row[box.left : box.right])
        return dark / box.size


class _Box(NamedTuple):
    """The squares that a name covers at one of its spots."""

    left: int
    right: int
    top: int
    bottom: int
    size: int


class _Choice(NamedTuple):
    """A spot, what it costs, and the squares under the name there."""

    at: Point
    cost: float
    box: _Box


@lru_cache
def _choices(key: str) -> tuple[tuple[Place, Lettering, tuple[_Choice, ...]], ...]:
    """Every name in one kind of lettering with its spots; those with the fewest good spots come first."""
    return tuple(
        (place, label, tuple(_choice(label, spot) for spot in label.spots))
        for place in sorted(places().values(), key=lambda one: (-_tightness(one.labels[key]), one.code))
        for label in [place.labels[key]]
    )


def _choice(label: Lettering, spot: Spot) -> _Choice:
    half, tall = label.width / 2, label.height / 2
    left, right = int((spot.x - half) // _SIDE), min(int((spot.x + half) // _SIDE) + 1, _COLUMNS)
    top, bottom = int((spot.y - tall) // _SIDE), min(int((spot.y + tall) // _SIDE) + 1, _ROWS)
    box = _Box(max(left, 0), right, max(top, 0), bottom, (right - max(left, 0)) * (bottom - max(top, 0)))
    return _Choice(Point(spot.x, spot.y), spot.cost, box)


def render_labels(
    language: str,
    tokens: Iterable[Point],
    rings: Iterable[Point],
    points: Iterable[Point],
    *,
    has_spies: bool = False,
) -> str:
    """Both sets of names, full and abbreviated; the stylesheet shows the one that the page's width allows.

    Where a game `has_spies`, Switzerland is named too.
    """
    marks = Shade()
    for point in points:
        marks.dot(point)
    full, short = marks, marks.copy()
    for token in tokens:
        full.darken(token.x - 29, token.y - 27, token.x + 29, token.y + 27, _TOKEN)
        short.darken(token.x - 36, token.y - 34, token.x + 36, token.y + 34, _TOKEN)
    for ring in rings:
        for shade in (full, short):
            shade.darken(ring.x - 42, ring.y - 42, ring.x + 42, ring.y + 42, _LINE * 2)
    swiss = {key: _swiss(key) if has_spies else "" for key in (language, "abbr")}
    return (
        f'<g class="labels" pointer-events="none"><g class="full">{_set_names(language, full)}'
        f'{swiss[language]}</g><g class="abbr">{_set_names("abbr", short)}{swiss["abbr"]}</g></g>'
    )


@lru_cache(maxsize=4)
def steady_labels(language: str, *, has_spies: bool = False) -> str:
    """Names that stay where they are whatever stands on the board: clear of every place for a unit."""
    tokens = [at for place in places().values() for at in (place.unit, *place.coasts.values())]
    return render_labels(language, tokens, (), (), has_spies=has_spies)


def _swiss(key: str) -> str:
    """Switzerland's name has one spot: over where its spies stand."""
    spot = SWITZERLAND.labels[key].spots[0]
    return _text(SWITZERLAND.code, key, Point(spot.x, spot.y))


def _set_names(key: str, shade: Shade) -> str:
    """Names in one kind of lettering, as an SVG fragment."""
    drawn = {}
    for place, label, choices in _choices(key):
        at = _best_spot(choices, shade)
        half, tall = label.width / 2, label.height / 2
        shade.darken(at.x - half, at.y - tall, at.x + half, at.y + tall - 4, _NAME)
        drawn[place.code] = _text(place.code, key, at)
    return "".join(drawn[code] for code in sorted(drawn))


def _tightness(label: Lettering) -> float:
    return label.spots[len(label.spots) // 2].cost


def _best_spot(choices: Iterable[_Choice], shade: Shade) -> Point:
    best, price = Point(0, 0), float("inf")
    for at, cost, box in choices:
        if cost >= price:
            break  # the spots come in the sequence of their own cost
        full = cost + _DEAREST * shade.under(box)
        if full < price:
            best, price = at, full
    return best


@lru_cache(maxsize=4096)
def _text(code: str, key: str, at: Point) -> str:
    place = places().get(code, SWITZERLAND)
    label, short = place.labels[key], key == "abbr"
    ink = "lsea" if place.is_sea else "lland"
    first = at.y + label.size * (0.29 - 0.49 * (len(label.lines) - 1))
    x = number(at.x)
    if short:
        return f'<text class="{ink} labr" x="{x}" y="{number(first)}">{escape(label.lines[0])}</text>'
    if len(label.lines) == 1:
        inner = escape(label.lines[0])
    else:
        inner = " ".join(  # people who copy or hear the name get "Gulf of Bothnia"
            f'<tspan x="{x}" y="{number(first + 0.98 * label.size * index)}">{escape(text)}</tspan>'
            for index, text in enumerate(label.lines)
        )
    size = number(label.size)
    return f'<text class="{ink}" font-size="{size}" x="{x}" y="{number(first)}">{inner}</text>'
