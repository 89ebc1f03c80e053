"""Phase `E`: spies move, then kill (SPY-11 to SPY-19). What each side ordered is judged by what it knows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from adjudicator import asking, notation
from adjudicator.board import Board
from adjudicator.lots import Lots
from adjudicator.notation.problems import Problem as Unread
from adjudicator.notation.reader import LONGEST_TEXT, MOST_ORDERS
from adjudicator.position import Position
from adjudicator.results import FAILS, SUCCEEDS, VOID, Result
from adjudicator.spy_orders import SpyConvoy, SpyMove, SpyStay, parse
from adjudicator.variants.spy import offering
from adjudicator.variants.spy.reading import Knowledge, read_line
from adjudicator.variants.spy.saying import problem
from adjudicator.variants.spy.state import Spy, having, spies_of
from adjudicator.variants.spy.terrain import Terrain, chain, terrain
from adjudicator.variants.spy.told import LOST
from adjudicator.variants.variant import (
    Answers,
    Choices,
    Complaint,
    Owed,
    PhaseKind,
    Reading,
    Step,
    Table,
)

ON_FOOT: Final = "SPY-11"
BY_CONVOY: Final = "SPY-12"
ABOARD: Final = "SPY-13"


@dataclass(slots=True)
class Agent:
    """One spy in one phase: where it is and was, what it was ordered to do, what became of that."""

    power: str
    spy: Spy
    end: Spy
    order: SpyMove | SpyStay | None = None
    reason: str | None = None
    clause: str | None = None
    killers: list[str] = field(default_factory=list)
    killed_by_mover: bool = False

    @property
    def has_moved(self) -> bool:
        return isinstance(self.order, SpyMove) and self.reason is None

    @property
    def kill(self) -> str | None:
        """The nationalities that the spy is out to kill; a spy whose move failed, no one (SPY-18)."""
        return None if self.order is None or self.reason is not None else self.order.kill

    @property
    def name(self) -> str:
        return f"{self.power} E {self.spy.at}"


class Sheet:
    """One power's lines for the phase: an order for each spy, convoys by fleet, and what was void."""

    def __init__(self, table: Table, position: Position, power: str, spies: Sequence[Spy]) -> None:
        self.board = table.board
        self.ground = terrain(table.board)
        self.position = position
        self.power = power
        if any(spy.adrift for spy in spies):
            spies = sorted(spies, key=_adrift_first)
        self.agents = [Agent(power, spy, spy) for spy in spies]
        self.places = frozenset([spy.at for spy in spies])
        self.convoys: dict[str, SpyConvoy] = {}
        self.voids: list[tuple[int, Result]] = []
        """Lines that cannot stand, each with its place among the lines."""

    @cached_property
    def standing(self) -> frozenset[str]:
        """The provinces of the power's units."""
        return frozenset([unit[2:5] for unit in self.position.units.get(self.power, ())])

    @cached_property
    def sunk(self) -> frozenset[str]:
        """Where units of the power were dislodged."""
        return frozenset([unit.unit[2:5] for unit in self.position.dislodged.get(self.power, ())])

    @cached_property
    def knows(self) -> Knowledge:
        """The sight by which the power's lines are read."""
        fleets = frozenset(filter(self.ground.is_sea, self.standing | self.sunk))
        return Knowledge(self.board, "E", self.power, self.places, fleets)

    def enter(self, lines: Iterable[str]) -> None:
        """Take all orders, lines in the sequence given."""
        by_place: dict[str, list[tuple[int, SpyMove | SpyStay]]] = {}
        by_fleet: dict[str, list[tuple[int, SpyConvoy]]] = {}
        for number, line in enumerate(lines):
            order = parse(line, self.board) or read_line(line, number, self.knows)
            if isinstance(order, (SpyMove, SpyStay)):
                fault = spy_fault(order, self.power, self.places, self.board)
                if fault is not None:
                    self._void(number, str(order), *fault)
                else:
                    by_place.setdefault(order.at, []).append((number, order))
            elif isinstance(order, SpyConvoy):
                if (fault := self._convoy_fault(order)) is not None:
                    self._void(number, str(order), *fault)
                else:
                    by_fleet.setdefault(order.fleet, []).append((number, order))
            elif isinstance(order, Unread):
                detail = order.code if order.code in ("ambiguous", "wrong-phase") else "unreadable"
                self._void(number, line, "illegal", detail)
            else:
                self._void(number, line, "illegal", "wrong-phase")
        for fleet, orders in by_fleet.items():
            for _, convoy in self._kept(orders, 1):
                self.convoys[fleet] = convoy
        standing: dict[str, list[Agent]] = {}
        for agent in self.agents:
            standing.setdefault(agent.spy.at, []).append(agent)
        for at, given in by_place.items():
            waiting = standing[at]
            for agent, (_, one) in zip(waiting, self._kept(given, len(waiting)), strict=False):
                agent.order = one

    def _kept(self, orders: list[Any], room: int) -> list[Any]:
        """Those of `orders` that are followed: as many as there are spies; of too many the same again counts
        once, and different ones void each other (RB-2).
        """
        if len(orders) <= room:
            return orders
        kept = list(orders)
        for each in reversed(orders):
            if len(kept) > room and [one for _, one in kept].count(each[1]) > 1:
                kept.remove(each)
                self._void(each[0], str(each[1]), "duplicate", "identical")
        if len(kept) <= room:
            return kept
        for number, order in kept:
            self._void(number, str(order), "duplicate", None)
        return []

    def _convoy_fault(self, order: SpyConvoy) -> tuple[str, str | None] | None:
        if order.fleet not in self.standing or not self.ground.is_sea(order.fleet):
            if order.fleet in self.sunk:
                return "illegal", "dislodged-fleet"
            return ("illegal", "not-at-sea") if order.fleet in self.standing else ("no-unit", None)
        if (order.start, order.destination) not in self.ground.carried[order.fleet]:
            return "illegal", "not-needed"
        if order.power == self.power and order.start not in self.places:
            return "illegal", "no-target"
        return None

    def _void(self, number: int, line: str, reason: str, detail: str | None) -> None:
        clause = "SPY-15" if detail == "own-spies" else "RB-2" if reason == "duplicate" else "RB-3"
        self.voids.append((number, Result(self.power, line, VOID, reason, clause=clause, detail=detail)))


