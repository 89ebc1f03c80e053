"""The one way in which values become bytes: sorted keys, UTF-8, no spaces. And how two values differ."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

LONGEST_SHOWN: Final = 200
"""Characters of a value that a message quotes."""


def dumps(value: Any) -> bytes:
    """`value` as canonical JSON. What UTF-8 cannot hold, half a surrogate pair, stays an escape."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where two JSON values part, and what stands there in each (`absent` for nothing)."""

    path: str
    expected: str
    found: str


ABSENT = object()


def first_difference(expected: Any, found: Any, path: str = "") -> Difference | None:
    """Where `found` first differs from `expected`, in canonical order; None when they are the same bytes."""
    return next(_differences(expected, found, path), None)


def _differences(expected: Any, found: Any, path: str) -> Iterator[Difference]:
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in sorted(expected.keys() | found.keys()):
            here = f"{path}.{key}" if path else str(key)
            yield from _differences(expected.get(key, ABSENT), found.get(key, ABSENT), here)
    elif isinstance(expected, list) and isinstance(found, list):
        for i in range(max(len(expected), len(found))):
            one = expected[i] if i < len(expected) else ABSENT
            two = found[i] if i < len(found) else ABSENT
            yield from _differences(one, two, f"{path}[{i}]")
    elif expected is not found and (type(expected) is not type(found) or expected != found):
        yield Difference(path, shown(expected), shown(found))


def shown(value: Any) -> str:
    """`value` as a message quotes it: its JSON, cut short; what has none, by the name of its type."""
    if value is ABSENT:
        return "absent"
    try:
        text = dumps(value).decode("utf-8", "replace")
    except (TypeError, ValueError, RecursionError):
        return f"({type(value).__name__})"
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."
