"""Addresses that are named thousands of times: to reverse each costs more than to print its line."""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse

KEPT = 4096
"""Addresses kept: a few dozen of each league."""


@lru_cache(maxsize=KEPT)
def address(name: str, *parts: str | int) -> str:
    """What `reverse` makes of a name and the parts of its path, told once a process. Pages of a game are
    too many to be kept each: `games.words.addresses` keeps them for all games alike.
    """
    return reverse(name, args=parts)
