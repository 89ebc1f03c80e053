"""The table while events are folded into it: who stands where, their games, and the ranks of challenges.

Ranks count from 1 at the top; 0: not in the table. `lower` means nearer the bottom. One ladder is changed
from event to event, as copying two thousand ranks for each of ten thousand results would take the time that
a recomputation has.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from league.competitions.ladder.counting import Counting


@dataclass(slots=True)
class Score:
    """The games of one entry; void ones do not count. `counted` are those that count towards the least number
    for a final place and for prizes (`counting`).
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
        """The first and the last of the ranks that someone else holds now; no last: down to the bottom."""
        if not self.after:
            return self.before, None
        if not self.before:
            return self.after, self.after
        return (self.after, self.before) if self.after < self.before else (self.before, self.after)


@dataclass(slots=True)
class Ladder:
    """The table as events have made it, entries from the top, and the games of all who ever stood there.

    `pairs` are the two entries of each challenge, (by, of), known from the beginning. `ranks` are theirs
    when the challenge was made, written as it is met, and `ends` those before its result. `counts` are the
    entries for which each challenge's game counts, as `counting` says.
    """

    table: list[int] = field(default_factory=list)
    scores: dict[int, Score] = field(default_factory=dict)
    pairs: dict[int, tuple[int, int]] = field(default_factory=dict)
    ranks: dict[int, tuple[int, int]] = field(default_factory=dict)
    ends: dict[int, tuple[int, int]] = field(default_factory=dict)
    counts: dict[int, list[int]] = field(default_factory=dict)
    counting: Counting = field(default_factory=Counting)

    def rank(self, entry: int) -> int:
        """The rank of `entry`; 0 where it is not in the table."""
        try:
            return self.table.index(entry) + 1
        except ValueError:
            return 0

    def rank_when_challenged(self, challenge: int, entry: int) -> int:
        """The rank that one of a challenge's two had when it was made; 0 before it has been met."""
        ranks = self.ranks.get(challenge, (0, 0))
        return ranks[self.pairs[challenge].index(entry)]

    def add(self, entry: int) -> Move:
        """Let `entry` stand at the bottom."""
        self.table.append(entry)
        return Move(entry, 0, len(self.table))

    def take_out(self, entry: int) -> Move | None:
        before = self.rank(entry)
        if before:
            self.table.remove(entry)
        return Move(entry, before, 0) if before else None

    def move(self, entry: int, before: int, after: int) -> Move | None:
        """Bring `entry` from the rank `before` to the rank `after`; those between move by one."""
        if before == after:
            return None
        self.table.insert(after - 1, self.table.pop(before - 1))
        return Move(entry, before, after)

    def sink(self, entry: int, cost: int) -> Move | None:
        """Bring `entry` down by `cost` ranks, to the bottom at most."""
        before = self.rank(entry)
        return self.move(entry, before, min(before + cost, len(self.table))) if before else None

    def score_of(self, entry: int) -> Score:
        return self.scores.setdefault(entry, Score())


def rank_won(own: int, theirs: int, made: int) -> int:
    """The rank that a win brings to someone on rank `own` over someone who is on `theirs` and was on `made`
    when the challenge was made: the lower of the two, if that is an improvement. 0: it moves no one.

    Someone who sank or rose since the challenge launches no one.
    """
    target = max(theirs, made)
    return target if own and theirs and theirs < own and target < own else 0
