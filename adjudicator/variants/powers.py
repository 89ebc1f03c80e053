"""What people call the powers, outside of orders: in rankings and bids."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from adjudicator.board import Board

_SHORTEST = 3
"""Letters that a shortened name needs at least."""


def called(word: object, board: Board) -> str | None:
    """The power that `word` names in English or French, in full or by its first letters; None if there
    is not one.
    """
    if not isinstance(word, str):
        return None
    if word in board.powers:
        return word
    plain = _plain(word)
    if len(plain) < _SHORTEST:
        return None
    meant = {
        power.id
        for power in board.powers.values()
        if any(name.startswith(plain) for name in _plain_names(power.id, power.name, power.name_fr))
    }
    return meant.pop() if len(meant) == 1 else None


@lru_cache(maxsize=64)
def _plain_names(*names: str) -> tuple[str, ...]:
    return tuple(_plain(name) for name in names)


def _plain(text: str) -> str:
    """The name without accents, capitals, outer spaces, article or full stop."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    word = bare.casefold().strip().rstrip(".").replace("’", "'")
    for article in ("l'", "la "):
        word = word.removeprefix(article)
    return word
