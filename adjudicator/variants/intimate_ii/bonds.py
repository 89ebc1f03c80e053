"""What ties mercenaries to players from year to year: loyalty (ID2-3) and satellites (ID2-6 to ID2-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from adjudicator.board import Board
from adjudicator.errors import AdjudicatorError
from adjudicator.position import Position
from adjudicator.variants.intimate.state import SEATS, IntimateState, is_alive, mercenaries
from adjudicator.variants.settings import is_whole

KEYS: Final = frozenset(("loyalty", "satellites", "renominate"))
MOST_LOYAL: Final = 4
"""Years of control that count, and so credits off a price at most (ID2-3)."""


@dataclass(frozen=True, slots=True)
class Run:
    """The seat that has controlled a mercenary for so many whole years without a break, up to now."""

    seat: str
    years: int

    @property
    def off(self) -> int:
        """Credits that come off the price which `seat` pays (ID2-3)."""
        return min(self.years, MOST_LOYAL)

    def to_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "years": self.years}


@dataclass(frozen=True, slots=True)
class Satellite:
    """A seat's satellite, and whether its identity is still kept from the opponent (ID2-10).

    Without a `power` there is none, but its secrecy was paid for with a nomination that failed; or, if
    `withheld`, there is one and the viewer may not know which.
    """

    power: str | None
    secret: bool = False
    withheld: bool = False

    @property
    def is_held(self) -> bool:
        return self.withheld or self.power is not None

    def veiled(self) -> Satellite:
        """The satellite as other seats see it."""
        return Satellite(None, secret=True, withheld=True) if self.secret and self.is_held else self

    def to_json(self) -> dict[str, Any]:
        return {"secret": self.secret} if self.withheld else {"power": self.power, "secret": self.secret}


@dataclass(frozen=True, slots=True)
class Bonds:
    """Runs of control by power, satellites by seat; `renominate`: both may nominate once more (ID2-7)."""

    loyalty: Mapping[str, Run] = field(default_factory=dict)
    satellites: Mapping[str, Satellite] = field(default_factory=dict)
    renominate: bool = False

    @classmethod
    def of(cls, position: Position) -> Bonds:
        """The bonds of a position that has been `checked`."""
        extra = position.extra
        return cls(
            {power: Run(**run) for power, run in extra["loyalty"].items()},
            {seat: _satellite(given) for seat, given in extra["satellites"].items()},
            extra["renominate"],
        )

    def having(self, **changes: Any) -> Bonds:
        return replace(self, **changes)

    def into(self, position: Position) -> Position:
        """`position` with these bonds in place of its own."""
        return position.having(
            extra={
                **position.extra,
                "loyalty": {power: run.to_json() for power, run in sorted(self.loyalty.items())},
                "renominate": self.renominate,
                "satellites": {seat: each.to_json() for seat, each in sorted(self.satellites.items())},
            }
        )

    def off(self, seat: str) -> dict[str, int]:
        """Credits off the price of each power that is loyal to `seat`."""
        return {power: run.off for power, run in self.loyalty.items() if run.seat == seat}

    def sold(self, control: Mapping[str, str | None]) -> Bonds:
        """After an auction: anarchy or the opponent's control ends a run (ID2-3)."""
        kept = {power: run for power, run in self.loyalty.items() if control.get(power) == run.seat}
        return self.having(loyalty=kept)

    def after_year(self, control: Mapping[str, str | None]) -> Bonds:
        """After a year under `control`: a year more for who had it, a first one for who is new."""
        runs = {}
        for power, seat in control.items():
            if seat is not None:
                run = self.loyalty.get(power)
                years = run.years if run is not None and run.seat == seat else 0
                runs[power] = Run(seat, min(years + 1, MOST_LOYAL))
        return self.having(loyalty=runs)

    def shown(self, seats: Iterable[str]) -> Bonds:
        """These bonds with the satellites of `seats` known to everyone."""
        shown = {seat: replace(self.satellites[seat], secret=False) for seat in seats}
        return self.having(satellites={**self.satellites, **shown})


def holds(satellite: Satellite | None, position: Position) -> bool:
    """Whether `satellite` is one still: one without units and centres lapses (ID2-8)."""
    if satellite is None or not satellite.is_held:
        return False
    return satellite.power is None or is_alive(satellite.power, position)


def checked(position: Position, board: Board) -> Position:
    """`position` with these keys complete and in order; `bad-position` where they cannot be."""
    facts = position.extra
    hired = mercenaries(IntimateState.of(position).homes, board)
    renominate = facts.get("renominate", False)
    if not isinstance(renominate, bool):
        raise _fault("renominate", "true or false", "true ou false")
    satellites = {
        seat: _checked_satellite(given, hired)
        for seat, given in _object(facts, "satellites").items()
        if given is not None
    }
    known = [each.power for each in satellites.values() if each.power is not None]
    if not set(satellites) <= set(SEATS) or len(known) != len(set(known)):
        raise _fault(
            "satellites", "two different mercenaries, by seat", "deux mercenaires différents, par place"
        )
    return Bonds(
        loyalty={
            power: run
            for power, given in _object(facts, "loyalty").items()
            if given is not None and (run := _checked_run(power, given, hired)).years
        },
        satellites={seat: each for seat, each in satellites.items() if each.is_held or each.secret},
        renominate=renominate,
    ).into(position)


def _satellite(given: Mapping[str, Any]) -> Satellite:
    return Satellite(given.get("power"), given["secret"], withheld="power" not in given)


def _checked_run(power: str, given: object, hired: tuple[str, ...]) -> Run:
    if power in hired and isinstance(given, Mapping) and set(given) == {"seat", "years"}:
        seat, years = given["seat"], given["years"]
        if isinstance(seat, str) and seat in SEATS and is_whole(years) and years >= 0:
            return Run(seat, years)
    raise _fault(
        "loyalty",
        'for mercenaries alone, like {"GERMANY": {"seat": "1", "years": 3}}',
        'pour les seuls mercenaires, comme {"GERMANY": {"seat": "1", "years": 3}}',
    )


def _checked_satellite(given: object, hired: tuple[str, ...]) -> Satellite:
    if isinstance(given, Mapping) and set(given) <= {"power", "secret"}:
        power, secret = given.get("power"), given.get("secret", False)
        if isinstance(secret, bool) and (power is None or (isinstance(power, str) and power in hired)):
            return Satellite(power, secret, withheld="power" not in given and secret)
    raise _fault(
        "satellites",
        'by seat, like {"1": {"power": "ITALY", "secret": true}}, mercenaries alone',
        'par place, comme {"1": {"power": "ITALY", "secret": true}}, pour les seuls mercenaires',
    )


def _object(facts: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = facts.get(key, {})
    if not isinstance(value, Mapping):
        raise _fault(key, "an object", "un objet")
    return value


def _fault(key: str, expected: str, attendu: str) -> AdjudicatorError:
    return AdjudicatorError(
        "bad-position", f"“{key}” must be {expected}.", f"« {key} » doit être : {attendu}."
    )
