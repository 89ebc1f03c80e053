"""The adjustment phase: units made equal to centres, by builds and removals (RB-11)."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from types import MappingProxyType
from typing import Final, NamedTuple

from adjudicator.board import Board, Power, standard
from adjudicator.disorder import removals
from adjudicator.legality import Illegality
from adjudicator.movement.sheet import Answers
from adjudicator.orders import Build, Disband, Order, Waive
from adjudicator.position import Position
from adjudicator.reading import Reader, read
from adjudicator.results import SUCCEEDS, VOID, PhaseTurn, Result
from adjudicator.rulebook import Rulebook

CLAUSE: Final = "RB-11"


@dataclass(frozen=True, slots=True)
class Policy:
    """How one power adjusts.

    `allowance`: units that it may keep beyond its centres, or not: it may still remove them (DG-14).
    `compulsory`: builds that no one orders
    are made by rule, in vacant owned home centres by English name (ID-12), of the kind `letter`; they
    cite `clause`.
    """

    allowance: int = 0
    compulsory: bool = False
    letter: str = "A"
    clause: str = CLAUSE


PLAIN: Final = Policy()
Policies = Mapping[str, Policy]
NO_POLICIES: Final[Policies] = MappingProxyType({})


class Due(NamedTuple):
    """Power -> units it may build, or must remove; powers with neither are left out."""

    builds: dict[str, int]
    removals: dict[str, int]


def due(position: Position, policies: Policies = NO_POLICIES, board: Board | None = None) -> Due:
    """The powers that have something to build or to remove: no more builds than vacant home centres."""
    return _due(position, policies, board or standard(), position.occupied())


def _due(position: Position, policies: Policies, board: Board, taken: Container[str]) -> Due:
    owed = Due({}, {})
    units, centres = position.units, position.centres
    for power in sorted(units.keys() | centres.keys()):
        owned = centres.get(power, ())
        balance = len(owned) - len(units.get(power, ()))
        if policies and power in policies:
            balance += policies[power].allowance
        if balance < 0:
            owed.removals[power] = -balance
        elif balance and (vacant := _vacant(board.powers[power], owned, taken)):
            owed.builds[power] = min(balance, len(vacant))
    return owed


def settled(
    position: Position, policies: Policies = NO_POLICIES, board: Board | None = None
) -> tuple[str, ...]:
    """The powers that have something due and can only do what the rule would do without their orders: all
    units go (RB-15), or one must be built in every vacant home centre, where one kind of unit alone may
    stand (ID-12). Builds that may be waived are a choice, and so is what an allowance spares (DG-14).
    """
    board = board or standard()
    builds, removals = due(position, policies, board)
    bound = {power for power in (*builds, *removals) if not policies.get(power, PLAIN).allowance}
    gone = [power for power in removals if power in bound and not position.centres.get(power)]
    built = [
        power
        for power, count in builds.items()
        if power in bound
        and policies.get(power, PLAIN).compulsory
        and count == len(vacant := homes(position, power, board))
        and all(len(board.unit_sites(home)) == 1 for home in vacant)
    ]
    return (*gone, *built)


def removable(position: Position, power: str) -> int:
    """How many removals `power` may order: as many as are due, and those that an allowance spares it."""
    return max(0, len(position.units.get(power, ())) - len(position.centres.get(power, ())))


def homes(position: Position, power: str, board: Board | None = None) -> tuple[str, ...]:
    """The power's own, owned, vacant home centres, by English name: where it may build."""
    board = board or standard()
    vacant = _vacant(board.powers[power], position.centres.get(power, ()), position.occupied())
    return tuple(_by_name(vacant, board))


def sites(position: Position, power: str, board: Board | None = None) -> tuple[str, ...]:
    """Every build that `power` could order, canonically, if it has one due."""
    board = board or standard()
    return tuple(
        str(Build(unit)) for home in sorted(homes(position, power, board)) for unit in board.unit_sites(home)
    )


def _vacant(power: Power, owned: Container[str], taken: Container[str]) -> list[str]:
    return [home for home in power.homes if home in owned and home not in taken]


def _by_name(provinces: list[str], board: Board) -> list[str]:
    return sorted(provinces, key=lambda province: board.provinces[province].name)


