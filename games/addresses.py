"""Addresses that are named thousands of times: to reverse each costs more than to print its line."""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse


def game_address(league_slug: str, code: str) -> str:
    """The path of a game's page."""
    return f"{_games_of(league_slug)}{code}/"


@lru_cache(maxsize=1024)
def _games_of(league_slug: str) -> str:
    """Where the addresses of a league's games begin."""
    return reverse("games:game", args=[league_slug, "0"]).rpartition("0")[0]
