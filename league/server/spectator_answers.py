"""A one-second cache of answers to spectators: a thousand may ask at one instant.

The open page of someone without a seat, in a public game of a public league, asks as a watcher
(`as=watcher`) and says in which language and zone, and of which version it has `heard` from its socket. The
answer is the same for everyone who asks so; no one has to say who they are. If someone was given that
version a moment ago, the next one gets the same bytes, before Django begins. The view says which answers
these are (`games.gate.spectator_cache.mark_watched`); what it does not mark is never told again.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

from games.gate.spectator_cache import WATCHED

MOMENT = 1.0
"""Seconds for which an answer is told again: so long a game that is hidden meanwhile may still be seen."""

MOST = 100
"""How many answers are kept at most: more open games than one process serves within a moment."""

ASKED_BY_OPEN_PAGES = re.compile(r"\A/l/[\w-]+/g/[\w-]+/(?:status/)?\Z")

OWN = frozenset({"server-now", "x-request-id", "date"})
"""Headers that belong to one answer."""

Headers: TypeAlias = list[tuple[str, str]]
Application: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
Name: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """An answer, the game's version that it shows, and until when it is told again (`time.monotonic`)."""

    status: str
    headers: Headers
    content: bytes
    version: int
    made: float
    clock: int | None

    def headers_now(self) -> Headers:
        """With the server's time as it is now."""
        if self.clock is None:
            return self.headers
        now = self.clock + round(1000 * (time.monotonic() - self.made))
        return [*self.headers, ("Server-Now", str(now))]


class TellAgain:
    """A WSGI application around the site's own."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.told: dict[Name, KeptAnswer] = {}

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        asked = self.what_a_watcher_asks(environ)
        if asked is None:
            return self.application(environ, start_response)
        name, heard = asked
        told = self.told.get(name)
        if told is not None and told.version >= heard and time.monotonic() - told.made < MOMENT:
            start_response(told.status, told.headers_now())
            return [told.content]
        return self.ask(name, environ, start_response)

    def ask(self, name: Name, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Let the site answer, and note the answer if it is everyone's."""
        began: list[tuple[str, Headers]] = []

        def note(status: str, headers: Headers, *rest: Any) -> Any:
            began.append((status, headers))
            return start_response(status, headers, *rest)

        answer = self.application(environ, note)
        version = environ.get(WATCHED)
        if version is None:
            return answer
        content = b"".join(answer)
        if hasattr(answer, "close"):
            answer.close()
        status, headers = began[-1]
        fields = {field.lower(): value for field, value in headers}
        if "set-cookie" not in fields and status[:3] in ("200", "204"):
            if len(self.told) >= MOST:
                self.told.clear()
            clock = fields.get("server-now")
            self.told[name] = KeptAnswer(
                status,
                [(field, value) for field, value in headers if field.lower() not in OWN],
                content,
                version,
                time.monotonic(),
                int(clock) if clock else None,
            )
        return [content]

    @staticmethod
    def what_a_watcher_asks(environ: dict[str, Any]) -> tuple[Name, int] | None:
        """The key of a watcher's question, and the version of the game that the watcher has heard of; None
        for other questions.
        """
        query = environ.get("QUERY_STRING", "")
        if "as=watcher" not in query or environ["REQUEST_METHOD"] != "GET":
            return None
        path = environ.get("PATH_INFO", "")
        if environ.get("HTTP_HX_REQUEST") != "true" or not ASKED_BY_OPEN_PAGES.match(path):
            return None
        asked = parse_qsl(query, keep_blank_values=True)
        heard = next((value for key, value in asked if key == "heard"), "0")
        is_number = heard.isascii() and heard.isdigit() and len(heard) < 19
        rest = (part for key, value in asked if key != "heard" for part in (key, value))
        packed = str("gzip" in environ.get("HTTP_ACCEPT_ENCODING", ""))  # as CompressionMiddleware will ask
        place = (environ.get("HTTP_HOST", ""), environ.get("HTTP_X_FORWARDED_PROTO", ""), packed, path)
        return (*place, *rest), int(heard) if is_number else 0
