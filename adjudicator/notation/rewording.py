"""Whole sentences and programs' verbs in the words of an order: tried where a line cannot be read as it is.

"Build an army in Warsaw", "my fleet in Brest", "de Paris en Gascogne", "gea mun", "(FRA AMY PAR) MTO BUR".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from adjudicator.board import Board
from adjudicator.notation.lexicon import LETTERS, Lexicon
from adjudicator.notation.words import FROM, STANDING, Token, leading, plain
from adjudicator.texts.names import ADJECTIVES

_SAYS_NOTHING: Final = frozenset(
    (
        *("an", "my", "our", "your", "his", "her", "their", "this", "that", "i", "we", "please"),
        *("mon", "ma", "mes", "notre", "nos", "votre", "vos", "ton", "ta", "tes", "son", "ses", "leur"),
        *("leurs", "ce", "cet", "cette", "je", "j", "nous", "svp"),
    )
)
"""Articles, possessives and pronouns beside those that every line may have (`words.NOISE`)."""
_INSTEAD: Final = {
    "amy": "a",
    "flt": "f",
    "ncs": "nc",
    "scs": "sc",
    "ecs": "ec",
    "wcs": "wc",
    "mto": "-",
    "cvy": "c",
    "rto": "r",
    "dsb": "d",
    "bld": "b",
    "rem": "d",
    "wve": "waive",
    **dict.fromkeys(("construis", "construisons", "construisez", "levez", "recrutez"), "build"),
    **dict.fromkeys(("dissolvez", "supprimez", "retirez", "demobilisez"), "disband"),
    **dict.fromkeys(("tenez", "maintenez"), "hold"),
    **dict.fromkeys(("allez", "attaquez", "marchez", "avancez"), "move"),
    **dict.fromkeys(("soutenez", "appuyez"), "support"),
    "convoyez": "convoy",
}
"""DAIDE's words and French imperatives, in words that the lexicon has."""
_SHORTEST_POWER: Final = 2


def reworded(text: Sequence[Token], typed: str, words: Lexicon) -> tuple[Token, ...]:
    """`text`, the tokens of the order `typed`, in plainer words; `text` itself where nothing is to change."""
    found: list[Token] = []
    for at, token in enumerate(text):
        is_article = token.text in _SAYS_NOTHING or _is_article(text, at)
        if is_article and found:
            found[-1] = replace(found[-1], noise=(*found[-1].noise, *token.noise))
        elif not is_article:
            found += _unglued(token, words)
    sailed = _by_convoy([replace(token, text=_INSTEAD.get(token.text, token.text)) for token in found])
    return tuple(_with_ways(sailed, typed, words))


def _is_article(text: Sequence[Token], at: int) -> bool:
    """Whether "a" is the English article: "build a fleet"."""
    if text[at].text != "a" or at + 1 >= len(text):
        return False
    after = text[at + 1].text
    return (after in LETTERS and len(after) > 1) or after in ("spy", "flt", "amy")


def _unglued(token: Token, words: Lexicon) -> Iterator[Token]:
    """A power and the letter of its unit in one word: "gea", "turf"."""
    power = powers_begun(words.board).get(token.text[:-1])
    if power is None or token.text[-1] not in "af" or any(words.powers.at((token,), 0)):
        yield token
    else:
        yield replace(token, text=power.lower(), noise=())
        yield replace(token, text=token.text[-1])


@cache
def powers_begun(board: Board) -> dict[str, str]:
    """Every beginning of a power's name or adjective in either language, from two letters on -> the power."""
    found: dict[str, set[str]] = {}
    for power in board.powers.values():
        for name in (power.id, power.name, power.name_fr, *ADJECTIVES.get(power.id, ())):
            word = plain(name)[0]
            for length in range(_SHORTEST_POWER, len(word) + 1):
                found.setdefault(word[:length], set()).add(power.id)
    return {begun: next(iter(meant)) for begun, meant in found.items() if len(meant) == 1}


def _by_convoy(text: list[Token]) -> list[Token]:
    """DAIDE's CTO: where a convoy goes, by the seas that VIA names, or to be found."""
    at = next((at for at, token in enumerate(text) if token.text == "cto"), None)
    if at is None:
        return text
    carried = any(token.text in ("c", "s", "sup") for token in text[:at])
    is_said = carried or any(token.text == "via" for token in text[at:])
    more = [] if is_said else [replace(text[-1], text="via", noise=())]
    return [*text[:at], replace(text[at], text="-"), *text[at + 1 :], *more]


def _with_ways(text: list[Token], typed: str, words: Lexicon) -> Iterator[Token]:
    """`text` with a dash where a place that is left is followed by one that "en" or "in" leads to."""
    before = leading(typed[: text[0].start]) if text else ()
    left = 0 if FROM.intersection(before) else None
    for at, token in enumerate(text):
        yield token
        if left is not None and STANDING.intersection(token.noise) and _is_place(text, left, at + 1, words):
            yield replace(token, text="-", noise=())
        if FROM.intersection(token.noise):
            left = at + 1
        elif token.noise:
            left = None


def _is_place(text: Sequence[Token], start: int, end: int, words: Lexicon) -> bool:
    """Whether the tokens from `start` to `end` are a place, not the end of a name: "Mer du Nord"."""
    ends = {match.end for match in words.place_at(text, start)}
    longer = (match.end for before in range(start) for match in words.place_at(text, before))
    return end in ends and end not in longer
