"""What people call the places of a board: their names, what is left of them, and every beginning of one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from adjudicator.board import Board, Coast, Province
from adjudicator.notation.words import plain, whole

Words = tuple[str, ...]

_STEMS: Final = range(2, 5)
"""Letters of a name that may stand before the one of its coast."""
_GENERIC: Final = frozenset(("sea", "mer", "golfe", "gulf", "ocean", "baie", "bay"))


def place_names(board: Board, sides: Collection[Words]) -> Iterator[tuple[Words, str]]:
    """Every name's words without articles, and its location; "Mer Noire" is "Noire" too.

    `sides` are words for coasts, which are no name of a place: "Nord".
    """
    claimed: dict[Words, str] = {}
    for name, location in _written(board):
        yield plain(name), location
        if "/" not in location:
            claimed[plain(name)] = location
    for words, province in list(claimed.items()):
        bare = tuple(word for word in words if word not in _GENERIC)
        if bare and bare != words and bare not in sides and bare not in claimed:
            yield bare, province


def shared_names(board: Board, beginnings: Mapping[Words, frozenset[str]]) -> frozenset[Words]:
    """Names that are no code of a province and begin the name of another one as well: "norw", "gol"."""
    return frozenset(
        words
        for province in board.provinces.values()
        for words in map(plain, (*province.aliases, *province.aliases_fr, *province.abbreviations_fr))
        if len(beginnings.get(words, ())) > 1 and words[0] not in board.ambiguous
    )


def coast_letters(board: Board, beginnings: Mapping[Words, frozenset[str]]) -> Mapping[Words, str]:
    """Coasts in one letter behind the beginning of a name, "SpN", "BuE", "EspS"; none that begins a name."""
    found: dict[Words, set[str]] = {}
    for province in board.provinces.values():
        for coast in province.coasts:
            for word in _stems(province):
                for letter in _letters(coast):
                    found.setdefault((word + letter,), set()).add(coast.id)
    return {
        words: next(iter(coasts))
        for words, coasts in found.items()
        if len(coasts) == 1 and words not in beginnings
    }


def _stems(province: Province) -> Iterator[str]:
    """Beginnings of the words in a province's names: "sp", "spa", "st", "pet"."""
    for name in (province.id, province.name, province.name_fr):
        for word in plain(name):
            yield from (word[:length] for length in _STEMS if length <= len(word))


def _letters(coast: Coast) -> Iterator[str]:
    """The letters of a coast: its own, those of its other names ("bul/nc"), and "o" for a west in French."""
    for name in (coast.id, *coast.aliases):
        side = name.lower().partition("/")[2]
        yield from {"w": "wo"}.get(side[:1], side[:1])


def name_beginnings(board: Board) -> Mapping[Words, frozenset[str]]:
    """Every beginning of a name, articles included and its last word perhaps cut short -> its locations."""
    found: dict[Words, set[str]] = {}
    for name, location in _written(board):
        words = whole(name)
        for count, word in enumerate(words):
            for length in range(1, len(word) + 1):
                found.setdefault((*words[:count], word[:length]), set()).add(location)
    return {words: joined_coasts(locations) for words, locations in found.items()}


def joined_coasts(locations: Iterable[str]) -> frozenset[str]:
    """`locations` with one province for what may be any of its coasts: an army has none, a fleet is asked."""
    by_province: dict[str, set[str]] = {}
    for location in locations:
        by_province.setdefault(location[:3], set()).add(location)
    return frozenset(
        next(iter(meant)) if len(meant) == 1 else province for province, meant in by_province.items()
    )


def _written(board: Board) -> Iterator[tuple[str, str]]:
    for province in board.provinces.values():
        names = (province.id, province.name, province.name_fr)
        for name in (*names, *province.aliases, *province.aliases_fr, *province.abbreviations_fr):
            yield name, province.id
        for coast in province.coasts:
            joined = coast.id.replace("/", "")
            for name in (coast.id, joined, coast.name, coast.name_fr, *coast.aliases):
                yield name, coast.id
    for name, meanings in board.ambiguous.items():
        for meaning in meanings:
            yield name, meaning
