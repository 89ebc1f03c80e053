"""What can happen on a ladder, and what each does to the table: one class a kind (docs/season-export.md)."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, TypeAlias

from league.competitions.ladder.table import Ladder, Move, rank_won
from league.competitions.rules.endings import Ending, ending_of
from league.competitions.rules.event_kind import KINDS, EventKind

Ends: TypeAlias = Container[tuple[datetime, int]]
"""The moment and the challenge's number of each result that counts."""


def key_of(at: datetime, kind: EventKind, number: int, ends: Ends) -> tuple[datetime, int, int, bool]:
    """What events are ordered by: the moment, the kind, the number. A challenge that ends at the moment at
    which it is made comes directly before its result.
    """
    if kind is EventKind.CHALLENGE and (at, number) in ends:
        return at, KINDS[EventKind.RESULT], number, False
    return at, KINDS[kind], number, True


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One line of a ladder's log.

    `superseded` events stay in the log and do not count; `row` is the key that the log keeps it under, which
    decides nothing.
    """

    kind: ClassVar[EventKind]
    at: datetime
    superseded: bool = False
    row: int = field(default=0, compare=False)

    @property
    def number(self) -> int:
        """The number of the challenge that it is about, else of the entry; 0: of neither."""
        return 0

    def applied_to(self, ladder: Ladder) -> Move | None:
        """Let it count, the next in order; what it did to the entry it is about, if that moved."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Opens(Event):
    """The first table: its entries from the top."""

    kind = EventKind.OPENS
    order: tuple[int, ...]

    def applied_to(self, ladder: Ladder) -> None:
        ladder.table = list(self.order)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfEntry(Event):
    """What happens to one entry, without a challenge."""

    entry: int

    @property
    def number(self) -> int:
        return self.entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Joins(OfEntry):
    """Someone enters late, at the bottom."""

    kind = EventKind.JOINS

    def applied_to(self, ladder: Ladder) -> Move:
        return ladder.add(self.entry)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaves(OfEntry):
    """Someone goes out of the table; those below move up."""

    kind = EventKind.LEAVES

    def applied_to(self, ladder: Ladder) -> Move | None:
        return ladder.take_out(self.entry)


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle(OfEntry):
    """Idle weeks cost ranks."""

    kind = EventKind.IDLE
    cost: int

    def applied_to(self, ladder: Ladder) -> Move | None:
        return ladder.sink(self.entry, self.cost)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfChallenge(Event):
    challenge: int

    @property
    def number(self) -> int:
        return self.challenge


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined(OfChallenge):
    """A challenge was declined, or not answered, by `entry`."""

    kind = EventKind.DECLINED
    entry: int
    cost: int

    def applied_to(self, ladder: Ladder) -> Move | None:
        return ladder.sink(self.entry, self.cost)


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged(OfChallenge):
    """`by` challenges `of`: their ranks now set the target of its game, whatever the page has shown."""

    kind = EventKind.CHALLENGE
    by: int
    of: int

    def applied_to(self, ladder: Ladder) -> None:
        ladder.ranks[self.challenge] = ladder.rank(self.by), ladder.rank(self.of)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(OfChallenge):
    """What came of a challenge's game: `how` is the clause by which it ended, `winner` and `loser` are both
    None where no one won. `early`: it ended before its first autumn was resolved.
    """

    kind = EventKind.RESULT
    winner: int | None
    loser: int | None
    how: str
    early: bool = False

    def applied_to(self, ladder: Ladder) -> Move | None:
        """A winner takes the rank that the win brings (`rank_won`)."""
        self._score(ladder)
        by, of = ladder.pairs[self.challenge]
        ladder.ends[self.challenge] = ladder.rank(by), ladder.rank(of)
        if self.winner is None or self.loser is None:
            return None
        before, made = ladder.rank(self.winner), ladder.rank_when_challenged(self.challenge, self.loser)
        target = rank_won(before, ladder.rank(self.loser), made)
        return ladder.move(self.winner, before, target) if target else None

    def _score(self, ladder: Ladder) -> None:
        ending, pair = ending_of(self.how, self.winner), ladder.pairs[self.challenge]
        counts = ladder.counting.add(pair, self.winner, self.loser, self.how, self.early)
        ladder.counts[self.challenge] = counts
        if ending is Ending.VOID:
            return
        for entry in pair:
            score = ladder.score_of(entry)
            score.games += 1
            if entry == self.winner:
                score.won += 1
            elif ending is Ending.DRAW:
                score.drawn += 1
            else:
                score.lost += 1
            score.counted += entry in counts
