"""The retreat phase: dislodged units find a place or leave the board (RB-9)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from adjudicator.board import Board, standard
from adjudicator.geography import geography
from adjudicator.legality import Illegality, landing_of
from adjudicator.movement.sheet import Answers
from adjudicator.orders import Disband, Order, Retreat
from adjudicator.position import Dislodged, Position
from adjudicator.reading import Reader, read
from adjudicator.results import FAILS, SUCCEEDS, VOID, PhaseTurn, Result
from adjudicator.rulebook import Rulebook

CLAUSE = "RB-9"


def places(
    position: Position,
    unit: Dislodged,
    rules: Rulebook,
    board: Board | None = None,
    *,
    closed: Collection[str] = (),
) -> tuple[str, ...]:
    """Where a dislodged unit may retreat to, as locations; no one may enter `closed` provinces (RB-20)."""
    board = board or standard()
    taken = position.occupied()
    return tuple(
        there
        for there in board.steps(unit.unit)
        if _bar(there[:3], unit, position, taken, rules, closed) is None
    )


def due(
    position: Position, rules: Rulebook, board: Board | None = None, *, closed: Collection[str] = ()
) -> dict[str, tuple[str, ...]]:
    """Power -> its dislodged units that have somewhere to go; powers without any are left out."""
    owing = {
        power: tuple(unit.unit for unit in units if places(position, unit, rules, board, closed=closed))
        for power, units in position.dislodged.items()
    }
    return {power: units for power, units in owing.items() if units}


def resolve(
    position: Position,
    answers: Answers,
    rules: Rulebook,
    *,
    board: Board | None = None,
    reader: Reader | None = None,
    closed: Collection[str] = (),
) -> PhaseTurn:
    """Resolve retreats; `answers`, silence and `reader` as in `phases.movement`, `closed` as in `places`.

    Afterwards no one is dislodged and nothing contested. A unit without a valid order leaves the board,
    and so do all that retreat to one province.
    """
    sheet = _Sheet(position, rules, board or standard(), reader, closed)
    for power in position.dislodged.keys() | answers.keys():
        lines = answers.get(power)
        if lines is not None and power not in position.disorder:
            for line in lines:
                sheet.enter(power, line)
    return sheet.turn(answers)


class _Going(NamedTuple):
    """A unit on its way: where it would stand, and which result tells of it."""

    power: str
    unit: str
    after: str
    result: int


class _Sheet:
    """Every line given, and what it is for."""

    def __init__(
        self,
        position: Position,
        rules: Rulebook,
        board: Board,
        reader: Reader | None,
        closed: Collection[str],
    ) -> None:
        self.position = position
        self.rules = rules
        self.board = board
        self.reader = reader
        self.closed = closed
        self.taken = position.occupied()
        self.lines: dict[str, list[tuple[str, Order]]] = {}
        """Dislodged unit (there is one a province) -> the lines for it, with what they mean."""
        self.strays: list[Result] = []

    def enter(self, power: str, line: str) -> None:
        order = read(line, power, self.board, self.reader)
        if isinstance(order, Illegality):
            self.strays.append(_void(power, line, order))
            return
        line = str(order)
        if not isinstance(order, (Retreat, Disband)):
            fault = Illegality("illegal", "wrong-phase")
        else:
            for unit in self.position.dislodged.get(power, ()):
                if unit.unit[0] == order.unit[0] and unit.unit[2:5] == order.unit[2:5]:
                    self.lines.setdefault(unit.unit, []).append((line, order))
                    return
            fault = self._no_business(order)
        self.strays.append(_void(power, line, fault))

    def _no_business(self, order: Retreat | Disband) -> Illegality:
        """Why there is no dislodged unit of this power for the order."""
        if any(unit.unit == order.unit for units in self.position.dislodged.values() for unit in units):
            return Illegality("illegal", "wrong-owner")
        if any(order.unit in units for units in self.position.units.values()):
            return Illegality("illegal", "not-dislodged")
        return Illegality("no-unit")

    def turn(self, answers: Answers) -> PhaseTurn:
        """What becomes of everyone; two or more to one province are all disbanded."""
        results: list[Result] = []
        going: dict[str, list[_Going]] = {}
        for power, units in self.position.dislodged.items():
            silent = answers.get(power) is None or power in self.position.disorder
            for unit in units:
                told, after = self._one(power, unit, silent)
                if after is not None:
                    going.setdefault(after[2:5], []).append(_Going(power, unit.unit, after, len(results)))
                results += told
        stand = dict(self.position.units)
        for together in going.values():
            if len(together) == 1:
                power = together[0].power
                stand[power] = tuple(sorted((*stand.get(power, ()), together[0].after)))
                continue
            for one in together:
                others = tuple(sorted(other.unit for other in together if other is not one))
                told_before = results[one.result]
                results[one.result] = told_before._replace(verdict=FAILS, reason="collision", by=others)
        results += sorted(self.strays)
        return PhaseTurn(
            self.position.having(
                units={power: stand[power] for power in sorted(stand)}, dislodged={}, contested=()
            ),
            tuple(sorted(results, key=lambda result: result.power)),
        )

    def _one(self, power: str, unit: Dislodged, silent: bool) -> tuple[list[Result], str | None]:
        """The results for one dislodged unit, its own first, and the unit it becomes; None: it leaves."""
        given = sorted(self.lines.get(unit.unit, ()), key=lambda each: each[0])
        if not given:
            detail = "disorder" if silent else "no-order"
            if not silent and not places(self.position, unit, self.rules, self.board, closed=self.closed):
                detail = "no-retreat"
            clause = "RB-14" if silent else CLAUSE
            order = str(Disband(unit.unit))
            return [
                Result(power, order, SUCCEEDS, clause=clause, detail=detail, implied=True),
            ], None
        meant = [self._meant(order, unit) for _, order in given]
        line = given[0][0]
        if any(other != meant[0] for other in meant[1:]):
            return [_void(power, each, Illegality("duplicate")) for each, _ in given], None
        again = [_void(power, each, Illegality("duplicate", "identical")) for each, _ in given[1:]]
        first = meant[0]
        if isinstance(first, Illegality):
            return [_void(power, line, first), *again], None
        return [Result(power, line, SUCCEEDS, clause=CLAUSE), *again], first or None

    def _meant(self, order: Order, unit: Dislodged) -> str | Illegality:
        """Where the unit would stand; nowhere (an empty text) when it is disbanded."""
        if not isinstance(order, Retreat):
            return ""
        geo = geography(self.board)
        landing = landing_of(geo.unit_code[unit.unit], order.destination, geo, self.rules)
        if isinstance(landing, Illegality):
            return landing
        after = geo.unit_text[landing]
        bar = _bar(after[2:5], unit, self.position, self.taken, self.rules, self.closed)
        return after if bar is None else Illegality("illegal", bar)


def _bar(
    province: str,
    unit: Dislodged,
    position: Position,
    taken: Mapping[str, str],
    rules: Rulebook,
    closed: Collection[str],
) -> str | None:
    """What keeps a dislodged unit out of a neighbouring province, if anything (RB-9, RB-20, RB-b)."""
    if province in closed:
        return "closed"
    if province in taken:
        return "occupied"
    if province in position.contested:
        return "contested"
    if province == unit.origin and not (unit.by_convoy and rules.retreat_to_origin == "allowed"):
        return "attackers-origin"
    return "barred" if province in unit.barred else None


def _void(power: str, line: str, fault: Illegality) -> Result:
    clause = {"duplicate": "RB-2", "illegal": CLAUSE}.get(fault.reason, "RB-3")
    if fault.detail == "closed":
        clause = "RB-20"
    return Result(power, line, VOID, fault.reason, clause=clause, detail=fault.detail)