def spy_fault(
    order: SpyMove | SpyStay, power: str, places: Collection[str], board: Board
) -> tuple[str, str | None] | None:
    """Why a spy of `power`, whose spies are in `places`, cannot be ordered so, as far as its player can know:
    a reason and, where there is one, a detail.
    """
    if order.at not in places:
        return "no-unit", None
    if order.kill == power:
        return "illegal", "own-spies"
    if isinstance(order, SpyStay):
        return None
    if order.at == order.destination:
        return "illegal", "same-place"
    ground, to = terrain(board), order.destination
    if not order.via and to in ground.near[order.at]:
        return ("illegal", "sea-to-sea") if ground.is_sea(order.at) and ground.is_sea(to) else None
    return None if to in ground.ports.get(order.at, ()) else ("illegal", "unreachable")


def _adrift_first(spy: Spy) -> tuple[str, bool]:
    """Lines that name a sea with two fleets mean the dislodged one's spies first (SPY-14)."""
    return spy.at, not spy.adrift


class Espionage(PhaseKind):
    """The espionage phase, by seat."""

    letter = "E"

    def due(self, table: Table, position: Position) -> dict[str, Owed]:
        """Every seat, whether or not it has anything to order (SPY-22): `powers` says whether it has."""
        ground = terrain(table.board)
        spies = spies_of(position)
        due: dict[str, Owed] = {}
        for seat in table.seats:
            places = sorted(spy.at for spy in spies.get(seat, ()))
            able = places or any(ground.is_sea(unit[2:5]) for unit in position.units.get(seat, ()))
            due[seat] = {
                "kind": "espionage",
                "powers": [seat] if able else [],
                "spies": {seat: places} if places else {},
            }
        return due

    def options(self, table: Table, position: Position, seat: str) -> Choices:
        return offering.espionage(table, position, seat)

    def read_text(self, table: Table, position: Position, seat: str, text: str) -> Reading:
        """Unreadable lines stay out of the answer; void ones stay in, each with its problem."""
        spies = spies_of(position).get(seat, ())
        sheet = Sheet(table, position, seat, spies)
        found: list[Complaint] = []
        given: list[tuple[int, str, str]] = []
        for number, piece in _pieces(text, table.board):
            order = read_line(piece, number, sheet.knows)
            if isinstance(order, Unread):
                found.append(order)
            else:
                given.append((number, piece, str(order)))
        sheet.enter(order for _, _, order in given)
        for place, void in sheet.voids:
            number, piece, _ = given[place]
            found.append(problem(number, piece, void))
        found.sort(key=lambda complaint: complaint.line)
        return Reading([order for _, _, order in given], tuple(found))

    def read_answer(self, table: Table, position: Position, seat: str, answer: Any) -> Reading:
        lines = (" ".join(line.splitlines()) for line in asking.lines(answer))
        return self.read_text(table, position, seat, "\n".join(lines))

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        spies = spies_of(position)
        sheets: list[Sheet] = []
        for power in table.seats:
            sheet = Sheet(table, position, power, spies.get(power, ()))
            if power in answers:
                sheet.enter(_lines(answers[power], table.board))
            sheets.append(sheet)
        agents = [agent for sheet in sheets for agent in sheet.agents]
        used = _move(agents, sheets, position, terrain(table.board))
        _kill(agents)
        after = {sheet.power: tuple(a.end for a in sheet.agents if not a.killers) for sheet in sheets}
        results = [result for sheet in sheets for result in _results(sheet, used)]
        return Step(having(position, after), tuple(results))


