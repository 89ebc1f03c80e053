"""Files of events at tables of seven that were played without rows, as the site's export writes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

from games.agreed.pace import Pace
from games.facts.tenures import Held
from league.competitions.rules.canonical import sha256_of
from league.competitions.rules.draws import commitment_to, draw, seed_of
from league.competitions.rules.event_kind import EventKind
from league.competitions.state.finality import Finality
from league.competitions.state.played import Noted, Played
from league.competitions.tables import rounds, search
from league.competitions.tables.drawing import judged
from league.competitions.tables.export import Beside, told_of
from league.competitions.tables.rounds import Checked, drawn_round
from league.competitions.tables.rules import TablesRules
from league.competitions.tables.seating import POWERS
from league.competitions.tables.state import Read, read_of

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
STARTS = datetime(2026, 9, 1, tzinfo=UTC)
TABLES = TablesRules(
    name="Ærø ☃",
    league="calais",
    settings={"players": 7, "rulebook": "modern", "last_year": 1907},
    pace=Pace(),
    zone="Europe/Paris",
    enters_from=STARTS - timedelta(days=14),
    enters_until=STARTS - timedelta(days=1),
    starts_at=STARTS,
    ends_at=STARTS + timedelta(days=3000),
)


def board(random: Random) -> dict[str, Any]:
    """How a game ended, as a log keeps it: now and then with a solo, often with equals and with some out."""
    solo = [random.randint(18, 24), 5, 3, 2, 0, 0, 0]
    cuts = sorted(random.choices(range(35), k=6))
    parts = [high - low for low, high in zip([0, *cuts], [*cuts, 34], strict=True)]
    even = [9, 9, 8, 4, 4, 0, 0]
    owned = random.choice([solo, parts, parts, parts, even])
    random.shuffle(owned)
    centres = dict(zip(POWERS, owned, strict=True))
    out = {power: random.randint(1901, 1907) for power in POWERS if not centres[power]}
    return {"how": "RB-13", "centres": centres, "out": out}


@dataclass
class Event:
    """An event as it is played: `people` are accepted, `waiting` wait for places, each by number.

    `draw` makes the next round and `begin` begins it; `ends` lets a table end. `file` is its export.
    """

    rules: TablesRules
    random: Random
    people: list[int]
    waiting: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        labels = ["ties", *(f"round {number}" for number in range(1, self.rules.rounds + 1))]
        self.secrets = {label: self.random.randbytes(32).hex() for label in labels}
        self.words = [f"word {entry}" for entry in self.people]
        self.draws = {"ties": (self.people, self.drawn("ties", self.people))}
        self.log: list[Noted] = []
        self.results: dict[int, Noted] = {}
        self.left: dict[int, Mapping[str, Any]] = {}
        self.apart: dict[int, list[list[int]]] = {}
        self.rankings: dict[int, list[str]] = {}
        self.told: list[dict[str, Any]] = []

    def drawn(self, label: str, over: list[int], as_: str = "") -> list[int]:
        return draw(seed_of(self.secrets[label], self.words), as_ or label, over)

    def _order(self, _season: Any, number: int, over: list[int], again: int, _now: Any) -> list[int]:
        label = f"round {number}"
        over = self.draws[label][0] if again else sorted(over)
        self.draws.setdefault(label, (over, self.drawn(label, over)))
        return self.drawn(label, over, f"{label} again {again}") if again else self.draws[label][1]

    def note(self, kind: EventKind, number: int, facts: Any) -> Noted:
        made = Noted(len(self.log) + len(self.results) + 1, kind, number, NOW, NOW, None, facts)
        self.log.append(made)
        return made

    @property
    def found(self) -> Read:
        order = self.draws["ties"][1]
        codes = {number: f"g{number}" for number in range(1, 400)}
        return read_of(self, Played(self.people, self.left, order, {}, codes, self.results, self.log))  # type: ignore[arg-type]

    code = "autumn"

    @property
    def terms(self) -> TablesRules:
        return self.rules

    def keep_apart(self, *pairs: tuple[int, int]) -> None:
        facts = {"pairs": [list(pair) for pair in pairs], "reason": "Housemates."}
        self.note(EventKind.APART, 0, facts)
        self.told.append({"kind": "apart", **facts})

    def draw(self, number: int, checked: list[Checked], again: int = 0) -> None:
        if not again:
            self.note(EventKind.CALLED, number, {})
        with patch.object(rounds, "_order", self._order), patch.object(search, "STEPS", 500):
            facts = drawn_round(None, self.found, checked, number, NOW, again)  # type: ignore[arg-type]
        self._told(number, facts)
        self.rankings = {each.entry: list(each.ranking) for each in checked if not each.is_substitute}

    def swap(self, number: int, one: int = 0, other: int = 1) -> None:
        """Two at the first table change their powers."""
        facts = dict(self.found.rounds[number].drawn.facts)  # type: ignore[union-attr]
        tables = [dict(table, seats=list(table["seats"])) for table in facts["tables"]]
        seats = tables[0]["seats"]
        seats[one], seats[other] = seats[other], seats[one]
        made = judged(
            [tuple(table["seats"]) for table in tables],
            {},
            self.found.seated_before(number),
            self.found.apart,
        )
        swapped = [seats[one], seats[other]]
        self._told(number, facts | {"tables": tables, "cost": list(made.cost), "swapped": swapped})

    def _told(self, number: int, facts: dict[str, Any]) -> None:
        apart = self.found.apart
        self.apart[number] = [list(pair) for pair in sorted(apart)]
        if not facts["tables"]:
            self.note(EventKind.ROUND, number, facts)
            return
        self.note(EventKind.DRAWN, number, facts)
        shown = [_shown(table) for table in facts["tables"]]
        swapped = {"swapped": facts["swapped"]} if "swapped" in facts else {}
        row = {"kind": "drawn", "round": number, "tables": shown, "cost": facts["cost"]}
        self.told.append(row | {"again": facts["again"], "sat_out": facts["sat_out"]} | swapped)

    def begin(self, number: int) -> list[int]:
        """Its tables."""
        drawn = self.found.rounds[number].drawn
        if drawn is None:
            return []
        self.note(EventKind.ROUND, number, dict(drawn.facts))
        return [table.number for table in self.found.rounds[number].tables]

    def ends(self, table: int, **facts: Any) -> None:
        made = board(self.random) | facts
        key = 10_000 + table
        self.results[table] = Noted(key, EventKind.RESULT, table, NOW, NOW, None, made)

    def leaves(self, entry: int, why: str = "withdrawn") -> None:
        self.left[entry] = {"entry": entry, "why": why}

    def checked(self, *, volunteers: int = 0, substitutes: int = 0, missing: int = 0) -> list[Checked]:
        """Who checks in: all who are in but for so many, and so many of those who wait."""
        there = [entry for entry in self.people if entry not in self.left]
        there = sorted(self.random.sample(there, max(len(there) - missing, 0)))
        twice = set(self.random.sample(there, min(volunteers, len(there))))

        def wanted() -> tuple[str, ...]:
            return tuple(self.random.sample(POWERS, self.random.randint(0, 7)))

        return sorted(
            [Checked(entry, False, entry in twice, wanted()) for entry in there]
            + [Checked(entry, True, False) for entry in self.waiting[:substitutes]],
            key=lambda each: each.entry,
        )

    @property
    def file(self) -> dict[str, Any]:
        """The fields of the export that the check reads, named as docs/season-export.md does."""
        found = self.found
        top = found.top
        rankings = {entry: self.rankings.get(entry, []) for entry in top.seats} if top else {}
        if self.rules.top_powers != "rankings":
            rankings = {}
        years = {power: [Held(1, 3, "resigned"), Held(2, 4, "")] for power in POWERS[:1]}
        beside = Beside(Finality(timedelta(), NOW, True, {}, {}), {1: years}, {2: 900}, self.apart, rankings)
        entries = sorted([*self.people, *self.waiting])
        states = {entry: facts["why"] for entry, facts in self.left.items()}
        states |= dict.fromkeys(self.waiting, "waiting")
        rules = self.rules.to_json()
        last = max(found.rounds, default=0)
        file = {
            "format": 2,
            "kind": "tables",
            "rules": rules,
            "rules_sha256": sha256_of(rules),
            "entries": [{"entry": each, "state": states.get(each, "playing")} for each in entries],
            "draws": [self._draw(label) for label in self.secrets],
            "events": [],
            "log": self.told,
            **told_of(found, beside),
        }
        if last == self.rules.rounds and all(number in self.results for number in found.tables):
            lines = [(line.shares[0], line.entry) for line in found.lines(besides=self._followed(found))]
            file["final"] = [{"place": place, "entry": entry} for place, entry in sorted(lines)]
        return file

    def _followed(self, found: Read) -> list[int]:
        """Who had Austria at table 1, if that counts: a substitute had it for four years."""
        austria = found.tables[1].seats[0]
        lines = found.lines(besides=found.disqualified)
        counts = 1 in next((line.counted for line in lines if line.entry == austria), ())
        return [austria] if counts and austria not in found.tables[1].aside else []

    def _draw(self, label: str) -> dict[str, Any]:
        over, order = self.draws.get(label, ([], []))
        secret, words = self.secrets[label], self.words if label == "ties" else []
        told = {"secret": secret if order else None, "words": words if order else []}
        return {"label": label, "commitment": commitment_to(secret), "over": over, "order": order} | told


def _shown(table: Mapping[str, Any]) -> dict[str, Any]:
    seats = dict(zip(POWERS, table["seats"], strict=True))
    counts = {power: entry not in table.get("aside", ()) for power, entry in seats.items()}
    return {"table": table["number"], "seats": seats, "counts": counts}


ENDS: tuple[Mapping[str, Any], ...] = (
    *({},) * 6,
    {"how": "HR-6", "silent": True},
    {"how": "void"},
)
"""Games for seven end by themselves, now and then by silence or by a ruling."""


def played(rules: TablesRules, random: Random, people: int, waiting: int = 0) -> Event:
    """An event as chance has it, to the end of its last round, with all that can become of it."""
    numbers = sorted(random.sample(range(1, 2 * (people + waiting)), people + waiting))
    made = Event(rules, random, numbers[:people], numbers[people:])
    for number in range(1, rules.rounds + 1):
        there = [entry for entry in made.people if entry not in made.left]
        if len(there) < 7:
            break
        if random.random() < 0.4:
            made.keep_apart(tuple(sorted(random.sample(there, 2))))  # type: ignore[arg-type]
        missing = random.choice([0, 0, 1, 2, 3])
        checked = made.checked(volunteers=random.randint(0, 4), substitutes=waiting, missing=missing)
        made.draw(number, checked)
        if len([each for each in checked if not each.is_substitute]) < 7:
            break
        if random.random() < 0.3:
            made.draw(number, checked, again=1)
        if random.random() < 0.3:
            made.swap(number)
        for table in made.begin(number):
            facts = dict(random.choice(ENDS))
            if rules.has_votes and random.random() < 0.5:
                facts["voted"] = random.sample(POWERS, random.randint(1, 7))
            made.ends(table, **facts)
        for entry in random.sample(there, random.choice([0, 0, 0, 1])):
            made.leaves(entry, random.choice(["withdrawn", "disqualified"]))
    return made
