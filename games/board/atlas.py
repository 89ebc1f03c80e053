"""Where things stand on the base map: places, anchors and the spots where a name may be written.

All lengths here and in the modules that draw are units of the base map: its frame is 1830 wide and 1580 high.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

FRAME_WIDTH, FRAME_HEIGHT = 1830, 1580


class Point(NamedTuple):
    x: float
    y: float


class Spot(NamedTuple):
    """The middle of a label, and what writing it there costs before anything stands on the board."""

    x: float
    y: float
    cost: float


@dataclass(frozen=True, slots=True)
class Lettering:
    """One name as it is set on the map: its lines, its size and width, its spots with the best one first."""

    lines: tuple[str, ...]
    size: float
    width: float
    spots: tuple[Spot, ...]

    @property
    def name(self) -> str:
        """The name on one line."""
        return " ".join(self.lines).replace("- ", "-")

    @property
    def height(self) -> float:
        return self.size * (0.82 + 0.98 * (len(self.lines) - 1))


@dataclass(frozen=True, slots=True)
class Place:
    """One province of the map. `country` is the power whose homeland it lies in, supply centre or not."""

    code: str
    is_sea: bool
    country: str | None
    has_centre: bool
    unit: Point
    coasts: Mapping[str, Point]
    labels: Mapping[str, Lettering]  # by language, and "abbr"

    def name(self, language: str) -> str:
        return self.labels[language].name


def _lettering(raw: Mapping[str, Any]) -> Lettering:
    return Lettering(
        lines=tuple(raw["lines"]),
        size=raw["size"],
        width=raw["width"],
        spots=tuple(Spot(x, y, cost / 100) for x, y, cost in raw["spots"]),
    )


@lru_cache(maxsize=1)
def places() -> Mapping[str, Place]:
    """Every province that units can enter, by its code in upper case, sorted."""
    data = json.loads(files(__package__).joinpath("standard.json").read_text(encoding="utf-8"))
    return MappingProxyType(
        {
            code: Place(
                code=code,
                is_sea=entry["type"] == "sea",
                country=entry.get("country"),
                has_centre="centre" in entry,
                unit=Point(*entry["unit"]),
                coasts=MappingProxyType(
                    {coast.upper(): Point(*xy) for coast, xy in entry.get("coasts", {}).items()}
                ),
                labels=MappingProxyType({key: _lettering(raw) for key, raw in entry["labels"].items()}),
            )
            for code, entry in sorted(data.items())
        }
    )


SWITZERLAND = Place(
    code="SWI",
    is_sea=False,
    country=None,
    has_centre=False,
    unit=Point(752, 1024),
    coasts=MappingProxyType({}),
    labels=MappingProxyType(
        {
            "en": Lettering(("Switzerland",), 17, 92, (Spot(750, 994, 0),)),
            "fr": Lettering(("Suisse",), 17, 54, (Spot(750, 994, 0),)),
            "abbr": Lettering(("Swi",), 35, 60, (Spot(750, 1000, 0),)),
        }
    ),
)
"""Closed to units; where a game has spies, they go there (SPY-11)."""


def place_of(location: str) -> Place | None:
    """The province of a location (`STP/SC` and `STP` alike), or nothing if the map has no such place."""
    code = location.partition("/")[0]
    return SWITZERLAND if code == SWITZERLAND.code else places().get(code)


def anchor(location: str) -> Point | None:
    """Where a unit's token stands; on its own coast's anchor where the location names a coast."""
    place = place_of(location)
    if place is None:
        return None
    return place.coasts.get(location.partition("/")[2], place.unit)


def beside(at: Point) -> Point:
    """Where a dislodged unit's token stands: next to the unit that drove it out, away from the map's edge."""
    dx = -50 if at.x > FRAME_WIDTH - 100 else 50
    dy = -38 if at.y > FRAME_HEIGHT - 90 else 38
    return Point(at.x + dx, at.y + dy)
