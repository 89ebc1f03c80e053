"""What people read, a text at a time, and in which of them a term is not the one that is written."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import polib
from django.conf import settings

from league.server import catalogue
from tests.words import engine

FOLDER: Final = Path(__file__).parent
HITS: Final = FOLDER / "hits.txt"
PAGES: Final = ("prizes/help", "rules", "tournaments/ratings")
"""Folders of templates whose pages are written twice, in a folder or a file for each language."""

BETWEEN: Final = re.compile(r"<[^>]*>|\{[%{#].*?[%}#]\}|(?<=[.!?…:])\s", re.DOTALL)
"""What divides a page into texts: tags, and ends of sentences."""


class Term(NamedTuple):
    name: str
    language: str
    pattern: re.Pattern[str]
    say: str
    but: re.Pattern[str] | None

    def is_in(self, text: str) -> bool:
        rest = self.but.sub("", text) if self.but else text
        return self.pattern.search(rest) is not None


class Hit(NamedTuple):
    """Where a text says something else than its term; told apart by the text itself, wherever it stands."""

    term: str
    text: str

    @property
    def line(self) -> str:
        """As `hits.txt` lists it: the text's hash is enough to know it again."""
        return f"{self.term}\t{hashlib.sha256(self.text.encode()).hexdigest()[:12]}"


@cache
def terms() -> list[Term]:
    given = tomllib.loads((FOLDER / "terms.toml").read_text())["term"]
    return [
        Term(each["name"], each["language"], re.compile(each["not"]), each["say"], _but(each.get("but")))
        for each in given
    ]


def _but(pattern: str | None) -> re.Pattern[str] | None:
    return re.compile(pattern) if pattern else None


def texts(language: str) -> Iterator[str]:
    """The catalogue, the engine's sentences, and those of pages that are written in each language."""
    for entry in polib.pofile(str(catalogue.catalogue_path("fr"))):
        if not entry.obsolete:
            french = (entry.msgstr, *entry.msgstr_plural.values())
            yield from filter(None, (entry.msgid, entry.msgid_plural) if language == "en" else french)
    yield from filter(None, (getattr(said, language) for said in engine.sentences()))
    for folder in PAGES:
        for page in sorted((settings.ROOT / "templates" / folder).rglob("*.html")):
            if language in (page.stem, *(part.name for part in page.parents)):
                sentences = (" ".join(each.split()) for each in BETWEEN.split(page.read_text()) if each)
                yield from filter(None, sentences)


def hits() -> list[Hit]:
    """All there are today."""
    read = {language: list(dict.fromkeys(texts(language))) for language in ("en", "fr")}
    return [Hit(term.name, text) for term in terms() for text in read[term.language] if term.is_in(text)]


def known() -> set[str]:
    return set(HITS.read_text().splitlines())
