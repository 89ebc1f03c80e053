"""Requests that are whole before a thread serves them, where no proxy takes them in (the embedded house).

A page thread reads what was posted, and waits for the rest of it. A client that sends a byte now and then
would hold it for as long as it likes; so the loop, which waits for thousands at once, takes bodies in first.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

SECONDS = 20.0
"""For a whole body, as the proxy gives it (`read_body` in deploy/Caddyfile)."""

MOST = 1_000_000
"""Bytes taken in, as many as the proxy takes. The rest is left unread: pages refuse, by the length that its
sender states, what is a quarter as long (`DATA_UPLOAD_MAX_MEMORY_SIZE`).
"""

IN_MEMORY = 64 * 1024
"""Bytes of one body kept in memory; longer ones wait in a temporary file."""

Message: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Application: TypeAlias = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]


class WholeBodies:
    """An ASGI application around pages: hands requests on when they are whole, within `seconds`.

    Answers 408 to those that are not by then, and nothing to those whose senders have gone.
    """

    def __init__(self, pages: Application, *, seconds: float = SECONDS, most: int = MOST) -> None:
        self.pages, self.seconds, self.most = pages, seconds, most

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        with tempfile.SpooledTemporaryFile(IN_MEMORY) as body:
            try:
                is_there = await asyncio.wait_for(self._take_in(body, receive), self.seconds)
            except TimeoutError:
                await _too_slow(send)
                return
            if is_there:
                body.seek(0)
                await self.pages(scope, _told_again(body, receive), send)

    async def _take_in(self, body: Any, receive: Receive) -> bool:
        """Put the request's body into `body`, `most` bytes at most; False if its sender has gone."""
        taken = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return False
            piece = message.get("body", b"")[: self.most - taken]
            body.write(piece)
            taken += len(piece)
            if taken >= self.most or not message.get("more_body", False):
                return True


def _told_again(body: Any, receive: Receive) -> Receive:
    """`receive` for the pages: the body first, then whatever comes after it."""
    is_over = False

    async def again() -> Message:
        nonlocal is_over
        if is_over:
            return await receive()
        piece = body.read(IN_MEMORY)
        is_over = len(piece) < IN_MEMORY
        return {"type": "http.request", "body": piece, "more_body": not is_over}

    return again


async def _too_slow(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body", "body": b"The request did not arrive in time.\n"})
