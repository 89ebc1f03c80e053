"""Codes and secrets that are drawn, or made of words that only the site can make them of."""

from __future__ import annotations

import secrets

from django.utils.crypto import salted_hmac

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code() -> str:
    """Eight letters and digits that no one mixes up when reading them aloud."""
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(8))


def code_from(words: str) -> str:
    """Such a code that is always the same for the same words, and that no one outside the site can compute: a
    code that could be would be taken beforehand.
    """
    # The salt is older than this module: another would give other codes to the same words.
    number = int.from_bytes(salted_hmac("games.models.game.code", words, algorithm="sha256").digest())
    return "".join(
        CODE_LETTERS[number // len(CODE_LETTERS) ** place % len(CODE_LETTERS)] for place in range(8)
    )


def new_secret() -> str:
    """32 bytes in hex, for lots: its SHA-256 is shown before they are drawn (ENGINE, Lots)."""
    return secrets.token_hex(32)
