"""How long a button and a sentence may be, and what was longer before that was tested (`lengths.txt`)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import polib
from django.conf import settings
from django.utils.text import smart_split
from django.utils.translation import trim_whitespace

from league.server import catalogue
from tests.words.searching import PAGES

LIST: Final = Path(__file__).parent / "lengths.txt"
SIGNS: Final = {"en": 28, "fr": 32}
"""The most signs of a button, by language; names in it that are shown do not count, hidden texts neither."""
WORDS: Final = 25
"""The most words of an English sentence on a page."""
WORDS_OF_MONEY: Final = 32
"""The most where terms of money are said: one sentence of them may not say less than all of it."""
MONEY: Final = ("templates/prizes/", "league/prizes/")

_BUTTON: Final = re.compile(
    r'<(button)\b[^>]*>(.*?)</\1>|<(a)\b[^>]*\bclass="[^"]*\bbutton\b[^>]*>(.*?)</\3>', re.DOTALL
)
_TRANSLATED: Final = re.compile(r"\{% translate ((?:[^%]|%(?!\}))*?) ?%\}", re.DOTALL)
_BLOCK: Final = re.compile(r"\{% blocktranslate\b[^%]*%\}(.*?)\{% endblocktranslate %\}", re.DOTALL)
_UNSEEN: Final = re.compile(r'<span class="unseen[^>]*>.*?</span>', re.DOTALL)
_NAMES: Final = re.compile(r"%\(\w+\)[sd]")
_INLINE: Final = re.compile(
    r"</?(?:a|abbr|b|bdi|code|em|i|span|strong|time)\b[^>]*>|\{%.*?%\}|\{#.*?#\}", re.DOTALL
)
_ENDS: Final = re.compile(r"(?<=[.!?…])[”)]?\s+|<[^>]*>")


class TooLong(NamedTuple):
    """A text that is longer than it may be."""

    what: str
    text: str

    @property
    def line(self) -> str:
        """As `lengths.txt` lists it: the text's hash is enough to know it again."""
        return f"{self.what}\t{hashlib.sha256(self.text.encode()).hexdigest()[:12]}"


def found() -> list[TooLong]:
    """All there are today."""
    said = [entry for entry in polib.pofile(str(catalogue.catalogue_path("fr"))) if not entry.obsolete]
    return list(dict.fromkeys([*_long_buttons(said), *_long_sentences(said)]))


def known() -> set[str]:
    return set(LIST.read_text().splitlines())


def visible(text: str) -> str:
    """What is seen of a button's text, without names."""
    text = _NAMES.sub("", re.sub(r"<[^>]*>", "", _UNSEEN.sub("", text)))
    return " ".join(text.replace("%%", "%").split())


def buttons(source: str) -> Iterator[str]:
    """The English texts of the buttons of a template, and of links that look like one."""
    for button in _BUTTON.finditer(source):
        inner = button[2] or button[4] or ""
        yield from (next(smart_split(given[1])).strip("\"'") for given in _TRANSLATED.finditer(inner))
        for block in _BLOCK.finditer(inner):
            for text in re.split(r"\{% plural %\}", block[1]):
                yield re.sub(r"\{\{ ?(\w+) ?\}\}", r"%(\1)s", trim_whitespace(text).replace("%", "%%"))


def sentences(text: str) -> Iterator[tuple[str, int]]:
    """The sentences of a text or a page, each with the number of its words."""
    for sentence in _ENDS.split(_INLINE.sub(" ", text)):
        said = " ".join(sentence.split())
        yield said, sum(any(sign.isalnum() for sign in word) for word in said.split(" "))


def _long_buttons(said: list[polib.POEntry]) -> Iterator[TooLong]:
    pages = (settings.ROOT / "templates").rglob("*.html")
    shown = {text for page in pages for text in buttons(page.read_text())}
    for entry in said:
        if {entry.msgid, entry.msgid_plural} & shown:
            french = (entry.msgstr, *entry.msgstr_plural.values())
            for language, texts in (("en", (entry.msgid, entry.msgid_plural)), ("fr", french)):
                long = (text for text in texts if len(visible(text)) > SIGNS[language])
                yield from (TooLong(f"button ({language})", text) for text in long)


def _long_sentences(said: list[polib.POEntry]) -> Iterator[TooLong]:
    for entry in said:
        places = [path for path, _line in entry.occurrences if not _is_mail(path)]
        if places:
            most = WORDS_OF_MONEY if any(path.startswith(MONEY) for path in places) else WORDS
            for text in (entry.msgid, entry.msgid_plural):
                yield from _over(most, text)
    for folder in PAGES:
        if folder != "rules":  # its clauses keep their exact wording
            for page in sorted((settings.ROOT / "templates" / folder).rglob("*.html")):
                if "en" in (page.stem, *page.parts):
                    yield from _over(
                        WORDS_OF_MONEY if folder.startswith("prizes") else WORDS, page.read_text()
                    )


def _is_mail(path: str) -> bool:
    return path.endswith(".txt") or "/mail/" in path or "/email/" in path


def _over(most: int, text: str) -> Iterator[TooLong]:
    yield from (TooLong("sentence", said) for said, words in sentences(text) if words > most)
