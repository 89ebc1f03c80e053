"""An event at tables of seven as its log has it: its rounds, and what their games came to.

Entries are numbers, and so are tables: a table's is that of its pairing. A round is `called` (check-in
opens), `drawn`, maybe more than once, and `begun`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any

from league.competitions.models import Competition
from league.competitions.rules.endings import VOIDS
from league.competitions.rules.event_kind import EventKind
from league.competitions.state.played import Noted, Played, played_of
from league.competitions.tables.ended import Ended, Scores
from league.competitions.tables.rules import LOOKING, TablesRules
from league.competitions.tables.seating import POWERS, Pair
from league.competitions.tables.standings import Line, Result, final_standings_of, standings_of


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits where: `seats` by the order of `POWERS`. Who plays there `aside` scores for the others alone:
    a substitute, or someone's second seat.
    """

    number: int
    round: int
    seats: tuple[int, ...]
    aside: frozenset[int] = frozenset()
    is_top: bool = False

    def power_of(self, entry: int) -> str:
        return POWERS[self.seats.index(entry)]

    def entry_of(self, power: str) -> int:
        return self.seats[POWERS.index(power)]


@dataclass(slots=True)
class Round:
    """A round that was called; its drawing that counts, and what it began with, as the log has them."""

    number: int
    called: Noted
    drawn: Noted | None = None
    begun: Noted | None = None

    @property
    def closes(self) -> datetime:
        """When check-in is over, and the round is drawn."""
        return self.called.at

    @property
    def opens(self) -> datetime:
        return self.called.recorded_at

    @property
    def begins(self) -> datetime:
        return self.closes + LOOKING

    def takes_check_ins(self, now: datetime) -> bool:
        return self.drawn is None and self.begun is None and now < self.closes

    @property
    def tables(self) -> list[Table]:
        """Those it began with; before that, as they are drawn."""
        facts = (self.begun or self.drawn or self.called).facts
        return [
            Table(
                each["number"],
                self.number,
                tuple(each["seats"]),
                frozenset(each.get("aside", ())),
                bool(facts.get("top")) and at == 0,
            )
            for at, each in enumerate(facts.get("tables", ()))
        ]

    @property
    def sat_out(self) -> Sequence[int]:
        facts = self.begun.facts if self.begun else {}
        found: Sequence[int] = facts.get("sat_out", ())
        return found

    @property
    def is_too_small(self) -> bool:
        """Whether too few had checked in: it was not played, and none follows."""
        return self.begun is not None and not self.tables


