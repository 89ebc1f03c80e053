"""Hints to open pages: "season k7x moved on". A push carries no facts, and may be lost; pages also poll."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from games.common.outbox import push

HINT: Final = "season.changed"
"""The type of a hint's message."""


LEFT: Final = "season.left"
"""The type of the message that someone, named by their key, is no member of the season's league any more."""


def group_of(code: str) -> str:
    """The channel group of everyone who has the season `code` open."""
    return f"season.{code}"


def push_all(versions: Mapping[str, int]) -> None:
    """Tell all open pages of seasons, by their codes, at which version each is."""
    push.send_all(
        [
            (group_of(code), {"type": HINT, "season": code, "version": version})
            for code, version in versions.items()
        ]
    )


def push_left(codes: Iterable[str], person: int) -> None:
    """Have the sockets of `person`, who has left the league of these seasons, ask whether they may stay."""
    push.send_all([(group_of(code), {"type": LEFT, "person": person}) for code in codes])
