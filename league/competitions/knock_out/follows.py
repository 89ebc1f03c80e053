"""What follows in a knock-out from what has happened: decisions, replays, games to begin. Entries and
pairings are numbers; nothing here reads or writes rows.

A game has the number of its pairing; its replay that number and 2ᵏ more, so that all of them differ.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from league.competitions.knock_out.bracket import PLAYED, Bracket, By, Decision
from league.competitions.rules.endings import FORFEIT, Ending, ending_of

REPLAY: Final = "replay"
"""What stands in the place of who goes on where an undecided game is played again."""
WON: Final = frozenset({By.GAME, By.FORFEIT})
"""The ways to decide a pairing by which someone has won it."""
GIVEN_UP: Final = frozenset({"HR-4", "ID-19", FORFEIT})
"""The clauses by which a game is conceded, or forfeited."""


class Fixture(NamedTuple):
    """A game that can begin: of which pairing, its own number, the upper entry and the lower one."""

    pairing: int
    number: int
    a: int
    b: int


@dataclass(frozen=True)
class Cup:
    """A knock-out as its log has it.

    `results`: by a game's number, the facts of the result that counts (`winner`, `how`; `silent`: void as
    neither answered). `begun` are the numbers of games that have begun, `replayed` the pairings whose game is
    played again. `gone` have left the competition, the `disqualified` among them. `firm` says whether the
    result of a game is final, `late` whether no one has ruled in time on one that was voided. `decides` says
    which place (0 or 1) of an undecided pairing goes on and by what, once its games are over.
    """

    bracket: Bracket
    replays: bool
    results: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    begun: Collection[int] = ()
    replayed: Collection[int] = ()
    gone: Collection[int] = ()
    disqualified: Collection[int] = ()

    @property
    def size(self) -> int:
        return len(self.bracket.seats)

    def pairing_of(self, number: int) -> int:
        """The pairing of a game."""
        return number if number <= self.size else number - self.size

    def last_number(self, pairing: int) -> int:
        """The number of the game that decides a pairing."""
        return pairing + self.size if pairing in self.replayed else pairing

    def is_void(self, number: int) -> bool:
        """Whether a game is over and was voided by a ruling, so that an arbiter says who goes on."""
        facts = self.results.get(number)
        return facts is not None and not facts.get("silent") and _ending(facts) is Ending.VOID


@dataclass
class Follows:
    """What is to be written and begun; `waits` are the games on which an arbiter has to say who goes on."""

    bracket: Bracket
    decided: dict[int, Decision] = field(default_factory=dict)
    replays: list[int] = field(default_factory=list)
    begins: list[Fixture] = field(default_factory=list)
    waits: list[int] = field(default_factory=list)


def follows(
    cup: Cup,
    firm: Callable[[int], bool],
    late: Callable[[int], bool],
    decides: Callable[[int, Sequence[int]], tuple[int, By, str]],
) -> Follows:
    """All that follows, as far up the bracket as that goes."""
    found = Follows(cup.bracket)
    for pairing in cup.bracket.every():
        if pairing in found.bracket.decided:
            continue
        decision = _Pairing(cup, found, pairing).turn(firm, late, decides)
        if decision is not None:
            found.decided[pairing] = decision
            found.bracket = found.bracket.with_decided(pairing, decision)
    return found


@dataclass
class _Pairing:
    """One pairing on which nothing is decided yet."""

    cup: Cup
    found: Follows
    pairing: int

    def turn(
        self,
        firm: Callable[[int], bool],
        late: Callable[[int], bool],
        decides: Callable[[int, Sequence[int]], tuple[int, By, str]],
    ) -> Decision | None:
        """What decides it now; None: nothing does, and what can be begun is noted."""
        cup, number = self.cup, self.cup.last_number(self.pairing)
        if number not in cup.begun:
            return self._without_game(number)
        facts = cup.results.get(number)
        if facts is None or not firm(number):
            return None
        if facts.get("silent"):
            return Decision(None, By.NOBODY, silent=True)
        if (winner := facts.get("winner")) is not None:
            return self._won(winner, By.FORFEIT if facts["how"] in GIVEN_UP else By.GAME)
        if cup.is_void(number) and not late(number):
            self.found.waits.append(number)
            return None
        return self._undecided(number, decides, is_void=cup.is_void(number))

    def _without_game(self, number: int) -> Decision | None:
        """Whether the pairing's game, or its replay, has not begun."""
        sides = self.found.bracket.sides(self.pairing)
        there = [each for each in sides if isinstance(each, int) and each not in self.cup.gone]
        if len(there) == len(sides):
            self.found.begins.append(Fixture(self.pairing, number, *there))
        return self.found.bracket.without_game(self.pairing, self.cup.gone)

    def _won(self, winner: int, by: By) -> Decision:
        """The winner goes on; in the place of one who is disqualified the beaten player, but in a final."""
        places = (self.cup.bracket.final, self.cup.bracket.third)
        if winner not in self.cup.disqualified or self.pairing in places:
            return Decision(winner, by)
        beaten = self._other(winner)
        return (
            Decision(beaten, By.RULING) if beaten not in self.cup.disqualified else Decision(None, By.NOBODY)
        )

    def _undecided(
        self,
        number: int,
        decides: Callable[[int, Sequence[int]], tuple[int, By, str]],
        *,
        is_void: bool,
    ) -> Decision | None:
        sides = [each for each in self.found.bracket.sides(self.pairing) if isinstance(each, int)]
        if self.cup.replays and number == self.pairing and not is_void:
            there = [each for each in sides if each not in self.cup.gone]
            if len(there) == len(sides):
                self.found.replays.append(self.pairing)
                self.found.begins.append(Fixture(self.pairing, self.pairing + self.cup.size, *sides))
                return None
            return Decision(there[0], By.WALKOVER) if there else Decision(None, By.NOBODY)
        numbers = [self.pairing] if number == self.pairing else [self.pairing, number]
        place, by, measure = decides(self.pairing, numbers)
        return Decision(sides[place], by, measure)

    def _other(self, entry: int) -> int:
        return next(
            each for each in self.found.bracket.sides(self.pairing) if isinstance(each, int) and each != entry
        )


