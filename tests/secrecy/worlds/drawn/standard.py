"""The classic game: sealed orders alone, for what is resolved is everybody's (RB-14)."""

from __future__ import annotations

from games.bots import greedy_bot, random_bot
from tests.secrecy.worlds.drawn.twins import Kind

KIND = Kind("standard", (greedy_bot, random_bot), longest=3)
