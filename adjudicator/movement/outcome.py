"""What follows once every move is decided: who is dislodged, what is contested, where retreats may go."""

from __future__ import annotations

from typing import Final

from adjudicator.movement.resolver import Resolver
from adjudicator.position import Dislodged, Position

NOBODY: Final = -1


class Outcome:
    """A resolved movement phase. Units that were dislodged are numbered as before they moved."""

    __slots__ = ("arrived", "contested", "dislodgers", "res", "retreats", "sit")

    def __init__(self, res: Resolver) -> None:
        sit = res.sit
        moves, to, at = res.moves, sit.to, sit.at
        self.res = res
        self.sit = sit
        self.arrived: dict[int, int] = {}
        """Province -> the unit that moved in."""
        self.dislodgers: dict[int, int] = {}
        """Dislodged unit -> the unit that drove it out."""
        self.contested: set[int] = set()
        """Provinces left vacant by a stand-off."""
        self.retreats: dict[int, tuple[str, ...]] = {}
        """Dislodged unit -> where it may go, as text; no one in disorder may."""
        failed = []
        for unit in sit.movers:
            if moves[unit]:
                province = to[unit]
                self.arrived[province] = unit
                there = at[province]
                if there >= 0 and not moves[there]:
                    self.dislodgers[there] = unit
            else:
                failed.append(unit)
        for unit in failed:
            province = to[unit]
            if province not in self.contested and province not in self.arrived and res.ways[unit]:
                there = at[province]
                if there < 0 or (moves[there] and self._stands_off(unit, there)):
                    if unit in sit.doomed and not self._has_rival(unit):
                        continue
                    self.contested.add(province)
        for unit in sorted(self.dislodgers):
            self.retreats[unit] = () if sit.silent[sit.owners[unit]] else self._retreats(unit)

    def _has_rival(self, unit: int) -> bool:
        """Whether anyone else had a way to where `unit` was going: one alone stands off with no one."""
        ways = self.res.ways
        return any(rival != unit and ways[rival] for rival in self.sit.into[self.sit.to[unit]] or ())

    def _stands_off(self, unit: int, there: int) -> bool:
        """Whether a failed move contests the place that `there` left: not if `there` dislodged it (RB-6)."""
        sit = self.sit
        if self.dislodgers.get(unit) != there:
            return True
        return (sit.convoyed[unit] or sit.convoyed[there]) and sit.rules.effect_on_origin == "b"

    def _retreats(self, unit: int) -> tuple[str, ...]:
        sit = self.sit
        geo = sit.geo
        moves, at = self.res.moves, sit.at
        barred = self.origin_barred(unit)
        aimed = sit.to[unit] if unit in sit.doomed else NOBODY
        ways = []
        for text, code in geo.moves[sit.codes[unit]].items():
            province = geo.stands[code]
            there = at[province]
            if (
                province != barred
                and province != aimed
                and province not in sit.closed
                and (there < 0 or moves[there])
                and province not in self.arrived
                and province not in self.contested
            ):
                ways.append(text)
        return tuple(ways)

    def origin_barred(self, unit: int) -> int:
        """The province that a dislodged unit may not retreat to as its attacker's origin, or NOBODY."""
        sit = self.sit
        dislodger = self.dislodgers[unit]
        if sit.convoyed[dislodger] and sit.rules.retreat_to_origin == "allowed":
            return NOBODY
        return sit.provinces[dislodger]

    def position(self) -> Position:
        """The position with everyone where they went. Dislodged units without a retreat are gone (RB-9)."""
        sit = self.sit
        geo, before = sit.geo, sit.position
        landings, dislodgers, owners = sit.landings, self.dislodgers, sit.owners
        unit_text = geo.unit_text
        after = list(sit.texts)
        changed = set()
        for unit in self.arrived.values():
            after[unit] = unit_text[landings[unit]]
            changed.add(owners[unit])
        units: dict[str, tuple[str, ...]] = {}
        first = 0
        for power, stood in before.units.items():
            end = first + len(stood)
            if dislodgers:
                left = [after[unit] for unit in range(first, end) if unit not in dislodgers]
            elif owners[first] in changed:
                left = after[first:end]
            else:
                units[power] = stood
                first = end
                continue
            if left:
                left.sort()
                units[power] = tuple(left)
            first = end
        return Position(
            before.phase,
            units,
            self._dislodged() if dislodgers else {},
            self._contested() if self.contested else (),
            before.centres,
            before.disorder,
            before.outcome,
            before.extra,
        )

    def _contested(self) -> tuple[str, ...]:
        province_text = self.sit.geo.province_text
        return tuple([province_text[province] for province in sorted(self.contested)])

    def _barred(self, unit: int) -> tuple[str, ...]:
        """Provinces barred to a dislodged unit besides: all where it may not retreat at all, and where it was
        doomed to go.
        """
        sit = self.sit
        province_text = sit.geo.province_text
        if not self.retreats[unit]:
            return tuple([province_text[there] for there in sorted(sit.geo.landings[sit.codes[unit]])])
        return (province_text[sit.to[unit]],) if unit in sit.doomed else ()

    def _dislodged(self) -> dict[str, tuple[Dislodged, ...]]:
        sit = self.sit
        geo = sit.geo
        dislodged: dict[str, list[Dislodged]] = {}
        for unit, ways in self.retreats.items():
            if ways or (sit.fleets_wait and sit.is_fleet(unit)):
                dislodger = self.dislodgers[unit]
                dislodged.setdefault(geo.powers[sit.owners[unit]], []).append(
                    Dislodged(
                        sit.texts[unit],
                        geo.province_text[sit.provinces[dislodger]],
                        sit.convoyed[dislodger],
                        self._barred(unit),
                    )
                )
        return {power: tuple(units) for power, units in dislodged.items()}
