"""The classic phases for seats: movement, retreats and adjustments, resolved by power and answered by
seat.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias

from adjudicator import asking, notation, texts
from adjudicator.lots import Lots
from adjudicator.movement.facts import ORDINARY, Facts
from adjudicator.notation import Context, ReadOrder
from adjudicator.options import building, orders, removing, retreating
from adjudicator.phases import adjustments, movement, retreats
from adjudicator.position import Position
from adjudicator.results import VOID, PhaseTurn, Result
from adjudicator.variants.sheets import Sheets, divided, reader, sheets
from adjudicator.variants.variant import (
    Answers,
    Choices,
    Complaint,
    Owed,
    PhaseKind,
    Problem,
    Reading,
    Step,
    Table,
)

Lines: TypeAlias = Mapping[str, Sequence[str] | None]


class Core(Protocol):
    """One kind of phase as the core knows it, by power: the base of each."""

    letter: str
    kind: str
    facts: tuple[str, ...]
    """What `due` tells of powers, by name."""

    def owed(self, table: Table, position: Position) -> dict[str, dict[str, Any]]:
        """The `facts` of each power that owes something, by power."""

    def settled(self, table: Table, position: Position) -> Collection[str]:
        """The powers that owe something and have only one possible answer. None where units may move or hold
        (RB-2), nor where those that may retreat may be disbanded instead (RB-9).
        """
        return ()

    def judge(self, table: Table, position: Position, lines: Lines) -> PhaseTurn:
        """The phase resolved."""

    def choices(self, table: Table, position: Position, powers: Sequence[str]) -> Choices:
        """What these powers may order."""


class ByPower(PhaseKind):
    """A phase of the core with seats in front of it."""

    def __init__(self, core: Core) -> None:
        self.core = core

    @property
    def letter(self) -> str:
        return self.core.letter

    def due(self, table: Table, position: Position) -> dict[str, Owed]:
        owed = self._asked(table, position)
        due: dict[str, Owed] = {}
        for seat in table.seats:
            powers = [power for power in table.variant.powers_of(table, position, seat) if power in owed]
            if powers:
                due[seat] = {"kind": self.core.kind, "powers": powers, **self._facts(owed, powers)}
        return due

    def is_due(self, table: Table, position: Position) -> bool:
        asked = self._asked(table, position)
        return bool(asked) and any(self._order(table, position, seat, asked) for seat in table.seats)

    def settled(self, table: Table, position: Position) -> Sequence[str]:
        settled = self.core.settled(table, position)
        if not settled:
            return ()
        asked = self._asked(table, position)
        return [
            seat
            for seat in table.seats
            if self._order(table, position, seat, settled) and not self._order(table, position, seat, asked)
        ]

    def _asked(self, table: Table, position: Position) -> dict[str, dict[str, Any]]:
        """The part of `owed` in which a power has a choice, by power."""
        owed = self.core.owed(table, position)
        for power in self.core.settled(table, position) if owed else ():
            del owed[power]
        return owed

    def _order(self, table: Table, position: Position, seat: str, powers: Collection[str]) -> bool:
        """Whether `seat` orders any of `powers`."""
        return any(power in powers for power in table.variant.powers_of(table, position, seat))

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        all_heard = all(seat in answers for seat in table.seats)
        owed = () if all_heard else self.core.owed(table, position)  # asked for who is silent alone
        given = sheets(table, position, answers, owed)
        return step(given, self.core.judge(table, position, given.by_power))

    def options(self, table: Table, position: Position, seat: str) -> Choices:
        return self.core.choices(table, position, table.variant.powers_of(table, position, seat))

    def read_text(self, table: Table, position: Position, seat: str, text: str) -> Reading:
        """Unreadable lines stay out of the answer; lines that would be void stay in, each with its
        problem.
        """
        powers = table.variant.powers_of(table, position, seat)
        compulsory = {
            power for power, policy in table.variant.policies(table, position).items() if policy.compulsory
        }
        builds = self.due(table, position).get(seat, {}).get("builds", {})
        optional = [power for power in builds if power not in compulsory]
        context = Context.of(position, table.board, powers, building=optional)
        read = notation.read_text(text, context)
        void = self._void(table, position, powers, read.orders)
        found: list[Complaint] = [*read.problems, *void]
        return Reading(read.lines, tuple(sorted(found, key=lambda problem: problem.line)))

    def read_answer(self, table: Table, position: Position, seat: str, answer: Any) -> Reading:
        lines = (" ".join(line.splitlines()) for line in asking.lines(answer))
        return self.read_text(table, position, seat, "\n".join(lines))

    def _facts(
        self, owed: Mapping[str, Mapping[str, Any]], powers: Sequence[str]
    ) -> dict[str, dict[str, Any]]:
        """From facts by power to powers by fact: `{"builds": {"FRANCE": 1}, "removals": {}}`; and which
        powers' builds may not be waived, where there are any: `{"compulsory": ["GERMANY"]}` (ID-12).
        """
        told: dict[str, Any] = {
            name: {power: owed[power][name] for power in powers if name in owed[power]}
            for name in self.core.facts
        }
        compulsory = [power for power in powers if owed[power].get("compulsory")]
        return told | {"compulsory": compulsory} if compulsory else told

    def _void(
        self, table: Table, position: Position, powers: tuple[str, ...], given: Sequence[ReadOrder]
    ) -> list[Problem]:
        """The orders that would be void if no one else ordered anything: what this seat can know."""
        if not powers:
            return []
        lines: dict[str, Sequence[str] | None] = dict.fromkeys(table.board.powers, ())
        lines.update(divided(table, position, powers, [order.order for order in given]))
        waiting = list(enumerate(given))
        problems = []
        for result in self.core.judge(table, position, lines).results:
            if result.verdict == VOID:
                again = result.detail == "identical"  # the later of the same lines is the one too many
                likely = reversed(waiting) if again else waiting
                found = next((each for each in likely if each[1].order == result.order), None)
                if found is not None:
                    waiting.remove(found)
                    problems.append((found[0], _problem(result, found[1])))
        return [problem for _, problem in sorted(problems, key=lambda each: each[0])]


def step(given: Sheets, turn: PhaseTurn) -> Step:
    """A phase that was resolved by power, told with what came of the orders."""
    unheard = (
        Result(power, line, VOID, "illegal", clause="RB-14", detail="disorder")
        for power, line in given.unheard
    )
    return Step(turn.position, (*turn.results, *unheard), given.news)


def _problem(result: Result, order: ReadOrder) -> Problem:
    said = result.to_json()
    message, message_fr = texts.sentence(said, "en"), texts.sentence(said, "fr")
    return Problem(order.line, order.text, result.reason or "illegal", message, message_fr)


class Movement(Core):
    """Orders to every unit."""

    letter = "M"
    kind = "orders"
    facts: tuple[str, ...] = ()

    def owed(self, table: Table, position: Position) -> dict[str, dict[str, Any]]:
        return {power: {} for power in movement.due(position)}

    def judge(self, table: Table, position: Position, lines: Lines) -> PhaseTurn:
        return movement.resolve(
            position,
            lines,
            table.rulebook,
            facts=_facts(table, position),
            board=table.board,
            reader=reader(table, position),
        )

    def choices(self, table: Table, position: Position, powers: Sequence[str]) -> Choices:
        facts = _facts(table, position)
        found: dict[str, Sequence[str]] = {}
        for power in powers:
            found |= orders(position, power, table.rulebook, facts=facts, board=table.board)
        return Choices(found)


def _facts(table: Table, position: Position) -> Facts:
    """What movement is to know of the ground, and of powers in disorder."""
    closed = table.variant.closed(table, position)
    disordered = table.variant.disordered(table, position)
    return Facts(closed=closed, disorder=disordered) if closed or disordered else ORDINARY


class Retreats(Core):
    """Dislodged units that have somewhere to go."""

    letter = "R"
    kind = "retreats"
    facts: tuple[str, ...] = ("units",)

    def owed(self, table: Table, position: Position) -> dict[str, dict[str, Any]]:
        closed = table.variant.closed(table, position)
        owing = retreats.due(position, table.rulebook, table.board, closed=closed)
        return {power: {"units": list(units)} for power, units in owing.items()}

    def judge(self, table: Table, position: Position, lines: Lines) -> PhaseTurn:
        return retreats.resolve(
            position,
            lines,
            table.rulebook,
            board=table.board,
            reader=reader(table, position),
            closed=table.variant.closed(table, position),
        )

    def choices(self, table: Table, position: Position, powers: Sequence[str]) -> Choices:
        closed = table.variant.closed(table, position)
        found: dict[str, Sequence[str]] = {}
        for power in powers:
            found |= retreating(position, power, table.rulebook, board=table.board, closed=closed)
        return Choices(found)


class Adjustments(Core):
    """Builds and removals."""

    letter = "A"
    kind = "adjustments"
    facts: tuple[str, ...] = ("builds", "removals")

    def owed(self, table: Table, position: Position) -> dict[str, dict[str, Any]]:
        policies = table.variant.policies(table, position)
        builds, removals = adjustments.due(position, policies, table.board)
        owed: dict[str, dict[str, Any]] = {power: {"builds": count} for power, count in builds.items()}
        for power in owed:
            if power in policies and policies[power].compulsory:
                owed[power]["compulsory"] = True
        return owed | {power: {"removals": count} for power, count in removals.items()}

    def settled(self, table: Table, position: Position) -> Collection[str]:
        policies = table.variant.policies(table, position)
        return adjustments.settled(position, policies, table.board)

    def judge(self, table: Table, position: Position, lines: Lines) -> PhaseTurn:
        return adjustments.resolve(
            position,
            lines,
            table.rulebook,
            policies=table.variant.policies(table, position),
            board=table.board,
            reader=reader(table, position),
        )

    def choices(self, table: Table, position: Position, powers: Sequence[str]) -> Choices:
        policies = table.variant.policies(table, position)
        found: dict[str, Sequence[str]] = {}
        sites: dict[str, Sequence[str]] = {}
        for power in powers:
            found |= removing(position, power)
            if builds := building(position, power, policies, board=table.board):
                sites[power] = builds
        return Choices(found, sites)


MOVEMENT: Final = ByPower(Movement())
RETREATS: Final = ByPower(Retreats())
ADJUSTMENTS: Final = ByPower(Adjustments())
