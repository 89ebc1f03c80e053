"""Addresses that are named thousands of times: to reverse each costs more than to print its line."""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse

KEPT = 4096
"""Addresses kept: a few dozen of each league, and one for each page that a game may have."""


def game_address(league_slug: str, code: str) -> str:
    """The path of a game's page."""
    return f"{_games_of(league_slug)}{code}/"


def address(name: str, *parts: str | int) -> str:
    """What `reverse` makes of a name and the parts of its path, told once a process; pages of a game by
    where they stand below the game's own, so that they are kept for all games alike.
    """
    if len(parts) > 1 and name.startswith("games:"):
        slug, code, *more = map(str, parts)
        below = _below_a_game(name, *more)
        if below is not None and code.isalnum():
            return f"{game_address(slug, code)}{below}"
    return _address(name, *parts)


@lru_cache(maxsize=1024)
def _games_of(league_slug: str) -> str:
    """Where the addresses of a league's games begin."""
    return reverse("games:game", args=[league_slug, "0"]).rpartition("0")[0]


@lru_cache(maxsize=KEPT)
def _below_a_game(name: str, *parts: str) -> str | None:
    """What follows the address of a game in that of one of its pages; None for what is no page of a game."""
    whole, game = reverse(name, args=["0", "0", *parts]), game_address("0", "0")
    return whole.removeprefix(game) if whole.startswith(game) else None


@lru_cache(maxsize=KEPT)
def _address(name: str, *parts: str | int) -> str:
    return reverse(name, args=parts)
