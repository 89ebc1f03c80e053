"""Handlers of the outbox: one or more a topic. A topic no one listens to counts as delivered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from games.common.outbox.row import OutboxRow

Failures: TypeAlias = Mapping[int, Exception]
"""The reasons why rows could not be delivered, by the row's key. Rows not named were delivered."""

Done: TypeAlias = tuple[Sequence[OutboxRow], Failures]
"""Rows that a slow handler has done with, and which of them failed."""

Handler: TypeAlias = Callable[[Sequence[OutboxRow]], Failures]
"""Delivers rows of one topic. May be given a row again, so doing it twice must do no harm.

If it raises, it is given the rows again in halves, down to the one that it cannot deliver.
"""

SlowHandler: TypeAlias = Callable[[Sequence[OutboxRow]], Iterable[Done]]
"""A handler for slow deliveries: a generator that yields after each part, a mail for instance.

It may be closed after any of them; what it has not yielded by then counts as not begun with.
"""

_handlers: dict[str, list[SlowHandler]] = defaultdict(list)
_outside: set[str] = set()


def delivers(topic: str) -> Callable[[Handler], Handler]:
    """Register the decorated function for `topic`, once, when the apps are loaded."""

    def register(handler: Handler) -> Handler:
        def in_one_part(rows: Sequence[OutboxRow]) -> Iterable[Done]:
            yield rows, handler(rows)

        _handlers[topic].append(in_one_part)
        return handler

    return register


def delivers_slowly(topic: str) -> Callable[[SlowHandler], SlowHandler]:
    """Register the decorated generator for `topic`, once, when the apps are loaded."""

    def register(handler: SlowHandler) -> SlowHandler:
        _handlers[topic].append(handler)
        return handler

    return register


def delivers_outside(topic: str) -> Callable[[SlowHandler], SlowHandler]:
    """The same for what goes to servers that people named, which may hang: it waits until nothing else is
    due, holds up no hint, and no one is alarmed when it is given up.
    """
    _outside.add(topic)
    return delivers_slowly(topic)


def outside() -> frozenset[str]:
    """The topics of `delivers_outside`."""
    return frozenset(_outside)


def handlers_of(topic: str) -> list[SlowHandler]:
    return list(_handlers.get(topic, ()))
