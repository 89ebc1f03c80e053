"""Names on the map, each at the best of its spots that tokens, marks and other names leave free.

The map is ruled into squares; whatever is drawn darkens squares, and a name pays for the dark ones under it.
"""

from collections.abc import Iterable
from html import escape

from games.board.atlas import FRAME_HEIGHT, FRAME_WIDTH, Lettering, Place, Point, places
from games.board.curves import number

_SIDE = 12
_COLUMNS, _ROWS = FRAME_WIDTH // _SIDE + 1, FRAME_HEIGHT // _SIDE + 1

_LINE, _NAME, _TOKEN = 3, 9, 10  # how dark each kind of drawing is
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
        for row in self._rows[max(int(y0 // _SIDE), 0) : max(int(y1 // _SIDE) + 1, 0)]:
            for column in range(left, right):
                if row[column] < weight:
                    row[column] = weight

    def dot(self, point: Point, weight: int = _LINE) -> None:
        column, row = int(point.x // _SIDE), int(point.y // _SIDE)
        if 0 <= column < _COLUMNS and 0 <= row < _ROWS and self._rows[row][column] < weight:
            self._rows[row][column] = weight

    def under(self, x0: float, y0: float, x1: float, y1: float) -> float:
        """The mean darkness below a box."""
        left, right = int(x0 // _SIDE), int(x1 // _SIDE) + 1
        rows = self._rows[int(y0 // _SIDE) : int(y1 // _SIDE) + 1]
        return sum(sum(row[left:right]) for row in rows) / (len(rows) * (right - left))


def render_labels(
    language: str, tokens: Iterable[Point], rings: Iterable[Point], points: Iterable[Point]
) -> str:
    """Both sets of names, full and abbreviated; the stylesheet shows the one that the page's width allows."""
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
    return (
        f'<g class="labels"><g class="full">{_set_names(language, full)}</g>'
        f'<g class="abbr">{_set_names("abbr", short)}</g></g>'
    )


def _set_names(key: str, shade: Shade) -> str:
    """Names in one kind of lettering; those with the fewest good spots choose first."""
    drawn = {}
    for place in sorted(places().values(), key=lambda one: (-_tightness(one.labels[key]), one.code)):
        label = place.labels[key]
        at = _best_spot(label, shade)
        half, tall = label.width / 2, label.height / 2
        shade.darken(at.x - half, at.y - tall, at.x + half, at.y + tall - 4, _NAME)
        drawn[place.code] = _text(place, label, at, short=key == "abbr")
    return "".join(drawn[code] for code in sorted(drawn))


def _tightness(label: Lettering) -> float:
    return label.spots[len(label.spots) // 2].cost


def _best_spot(label: Lettering, shade: Shade) -> Point:
    best, price = Point(label.spots[0].x, label.spots[0].y), float("inf")
    half, tall = label.width / 2, label.height / 2
    for x, y, cost in label.spots:
        if cost >= price:
            break  # the spots come in the sequence of their own cost
        full = cost + _DEAREST * shade.under(x - half, y - tall, x + half, y + tall)
        if full < price:
            best, price = Point(x, y), full
    return best


def _text(place: Place, label: Lettering, at: Point, *, short: bool) -> str:
    ink = "lsea" if place.is_sea else "lland"
    first = at.y + label.size * (0.29 - 0.49 * (len(label.lines) - 1))
    x = number(at.x)
    if short:
        return f'<text class="{ink} labr" x="{x}" y="{number(first)}">{escape(label.lines[0])}</text>'
    if len(label.lines) == 1:
        inner = escape(label.lines[0])
    else:
        inner = "".join(
            f'<tspan x="{x}" y="{number(first + 0.98 * label.size * index)}">{escape(text)}</tspan>'
            for index, text in enumerate(label.lines)
        )
    size = number(label.size)
    return f'<text class="{ink}" font-size="{size}" x="{x}" y="{number(first)}">{inner}</text>'
