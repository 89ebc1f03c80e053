"""The words of one board: what people call its places and powers, and the verbs of every order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from adjudicator.board import Board
from adjudicator.notation.place_names import (
    Words,
    coast_letters,
    joined_coasts,
    name_beginnings,
    place_names,
    shared_names,
)
from adjudicator.notation.words import Token, plain
from adjudicator.texts.names import ADJECTIVES

SHORTEST_ABBREVIATION: Final = 3
"""Letters that a shortened single word needs: source VII.7 writes the first three."""

MOST_MEANINGS: Final = 5
"""Places that an abbreviation may stand for; "mer", the beginning of eight names, says too little."""

ORDER_LETTERS: Final = frozenset("aàfhscrdb")
LETTERS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("a", "à", "army", "armies", "armee", "armees"), "A"),
    **dict.fromkeys(("f", "fl", "fleet", "fleets", "flotte", "flottes"), "F"),
}
"""Words for the two kinds of unit."""

_VERBS: Final[Mapping[str, str]] = {
    "-": """-; to; m; move; moves; moving; goes; attack; attacks; advances; into; onto; towards; toward; vers;
        va; attaque; marche; avance; se deplace; se rend; mouvement""",
    "H": """h; std; hld; hold; holds; holding; stand; stands; stays; defends; tient; se tient; tenir;
        maintien; maintient; se maintient; reste; se defend""",
    "S": "+; s; sup; supp; support; supports; supporte; supporter; soutient; soutien; soutenir; appuie",
    "C": "c; conv; convoy; convoys; convoie; convoi; convoye; convoyer; transports; transporte",
    "VIA": """via; via convoy; by convoy; by sea; convoyed; via convoi; par convoi; par mer; convoyee; via c;
        vc""",
    "OVER": "through; thru; by; by way; over; par; via; convoyed by; a travers; à travers",
    "R": "r; ret; retreat; retreats; retraite; bat retraite; recule; se replie; se retire; retire",
    "D": """d; dis; disband; disbands; disbanded; remove; removes; removed; destroy; destroyed; dissout;
        dissoute; est dissoute; se dissout; dissoudre; retire; se retire; retiree; est retiree; supprime;
        demobilise; otb; off board; r otb; retreats otb; retreat otb; retreats off board;
        retreat off board""",
    "B": """b; build; builds; built; is built; construit; construite; est construite; construire;
        construction; leve; recrute""",
    "WAIVE": """w; waive; waives; waived; waive build; waive a build; waives a build; pass; passes; passe;
        renonce; renonce a construction; renonce à construction; renonce a construire;
        renonce à construire""",
}
"""What is said for each kind of order; "retire" is a removal, or a retreat if a destination
follows. "OVER" stands before seas alone: "par" is Paris too."""

_SIDES: Final[Mapping[str, str]] = {
    "NC": """nc; cn; north coast; cote nord; north; nord; northern coast; coast north; northern; northcoast;
        n coast; cote n; cote septentrionale; n; n c; c n""",
    "SC": """sc; cs; south coast; cote sud; south; sud; southern coast; coast south; southern; southcoast;
        s coast; cote s; cote meridionale; s c; c s""",
    "EC": """ec; ce; east coast; cote est; east; est; eastern coast; coast east; eastern; eastcoast;
        e coast; cote e; cote orientale; e""",
    "WC": """wc; co; west coast; cote ouest; west; ouest; western coast; coast west; western; westcoast;
        w coast; cote o; cote occidentale; w""",
}
_LOOSE: Final = frozenset("nsew")
"""Letters that are a coast only where nothing but a verb can follow: "Spa (n) - MAO", "F MAO - Spa/s"."""
_EXPLICIT: Final = frozenset(("nc", "sc", "ec", "wc", "cn", "cs"))
"""Single words that name a coast whatever they follow; "north" alone begins other names."""
_EXTRA_POWERS: Final[Mapping[str, Sequence[str]]] = {
    "AUSTRIA": ("Austria-Hungary", "Autriche-Hongrie"),
    "ENGLAND": ("Britain", "Great Britain", "Grande-Bretagne"),
    "TURKEY": ("Ottoman", "Ottomane"),
}


@dataclass(frozen=True, slots=True)
class Match:
    """Words that mean something: up to which token, what, and how freely they were read.

    0: exactly; 1: as the beginning of a name; 2: as the beginnings of a name's words, some left out.
    `absorbs`: the noise after the last word is part of the name's beginning, "Mer du" for the North Sea.
    """

    end: int
    meaning: frozenset[str]
    freedom: int = 0
    absorbs: bool = False


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases and what each may mean, to be matched at a place in a text; the longest is `longest` words."""

    meanings: Mapping[Words, frozenset[str]]
    longest: int

    @classmethod
    def of(cls, pairs: Iterable[tuple[Words, str]]) -> Phrases:
        found: dict[Words, set[str]] = {}
        for words, meaning in pairs:
            if words:
                found.setdefault(words, set()).add(meaning)
        meanings = {words: frozenset(found[words]) for words in sorted(found)}
        return cls(meanings, max(map(len, meanings)))

    def at(self, text: Sequence[Token], start: int) -> Iterator[Match]:
        """Every phrase that begins at token `start`; a hyphen between its words does not part them."""
        words: list[str] = []
        at = start
        while at < len(text) and len(words) < self.longest:
            if words and text[at].text == "-" and at + 1 < len(text):
                at += 1
            words.append(text[at].text)
            at += 1
            meaning = self.meanings.get(tuple(words))
            if meaning is not None:
                yield Match(at, meaning)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All that can be read on one board."""

    board: Board
    places: Phrases
    """Names, ids, aliases and abbreviations -> locations."""
    beginnings: Mapping[Words, frozenset[str]]
    """Every beginning of a name, its articles and prepositions included -> locations."""
    abbreviations: Mapping[str, Sequence[Words]]
    """The beginning of a name's first word -> names that begin so."""
    powers: Phrases
    verbs: Phrases
    sides: Phrases

    def place_at(self, text: Sequence[Token], start: int, *, letters: bool = False) -> Iterator[Match]:
        """Locations named at token `start`, a coast before or after its province included; then what an
        abbreviation could stand for.

        With `letters` the letter of an order or unit may be the beginning of a word: "Mid A", "North S".
        """
        for match in self._province_at(text, start, letters):
            yield match
            yield from self._coasts_after(match, text)
        yield from self._coasts_before(text, start)

    def _province_at(self, text: Sequence[Token], start: int, letters: bool = False) -> Iterator[Match]:
        """Places named at token `start`, with their coasts only where a name of the board has both."""
        for match in self._named_at(text, start, letters):
            is_cut = match.freedom > 0 and any("/" in place for place in match.meaning)
            if not (is_cut and self._begins_place(text, match.end - 1, match.end)):
                yield match

    def _named_at(self, text: Sequence[Token], start: int, letters: bool) -> Iterator[Match]:
        begun = list(self._begun_at(text, start, letters))
        known = {match.end: match.meaning for match in begun}
        yield from self.places.at(text, start)
        yield from begun
        for match in self._abbreviated_at(text, start):
            if places := match.meaning - known.get(match.end, frozenset()):
                yield Match(match.end, places, match.freedom)

    def _coasts_after(self, match: Match, text: Sequence[Token]) -> Iterator[Match]:
        """`match` with the coast named after it: "Spa/nc", "Spain (north coast)", "Spa-nc"."""
        after = match.end
        is_dashed = after + 1 < len(text) and text[after].text == "-"
        after += is_dashed
        for side in self._sides_at(text, after):
            is_last = side.end >= len(text)
            if is_dashed and not (is_last or is_explicit(side, text, after)):
                continue  # "Spa - North Atlantic"
            if coasts := self._coast_named(side, match.meaning):
                yield Match(side.end, coasts, match.freedom)
            elif not next(self._province_at(text, side.end), None):  # else the coast may be meant for that
                yield from self._coast_ignored(side, match, text, after, side.end)

    def _coasts_before(self, text: Sequence[Token], start: int) -> Iterator[Match]:
        """Places whose coast is named before them: "south coast of Spain", "sud de l'Espagne", "nc Spa"."""
        for side in self.sides.at(text, start):
            if text[side.end - 1].text in _LOOSE and side.end - start == 1:
                continue
            for match in self._province_at(text, side.end):
                if coasts := self._coast_named(side, match.meaning):
                    yield Match(match.end, coasts, match.freedom, match.absorbs)
                else:
                    yield from self._coast_ignored(side, match, text, start, match.end)

    def _coast_ignored(
        self, side: Match, match: Match, text: Sequence[Token], start: int, end: int
    ) -> Iterator[Match]:
        """`match`, up to `end`, where it has but one coast or none: the one that `side`, from token `start`,
        names says nothing then, and "lon/nc" can only mean London (RB-3). "North" alone may begin another
        name: that it is a coast is thought of last, and only beside the whole name of a place on the shore.
        """
        whole = self._without_coasts(match.meaning)
        freedom = match.freedom
        if not is_explicit(side, text, start):
            if match.freedom:
                return  # "North S"
            whole = frozenset(place for place in whole if self.board.provinces[place].kind == "coastal")
            freedom = 2
        if whole:
            yield Match(end, whole, freedom, match.absorbs and end == match.end)

    def _begins_place(self, text: Sequence[Token], at: int, end: int) -> bool:
        """Whether the words from token `at` to `end` are only the first of a place's name."""
        found = (*self.places.at(text, at), *self._abbreviated_at(text, at))
        return any(match.end > end for match in found)

    def _sides_at(self, text: Sequence[Token], at: int) -> Iterator[Match]:
        """The coasts named at token `at`, which follows a place."""
        for side in self.sides.at(text, at):
            is_loose = side.end == at + 1 and text[at].text in _LOOSE
            if not is_explicit(side, text, at) and self._begins_place(text, at, side.end):
                continue  # "Spa North Atl"
            if not is_loose or side.end >= len(text) or any(self.verbs.at(text, side.end)):
                yield side
        if at == len(text) - 1 and text[at].text == "s":  # else it supports
            yield Match(at + 1, frozenset(("SC",)))

    def _coast_named(self, side: Match, places: Iterable[str]) -> frozenset[str]:
        (name,) = side.meaning
        return frozenset(f"{place}/{name}" for place in places) & _coasts(self.board)

    def _without_coasts(self, places: Iterable[str]) -> frozenset[str]:
        return frozenset(place for place in places if not self._has_coasts(place))

    def _has_coasts(self, location: str) -> bool:
        return bool(self.board.provinces[location[:3]].coasts)

    def _begun_at(self, text: Sequence[Token], start: int, letters: bool) -> Iterator[Match]:
        """Names that the words from token `start` are the beginning of: "bourg", "mer du n", "north at"."""
        begun: Words = ()
        for at in range(start, len(text)):
            token = text[at]
            if token.text != "-":
                begun = (*begun, token.text)
            elif not begun:
                return
            found = self.beginnings.get(begun)
            if found is None:
                return
            end, absorbs = token.text != "-", False
            if at > start and token.text in ORDER_LETTERS and not letters:
                end = False
            if token.noise:
                begun = (*begun, *token.noise)
                if narrower := self.beginnings.get(begun):
                    found, end, absorbs = narrower, True, True
            if end and len(found) <= MOST_MEANINGS and sum(map(len, begun)) >= SHORTEST_ABBREVIATION:
                yield Match(at + 1, found, 1, absorbs)

    def _abbreviated_at(self, text: Sequence[Token], start: int) -> Iterator[Match]:
        """Names that the words from token `start` are beginnings of: "bourg", "mer no", "w med"."""
        if start >= len(text):
            return
        candidates = self.abbreviations.get(text[start].text, ())
        found: dict[int, set[str]] = {}
        for name in candidates:
            for end in _beginnings(name, text, start):
                found.setdefault(end, set()).update(self.places.meanings[name])
        for end, meaning in sorted(found.items()):
            places = joined_coasts(meaning)
            if len(places) <= MOST_MEANINGS:
                yield Match(end, places, 2)

    def split(self, word: str) -> Iterator[Words]:
        """Ways to part a word that means nothing: "bohsil" as "boh", "-", "sil"; "apar" as "a", "par"."""
        yield from self._split_places(word)
        if word[:1] in ("a", "f"):
            if (word[1:],) in self.places.meanings:
                yield word[:1], word[1:]
            for parts in self._split_places(word[1:]):
                yield word[:1], *parts

    def _split_places(self, word: str) -> Iterator[Words]:
        for at in range(SHORTEST_ABBREVIATION, len(word) - 1):
            head, tail = word[:at], word[at:]
            if (head,) not in self.places.meanings:
                continue
            if (tail,) in self.places.meanings and len(tail) >= SHORTEST_ABBREVIATION:
                yield head, "-", tail
            if (tail,) in self.sides.meanings and len(tail) == 2:
                yield head, tail


