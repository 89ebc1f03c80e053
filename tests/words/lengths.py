"""How long a button and a sentence may be, and what is longer."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import polib
from django.conf import settings
from django.utils.text import smart_split
from django.utils.translation import trim_whitespace

from league.server import catalogue
from tests.words.searching import pages

SIGNS: Final = {"en": 28, "fr": 32}
"""The most signs of a button, by language; names in it that are shown do not count, hidden texts neither."""
WORDS: Final = 25
"""The most words of a sentence on a page."""
WORDS_OF_MONEY: Final = 32
"""The most where terms of money are said: one sentence of them may not say less than all of it."""
MONEY: Final = ("templates/prizes/", "league/prizes/")
NAMED: Final = ("button", "way")
"""What a button's text is called where it is given by its name, in Python or to an included template."""

_BUTTONS: Final = tomllib.loads((Path(__file__).parent / "buttons.toml").read_text())
VERBS: Final = frozenset(_BUTTONS["verbs"].split())
NO_VERB: Final = frozenset(_BUTTONS["without"])
"""Buttons that need none."""

_BUTTON: Final = re.compile(
    r'<(button)\b[^>]*>(.*?)</\1>|<(a)\b[^>]*\bclass="[^"]*\bbutton\b[^>]*>(.*?)</\3>', re.DOTALL
)
_GIVEN: Final = re.compile(rf"\b(?:{'|'.join(NAMED)})=_\((\"[^\"]*\"|'[^']*')\)")
_TRANSLATED: Final = re.compile(r"\{% translate ((?:[^%]|%(?!\}))*?) ?%\}", re.DOTALL)
_BLOCK: Final = re.compile(r"\{% blocktranslate\b[^%]*%\}(.*?)\{% endblocktranslate %\}", re.DOTALL)
_UNSEEN: Final = re.compile(r'<span class="unseen[^>]*>.*?</span>', re.DOTALL)
_NAMES: Final = re.compile(r"%\(\w+\)[sd]")
_INLINE: Final = re.compile(
    r"</?(?:a|abbr|b|bdi|code|em|i|span|strong|time)\b[^>]*>|\{%.*?%\}|\{#.*?#\}", re.DOTALL
)
_ENDS: Final = re.compile(r"(?<=[.!?…])[”)]?\s+|<[^>]*>")


def found() -> list[str]:
    """What is too long today: how long it is, how long it may be, the text, and the files."""
    said = [entry for entry in polib.pofile(str(catalogue.catalogue_path("fr"))) if not entry.obsolete]
    return list(dict.fromkeys([*_long_buttons(said), *_long_sentences(said)]))


def without_verb() -> set[str]:
    """The English buttons that begin with no verb, nor with "Yes, " and one."""
    said = {*_shown()} - NO_VERB - {*_BUTTONS["beside"]}
    return {text for text in said if re.match(r"(?:Yes, (?:I )?)?(\w*)", text)[1].capitalize() not in VERBS}


def visible(text: str) -> str:
    """What is seen of a button's text, without names."""
    text = _NAMES.sub("", re.sub(r"<[^>]*>", "", _UNSEEN.sub("", text)))
    return " ".join(text.replace("%%", "%").split())


def buttons(source: str) -> Iterator[str]:
    """The English texts of the buttons of a template, and of links that look like one."""
    yield from (given[1][1:-1] for given in _GIVEN.finditer(source))
    for button in _BUTTON.finditer(source):
        inner = button[2] or button[4] or ""
        yield from (next(smart_split(given[1])).strip("\"'") for given in _TRANSLATED.finditer(inner))
        for block in _BLOCK.finditer(inner):
            for text in re.split(r"\{% plural %\}", block[1]):
                yield re.sub(r"\{\{ ?(\w+) ?\}\}", r"%(\1)s", trim_whitespace(text).replace("%", "%%"))


def buttons_of_python(source: str) -> Iterator[str]:
    """The English texts of the buttons of a module: what is called so, and what a `Button` begins with."""
    for node in ast.walk(ast.parse(source)):
        given: list[ast.expr] = []
        match node:
            case ast.keyword(arg=name, value=value) if name in NAMED:
                given = [value]
            case ast.Dict(keys=keys, values=values):
                named = zip(keys, values, strict=True)
                given = [
                    value for key, value in named if isinstance(key, ast.Constant) and key.value in NAMED
                ]
            case ast.Call(func=ast.Name(id="Button"), args=[first, *_]):
                given = [first]
        for value in given:
            texts = (each.value for each in ast.walk(value) if isinstance(each, ast.Constant))
            yield from (text for text in texts if text and isinstance(text, str))


def sentences(text: str) -> Iterator[tuple[str, int]]:
    """The sentences of a text or a page, each with the number of its words."""
    for sentence in _ENDS.split(_INLINE.sub(" ", text)):
        said = " ".join(sentence.split())
        yield said, sum(any(sign.isalnum() for sign in word) for word in said.split(" "))


def _shown() -> Iterator[str]:
    for page in (settings.ROOT / "templates").rglob("*.html"):
        yield from buttons(page.read_text())
    for folder in ("games", "league"):
        for module in (settings.ROOT / folder).rglob("*.py"):
            yield from buttons_of_python(module.read_text())


def _texts(entry: polib.POEntry) -> dict[str, tuple[str, ...]]:
    """What an entry says in each language."""
    return {"en": (entry.msgid, entry.msgid_plural), "fr": (entry.msgstr, *entry.msgstr_plural.values())}


def _long_buttons(said: list[polib.POEntry]) -> Iterator[str]:
    shown = set(_shown())
    for entry in said:
        if shown.intersection(_texts(entry)["en"]):
            files = ", ".join(path for path, _line in entry.occurrences)
            for language, texts in _texts(entry).items():
                for text in texts:
                    if (signs := len(visible(text))) > (most := SIGNS[language]):
                        yield f"button of {signs} signs, at most {most}: {text!r} ({files})"


def _long_sentences(said: list[polib.POEntry]) -> Iterator[str]:
    for entry in said:
        places = [path for path, _line in entry.occurrences if not _is_mail(path)]
        if places:
            for texts in _texts(entry).values():
                for text in texts:
                    yield from _over(text, places)
    for language in SIGNS:
        for page in pages(language):
            place = str(page.relative_to(settings.ROOT))
            if not place.startswith("templates/rules/"):  # its clauses keep their exact wording
                yield from _over(page.read_text(), [place])


def _is_mail(path: str) -> bool:
    return path.endswith(".txt") or "/mail/" in path or "/email/" in path


def _over(text: str, places: list[str]) -> Iterator[str]:
    most = WORDS_OF_MONEY if any(place.startswith(MONEY) for place in places) else WORDS
    for sentence, words in sentences(text):
        if words > most:
            yield f"sentence of {words} words, at most {most}: {sentence!r} ({', '.join(places)})"
