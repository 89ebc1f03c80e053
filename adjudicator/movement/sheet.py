"""The order lines of a movement phase, read: every unit's order as integers.

Canonical lines that are plainly legal are read by table look-ups; everything else goes to
`adjudicator.legality`, which alone says what may not be ordered and why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from adjudicator.geography import Geography
from adjudicator.legality import CONVOY, HOLD, MOVE, SUPPORT, Illegality, Reading, judge, unit_named
from adjudicator.movement.convoys import is_chain
from adjudicator.movement.facts import Facts
from adjudicator.movement.ground import Ground
from adjudicator.orders import Move, Waive, parse
from adjudicator.position import Position
from adjudicator.reading import Reader, read
from adjudicator.rulebook import Rulebook

Answers = Mapping[str, Sequence[str] | None]

WRONG_PHASE: Final = Illegality("illegal", "wrong-phase")


class Stray(NamedTuple):
    """A line that is no one's order: for no unit, for someone else's, or one of several for a unit."""

    power: int
    line: str
    unit: int
    fault: Illegality


class Sheet(Ground):
    """Orders by unit. `kinds` holds what a unit does in effect: HOLD for void orders."""

    __slots__ = (
        "at_sea",
        "attempting",
        "by_sea",
        "closed",
        "convoys",
        "disorder",
        "faults",
        "fleets_wait",
        "kinds",
        "landings",
        "lines",
        "movers",
        "rules",
        "silent",
        "strays",
        "supports",
        "targets",
        "to",
    )

    def __init__(
        self,
        position: Position,
        answers: Answers,
        rules: Rulebook,
        geo: Geography,
        facts: Facts,
        reader: Reader | None,
    ) -> None:
        super().__init__(position, geo)
        count = len(self.texts)
        self.rules = rules
        self.silent: list[bool] = []
        """The powers in civil disorder: their units hold, and are removed when dislodged (RB-14)."""
        self.disorder = facts.disorder
        self.lines: list[str | None] = [None] * count
        """The order that each unit was given, as it was written."""
        self.kinds: list[int] = [HOLD] * count
        self.faults: list[Illegality | None] = [None] * count
        self.to: list[int] = [-1] * count
        """Where movers go, supporters aim at and convoying fleets carry to; -1 for a support to hold."""
        self.landings: list[int] = [-1] * count
        """Unit code there of the unit that goes; -1 where a support leaves the coast open."""
        self.targets: list[int] = [-1] * count
        """The unit that a supporter supports, or a fleet convoys."""
        self.movers: list[int] = []
        self.supports: list[int] = []
        self.convoys: list[int] = []
        self.strays: list[Stray] = []
        self.by_sea: dict[int, bool] = {}
        """Armies that ask for a convoy -> whether they have no other way."""
        self.attempting: set[int] = set()
        """Units with an illegal move that cannot be supported to hold all the same."""
        self.at_sea = geo.sea_mask if facts.blind else 0
        """Mask of the seas that hold fleets, or may for all that is known; nought until someone asks."""
        self.fleets_wait = facts.fleets_wait
        self._read(answers, facts, reader)

    def fleets_at_sea(self) -> int:
        return self.at_sea or super().fleets_at_sea()

    def _read(self, answers: Answers, facts: Facts, reader: Reader | None) -> None:
        geo, index, owners, codes = self.geo, self.index, self.owners, self.codes
        lines, kinds, to, landings, targets = self.lines, self.kinds, self.to, self.landings, self.targets
        provinces, moves, stands, touches = self.provinces, geo.moves, geo.stands, geo.touches
        movers, supports = self.movers, self.supports
        self.closed = closed = frozenset([geo.place_code[text] for text in facts.closed])
        """Provinces that no one may enter (RB-20)."""
        disorder = self.position.disorder
        silent = self.silent
        for power, name in enumerate(geo.powers):
            answer = None if name in disorder else answers.get(name)
            silent.append(answer is None)
            if answer is None:
                continue
            for line in answer:
                end = 5
                unit = index.get(line[:5], -1)
                if unit < 0:
                    end = 8
                    unit = index.get(line[:8], -1)
                if unit >= 0 and owners[unit] == power and lines[unit] is None:
                    sign = line[end : end + 3]
                    if sign == " - ":
                        landing = moves[codes[unit]].get(line[end + 3 :], -1)
                        if landing < 0 and not closed:
                            landing = self._by_water(unit, line[end + 3 :])
                        if landing >= 0 and not closed:
                            lines[unit] = line
                            kinds[unit] = MOVE
                            landings[unit] = landing
                            to[unit] = stands[landing]
                            movers.append(unit)
                            continue
                    elif sign == " S ":
                        start = end + 3
                        end += 8
                        target = index.get(line[start:end], -1)
                        if target < 0:
                            end += 3
                            target = index.get(line[start:end], -1)
                        if target >= 0 and target != unit:
                            if end == len(line):
                                if touches[codes[unit]][provinces[target]]:
                                    lines[unit] = line
                                    kinds[unit] = SUPPORT
                                    targets[unit] = target
                                    supports.append(unit)
                                    continue
                            elif line[end : end + 3] == " - " and not closed:
                                landing = moves[codes[target]].get(line[end + 3 :], -1)
                                if landing < 0:
                                    landing = self._by_water_without(unit, target, line[end + 3 :])
                                if landing >= 0:
                                    province = stands[landing]
                                    if touches[codes[unit]][province] and province != provinces[unit]:
                                        lines[unit] = line
                                        kinds[unit] = SUPPORT
                                        targets[unit] = target
                                        to[unit] = province
                                        landings[unit] = landing
                                        supports.append(unit)
                                        continue
                    elif sign == " H":
                        lines[unit] = line
                        continue
                    elif sign == " C " and not closed:
                        target = index.get(line[end + 3 : end + 8], -1)
                        if target >= 0 and line[end + 8 : end + 11] == " - ":
                            landing = self._plainly_carries(unit, target, line[end + 11 :])
                            if landing >= 0:
                                lines[unit] = line
                                kinds[unit] = CONVOY
                                targets[unit] = target
                                to[unit] = landings[unit] = landing
                                self.convoys.append(unit)
                                continue
                self._read_slowly(line, power, closed, reader)

    def _by_water(self, army: int, text: str) -> int:
        """The province of a move `BEL` or `BEL VIA` by convoy that fleets now at sea could make, else -1."""
        via = text.endswith(" VIA")
        end = self._carried(army, text[:-4] if via else text, 0)
        if end >= 0:
            self.by_sea[army] = not self.geo.touches[self.codes[army]][end]
        return end

    def _by_water_without(self, unit: int, army: int, text: str) -> int:
        """The province called `text` if fleets other than `unit` could carry `army` there, else -1."""
        return self._carried(army, text, 1 << self.provinces[unit])

    def _carried(self, army: int, text: str, without: int) -> int:
        geo = self.geo
        code = self.codes[army]
        end = geo.place_code.get(text, geo.provinces)
        if code < geo.fleet_code and end < geo.provinces and geo.coastal[end] and end != code:
            if not self.at_sea:
                self.at_sea = self.fleets_at_sea()
            if is_chain(geo, code, end, self.at_sea & ~without):
                return end
        return -1

    def _plainly_carries(self, fleet: int, army: int, text: str) -> int:
        """The province called `text` if `fleet` alone could carry `army` there, else -1."""
        geo = self.geo
        code, sea = self.codes[army], self.provinces[fleet]
        end = geo.place_code.get(text, geo.provinces)
        if code < geo.fleet_code and end < geo.provinces and geo.is_sea[sea] and end != code:
            shores = geo.shores[sea]
            if shores >> code & 1 and shores >> end & 1:
                return end
        return -1

    def _read_slowly(self, line: str, power: int, closed: frozenset[int], reader: Reader | None) -> None:
        """Read a line that is not plainly canonical and legal, or the second one for its unit."""
        order = read(line, self.geo.powers[power], self.geo.board, reader)
        if isinstance(order, Illegality):
            self.strays.append(Stray(power, line, -1, order))
            return
        line = str(order)
        judged = judge(order, power, self, self.rules, closed)
        unit = -1
        if judged != WRONG_PHASE and not isinstance(order, Waive):
            unit = unit_named(order.unit, self)
        if unit < 0 or self.owners[unit] != power:
            fault = judged if isinstance(judged, Illegality) else Illegality("no-unit")
            self.strays.append(Stray(power, line, -1, fault))
            return
        first = self.lines[unit]
        if first is not None:
            again = parse(first, self.geo.board)
            same = again == order or judge(again, power, self, self.rules, closed) == judged
            self._repeat(unit, first, line, (same and isinstance(judged, Reading)) or first == line)
            return
        self.lines[unit] = line
        if isinstance(judged, Illegality):
            self.faults[unit] = judged
            if isinstance(order, Move) and self._attempts(unit, order):
                self.attempting.add(unit)
            return
        self.kinds[unit] = judged.kind
        self.to[unit] = judged.province
        self.landings[unit] = judged.landing
        self.targets[unit] = judged.target
        if judged.kind == MOVE:
            self.movers.append(unit)
            if judged.via or judged.by_sea:
                self.by_sea[unit] = judged.by_sea
        elif judged.kind == SUPPORT:
            self.supports.append(unit)
        elif judged.kind == CONVOY:
            self.convoys.append(unit)

    def _attempts(self, unit: int, order: Move) -> bool:
        """Whether a unit with an illegal move counts as moving, so that it cannot be supported to hold.

        Under DATC 4.E.1 `attempts` always; besides, a move to a neighbour that asks for a convoy where none
        can be stays a move (4.A.3).
        """
        neighbour = self.geo.touches[self.codes[unit]][
            self.geo.stands[self.geo.place_code[order.destination]]
        ]
        return self.rules.illegal_move == "attempts" or (order.via and bool(neighbour))

    def _repeat(self, unit: int, first: str, line: str, same: bool) -> None:
        """Take one more line for a unit: the same order again counts once, another one voids them all (RB-2).

        Whichever came first, the unit's own line is the first in alphabetical order.
        """
        kept, other = sorted((first, line))
        self.lines[unit] = kept
        conflict = Illegality("duplicate")
        if not same and self.faults[unit] != conflict:
            self.faults[unit] = conflict
            self.attempting.discard(unit)
            self.by_sea.pop(unit, None)
            for listed in (self.movers, self.supports, self.convoys):
                if unit in listed:
                    listed.remove(unit)
            self.kinds[unit] = HOLD
            self.to[unit] = self.landings[unit] = self.targets[unit] = -1
            self.strays = [
                Stray(stray.power, stray.line, unit, conflict) if stray.unit == unit else stray
                for stray in self.strays
            ]
        fault = conflict if self.faults[unit] == conflict else Illegality("duplicate", "identical")
        self.strays.append(Stray(self.owners[unit], other, unit, fault))
