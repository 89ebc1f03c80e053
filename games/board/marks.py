"""Order marks as SVG: each line becomes a casing, an ink stroke in its power's colour, and its sign.

Supports lie lowest, arrows over them, and the rings that tie a support to its arrow on top, so that neither
hides the other. All that goes under the tokens; `signs` (crosses, slashes) go over everything.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple

from games.board.atlas import Point, anchor, beside
from games.board.curves import Route, arc, barbed_head, cross, number, pair, slashes, voyage
from games.board.lines import Fate, Marked, Sign, province

Spot = Callable[[str, str], Point]
"""Where the spies of a power (the second) stand in a province (the first)."""

_TOKEN = 34.0  # a line keeps this far from the token it leaves
_ARRIVAL = 37.0  # and its head this far from a token that stands where it goes
_RING = 41.0
_SPY = 20.0

_DRAWN_IN_TURN = [Sign.MOVE, Sign.RETREAT, Sign.SUPPORT, Sign.CONVOY, Sign.HOLD, Sign.BUILD, Sign.DISBAND]


@dataclass(slots=True)
class Marks:
    """What has been drawn so far, and the points that labels should keep away from."""

    supports: list[str] = field(default_factory=list)
    arrows: list[str] = field(default_factory=list)
    ties: list[str] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    rings: set[Point] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)  # the legend's keys
    by_order: dict[Marked, "Pieces"] = field(default_factory=dict)

    def under_tokens(self) -> str:
        return "".join([*self.supports, *self.arrows, *self.ties])

    def _sizes(self) -> tuple[int, ...]:
        return len(self.supports), len(self.arrows), len(self.ties), len(self.signs)

    def _since(self, sizes: tuple[int, ...]) -> "Pieces":
        layers = (self.supports, self.arrows, self.ties, self.signs)
        return Pieces(*(tuple(layer[size:]) for layer, size in zip(layers, sizes, strict=True)))


class Pieces(NamedTuple):
    """What is drawn for one order, layer by layer from the lowest."""

    supports: tuple[str, ...]
    arrows: tuple[str, ...]
    ties: tuple[str, ...]
    signs: tuple[str, ...]


def _in_the_middle(place: str, power: str) -> Point:
    return _place(place)


def draw(
    marked: Iterable[Marked], occupied: set[str], dislodged: set[str], spot: Spot = _in_the_middle
) -> Marks:
    """Marks for the given orders.

    `occupied` are the provinces in which a token stands, `dislodged` those with a token beside; `spot` says
    where spies stand.
    """
    orders = sorted(
        marked, key=lambda one: (_DRAWN_IN_TURN.index(one.line.sign), one.line.at, one.line.to or "")
    )
    marks = Marks()
    moves = _routes([order for order in orders if order.line.kind != "E"])
    rings: dict[tuple[str, str], int] = {}
    fleets = _fleets(orders)
    for order in orders:
        line, sizes = order.line, marks._sizes()
        if line.kind == "E":
            _draw_spy(marks, order, spot(line.at, order.power), fleets)
        else:
            match line.sign:
                case Sign.MOVE:
                    _draw_move(marks, order, moves[_journey(line.at, line.to)], occupied)
                case Sign.RETREAT:
                    _draw_retreat(marks, order, occupied)
                case Sign.SUPPORT:
                    _draw_support(marks, order, moves, rings)
                case Sign.CONVOY | Sign.HOLD:  # what stands still
                    _draw_below(marks, order)
                case Sign.BUILD:
                    _draw_build(marks, order)
                case Sign.DISBAND:
                    _draw_disband(marks, order, dislodged)
        marks.by_order[order] = marks._since(sizes)
    return marks


def _place(location: str | None) -> Point:
    at = anchor(location or "")
    if at is None:
        raise LookupError(f"{location} was read as a place on the map but has no anchor")
    return at


def _journey(at: str, to: str | None) -> tuple[str, str]:
    return province(at), province(to or "")


def _fleets(orders: Iterable[Marked]) -> dict[tuple[str, str], list[Point]]:
    """Where the fleets lie that are told to carry someone, by the two provinces of the spy's way."""
    fleets: dict[tuple[str, str], list[Point]] = {}
    for order in orders:
        if order.line.sign is Sign.CONVOY and order.line.target:
            key = _journey(order.line.target, order.line.to)
            fleets.setdefault(key, []).append(_place(order.line.at))
    return fleets


