"""Verifiable chance: every draw follows from 32 bytes that were fixed before the first of them.

Nothing here is random. Who knows the lots can repeat every draw, and no one can steer one.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Final

from adjudicator.errors import AdjudicatorError

LENGTH: Final = 32
"""Bytes in one game's lots."""


class Lots:
    """The lots of one game. A draw is named by its label, and the same label always draws the same."""

    __slots__ = ("_key",)

    def __init__(self, lots: str) -> None:
        """Take `lots`, 64 hexadecimal digits; anything else is `bad-input`."""
        if not isinstance(lots, str) or len(lots) != 2 * LENGTH or not _is_hex(lots):
            raise AdjudicatorError(
                "bad-input",
                f"The “lots” must be {2 * LENGTH} hexadecimal digits.",
                f"Le tirage doit comporter {2 * LENGTH} chiffres hexadécimaux.",
            )
        self._key = bytes.fromhex(lots)

    @property
    def hex(self) -> str:
        """The lots as they are written in a record, in lower case."""
        return self._key.hex()

    @property
    def sha256(self) -> str:
        """The fingerprint of the 32 bytes that a record shows while the lots are still secret."""
        return hashlib.sha256(self._key).hexdigest()

    def number(self, label: str, n: int) -> int:
        """A number from 0 to `n` - 1: the first 8 bytes of HMAC-SHA256(lots, label), big-endian, modulo
        `n`.
        """
        digest = hmac.digest(self._key, label.encode(), "sha256")
        return int.from_bytes(digest[:8], "big") % n

    def one(self, label: str, items: Iterable[str]) -> str:
        """One of `items`, which are sorted first, so that the order they come in does not matter."""
        ordered = sorted(items)
        return ordered[self.number(label, len(ordered))]

    def several(self, label: str, items: Iterable[str], count: int | None = None) -> list[str]:
        """`count` of `items` (all of them unless told) without replacement, drawn as `label/1`,
        `label/2`, …
        """
        remaining = sorted(items)
        wanted = len(remaining) if count is None else count
        return [remaining.pop(self.number(f"{label}/{i}", len(remaining))) for i in range(1, wanted + 1)]


def mix(secret: bytes, nonces: Sequence[str]) -> str:
    """The lots of a game: HMAC-SHA256 of the `nonces`, in seat order, under the game's `secret`.

    A nonce is preceded by its length in bytes (8 bytes, big-endian), so that no two lists of nonces run
    together into the same bytes.
    """
    message = b"".join(len(nonce.encode()).to_bytes(8, "big") + nonce.encode() for nonce in nonces)
    return hmac.digest(secret, message, "sha256").hex()


def _is_hex(text: str) -> bool:
    return all(digit in "0123456789abcdefABCDEF" for digit in text)
