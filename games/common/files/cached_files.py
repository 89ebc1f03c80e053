"""Public files that cost something to make, and are the same for everyone: kept for a minute."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from django.core.cache import cache

SECONDS_CACHED: Final = 60
"""Seconds."""


def cached_file(key: str, make: Callable[[], Iterable[bytes]]) -> Iterator[bytes]:
    """The pieces of a file, as they are made or, all in one, as they were made a moment ago."""
    if (whole := cache.get(key)) is not None:
        yield whole
        return
    written = []
    for piece in make():
        written.append(piece)
        yield piece
    cache.set(key, b"".join(written), SECONDS_CACHED)
