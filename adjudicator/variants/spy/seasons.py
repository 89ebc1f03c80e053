"""Orders given ahead (SPY-21): every phase of the game is asked through here.

An answer may be the phase's own lines alone, or

    {"orders": [lines], "later": {"E": [{"if": ["A MUN DISLODGED"], "orders": [lines]}, {"orders": [lines]}]}}

with `orders` left out where what was given ahead for this very phase is to be used. People write sections:

    A Mun - Bur                                  A Mun - Bur
    Espionage:                                   Espionnage :
    if A Mun was dislodged: E Mun H (Fra)        si A Mun délogée : E Mun H (Fra)
    else: E Mun - Bur (Fra)                      sinon : E Mun - Bur (Fra)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from adjudicator import asking, notation
from adjudicator.lots import Lots
from adjudicator.notation import Context
from adjudicator.notation.problems import Problem as Unread
from adjudicator.notation.words import fold, tokens
from adjudicator.orders import parse
from adjudicator.position import Phase, Position
from adjudicator.variants.spy import conditions
from adjudicator.variants.spy.conditions import AND, Condition, Ending
from adjudicator.variants.spy.foreseeing import Foresight
from adjudicator.variants.spy.reading import Knowledge, is_about_spies, read_line
from adjudicator.variants.spy.saying import problem
from adjudicator.variants.spy.state import spies_of
from adjudicator.variants.spy.terrain import terrain
from adjudicator.variants.spy.told import told
from adjudicator.variants.variant import Answers, Choices, Complaint, Owed, PhaseKind, Reading, Step, Table

AHEAD: Final[Mapping[str, str]] = {
    "SM": "ER",
    "SE": "R",
    "SR": "",
    "FM": "ERA",
    "FE": "RA",
    "FR": "A",
    "WA": "",
}
"""The phases of the same season that are still to come."""

_HEADINGS: Final[Mapping[str, str]] = {
    word: kind
    for kind, words in {
        "M": "m moves movement movements mouvement mouvements",
        "E": "e espionage espionnage spies espions",
        "R": "r retreats retraites retreat retraite",
        "A": "a adjustments ajustements winter hiver",
    }.items()
    for word in words.split()
}
_IF: Final = re.compile(r"^\s*(?:(?:else|otherwise|sinon)\s+)?(?:if|si)\b(.*)$", re.IGNORECASE | re.DOTALL)
_ELSE: Final = re.compile(r"^\s*(?:else|otherwise|sinon|autrement)\b\s*:?(.*)$", re.IGNORECASE | re.DOTALL)
_THEN: Final = re.compile(r":|\bthen\b|\balors\b", re.IGNORECASE)
_SHAPE: Final = '{"orders": […], "later": {"E": [{"if": […], "orders": […]}]}}'
MISSING: Final = "?"
"""Instead of a condition that an "if" or an "and" lacks: no one reads it."""
MOST_ALTERNATIVES: Final = 20


@dataclass(slots=True)
class Alternative:
    """Lines for one phase to come, and what they hang on, as written; each line with its number."""

    conditions: list[tuple[int, str]] = field(default_factory=list)
    lines: list[tuple[int, str]] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The number of the first line of it."""
        return min((number for number, _ in (*self.conditions, *self.lines)), default=0)


@dataclass(slots=True)
class Plan:
    """An answer taken apart: lines for this phase (None: what was given ahead), and for later ones."""

    now: list[tuple[int, str]] | None
    later: dict[str, list[Alternative]]


