"""Sockets are opened by pages of this very site alone: of the same scheme, host and port."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host

PORTS: Final = {"http": 80, "https": 443}

Headers = Iterable[tuple[bytes, bytes]]


def is_own(headers: Headers) -> bool:
    """Whether a socket's `headers` come from a page of the site: its origin is the address that it asks for,
    one of the site's names, and over https where the site is.
    """
    told = {name: value.decode("latin-1").lower() for name, value in headers}
    origin = told.get(b"origin", "")
    scheme = origin.partition("://")[0]
    if scheme not in PORTS or (scheme == "http" and settings.SESSION_COOKIE_SECURE):
        return False
    here, asked = _place(origin, scheme), _place(f"{scheme}://{told.get(b'host', '')}", scheme)
    return here is not None and here == asked and validate_host(here[0], _names())


def _place(address: str, scheme: str) -> tuple[str, int] | None:
    """The host and port of `address`; None if it is no address."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    bracketed = f"[{host}]" if ":" in host else host
    return (bracketed, PORTS[scheme] if port is None else port) if host and port != 0 else None


def _names() -> list[str]:
    """The names by which the site goes; while it is developed, those of this machine."""
    return settings.ALLOWED_HOSTS or [".localhost", "127.0.0.1", "[::1]"]