def _routes(orders: list[Marked]) -> dict[tuple[str, str], "_Journey"]:
    """The course of every move and of every army that fleets are told to carry, by its two provinces."""
    fleets = _fleets(orders)
    found: dict[tuple[str, str], _Journey] = {}
    for order in orders:
        line = order.line
        if line.sign is Sign.MOVE:
            key = _journey(line.at, line.to)
            by_sea = line.kind == "A" and (line.via or key in fleets)
            found.setdefault(key, _course(_place(line.at), _place(line.to), fleets.get(key, []), by_sea))
    return found


@dataclass(frozen=True, slots=True)
class _Journey:
    route: Route
    by_sea: bool


def _course(start: Point, end: Point, fleets: list[Point], by_sea: bool) -> _Journey:
    return _Journey(voyage(start, end, fleets) if by_sea else arc(start, end, 0.10), by_sea)


def _group(order: Marked, inner: str, extra: str = "") -> str:
    failed = " o-failed" if order.fate in (Fate.FAILED, Fate.CUT) else ""
    implied = " o-implied" if order.implied else ""
    power = escape(order.power.lower())
    classes = f"order-mark o-{order.line.sign.value}{extra}{failed}{implied}"
    return f'<g class="{classes}" data-power="{power}">{inner}</g>'


def _stroke(path: str) -> str:
    return f'<path class="o-case" d="{path}"/><path class="o-line" d="{path}"/>'


def _sign(marks: Marks, at: Point, path: str) -> None:
    marks.signs.append(f'<path class="o-cross-case" d="{path}"/><path class="o-cross" d="{path}"/>')
    marks.points += _around(at)


def _around(at: Point) -> list[Point]:
    return [Point(at.x + dx, at.y + dy) for dx in (-12, 0, 12) for dy in (-12, 0, 12)]


def _arrow(marks: Marks, order: Marked, route: Route, extra: str = "") -> None:
    head, shaft = barbed_head(route)
    marks.arrows.append(_group(order, f'{_stroke(shaft.path())}<path class="o-head" d="{head}"/>', extra))
    marks.points += [*route.samples(), *_around(route.end)]
    if order.fate in (Fate.FAILED, Fate.CUT):
        marks.kinds.add("failed")
        _sign(marks, route.at(0.5), cross(route.at(0.5)))


def _draw_move(marks: Marks, order: Marked, journey: _Journey, occupied: set[str]) -> None:
    gap = _ARRIVAL if province(order.line.to or "") in occupied else 4.0
    marks.kinds.add("convoyed" if journey.by_sea else "move")
    _arrow(marks, order, journey.route.trimmed(_TOKEN, gap), " o-convoyed" if journey.by_sea else "")


def _draw_spy(
    marks: Marks, order: Marked, start: Point, fleets: Mapping[tuple[str, str], list[Point]]
) -> None:
    """A spy's way, thinner than a unit's; a cross where the spy is to kill, or is removed."""
    line = order.line
    if line.sign is Sign.MOVE:
        end = _place(line.to)
        by_fleets = fleets.get(_journey(line.at, line.to), []) if line.via else []
        route = voyage(start, end, by_fleets) if line.via else arc(start, end, 0.14)
        marks.kinds.add("convoyed" if line.via else "spy-move")
        _arrow(marks, order, route.trimmed(_SPY, _SPY), " o-convoyed" if line.via else "")
        start = Point(end.x + 22, end.y - 22)
    elif line.sign is Sign.BUILD:
        _draw_build(marks, order)
    elif line.sign is Sign.DISBAND:
        marks.kinds.add("disband")
        _sign(marks, start, cross(start, 16))
    if line.kill:
        marks.kinds.add("kill")
        _sign(marks, start, cross(start, 12))


