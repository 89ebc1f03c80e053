"""What a variant is: a value. Its seats, its calendar, its policies, what each seat may see, how it ends.

A variant is one module or folder beside this file that holds a `VARIANT`; nothing else names it. What
differs between variants stands here as a field, so that no code asks which variant it is playing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

from adjudicator.agreed import Agreed
from adjudicator.board import Board
from adjudicator.lots import Lots
from adjudicator.news import News
from adjudicator.phases.adjustments import Policies
from adjudicator.position import Position
from adjudicator.results import Result
from adjudicator.rulebook import Rulebook
from adjudicator.variants.settings import Setting

Answers: TypeAlias = Mapping[str, Any]
"""What the seats sent, by seat. A seat left out sent nothing."""

Owed: TypeAlias = dict[str, Any]
"""What one seat owes in a phase: its `kind`, the `powers` it is asked for, and what else there is to know."""


GAME_MASTER: Final = "game-master"
"""Who may stand among those who agree on an ending, beside the seats: the game master."""


@dataclass(frozen=True, slots=True)
class Step:
    """What resolving one phase, or the end of a season, gave."""

    position: Position
    results: tuple[Result, ...] = ()
    news: tuple[News, ...] = ()
    later: Mapping[str, Any] | None = None
    """By seat, orders given ahead for phases still to come; None where no one can give any."""


class Complaint(Protocol):
    """What could not stand in an answer, and why: what `read` tells, line by line."""

    @property
    def line(self) -> int:
        """The line's number, from 1; 0 for the answer as a whole."""

    @property
    def text(self) -> str:
        """The line as it came."""

    @property
    def code(self) -> str:
        """The code of the problem, for programs."""

    @property
    def message(self) -> str:
        """The problem in English."""

    @property
    def message_fr(self) -> str:
        """The problem in French."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A complaint whose sentences are known."""

    line: int
    text: str
    code: str
    message: str
    message_fr: str


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer in canonical form, and what in it could not stand."""

    answer: Any
    problems: tuple[Complaint, ...] = ()


@dataclass(frozen=True, slots=True)
class Choices:
    """Legal orders by unit, and builds by power, as one seat could know them."""

    orders: Mapping[str, Sequence[str]] = field(default_factory=dict)
    sites: Mapping[str, Sequence[str]] = field(default_factory=dict)


class PhaseKind(Protocol):
    """The engine's questions for one kind of phase, by seat: the base of whatever answers them."""

    @property
    def letter(self) -> str:
        """The last letter of the phase codes it answers for: `M`, `R`, `A`, `H`, `B`, …"""

    def due(self, table: Table, position: Position) -> dict[str, Owed]:
        """What each seat owes that has more than one possible answer; no one: the phase is skipped."""

    def is_due(self, table: Table, position: Position) -> bool:
        """Whether anyone is due: `due` for callers that need not know what; overridden where that is
        faster.
        """
        return bool(self.due(table, position))

    def settled(self, table: Table, position: Position) -> Sequence[str]:
        """Seats that are not due though their powers have something to do: only one answer is possible. They
        are taken to have sent `[]`, whatever they sent: the rule does what they could not but order.
        """
        return ()

    def read_text(self, table: Table, position: Position, seat: str, text: str) -> Reading:
        """What a person wrote, in canonical form."""

    def read_answer(self, table: Table, position: Position, seat: str, answer: Any) -> Reading:
        """What a program sent, in canonical form; `bad-input` if it has not the shape of an answer at all."""

    def options(self, table: Table, position: Position, seat: str) -> Choices:
        """What `seat` may order."""

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        """What happens. The calendar is not moved on: that is `course`'s business."""


Hook: TypeAlias = "Callable[[Table, Position], Step]"
"""What a phase's end brings besides: ownership, income, victory. It may set the position's outcome."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One place in the calendar: a season and a kind of phase, and what is done when it is over or was
    skipped.
    """

    season: str
    kind: PhaseKind
    then: Hook | None = None


class Sight(Protocol):
    """What a seat, or the public (None), may see. The only door from the values to anyone's eyes."""

    def unknown(self, table: Table, seat: str | None) -> list[str]:
        """Names of what is withheld; depends on nothing but the variant and the seat."""

    def known(self, table: Table, position: Position, seat: str | None) -> Position:
        """What is known of a position: all that its orders are offered, read and judged from."""

    def turn(self, table: Table, turn: Mapping[str, Any], seat: str | None) -> dict[str, Any]:
        """What is known of a turn, in its JSON form; nothing passes that is no part of a turn."""

    def start(self, table: Table, start: Position, seat: str | None) -> Position:
        """What is known of the position that a record starts with."""

    def over(self, table: Table) -> Sight:
        """The sight of a record whose game is over."""


