"""The one way in which competitions write JSON, so that anyone comes to the same hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

AT_ONCE: Final = 500
"""Items of a long list that are written together."""


def canonical(value: Any) -> str:
    """`value` as JSON with sorted keys and no spaces, letters as they are (docs/season-export.md)."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def pieces_of(value: Mapping[str, Any]) -> Iterator[str]:
    """`canonical(value)` a piece at a time: what is a list in it, some items at once."""
    for number, name in enumerate(sorted(value)):
        yield f"{',' if number else '{'}{canonical(name)}:"
        part = value[name]
        if not isinstance(part, list):
            yield canonical(part)
            continue
        yield "["
        for first in range(0, len(part), AT_ONCE):
            yield ("," if first else "") + canonical(part[first : first + AT_ONCE])[1:-1]
        yield "]"
    yield "}"


def sha256_of(value: Any) -> str:
    """The SHA-256 of `canonical(value)` in UTF-8, in hex."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def written(moment: datetime) -> str:
    """A moment as exports write it: UTC, to the microsecond."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
