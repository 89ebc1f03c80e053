"""The adjustment phase: units made equal to centres, by builds and removals (RB-11)."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from adjudicator.board import Board, standard
from adjudicator.disorder import removals
from adjudicator.legality import Illegality
from adjudicator.movement.sheet import Answers
from adjudicator.orders import Build, Disband, Order, Waive
from adjudicator.position import Position, grouped
from adjudicator.reading import Reader, read
from adjudicator.results import SUCCEEDS, VOID, PhaseTurn, Result
from adjudicator.rulebook import Rulebook

CLAUSE: Final = "RB-11"


@dataclass(frozen=True, slots=True)
class Policy:
    """How one power adjusts.

    `allowance`: units that it may keep beyond its centres, or not: it may still remove them (DG-14).
    `compulsory`: builds that nobody orders
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
    """Who has something to build or to remove: no more builds than vacant home centres."""
    owed, taken = Due({}, {}), position.occupied()
    for power in sorted(position.units.keys() | position.centres.keys()):
        balance = _balance(position, power, policies)
        if balance < 0:
            owed.removals[power] = -balance
        elif balance and (vacant := homes(position, power, board, taken)):
            owed.builds[power] = min(balance, len(vacant))
    return owed


def removable(position: Position, power: str) -> int:
    """How many removals `power` may order: as many as are due, and those that an allowance spares it."""
    return max(0, -_balance(position, power, NO_POLICIES))


def homes(
    position: Position, power: str, board: Board | None = None, taken: Container[str] | None = None
) -> tuple[str, ...]:
    """The power's own, owned, vacant home centres, by English name: where it may build. `taken` spares
    asking the position again what is occupied.
    """
    board = board or standard()
    if taken is None:
        taken = position.occupied()
    owned = position.centres.get(power, ())
    vacant = [home for home in board.powers[power].homes if home in owned and home not in taken]
    return tuple(sorted(vacant, key=lambda home: board.provinces[home].name))


def sites(position: Position, power: str, board: Board | None = None) -> tuple[str, ...]:
    """Every build that `power` could order, canonically, if it has one due."""
    board = board or standard()
    return tuple(
        str(Build(unit)) for home in sorted(homes(position, power, board)) for unit in board.unit_sites(home)
    )


def _balance(position: Position, power: str, policies: Policies) -> int:
    allowed = len(position.centres.get(power, ())) + policies.get(power, PLAIN).allowance
    return allowed - len(position.units.get(power, ()))


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
    owed = due(position, policies, board)
    taken = position.occupied()
    results: list[Result] = []
    standing: list[tuple[str, str]] = []
    for power in sorted(position.units.keys() | position.centres.keys() | answers.keys()):
        given = None if power in position.disorder else answers.get(power)
        if not given and power not in owed.builds and power not in owed.removals:
            standing += ((power, unit) for unit in position.units.get(power, ()))
            continue
        sheet = _Sheet(position, power, owed, policies.get(power, PLAIN), rules, board, taken)
        for line in given or ():
            sheet.enter(line, read(line, power, board, reader))
        sheet.close()
        results += sheet.results()
        standing += ((power, unit) for unit in sheet.units_after())
    return PhaseTurn(position.having(units=grouped(standing)), tuple(results))


class _Entry(NamedTuple):
    """A line in its place: what it would do, or why it cannot."""

    line: str
    order: Order | None
    fault: Illegality | None


