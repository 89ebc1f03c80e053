"""Boards: provinces, coasts, borders, centres, powers; one TOML file each, checked when loaded.

Everyone outside the engine names places by text in upper case: a province `STP`, one of its coasts
`STP/NC`, a unit `F STP/NC`. `Board` answers questions about them in that shape; `adjudicator.geography`
holds the same facts as small integers for the inner loops.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

Kind = Literal["sea", "inland", "coastal"]


@dataclass(frozen=True, slots=True)
class Coast:
    """A named coast of a province: where a fleet stands in it."""

    id: str
    name: str
    name_fr: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Province:
    """A space on the board. `aliases` and the French lists are what people write besides names and ids."""

    id: str
    name: str
    name_fr: str
    kind: Kind
    is_centre: bool
    home_of: str | None
    aliases: tuple[str, ...]
    aliases_fr: tuple[str, ...]
    abbreviations_fr: tuple[str, ...]
    coasts: tuple[Coast, ...]
    army: tuple[str, ...]
    """Provinces that an army reaches from here by land."""
    fleet: Mapping[str, tuple[str, ...]]
    """For each location a fleet can stand on here, the locations that it reaches by water."""

    @property
    def is_sea(self) -> bool:
        return self.kind == "sea"


@dataclass(frozen=True, slots=True)
class Power:
    """A side of the board: its home centres, the units it starts with, its national territory (RB-26)."""

    id: str
    name: str
    name_fr: str
    homes: tuple[str, ...]
    units: tuple[str, ...]
    territory: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A map and its powers: one object for each file, compared by identity."""

    key: str
    powers: Mapping[str, Power]
    provinces: Mapping[str, Province]
    impassable: Mapping[str, Province]
    """Ground that armies and fleets never enter; its neighbours by land stand in `army` there alone."""
    ambiguous: Mapping[str, tuple[str, ...]]
    """What people write that several provinces answer to."""
    locations: tuple[str, ...]
    """Every province, then every coast, each in alphabetical order."""
    centres: tuple[str, ...]
    reads_as_before: bool = False
    """Whether orders are read as they were up to release 0.3: see `as_before`."""

    def may_stand(self, unit: str) -> bool:
        """Whether `unit` (`A PAR`, `F STP/NC`) names a unit in a place where such a unit can be."""
        letter, _, location = unit.partition(" ")
        province = self.provinces.get(location[:3])
        if province is None:
            return False
        if letter == "A":
            return province.id == location and not province.is_sea
        return letter == "F" and location in province.fleet

    def steps(self, unit: str) -> tuple[str, ...]:
        """Locations that `unit` reaches in one move without a convoy, coasts named for fleets."""
        province = self.provinces[unit[2:5]]
        return province.army if unit[0] == "A" else province.fleet[unit[2:]]

    def unit_sites(self, province: str) -> tuple[str, ...]:
        """Units that could stand in `province`: `("A STP", "F STP/NC", "F STP/SC")`."""
        place = self.provinces[province]
        army = () if place.is_sea else (f"A {province}",)
        return army + tuple(f"F {location}" for location in sorted(place.fleet))

    def english_name(self, unit: str) -> str:
        """The English name of the province that `unit` is in: the sorting key of RB-15 and ID-12."""
        return self.provinces[unit[2:5]].name


@cache
def load_board(key: str) -> Board:
    """The board in `boards/<key>.toml`; ValueError, naming the place, when facts contradict each other."""
    text = Path(__file__).with_name("boards").joinpath(f"{key}.toml").read_text(encoding="utf-8")
    board = _board(tomllib.loads(text))
    _check(board)
    return board


_ALIASES_BEFORE: Final[Mapping[str, tuple[str, ...]]] = {
    "NWG": ("nrg", "norg", "nrs", "norwegian"),
    "SPA": ("spn",),
}
"""What releases up to 0.3 read as other names of these provinces."""


@cache
def as_before(board: Board) -> Board:
    """`board` read as releases up to 0.3 read it, for records of games whose answers were not canonical."""
    provinces = {
        key: replace(province, aliases=_ALIASES_BEFORE.get(key, province.aliases))
        for key, province in board.provinces.items()
    }
    return replace(board, provinces=provinces, reads_as_before=True)


