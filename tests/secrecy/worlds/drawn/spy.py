"""Spy Diplomacy: units and spies that no one sees, orders given ahead, readiness (SPY-1 to SPY-7, SPY-22)."""

from __future__ import annotations

from games.bots import greedy_bot, random_bot
from tests.fuzz.spy import spying
from tests.secrecy.worlds.drawn.twins import Kind

KIND = Kind(
    "spy",
    (spying(greedy_bot), spying(random_bot)),
    {"pace": ("phase",)},  # each phase of a drawn world has its deadline on the site, too
    longest=10,
)
