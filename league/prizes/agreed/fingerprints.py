"""Fingerprints of bank details: they show that details changed, and tell no one what they are.

An HMAC and no bare hash, for an account number is guessed in minutes. The key is derived from the site's
`SECRET_KEY` with a salt of its own; what older keys made (`SECRET_KEY_FALLBACKS`) is still recognised.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac

SALT: Final = "league.prizes.bank_details"


def fingerprint(details: str, *, season: str) -> str:
    """The HMAC-SHA-256 of the bank details of the season with this code, in hexadecimal digits; empty where
    there are none. Of the same details two seasons have two.
    """
    return fingerprints(details, season=season)[0]


def fingerprints(details: str, *, season: str) -> list[str]:
    """The fingerprints by each key of the site, today's first."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    said = f"{season}\n{details}"
    return [
        salted_hmac(SALT, said, secret=key, algorithm="sha256").hexdigest() if details else "" for key in keys
    ]