class Seasonal(PhaseKind):
    """A phase kind whose answers may hold orders for the rest of its season."""

    def __init__(self, kind: PhaseKind) -> None:
        self.kind = kind

    @property
    def letter(self) -> str:
        return self.kind.letter

    def due(self, table: Table, position: Position) -> dict[str, Owed]:
        """What the phase itself asks; `ahead` names the phases of the season that may be ordered with it.

        Where its deadline is the season's (SPY-22), it asks for those as well: of who has no unit, too.
        """
        due = self.kind.due(table, position)
        phase, kinds = position.phase, AHEAD[position.phase.season + self.letter]
        if not kinds:
            return due
        at_once = table.variant.manners.at_once
        if self.letter not in at_once and all(kind in at_once for kind in kinds):
            expected = {*spies_of(position), *(position.centres if "A" in kinds else ())}
            due |= {
                seat: {**owed, "powers": [seat]}
                for seat, owed in due.items()
                if not owed["powers"] and seat in expected
            }
        labels = [
            str(phase._replace(season="W" if kind == "A" else phase.season, kind=kind)) for kind in kinds
        ]
        return {seat: {**owed, "ahead": labels} for seat, owed in due.items()}

    def parts(self, phase: Phase, text: str) -> dict[str, Any]:
        """See `adjudicator.ahead.parts`."""
        plan = _sections(text, phase)
        return {
            "now": plan.now or [],
            "later": {
                kind: [
                    {"if": [each for _, each in one.conditions], "orders": [line for _, line in one.lines]}
                    for one in alternatives
                ]
                for kind, alternatives in plan.later.items()
            },
        }

    def options(self, table: Table, position: Position, seat: str) -> Choices:
        return self.kind.options(table, position, seat)

    def read_text(self, table: Table, position: Position, seat: str, text: str) -> Reading:
        return self._read(table, position, seat, _sections(text, position.phase))

    def read_answer(self, table: Table, position: Position, seat: str, answer: Any) -> Reading:
        return self._read(table, position, seat, _plan(answer, self.letter))

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        plans = {seat: _plan(answer, self.letter) for seat, answer in answers.items()}
        given = {seat: self._lines(table, position, seat, plan) for seat, plan in plans.items()}
        step = self.kind.resolve(table, position, given, lots)
        later = {}
        for seat in sorted(plans):
            if reduced := self._reduced(table, position, step, seat, plans[seat]):
                later[seat] = reduced
        return Step(step.position, step.results, step.news, later)

    def _lines(self, table: Table, position: Position, seat: str, plan: Plan) -> list[str]:
        """The lines for this phase: those sent for it or, of those given ahead, the first that hold."""
        if plan.now is not None:
            return [line for _, line in plan.now]
        known = table.variant.sight.known(table, position, seat)
        for each in plan.later.get(self.letter, ()):
            if all(_holds_by_sight(text, table, known, seat) for _, text in each.conditions):
                return [line for _, line in each.lines]
        return []

    def _reduced(
        self, table: Table, position: Position, step: Step, seat: str, plan: Plan
    ) -> dict[str, list[dict[str, Any]]]:
        """The orders given ahead, without those that can no longer hold (SPY-21)."""
        ahead = [kind for kind in AHEAD[position.phase.season + self.letter] if plan.later.get(kind)]
        if not ahead:
            return {}
        sight = table.variant.sight
        ending = Ending(
            seat=seat,
            kind=self.letter,
            results=[told(result.to_json()) for result in step.results if result.power == seat],
            before=sight.known(table, position, seat),
            after=sight.known(table, step.position, seat),
            drowned=frozenset(
                place
                for item in step.news
                if item["kind"] == "lost" and item["seat"] == seat
                for place in item["spies"]
            ),
        )
        reduced = {}
        for kind in ahead:
            if left := list(_left(plan.later[kind], kind, ending, table)):
                reduced[kind] = left
        return reduced

    def _read(self, table: Table, position: Position, seat: str, plan: Plan) -> Reading:
        """The canonical answer: a list of lines, or an object where there are orders given ahead."""
        now = plan.now
        if now is None:
            now = list(enumerate(self._lines(table, position, seat, plan), start=1))
        read = self.kind.read_text(table, position, seat, _as_text(now))
        found: list[Complaint] = list(read.problems)
        later: dict[str, list[dict[str, Any]]] = {}
        ahead = AHEAD[position.phase.season + self.letter]
        for kind, alternatives in sorted(plan.later.items()):
            if kind not in ahead:
                if kind != self.letter:
                    line = min((n for each in alternatives for n, _ in each.lines), default=0)
                    found.append(Unread(line, "", "not-ahead", {"kind": kind}))
                continue
            made: list[dict[str, Any]] = []
            last: int | None = None
            for each in alternatives[:MOST_ALTERNATIVES]:
                read_ahead = _canonical(table, position, seat, kind, each, found)
                if last is None:
                    made.append(read_ahead)
                else:
                    found.append(_never_used(each, kind, last))
                if not each.conditions and last is None:
                    last = each.first
            later[kind] = made
        found.sort(key=lambda complaint: complaint.line)
        answer = {"orders": read.answer, "later": later} if later else read.answer
        return Reading(answer, tuple(found))


