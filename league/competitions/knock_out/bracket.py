"""The bracket of a knock-out: who meets whom, as far as it is decided, and who has which place in the end
(docs/season-export.md, Elimination). Entries and pairings are numbers.

Pairings are numbered round by round from the top, byes included: of 2ᵏ places 1 to 2ᵏ − 1, the last one is
the final; the game for third place is 2ᵏ. What decides a pairing is written down once (`Decision`), so the
order in which games end changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from typing import Final, NamedTuple, TypeAlias


class By(StrEnum):
    """What decided a pairing."""

    GAME = "game"
    FORFEIT = "forfeit"
    BYE = "bye"
    WALKOVER = "walkover"
    RULING = "ruling"
    MEASURE = "measure"
    """A measure of HR-13, (a) to (e)."""
    DRAW = "draw"
    """HR-13 (f)."""
    NOBODY = "nobody"


PLAYED: Final = frozenset({By.GAME, By.FORFEIT, By.RULING, By.MEASURE, By.DRAW})
"""The ways to be beaten, in pairings of which a game had begun."""


class Gap(Enum):
    """A side of a pairing on which no one stands."""

    OPEN = "open"
    """The pairing is not decided yet."""
    EMPTY = "empty"
    """No one will."""


OPEN, EMPTY = Gap.OPEN, Gap.EMPTY
Stands: TypeAlias = int | Gap


class Decision(NamedTuple):
    """Who goes on from a pairing (`entry`; None: no one), and what decided that; `measure` is HR-13's letter.
    `silent`: both were, so their game was void (HR-6).
    """

    entry: int | None
    by: By
    measure: str = ""
    silent: bool = False


class Group(NamedTuple):
    """A group of entries that share the places `first` to `last`."""

    first: int
    last: int
    entries: tuple[int, ...]


def rounds_of(entries: int) -> int:
    """k, the number of rounds for so many: the smallest power of two that holds them all is 2ᵏ."""
    return max(1, (entries - 1).bit_length())


def seeded(entries: int) -> list[int | None]:
    """From the top, which seed stands where in the first round; None: no one, the seed beside it has a bye.

    The usual way: 1 and 2 can only meet in the final, 1 to 4 in the semi-finals, and so on; the byes are
    those of the first seeds.
    """
    seeds = [1]
    while len(seeds) < 1 << rounds_of(entries):
        seeds = [seed for each in seeds for seed in (each, 2 * len(seeds) + 1 - each)]
    return [seed if seed <= entries else None for seed in seeds]


@dataclass(frozen=True, slots=True)
class Bracket:
    """`seats` are the entries of the first round from the top, in pairs (None: no one); `decided` by pairing.
    `has_third`: whether third place is played for.
    """

    seats: Sequence[int | None]
    has_third: bool = False
    decided: Mapping[int, Decision] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        return len(self.seats).bit_length() - 1

    @property
    def final(self) -> int:
        return len(self.seats) - 1

    @property
    def third(self) -> int | None:
        """The pairing for third place; None: there is none."""
        return len(self.seats) if self.has_third and self.rounds > 1 else None

    def in_round(self, number: int) -> range:
        """The pairings of a round (from 1), but for third place."""
        last = len(self.seats) - (len(self.seats) >> number)
        return range(last - (len(self.seats) >> number) + 1, last + 1)

    def round_of(self, pairing: int) -> int:
        """The round of a pairing; third place is played for in the last."""
        found = (number for number in range(1, self.rounds + 1) if pairing in self.in_round(number))
        return next(found, self.rounds)

    def every(self) -> Iterator[int]:
        """All pairings, those that lead to another before it."""
        yield from range(1, len(self.seats))
        if self.third is not None:
            yield self.third

    def before(self, pairing: int) -> tuple[int, int] | None:
        """The two whose winners meet in a pairing, or, for third place, whose losers do; None: it is of the
        first round.
        """
        if pairing == self.third:
            return self.final - 2, self.final - 1
        first = self.in_round(number := self.round_of(pairing))[0]
        if number == 1:
            return None
        upper = self.in_round(number - 1)[0] + 2 * (pairing - first)
        return upper, upper + 1

    def after(self, pairing: int) -> int | None:
        """Where the winner of a pairing plays next; None: nowhere."""
        if pairing >= self.final:
            return None
        here, there = (self.in_round(self.round_of(pairing) + more) for more in (0, 1))
        return there[0] + (pairing - here[0]) // 2

    def sides(self, pairing: int) -> tuple[Stands, Stands]:
        """The entries on the two sides of a pairing, the upper one first."""
        led = self.before(pairing)
        if led is None:
            at = 2 * (pairing - 1)
            upper, lower = self.seats[at : at + 2]
            return (EMPTY if upper is None else upper), (EMPTY if lower is None else lower)
        comes = self._beaten if pairing == self.third else self._winner
        return comes(led[0]), comes(led[1])

    def _winner(self, pairing: int) -> Stands:
        if pairing not in self.decided:
            return OPEN
        entry = self.decided[pairing].entry
        return EMPTY if entry is None else entry

    def _beaten(self, pairing: int) -> Stands:
        """Who was beaten in a semi-final that was played."""
        if pairing not in self.decided:
            return OPEN
        decision = self.decided[pairing]
        if decision.by not in PLAYED:
            return EMPTY
        return next((each for each in self.sides(pairing) if each != decision.entry), EMPTY)

    def with_decided(self, pairing: int, decision: Decision) -> Bracket:
        return replace(self, decided={**self.decided, pairing: decision})

    def without_game(self, pairing: int, gone: Collection[int]) -> Decision | None:
        """A bye, or a walkover against those who have `gone` or whom no one meets; None where a game can
        decide, or is waited for.
        """
        sides = self.sides(pairing)
        if OPEN in sides:
            return None
        there = [each for each in sides if isinstance(each, int) and each not in gone]
        if len(there) == len(sides):
            return None
        if not there:
            return Decision(None, By.NOBODY)
        is_bye = self.before(pairing) is None and EMPTY in sides
        return Decision(there[0], By.BYE if is_bye else By.WALKOVER)

    def goes_instead(self, pairing: int) -> Decision:
        """What a pairing comes to whose winner is disqualified before their next game has begun: the beaten
        player goes on; no one, where no one was beaten.
        """
        beaten = self._beaten(pairing)
        return Decision(beaten, By.RULING) if isinstance(beaten, int) else Decision(None, By.NOBODY)

    # Places

    def places(self, disqualified: Collection[int] = ()) -> list[Group]:
        """The final places, the best first, when all is decided; those of who is disqualified are no one's.

        All who went out in one round share its places, those who went out by silence the last of them. Of a
        final that no one wins both share place 2 alone, and place 1 is no one's.
        """
        decision = self.decided[self.final]
        groups = [] if decision.entry is None else [Group(1, 1, (decision.entry,))]
        groups.append(Group(2, 2, self._out(self.final)))
        people = sum(seat is not None for seat in self.seats)
        for number in reversed(range(1, self.rounds)):
            first = (len(self.seats) >> number) + 1
            groups += self._round(number, first, min(2 * (first - 1), people))
        kept = [
            group._replace(entries=tuple(each for each in group.entries if each not in disqualified))
            for group in groups
        ]
        return [group for group in kept if group.entries]

    def _out(self, pairing: int) -> tuple[int, ...]:
        """The entry that went out in a pairing."""
        winner = self.decided[pairing].entry
        return tuple(each for each in self.sides(pairing) if isinstance(each, int) and each != winner)

    def _round(self, number: int, first: int, last: int) -> list[Group]:
        """Those who went out in a round, with its places."""
        silent = [each for each in self.in_round(number) if self.decided[each].silent]
        quiet = tuple(entry for each in silent for entry in self._out(each))
        beaten = tuple(
            entry for each in self.in_round(number) if each not in silent for entry in self._out(each)
        )
        if number == self.rounds - 1 and self.third is not None:
            groups, taken = _thirds(self.decided[self.third].entry, beaten, last), max(1, len(beaten))
        else:
            taken = min(len(beaten), last - first + 1)
            groups = [Group(first, first + taken - 1 if quiet else last, beaten)]
        return [*groups, Group(min(first + taken, last), last, quiet)]


def _thirds(winner: int | None, beaten: tuple[int, ...], last: int) -> list[Group]:
    """Places 3 and 4 where they are played for; `beaten` are all who went out of the semi-finals, the `last`
    place of which is 3 in a cup of three.
    """
    others = tuple(each for each in beaten if each != winner)
    return [Group(3, 3, (winner,) if winner is not None else ()), Group(last, last, others)]