Agreement: TypeAlias = "Callable[[Table, Position, Agreed], Step]"
"""An ending that the seats named agree on; `not-allowed` where no clause allows it."""


def no_closed_ground(table: Table, position: Position) -> frozenset[str]:
    """Units may enter every province that they can reach."""
    return frozenset()


@dataclass(frozen=True, slots=True)
class Manners:
    """How the players of a game sit around its board: what its rules ask of the program that hosts it."""

    shows_readiness: bool = True
    """Whether everyone may know who owes an answer and who is ready. Else players are told of themselves
    alone (SPY-7)."""
    closes_early: bool = True
    """Whether a phase is over once all who owe are ready; else each lasts its whole time (SPY-22)."""
    orders_ahead: bool = False
    """Whether orders for later phases may be given with an answer; a turn keeps them as `later` (SPY-21)."""
    at_once: str = ""
    """The kinds of phases for which everything was given ahead: they last no time at all (SPY-22)."""
    missed: str = ""
    """The letters of the phases that a seat can miss (HR-1); empty: all of them."""
    masked_seats: tuple[str, ...] = ()
    """Seats whose players no one knows until the end, and which only listen: they read what is written to
    all, write nothing and are written nothing (DG-1)."""
    all_lose: tuple[str, ...] = ()
    """Clauses by which a game ends without winners that is lost by all, and no draw (ID2-5)."""
    won_apart: tuple[str, ...] = ()
    """Clauses by which several may win at once without taking anything from each other: each has won alone
    (DG-15)."""
    sealed_for_good: str = ""
    """The clause by which something of the answers is shown to no one else, not even when the game is over
    (ID2-6): records lack it, and only a holder of the whole record can compute it again."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A game's rules as a value; see each field."""

    key: str
    names: Mapping[str, str]
    """What people call it, by language."""
    rules: tuple[str, ...]
    """The rules pages that govern it, the nearest first: `ID`, `RB`."""
    board: Board
    seats: tuple[str, ...]
    settings: Mapping[str, Setting]
    keys: frozenset[str]
    """Keys of its positions beyond those that every position has."""
    opening: tuple[Stage, ...]
    """Stages before the first year's own: played once."""
    year: tuple[Stage, ...]
    start: Callable[[Table, Lots | None], Position]
    checked: Callable[[Table, Position], Position]
    """The position with this variant's own keys complete; `bad-position` where they cannot be."""
    powers_of: Callable[[Table, Position, str], tuple[str, ...]]
    """Whom a seat orders now, the power it is at home in first."""
    silence: str
    """The clause that a silent seat's disorder goes by."""
    disordered: Callable[[Table, Position], Mapping[str, str]]
    """Powers that no one orders and that are in disorder -> the clause that has them so."""
    policies: Callable[[Table, Position], Policies]
    """How powers adjust, where it is not the classic way."""
    agreements: Mapping[str, Agreement]
    sight: Sight
    deals_seats: bool = False
    """Whether lots decide who sits where (RB-25); else everyone keeps the seat they took."""
    skips: bool = True
    """Whether a phase is skipped in which no one is due."""
    manners: Manners = Manners()
    closed: Callable[[Table, Position], frozenset[str]] = no_closed_ground
    """Provinces that no one may enter now (RB-20)."""
    table_names: Mapping[str, str] = field(default_factory=dict)
    """By language, what tells this table from the other tables of its game; empty where there is one."""
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The powers that each seat orders from the start, where seats are numbers and lots do not say (RB-18,
    RB-19).
    """
    tables: Mapping[str, Mapping[Any, Variant]] = field(default_factory=dict)
    """Settings that choose another table: `{"players": {"3a": variant}}`."""


@dataclass(frozen=True, slots=True)
class Table:
    """A variant with one game's settings: all about a game that never changes."""

    variant: Variant
    settings: Mapping[str, Any]
    rulebook: Rulebook

    @property
    def board(self) -> Board:
        return self.variant.board

    @property
    def seats(self) -> tuple[str, ...]:
        return self.variant.seats
