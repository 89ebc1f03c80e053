"""One knock-out, from its draft to its end."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from league.competitions.knock_out.bracket import rounds_of
from league.competitions.knock_out.state import read
from league.competitions.models import Competition
from league.competitions.rules.prize_rules import ROUNDS
from tests.fuzz.cups import checks
from tests.fuzz.cups.acts import CupActs
from tests.fuzz.events import event
from tests.fuzz.events.event import DAY, Simulated
from tests.league.competitions.knock_outs import KNOCK_OUT, KnockOutSeason, MoneyKnockOut, rules

FEWEST, MOST = 3, 24


class Cup(Simulated):
    """A knock-out of a seed."""

    called = "a cup"
    seasons = (KnockOutSeason, MoneyKnockOut)
    acting = CupActs

    def __init__(self, seed: int, *, most: int = MOST) -> None:
        super().__init__(seed, FEWEST, most)

    def rules(self) -> dict[str, Any]:
        chance = self.random.random
        self.largest = max(FEWEST, self.people - self.random.choice([0, 0, 1, 3]))
        given: dict[str, Any] = {
            "smallest": FEWEST,
            "largest": self.largest,
            "settings": {"last_year": 1901},
            "third_place": chance() < 0.5,
            "replay": chance() < 0.5,
            "seeding": self.random.choice(["draw", "rating", "hand"]),
            "dispute_days": self.random.choice([0, 1, 2, 3]),
            "names": self.random.choice(["people", "numbers"]),
        }
        *_before, last = rules(**given).last_days(rounds_of(self.largest))
        return given | {"ends_at": max(last, KNOCK_OUT.starts_at + 2 * DAY)}

    def money(self) -> dict[str, Any]:
        found = super().money()
        if self.random.random() < 0.5:
            parts = rounds_of(self.largest)
            found |= {"by": ROUNDS, "shares": (), "rounds": (100 - 10 * (parts - 1), *[10] * (parts - 1))}
        return found

    def hours(self) -> float:
        begins = self.season.competition.starts_at
        return 8 if begins - 2 * DAY < self.clock.now < begins else 30

    def wrong(self, season: Competition, now: datetime) -> Iterator[str]:
        yield from checks.wrong_bracket(season, now)

    def wrong_end(self, season: Competition, now: datetime) -> Iterator[str]:
        yield from checks.wrong_end(season, now)

    def tell(self, season: Competition) -> None:
        cup = read(season).cup
        self.counted["begun, replay"] += len(cup.replayed)
        decided = cup.bracket.decided.values()
        self.counted.update(f"by {each.by} {each.measure}".strip() for each in decided)


def played(seed: int, *, most: int = MOST) -> Simulated:
    """A cup of this seed, played."""
    return event.played(Cup(seed, most=most))
