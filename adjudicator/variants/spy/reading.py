"""What people write about spies, in English and French: the one canonical line that was meant, or why none.

E Mun - Sil (Rus)      espion Munich → Silésie, tue les Russes      F Nth C Fra E Lon - Bel
E Mun H                spy Lon to Bel via convoy                     build E Par
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any, Final

from adjudicator.board import Board
from adjudicator.notation.lexicon import SHORTEST_ABBREVIATION, Lexicon, Match, Phrases, lexicon
from adjudicator.notation.problems import Problem
from adjudicator.notation.rewording import reworded
from adjudicator.notation.words import FROM, Token, plain, tokens
from adjudicator.spy_orders import SpyBuild, SpyConvoy, SpyMove, SpyOrder, SpyRemoval, SpyStay, parse
from adjudicator.variants.spy.terrain import terrain

LONGEST: Final = 200
SPY: Final = frozenset(("e", "spy", "spies", "espion", "espions", "espionne", "agent"))
_KILL: Final = frozenset(
    ("kill", "kills", "tue", "tuer", "assassine", "assassinate", "assassinates", "against", "contre")
)
_GO: Final = frozenset(("boards", "embarks", "lands", "embarque", "debarque", "walks"))
_ADVERBS: Final = frozenset(("a", "à", "and", "et", "any"))
_ORDERS: Final[Mapping[str, tuple[type, ...]]] = {
    "E": (SpyMove, SpyStay, SpyConvoy),
    "A": (SpyBuild, SpyRemoval),
}


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a reader may lean on: the phase's kind, the seat's power, where its spies and its fleets are."""

    board: Board
    kind: str
    power: str
    spies: frozenset[str] = frozenset()
    fleets: frozenset[str] = frozenset()


def is_about_spies(text: str) -> bool:
    """Whether a line speaks of a spy: of no unit that the board knows otherwise."""
    if text[:2] in ("A ", "F ", "E ") and text.isascii() and text.isupper():  # canonical, or nearly
        return text[0] == "E" or " E " in text
    first = [token.text for token in tokens(text[:LONGEST])[:8]]
    return any(word in SPY for word in first)


def read_line(text: str, line: int, known: Knowledge) -> SpyOrder | Problem:
    """The order that `text` means, canonical or not; or what is wrong with it, as line number `line`."""
    order = parse(text, known.board)
    if order is None:
        if len(text) > LONGEST:
            facts = {"limit": LONGEST, "kind": known.kind}
            return Problem(line, text[:LONGEST] + "…", "line-too-long", facts)
        found = _narrowed(_Line(tokens(text), known), known, text)
        if isinstance(found, _Fault):
            return Problem(line, text, found.code, {"kind": known.kind, **found.facts})
        order = found
    if not isinstance(order, _ORDERS[known.kind]):
        return Problem(line, text, "wrong-phase", {"kind": known.kind, "given": text})
    return order


@dataclass(frozen=True, slots=True)
class _Fault:
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def _narrowed(line: _Line, known: Knowledge, typed: str) -> SpyOrder | _Fault:
    """The one order among a line's readings: by the phase, who is where, and what can be reached."""
    found = list(dict.fromkeys(line.readings()))
    if not found:
        found = list(dict.fromkeys(_Line(line.text, known, letters=True).readings()))
    if not found and not known.board.reads_as_before:
        line = _Line(reworded(line.text, typed, line.words), known)
        found = list(dict.fromkeys(line.readings()))
    if not found:
        return line.fault()
    tests = (_is_of_phase, _is_at_hand, _is_possible)
    if not known.board.reads_as_before and not any(
        all(test(order, known) for test in tests) for order in found
    ):
        begun = dict.fromkeys(_Line(line.text, known, begun=True).readings())
        rivals = [order for order in begun if all(test(order, known) for test in tests)]
        if rivals:  # "Rom - Tyr"
            return _Fault("out-of-reach", {"meanings": tuple(map(str, (found[0], *rivals[:3])))})
    for test in tests:
        found = [order for order in found if test(order, known)] or found
    if len(found) > 1:
        return _Fault("ambiguous", {"meanings": tuple(str(order) for order in found[:4])})
    return found[0]


