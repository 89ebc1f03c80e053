"""The outlines of the small board: `python -m deploy.small_map`.

Reads the outlines of provinces in `static/map/standard.svg`, takes out every point that a picture two hundred
pixels high cannot show, and writes `games/board/small.json`, with what the frame cuts off left out; then the
board as every game of Diplomacy begins, by day and by night, which the first page shows when nothing is
played. A test finds what has to be made again.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import adjudicator
from games.board import small

ROOT = Path(__file__).resolve().parents[1]
MAP = ROOT / "static" / "map"
OUTLINES = ROOT / "games" / "board" / "small.json"
STILLS = {look: MAP / f"opening-{look}.svg" for look in small.LOOKS}

FINEST = 2.0
"""Units of the map by which a drawn line may miss the real one: half a pixel on a phone, one on a desk."""

LEAST = 120.0
"""Square units: smaller islands are left out."""


class Point(NamedTuple):
    x: float
    y: float


def outlines() -> dict[str, str]:
    """The path of each province of the map that the frame shows any of, by its code."""
    source = (MAP / "standard.svg").read_text(encoding="utf-8")
    found = dict(re.findall(r'<path id="([a-z-]+)" d="([^"]*)"', source))
    drawn = {code: simplified(found[code.lower()]) for code in small.CODES}
    return {code: path for code, path in drawn.items() if path}


def simplified(path: str) -> str:
    """The same outline in fewer, whole numbers; empty where all of it lies outside the frame."""
    rings = (ring for ring in _rings(path) if _is_seen(ring) and abs(_area(ring)) >= LEAST)
    return "".join(_written(_thinned(ring)) for ring in rings)


def _rings(path: str) -> Iterator[list[Point]]:
    """Its closed lines as corners: curves are followed from joint to joint."""
    ring: list[Point] = []
    at = Point(0, 0)
    control = at
    for command, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        values = [float(each) for each in re.findall(r"-?(?:\d+\.\d+|\.\d+|\d+)", numbers)]
        match command:
            case "M":
                if ring:
                    yield ring
                at = control = Point(*values[:2])
                ring = [at]
                steps = _pairs(values[2:])
                for x, y in steps:
                    at = control = Point(x, y)
                    ring.append(at)
            case "q":
                for n in range(0, len(values), 4):
                    cx, cy, x, y = values[n : n + 4]
                    control = Point(at.x + cx, at.y + cy)
                    ring.append(_middle(at, control, Point(at.x + x, at.y + y)))
                    at = Point(at.x + x, at.y + y)
                    ring.append(at)
            case "t":
                for x, y in _pairs(values):
                    control = Point(2 * at.x - control.x, 2 * at.y - control.y)
                    ring.append(_middle(at, control, Point(at.x + x, at.y + y)))
                    at = Point(at.x + x, at.y + y)
                    ring.append(at)
            case "l" | "h" | "v":
                across, down = {"h": (1, 0), "v": (0, 1)}.get(command, (0, 0))
                pairs = _pairs(values) if command == "l" else [(v * across, v * down) for v in values]
                for x, y in pairs:
                    at = control = Point(at.x + x, at.y + y)
                    ring.append(at)
            case "H" | "V":
                for value in values:
                    at = control = Point(value, at.y) if command == "H" else Point(at.x, value)
                    ring.append(at)
            case "z" | "Z":
                yield ring
                at = control = ring[0]
                ring = []
            case _:
                raise ValueError(f"a path of the map has the command {command!r}, which is not read here")
    if ring:
        yield ring


def _pairs(values: list[float]) -> list[tuple[float, float]]:
    return list(zip(values[::2], values[1::2], strict=True))


def _middle(start: Point, control: Point, end: Point) -> Point:
    """The point half-way along a quadratic curve."""
    return Point((start.x + 2 * control.x + end.x) / 4, (start.y + 2 * control.y + end.y) / 4)


def _is_seen(ring: list[Point]) -> bool:
    left, top, right, bottom = small.FRAME
    xs, ys = [point.x for point in ring], [point.y for point in ring]
    return min(xs) < right and max(xs) > left and min(ys) < bottom and max(ys) > top


def _area(ring: list[Point]) -> float:
    turned = [*ring[1:], ring[0]]
    return sum(a.x * b.y - b.x * a.y for a, b in zip(ring, turned, strict=True)) / 2


def _thinned(ring: list[Point]) -> list[Point]:
    """The ring in two halves, from its leftmost corner to the one farthest from there: neighbours find the
    same corners along the border that they share, or ones nearer to each other than its line is wide.
    """
    first = min(range(len(ring)), key=lambda n: ring[n])
    turned = [*ring[first:], *ring[:first]]
    far = max(range(len(turned)), key=lambda n: math.dist(turned[0], turned[n]))
    return [*_kept(turned[: far + 1])[:-1], *_kept([*turned[far:], turned[0]])[:-1]]


def _kept(line: list[Point]) -> list[Point]:
    """The corners that a line cannot do without (Ramer, Douglas and Peucker)."""
    if len(line) < 3:
        return line
    start, end = line[0], line[-1]
    away = [_distance(point, start, end) for point in line[1:-1]]
    farthest = max(range(len(away)), key=away.__getitem__)
    if away[farthest] <= FINEST:
        return [start, end]
    return [*_kept(line[: farthest + 2])[:-1], *_kept(line[farthest + 1 :])]


def _distance(point: Point, start: Point, end: Point) -> float:
    length = math.dist(start, end)
    if not length:
        return math.dist(point, start)
    across = (end.x - start.x) * (start.y - point.y) - (start.x - point.x) * (end.y - start.y)
    return abs(across) / length


def _written(ring: list[Point]) -> str:
    whole = [(round(x), round(y)) for x, y in ring]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(whole)]
    drawn = "".join(f" {x}{y:+d}" if y < 0 else f" {x} {y}" for x, y in steps if (x, y) != (0, 0))
    return f"M{whole[0][0]} {whole[0][1]}l{drawn.strip()}z"


def main() -> None:
    lines = json.dumps(outlines(), indent=0, sort_keys=True)
    OUTLINES.write_text(f"{lines}\n", encoding="utf-8")
    small.outlines.cache_clear()
    opening = adjudicator.start(variant="standard")["position"]
    for look, file in STILLS.items():
        file.write_text(f"{small.draw(opening, look)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