@cache
def lexicon(board: Board) -> Lexicon:
    """The lexicon of `board`, made once."""
    beginnings = name_beginnings(board)
    names = place_names(board, SIDES.meanings)
    if not board.reads_as_before:
        shared = shared_names(board, beginnings)
        own = (pair for pair in names if pair[0] not in shared)
        names = iter((*own, *coast_letters(board, beginnings).items()))
    places = Phrases.of(names)
    abbreviations: dict[str, list[Words]] = {}
    for name in places.meanings:
        for length in range(1, len(name[0]) + 1):
            if length < SHORTEST_ABBREVIATION and (len(name) == 1 or name[0][:length] in ORDER_LETTERS):
                continue
            abbreviations.setdefault(name[0][:length], []).append(name)
    return Lexicon(
        board=board,
        places=places,
        beginnings=beginnings,
        abbreviations=abbreviations,
        powers=Phrases.of(_power_names(board)),
        verbs=VERBS,
        sides=SIDES,
    )


def is_explicit(side: Match, text: Sequence[Token], start: int) -> bool:
    """Whether the words from token `start` name a coast and cannot begin the name of a place."""
    return side.end - start > 1 or text[start].text in _EXPLICIT


@cache
def _coasts(board: Board) -> frozenset[str]:
    return frozenset(coast.id for province in board.provinces.values() for coast in province.coasts)