def _never_used(given: Alternative, kind: str, last: int) -> Unread:
    """What is wrong with an alternative below line `last`, whose orders hang on nothing."""
    text = "; ".join(text for _, text in given.lines or given.conditions)
    return Unread(given.first, text, "never-used", {"kind": kind, "used": last})


def _left(
    alternatives: Iterable[Alternative], kind: str, ending: Ending, table: Table
) -> Iterator[dict[str, Any]]:
    """The alternatives that may still be used, up to the first that hangs on nothing any more."""
    for each in alternatives:
        open_ = []
        for _, text in each.conditions:
            condition = conditions.read(text, table.board, ending.before, ending.seat)
            settled = False if condition is None else conditions.holds(condition, kind, ending)
            if settled is False:
                break
            if settled is None:
                open_.append(str(condition))
        else:
            lines = [line for _, line in each.lines]
            yield {"if": open_, "orders": lines} if open_ else {"orders": lines}
            if not open_:
                return


def _holds_by_sight(text: str, table: Table, known: Position, seat: str) -> bool:
    """Whether a condition that nothing has settled holds by what the seat sees now."""
    condition = conditions.read(text, table.board, known, seat)
    if condition is None:
        return False
    units: dict[str, list[str]] = {
        "SEEN": [unit for power, those in known.units.items() if power != seat for unit in those],
        "DISLODGED": [unit.unit for unit in known.dislodged.get(seat, ())],
    }
    return any(unit[:5] == condition.piece for unit in units.get(condition.state, ()))


def _canonical(
    table: Table, position: Position, seat: str, kind: str, given: Alternative, found: list[Complaint]
) -> dict[str, Any]:
    """One alternative in canonical form; what cannot be read is left out, and named in `found`."""
    hangs_on: list[str] = []
    for number, text in given.conditions:
        condition = conditions.read(text, table.board, position, seat)
        if condition is None or not _may_come_true(condition, position, seat, table):
            code = "unread-condition" if condition is None else "idle-condition"
            found.append(Unread(number, text, code, {"kind": kind}))
            hangs_on.append(text.strip() if condition is None else str(condition))
        else:
            hangs_on.append(str(condition))
    lines: list[str] = []
    knows = _knowledge(table, position, seat, kind)
    foresight = Foresight(table.board, position, seat, kind)
    others = []
    for number, line in given.lines:
        if kind == "E" or is_about_spies(line):
            order = read_line(line, number, knows)
            if isinstance(order, Unread):
                found.append(order)
            else:
                lines.append(str(order))
                if (void := foresight.void(order)) is not None:
                    found.append(problem(number, line, void))
        else:
            others.append((number, line))
    if others:
        read = notation.read_text(_as_text(others), _context(table, position, seat, kind))
        found += read.problems
        lines = read.lines + lines
        for each in read.orders:
            meant = parse(each.order, table.board)
            if (void := foresight.void(meant)) is not None:
                found.append(problem(each.line, each.text, void))
    return {"if": hangs_on, "orders": lines} if hangs_on else {"orders": lines}


def _may_come_true(condition: Condition, position: Position, seat: str, table: Table) -> bool:
    """Whether the seat will be told of this: of its own pieces, or of a unit in its own territory."""
    piece, state = condition
    if state == "SEEN":
        return piece[2:5] in table.board.powers[seat].territory
    if piece[0] == "E":
        return True
    mine = [*position.units.get(seat, ()), *(unit.unit for unit in position.dislodged.get(seat, ()))]
    return any(unit[:5] == piece for unit in mine)


def _knowledge(table: Table, position: Position, seat: str, kind: str) -> Knowledge:
    ground = terrain(table.board)
    fleets = frozenset(unit[2:5] for unit in position.units.get(seat, ()) if ground.is_sea(unit[2:5]))
    spies = frozenset(spy.at for spy in spies_of(position).get(seat, ()))
    return Knowledge(table.board, "E" if kind == "E" else "A", seat, spies, fleets)


def _context(table: Table, position: Position, seat: str, kind: str) -> Context:
    """The context of a phase to come: any of the seat's units may have to retreat by then."""
    mine = (*position.units.get(seat, ()), *(unit.unit for unit in position.dislodged.get(seat, ())))
    return Context(table.board, kind, (seat,), position.units, {seat: mine}, (seat,))


def _as_text(lines: Iterable[tuple[int, str]]) -> str:
    """The lines at their numbers, so that what is said of them names the line that was written."""
    text: dict[int, list[str]] = {}
    for number, line in lines:
        text.setdefault(number, []).append(line)
    return "\n".join(";".join(text.get(number, ())) for number in range(1, max(text, default=0) + 1))


