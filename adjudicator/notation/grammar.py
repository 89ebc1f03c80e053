"""All the orders that the words of a line could be: every reading is found, and `meaning` chooses (RB-3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from adjudicator.notation.lexicon import LETTERS, Lexicon, Match
from adjudicator.notation.routes import Routes
from adjudicator.notation.words import FROM, STANDING, Token

Expected: TypeAlias = Literal["place", "order", "end", "sense"]
"""What reading hoped for at a token; "sense": that the preposition before it were not there."""

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

    `is_routed`: seas on the way are named, so it is an army that goes. `freedom` tells how far it strays from
    exact spelling, as `lexicon.Match` has it.
    """

    kind: str
    unit: UnitNamed | None = None
    target: UnitNamed | None = None
    destination: Places | None = None
    via: bool = False
    power: str | None = None
    freedom: int = 0
    is_routed: bool = False


@dataclass(frozen=True, slots=True)
class Journey:
    """Where a move goes and how freely that was read; by convoy or not; whether it names seas on the way."""

    to: Match
    via: bool = False
    is_routed: bool = False


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

_LINKS: Final = ("-", "to")
"""What may stand between a unit and its verb: "A Stp-H", "A Mar to support A Par"."""


class Grammar:
    """The readings of one line's tokens on one board.

    `letters` as in `Lexicon.place_at`; `phase`, the kind of phase, tells what "R" with a mere unit is.
    """

    def __init__(
        self, text: Sequence[Token], lexicon: Lexicon, *, phase: str = "M", letters: bool = False
    ) -> None:
        self.text = text
        self.lexicon = lexicon
        self.phase = phase
        self.letters = letters
        self.stumble = Stumble()
        self._verbs: dict[int, tuple[Match, ...]] = {}
        self._places: dict[int, tuple[Match, ...]] = {}
        self._absorbed: set[int] = set()
        self._routes = Routes(text, lexicon, self._place)

    def drafts(self, *, verb: str | None = None) -> list[Draft]:
        """Every reading of the whole line, as a list without repetition; `verb` is a heading's: "Builds:"."""
        found = dict.fromkeys(self._waives(0))
        for unit, at, freedom in self.units(0):
            found |= dict.fromkeys(self._orders(unit, at, freedom, verb))
        for kind, at in self._verb_at(0):
            if kind in _FIRST_VERBS:
                for unit, after, freedom in self.units(at):
                    found |= dict.fromkeys(self._led_by(kind, unit, after, freedom))
        found |= dict.fromkeys(self._turned("-", 0))
        for after in self._is("R", 0):
            found |= dict.fromkeys(self._turned("R", after))
        found |= dict.fromkeys(self._setting_out())
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
            found = tuple(self.lexicon.place_at(self.text, at, letters=self.letters))
            whole = max((match.end for match in found if not match.freedom), default=0)
            self._places[at] = tuple(match for match in found if match.end >= whole)  # "Golfe du Lion"
            self._absorbed.update(match.end for match in self._places[at] if match.absorbs)
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
            if at + 1 < len(self.text) and self.text[at + 1].text == "-":  # "A-Par-Bur"
                yield LETTERS[word], at + 2
            if len(word) > 1 and at + 1 < len(self.text) and self.text[at + 1].text in ("a", "à"):
                yield LETTERS[word], at + 2

    def units(self, at: int) -> Iterator[_Unit]:
        """Every unit that the words from token `at` may name."""
        for before, after_power in self._power(at):
            for letter, after_letter in self._letter(after_power):
                inner = self._power(after_letter) if letter and not before else ((None, after_letter),)
                for between, start in inner:
                    for match in self._place(start):
                        unit = UnitNamed(match.meaning, letter, before or between)
                        yield unit, match.end, match.freedom

    def _is_from(self, at: int) -> bool:
        """Whether a word like "from" stands before token `at`: its place is the one that is left."""
        return (
            0 < at <= len(self.text) and at not in self._absorbed and bool(FROM & {*self.text[at - 1].noise})
        )

    def _is_standing(self, at: int) -> bool:
        """Whether a unit, which ends before token `at`, is followed by a place that it may stand in as well
        as go to: "A Par in Bur".
        """
        if at >= len(self.text) or not STANDING & {*self.text[at - 1].noise} or any(self._is("-", at)):
            return False
        if next(self._place(at), None) is None:
            return False
        self.stumble.note(at, "sense")
        return True

    def _onwards(self, at: int) -> Iterator[int]:
        """`at`, and the token after any dashes, "to" or "à" there."""
        yield at
        if at < len(self.text) and self.text[at].text == "à":
            yield at + 1
        for after in self._is("-", at):
            yield from self._onwards(after)
            if after < len(self.text) and self.text[after].text == "a":  # "va a Bur", "- A Esp"
                yield after + 1

    def _destinations(self, at: int) -> Iterator[Match]:
        """A place after any dashes, "to" or "à"; the dash may be missing, but it is none to go from."""
        for start in dict.fromkeys(self._onwards(at)):
            is_of = start > 0 and start not in self._absorbed and "of" in self.text[start - 1].noise
            if self._is_from(start) or is_of:
                self.stumble.note(start, "sense")
            else:
                yield from self._place(start)

    def _is_end(self, at: int) -> bool:
        if at < len(self.text):
            self.stumble.note(at, "end")
        elif self._is_from(at):
            self.stumble.note(at, "place")
            return False
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
        elif kind == "R" and self.phase == "A" and self._is_end(at):
            yield Draft("D", unit, freedom=freedom)
        else:
            yield from self._going(kind, unit, at, freedom)

    def _setting_out(self) -> Iterator[Draft]:
        """A verb between the kind of a unit and its place: "the fleet moves from Brest to MAO"."""
        for power, start in self._power(0):
            for letter, at in self._letter(start):
                for kind in ("-", "R") if letter else ():
                    for after in self._is(kind, at):
                        for match in self._place(after) if self._is_from(after) else ():
                            unit = UnitNamed(match.meaning, letter, power)
                            yield from self._going(kind, unit, match.end, match.freedom)

    def _orders(self, unit: UnitNamed, at: int, freedom: int, verb: str | None) -> Iterator[Draft]:
        """What the words from `at` order `unit` to do."""
        if at >= len(self.text):
            self.stumble.note(at, "order")
            if verb is not None and self._is_end(at):
                yield Draft(verb, unit, freedom=freedom)
            return
        yield from self._ordered(unit, at, freedom)
        if self.text[at].text in _LINKS:
            yield from self._ordered(unit, at + 1, freedom)
        if not self._is_standing(at):
            yield from self._going("-", unit, at, freedom)

    def _ordered(self, unit: UnitNamed, at: int, freedom: int) -> Iterator[Draft]:
        """What the verb at `at` orders `unit` to do."""
        for kind, after in self._verb_at(at):
            if kind in ("H", "B", "D") and self._is_end(after):
                yield Draft(kind, unit, freedom=freedom)
            elif kind == "S":
                yield from self._supports(unit, after, freedom)
            elif kind == "C":
                yield from self._convoys(unit, after, freedom)
            elif kind == "R" and after >= len(self.text) and self.phase == "A":
                yield Draft("D", unit, freedom=freedom)
            elif kind == "R":
                yield from self._going("R", unit, after, freedom)
            elif kind == "VIA":
                yield from self._by_convoy(unit, after, freedom)

    def _by_convoy(self, unit: UnitNamed, at: int, freedom: int) -> Iterator[Draft]:
        """ "A Mar via Nap": where to, after the word for a convoy; a sea there is a route without its end."""
        for match in self._destinations(at):
            places = frozenset(place for place in match.meaning if not self._routes.is_sea(place))
            if not places:
                self.stumble.note(match.end, "place")
            elif self._is_end(match.end):
                free = max(freedom, match.freedom)
                yield Draft("-", unit, destination=places, via=True, freedom=free)

    def _going(self, kind: str, unit: UnitNamed, at: int, freedom: int) -> Iterator[Draft]:
        """To a destination, by convoy or not; where it goes from may be said again."""
        for start in dict.fromkeys((at, *self._left_again(unit, at))):
            for way in self._journeys(unit, start):
                if kind == "-" or not way.via:
                    yield Draft(
                        kind,
                        unit,
                        destination=way.to.meaning,
                        via=way.via,
                        freedom=max(freedom, way.to.freedom),
                        is_routed=way.is_routed,
                    )

    def _left_again(self, unit: UnitNamed, at: int) -> Iterator[int]:
        """The end of "(moves) from Paris" after a unit in Paris."""
        for start in self._onwards(at):
            if self._is_from(start):
                yield from (match.end for match in self._place(start) if match.meaning & unit.places)

    def _turned(self, kind: str, at: int) -> Iterator[Draft]:
        """A whole move that names first where it goes: "Burgundy from Paris"."""
        for unit, match, after in self._comings(at):
            for way in self._ends(unit, match, after):
                if kind == "-" or not way.via:
                    yield Draft(kind, unit, destination=match.meaning, via=way.via, freedom=match.freedom)

    def _comings(self, at: int) -> Iterator[tuple[UnitNamed, Match, int]]:
        """A unit, where it goes, the token after both: "A Burgundy from Paris", "to Nwy from A Lon"."""
        for power, start in self._power(at):
            for letter, after in self._letter(start):
                for to in dict.fromkeys(self._onwards(after)):
                    found = tuple(self._place(to))
                    longest = max((match.end for match in found), default=0)
                    for match in found if longest < len(self.text) and self._is_from(longest) else ():
                        if match.end == longest:  # "Golfe du Lion" is one place
                            yield from self._left(match, power, letter)

    def _left(
        self, to: Match, power: str | None, letter: str | None
    ) -> Iterator[tuple[UnitNamed, Match, int]]:
        """The unit that goes `to` a place before "from"; its kind and power may be written before that."""
        for unit, end, freedom in self.units(to.end):
            if not (letter and unit.letter and letter != unit.letter) and not (power and unit.power):
                unit = UnitNamed(unit.places, unit.letter or letter, unit.power or power)
                yield unit, Match(to.end, to.meaning, max(to.freedom, freedom)), end

    def _supports(self, unit: UnitNamed, at: int, freedom: int) -> Iterator[Draft]:
        of_move = tuple(self._is("-", at))  # "the move of"
        of_hold = tuple(self._is("H", at))  # "le maintien de"
        for start in dict.fromkeys((at, *of_hold, *of_move)):
            for target, after, more in self.units(start):
                free = max(freedom, more)
                may_hold = start in of_hold or (start == at and (target.letter or not self._is_from(at)))
                if may_hold or (target.letter and self.text[at].text == "-"):
                    for end in self._held(after):
                        if self._is_end(end):
                            yield Draft("S", unit, target, freedom=free)
                if start in of_move or not self._is_standing(after):
                    for way in self._journeys(target, after):
                        yield self._with(unit, "S", target, way, free)
        for target, match, after in self._comings(at):
            for way in self._ends(target, match, after):
                yield self._with(unit, "S", target, way, freedom)

    def _held(self, at: int) -> Iterator[int]:
        """The end of a supported unit that is said to hold, or of which nothing more is said."""
        yield at
        yield from self._is("H", at)
        if at < len(self.text) and self.text[at].text in _LINKS:
            yield from self._is("H", at + 1)

    def _convoys(self, unit: UnitNamed, at: int, freedom: int) -> Iterator[Draft]:
        for start in dict.fromkeys((at, *self._is("-", at))):
            for army, after, more in self.units(start):
                self.stumble.note(after, "place")
                if start > at or not self._is_standing(after):
                    for way in self._journeys(army, after):
                        yield self._with(unit, "C", army, way, max(freedom, more))
        for army, match, after in self._comings(at):
            for way in self._ends(army, match, after):
                yield self._with(unit, "C", army, way, freedom)

    def _with(self, unit: UnitNamed, kind: str, target: UnitNamed, way: Journey, freedom: int) -> Draft:
        """A support or convoy of someone's move, which may itself be said to go by convoy."""
        free = max(freedom, way.to.freedom)
        return Draft(kind, unit, target, way.to.meaning, freedom=free, is_routed=way.is_routed)

    # Moves, up to the end of the line.

    def _journeys(self, unit: UnitNamed, at: int) -> Iterator[Journey]:
        """Where `unit` goes by the words from `at`: a destination, or seas and then one."""
        for match in self._destinations(at):
            yield from self._ends(unit, match, match.end)
        for start in () if unit.letter == "F" else (*self._is("-", at), *self._over(at)):
            for after, seas in self._routes.over(start, unit.places):
                for goal in self._is("-", after):
                    for match in self._destinations(goal):
                        ashore = self._routes.ashore(match.meaning, seas)
                        for end in (match.end, *self._by_sea(match.end)):
                            if ashore and self._is_end(end):
                                yield Journey(Match(end, ashore, match.freedom), via=True, is_routed=True)

    def _ends(self, unit: UnitNamed, match: Match, at: int) -> Iterator[Journey]:
        """The journey to `match` if the line ends at `at`, or after words for a convoy and its seas."""
        if self._is_end(at):
            yield Journey(match)
        for end in self._by_sea(at):
            if self._is_end(end):
                yield Journey(match, via=True)
        for start in self._over(at) if unit.letter != "F" else ():
            for end, seas in self._routes.over(start, unit.places):
                if self._routes.ashore(match.meaning, seas) and self._is_end(end):
                    yield Journey(match, via=True, is_routed=True)

    def _by_sea(self, at: int) -> Iterator[int]:
        """The end of "via convoy", or of "convoy" or "convoi" alone, which here says the same."""
        is_word = at < len(self.text) and len(self.text[at].text) > 1
        return iter(dict.fromkeys((*self._is("VIA", at), *(self._is("C", at) if is_word else ()))))

    def _over(self, at: int) -> Iterator[int]:
        """The end of "via", "through", "par", perhaps after words for a convoy: seas must follow."""
        for start in (at, *self._by_sea(at)):
            yield from self._is("OVER", start)
        yield from self._by_sea(at)