def _beginnings(name: Words, text: Sequence[Token], start: int) -> Iterator[int]:
    """Ends of the stretches from token `start` that shorten `name`, word by word."""
    at = start
    for count, word in enumerate(name):
        if count and at + 1 < len(text) and text[at].text == "-":
            at += 1
        if at >= len(text) or not word.startswith(text[at].text):
            return
        if count and text[at].text in ORDER_LETTERS:
            return
        at += 1
        if count or len(text[start].text) >= SHORTEST_ABBREVIATION:
            yield at


def _power_names(board: Board) -> Iterator[tuple[Words, str]]:
    names: dict[Words, str] = {}
    for power in board.powers.values():
        written = (power.id, power.name, power.name_fr, *ADJECTIVES.get(power.id, ()))
        for name in (*written, *_EXTRA_POWERS.get(power.id, ())):
            names[plain(name)] = power.id
    yield from names.items()
    beginnings: dict[str, set[str]] = {}
    for words, power_id in names.items():
        for length in range(SHORTEST_ABBREVIATION, len(words[0])):
            beginnings.setdefault(words[0][:length], set()).add(power_id)
    for beginning, meant in beginnings.items():
        if len(meant) == 1 and (beginning,) not in names:
            yield (beginning,), next(iter(meant))


def _listed(table: Mapping[str, str]) -> Iterator[tuple[Words, str]]:
    """The phrases of a table, folded; their noise words are gone, as they are from the text."""
    for meaning, phrases in table.items():
        for phrase in phrases.split(";"):
            sign = phrase.strip()
            yield (sign,) if sign == "-" else plain(phrase), meaning


VERBS: Final = Phrases.of(_listed(_VERBS))
SIDES: Final = Phrases.of(_listed(_SIDES))
"""The words for coasts."""
