"""The rules pages: which there are, and what is put into them when they are shown.

A page's text is a template in each language, `rules/<language>/<slug>.html`, with a sentence about it in
`rules/<language>/leads/`. A variant that brings its own page is found through its key; nothing lists it here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from django.conf import settings
from django.template import TemplateDoesNotExist, loader

from adjudicator import VARIANTS
from adjudicator.board import Board, Province
from adjudicator.notation.place_names import name_beginnings, shared_names
from adjudicator.texts import names
from games.words import wording
from games.words.clauses import HOUSE, RULEBOOK, slug_of

HOW_TO_PLAY = "how-to-play"
NOTATION = "notation"
TITLES = {
    HOW_TO_PLAY: {"en": "How to play", "fr": "Comment jouer"},
    RULEBOOK: {"en": "The classic rulebook", "fr": "Le règlement classique"},
    HOUSE: {"en": "House rules", "fr": "Les règles maison"},
    NOTATION: {"en": "How to write orders", "fr": "Comment écrire ses ordres"},
}
"""What the pages that belong to no variant are called: like their texts, no catalogue's business."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of rules, in one language."""

    slug: str
    name: str
    language: str

    @property
    def template(self) -> str:
        return f"rules/{self.language}/{self.slug}.html"

    @property
    def lead(self) -> str:
        """The template of the sentence or two that say what the page is about."""
        return f"rules/{self.language}/leads/{self.slug}.html"


def pages(language: str) -> list[Page]:
    """All rules pages: every game in short, the rulebook, each variant that has clauses of its own, the house
    rules, how to write orders.
    """
    variants = [
        Page(key, wording.variant(key, language), language)
        for key, variant in VARIANTS.items()
        if slug_of(variant["rules"][0]) == key and is_offered(key)
    ]
    return [
        Page(HOW_TO_PLAY, TITLES[HOW_TO_PLAY][language], language),
        Page(RULEBOOK, TITLES[RULEBOOK][language], language),
        *variants,
        Page(HOUSE, TITLES[HOUSE][language], language),
        Page(NOTATION, TITLES[NOTATION][language], language),
    ]


@cache
def is_offered(variant: str) -> bool:
    """Whether games of this variant can be opened: its rules can be read here, in every language."""
    slug = slug_of(VARIANTS[variant]["rules"][0])
    return all(_exists(Page(slug, slug, language)) for language, _name in settings.LANGUAGES)


def _exists(page: Page) -> bool:
    try:
        loader.get_template(page.template)
    except TemplateDoesNotExist:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Heading:
    """One line of a page's contents: where it leads, what it says, and the headings under it."""

    anchor: str
    title: str
    under: tuple[Heading, ...] = ()


@dataclass(slots=True)
class Contents:
    """A page's table of contents, gathered while its text is rendered.

    What stands inside a section is rendered before the section is: clauses wait in `pending` until
    their section takes them.
    """

    sections: list[Heading] = field(default_factory=list)
    pending: list[Heading] = field(default_factory=list)

    def add_clause(self, code: str, title: str) -> None:
        self.pending.append(Heading(code, title))

    def add_section(self, anchor: str, title: str) -> None:
        self.sections.append(Heading(anchor, title, tuple(self.pending)))
        self.pending.clear()


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """One place in the table of names."""

    code: str
    name: str
    other_name: str
    also: tuple[str, ...]
    """What else is read as this place, in both languages."""
    is_coast: bool = False


def place_rows(board: Board, language: str, *, seas: bool) -> Iterator[PlaceRow]:
    """The board's seas, or its land with named coasts below their provinces, in the order of the codes."""
    other = "en" if language == "fr" else "fr"
    for province in board.provinces.values():
        if province.is_sea != seas:
            continue
        yield PlaceRow(
            province.id,
            names.place(province.id, language),
            names.place(province.id, other),
            _aliases(province, board),
        )
        for coast in province.coasts:
            yield PlaceRow(
                coast.id, names.place(coast.id, language), names.place(coast.id, other), coast.aliases, True
            )


def _aliases(province: Province, board: Board) -> tuple[str, ...]:
    shared = {" ".join(words) for words in shared_names(board, name_beginnings(board))}
    said = (province.id, province.name, province.name_fr, *board.ambiguous, *shared)
    known = {name.casefold() for name in said}
    others = (*province.abbreviations_fr, *province.aliases, *province.aliases_fr)
    return tuple({name.casefold(): name for name in others if name.casefold() not in known}.values())


def letters_of(power: str, powers: Iterable[str], language: str) -> str:
    """The badge of a power: as many letters of its name as no other power begins with. `F`, `Au`."""
    name = names.power(power, language)
    others = [names.power(other, language) for other in powers if other != power]
    lengths = range(1, len(name) + 1)
    return next((name[:n] for n in lengths if not any(other.startswith(name[:n]) for other in others)), name)
