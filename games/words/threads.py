"""Names of threads: a circle of seats as addresses and forms have it, and one message of it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

NEW = "new"
"""The thread in which one chooses whom to write to."""
IS_CIRCLE = re.compile(r"\A\d{1,2}(-\d{1,2}){1,29}\Z")


def circle_key(places: Iterable[int]) -> str:
    """Seats by their places, from 0: `0-1-4`."""
    return "-".join(str(place) for place in sorted(set(places)))


def places_in(key: str) -> list[int]:
    """What `circle_key` was made of; nothing if `key` names no circle."""
    return [int(place) for place in key.split("-")] if IS_CIRCLE.match(key) else []


def key_of_letter(key: str, to: list[str], body: str) -> str:
    """What tells one message from another: the form's key, the recipients and the words."""
    return hashlib.sha256("\n".join([key, *sorted(to), "", body]).encode()).hexdigest()[:36]
