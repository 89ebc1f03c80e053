"""One event at tables of seven, from its draft to its end."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from typing import Any
from unittest import mock

from league.competitions.models import Competition
from league.competitions.tables import search
from league.competitions.tables.free_points import Ties
from league.competitions.tables.rules import FreeRules, Powers, System
from league.competitions.tables.state import read
from tests.fuzz.events import event
from tests.fuzz.events.event import DAY, Simulated
from tests.fuzz.tables import checks
from tests.fuzz.tables.acts import TablesActs
from tests.league.competitions.tables_seasons import TABLES, MoneyTables, TablesSeason, rules

FEWEST, MOST = 6, 17
STEPS = 500
"""So many swaps are looked at for a drawing, at most: what is imperfect is welcome here."""


class Tables(Simulated):
    """An event at tables of seven, of a seed."""

    called = "an event"
    seasons = (TablesSeason, MoneyTables)
    acting = TablesActs

    def __init__(self, seed: int, *, most: int = MOST) -> None:
        super().__init__(seed, FEWEST, most)

    def rules(self) -> dict[str, Any]:
        choice, chance = self.random.choice, self.random.random
        rounds = choice([1, 2, 3, 3, 4])
        best_of = self.random.randint(1, rounds)
        weights = sorted((Fraction(self.random.randint(0, 10), 10) for _each in range(best_of)), reverse=True)
        given: dict[str, Any] = {
            "largest": max(7, self.people - choice([0, 0, 1, 3])),
            "settings": TABLES.settings | {"last_year": choice([1901, 1902])},
            "rounds": rounds,
            "best_of": best_of,
            "weights": tuple(weights) if chance() < 0.5 else (),
            "final": rounds > 1 and chance() < 0.6,
            "top_powers": choice([*Powers]),
            "scoring": choice([*System, System.FREE]),
            "free": FreeRules(place_ties=choice([*Ties]), dead_by_year=chance() < 0.5, lead=Fraction(1, 3)),
            "sit_out": choice([Fraction(0), Fraction(14), Fraction(100, 7)]),
            "by_rating": chance() < 0.3,
            "dispute_days": choice([0, 1, 2, 3]),
            "names": choice(["people", "numbers"]),
        }
        *_before, last = rules(**given).last_days(rounds)
        return given | {"ends_at": max(last, TABLES.starts_at + 2 * DAY)}

    def hours(self) -> float:
        begins, last = self.season.competition.starts_at, read(self.season.competition).last
        is_awaited = last is not None and last.begun is None
        return 10 if is_awaited or begins - 2 * DAY < self.clock.now < begins else 40

    def wrong(self, season: Competition, now: datetime) -> Iterator[str]:
        yield from checks.wrong_tables(season, now)

    def wrong_end(self, season: Competition, now: datetime) -> Iterator[str]:
        yield from checks.wrong_end(season, now)

    def tell(self, season: Competition) -> None:
        found = read(season)
        for each in found.rounds.values():
            self.counted["round, too small" if each.is_too_small else "round"] += 1
            self.counted["round, top board"] += any(table.is_top for table in each.tables)
            self.counted["sits out"] += len(each.sat_out)
            self.counted["second seat or substitute's"] += sum(len(table.aside) for table in each.tables)

    def play(self) -> None:
        with mock.patch.object(search, "STEPS", STEPS):
            super().play()


def played(seed: int, *, most: int = MOST) -> Simulated:
    """An event of this seed, played."""
    return event.played(Tables(seed, most=most))
