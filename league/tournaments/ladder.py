"""A ladder's table as a function of its log: nothing else decides a rank (SEASON, A ladder's events).

Events are put into their one order by `in_order`, whatever order they arrived in, and folded by `fold`.
Ranks count from 1 at the top; `lower` means nearer the bottom.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """What can happen on a ladder, in the order that counts where two things happen at one moment."""

    OPENS = "opens"
    JOINS = "joins"
    RESULT = "result"
    DECLINED = "declined"
    IDLE = "idle"
    LEAVES = "leaves"
    CHALLENGE = "challenge"


KINDS: Final = {kind: place for place, kind in enumerate(Kind)}

VOID: Final = "void"
DRAW: Final = "draw"
BOTH_LOST: Final = "both-lost"
"""How a game ended that nobody won, in `Event.how`. A win may say anything else."""

WON: Final = "won"
FORFEIT: Final = "forfeit"
CONCEDED: Final = "conceded"
EARLY: Final = "conceded-at-once"
"""How games are won: by play, by the other's forfeit, by a concession, and by one before the first auction
was held.
"""

NOT_FOR_THE_LOSER: Final = frozenset({FORFEIT, EARLY})
"""Ends that do not count towards the loser's least number of games."""


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a ladder's log. Which fields it has depends on its kind; the others are empty.

    `order` are the entries of the first table from the top. `ranks` are those of challenger and challenged
    before the challenge. `superseded` events stay in the log and do not count; `row` is the key that the
    log keeps it under, which decides nothing.
    """

    at: datetime
    kind: Kind
    entry: int = 0
    challenge: int = 0
    order: tuple[int, ...] = ()
    by: int = 0
    of: int = 0
    ranks: tuple[int, int] = (0, 0)
    winner: int | None = None
    loser: int | None = None
    how: str = ""
    cost: int = 0
    superseded: bool = False
    row: int = field(default=0, compare=False)

    @property
    def key(self) -> tuple[datetime, int, int]:
        """What events are ordered by: moment, kind, the number of the challenge or else of the entry."""
        return self.at, KINDS[self.kind], self.challenge or self.entry


@dataclass(slots=True)
class Score:
    """The games of one entry; void ones do not count. `counted` are those that count towards the least number
    for a final rank: one's own forfeits and concessions before the first auction do not.
    """

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    counted: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """That an entry came from one rank to another; from or to 0: it was, or is, not in the table."""

    entry: int
    before: int
    after: int

    @property
    def span(self) -> tuple[int, int | None]:
        """The first and the last of the ranks that somebody else holds now; no last: down to the bottom."""
        if not self.after:
            return self.before, None
        if not self.before:
            return self.after, self.after
        return (self.after, self.before) if self.after < self.before else (self.before, self.after)


@dataclass(slots=True)
class Ladder:
    """The table as events have made it, entries from the top, and the games of all who ever stood there."""

    table: list[int] = field(default_factory=list)
    scores: dict[int, Score] = field(default_factory=dict)
    challenges: dict[int, Event] = field(default_factory=dict)

    def rank(self, entry: int) -> int:
        """The rank of `entry`; 0 where it is not in the table."""
        try:
            return self.table.index(entry) + 1
        except ValueError:
            return 0

    def apply(self, event: Event) -> Move | None:
        """Let `event` count, the next in order; what it did to the entry it is about, if that moved."""
        match event.kind:
            case Kind.OPENS:
                self.table = list(event.order)
            case Kind.JOINS:
                self.table.append(event.entry)
                return Move(event.entry, 0, len(self.table))
            case Kind.LEAVES:
                return self._leave(event.entry)
            case Kind.DECLINED | Kind.IDLE:
                return self._sink(event.entry, event.cost)
            case Kind.CHALLENGE:
                self.challenges[event.challenge] = event
            case Kind.RESULT:
                return self._count(event)
        return None

    def _leave(self, entry: int) -> Move | None:
        before = self.rank(entry)
        if before:
            self.table.remove(entry)
        return Move(entry, before, 0) if before else None

    def _sink(self, entry: int, cost: int) -> Move | None:
        before = self.rank(entry)
        return self._move(entry, before, min(before + cost, len(self.table))) if before else None

    def _count(self, event: Event) -> Move | None:
        self._score(event)
        if event.winner is None or event.loser is None:
            return None
        before, beaten = self.rank(event.winner), self.rank(event.loser)
        if not before or not beaten or before < beaten:
            return None
        challenge = self.challenges[event.challenge]
        # Whoever sank or rose since the challenge launches nobody: the lower of the two ranks counts.
        target = max(beaten, challenge.ranks[0 if challenge.by == event.loser else 1])
        return self._move(event.winner, before, target) if target < before else None

    def _move(self, entry: int, before: int, after: int) -> Move | None:
        if before == after:
            return None
        self.table.insert(after - 1, self.table.pop(before - 1))
        return Move(entry, before, after)

    def _score(self, event: Event) -> None:
        if event.how == VOID:
            return
        challenge = self.challenges[event.challenge]
        for entry in (challenge.by, challenge.of):
            score = self.scores.setdefault(entry, Score())
            score.games += 1
            if entry == event.winner:
                score.won += 1
            elif event.how == DRAW:
                score.drawn += 1
            else:
                score.lost += 1
            if entry != event.loser or event.how not in NOT_FOR_THE_LOSER:
                score.counted += 1


def in_order(events: Iterable[Event]) -> list[Event]:
    """The events that count, in the order in which they do; never that of their arrival."""
    return sorted((event for event in events if not event.superseded), key=lambda event: event.key)


def before_all(events: Iterable[Event]) -> Ladder:
    """The ladder before any of `events` counts. It knows their challenges: a result may be as early as its
    own, and a result goes before a challenge of the same moment.
    """
    return Ladder(challenges={event.challenge: event for event in events if event.kind is Kind.CHALLENGE})


def fold(events: Iterable[Event]) -> Ladder:
    """The ladder that `events`, in any order, come to."""
    ordered = in_order(events)
    ladder = before_all(ordered)
    for event in ordered:
        ladder.apply(event)
    return ladder


def rows(ladder: Ladder) -> list[Mapping[str, int]]:
    """The table as an export writes it, from the top: rank, entry, and the games that count."""
    return [
        {
            "rank": rank,
            "entry": entry,
            "games": score.games,
            "won": score.won,
            "drawn": score.drawn,
            "lost": score.lost,
        }
        for rank, entry in enumerate(ladder.table, start=1)
        for score in [ladder.scores.get(entry, Score())]
    ]
