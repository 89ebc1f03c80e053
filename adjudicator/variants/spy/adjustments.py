"""Phase `A`: units as ever, and as many spies as home centres are owned (SPY-9)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property
from typing import Any

from adjudicator import asking, news
from adjudicator.board import Board
from adjudicator.disorder import UNREACHED, spread
from adjudicator.lots import Lots
from adjudicator.notation import orders_in
from adjudicator.notation.problems import Problem as Unread
from adjudicator.notation.reader import LONGEST_TEXT
from adjudicator.phases import adjustments
from adjudicator.position import Position
from adjudicator.results import SUCCEEDS, VOID, PhaseTurn, Result
from adjudicator.spy_orders import SpyBuild, SpyRemoval, parse
from adjudicator.variants.by_power import Adjustments as Classic
from adjudicator.variants.by_power import ByPower, Lines
from adjudicator.variants.sheets import sheets
from adjudicator.variants.spy.conceiving import reader
from adjudicator.variants.spy.reading import Knowledge, is_about_spies, read_line
from adjudicator.variants.spy.retreats import judged
from adjudicator.variants.spy.saying import problem
from adjudicator.variants.spy.state import Spy, changing, spies_in
from adjudicator.variants.spy.terrain import terrain
from adjudicator.variants.variant import Answers, Choices, Complaint, Owed, PhaseKind, Reading, Step, Table

CLAUSE = "SPY-9"


def balance(table: Table, position: Position, power: str) -> int:
    """Spies that `power` may build or, below nought, must lose: home centres that it owns, whosesoever."""
    homes = sum(map(_homes(table.board).__contains__, position.centres.get(power, ())))
    return homes - len(position.extra["spies"].get(power, ()))


@cache
def _homes(board: Board) -> frozenset[str]:
    """The home centres of all powers."""
    return frozenset(home for power in board.powers.values() for home in power.homes)


def build_sites(table: Table, position: Position, power: str) -> tuple[str, ...]:
    """The home centres that the power owns, occupied or not."""
    owned = position.centres.get(power, ())
    return tuple(home for home in table.board.powers[power].homes if home in owned)


class _Units(Classic):
    """Builds and removals of units, what was void told as its power could know it. Every seat is asked: that
    one was not would tell (SPY-7).
    """

    def settled(self, table: Table, position: Position) -> Collection[str]:
        return ()

    def judge(self, table: Table, position: Position, lines: Lines) -> PhaseTurn:
        def resolve(position: Position, lines: Lines) -> PhaseTurn:
            return adjustments.resolve(
                position, lines, table.rulebook, board=table.board, reader=reader(table, position)
            )

        return judged(table, position, lines, resolve)


class Adjustments(PhaseKind):
    """Builds and removals of units and spies, by seat."""

    letter = "A"

    def __init__(self) -> None:
        self.units = ByPower(_Units())

    def due(self, table: Table, position: Position) -> dict[str, Owed]:
        """Every seat, whether or not it has anything to do (SPY-22)."""
        units = self.units.due(table, position)
        due: dict[str, Owed] = {}
        for seat in table.seats:
            spies = balance(table, position, seat)
            builds = {seat: spies} if spies > 0 and build_sites(table, position, seat) else {}
            removals = {seat: -spies} if spies < 0 else {}
            mine = units.get(seat, {"builds": {}, "removals": {}})
            due[seat] = {
                "kind": "adjustments",
                "powers": [seat] if seat in units or builds or removals else [],
                "builds": mine["builds"],
                "removals": mine["removals"],
                "spy_builds": builds,
                "spy_removals": removals,
            }
        return due

    def options(self, table: Table, position: Position, seat: str) -> Choices:
        units = self.units.options(table, position, seat)
        spies = balance(table, position, seat)
        orders = dict(units.orders)
        sites = {power: list(builds) for power, builds in units.sites.items()}
        if spies < 0:
            places = sorted({spy.at for spy in spies_in(position, seat)})
            orders |= {f"E {at}": [str(SpyRemoval(at))] for at in places}
        elif spies > 0:
            builds = [str(SpyBuild(home)) for home in sorted(build_sites(table, position, seat))]
            if builds:
                sites[seat] = [*sites.get(seat, ()), *builds]
        return Choices(orders, sites)

    def read_text(self, table: Table, position: Position, seat: str, text: str) -> Reading:
        """Lines about spies are read here, the others as in every winter."""
        others, about = _divided(text, table.board)
        read = self.units.read_text(table, position, seat, others)
        sheet = _Sheet(table, position, seat)
        found: list[Complaint] = list(read.problems)
        given: list[tuple[int, str, str]] = []
        for number, piece in about:
            order = read_line(piece, number, sheet.knows)
            if isinstance(order, Unread):
                found.append(order)
            else:
                given.append((number, piece, str(order)))
        sheet.enter([order for _, _, order in given])
        for place, void in sheet.voids:
            number, piece, _ = given[place]
            found.append(problem(number, piece, void))
        found.sort(key=lambda complaint: complaint.line)
        return Reading([*read.answer, *(order for _, _, order in given)], tuple(found))

    def read_answer(self, table: Table, position: Position, seat: str, answer: Any) -> Reading:
        lines = (" ".join(line.splitlines()) for line in asking.lines(answer))
        return self.read_text(table, position, seat, "\n".join(lines))

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        spoken = {seat: _parts(answer, table.board) for seat, answer in answers.items()}
        asked = {} if len(answers) == len(table.seats) else self.units.core.owed(table, position)
        balances = {seat: balance(table, position, seat) for seat in table.seats}
        given = sheets(
            table,
            position,
            {seat: units for seat, (units, _) in spoken.items()},
            [seat for seat in table.seats if seat in asked or balances[seat]],
        )
        turn = self.units.core.judge(table, position, given.by_power)
        results = list(turn.results)
        results += (
            Result(seat, line, VOID, "illegal", clause="RB-14", detail="disorder")
            for seat, line in given.unheard
        )
        after: dict[str, tuple[Spy, ...]] = {}
        for power in table.seats:
            lines = spoken[power][1] if power in spoken and power not in position.disorder else []
            if not lines and balances[power] >= 0:
                continue
            sheet = _Sheet(table, position, power)
            sheet.enter(lines)
            results += sheet.results()
            after[power] = sheet.after()
        told = list(given.news)
        afloat = {unit[2:5] for units in turn.position.units.values() for unit in units}
        sunk = {unit[2:5] for units in position.units.values() for unit in units} - afloat
        ground = terrain(table.board)
        for power in table.seats if any(map(ground.is_sea, sunk)) else ():
            spies = after[power] if power in after else spies_in(position, power)
            lost = [spy.at for spy in spies if spy.at in sunk and ground.is_sea(spy.at)]
            if lost:
                after[power] = tuple(spy for spy in spies if spy.at not in lost)
                told.append(news.lost(seat=power, spies=lost, clause="SPY-14"))
        return Step(changing(turn.position, after), tuple(results), tuple(told))


def _divided(text: str, board: Board) -> tuple[str, list[tuple[int, str]]]:
    """`text` without what speaks of spies, its lines in their places; and that, with the lines' numbers."""
    kept, about = [], []
    divided = orders_in(text[: LONGEST_TEXT + 1].splitlines(), board)
    for number, (_, orders) in enumerate(divided, start=1):
        parts = []
        for part in orders:
            if is_about_spies(part):
                about.append((number, part.rpartition(":")[2].strip()))
            else:
                parts.append(part)
        kept.append(";".join(parts))
    return "\n".join(kept), about


