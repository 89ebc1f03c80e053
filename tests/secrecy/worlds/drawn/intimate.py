"""Intimate Diplomacy: hidden answers alone, for what is resolved is everyone's (ID-9)."""

from __future__ import annotations

from games.bots import greedy_bot, random_bot
from tests.secrecy.worlds.drawn.twins import Kind

KIND = Kind("intimate", (greedy_bot, random_bot), longest=4, hides=False)
