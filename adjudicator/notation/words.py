"""Typed text as folded tokens: lower case, no accents, dashes and arrows of every kind made one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

_DASHES: Final = frozenset("-‐‑‒–—―−－~→➔➜➡⇒⟶↦►▶>=")
_BLANKS: Final = frozenset('._/()[]{}*•·"«»“”!')
_UNSEEN: Final = frozenset(("Cc", "Cf", "Mn"))
"""Unicode categories of what shows nothing of its own: order marks, joiners, what makes arrows emoji."""
_APOSTROPHES: Final = ("'", "’", "‘", "`", "´", "ʼ")
_GLUED: Final = frozenset(("sa", "sf", "ca"))
"""A verb and the letter of the unit after it, as old games by post write them: "A HOL SA LON-BEL"."""
_POSITIONED: Final = re.compile(r"\s+(?:place|position)\b", re.IGNORECASE)
"""What makes "sa" the French word: "reste sur sa position"."""
_ELIDED: Final = frozenset(("l", "d"))
_POINTED: Final = frozenset(("nc", "sc", "ec", "wc", "cn", "cs", "ce", "co"))
"""Letters with a full stop between them that are one word: "s.c.", "c.s."."""
_LIGATURES: Final = {"œ": "oe", "æ": "ae", "ø": "o", "ß": "ss"}

NOISE: Final = frozenset(
    (
        *("the", "in", "at", "of", "on", "from", "its", "place", "position"),
        *(
            "la",
            "le",
            "les",
            "de",
            "du",
            "des",
            "depuis",
            "en",
            "au",
            "aux",
            "sur",
            "dans",
            "un",
            "une",
            "sa",
        ),
    )
)
"""Words that stand between those that count, in names and orders alike. A name may be without them; between
two places some say which way a move goes: see `FROM`.
"""
FROM: Final = frozenset(("from", "depuis", "de", "du", "des", "d"))
"""Words of `NOISE` (and the "d" of "d’") that make the place after them the one that is left."""
STANDING: Final = frozenset(("in", "at", "on", "en", "sur", "dans"))
"""Words of `NOISE` that, with no verb before them, say where a unit is as well as where it goes (RB-3)."""


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
    is_owned = token.text == "s" and text[max(token.start - 1, 0) : token.start] in _APOSTROPHES
    if is_owned and token.start > 1 and text[token.start - 2].isalnum():  # "Spain's south coast"
        return True
    return is_elided or token.text in NOISE


def leading(text: str) -> tuple[str, ...]:
    """The last word of `text`, which stands before the first token that counts, if it is noise: "de"."""
    found = [token.text for token in _all_tokens(text)]
    is_noise = bool(found) and (found[-1] in NOISE or found[-1] in _ELIDED)
    return tuple(found[-1:]) if is_noise else ()


def plain(text: str) -> tuple[str, ...]:
    """The folded words of a name, hyphens left aside."""
    return tuple(token.text for token in tokens(text) if token.text != "-")


def whole(text: str) -> tuple[str, ...]:
    """The folded words of a name with its articles and prepositions, from the first word that counts."""
    found: list[str] = []
    for token in tokens(text):
        found += (*(() if token.text == "-" else (token.text,)), *token.noise)
    return tuple(found)


def _is_pointed(text: str, start: int) -> bool:
    """Whether "s.c." or the like begins at `start`."""
    return (
        text[start + 1 : start + 2] == "."
        and fold(text[start] + text[start + 2 : start + 3]) in _POINTED
        and not text[start + 3 : start + 4].isalnum()
    )


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
            if _is_pointed(text, start):
                at = start + 3
                yield Token(fold(text[start] + text[start + 2]), start, at)
            elif folded in _GLUED and _POSITIONED.match(text, at) is None:
                yield from (Token(sign, start, at) for sign in folded)
            elif folded:
                is_preposition = unicodedata.normalize("NFC", word).casefold() == "à"
                yield Token("à" if is_preposition else folded, start, at)
        else:
            yield Token(sign, start, at)
