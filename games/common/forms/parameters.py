"""What the query of an address asks for: nonsense counts as nothing."""

from __future__ import annotations

from django.http import HttpRequest


def number(request: HttpRequest, name: str) -> int | None:
    """The whole number that the query of this address gives; None for nothing and for nonsense."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def code(request: HttpRequest, name: str) -> str:
    """The code of a game that the query of this address gives; nothing for nonsense."""
    return plain_code(request.GET.get(name, ""))


def plain_code(text: str) -> str:
    """`text` if it can be the code of a game; nothing for nonsense, which PostgreSQL may have no text for."""
    return text if text.isascii() and text.isalnum() else ""