def _plan(answer: Any, letter: str) -> Plan:
    """A raw answer taken apart; `bad-input` for what has the shape of none."""
    if isinstance(answer, list):
        return Plan(list(enumerate(_flat(answer), start=1)), {})
    if not isinstance(answer, Mapping) or not {*answer} <= {"orders", "later"} or not answer:
        raise _misshapen()
    later = answer.get("later", {})
    if not isinstance(later, Mapping) or not {*later} <= {*_HEADINGS.values()}:
        raise _misshapen()
    now = list(enumerate(_flat(answer["orders"]), start=1)) if "orders" in answer else None
    number = len(now or ())
    plans: dict[str, list[Alternative]] = {}
    for kind in sorted(later, key="MERA".index):
        if not isinstance(later[kind], list):
            raise _misshapen()
        for each in later[kind]:
            if not isinstance(each, Mapping) or not {*each} <= {"if", "orders"}:
                raise _misshapen()
            made = Alternative()
            for text in _flat(each.get("if", [])):
                made.conditions.append((number + 1, text))
            for line in _flat(each.get("orders", [])):
                number += 1
                made.lines.append((number, line))
            plans.setdefault(kind, []).append(made)
    if now is None and letter not in plans:
        now = []
    return Plan(now, plans)


def _flat(lines: Any) -> list[str]:
    return [
        line if line.isprintable() else " ".join(line.splitlines())  # every line's end is unprintable
        for line in asking.lines(lines)
    ]


def _misshapen() -> Exception:
    return asking.bad(
        f"An answer is a list of lines, or {_SHAPE}.",
        f"Une réponse est une liste de lignes, ou {_SHAPE}.",
    )


def _sections(text: str, phase: Phase) -> Plan:
    """What a person wrote: lines for now, then sections for the phases to come, divided by if and else.

    In a movement phase a line that speaks of a spy is for the espionage, whatever it stands under.
    """
    now: list[tuple[int, str]] = []
    later: dict[str, list[Alternative]] = {}
    section, here = phase.kind, now
    for number, line in enumerate(text.splitlines(), start=1):
        head, colon, rest = line.partition(":")
        words = [token.text for token in tokens(head[:40])]
        kind = _HEADINGS.get(words[0]) if len(words) == 1 else None
        if kind is not None and (colon or len(fold(words[0])) > 1):
            section, line = kind, rest
            here = now if kind == phase.kind else _opened(later, kind).lines
        elif section != phase.kind and (clause := _IF.match(line)):
            wanted, _, line = _parted(clause[1])
            made = Alternative([(number, each) for each in _each_condition(wanted)])
            later[section].append(made)
            here = made.lines
        elif section != phase.kind and (otherwise := _ELSE.match(line)):
            line = otherwise[1]
            later[section].append(Alternative())
            here = later[section][-1].lines
        for piece in notation.parted(line):
            if piece.strip():
                ahead = phase.kind == "M" and section == "M" and is_about_spies(piece)
                (_opened(later, "E").lines if ahead else here).append((number, piece.strip()))
    for kind in list(later):
        later[kind] = [each for each in later[kind] if each.lines or each.conditions or len(later[kind]) > 1]
        if later[kind] and not (later[kind][0].lines or later[kind][0].conditions):
            later[kind].pop(0)
    return Plan(now, {kind: alternatives for kind, alternatives in later.items() if alternatives})


def _opened(later: dict[str, list[Alternative]], kind: str) -> Alternative:
    """The alternative that lines under a section's mere heading belong to."""
    alternatives = later.setdefault(kind, [])
    if not alternatives or alternatives[-1].conditions:
        alternatives.append(Alternative())
    return alternatives[-1]


def _parted(clause: str) -> tuple[str, str, str]:
    found = _THEN.search(clause)
    if found is None:
        return clause, "", ""
    return clause[: found.start()], found[0], clause[found.end() :]


def _each_condition(wanted: str) -> list[str]:
    """The conditions that "and" joins; all must hold. One that is missing is `MISSING`, which never does."""
    found: list[list[str]] = [[]]
    for word in wanted.replace(",", " ").split():
        if fold(word) in AND:
            found.append([])
        else:
            found[-1].append(word)
    return [" ".join(words) or MISSING for words in found]
