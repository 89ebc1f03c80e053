"""Readers of the site who come at their own pace: as many requests a second as asked for, whatever happens.

A request's time counts from when it was due, so that a site that stands still is not spared the queue.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode


@dataclass(frozen=True, slots=True)
class Request:
    """What someone asks for. `form` makes it a POST; then the last of the `cookies` is the one against
    forgery. `kind` is the line of the table it counts in.
    """

    kind: str
    path: str
    cookies: str = ""
    form: dict[str, str] | None = None
    is_fragment: bool = False
    done: Callable[[int], None] | None = None
    """Told the status of the answer."""

    def raw(self) -> bytes:
        """As it goes over the wire, as the proxy would send it on."""
        body = urlencode(self.form).encode() if self.form is not None else b""
        head = [
            f"{'GET' if self.form is None else 'POST'} {self.path} HTTP/1.1",
            "Host: localhost",
            "X-Forwarded-Proto: https",
            "X-Forwarded-For: 192.0.2.1",
            "Accept-Language: en",
        ]
        if self.cookies:
            head.append(f"Cookie: {self.cookies}")
        if self.is_fragment:
            head.append("HX-Request: true")
        if self.form is not None:
            token = self.cookies.rpartition("=")[2]
            head += [
                "Origin: https://localhost",
                f"X-CSRFToken: {token}",
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}",
            ]
        return "\r\n".join([*head, "", ""]).encode() + body


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer: how long after it was due, in seconds; 0 for a status means that none came."""

    kind: str
    seconds: float
    status: int
    size: int


AT_ONCE = 8
"""Connections that the proxy has to the page server (deploy/Caddyfile)."""


class Connections:
    """Kept-alive connections to one port, as the proxy keeps them: who finds none free waits their turn."""

    def __init__(self, port: int, most: int = AT_ONCE) -> None:
        self.port = port
        self.idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self.free = asyncio.Semaphore(most)

    async def ask(self, raw: bytes) -> tuple[int, bytes]:
        """Status and body of the answer. A connection that was closed while idle is replaced once."""
        async with self.free:
            return await self._ask_when_free(raw)

    async def _ask_when_free(self, raw: bytes) -> tuple[int, bytes]:
        while self.idle:
            reader, writer = self.idle.pop()
            if writer.is_closing() or reader.at_eof():
                continue
            try:
                return await self._ask(reader, writer, raw)
            except (ConnectionError, asyncio.IncompleteReadError):
                break
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        return await self._ask(reader, writer, raw)

    async def _ask(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, raw: bytes
    ) -> tuple[int, bytes]:
        writer.write(raw)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        lines = head.split("\r\n")
        fields = {
            name.strip().lower(): value.strip()
            for name, _, value in (line.partition(":") for line in lines[1:])
        }
        if fields.get("transfer-encoding", "").lower() == "chunked":
            body = b"".join([piece async for piece in _chunks(reader)])
        else:
            body = await reader.readexactly(int(fields.get("content-length", 0)))
        if fields.get("connection", "").lower() == "close":
            writer.close()
        else:
            self.idle.append((reader, writer))
        return int(lines[0].split(" ")[1]), body


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The pieces of a body that is sent in chunks (RFC 9112, 7.1), as the proxy sends it."""
    while size := int((await reader.readline()).partition(b";")[0], 16):
        yield await reader.readexactly(size)
        await reader.readline()
    await reader.readline()


async def visit(port: int, requests: Sequence[Request], a_second: float) -> list[Answered]:
    """Send `requests` evenly, `a_second` of them a second, without waiting for answers."""
    connections = Connections(port)
    began = time.perf_counter() + 0.2

    async def one(number: int, request: Request) -> Answered:
        due = began + number / a_second
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        try:
            status, body = await asyncio.wait_for(connections.ask(request.raw()), 30)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            status, body = 0, b""
        if request.done:
            request.done(status)
        return Answered(request.kind, time.perf_counter() - due, status, len(body))

    return list(await asyncio.gather(*(one(number, each) for number, each in enumerate(requests))))


def quantile(values: Sequence[float], share: float) -> float:
    """The value that `share` of all stay below."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
