"""What a position is worth in a game for centres, to one of its sides (RB-10 to RB-13, RB-20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from adjudicator.board import standard
from adjudicator.position import Position, Units
from games.bots.roads import by_land, distance

TAKEN: Final = {"S": 5.0, "F": 10.0, "W": 5.0}
"""What it is worth to stand in a centre of someone else's, by the season: in autumn it changes hands."""
WRESTED: Final = 1.0
"""What is added where the centre had an owner, who now has one less."""
IN_THE_WAY: Final = 3.0
"""What it costs to stand in a centre of another power of the same side."""
UNIT: Final = 4.0
BEATEN: Final = 2.5
"""What a unit, and a unit of others that is no more or dislodged, is worth."""
RETREATING: Final = 1.0
"""What is left of a unit's worth once it is dislodged."""
NEAR: Final = (0.0, 3.0, 1.8, 1.1, 0.7, 0.4, 0.2)
"""What a unit is worth that is on its way to a centre, by the spaces still to go."""
IDLE: Final = 0.25
"""How much of that counts for a unit all of whose centres are someone else's errand."""
OPEN: Final = 2.0
SHORT: Final = 2.0
EDGE: Final = 0.7
"""For an own centre that others can enter: that no one stands in it; each unit they can bring more. For
another's centre: each unit that one can bring more.
"""
UNGUARDED: Final = {"S": 1.5, "F": 5.0, "W": 0.0}
"""What it costs a plan to leave an own centre open that can be entered in this very phase."""


@dataclass(frozen=True, slots=True)
class Conquest:
    """One side among several: its powers, the centres it owns and those that it can still take."""

    mine: tuple[str, ...]
    others: tuple[tuple[str, ...], ...]
    """The powers of each other side."""
    own: frozenset[str]
    aims: frozenset[str]
    owners: Mapping[str, str]
    """Centre -> the power that owns it, as far as the side knows."""
    closed: frozenset[str]
    """Provinces of neutral powers: no one may enter (RB-26)."""

    def rivals(self) -> list[Conquest]:
        """The war seen from each other side."""
        sides = (self.mine, *self.others)
        return [_side(self.owners, self.closed, sides, each) for each in self.others]

    def ground(self, position: Position) -> Position:
        """Own units, and others that can act where those can, or in an own centre."""
        ours = {unit for power in self.mine for unit in position.units.get(power, ())}
        there = self.own.union(*(_reach(unit) for unit in ours))
        near = {
            power: tuple(unit for unit in units if unit in ours or not there.isdisjoint(_reach(unit)))
            for power, units in position.units.items()
        }
        return position.having(units={power: units for power, units in near.items() if units})

    def exposed(self, position: Position) -> dict[str, float]:
        """Own centres next to units of others."""
        price = UNGUARDED[position.phase.season]
        foreign = _all_but(self.mine, position.units)
        return {centre: price for unit in foreign for centre in sorted(_reach(unit) & self.own) if price}

    def worth(self, position: Position) -> float:
        """Units and centres, those in reach, and how many can be brought to where it matters."""
        ours = tuple(unit for power in self.mine for unit in position.units.get(power, ()))
        foreign = _all_but(self.mine, position.units)
        beaten = sum(len(units) for power, units in position.dislodged.items() if power in self.mine)
        held = {unit[2:5] for unit in ours}
        aims = self.aims - held if position.phase.season == "F" else self.aims
        score = UNIT * len(ours) + RETREATING * beaten - BEATEN * len(foreign)
        score += self._taken(position) + _outlook(ours, aims)
        return score + self._pressure(held, _reached(ours), _reached(foreign))

    def _taken(self, position: Position) -> float:
        """What centres are worth that change hands, or will if it stays like this until autumn."""
        taken, score = TAKEN[position.phase.season], 0.0
        for power, units in position.units.items():
            is_own = power in self.mine
            for centre in _centres_of(units):
                owner = self.owners.get(centre)
                if not is_own:
                    score -= (taken + WRESTED) * (owner in self.mine)
                elif centre in self.aims:
                    score += taken + (WRESTED if owner else 0)
                elif owner != power:
                    score -= IN_THE_WAY
        return score

    def _pressure(self, held: set[str], ours: Mapping[str, int], theirs: Mapping[str, int]) -> float:
        """The danger to centres that the side has, and its chances at those of others, in the next season."""
        score = 0.0
        for centre, count in theirs.items():
            if centre in self.own or (centre in held and centre in self.aims):
                score -= OPEN * (centre not in held)
                score -= SHORT * min(2, max(0, count - ours.get(centre, 0)))
        for centre, count in ours.items():
            if centre in self.aims and centre not in held:
                score += EDGE * min(3, max(0, count - theirs.get(centre, 0)))
        return score