def resolve(
    position: Position,
    answers: Answers,
    rules: Rulebook,
    *,
    policies: Policies = NO_POLICIES,
    board: Board | None = None,
    reader: Reader | None = None,
) -> PhaseTurn:
    """Resolve builds and removals; `answers`, silence and `reader` as in `phases.movement`.

    Lines are taken in the sequence given: of too many, 4.D.4 and 4.D.6 say which count. What is missing
    of compulsory builds and of removals is done by rule (RB-15), for silent powers as well.
    """
    board = board or standard()
    taken = position.occupied()
    to_build, to_remove = _due(position, policies, board, taken)
    results: list[Result] = []
    standing: dict[str, tuple[str, ...]] = {}
    for power in sorted(position.units.keys() | position.centres.keys() | answers.keys()):
        given = None if power in position.disorder else answers.get(power)
        stood = position.units.get(power, ())
        if given or power in to_build or power in to_remove:
            room = _Room(to_build.get(power, 0), to_remove.get(power, 0), policies.get(power, PLAIN))
            sheet = _Sheet(position, power, room, rules, board, taken)
            for line in given or ():
                sheet.enter(line, read(line, power, board, reader))
            sheet.close()
            results += sheet.results()
            stood = sheet.units_after()
        if stood:
            standing[power] = stood
    return PhaseTurn(position.having(units=standing), tuple(results))


class _Room(NamedTuple):
    """How many builds and removals are due of one power, and how it adjusts."""

    builds: int
    removals: int
    policy: Policy


class _Entry(NamedTuple):
    """A line in its place: what it would do, or why it cannot."""

    line: str
    order: Build | Disband | Waive | Illegality


