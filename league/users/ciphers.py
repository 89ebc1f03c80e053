"""Secrets of second factors as the data base holds them: unreadable for whoever has but a copy of it.

The keys come from the environment (`AUTHENTICATOR_KEYS`, else `SECRET_KEY`): the first seals, each of them
opens. Without the right key nothing is opened, and that is an error, never an empty secret.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import Final

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

SEALED: Final = "fernet:"
"""How what is sealed begins. No secret does: theirs are letters and digits alone."""


def seal(text: str) -> str:
    return SEALED + _keys().encrypt(text.encode()).decode()


def open_sealed(text: str) -> str:
    """What was sealed; `InvalidToken` if none of the keys opens it. What never was is given back as it is."""
    if not text.startswith(SEALED):
        return text
    return _keys().decrypt(text.removeprefix(SEALED).encode()).decode()


def _keys() -> MultiFernet:
    secrets = settings.AUTHENTICATOR_KEYS or [settings.SECRET_KEY]
    return MultiFernet([Fernet(_key_from(secret)) for secret in secrets])


def _key_from(secret: str) -> bytes:
    digest = salted_hmac("league.users.ciphers", "", secret=secret, algorithm="sha256").digest()
    return urlsafe_b64encode(digest)
