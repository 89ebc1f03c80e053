"""Random draws of a competition: committed before anyone says their word, and open to check afterwards.

The secret's hash is published first; every entrant adds a word; then the order follows from both, so that
neither the site nor an entrant can choose it (docs/season-export.md, Draws).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Final

from adjudicator.lots import Lots

INITIAL: Final = "initial"
"""The label of the draw that orders the first table, or those whom the last season does not place in it."""
TIES: Final = "ties"
"""The label of the draw that orders those of equal rating. It takes no words."""


def commitment_to(secret: str) -> str:
    """The SHA-256, in hex, of the 32 bytes of `secret` (64 hexadecimal digits): published before the draw."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed_of(secret: str, words: Sequence[str]) -> str:
    """What the draw follows from, 64 hexadecimal digits: the secret mixed with the words of the entrants.

    HMAC-SHA256 with the secret's 32 bytes as its key over the words joined by line feeds, in UTF-8. A word
    with a line feed in it could stand for two: `ValueError`.
    """
    if any("\n" in word for word in words):
        raise ValueError("A word for a draw is one line.")
    return hmac.digest(bytes.fromhex(secret), "\n".join(words).encode(), "sha256").hex()


def draw(seed: str, label: str, over: Iterable[int]) -> list[int]:
    """The entries `over` in the order drawn for `label`, the first place first, as a game's lots draw.

    For the k-th place the number drawn as `label/k` counts through what is left, sorted by entry number.
    """
    lots, left = Lots(seed), sorted(over)
    return [left.pop(lots.number(f"{label}/{place}", len(left))) for place in range(1, len(left) + 1)]
