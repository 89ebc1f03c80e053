"""Hints to open pages: "game k7x moved on". A push carries no facts, and may be lost; pages also poll."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

HINT = "game.changed"
"""The type of a hint's message."""

LEFT = "game.left"
"""The type of a message to someone who has no part in a game any more: is it still open to them?"""

_server_loop: asyncio.AbstractEventLoop | None = None


def use_loop(loop: asyncio.AbstractEventLoop | None) -> None:
    """Tell this process which event loop serves its sockets (embedded: worker and server share a process).

    The layer in memory is made of that loop's queues and is not safe to use from another thread.
    """
    global _server_loop
    _server_loop = loop


def group_of(code: str, person: int | None = None) -> str:
    """The channel group of everyone who has game `code` open, or of one person (by their key) alone.

    Seats have none: their holders change while pages are open.
    """
    return f"game.{code}" if person is None else f"game.{code}.person.{person}"


@dataclass(frozen=True, slots=True)
class Push:
    """The news that game `code` is at `version`: for all its open pages, or for those of one `person` (their
    key).

    With `kind` LEFT: that they have no part in it any more.
    """

    code: str
    version: int
    person: int | None = None
    kind: str = HINT


def push(code: str, version: int, *, person: int | None = None) -> None:
    """Tell every open page of game `code`, or those of one person, that its version is `version`.

    Blocks for milliseconds.
    """
    push_all([Push(code, version, person)])


def push_all(pushes: Sequence[Push]) -> None:
    """Push many pieces of news over one connection. If that fails, some may have been told."""
    send_all(
        [
            (
                group_of(each.code, each.person),
                {"type": each.kind, "game": each.code, "version": each.version},
            )
            for each in pushes
        ]
    )


def send_all(messages: Sequence[tuple[str, Mapping[str, object]]]) -> None:
    """Send each message to all sockets of its group, over one connection."""
    if _server_loop is not None and _server_loop.is_running():
        asyncio.run_coroutine_threadsafe(_send(messages), _server_loop).result(timeout=5)
    else:
        async_to_sync(_send)(messages)


async def _send(messages: Sequence[tuple[str, Mapping[str, object]]]) -> None:
    layer = get_channel_layer()
    for group, message in messages:
        await layer.group_send(group, dict(message))