def _lines(answer: Any, board: Board) -> list[str]:
    """The orders of a raw answer, those that share a line divided."""
    lines = asking.lines(answer)
    if not any(sign in "".join(lines) for sign in ",;:\n") and (
        board.reads_as_before or all(parse(line, board) for line in lines)
    ):
        return lines
    return [piece for line in lines for _, piece in _pieces(" ".join(line.splitlines()), board)]


def _pieces(text: str, board: Board) -> list[tuple[int, str]]:
    """The orders of a text, each with its line's number; labels before a colon say nothing here."""
    found = []
    divided = notation.orders_in(text[:LONGEST_TEXT].splitlines(), board)
    for number, (_, parts) in enumerate(divided, start=1):
        for part in parts:
            piece = part.rpartition(":")[2].strip() if len(part) < 400 else part.strip()
            if piece:
                found.append((number, piece))
    return found[:MOST_ORDERS]


def _move(
    agents: Sequence[Agent], sheets: Sequence[Sheet], position: Position, ground: Terrain
) -> frozenset[str]:
    """Move every spy where it was ordered to go, if it can; gives the seas whose fleets carried someone."""
    fleets = {
        unit[2:5]
        for units in position.units.values()
        for unit in units
        if unit[0] == "F" and ground.is_sea(unit[2:5])
    }
    ready: dict[tuple[str, str, str], list[str]] = {}
    for sheet in sheets:
        for convoy in sheet.convoys.values():
            ready.setdefault((convoy.power, convoy.start, convoy.destination), []).append(convoy.fleet)
    used: set[str] = set()
    for agent in agents:
        order = agent.order
        if not isinstance(order, SpyMove):
            continue
        at, to = order.at, order.destination
        if order.via or to not in ground.near[at]:
            free = [sea for sea in ready.get((agent.power, at, to), ()) if sea not in used]
            sailed = chain(ground, at, to, free)
            used.update(sailed)
            agent.clause = BY_CONVOY
            if not sailed:
                agent.reason = "no-convoy"
                continue
        elif ground.is_sea(to):
            agent.clause = ABOARD
            if to not in fleets:
                agent.reason = "no-fleet"
                continue
        else:
            agent.clause = ABOARD if ground.is_sea(at) else ON_FOOT
        agent.end = Spy(to)
    return frozenset(used)


def _kill(agents: Sequence[Agent]) -> None:
    """Movers kill first; a spy that stayed and still stands kills too (SPY-16, SPY-17)."""
    there: dict[tuple[str, str], list[Agent]] = {}
    for agent in agents:
        there.setdefault((agent.end.at, agent.power), []).append(agent)
    hunters = [agent for agent in agents if agent.kill is not None]
    for hunter in hunters:
        if hunter.has_moved:
            for victim in there.get((hunter.end.at, str(hunter.kill)), ()):
                victim.killers.append(hunter.name)
                victim.killed_by_mover = True
    stayers = [hunter for hunter in hunters if not hunter.has_moved and not hunter.killers]
    for hunter in stayers:
        for victim in there.get((hunter.end.at, str(hunter.kill)), ()):
            victim.killers.append(hunter.name)


def _results(sheet: Sheet, used: frozenset[str]) -> list[Result]:
    """The results: one for every spy, one for every convoy, then void lines."""
    told = [_result(agent) for agent in sheet.agents]
    for fleet, order in sorted(sheet.convoys.items()):
        if fleet in used:
            told.append(Result(sheet.power, str(order), SUCCEEDS, clause=BY_CONVOY))
        else:
            told.append(Result(sheet.power, str(order), FAILS, "unmatched", clause=BY_CONVOY))
    voids = sorted(sheet.voids, key=lambda each: (each[1].order, each[0])) if sheet.voids else []
    return told + [void for _, void in voids]


def _result(agent: Agent) -> Result:
    implied = agent.order is None
    order = str(agent.order or SpyStay(agent.spy.at))
    if agent.killers:
        detail = "moved" if agent.has_moved else "stayed"
        clause = "SPY-16" if agent.killed_by_mover else "SPY-17"
        by = tuple(sorted(agent.killers))
        return Result(agent.power, order, FAILS, LOST, by, None, clause, detail, implied=implied)
    if agent.reason is not None:
        return Result(agent.power, order, FAILS, agent.reason, clause=agent.clause)
    if implied:
        return Result(agent.power, order, SUCCEEDS, clause="SPY-24", implied=True)
    return Result(agent.power, order, SUCCEEDS, clause=agent.clause)
