"""Supports and convoys: whom an order helps, and which of them are worth a line in a list."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache


@lru_cache(maxsize=8192)
def helped(order: str) -> tuple[str, str]:
    """Whom a support or a convoy helps, and where to: `A MUN`, `TYR`. Empty for other orders; a support to
    hold has no second part.
    """
    words = order.split(" ")
    if len(words) < 5 or words[2] not in ("S", "C"):
        return "", ""
    return f"{words[3]} {words[4]}", words[6] if len(words) > 6 else ""


def without_moves_of(idle: Collection[str], options: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """`options` without help for moves of the units `idle`, which no one orders: legal, but in vain."""
    still = {unit.partition("/")[0] for unit in idle}
    kept: dict[str, list[str]] = {}
    for unit, orders in options.items():
        kept[unit] = []
        for order in orders:
            whom, to = helped(order)
            if not to or whom not in still:
                kept[unit].append(order)
    return kept
