"""Addresses of games and their pages, by where they stand below a game: kept for all games alike."""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse

from games.common.words import addresses


def game_address(league_slug: str, code: str) -> str:
    """The path of a game's page."""
    return f"{_games_of(league_slug)}{code}/"


def address(name: str, *parts: str | int) -> str:
    """What `reverse` makes of a name and the parts of its path, told once a process."""
    if len(parts) > 1 and name.startswith("games:"):
        slug, code, *more = map(str, parts)
        below = _below_a_game(name, *more)
        if below is not None and code.isalnum():
            return f"{game_address(slug, code)}{below}"
    return addresses.address(name, *parts)


@lru_cache(maxsize=1024)
def _games_of(league_slug: str) -> str:
    """Where the addresses of a league's games begin."""
    return reverse("games:game", args=[league_slug, "0"]).rpartition("0")[0]


@lru_cache(maxsize=addresses.KEPT)
def _below_a_game(name: str, *parts: str) -> str | None:
    """What follows the address of a game in that of one of its pages; None for what is no page of a game."""
    whole, game = reverse(name, args=["0", "0", *parts]), game_address("0", "0")
    return whole.removeprefix(game) if whole.startswith(game) else None
