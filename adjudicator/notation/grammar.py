"""All the orders that the words of a line could be: every reading is found, and `meaning` chooses (RB-3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from adjudicator.notation.lexicon import LETTERS, Lexicon, Match
from adjudicator.notation.words import Token

Expected: TypeAlias = Literal["place", "order", "end"]

Places: TypeAlias = frozenset[str]


@dataclass(frozen=True, slots=True)
class UnitNamed:
    """A unit as written: some of its kind, its power and its place; the place may have several meanings."""

    places: Places
    letter: str | None = None
    power: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """One reading of a line. `kind` is the canonical word: H, -, S, C, R, B, D or WAIVE; empty: a bare unit.

    `freedom` tells how far it strays from exact spelling, as `lexicon.Match` has it.
    """

    kind: str
    unit: UnitNamed | None = None
    target: UnitNamed | None = None
    destination: Places | None = None
    via: bool = False
    power: str | None = None
    freedom: int = 0


@dataclass(slots=True)
class Stumble:
    """The furthest token that reading came to, and what it had hoped to find there."""

    at: int = 0
    expected: set[Expected] = field(default_factory=set)

    def note(self, at: int, expected: Expected) -> None:
        if at > self.at:
            self.at, self.expected = at, set()
        if at == self.at:
            self.expected.add(expected)


_Unit: TypeAlias = tuple[UnitNamed, int, int]
"""A unit, the token after it, the freedom taken."""

_FIRST_VERBS: Final = ("B", "C", "D", "R", "H", "-")
"""Verbs that may come before their unit: "build A Par", "retire A Mun", "C A Par" (construction)."""


class Grammar:
    """The readings of one line's tokens on one board; `letters` as in `Lexicon.place_at`."""

    def __init__(self, text: Sequence[Token], lexicon: Lexicon, *, letters: bool = False) -> None:
        self.text = text
        self.lexicon = lexicon
        self.letters = letters
        self.stumble = Stumble()
        self._verbs: dict[int, tuple[Match, ...]] = {}
        self._places: dict[int, tuple[Match, ...]] = {}

    def drafts(self, *, verb: str | None = None) -> list[Draft]:
        """Every reading of the whole line, as a list without repetition; `verb` is a heading's: "Builds:"."""
        found = dict.fromkeys(self._waives(0))
        for unit, at, freedom in self._units(0):
            found |= dict.fromkeys(self._orders(unit, at, freedom, verb))
        for kind, at in self._verb_at(0):
            if kind in _FIRST_VERBS:
                for unit, after, freedom in self._units(at):
                    found |= dict.fromkeys(self._led_by(kind, unit, after, freedom))
        return list(found)

    # What may stand at a token. Each yields what was read and the token after it.

    def _verb_at(self, at: int) -> Iterator[tuple[str, int]]:
        if at not in self._verbs:
            self._verbs[at] = tuple(self.lexicon.verbs.at(self.text, at))
        for match in self._verbs[at]:
            for kind in sorted(match.meaning):
                yield kind, match.end

    def _is(self, kind: str, at: int) -> Iterator[int]:
        return (end for found, end in self._verb_at(at) if found == kind)

    def _place(self, at: int) -> Iterator[Match]:
        if at not in self._places:
            self._places[at] = tuple(self.lexicon.place_at(self.text, at, letters=self.letters))
        if not self._places[at]:
            self.stumble.note(at, "place")
        return iter(self._places[at])

    def _power(self, at: int) -> Iterator[tuple[str | None, int]]:
        """No power, or the one that is named."""
        yield None, at
        for match in self.lexicon.powers.at(self.text, at):
            for power in match.meaning:
                yield power, match.end

    def _letter(self, at: int) -> Iterator[tuple[str | None, int]]:
        """No kind of unit, or the one that is written; "army at" lets its preposition go."""
        yield None, at
        if at < len(self.text) and self.text[at].text in LETTERS:
            word = self.text[at].text
            yield LETTERS[word], at + 1
            if len(word) > 1 and at + 1 < len(self.text) and self.text[at + 1].text in ("a", "à"):
                yield LETTERS[word], at + 2

    def _units(self, at: int) -> Iterator[_Unit]:
        for before, after_power in self._power(at):
            for letter, after_letter in self._letter(after_power):
                inner = self._power(after_letter) if letter and not before else ((None, after_letter),)
                for between, start in inner:
                    for match in self._place(start):
                        unit = UnitNamed(match.meaning, letter, before or between)
                        yield unit, match.end, match.freedom

    def _destinations(self, at: int) -> Iterator[Match]:
        """A place after any dashes, "to" or "à"; the dash may be missing."""
        yield from self._place(at)
        if at < len(self.text) and self.text[at].text == "à":
            yield from self._place(at + 1)
        for after in self._is("-", at):
            yield from self._destinations(after)
            if after < len(self.text) and self.text[after].text == "a":  # "va a Bur", "- A Esp"
                yield from self._place(after + 1)

    def _is_end(self, at: int) -> bool:
        if at < len(self.text):
            self.stumble.note(at, "end")
        return at >= len(self.text)

    # Whole orders.

    def _waives(self, at: int) -> Iterator[Draft]:
        for before, start in self._power(at):
            for end in self._is("WAIVE", start):
                for after, last in self._power(end):
                    if self._is_end(last) and not (before and after):
                        yield Draft("WAIVE", power=before or after)

    def _led_by(self, kind: str, unit: UnitNamed, at: int, freedom: int) -> Iterator[Draft]:
        """What a verb means that came before its unit, which ends at `at`."""
        if kind in ("B", "C", "D", "H"):
            if self._is_end(at):
                yield Draft("B" if kind == "C" else kind, unit, freedom=freedom)
        else:
            yield from self._going(kind, unit, at, freedom)

    def _orders(self, unit: UnitNamed, at: int, freedom: int, verb: str | None) -> Iterator[Draft]:
        """What the words from `at` order `unit` to do."""
        if at >= len(self.text):
            self.stumble.note(at, "order")
            if verb is not None:
                yield Draft(verb, unit, freedom=freedom)
            return
        for kind, after in self._verb_at(at):
            if kind in ("H", "B", "D") and self._is_end(after):
                yield Draft(kind, unit, freedom=freedom)
            elif kind == "S":
                yield from self._supports(unit, after, freedom)
            elif kind == "C":
                yield from self._convoys(unit, after, freedom)
            elif kind == "R":
                yield from self._going("R", unit, after, freedom)
            elif kind == "VIA":
                yield from (
                    Draft("-", unit, destination=match.meaning, via=True, freedom=max(freedom, match.freedom))
                    for match in self._destinations(after)
                    if self._is_end(match.end)
                )
        yield from self._going("-", unit, at, freedom)

    def _going(self, kind: str, unit: UnitNamed, at: int, freedom: int) -> Iterator[Draft]:
        """To a destination, by convoy or not."""
        for match in self._destinations(at):
            free = max(freedom, match.freedom)
            if self._is_end(match.end):
                yield Draft(kind, unit, destination=match.meaning, freedom=free)
            for end in self._by_sea(match.end):
                if self._is_end(end) and kind == "-":
                    yield Draft(kind, unit, destination=match.meaning, via=True, freedom=free)

    def _supports(self, unit: UnitNamed, at: int, freedom: int) -> Iterator[Draft]:
        after_noun = (*self._is("H", at), *self._is("-", at))  # "le maintien de", "the move of"
        for start in dict.fromkeys((at, *after_noun)):
            for target, after, more in self._units(start):
                free = max(freedom, more)
                for end in (after, *self._is("H", after)):
                    if self._is_end(end):
                        yield Draft("S", unit, target, freedom=free)
                for match in self._carried_to(after):
                    yield Draft("S", unit, target, match.meaning, freedom=max(free, match.freedom))

    def _convoys(self, unit: UnitNamed, at: int, freedom: int) -> Iterator[Draft]:
        for army, after, more in self._units(at):
            self.stumble.note(after, "place")
            for match in self._carried_to(after):
                yield Draft("C", unit, army, match.meaning, freedom=max(freedom, more, match.freedom))

    def _carried_to(self, at: int) -> Iterator[Match]:
        """The destination of somebody else's move, which may be said to go by convoy; it ends the line."""
        for match in self._destinations(at):
            for end in (match.end, *self._by_sea(match.end)):
                if self._is_end(end):
                    yield match

    def _by_sea(self, at: int) -> Iterator[int]:
        """The end of "via convoy", or of "convoy" or "convoi" alone, which here says the same."""
        is_word = at < len(self.text) and len(self.text[at].text) > 1
        return iter(dict.fromkeys((*self._is("VIA", at), *(self._is("C", at) if is_word else ()))))
