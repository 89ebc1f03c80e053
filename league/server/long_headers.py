"""Requests whose headers are longer than any browser's are answered 400, by our own page."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse

MOST = 32 * 1024
"""Characters of all headers together. A browser sends two or three thousand; the page server takes four times
as many in one header (deploy/Containerfile), so that our own page is what refuses them.
"""


class LongHeaders(SuspiciousOperation):
    """The headers of a request have more than `MOST` characters."""


class LongHeadersMiddleware:
    """Refuse them before anyone reads one: cookies, languages and addresses take time to parse."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = sum(len(value) for name, value in request.META.items() if name.startswith("HTTP_"))
        if length > MOST:
            raise LongHeaders(f"The headers have {length} characters, {MOST} at most are read.")
        return self.get_response(request)
