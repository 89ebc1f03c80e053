"""What people read, a text at a time, and in which of them a term is not the one that is written."""

from __future__ import annotations

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


@cache
def terms() -> list[Term]:
    given = tomllib.loads((Path(__file__).parent / "terms.toml").read_text())["term"]
    return [
        Term(each["name"], each["language"], re.compile(each["not"]), each["say"], _but(each.get("but")))
        for each in given
    ]


def _but(pattern: str | None) -> re.Pattern[str] | None:
    return re.compile(pattern) if pattern else None


def texts(language: str) -> dict[str, set[str]]:
    """Each text that is read in `language`, with the files in which it is written."""
    found: dict[str, set[str]] = {}
    for text, files in (*_catalogue(language), *_engine(language), *_pages(language)):
        if text:
            found.setdefault(text, set()).update(files)
    return found


def _catalogue(language: str) -> Iterator[tuple[str, set[str]]]:
    for entry in polib.pofile(str(catalogue.catalogue_path("fr"))):
        if not entry.obsolete:
            french = (entry.msgstr, *entry.msgstr_plural.values())
            for text in (entry.msgid, entry.msgid_plural) if language == "en" else french:
                yield text, {path for path, _line in entry.occurrences}


def _engine(language: str) -> Iterator[tuple[str, set[str]]]:
    yield from ((getattr(said, language), {said.file}) for said in engine.sentences())


def _pages(language: str) -> Iterator[tuple[str, set[str]]]:
    for page in pages(language):
        for text in BETWEEN.split(page.read_text()):
            yield " ".join((text or "").split()), {str(page.relative_to(settings.ROOT))}


def pages(language: str) -> Iterator[Path]:
    """The templates that are written in one language."""
    for folder in PAGES:
        for page in sorted((settings.ROOT / "templates" / folder).rglob("*.html")):
            if language in (page.stem, *page.relative_to(settings.ROOT).parts):
                yield page


def found() -> list[str]:
    """Where a text does not say its term: what it says, what to say, and the files."""
    read = {language: texts(language) for language in ("en", "fr")}
    return [
        f"{term.name}: say {term.say}: {text!r} ({', '.join(sorted(files))})"
        for term in terms()
        for text, files in read[term.language].items()
        if term.is_in(text)
    ]
