"""Hints to open pages: "game k7x moved on". A push carries no facts, and may be lost; pages also poll."""

from __future__ import annotations

import asyncio

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

_server_loop: asyncio.AbstractEventLoop | None = None


def use_loop(loop: asyncio.AbstractEventLoop | None) -> None:
    """Tell this process which event loop serves its sockets (embedded: worker and server share a process).

    The layer in memory is made of that loop's queues and is not safe to use from another thread.
    """
    global _server_loop
    _server_loop = loop


def group_of(code: str, seat: int | None = None) -> str:
    """The channel group of everybody who has game `code` open, or of one seat's holder (by its key) alone."""
    return f"game.{code}" if seat is None else f"game.{code}.seat.{seat}"


def push(code: str, version: int, *, seat: int | None = None) -> None:
    """Tell every open page of game `code`, or those of one seat, that its version is `version`.

    Blocks for milliseconds.
    """
    layer = get_channel_layer()
    message = {"type": "game.changed", "game": code, "version": version}
    sending = layer.group_send(group_of(code, seat), message)
    if _server_loop is not None and _server_loop.is_running():
        asyncio.run_coroutine_threadsafe(sending, _server_loop).result(timeout=5)
    else:
        async_to_sync(_awaited)(sending)


async def _awaited(sending) -> None:  # type: ignore[no-untyped-def]
    await sending
