"""Letters as one character each, however they were typed: é may come as e and an accent.

Some systems send accents apart. Here alone they are put together (NFC), so that names, searches and addresses
mean the same whichever keyboard they came from. What passwords are made of stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from unicodedata import is_normalized, normalize

from django.http import HttpRequest, HttpResponse, QueryDict

FORM: Final = "NFC"
KEPT: Final = "password"
"""What the names of fields contain that are left alone."""


def composed(text: str) -> str:
    """`text` with accents and their letters put together."""
    return text if text.isascii() else normalize(FORM, text)


class ComposedMiddleware:
    """Puts letters together in queries, in what forms send, and in what addresses name."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "%" in request.META.get("QUERY_STRING", ""):
            request.GET = _together(request.GET)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, _args: Any, given: dict[str, Any]) -> None:
        given |= {name: composed(value) for name, value in given.items() if isinstance(value, str)}
        # What needs no token reads its body itself.
        if request.method == "POST" and not getattr(view, "csrf_exempt", False):
            request.POST = _together(request.POST)


def _together(sent: QueryDict) -> Any:
    """The same object where there is nothing to do."""
    apart = {name for name, values in sent.lists() if KEPT not in name and not all(map(_is_composed, values))}
    if not apart:
        return sent
    found = sent.copy()
    for name in apart:
        found.setlist(name, [composed(value) for value in sent.getlist(name)])
    found._mutable = False
    return found


def _is_composed(value: Any) -> bool:
    return not isinstance(value, str) or value.isascii() or is_normalized(FORM, value)