class _Sheet:
    """One power's lines, and what they come to."""

    __slots__ = (
        "board",
        "by_rule",
        "entries",
        "homes",
        "kept",
        "named",
        "ordered",
        "owned",
        "position",
        "power",
        "room",
        "rules",
        "stood",
        "taken",
    )

    def __init__(
        self,
        position: Position,
        power: str,
        room: _Room,
        rules: Rulebook,
        board: Board,
        taken: Mapping[str, str],
    ) -> None:
        self.position = position
        self.power = power
        self.room = room
        self.rules = rules
        self.board = board
        self.taken = taken
        """Province -> power whose unit stands there."""
        self.stood = position.units.get(power, ())
        self.owned = position.centres.get(power, ())
        self.homes = board.powers[power].homes
        self.entries: list[_Entry] = []
        self.named: set[str] = set()
        """Provinces that an order stands for already."""
        self.kept: Collection[int] = ()
        """The entries that count, by place."""
        self.ordered: list[Build | Disband | Waive] = []
        self.by_rule: Sequence[Build | Disband] = ()

    def enter(self, line: str, order: Order | Illegality) -> None:
        """Take one line with what it means; what was read is told in canonical spelling."""
        if isinstance(order, Illegality):
            self.entries.append(_Entry(line, order))
            return
        made = self._meant(order)
        if isinstance(made, (Build, Disband)):
            self.named.add(made.unit[2:5])
        self.entries.append(_Entry(str(order), made))

    def _meant(self, order: Order) -> Build | Disband | Waive | Illegality:
        """The order with its unit as it will stand, or why it cannot be given."""
        if isinstance(order, Build):
            return self._build(order)
        if isinstance(order, Disband):
            return self._removal(order)
        if isinstance(order, Waive):
            if order.power not in (None, self.power):
                return Illegality("illegal", "wrong-owner")
            return Illegality("illegal", "compulsory") if self.room.policy.compulsory else order
        return Illegality("illegal", "wrong-phase")

    def _build(self, order: Build) -> Build | Illegality:
        unit = order.unit
        province = self.board.provinces[unit[2:5]]
        if province.id not in self.homes:
            return Illegality("not-home")
        if province.id not in self.owned:
            return Illegality("not-owned")
        if province.id in self.taken:
            return Illegality("occupied")
        if unit[0] == "A" and not province.is_sea and (self.rules.army_coast == "ignore" or "/" not in unit):
            unit = f"A {province.id}"  # DATC 4.B.6
        elif unit[0] == "F" and province.kind == "inland" and self.rules.inland_fleet == "army":
            unit = f"A {province.id}"  # DATC 4.C.4
        elif unit[0] == "F" and province.coasts and "/" not in unit:
            return Illegality("coast-missing")  # DATC 4.B.7
        elif not self.board.may_stand(unit):
            return Illegality("illegal", "unreachable")
        if province.id in self.named:
            return Illegality("duplicate")
        return order if unit == order.unit else Build(unit)

    def _removal(self, order: Disband) -> Disband | Illegality:
        """The unit there, whatever coast was named."""
        province = order.unit[2:5]
        owner = self.taken.get(province)
        if owner is None:
            return Illegality("no-unit")
        unit = next(unit for unit in self.position.units[owner] if unit[2:5] == province)
        if unit[0] != order.unit[0]:
            return Illegality("no-unit")
        if owner != self.power:
            return Illegality("illegal", "wrong-owner")
        if province in self.named:
            return Illegality("duplicate")
        return order if unit == order.unit else Disband(unit)

    def close(self) -> None:
        """Settle which lines count and what is done by rule; no line is entered any more."""
        entries = self.entries
        if entries:
            self.kept = self._kept()
            for place in sorted(self.kept):
                order = entries[place].order
                if not isinstance(order, Illegality):
                    self.ordered.append(order)
        self.by_rule = self._by_rule()

    def _kept(self) -> set[int]:
        """The orders kept: as many builds, waives and removals as are due and possible."""
        adding, removing = [], []
        for place, entry in enumerate(self.entries):
            if isinstance(entry.order, (Build, Waive)):
                adding.append(place)
            elif isinstance(entry.order, Disband):
                removing.append(place)
        kept = _counting(adding, self.room.builds, self.rules.builds_kept) if adding else []
        if removing:
            may_go = max(0, len(self.stood) - len(self.owned))
            kept += _counting(removing, may_go, self.rules.removals_kept)
        return set(kept)

    def _by_rule(self) -> list[Build | Disband]:
        """What no one ordered and must be: removals (RB-15), and builds where they are compulsory."""
        builds, missing, policy = self.room
        gone: list[str] = []
        if missing:
            gone = [order.unit for order in self.ordered if isinstance(order, Disband)]
            missing -= len(gone)
        if missing > 0:
            units = removals(self.position, self.power, missing, self.rules, spared=gone, board=self.board)
            return [Disband(unit) for unit in units]
        if not policy.compulsory or not builds:
            return []
        built = {order.unit[2:5] for order in self.ordered if isinstance(order, Build)}
        if len(built) >= builds:
            return []
        vacant = _by_name(_vacant(self.board.powers[self.power], self.owned, self.taken), self.board)
        left = [home for home in vacant if home not in built]
        return [Build(self._unit_by_rule(home)) for home in left[: builds - len(built)]]

    def _unit_by_rule(self, home: str) -> str:
        units = self.board.unit_sites(home)
        return next((unit for unit in units if unit[0] == self.room.policy.letter), units[0])

    def results(self) -> list[Result]:
        """The lines' results, by order, and then what was done by rule."""
        told = []
        for place, (line, order) in enumerate(self.entries):
            if isinstance(order, Illegality):
                told.append(_void(self.power, line, order, self.room.policy))
            elif place in self.kept:
                told.append(Result(self.power, line, SUCCEEDS, clause=CLAUSE))
            else:
                told.append(_void(self.power, line, Illegality("too-many"), self.room.policy))
        if len(told) > 1:
            told.sort(key=_line)
        for made in self.by_rule:
            clause = "RB-15" if isinstance(made, Disband) else self.room.policy.clause
            told.append(Result(self.power, str(made), SUCCEEDS, clause=clause, by_rule=True))
        return told

    def units_after(self) -> tuple[str, ...]:
        orders = [*self.ordered, *self.by_rule]
        gone = {order.unit for order in orders if isinstance(order, Disband)}
        stay = [unit for unit in self.stood if unit not in gone] if gone else list(self.stood)
        stay += [order.unit for order in orders if isinstance(order, Build)]
        stay.sort()
        return tuple(stay)


def _counting(valid: list[int], room: int, rule: str) -> list[int]:
    """Of too many lines the first, the last or none count (DATC 4.D.4, 4.D.6)."""
    if len(valid) <= room or rule == "first":
        return valid[:room]
    return valid[len(valid) - room :] if rule == "last" else []


_line = attrgetter("order")


def _void(power: str, line: str, fault: Illegality, policy: Policy) -> Result:
    clause = policy.clause if fault.detail == "compulsory" else CLAUSE
    return Result(power, line, VOID, fault.reason, clause=clause, detail=fault.detail)