class _Sheet:
    """One power's lines, and what they come to."""

    def __init__(
        self,
        position: Position,
        power: str,
        owed: Due,
        policy: Policy,
        rules: Rulebook,
        board: Board,
        taken: Container[str],
    ) -> None:
        self.position = position
        self.power = power
        self.builds = owed.builds.get(power, 0)
        self.removals = owed.removals.get(power, 0)
        self.removable = removable(position, power)
        self.policy = policy
        self.rules = rules
        self.board = board
        self.taken = taken
        self.entries: list[_Entry] = []
        self.named: set[str] = set()
        """Provinces that an order stands for already."""
        self.kept: list[int] = []
        self.ordered: list[Build | Disband | Waive] = []
        self.by_rule: list[Build | Disband] = []

    def enter(self, line: str, order: Order | Illegality) -> None:
        """Take one line with what it means; what was read is told in canonical spelling."""
        made = self._meant(order)
        if not isinstance(order, Illegality):
            line = str(order)
        if isinstance(made, Illegality):
            self.entries.append(_Entry(line, None, made))
            return
        if not isinstance(made, Waive):
            self.named.add(made.unit[2:5])
        self.entries.append(_Entry(line, made, None))

    def _meant(self, order: Order | Illegality) -> Build | Disband | Waive | Illegality:
        """The order with its unit as it will stand, or why it cannot be given."""
        if isinstance(order, Illegality):
            return order
        if isinstance(order, Waive):
            if order.power not in (None, self.power):
                return Illegality("illegal", "wrong-owner")
            return Illegality("illegal", "compulsory") if self.policy.compulsory else order
        if isinstance(order, Build):
            return self._build(order.unit)
        if isinstance(order, Disband):
            return self._removal(order.unit)
        return Illegality("illegal", "wrong-phase")

    def _build(self, unit: str) -> Build | Illegality:
        province = self.board.provinces[unit[2:5]]
        if province.id not in self.board.powers[self.power].homes:
            return Illegality("not-home")
        if province.id not in self.position.centres.get(self.power, ()):
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
        return Build(unit)

    def _removal(self, text: str) -> Disband | Illegality:
        """The unit there, whatever coast was named."""

        def is_meant(unit: str) -> bool:
            return unit[0] == text[0] and unit[2:5] == text[2:5]

        for power, units in self.position.units.items():
            for unit in units:
                if is_meant(unit):
                    if power != self.power:
                        return Illegality("illegal", "wrong-owner")
                    return Illegality("duplicate") if unit[2:5] in self.named else Disband(unit)
        return Illegality("no-unit")

    def close(self) -> None:
        """Settle which lines count and what is done by rule; no line is entered any more."""
        self.kept = self._kept()
        orders = [self.entries[place].order for place in sorted(self.kept)]
        self.ordered = [order for order in orders if isinstance(order, (Build, Disband, Waive))]
        self.by_rule = self._by_rule()

    def _kept(self) -> list[int]:
        """The entries that count, by place: as many builds and waives, or removals, as are due."""
        kept: list[int] = []
        for kind, room, rule in (
            ((Build, Waive), self.builds, self.rules.builds_kept),
            ((Disband,), self.removable, self.rules.removals_kept),
        ):
            valid = [place for place, entry in enumerate(self.entries) if isinstance(entry.order, kind)]
            if len(valid) <= room or rule == "first":
                kept += valid[:room]
            elif rule == "last":
                kept += valid[len(valid) - room :]
        return kept

    def _by_rule(self) -> list[Build | Disband]:
        """What nobody ordered and must be: removals (RB-15), and builds where they are compulsory."""
        gone = [order.unit for order in self.ordered if isinstance(order, Disband)]
        missing = self.removals - len(gone)
        if missing > 0:
            units = removals(self.position, self.power, missing, self.rules, spared=gone, board=self.board)
            return [Disband(unit) for unit in units]
        if not self.policy.compulsory or not self.builds:
            return []
        built = {order.unit[2:5] for order in self.ordered if isinstance(order, Build)}
        vacant = homes(self.position, self.power, self.board, self.taken)
        left = [home for home in vacant if home not in built]
        return [Build(self._unit_by_rule(home)) for home in left[: self.builds - len(built)]]

    def _unit_by_rule(self, home: str) -> str:
        units = self.board.unit_sites(home)
        return next((unit for unit in units if unit[0] == self.policy.letter), units[0])

    def results(self) -> list[Result]:
        kept = set(self.kept)
        told = []
        for place, entry in enumerate(self.entries):
            fault = entry.fault or (None if place in kept else Illegality("too-many"))
            if fault is None:
                told.append(Result(self.power, entry.line, SUCCEEDS, clause=CLAUSE))
            else:
                told.append(_void(self.power, entry.line, fault, self.policy))
        told.sort(key=lambda result: result.order)
        for order in self.by_rule:
            clause = "RB-15" if isinstance(order, Disband) else self.policy.clause
            told.append(Result(self.power, str(order), SUCCEEDS, clause=clause, by_rule=True))
        return told

    def units_after(self) -> list[str]:
        orders = [*self.ordered, *self.by_rule]
        gone = {order.unit for order in orders if isinstance(order, Disband)}
        stay = [unit for unit in self.position.units.get(self.power, ()) if unit not in gone]
        return stay + [order.unit for order in orders if isinstance(order, Build)]


def _void(power: str, line: str, fault: Illegality, policy: Policy) -> Result:
    clause = policy.clause if fault.detail == "compulsory" else CLAUSE
    return Result(power, line, VOID, fault.reason, clause=clause, detail=fault.detail)