def standard() -> Board:
    """The standard map: 75 provinces, 34 centres, seven powers."""
    return load_board("standard")


def _upper(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(name.upper() for name in names))


def _province(key: str, facts: Mapping[str, Any]) -> Province:
    identity = key.upper()
    fleet = facts.get("fleet", {})
    waters = fleet if isinstance(fleet, dict) else {"": fleet}
    return Province(
        id=identity,
        name=facts["name"],
        name_fr=facts["name_fr"],
        kind=facts.get("kind", "inland"),
        is_centre=facts.get("centre", False),
        home_of=facts.get("home_of"),
        aliases=tuple(facts.get("aliases", ())),
        aliases_fr=tuple(facts.get("aliases_fr", ())),
        abbreviations_fr=tuple(facts.get("abbreviations_fr", ())),
        coasts=tuple(
            Coast(f"{identity}/{side.upper()}", coast["name"], coast["name_fr"], tuple(coast["aliases"]))
            for side, coast in sorted(facts.get("coasts", {}).items())
        ),
        army=_upper(facts.get("army", facts.get("borders", ()))),
        fleet={
            (f"{identity}/{side.upper()}" if side else identity): _upper(reached)
            for side, reached in sorted(waters.items())
        },
    )


def _board(facts: Mapping[str, Any]) -> Board:
    provinces = {key.upper(): _province(key, facts["provinces"][key]) for key in sorted(facts["provinces"])}
    powers = {
        key.upper(): Power(
            id=key.upper(),
            name=power["name"],
            name_fr=power["name_fr"],
            homes=_upper(power["homes"]),
            units=tuple(sorted(power["units"])),
            territory=_upper(power["territory"]),
        )
        for key, power in sorted(facts["powers"].items())
    }
    coasts = sorted(coast.id for province in provinces.values() for coast in province.coasts)
    return Board(
        key=facts["key"],
        powers=powers,
        provinces=provinces,
        impassable={
            key.upper(): _province(key, place) for key, place in sorted(facts.get("impassable", {}).items())
        },
        ambiguous={name: _upper(meanings) for name, meanings in facts.get("ambiguous", {}).items()},
        locations=(*provinces, *coasts),
        centres=tuple(key for key, province in provinces.items() if province.is_centre),
    )


def _check(board: Board) -> None:
    """Borders match both ways, every coast leads somewhere, homes and first units are where they can be."""
    for province in board.provinces.values():
        here = province.id
        _expect(len(here) == 3, f"{here}: a province's id has three letters")
        _expect(bool(province.army) != province.is_sea, f"{here}: land has borders by land and sea has none")
        _expect(bool(province.fleet[here]) if province.is_sea else True, f"{here}: a sea leads somewhere")
        _expect(
            not any(province.fleet.values()) if province.kind == "inland" else all(province.fleet.values()),
            f"{here}: every coast leads somewhere, and inland has none",
        )
        named = {coast.id for coast in province.coasts}
        _expect(named == set(province.fleet) if named else True, f"{here}: fleets stand on its named coasts")
        for there in province.army:
            _expect(there in board.provinces, f"{here}: no province {there}")
            _expect(here in board.provinces[there].army, f"{here} borders {there} by land one way only")
        for location, reached in province.fleet.items():
            for there in reached:
                _expect(there in board.locations, f"{location}: no location {there}")
                back = board.provinces[there[:3]].fleet.get(there, ())
                _expect(location in back, f"{location} borders {there} by water one way only")
    for power in board.powers.values():
        for home in power.homes:
            _expect(board.provinces[home].home_of == power.id, f"{home}: home of {power.id}")
            _expect(home in board.centres, f"{home}: a home is a centre")
        for unit in power.units:
            _expect(board.may_stand(unit), f"{power.id}: {unit} can’t be there")


def _expect(holds: bool, sentence: str) -> None:
    if not holds:
        raise ValueError(sentence)
