"""The demo's event at tables of seven: twenty-one people, two rounds that are over, and a final under way.

Its games were played once by bots and are played again from their answers (`recorded`).
"""

from __future__ import annotations

from datetime import timedelta
from itertools import cycle
from random import Random
from typing import Any

from games.features.rehearsal import LONGEST, SLOW, Answering, Calendar, Until, in_the_past, play
from league.competitions import services
from league.competitions.models import Competition, Entry, Pairing
from league.competitions.models.pairing import runs
from league.competitions.rules.calendar import days_later
from league.competitions.services import results, turning
from league.competitions.tables.checking import check_in
from league.competitions.tables.rules import TablesRules, settings_of
from league.competitions.tables.seating import POWERS
from league.competitions.tables.state import read
from league.competitions.tables.systems import Powers
from league.demo.ladder import OTHERS, AllPeople, join_unseen
from league.demo.nine import SEATED
from league.demo.recorded import LAST_YEAR, answers_of, for_seven
from league.demo.season import ZONE, midnight
from league.leagues.models import League

DAY = timedelta(days=1)
OPENED, BEGAN, LASTS = 30, 23, 240
"""For how many days one has been able to enter, since when it was played, and how long it might last."""
ENTERED = (*SEATED, *OTHERS, "nadia")
OPEN = 2
"""Phases of the final that are over."""
WANTED = 3
"""Powers that each of them ranks for the top board."""


def under_way(league: League, people: AllPeople, seed: int) -> Competition:
    """An event of `league` that carl rules in, in its final round."""
    today = midnight()
    named = {name: people.get(name) or join_unseen(league, name) for name in ENTERED}
    with in_the_past(days=OPENED + 1) as calendar:
        rules = TablesRules(
            name="Seven at a table",
            league=league.slug,
            settings=settings_of({"last_year": LAST_YEAR}),
            pace=SLOW,
            zone=ZONE,
            enters_from=today - OPENED * DAY,
            enters_until=today - (BEGAN + 3) * DAY,
            starts_at=today - BEGAN * DAY,
            ends_at=days_later(today, LASTS - BEGAN, ZONE),
            absence=TablesRules.ABSENCE,
            largest=len(ENTERED),
            top_powers=Powers.RANKINGS,
            dispute_days=1,
        )
        given: dict[str, Any] = {"by": people["carl"], "rules": rules, "arbiters": [people["carl"]]}
        competition = services.create_season(league=league, **given)
        competition = services.announce(competition=competition, by=people["carl"])
        calendar.wait_until(rules.enters_from)
        for person in named.values():
            calendar.wait(3)
            services.enter(competition=competition, user=person)
        calendar.wait_until(rules.enters_until)
        _Event(competition, calendar, Random(seed)).play()
    competition.refresh_from_db()
    return competition


class _Event:
    def __init__(self, competition: Competition, calendar: Calendar, random: Random) -> None:
        self.competition, self.calendar, self.random = competition, calendar, random
        self.recorded = cycle(for_seven())

    def play(self) -> None:
        """Round by round, up to a few phases of the last one."""
        *before, last = range(1, self.competition.rules["rounds"] + 1)
        for number in before:
            self._begin(number)
            self._play()
            self.calendar.wait(24 * self.competition.rules["dispute_days"] + 1)
        self._begin(last)
        self._play(OPEN)

    def _begin(self, number: int) -> None:
        """Everyone checks in; then the round is drawn, looked at, and begun."""
        self._go_on()
        for entry in self.competition.entries.filter(state__in=Entry.IN).select_related("user"):
            self.calendar.wait(1)
            ranking = self.random.sample(POWERS, WANTED)
            check_in(competition=self.competition, user=entry.user, number=number, ranking=ranking)
        round_ = read(self.competition).rounds[number]
        for moment in (round_.closes, round_.begins):
            self.calendar.wait_until(moment)
            self._go_on()

    def _go_on(self) -> None:
        while turning.turn(self.competition):
            pass

    def _play(self, phases: int = LONGEST) -> None:
        """Play so many phases of each game, by turns: no deadline passes meanwhile."""
        running = self.competition.pairings.filter(runs()).select_related("game").order_by("number")
        tables = {pairing: answers_of(next(self.recorded)) for pairing in running}
        for ordinal in range(1, phases + 1):
            on = [each for each in tables if self._plays(each, tables[each], ordinal)]
            tables = {pairing: tables[pairing] for pairing in on}

    def _plays(self, pairing: Pairing, answering: Answering, until: int) -> bool:
        """Play the game up to a phase by its ordinal; whether it goes on. If it is over its result counts."""
        game: Any = pairing.game
        players = {side.seat: side.entry.user for side in pairing.sides.select_related("entry__user")}
        is_there: Until = lambda phase: phase.ordinal >= until  # noqa: E731
        on = play(game, players, self.calendar, self.random, until=is_there, answering=answering)
        if on is None:
            results.take_results([game.pk])
        return on is not None