def goes_instead(cup: Cup, entry: int) -> dict[int, Decision]:
    """What is written again when `entry`, who has won, is disqualified before their next game has begun: the
    beaten player goes on, through what was decided above without a game too. Empty: nothing of it.
    """
    bracket = cup.bracket
    chain = [pairing for pairing in bracket.every() if _goes_on(bracket, pairing, entry)]
    chain = [pairing for pairing in chain if pairing != bracket.third]
    played = [pairing for pairing in chain if bracket.decided[pairing].by not in (By.BYE, By.WALKOVER)]
    if not played or bracket.final in chain:
        return {}
    chain = chain[chain.index(played[-1]) :]
    following = bracket.after(chain[-1])
    if (
        following is None
        or following in bracket.decided
        or following in cup.begun
        or bracket.third in cup.begun
    ):
        return {}
    beaten = bracket.goes_instead(chain[0])
    if beaten.entry is None or beaten.entry in cup.gone:
        return {}
    return {chain[0]: beaten} | {pairing: Decision(beaten.entry, By.WALKOVER) for pairing in chain[1:]}


def concerned(bracket: Bracket, decided: Mapping[int, Decision]) -> set[int]:
    """The entries that these decisions are news to: who goes on without having won, has won the final or
    third place, or is out. None where all is decided: then the end of it all is told.
    """
    if all(pairing in bracket.decided for pairing in bracket.every()):
        return set()
    play_on = bracket.before(bracket.third) or () if bracket.third is not None else ()
    found = set()
    for pairing, decision in decided.items():
        for each in bracket.sides(pairing):
            if not isinstance(each, int) or decision.by is By.BYE:
                continue
            if each == decision.entry:
                is_news = decision.by not in WON or pairing in (bracket.final, bracket.third)
            else:
                is_news = pairing not in play_on or decision.by not in PLAYED
            if is_news:
                found.add(each)
    return found


def _goes_on(bracket: Bracket, pairing: int, entry: int) -> bool:
    return pairing in bracket.decided and bracket.decided[pairing].entry == entry


def _ending(facts: Mapping[str, Any]) -> Ending:
    return ending_of(facts["how"], facts.get("winner"))
