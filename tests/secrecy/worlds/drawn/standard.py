"""The classic game and its small tables: sealed orders alone, for what is resolved is everyone's (RB-14)."""

from __future__ import annotations

from games.bots import greedy_bot, random_bot
from tests.secrecy.worlds.drawn.twins import Kind

KIND = Kind("standard", (greedy_bot, random_bot), {"players": (7, 2, "3a", 5)}, longest=3, hides=False)
