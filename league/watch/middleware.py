"""A number for every request: in the answer's headers, in the log, on the page of a failure."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from typing import Any

from django.core.signals import request_finished
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bind_contextvars, clear_contextvars

from league.watch.answers import said

HEADER = "X-Request-ID"
LIVE = "/health/live/"
GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")


@receiver(request_finished)
def forget_request(**_: Any) -> None:
    """Django tells of 404 and the like after all middleware: not before this are the log lines complete."""
    clear_contextvars()


class LiveMiddleware:
    """Answer `/health/live/` before anything asks the database or the cache who is there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == LIVE and request.method in ("GET", "HEAD"):
            return said([])
        return self.get_response(request)


class RequestIdMiddleware:
    """Number the request, or keep the number the proxy gave it, and let log lines tell it.

    They also tell the address's name and the game's code; never the address itself, which may hold a link
    that opens a private game.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        request.id = given if GIVEN.fullmatch(given) else uuid.uuid4().hex
        clear_contextvars()
        bind_contextvars(request=request.id)
        response = self.get_response(request)
        response.headers[HEADER] = request.id
        return response

    def process_view(
        self, request: Any, view: Callable[..., HttpResponse], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        bind_contextvars(address=request.resolver_match.view_name)
        if "code" in kwargs:
            bind_contextvars(game=kwargs["code"])