@dataclass(slots=True)
class Read:
    """The whole event. `apart` are the pairs that are kept apart, the lower number first."""

    rules: TablesRules
    played: Played
    rounds: Mapping[int, Round]
    apart: frozenset[Pair]
    years: Mapping[int, Mapping[int, Noted]] = field(default_factory=dict)
    """Of games that are played elsewhere, what organisers entered: by table, by game year."""
    tables: Mapping[int, Table] = field(init=False)

    def __post_init__(self) -> None:
        begun = [each for each in self.rounds.values() if each.begun is not None]
        self.tables = {table.number: table for each in begun for table in each.tables}

    @property
    def last(self) -> Round | None:
        """The round that was called last."""
        return self.rounds[max(self.rounds)] if self.rounds else None

    @property
    def began(self) -> Sequence[int]:
        return self.played.began

    @property
    def in_it(self) -> list[int]:
        """Who began and has not gone."""
        return [entry for entry in self.began if entry not in self.played.left]

    @property
    def disqualified(self) -> set[int]:
        return {entry for entry, facts in self.played.left.items() if facts["why"] == "disqualified"}

    @property
    def top(self) -> Table | None:
        """The top board, once the final round has begun."""
        return next((table for table in self.tables.values() if table.is_top), None)

    def sat_out_before(self, number: int) -> Mapping[int, int]:
        """How often each sat out before the round of this number."""
        found: dict[int, int] = defaultdict(int)
        for each in self.rounds.values():
            for entry in each.sat_out if each.number < number else ():
                found[entry] += 1
        return found

    def seated_before(self, number: int) -> list[tuple[int, ...]]:
        """The tables of all rounds before the one of this number."""
        return [table.seats for table in self.tables.values() if table.round < number]

    # What games came to

    def end_of(self, number: int, ends: Mapping[int, Mapping[str, Any]]) -> Mapping[str, Any]:
        """The result of a table that counts, or as `ends` has it; empty: there is none yet."""
        own = self.played.end_of(number)
        return {**own, **ends[number]} if ends.get(number) else own

    def results(self, ends: Mapping[int, Mapping[str, Any]] | None = None) -> Iterator[Result]:
        """What each round came to for each entry, as far as games are over; `ends` are as if (by table)."""
        for number, table in self.tables.items():
            end = self.end_of(number, ends or {})
            if end:
                yield from self._of_table(table, end)
        for each in self.rounds.values():
            for entry in each.sat_out:
                yield Result(entry, each.number, self.rules.sit_out)

    def _of_table(self, table: Table, end: Mapping[str, Any]) -> Iterator[Result]:
        counted = [entry for entry in table.seats if entry not in table.aside]
        if is_void(end):
            score = Fraction(0) if end.get("silent") else self.rules.sit_out
            yield from (Result(entry, table.round, score) for entry in counted)
            return
        ended = ended_of(end)
        scores, tops = self.rules.scores(ended), ended.tops
        for entry in counted:
            power = table.power_of(entry)
            owned = ended.centres[power]
            yield Result(entry, table.round, scores[power], table.number, owned, tops[power])

    def scores_at(self, number: int) -> Scores:
        """What a table gave each power; nothing of one that runs, or came to nothing."""
        end = self.end_of(number, {})
        return {} if not end or is_void(end) else self.rules.scores(ended_of(end))

    def lines(
        self, ends: Mapping[int, Mapping[str, Any]] | None = None, besides: Collection[int] = ()
    ) -> list[Line]:
        """The standings from the top, of all who began and are not disqualified, but for `besides`."""
        ranked = [entry for entry in self.began if entry in besides or entry not in self.disqualified]
        order = self.played.order  # who came from the waiting list after the draw stands behind it
        late = sorted(set(self.began) - set(order))
        given = (list(self.results(ends)), self.rules.counting, [*order, *late])
        top = self.top
        if top is None:
            return standings_of(ranked, *given)
        seven = [entry for entry in top.seats if entry in ranked]
        return final_standings_of(ranked, *given, seven, top.round)


def is_void(end: Mapping[str, Any]) -> bool:
    """Whether a result came to nothing (HR-6)."""
    return end["how"] in VOIDS


def ended_of(end: Mapping[str, Any]) -> Ended:
    """What a score reads of a result."""
    return Ended(end["centres"], end["out"], frozenset(end.get("voted", ())))


def board_of(years: Mapping[int, Noted]) -> dict[str, Any]:
    """Of a game that is played elsewhere, by the years that were entered: the centres of the last one, and
    since when those without any have none, as a result has them.
    """
    owned = {year: noted.facts["centres"] for year, noted in years.items()}
    last = owned[max(owned)]
    dead = [power for power in POWERS if not last[power]]
    return {
        "centres": dict(last),
        "out": {power: min(year for year, each in owned.items() if not each[power]) for power in dead},
    }


def read(season: Competition) -> Read:
    """Three queries."""
    return read_of(season, played_of(season))


def read_of(season: Competition, played: Played) -> Read:
    """The same of what was read."""
    rules = season.terms
    if not isinstance(rules, TablesRules):
        raise TypeError(f"{season.code} is not played at tables")
    rounds, apart = dict[int, Round](), frozenset[Pair]()
    years: dict[int, dict[int, Noted]] = defaultdict(dict)
    for event in played.rest:
        if event.kind == EventKind.CALLED:
            rounds[event.number] = Round(event.number, event)
        elif event.kind == EventKind.DRAWN:
            rounds[event.number].drawn = event
        elif event.kind == EventKind.ROUND:
            rounds[event.number].begun = event
        elif event.kind == EventKind.CENTRES:
            years[event.number][event.facts["year"]] = event
        elif event.kind == EventKind.APART:
            apart = frozenset((one, two) for one, two in event.facts["pairs"])
    return Read(rules, played, rounds, apart, dict(years))
