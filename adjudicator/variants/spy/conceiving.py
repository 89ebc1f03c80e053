"""What a power may order in fog: whatever could be, for all it knows (SPY-7).

An order for a unit out of sight stands when some unit could be there; if none is, nothing comes of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from adjudicator.geography import geography
from adjudicator.legality import Illegality, Reading, judge, unit_named
from adjudicator.movement.explain import clause_of
from adjudicator.movement.ground import Ground
from adjudicator.notation import Context, read_line
from adjudicator.orders import Convoy, Hold, Move, Order, Support
from adjudicator.position import Position, grouped
from adjudicator.reading import Reader, read
from adjudicator.results import VOID, Result
from adjudicator.variants.variant import Table


def reader(table: Table, position: Position) -> Reader:
    """A reader of lines that are not canonical, each by what its own power may know."""
    contexts: dict[str, Context] = {}

    def read_by(line: str, power: str) -> str:
        if power not in contexts:
            known = table.variant.sight.known(table, position, power)
            contexts[power] = Context.of(known, table.board, (power,))
        return read_line(line, contexts[power])

    return read_by


class Fogged(Ground):
    """The units in sight; at sea there might be a fleet anywhere."""

    def fleets_at_sea(self) -> int:
        return self.geo.sea_mask


@dataclass(slots=True)
class Entry:
    """What one unit was ordered: its line, and why it cannot be followed if it cannot."""

    line: str
    order: Order
    fault: Illegality | None
    again: list[Result] = field(default_factory=list)
    """Further lines for the same unit: void."""


class Sheet:
    """One power's lines for a movement phase, judged by what it knows: `known` is its sight."""

    def __init__(self, table: Table, known: Position, power: str, lines: Iterable[str]) -> None:
        self.table = table
        self.known = known
        self.power = power
        self.ground = Fogged(known, geography(table.board))
        self.owner = self.ground.geo.powers.index(power)
        self.entries: dict[str, Entry] = {}
        """The orders, by their unit's province."""
        self.strays: list[Result] = []
        made = reader(table, known)
        for line in sorted(lines):
            self._enter(line, read(line, power, table.board, made))

    def followed(self) -> list[str]:
        """One line for each unit that has any: as given, but to hold where two contradict each other."""
        return [self._followed(province, entry) for province, entry in sorted(self.entries.items())]

    def _followed(self, province: str, entry: Entry) -> str:
        if entry.fault is not None and entry.fault.reason == "duplicate":
            return f"{self.ground.texts[self.ground.at[self.ground.geo.place_code[province]]]} H"
        return entry.line

    def _enter(self, line: str, order: Order | Illegality) -> None:
        if isinstance(order, Illegality):
            self.strays.append(self.void(line, order))
            return
        line = str(order)
        if not isinstance(order, (Hold, Move, Support, Convoy)):
            self.strays.append(self.void(line, Illegality("illegal", "wrong-phase")))
            return
        judged = self._judged(order)
        unit = unit_named(order.unit, self.ground)
        if unit < 0 or self.ground.owners[unit] != self.owner:
            astray = judged if isinstance(judged, Illegality) else Illegality("no-unit")
            self.strays.append(self.void(line, astray))
            return
        province = order.unit[2:5]
        first = self.entries.get(province)
        fault = judged if isinstance(judged, Illegality) else None
        if first is None:
            self.entries[province] = Entry(line, order, fault)
            return
        same = first.line == line or (fault is None and self._judged(first.order) == judged)
        if same and (first.fault is None or first.fault.reason != "duplicate"):
            first.again.append(self.void(line, Illegality("duplicate", "identical")))
            return
        first.fault = Illegality("duplicate")
        lines = [each.order for each in first.again] + [line]
        first.again = [self.void(each, first.fault) for each in lines]

    def _judged(self, order: Order) -> Reading | Illegality:
        """`order` judged in the world in sight; where it speaks of a unit out of sight, in one with it."""
        rules, power = self.table.rulebook, self.owner
        judged = judge(order, power, self.ground, rules)
        if isinstance(judged, Reading) or not isinstance(order, (Support, Convoy)):
            return judged
        there = (order.target if isinstance(order, Support) else order.army)[2:5]
        if there in self.known.occupied() or there in self.table.board.powers[self.power].territory:
            return judged
        named = order.target if isinstance(order, Support) else order.army
        other = next(each for each in self.table.board.powers if each != self.power)
        for unit in self.table.board.unit_sites(there):
            if unit[0] == named[0]:
                standing = [(each, one) for each, units in self.known.units.items() for one in units]
                world = self.known.having(units=grouped([*standing, (other, unit)]))
                imagined = judge(order, power, Fogged(world, self.ground.geo), rules)
                if isinstance(imagined, Reading):
                    return imagined
                judged = imagined
        return judged

    def void(self, line: str, fault: Illegality) -> Result:
        return Result(self.power, line, VOID, fault.reason, clause=clause_of(fault), detail=fault.detail)
