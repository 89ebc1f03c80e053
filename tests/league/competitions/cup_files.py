"""Files of knock-outs that were played without rows, as the site's export writes them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from league.competitions.knock_out.bracket import Bracket, By, Decision
from league.competitions.knock_out.export import rounds_of, seeded_by, seeds_of, table_of
from league.competitions.knock_out.follows import Cup
from league.competitions.knock_out.measures import Measured
from league.competitions.knock_out.state import Read, seats_of
from league.competitions.rules.draws import commitment_to, draw, seed_of
from league.competitions.rules.event_kind import EventKind
from league.competitions.state.finality import Finality
from league.competitions.state.played import Noted
from league.competitions.state.played import Played as PlayedRows
from tests.league.competitions.cups import Played

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
FIRST_YEAR = 1901
UNUSED = {
    "label": "advance 900",
    "secret": "5e" * 32,
    "commitment": commitment_to("5e" * 32),
    "words": [],
    "over": None,
    "order": None,
}
"""Shown at the end though no one needed it."""
OVER = Finality(timedelta(), NOW, True, {}, {})


def file_of(
    played: Played, random: Random, seeding: str = "draw", letters: Mapping[int, str] | None = None
) -> dict[str, Any]:
    """The fields of the export of a knock-out that the check reads, named as docs/season-export.md does.

    HR-13's `letters` decide pairings that games left undecided, as given by pairing, else as chance has it,
    with measures that fit.
    """
    return _File(played, random, seeding, letters or {}).whole


def read_of(played: Played, random: Random, seeding: str = "draw") -> Read:
    """What the site would read of it."""
    return _File(played, random, seeding, {}).read


@dataclass
class _File:
    played: Played
    random: Random
    seeding: str
    letters: Mapping[int, str]

    def __post_init__(self) -> None:
        people = range(1, self.played.people + 1)
        self.entries = sorted(self.random.sample(range(1, 600), len(people)))
        self.draws: list[dict[str, Any]] = []
        drawn = self._draw("ties" if self.seeding == "rating" else "seeds", self.entries)
        self.ratings = {entry: self.random.choice([1400, 1500, 1600]) for entry in self.entries}
        self.seeds = list(drawn)
        if self.seeding == "rating":
            self.seeds.sort(key=lambda entry: -self.ratings[entry])
        elif self.seeding == "hand":
            self.random.shuffle(self.seeds)
        self.measured = {number: self._even() for number in self.played.results}
        self.decided = {number: self._decision(number, each) for number, each in self.played.decided.items()}

    def _draw(self, label: str, over: list[int], first: int | None = None) -> list[int]:
        """A draw with a secret of chance; one that has `first` before the others, where that is given."""
        words = [f"word {each}" for each in self.entries]
        while True:
            secret = self.random.randbytes(32).hex()
            order = draw(seed_of(secret, words), label, over)
            if first in (None, order[0]):
                break
        kept = [] if self.draws else words
        common = {"label": label, "secret": secret, "commitment": commitment_to(secret), "words": kept}
        self.draws.append(common | {"over": over, "order": order})
        return order

    def of(self, seed: int | None) -> int | None:
        return None if seed is None else self.seeds[seed - 1]

    def _decision(self, pairing: int, was: Decision) -> Decision:
        """The same with the numbers of entries and, where the measures decide, with a letter of chance."""
        decision = was._replace(entry=self.of(was.entry))
        size, pairs = self.played.cup.size, self.played.begun
        games = [number for number in (pairing, pairing + size) if number in pairs]
        if was.by is not By.MEASURE:
            return decision
        letter = self.letters.get(pairing) or self.random.choice("abcdef")
        side = pairs[pairing].index(was.entry)
        self.measured |= self._measures(games, letter, side)
        if letter != "f":
            return decision._replace(measure=letter)
        self._draw(f"advance {pairing}", [self.seeds[seed - 1] for seed in pairs[pairing]], decision.entry)
        return decision._replace(by=By.DRAW, measure="f")

    def _even(self, years: int = 0) -> Measured:
        """A game in which both have as much of everything."""
        homes, treasury, commanded, missed = (self.random.randint(0, 9) for _each in range(4))
        return Measured([(homes, homes)] * years, (treasury,) * 2, (commanded,) * 2, (missed,) * 2)

    def _measures(self, games: list[int], letter: str, side: int) -> dict[int, Measured]:
        """What lets the letter decide for a side, and none before it; with a replay, by the sum alone."""
        found = {}
        for number in games:
            years = self.random.randint(2, 4) if letter in "abcd" else self.random.choice([0, 3])
            more = 1 + (len(games) == 2)
            game, better = self._even(years), side
            if len(games) == 2 and number != games[0]:
                more, better = 1, 1 - side
            add = (more, 0) if better == 0 else (0, more)
            found[number] = _with(game, letter, add)
        return found

    @property
    def read(self) -> Read:
        """What the site reads of it."""
        played, code = self.played, "g{}".format
        results = {
            number: Noted(
                *(0, EventKind.RESULT, number, NOW, NOW, None),
                {**facts, "winner": self.of(facts["winner"])},
            )
            for number, facts in played.results.items()
        }
        facts: dict[str, Any] = {"order": self.seeds}
        if self.seeding == "rating":
            facts["ratings"] = [self.ratings[entry] for entry in self.seeds]
        rows = PlayedRows(
            began=self.seeds,
            left={},
            order=[],
            pairs={n: tuple(self.seeds[seed - 1] for seed in two) for n, two in played.begun.items()},
            codes={number: code(number) for number in played.begun},
            results=results,
            rest=[Noted(0, EventKind.SEEDS, 0, NOW, NOW, None, facts)],
        )
        cup = Cup(
            Bracket(seats_of(self.seeds), played.third, self.decided),
            played.replays,
            {number: each.facts for number, each in results.items()},
            set(played.begun),
            played.replayed,
            {self.seeds[seed - 1] for seed in played.gone},
            {self.seeds[seed - 1] for seed in played.disqualified},
        )
        return Read(cup, rows, {})

    @property
    def whole(self) -> dict[str, Any]:
        found, cup = self.read, self.read.cup
        rules = {
            "kind": "elimination",
            "name": "Ærø ☃",
            "seeding": self.seeding,
            "replay": self.played.replays,
            "third_place": self.played.third,
        }
        said = json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        went = {entry: self.random.choice(["withdrawn", "removed"]) for entry in sorted(cup.gone)}
        went |= dict.fromkeys(cup.disqualified, "disqualified")
        file = {
            "format": 2,
            "kind": "elimination",
            "rules": rules,
            "rules_sha256": hashlib.sha256(said.encode()).hexdigest(),
            "entries": [{"entry": each, "state": went.get(each, "playing")} for each in self.entries],
            "draws": [*self.draws, dict(UNUSED)],
            "events": [],
            "log": [],
            "seeds": seeds_of(found),
            "seeded_by": seeded_by(found),
            "rounds": rounds_of(found, OVER, self.measured, FIRST_YEAR),
            "table": table_of(found),
        }
        if self.played.is_over:
            file["final"] = [
                {"place": group.first, "last": group.last, "entry": entry}
                for group in cup.bracket.places(cup.disqualified)
                for entry in sorted(group.entries)
            ]
            file["final"].sort(key=lambda line: (line["place"], line["last"], line["entry"]))
        return file


def _with(game: Measured, letter: str, add: tuple[int, int]) -> Measured:
    """With so much more of one measure for each of the two; missed phases count the other way round."""

    def plus(two: tuple[int, int]) -> tuple[int, int]:
        return two[0] + add[0], two[1] + add[1]

    home = list(game.home)
    if letter in "ac":
        at = -1 if letter == "a" else 0
        home[at] = plus(home[at])
    return Measured(
        home,
        plus(game.treasury) if letter == "b" else game.treasury,
        plus(game.commanded) if letter == "d" else game.commanded,
        (game.missed[0] + add[1], game.missed[1] + add[0]) if letter == "e" else game.missed,
    )
