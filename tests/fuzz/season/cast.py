"""Who plays in the season: bots with a temper of their own, and games of several kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from games.agreed.absence import POLICIES, Absence
from games.agreed.pace import Pace

HOUR, DAY = 3600, 24 * 3600


@dataclass
class Person:
    """A bot and its temper. Rates are how often a day it does something, on average."""

    user: Any
    diligence: float
    """How likely it answers each time that it looks at a game."""
    looks: float
    vanishes: float
    quarrels: float
    leaves: float
    takes_over: float
    away_until: datetime | None = None
    is_gone: bool = False
    """Whether it is in the league no more."""

    def is_here(self, now: datetime) -> bool:
        return not self.is_gone and (self.away_until is None or now >= self.away_until)

    def vanish(self, now: datetime, random: Random) -> None:
        """Some come back after days; some never do."""
        days = random.choice([1, 2, 3, 5, 8, 13, 400])
        self.away_until = now + timedelta(days=days * random.uniform(0.6, 1.4))


def person(user: Any, random: Random) -> Person:
    """A bot of one of three kinds: reliable, careless, or seldom seen."""
    care = random.choice([0.95, 0.95, 0.8, 0.5])
    return Person(
        user,
        diligence=care,
        looks=random.uniform(2, 6),
        vanishes=random.uniform(0.0, 0.12) * (1.5 - care),
        quarrels=random.uniform(0.0, 0.2),
        leaves=random.uniform(0.0, 0.02),
        takes_over=random.uniform(0.1, 0.8),
    )


@dataclass(frozen=True)
class Kind:
    """A kind of game: what is played, how fast, and what follows from absence there."""

    name: str
    variant: str
    settings: Mapping[str, Any]
    pace: Pace
    absence: Absence


DAILY = Pace(
    kind="custom", first=2 * DAY, movement=DAY, retreats=12 * HOUR, adjustments=12 * HOUR, auctions=DAY
)
EVENINGS = Pace(at=None, kind="custom", weekends_off=True, zone="Europe/Paris")
SLOW = Pace(kind="custom", first=3 * DAY, movement=2 * DAY, retreats=DAY, adjustments=DAY, auctions=2 * DAY)

FRIENDLY, STANDARD, TOURNAMENT = (POLICIES[name] for name in ("friendly", "standard", "tournament"))

KINDS = (
    Kind("Intimate", "intimate", {"last_year": 1903}, DAILY, STANDARD),
    Kind("Standard, seven", "standard", {"last_year": 1903}, DAILY, STANDARD),
    Kind("Intimate, tournament", "intimate", {"last_year": 1904}, EVENINGS, TOURNAMENT),
    Kind("Spy", "spy", {"last_year": 1902}, DAILY, STANDARD),
    Kind("Standard, four", "standard", {"last_year": 1903, "players": 4}, EVENINGS, FRIENDLY),
    Kind("Intimate, friendly", "intimate", {"last_year": 1902}, SLOW, FRIENDLY),
    Kind("Standard, three", "standard", {"last_year": 1902, "players": "3a"}, SLOW, TOURNAMENT),
    Kind("Spy, by phase", "spy", {"last_year": 1901, "pace": "phase"}, DAILY, FRIENDLY),
)
"""All of them have a last year. Games are of these kinds by turns."""
