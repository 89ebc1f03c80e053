"""Positions: what stands on the board between two phases, as frozen values.

`Position.from_json` takes the JSON that crosses the engine's border and refuses what cannot be, naming the
fault; `to_json` gives the canonical form back. Inside, everything is text in upper case and already sorted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from adjudicator.board import Board
from adjudicator.canonical import shown
from adjudicator.errors import AdjudicatorError

SEASONS: Final = ("S", "F", "W")
KINDS: Final = ("H", "B", "E", "M", "R", "A")
"""Home choice, bidding, espionage, movement, retreats, adjustments."""

_PHASE: Final = re.compile(r"([SFW])([0-9]{4}|[1-9][0-9]{4,8})([HBEMRA])")

EMPTY: Final[Mapping[str, Any]] = MappingProxyType({})


class Phase(NamedTuple):
    """One phase's date and kind: `S1901M` is spring 1901, movement; adjustments are in winter (`W1901A`)."""

    season: str
    year: int
    kind: str

    @classmethod
    def parse(cls, text: object) -> Phase:
        """`S1901M` as a value; `bad-position` for anything else."""
        if isinstance(text, str) and (read := _PHASE.fullmatch(text)):
            season, year, kind = read[1], int(read[2]), read[3]
            fits = season in SEASONS and kind in KINDS and (season == "W" or kind != "A")
            if fits and not (season == "W" and kind in "MR"):
                return cls(season, year, kind)
        raise _fault(
            f"A phase reads like S1901M, F1901R or W1901A, not {shown(text)}.",
            f"Une phase s’écrit S1901M, F1901R ou W1901A, et non {shown(text)}.",
        )

    def __str__(self) -> str:
        return f"{self.season}{self.year:04d}{self.kind}"

    def to(self, season: str, kind: str) -> Phase:
        """The first phase to come in `season`, of `kind`; a season that is over belongs to the next year."""
        later = SEASONS.index(season) > SEASONS.index(self.season)
        return Phase(season, self.year if later else self.year + 1, kind)


class Dislodged(NamedTuple):
    """A unit that must retreat: where its attacker came from, how, and provinces barred to it besides.

    An `origin` of nothing: it is not known, and `barred` says all that is.
    """

    unit: str
    origin: str
    by_convoy: bool = False
    barred: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        if not self.origin:
            return {"barred": list(self.barred), "unit": self.unit}
        given: dict[str, Any] = {"by_convoy": self.by_convoy, "from": self.origin, "unit": self.unit}
        if self.barred:
            given["barred"] = list(self.barred)
        return given


Units = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Position:
    """A position. Powers without anything are left out of the mappings; every tuple is sorted."""

    phase: Phase
    units: Units = field(default_factory=dict)
    dislodged: Mapping[str, tuple[Dislodged, ...]] = field(default_factory=dict)
    contested: tuple[str, ...] = ()
    centres: Units = field(default_factory=dict)
    disorder: tuple[str, ...] = ()
    outcome: Mapping[str, Any] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    """A variant's further keys, raw as they came; the variant checks them."""

    @classmethod
    def from_json(cls, given: object, board: Board) -> Position:
        """The position that `given` describes; `bad-position` with the fault's name when it cannot be."""
        facts = _object(given, "A position", "Une position")
        known = {"phase", "units", "dislodged", "contested", "centres", "disorder", "outcome"}
        return cls(
            phase=Phase.parse(facts.get("phase")),
            units=_units(facts.get("units", {}), board),
            dislodged=_dislodged(facts.get("dislodged", {}), board),
            contested=_places(facts.get("contested", []), board, "contested"),
            centres=_centres(facts.get("centres", {}), board),
            disorder=_powers(facts.get("disorder", []), board),
            outcome=_outcome(facts.get("outcome")),
            extra={key: facts[key] for key in sorted(facts) if key not in known},
        )

    def to_json(self) -> dict[str, Any]:
        """The canonical JSON form, keys sorted and every list in order."""
        given: dict[str, Any] = {
            "phase": str(self.phase),
            "units": {power: list(units) for power, units in self.units.items()},
            "dislodged": {
                power: [unit.to_json() for unit in units] for power, units in self.dislodged.items()
            },
            "contested": list(self.contested),
            "centres": {power: list(centres) for power, centres in self.centres.items()},
            "disorder": list(self.disorder),
            "outcome": None if self.outcome is None else dict(self.outcome),
            **self.extra,
        }
        return dict(sorted(given.items()))

    def having(self, **changes: Any) -> Position:
        """A copy of this position with some fields changed."""
        value = changes.pop  # `dataclasses.replace` does the same in three times the time
        other = Position(
            value("phase", self.phase),
            value("units", self.units),
            value("dislodged", self.dislodged),
            value("contested", self.contested),
            value("centres", self.centres),
            value("disorder", self.disorder),
            value("outcome", self.outcome),
            value("extra", self.extra),
        )
        assert not changes, f"a position has no {', '.join(changes)}"
        return other

    def owner_of(self, centre: str) -> str | None:
        """The power that owns `centre`, if any."""
        return next((power for power, centres in self.centres.items() if centre in centres), None)

    def occupied(self) -> dict[str, str]:
        """Province -> power whose (not dislodged) unit stands there."""
        return {unit[2:5]: power for power, units in self.units.items() for unit in units}


def grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """`(power, thing)` pairs as a canonical mapping: powers sorted, each with its things sorted."""
    groups: dict[str, list[str]] = {}
    for power, thing in pairs:
        groups.setdefault(power, []).append(thing)
    return {power: tuple(sorted(groups[power])) for power in sorted(groups)}


def _fault(message: str, message_fr: str) -> AdjudicatorError:
    return AdjudicatorError("bad-position", message, message_fr)


def _object(given: object, what: str, quoi: str) -> Mapping[str, Any]:
    if isinstance(given, Mapping) and all(isinstance(key, str) for key in given):
        return given
    raise _fault(f"{what} is an object, not {shown(given)}.", f"{quoi} est un objet, et non {shown(given)}.")


def _list(given: object, where: str) -> Sequence[Any]:
    if isinstance(given, (list, tuple)):
        return given
    raise _fault(
        f"{where}: expected a list, not {shown(given)}.",
        f"{where} : une liste est attendue, et non {shown(given)}.",
    )


def _by_power(given: object, board: Board, where: str) -> list[tuple[str, Sequence[Any]]]:
    facts = _object(given, where, where)
    for power in facts:
        _check_power(power, board, where)
    return [(power, _list(facts[power], f"{where} {power}")) for power in sorted(facts)]


def _check_power(power: object, board: Board, where: str) -> None:
    if power not in board.powers:
        raise _fault(
            f"{where}: {shown(power)} is no power of this board.",
            f"{where} : {shown(power)} n’est pas une puissance du jeu.",
        )


def _check_unit(unit: object, board: Board, where: str) -> str:
    if not isinstance(unit, str) or not board.may_stand(unit):
        raise _fault(
            f"{where}: {shown(unit)} is no unit that can stand on this board.",
            f"{where} : {shown(unit)} n’est pas une unité possible sur cette carte.",
        )
    return unit


def _alone(province: str, taken: set[str], where: str) -> None:
    if province in taken:
        raise _fault(f"{where}: two units in {province}.", f"{where} : deux unités en {province}.")
    taken.add(province)


@cache
def _possible(board: Board) -> frozenset[str]:
    """Every unit that can stand on `board`."""
    units = (f"{letter} {location}" for letter in "AF" for location in board.locations)
    return frozenset(filter(board.may_stand, units))


def _units(given: object, board: Board) -> Units:
    possible = _possible(board)
    taken: set[str] = set()
    units: dict[str, tuple[str, ...]] = {}
    for power, listed in _by_power(given, board, "units"):
        for unit in listed:
            if not isinstance(unit, str) or unit not in possible or unit[2:5] in taken:
                where = f"units {power}"
                _alone(_check_unit(unit, board, where)[2:5], taken, where)
            taken.add(unit[2:5])
        if listed:
            units[power] = tuple(sorted(listed))
    return units


