"""Requests are whole before a page thread is taken: slow writers hold up no one in the embedded house."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from a2wsgi import WSGIMiddleware
from asgiref.testing import ApplicationCommunicator

from league.server.slow_bodies import IN_MEMORY, WholeBodies

THREADS = 2


def reading(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """A page that says how long what was posted is."""
    posted = environ["wsgi.input"].read()
    start_response("200 OK", [])
    return [str(len(posted)).encode()]


def asked(pages: Any, method: str = "POST") -> ApplicationCommunicator:
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": "/",
        "query_string": b"",
        "headers": [],
    }
    return ApplicationCommunicator(pages, scope)


async def answer(request: ApplicationCommunicator) -> tuple[int, bytes]:
    head = await request.receive_output(5)
    body = b""
    while True:
        message = await request.receive_output(5)
        body += message.get("body", b"")
        if not message.get("more_body", False):
            return head["status"], body


def whole(**limits: Any) -> WholeBodies:
    return WholeBodies(WSGIMiddleware(reading, workers=THREADS), **limits)  # type: ignore[arg-type]


async def send(request: ApplicationCommunicator, body: bytes, more_body: bool = False) -> None:
    await request.send_input({"type": "http.request", "body": body, "more_body": more_body})


def test_slow_writers_take_no_thread_from_other_readers() -> None:
    async def scene() -> list[tuple[int, bytes]]:
        pages = whole()
        slow = [asked(pages) for _ in range(50)]
        for each in slow:
            await send(each, b"a", more_body=True)
        reader = asked(pages, "GET")
        await send(reader, b"")
        told = [await answer(reader)]
        for each in slow:
            await send(each, b"b")
        return told + [await answer(each) for each in slow]

    before = threading.active_count()
    reader, *slow = asyncio.run(scene())
    assert reader == (200, b"0")
    assert slow == [(200, b"2")] * 50
    assert threading.active_count() - before <= THREADS


def test_a_body_that_is_not_there_in_time_is_answered_408() -> None:
    async def scene() -> tuple[int, bytes]:
        request = asked(whole(seconds=0.05))
        await send(request, b"a", more_body=True)
        return await answer(request)

    began = time.monotonic()
    assert asyncio.run(scene())[0] == 408
    assert time.monotonic() - began < 2


def test_long_bodies_arrive_whole_and_too_long_ones_are_not_taken_in() -> None:
    async def scene(pages: WholeBodies, length: int) -> tuple[int, bytes]:
        request = asked(pages)
        await send(request, b"a" * length, more_body=True)
        await send(request, b"b" * length)
        return await answer(request)

    assert asyncio.run(scene(whole(), IN_MEMORY)) == (200, str(2 * IN_MEMORY).encode())
    assert asyncio.run(scene(whole(), IN_MEMORY + 1)) == (200, str(2 * IN_MEMORY + 2).encode())
    assert asyncio.run(scene(whole(most=100), 90)) == (200, b"100")


def test_nobody_is_answered_who_has_gone() -> None:
    async def scene() -> bool:
        request = asked(whole())
        await send(request, b"a", more_body=True)
        await request.send_input({"type": "http.disconnect"})
        await request.wait()
        return bool(await request.receive_nothing())

    assert asyncio.run(scene())