def _is_of_phase(order: SpyOrder, known: Knowledge) -> bool:
    return isinstance(order, _ORDERS[known.kind])


def _is_at_hand(order: SpyOrder, known: Knowledge) -> bool:
    if isinstance(order, SpyConvoy):
        return order.fleet in known.fleets
    if isinstance(order, SpyBuild):
        return order.at in known.board.powers[known.power].homes
    return order.at in known.spies


def _is_possible(order: SpyOrder, known: Knowledge) -> bool:
    ground = terrain(known.board)
    if isinstance(order, SpyConvoy):
        return (order.start, order.destination) in ground.carried.get(order.fleet, ())
    if isinstance(order, SpyMove):
        return order.destination in ground.near[order.at] | ground.ports.get(order.at, frozenset())
    return True


class _Line:
    """One line's tokens, and every order that they could be; `letters` as in `Lexicon.place_at`, `begun`
    as in `named_places`.
    """

    def __init__(
        self, text: Sequence[Token], known: Knowledge, *, letters: bool = False, begun: bool = False
    ) -> None:
        self.text = text
        self.begun = begun
        self.letters = letters
        self.words: Lexicon = lexicon(known.board)
        self.known = known
        self.furthest = 0
        self.wanted_place = False

    def fault(self) -> _Fault:
        """Where reading stopped, as a problem that says what was expected there."""
        if self.furthest >= len(self.text):
            return _Fault("place-missing" if self.wanted_place else "order-missing")
        token = self.text[self.furthest]
        if self.wanted_place and token.text.isalnum():
            return _Fault("unknown-place", {"word": token.text, "guesses": ()})
        before = self.text[self.furthest - 1].noise if self.furthest else ()
        if turned := FROM.intersection(before):
            return _Fault("unexpected", {"word": min(turned)})
        return _Fault("unexpected", {"word": token.text})

    def readings(self) -> Iterator[SpyOrder]:
        for _, at in self._nation_or_none(0):
            for start in self._spy(at, needed=self.known.kind != "E"):
                for places, after in self._places(start):
                    for place in places:
                        yield from self._orders(place, after)
        yield from self._led_by_verb()
        yield from self._convoys()

    # What may stand at a token; each gives what was read and the token after it.

    def _note(self, at: int, *, place: bool) -> None:
        if at > self.furthest or (at == self.furthest and place):
            self.furthest, self.wanted_place = at, place

    def _spy(self, at: int, *, needed: bool) -> Iterator[int]:
        if at < len(self.text) and self.text[at].text in SPY:
            for _, after in self._nation_or_none(at + 1):
                yield after
                if after < len(self.text) and self.text[after].text in ("a", "à"):
                    yield after + 1
        elif not needed:
            yield at

    def _places(self, at: int) -> Iterator[tuple[tuple[str, ...], int]]:
        board = self.known.board
        found = list(named_places(self.text, at, board, letters=self.letters, begun=self.begun))
        for match in found:
            yield tuple(sorted({place[:3] for place in match.meaning})), match.end
        if not found:
            self._note(at, place=True)

    def _nation_or_none(self, at: int) -> Iterator[tuple[str | None, int]]:
        yield None, at
        yield from self._nation(at)

    def _nation(self, at: int) -> Iterator[tuple[str, int]]:
        for match in self.words.powers.at(self.text, at):
            for power in match.meaning:
                yield power, match.end
        if at < len(self.text) and self.text[at].text.endswith("s"):  # "les Russes"
            one = Token(self.text[at].text[:-1], 0, 0)
            for match in self.words.powers.at([one], 0):
                for power in match.meaning:
                    yield power, at + 1

    def _verb(self, kind: str, at: int) -> Iterator[int]:
        if kind == "-" and at < len(self.text) and self.text[at].text in _GO:
            yield at + 1
        for match in self.words.verbs.at(self.text, at):
            if kind in match.meaning:
                yield match.end

    def _goals(self, at: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """A place after any dashes or words for going, but none that "from" says is left."""
        if 0 < at <= len(self.text) and FROM & {*self.text[at - 1].noise}:
            self._note(at, place=False)
            return
        yield from self._places(at)
        if at < len(self.text) and self.text[at].text in ("a", "à"):
            yield from self._places(at + 1)
        for after in self._verb("-", at):
            yield from self._goals(after)

    def _kill(self, at: int) -> Iterator[str | None]:
        """The nationalities to kill that the rest of the line names; none at its end."""
        if at >= len(self.text):
            yield None
            return
        while at < len(self.text) and self.text[at].text in _KILL | SPY | _ADVERBS:
            at += 1
        for power, end in self._nation(at):
            while end < len(self.text) and self.text[end].text in SPY:
                end += 1
            if end >= len(self.text):
                yield power
            self._note(end, place=False)
        self._note(at, place=False)

    def _is_end(self, at: int) -> bool:
        if at < len(self.text):
            self._note(at, place=False)
        return at >= len(self.text)

    # Whole orders.

    def _orders(self, at: str, after: int) -> Iterator[SpyOrder]:
        """What the words from `after` order the spy in `at` to do."""
        if after >= len(self.text):
            self._note(after, place=False)
            return
        for kill in self._kill(after):  # "E Mun (Rus)" stays
            yield SpyStay(at, kill)
        for end in self._verb("H", after):
            for kill in self._kill(end):
                yield SpyStay(at, kill)
        for kind, made in (("B", SpyBuild), ("D", SpyRemoval)):
            for end in self._verb(kind, after):
                if self._is_end(end):
                    yield made(at)
        for via in (after, *self._verb("VIA", after)):
            for goals, end in self._goals(via):
                ends = [(end, via > after), *((late, True) for late in self._verb("VIA", end))]
                for last, by_sea in ends:
                    for kill in self._kill(last):
                        yield from (SpyMove(at, goal, by_sea, kill) for goal in goals)

    def _led_by_verb(self) -> Iterator[SpyOrder]:
        for kind, made in (("B", SpyBuild), ("D", SpyRemoval)):
            for after in self._verb(kind, 0):
                for start in self._spy(after, needed=True):
                    for places, end in self._places(start):
                        if self._is_end(end):
                            yield from (made(place) for place in places)

    def _convoys(self) -> Iterator[SpyOrder]:
        start = 1 if self.text and self.text[0].text in ("f", "fleet", "flotte") else 0
        for seas, after in self._places(start):
            for carrying in self._verb("C", after):
                for power, spy in self._nation_or_none(carrying):
                    if spy >= len(self.text) or self.text[spy].text not in SPY:
                        continue
                    for again, place in self._nation_or_none(spy + 1):
                        if power and again:
                            continue
                        yield from self._carried(seas, power or again or self.known.power, place)

    def _carried(self, seas: Sequence[str], power: str, at: int) -> Iterator[SpyOrder]:
        for starts, after in self._places(at):
            for goals, end in self._goals(after):
                for last in (end, *self._verb("VIA", end)):
                    if self._is_end(last):
                        for sea, start, goal in product(seas, starts, goals):
                            yield SpyConvoy(sea, power, start, goal)


def named_places(
    text: Sequence[Token], start: int, board: Board, *, letters: bool = False, begun: bool = False
) -> Iterator[Match]:
    """Places that spies may be told of, named at token `start`; no beginning of a name where one is exact,
    but with `begun`.
    """
    named = lexicon(board).place_at(text, start, letters=letters)
    found = (*named, *_closed_ground(board).at(text, start))
    exact = {match.end for match in found if not match.freedom}
    return (match for match in found if begun or not match.freedom or match.end not in exact)


@cache
def _closed_ground(board: Board) -> Phrases:
    """What people call the ground that only spies enter, from three letters on."""
    return Phrases.of(
        ((word[:length],), place.id)
        for place in board.impassable.values()
        for name in (place.id, place.name, place.name_fr, *place.aliases, *place.aliases_fr)
        for word in plain(name)
        for length in range(SHORTEST_ABBREVIATION, len(word) + 1)
    )
