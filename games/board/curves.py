"""The geometry of order marks: routes of quadratic curves cut short of tokens, heads, crosses, slashes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.board.atlas import Point


def number(value: float) -> str:
    """A coordinate to a tenth of a unit, without a needless nought."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def pair(point: Point) -> str:
    return f"{number(point.x)} {number(point.y)}"


def between(a: Point, b: Point, t: float) -> Point:
    return Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)


@dataclass(frozen=True, slots=True)
class Curve:
    """One quadratic Bézier curve."""

    start: Point
    control: Point
    end: Point

    def at(self, t: float) -> Point:
        s = 1.0 - t
        a, b, c = s * s, 2.0 * s * t, t * t
        return Point(
            a * self.start.x + b * self.control.x + c * self.end.x,
            a * self.start.y + b * self.control.y + c * self.end.y,
        )

    def part(self, t0: float, t1: float) -> "Curve":
        """The piece between two parameters, as a curve of its own (by blossoming)."""
        first = between(self.start, self.control, t0)
        second = between(self.control, self.end, t0)
        return Curve(self.at(t0), between(first, second, t1), self.at(t1))

    def _when(self, centre: Point, distance: float, *, leaving: bool) -> float:
        """The parameter at which the curve is `distance` away from one of its ends, by bisection."""
        low, high = (0.0, 1.0) if leaving else (1.0, 0.0)
        for _ in range(9):
            middle = (low + high) / 2
            if math.dist(self.at(middle), centre) < distance:
                low = middle
            else:
                high = middle
        return high

    def without_start(self, distance: float) -> "Curve":
        return self.part(self._when(self.start, distance, leaving=True), 1.0)

    def without_end(self, distance: float) -> "Curve":
        return self.part(0.0, self._when(self.end, distance, leaving=False))


@dataclass(frozen=True, slots=True)
class Route:
    """A line from one place to another: one curve, or several that join smoothly."""

    curves: tuple[Curve, ...]

    @property
    def end(self) -> Point:
        return self.curves[-1].end

    def at(self, t: float) -> Point:
        """The point at `t` of the way, 0 to 1, each curve counting alike."""
        scaled = t * len(self.curves)
        index = min(int(scaled), len(self.curves) - 1)
        return self.curves[index].at(scaled - index)

    def trimmed(self, start: float, end: float) -> "Route":
        """The route without what lies within `start` of where it leaves and `end` of where it arrives."""
        curves = list(self.curves)
        if start:
            curves[0] = curves[0].without_start(start)
        if end:
            curves[-1] = curves[-1].without_end(end)
        return Route(tuple(curves))

    def path(self) -> str:
        """The `d` of an SVG path."""
        return f"M{pair(self.curves[0].start)}" + "".join(
            f"Q{pair(curve.control)} {pair(curve.end)}" for curve in self.curves
        )

    def samples(self, step: float = 12.0) -> list[Point]:
        """Points along the route, about `step` apart."""
        points: list[Point] = []
        for curve in self.curves:
            count = max(2, int(math.dist(curve.start, curve.end) / step))
            points += [curve.at(index / count) for index in range(count + 1)]
        return points


def arc(start: Point, end: Point, bend: float) -> Route:
    """A line that leans to its right by `bend` of its length, so that there and back do not coincide."""
    middle = between(start, end, 0.5)
    control = Point(middle.x - (end.y - start.y) * bend, middle.y + (end.x - start.x) * bend)
    return Route((Curve(start, control, end),))


def voyage(start: Point, end: Point, fleets: Sequence[Point]) -> Route:
    """The way of a convoyed army past the fleets that carry it, in the sequence in which it meets them."""
    if not fleets:
        return arc(start, end, 0.18)
    dx, dy = end.x - start.x, end.y - start.y
    stops = sorted(fleets, key=lambda at: ((at.x - start.x) * dx + (at.y - start.y) * dy, at))
    ends = [start, *(between(a, b, 0.5) for a, b in pairwise(stops)), end]
    bends = [
        between(between(a, b, 0.5), stop, 1.7) for a, stop, b in zip(ends, stops, ends[1:], strict=False)
    ]
    joints = [start, *(between(a, b, 0.5) for a, b in pairwise(bends)), end]
    return Route(tuple(Curve(a, bend, b) for a, bend, b in zip(joints, bends, joints[1:], strict=False)))


def barbed_head(route: Route, size: float = 27.0) -> tuple[str, Route]:
    """An arrow head at the end of a route, as a path, and the route cut to meet the head's back."""
    tip, back = route.end, route.trimmed(0, size * 0.7)
    tail = route.curves[-1].control if math.dist(back.end, tip) < 1 else back.end
    length = math.dist(tip, tail) or 1.0
    ux, uy = (tip.x - tail.x) / length, (tip.y - tail.y) / length
    bx, by, wing = tip.x - ux * size, tip.y - uy * size, size * 0.52
    corners = (
        tip,
        Point(bx - uy * wing, by + ux * wing),
        Point(bx + ux * 6, by + uy * 6),
        Point(bx + uy * wing, by - ux * wing),
    )
    return "M" + "L".join(pair(corner) for corner in corners) + "Z", back


def cross(at: Point, size: float = 15.0) -> str:
    across = number(2 * size)
    return f"M{number(at.x - size)} {number(at.y - size)}l{across} {across}m0-{across}l-{across} {across}"


def slashes(route: Route, t: float, size: float = 17.0) -> str:
    """Two strokes across a route."""
    before, after, at = route.at(max(t - 0.05, 0)), route.at(min(t + 0.05, 1)), route.at(t)
    length = math.dist(before, after) or 1.0
    ux, uy = (after.x - before.x) / length, (after.y - before.y) / length
    path = ""
    for shift in (-8, 8):
        x, y = at.x + ux * shift, at.y + uy * shift
        low = Point(x + uy * size - ux * 6, y - ux * size - uy * 6)
        high = Point(x - uy * size + ux * 6, y + ux * size + uy * 6)
        path += f"M{pair(low)}L{pair(high)}"
    return path


def star(outer: float, inner: float, points: int) -> str:
    """A star round the origin, one point up."""
    corners = []
    for index in range(2 * points):
        angle, radius = math.pi * index / points, outer if index % 2 == 0 else inner
        corners.append(Point(radius * math.sin(angle), -radius * math.cos(angle)))
    return "M" + "L".join(pair(corner) for corner in corners) + "Z"
