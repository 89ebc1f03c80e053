"""Typed text as folded tokens: lower case, no accents, dashes and arrows of every kind made one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

_DASHES: Final = frozenset("-‐‑‒–—―−－~→➔➜➡⇒⟶↦►▶>=")
_BLANKS: Final = frozenset('._/()[]{}*•·"«»“”!')
_UNSEEN: Final = frozenset(("Cc", "Cf", "Mn"))
"""Unicode categories of what shows nothing of its own: order marks, joiners, what makes arrows emoji."""
_APOSTROPHES: Final = ("'", "’", "‘", "`", "´", "ʼ")
_ELIDED: Final = frozenset(("l", "d"))
_LIGATURES: Final = {"œ": "oe", "æ": "ae", "ø": "o", "ß": "ss"}

NOISE: Final = frozenset(
    (
        *("the", "in", "at", "of", "from", "its", "place", "position"),
        *("la", "le", "les", "de", "du", "des", "en", "au", "aux", "sur", "dans", "un", "une", "sa"),
    )
)
"""Words that stand between those that count, in names and orders alike, and say nothing of their own."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or sign: as folded, where it stands in its text, and the noise that follows it."""

    text: str
    start: int
    end: int
    noise: tuple[str, ...] = ()


def fold(text: str) -> str:
    """`text` in lower case without accents: "Suède" is "suede"."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(_LIGATURES.get(sign, sign) for sign in plain if not unicodedata.combining(sign))


def tokens(text: str) -> tuple[Token, ...]:
    """The words and signs of `text`, without articles and prepositions, which become their `noise`.

    A run of dashes and arrows is one "-". The French preposition "à" stays itself; without its accent it
    is the letter of an army, and the grammar must tell.
    """
    found: list[Token] = []
    for token in _all_tokens(text):
        if not _is_noise(token, text):
            found.append(token)
        elif found:
            found[-1] = replace(found[-1], noise=(*found[-1].noise, token.text))
    return tuple(found)


def _is_noise(token: Token, text: str) -> bool:
    is_elided = token.text in _ELIDED and text[token.end : token.end + 1] in _APOSTROPHES
    return is_elided or token.text in NOISE


def plain(text: str) -> tuple[str, ...]:
    """The folded words of a name, hyphens left aside."""
    return tuple(token.text for token in tokens(text) if token.text != "-")


def whole(text: str) -> tuple[str, ...]:
    """The folded words of a name with its articles and prepositions, from the first word that counts."""
    found: list[str] = []
    for token in tokens(text):
        found += (*(() if token.text == "-" else (token.text,)), *token.noise)
    return tuple(found)


def _all_tokens(text: str) -> Iterator[Token]:
    at, end = 0, len(text)
    while at < end:
        sign = text[at]
        start = at
        at += 1
        if sign.isspace() or sign in _BLANKS or sign in _APOSTROPHES or unicodedata.category(sign) in _UNSEEN:
            continue
        if sign in _DASHES:
            while at < end and text[at] in _DASHES:
                at += 1
            yield Token("-", start, at)
        elif sign.isalnum():
            while at < end and (text[at].isalnum() or unicodedata.combining(text[at])):
                at += 1
            word = text[start:at]
            folded = fold(word)
            if folded:
                is_preposition = unicodedata.normalize("NFC", word).casefold() == "à"
                yield Token("à" if is_preposition else folded, start, at)
        else:
            yield Token(sign, start, at)