def _draw_retreat(marks: Marks, order: Marked, occupied: set[str]) -> None:
    marks.kinds.add("retreat")
    start = beside(_place(order.line.at))
    gap = _ARRIVAL if province(order.line.to or "") in occupied else 4.0
    _arrow(marks, order, arc(start, _place(order.line.to), 0.08).trimmed(_TOKEN * 0.9, gap))


def _draw_support(
    marks: Marks,
    order: Marked,
    moves: Mapping[tuple[str, str], _Journey],
    rings: dict[tuple[str, str], int],
) -> None:
    marks.kinds.add("support")
    line = order.line
    start, target = _place(line.at), line.target or ""
    if line.to:
        key = _journey(target, line.to)
        earlier = rings[key] = rings.get(key, -1) + 1
        course = moves.get(key) or _course(_place(target), _place(line.to), [], by_sea=False)
        point = course.route.at(max(0.6 - 0.09 * earlier, 0.24))
        route = arc(start, point, 0.06).trimmed(_TOKEN, 9)
        ring = f'<circle class="o-ring" cx="{number(point.x)}" cy="{number(point.y)}" r="9"/>'
    else:
        point = _place(target)
        route = arc(start, point, 0.06).trimmed(_TOKEN, _RING + 2)
        ring = _circle("o-case", point) + _circle("o-ring o-open", point)
        marks.rings.add(point)
    marks.supports.append(_group(order, _stroke(route.path())))
    marks.ties.append(_group(order, ring))
    marks.points += [*route.samples(), point]
    if order.fate is Fate.CUT:
        marks.kinds.add("cut")
        _sign(marks, route.at(0.45), slashes(route, 0.45))
    elif order.fate is Fate.FAILED:
        marks.kinds.add("failed")
        _sign(marks, route.at(0.45), cross(route.at(0.45), 12))


def _circle(classes: str, at: Point, radius: float = _RING) -> str:
    return f'<circle class="{classes}" cx="{number(at.x)}" cy="{number(at.y)}" r="{number(radius)}"/>'


def _draw_below(marks: Marks, order: Marked) -> None:
    """A wave under a fleet that convoys, a bracket under a unit that holds."""
    marks.kinds.add(order.line.sign.value)
    at = _place(order.line.at)
    if order.line.sign is Sign.CONVOY:
        path = f"M{pair(Point(at.x - 33, at.y + 36))}q8-11 16.5 0t16.5 0t16.5 0t16.5 0"
    else:
        path = f"M{pair(Point(at.x - 26, at.y + 24))}v13h52v-13"
    marks.supports.append(_group(order, _stroke(path)))
    marks.points += [Point(at.x + dx, at.y + 36) for dx in (-24, -8, 8, 24)]
    if order.line.sign is Sign.CONVOY and order.fate in (Fate.FAILED, Fate.CUT):
        marks.kinds.add("failed")
        _sign(marks, at, cross(Point(at.x, at.y + 38), 11))


def _draw_build(marks: Marks, order: Marked) -> None:
    marks.kinds.add("build")
    at = _place(order.line.at)
    plus = f"M{pair(Point(at.x + 20, at.y - 31))}h22m-11-11v22"
    ring = _circle("o-case", at) + _circle("o-ring o-open", at)
    marks.ties.append(_group(order, ring))
    marks.rings.add(at)
    power = escape(order.power.lower())
    marks.signs.append(f'<g class="o-plus" data-power="{power}">{_stroke(plus)}</g>')
    if order.fate is Fate.FAILED:
        marks.kinds.add("failed")
        _sign(marks, at, cross(at))


def _draw_disband(marks: Marks, order: Marked, dislodged: set[str]) -> None:
    marks.kinds.add("disband")
    at = _place(order.line.at)
    if province(order.line.at) in dislodged:
        at = beside(at)
    _sign(marks, at, cross(at, 19))
