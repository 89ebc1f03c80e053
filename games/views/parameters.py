"""Numbers in addresses."""

from __future__ import annotations

from django.http import HttpRequest


def number(request: HttpRequest, name: str) -> int | None:
    """The whole number that the query of this address gives; None for nothing and for nonsense."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