def _dislodged(given: object, board: Board) -> Mapping[str, tuple[Dislodged, ...]]:
    taken: set[str] = set()
    dislodged: dict[str, tuple[Dislodged, ...]] = {}
    for power, listed in _by_power(given, board, "dislodged"):
        where = f"dislodged {power}"
        units = sorted(_one_dislodged(item, board, where) for item in listed)
        for unit in units:
            _alone(unit.unit[2:5], taken, where)
        if units:
            dislodged[power] = tuple(units)
    return dislodged


def _one_dislodged(given: object, board: Board, where: str) -> Dislodged:
    facts = _object(given, where, where)
    unknown = sorted(set(facts) - {"unit", "from", "by_convoy", "barred"})
    if unknown:
        raise _fault(f"{where}: unknown key “{unknown[0]}”.", f"{where} : clé inconnue « {unknown[0]} ».")
    if "barred" in facts and not {"from", "by_convoy"} & set(facts):
        unit = _check_unit(facts.get("unit"), board, where)
        return Dislodged(unit, "", barred=_places(facts["barred"], board, where))
    origin, by_convoy = facts.get("from"), facts.get("by_convoy", False)
    if not isinstance(origin, str) or origin not in board.provinces or not isinstance(by_convoy, bool):
        raise _fault(
            f'{where}: "from" is a province and "by_convoy" true or false.',
            f"{where} : « from » est une province et « by_convoy » vaut true ou false.",
        )
    unit = _check_unit(facts.get("unit"), board, where)
    return Dislodged(unit, origin, by_convoy, _places(facts.get("barred", []), board, where))


def _places(given: object, board: Board, where: str) -> tuple[str, ...]:
    return _distinct(
        given,
        where,
        lambda place: place in board.provinces,
        "is no province of this board",
        "n’est pas une province de la carte",
    )


def _powers(given: object, board: Board) -> tuple[str, ...]:
    return _distinct(
        given,
        "disorder",
        lambda power: power in board.powers,
        "is no power of this board",
        "n’est pas une puissance du jeu",
    )


def _distinct(
    given: object, where: str, fits: Callable[[str], bool], fault: str, faute: str
) -> tuple[str, ...]:
    listed = _list(given, where)
    for item in listed:
        if not isinstance(item, str) or not fits(item):
            raise _fault(f"{where}: {shown(item)} {fault}.", f"{where} : {shown(item)} {faute}.")
    return tuple(sorted(set(listed)))


def _centres(given: object, board: Board) -> Units:
    provinces = board.provinces
    owners: dict[str, str] = {}
    owned: dict[str, tuple[str, ...]] = {}
    for power, listed in _by_power(given, board, "centres"):
        for centre in listed:
            if not isinstance(centre, str) or centre not in provinces or not provinces[centre].is_centre:
                raise _fault(
                    f"centres {power}: {shown(centre)} is no supply centre.",
                    f"centres {power} : {shown(centre)} n’est pas un centre.",
                )
            if centre in owners:
                raise _fault(
                    f"centres: {centre} is listed twice ({owners[centre]}, {power}).",
                    f"centres : {centre} figure deux fois ({owners[centre]}, {power}).",
                )
            owners[centre] = power
        if listed:
            owned[power] = tuple(sorted(listed))
    return owned


def _outcome(given: object) -> Mapping[str, Any] | None:
    if given is None:
        return None
    facts = _object(given, "An outcome", "Une issue")
    winners = facts.get("winners")
    if not isinstance(winners, list) or not isinstance(facts.get("how"), str):
        raise _fault(
            'An outcome has a list "winners" and a text "how".',
            "Une issue comporte une liste « winners » et un texte « how ».",
        )
    return dict(sorted(facts.items()))
