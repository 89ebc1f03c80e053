"""The units of a position as lists of integers: what orders are read against."""

from __future__ import annotations

from adjudicator.geography import Geography
from adjudicator.position import Position


class Ground:
    """Who stands where. Units are numbered in the position's own order: by power, then by text."""

    __slots__ = ("at", "codes", "geo", "index", "owners", "position", "provinces", "texts")

    def __init__(self, position: Position, geo: Geography) -> None:
        unit_code, stands = geo.unit_code, geo.stands
        self.position = position
        self.geo = geo
        self.texts: list[str] = [text for units in position.units.values() for text in units]
        self.owners: list[int] = []
        """Unit -> its power, as an index into `geo.powers`."""
        for power, units in position.units.items():
            self.owners += [geo.powers.index(power)] * len(units)
        self.codes: list[int] = list(map(unit_code.__getitem__, self.texts))
        self.provinces: list[int] = list(map(stands.__getitem__, self.codes))
        self.at: list[int] = [-1] * geo.provinces
        """Province -> the unit there, or -1."""
        for unit, province in enumerate(self.provinces):
            self.at[province] = unit
        self.index: dict[str, int] = dict(zip(self.texts, range(len(self.texts))))  # noqa: B905

    def is_fleet(self, unit: int) -> bool:
        return self.codes[unit] >= self.geo.fleet_code

    def fleets_at_sea(self) -> int:
        """Mask of the sea provinces that hold a fleet: those that could convoy."""
        is_sea = self.geo.is_sea
        return sum(1 << province for province in self.provinces if is_sea[province])
