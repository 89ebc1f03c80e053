"""Who delivers what: one handler or more a topic. A topic nobody listens to counts as delivered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from games.models import OutboxRow

Failures: TypeAlias = Mapping[int, Exception]
"""By the row's key, why it could not be delivered. Rows not named were."""

Handler: TypeAlias = Callable[[Sequence[OutboxRow]], Failures]
"""Delivers rows of one topic. May be given a row again, so doing it twice must do no harm.

Raising fails every row it was given.
"""

_handlers: dict[str, list[Handler]] = defaultdict(list)
_apart: dict[str, str] = {}


def delivers(topic: str, *, apart: str = "") -> Callable[[Handler], Handler]:
    """Register the decorated function for `topic`, once, when the apps are loaded.

    `apart` is for what takes its time: a part of the payload (`user`). Rows that differ in it are then handed
    over one after the other, and not all are, if the first ones take too long.
    """

    def register(handler: Handler) -> Handler:
        if apart:
            _apart[topic] = apart
        if handler not in _handlers[topic]:
            _handlers[topic].append(handler)
        return handler

    return register


def handlers_of(topic: str) -> list[Handler]:
    return list(_handlers.get(topic, ()))


def handed_over_by(topic: str) -> str:
    """The part of the payload by which rows of `topic` are handed over apart; empty: all together."""
    return _apart.get(topic, "")
