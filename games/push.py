"""Hints to open pages: "game k7x moved on". A push carries no facts, and may be lost; pages also poll."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

HINT = "game.changed"
"""The type of a hint's message."""

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


@dataclass(frozen=True, slots=True)
class Push:
    """That game `code` is at `version`: for all its open pages, or for those of one seat (by its key)."""

    code: str
    version: int
    seat: int | None = None


def push(code: str, version: int, *, seat: int | None = None) -> None:
    """Tell every open page of game `code`, or those of one seat, that its version is `version`.

    Blocks for milliseconds.
    """
    push_all([Push(code, version, seat)])


def push_all(pushes: Sequence[Push]) -> None:
    """The same for many at once, over one connection. If that fails, some may have been told."""
    if _server_loop is not None and _server_loop.is_running():
        asyncio.run_coroutine_threadsafe(_send(pushes), _server_loop).result(timeout=5)
    else:
        async_to_sync(_send)(pushes)


async def _send(pushes: Sequence[Push]) -> None:
    layer = get_channel_layer()
    for each in pushes:
        message = {"type": HINT, "game": each.code, "version": each.version}
        await layer.group_send(group_of(each.code, each.seat), message)
