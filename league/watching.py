"""What is told to everybody who only watches a game, told again at once: a thousand may ask at one instant.

An open page says which version it has `heard` of from its socket. If somebody without a session was given
that version a moment ago, the next one gets the same bytes. Nobody who is signed in, or whom a session knows
(by the link of a private game), comes by here; and only public games of public leagues are told again, marked
so by the view that made the answer (`games.views.game`).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from league.users.middleware import LocaleMiddleware

MOMENT = 1.0
"""Seconds for which an answer is told again: so long a game that is hidden meanwhile may still be seen."""

MOST = 100
"""How many answers are kept at most: more open games than one process serves within a moment."""

ASKED_BY_OPEN_PAGES = re.compile(r"\A/l/[\w-]+/g/[\w-]+/(?:status/)?\Z")


@dataclass(frozen=True, slots=True)
class Told:
    """An answer, the game's version that it shows, and until when it is told again (`time.monotonic`)."""

    content: bytes
    status: int
    headers: tuple[tuple[str, str], ...]
    version: int
    made: float
    clock: int | None

    def again(self) -> HttpResponse:
        """The same, with the server's time as it is now."""
        response = HttpResponse(self.content, status=self.status, headers=dict(self.headers))
        if self.clock is not None:
            response["Server-Now"] = str(self.clock + round(1000 * (time.monotonic() - self.made)))
        return response


class WatchersMiddleware:
    """Stands before sessions and everything that asks the data base."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.told: dict[tuple[str, str, str], Told] = {}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not self.is_watchers(request):
            return self.get_response(request)
        asked, heard = self.split(request)
        name = (request.path_info, asked, LocaleMiddleware.language_of_visitor(request))
        told = self.told.get(name)
        if told is not None and told.version >= heard and time.monotonic() - told.made < MOMENT:
            return told.again()
        response = self.get_response(request)
        version = getattr(response, "watched_version", None)
        if version is not None and not response.cookies:
            if len(self.told) >= MOST:
                self.told.clear()
            self.told[name] = self.note(response, version)
        return response

    @staticmethod
    def is_watchers(request: HttpRequest) -> bool:
        """Whether an open page asks for whoever has no session."""
        return (
            request.method == "GET"
            and request.headers.get("HX-Request") == "true"
            and settings.SESSION_COOKIE_NAME not in request.COOKIES
            and ASKED_BY_OPEN_PAGES.match(request.path_info) is not None
        )

    @staticmethod
    def split(request: HttpRequest) -> tuple[str, int]:
        """What the address asks for apart from the version heard of, and that version."""
        asked = request.GET.copy()
        heard = (asked.pop("heard", None) or ["0"])[-1]
        is_number = heard.isascii() and heard.isdigit() and len(heard) < 19
        return asked.urlencode(), int(heard) if is_number else 0

    @staticmethod
    def note(response: HttpResponse, version: int) -> Told:
        clock = response.headers.get("Server-Now")
        headers = tuple((name, value) for name, value in response.items() if name != "Server-Now")
        made = time.monotonic()
        return Told(
            response.content, response.status_code, headers, version, made, int(clock) if clock else None
        )