def conquest_of(position: Mapping[str, Any], seat: str) -> Conquest:
    """The war as the player in `seat` sees it: sides are seats, whichever powers each has."""
    powers = standard().powers
    idle = frozenset(position["disorder"])
    by_seat: Mapping[str, Sequence[str]] = position.get("powers") or {power: [power] for power in powers}
    sides = {each: tuple(power for power in held if power not in idle) for each, held in by_seat.items()}
    played = idle.union(*sides.values())
    return _side(
        {centre: power for power, centres in position["centres"].items() for centre in centres},
        frozenset(place for power in powers if power not in played for place in powers[power].territory),
        tuple(sides.values()),
        sides[seat],
    )


def _side(
    owners: Mapping[str, str],
    closed: frozenset[str],
    sides: Sequence[tuple[str, ...]],
    mine: tuple[str, ...],
) -> Conquest:
    own = frozenset(centre for centre, power in owners.items() if power in mine)
    others = tuple(each for each in sides if each != mine and each)
    return Conquest(mine, others, own, frozenset(standard().centres) - own - closed, owners, closed)


def _all_but(mine: tuple[str, ...], units: Units) -> list[str]:
    return [unit for power, listed in units.items() if power not in mine for unit in listed]


@lru_cache(maxsize=8192)
def _centres_of(units: tuple[str, ...]) -> tuple[str, ...]:
    """The centres that `units` stand in."""
    provinces = standard().provinces
    return tuple(unit[2:5] for unit in units if provinces[unit[2:5]].is_centre)


def _reached(units: Iterable[str]) -> dict[str, int]:
    """Centre -> how many of `units` stand there or could go there by themselves."""
    found: dict[str, int] = {}
    for unit in units:
        for centre in _reached_centres(unit):
            found[centre] = found.get(centre, 0) + 1
    return found


@cache
def _reached_centres(unit: str) -> tuple[str, ...]:
    provinces = standard().provinces
    return tuple(sorted(place for place in _reach(unit) if provinces[place].is_centre))


@cache
def _reach(unit: str) -> frozenset[str]:
    return frozenset((unit[2:5], *(place[:3] for place in standard().steps(unit))))


@lru_cache(maxsize=8192)
def _outlook(units: tuple[str, ...], aims: frozenset[str]) -> float:
    """What is in reach, if each unit goes for one centre, the nearest first, and no two for the same."""
    errands = sorted(
        (spaces, unit, centre) for unit in units for spaces, centre in _errands(unit) if centre in aims
    )
    nearest: dict[str, int] = {}
    sent: set[str] = set()
    claimed: set[str] = set()
    score = 0.0
    for spaces, unit, centre in errands:
        nearest.setdefault(unit, spaces)
        if unit not in sent and centre not in claimed:
            sent.add(unit)
            claimed.add(centre)
            score += NEAR[spaces]
    return score + IDLE * sum(NEAR[spaces] for unit, spaces in nearest.items() if unit not in sent)


@cache
def _errands(unit: str) -> tuple[tuple[int, str], ...]:
    """The centres that `unit` could be sent to, and the spaces on the way.

    An army walks: what it would have to be carried to is a space farther, for the fleet that must be there.
    """
    found = []
    for centre in standard().centres:
        aim = frozenset([centre])
        spaces = distance(unit, aim)
        if unit[0] == "A":
            spaces = min(by_land(unit, aim), spaces + 1)
        if spaces < len(NEAR):
            found.append((spaces, centre))
    return tuple(sorted(found))