def _parts(answer: Any, board: Board) -> tuple[list[str], list[str]]:
    """The lines of a raw answer for units, and those for spies."""
    units: list[str] = []
    spies: list[str] = []
    for line, orders in orders_in(asking.lines(answer), board):
        for piece in [part.strip() for part in orders if part.strip()] or [line]:
            about = is_about_spies(piece)
            (spies if about else units).append(piece.rpartition(":")[2].strip() if about else piece)
    return units, spies


class _Sheet:
    """One power's lines about spies, and what they come to."""

    def __init__(self, table: Table, position: Position, power: str) -> None:
        self.table = table
        self.position = position
        self.power = power
        self.spies = list(spies_in(position, power))
        self.balance = balance(table, position, power)
        self.sites = build_sites(table, position, power)
        self.voids: list[tuple[int, Result]] = []
        self.done: list[SpyBuild | SpyRemoval] = []

    @cached_property
    def knows(self) -> Knowledge:
        """The sight by which the power's lines are read."""
        return Knowledge(self.table.board, "A", self.power, frozenset(spy.at for spy in self.spies))

    def enter(self, lines: Sequence[str]) -> None:
        """Take the lines in the sequence given; of too many the first count, or the last (4.D.4, 4.D.6)."""
        valid: list[tuple[int, SpyBuild | SpyRemoval]] = []
        left = [spy.at for spy in self.spies]
        for number, line in enumerate(lines):
            order = parse(line, self.table.board) or read_line(line, number, self.knows)
            if isinstance(order, Unread):
                detail = order.code if order.code in ("ambiguous", "wrong-phase") else "unreadable"
                self._void(number, line, "illegal", detail)
            elif isinstance(order, SpyRemoval):
                if order.at in left:
                    left.remove(order.at)
                    valid.append((number, order))
                else:
                    self._void(number, str(order), "no-unit")
            elif isinstance(order, SpyBuild):
                if order.at not in self.table.board.powers[self.power].homes:
                    self._void(number, str(order), "not-home")
                elif order.at not in self.sites:
                    self._void(number, str(order), "not-owned")
                else:
                    valid.append((number, order))
            else:
                self._void(number, line, "illegal", "wrong-phase")
        if not valid:
            return
        rules = self.table.rulebook
        self._keep([each for each in valid if isinstance(each[1], SpyBuild)], self.balance, rules.builds_kept)
        self._keep(
            [each for each in valid if isinstance(each[1], SpyRemoval)], -self.balance, rules.removals_kept
        )

    def _keep(self, valid: Sequence[tuple[int, SpyBuild | SpyRemoval]], room: int, rule: str) -> None:
        room = max(0, room)
        kept = valid if len(valid) <= room else valid[:room]
        if len(valid) > room and rule != "first":
            kept = valid[len(valid) - room :] if rule == "last" else []
        self.done += (order for _, order in kept)
        for number, order in valid:
            if (number, order) not in kept:
                self._void(number, str(order), "too-many")

    def _void(self, number: int, line: str, reason: str, detail: str | None = None) -> None:
        self.voids.append((number, Result(self.power, line, VOID, reason, clause=CLAUSE, detail=detail)))

    @cached_property
    def by_rule(self) -> list[SpyRemoval]:
        """The excess that no one ordered off: farthest from home first, then by English name (SPY-9)."""
        if self.balance >= 0:
            return []
        left = self._left()
        missing = len(left) - (len(self.spies) + self.balance)
        board = self.table.board
        goals: Sequence[str] = board.powers[self.power].homes
        if self.table.rulebook.distance != "home-centre":
            goals = self.position.centres.get(self.power, ())

        def sequence(spy: Spy) -> tuple[int, str]:
            spaces = _distances(board, spy.at)
            return -min((spaces.get(goal, UNREACHED) for goal in goals), default=UNREACHED), _name(
                board, spy.at
            )

        return [SpyRemoval(spy.at) for spy in sorted(left, key=sequence)[:missing]]

    def _left(self) -> list[Spy]:
        left = list(self.spies)
        for order in self.done:
            if isinstance(order, SpyRemoval):
                left.remove(next(spy for spy in left if spy.at == order.at))
        return left

    def after(self) -> tuple[Spy, ...]:
        left = self._left()
        for order in self.by_rule:
            left.remove(next(spy for spy in left if spy.at == order.at))
        return (*left, *(Spy(order.at) for order in self.done if isinstance(order, SpyBuild)))

    def results(self) -> list[Result]:
        told = [Result(self.power, str(order), SUCCEEDS, clause=CLAUSE) for order in self.done]
        told += (void for _, void in self.voids)
        told.sort(key=lambda result: result.order)
        removed = self.by_rule
        return told + [
            Result(self.power, str(order), SUCCEEDS, clause=CLAUSE, by_rule=True) for order in removed
        ]


def _name(board: Board, province: str) -> str:
    return (board.provinces.get(province) or board.impassable[province]).name


@cache
def _distances(board: Board, start: str) -> Mapping[str, int]:
    """Province -> spaces from `start`, over land and sea alike; ground closed to units is a space too."""
    return spread(start, {place: set(near) for place, near in terrain(board).near.items()})
