"""Secrets as the database holds them: unreadable in a copy of it.

The keys come from the environment: `AUTHENTICATOR_KEYS`, else `SECRET_KEY` and `SECRET_KEY_FALLBACKS`. The
first seals, each of them opens. Without the right key nothing is opened, and that is an error, never an empty
secret.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

SEALED: Final = "fernet:"
"""How what is sealed begins. No secret does."""


_ALONE: Final = ("secret", "seed")
_SEVERAL: Final = "migrated_codes"
"""What is sealed of the facts that a second factor has, under the names that the library gives it."""


Holder: TypeAlias = Callable[[], tuple[int, int]]
"""Seals again all secrets of one kind, under their rows' locks: how many there are, and how many of them none
of the keys opens, which stay as they are.
"""

holders: Final[list[Holder]] = []
"""Of all kinds, as apps register them."""


def holds_sealed(holder: Holder) -> Holder:
    """Register the decorated function, once, when the apps are loaded."""
    holders.append(holder)
    return holder


class CannotOpen(Exception):
    """Some secrets were sealed with a key that is not among those named."""


def seal(text: str) -> str:
    return SEALED + _keys().encrypt(text.encode()).decode()


def open_sealed(text: str) -> str:
    """What was sealed; `InvalidToken` if none of the keys opens it. What never was is given back as it is."""
    if not text.startswith(SEALED):
        return text
    return _keys().decrypt(text.removeprefix(SEALED).encode()).decode()


def sealed_anew(text: str) -> str:
    """The same secret, sealed with the first of the keys; `InvalidToken` as of `open_sealed`."""
    return seal(open_sealed(text))


def with_secrets(facts: Mapping[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """The facts of a second factor with every secret among them changed, sealed as it is held or not."""
    changed: dict[str, Any] = {name: change(facts[name]) for name in _ALONE if name in facts}
    if _SEVERAL in facts:
        changed[_SEVERAL] = [change(code) for code in facts[_SEVERAL]]
    return {**facts, **changed}


def _keys() -> MultiFernet:
    earlier = map(str, settings.SECRET_KEY_FALLBACKS)
    secrets = settings.AUTHENTICATOR_KEYS or [settings.SECRET_KEY, *earlier]
    return MultiFernet([Fernet(_key_from(secret)) for secret in secrets])


def _key_from(secret: str) -> bytes:
    digest = salted_hmac("league.users.ciphers", "", secret=secret, algorithm="sha256").digest()
    return urlsafe_b64encode(digest)
