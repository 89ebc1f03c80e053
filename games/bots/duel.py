"""What a position is worth in a game of two home powers, to one of them (ID-15, ID-16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from adjudicator.board import standard
from adjudicator.position import Position
from games.bots.roads import distance

WON: Final = 1000.0
NEAR: Final = (14.0, 9.0, 5.5, 3.6, 2.4, 1.5, 0.8, 0.3)
"""What a unit of a home power is worth that stands so many spaces from the other's home centres."""
HIRED: Final = (0.5, 3.0, 1.8, 1.0, 0.5)
"""The worth of a mercenary near an enemy home centre: it cannot win, and in the centre it would be in the
way.
"""

UNGUARDED: Final = 60.0
"""What it costs a plan to leave open a home centre that can be entered in this very phase."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Who plays whom: home powers, their home centres, and the powers that either commands."""

    own: str
    rival: str
    own_homes: frozenset[str]
    rival_homes: frozenset[str]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    owners: Mapping[str, str]
    """Centre -> the power that owns it."""

    @property
    def aims(self) -> frozenset[str]:
        """The rival's home centres."""
        return self.rival_homes

    def rivals(self) -> list[Duel]:
        """The duel seen from the other side."""
        owners = self.owners
        return [Duel(self.rival, self.own, self.rival_homes, self.own_homes, self.theirs, self.mine, owners)]

    def ground(self, position: Position) -> Position:
        """The whole position: with twenty units everyone is near."""
        return position

    def exposed(self, position: Position) -> dict[str, float]:
        """Home centres next to a unit of the other's home power."""
        attackers = position.units.get(self.rival, ())
        return {
            home: UNGUARDED
            for home in sorted(self.own_homes)
            for unit in attackers
            if distance(unit, frozenset([home])) <= 1
        }

    def worth(self, position: Position) -> float:
        """The worth of a position after moves to the side that is `own`: a win is `WON` or more."""
        units = position.units
        own, rival = units.get(self.own, ()), units.get(self.rival, ())
        entered = _standing(own, self.rival_homes)
        lost = _standing(rival, self.own_homes)
        if entered != lost:
            return WON * (entered - lost)
        score = _nearness(own, self.rival_homes) - 1.15 * _nearness(rival, self.own_homes)
        score += 3.0 * (len(own) - len(rival))
        is_autumn = position.phase.season == "F"
        reward = 4.0 if is_autumn else 1.5
        for power, side in (*((each, 1) for each in self.mine), *((each, -1) for each in self.theirs)):
            there = units.get(power, ())
            if power not in (self.own, self.rival):
                aims = self.rival_homes if side > 0 else self.own_homes
                score += side * (0.5 if is_autumn else 1) * _nearness(there, aims, HIRED)
            for unit in there:
                owner = self.owners.get(unit[2:5], "" if unit[2:5] in standard().centres else power)
                if owner == power:
                    continue
                if power == (self.own if side > 0 else self.rival):
                    score += side * reward
                if owner == (self.rival if side > 0 else self.own):
                    score += side * reward
        score -= self._bared(position, self.rival, self.own_homes, self.mine)
        score += 0.8 * self._bared(position, self.own, self.rival_homes, self.theirs)
        return score

    def _bared(
        self, position: Position, attacker: str, homes: frozenset[str], guards: Sequence[str]
    ) -> float:
        """The danger to `homes` in the next season: open ones next to a unit of `attacker`."""
        attackers = position.units.get(attacker, ())
        if not attackers:
            return 0
        guarded = {unit[2:5] for power in guards for unit in position.units.get(power, ())}
        danger = 0.0
        for home in homes:
            near = sum(home in _touched(unit) for unit in attackers)
            if near:
                danger += (2.0 if home in guarded else 9.0) + 4.0 * (near - 1)
        return danger


def duel_of(position: Mapping[str, Any], seat: str) -> Duel:
    """Who plays whom for the player in `seat`, as far as that seat sees who commands whom."""
    homes, control = position["homes"], position.get("control") or {}
    other = next(each for each in homes if each != seat)

    def commanded(by: str) -> tuple[str, ...]:
        return (homes[by], *sorted(power for power, who in control.items() if who == by))

    powers = standard().powers
    return Duel(
        own=homes[seat],
        rival=homes[other],
        own_homes=frozenset(powers[homes[seat]].homes),
        rival_homes=frozenset(powers[homes[other]].homes),
        mine=commanded(seat),
        theirs=commanded(other),
        owners={centre: power for power, centres in position["centres"].items() for centre in centres},
    )


def _standing(units: Sequence[str], homes: frozenset[str]) -> int:
    return min(3, sum(unit[2:5] in homes for unit in units))


@lru_cache(maxsize=8192)
def _nearness(units: tuple[str, ...], aims: frozenset[str], worth: tuple[float, ...] = NEAR) -> float:
    spaces = (distance(unit, aims) for unit in units)
    return sum(worth[each] for each in spaces if each < len(worth))


@lru_cache(maxsize=512)
def _touched(unit: str) -> frozenset[str]:
    return frozenset(place[:3] for place in standard().steps(unit))
