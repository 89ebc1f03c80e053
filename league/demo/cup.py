"""The demo's knock-out: sixteen people, seeded by rating, from the first round to a champion.

Most games are conceded on the way; the last ones were played once by bots (`recorded`). One is voided, and
its finished year decides (HR-13); one winner withdraws, and the next opponent has a walkover.
"""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

from games.features.rehearsal import SLOW, Calendar, Until, in_the_past, play
from games.services.masters import contests, rulings
from league.competitions import services
from league.competitions.knock_out.rules import KnockOutRules, Seeding
from league.competitions.models import Competition, Entry, Pairing
from league.competitions.models.pairing import runs
from league.competitions.rules.calendar import days_later
from league.competitions.services import results, turning
from league.demo.ladder import OTHERS, AllPeople, join_unseen
from league.demo.recorded import SETTINGS, Recorded, answers_of
from league.demo.season import ZONE, midnight
from league.leagues.models import League

DAY = timedelta(days=1)
OPENED, BEGAN, LASTS = 34, 29, 900
"""For how many days one has been able to enter, since when it was played, and how long it might have been."""
ENTERED = ("ada", "ben", "eve", "fay", "gus", "hal", "ivy", *OTHERS[:9])
VOID, LEAVES = 1, 2
"""The pairings of the first round whose game is voided, and whose winner withdraws."""
PLAYED = (13, 14, 15)
"""The pairings that are played to their end: the semi-finals and the final."""
CONCEDES, MEASURED = "F1901M", "S1902M"
"""The phases in which the other games are conceded, and in which one is voided: a year is finished."""
WHY = "Both asked me to end it: the answers of the last phase were seen by a third person."


def finished(league: League, people: AllPeople, seed: int) -> Competition:
    """A knock-out of `league` that carl rules in, played to its end."""
    today = midnight()
    named = {name: people.get(name) or join_unseen(league, name) for name in ENTERED}
    with in_the_past(days=OPENED + 1) as calendar:
        rules = KnockOutRules(
            name="Autumn cup",
            league=league.slug,
            variant="intimate",
            settings=SETTINGS,
            pace=SLOW,
            zone=ZONE,
            enters_from=today - OPENED * DAY,
            enters_until=today - (BEGAN + 1) * DAY,
            starts_at=today - BEGAN * DAY,
            ends_at=days_later(today, LASTS - BEGAN, ZONE),
            largest=len(ENTERED),
            seeding=Seeding.RATING,
            third_place=True,
            dispute_days=1,
        )
        given: dict[str, Any] = {"by": people["carl"], "rules": rules, "arbiters": [people["carl"]]}
        competition = services.create_season(league=league, **given)
        competition = services.announce(competition=competition, by=people["carl"])
        calendar.wait_until(rules.enters_from)
        for person in named.values():
            calendar.wait(5)
            services.enter(competition=competition, user=person)
        for moment in (rules.enters_until, rules.starts_at):
            calendar.wait_until(moment)
            turning.turn(competition)
        _Cup(competition, calendar, Random(seed)).play()
    competition.refresh_from_db()
    return competition


class _Cup:
    def __init__(self, competition: Competition, calendar: Calendar, random: Random) -> None:
        self.competition, self.calendar, self.random = competition, calendar, random
        self.recorded = Recorded()

    def play(self) -> None:
        """Round by round, until nothing is left to play."""
        while running := self._running():
            for pairing in running:
                self._end(pairing)
            self._settle()
        self._settle()

    def _running(self) -> list[Pairing]:
        rows = self.competition.pairings.filter(runs())
        return list(rows.select_related("game").order_by("number"))

    def _settle(self) -> None:
        """Results become final, and what follows from them is done; no one rules on the voided game."""
        for days in (self.competition.rules["dispute_days"], self.competition.rules["ruling_days"]):
            self.calendar.wait(24 * days + 1)
            while turning.turn(self.competition):
                self.competition.refresh_from_db()
            if self._running():
                return

    def _end(self, pairing: Pairing) -> None:
        """One of the two wins, the upper one more often."""
        upper, lower = (side for side in pairing.sides.select_related("entry__user"))
        won, lost = (upper, lower) if self.random.random() < 0.7 else (lower, upper)
        players = {side.seat: side.entry.user for side in (won, lost)}
        game: Any = pairing.game
        label = MEASURED if pairing.number == VOID else "" if pairing.number in PLAYED else CONCEDES
        until: Until = lambda phase: phase.label == label  # noqa: E731
        answering = answers_of(self.recorded.won_by(won.seat))
        if play(game, players, self.calendar, self.random, until=until, answering=answering) is not None:
            game.refresh_from_db()
            if pairing.number == VOID:
                rulings.declare_void(game=game, user=self.competition.opened_by, reason=WHY)
            else:
                contests.lose(game=game, user=lost.entry.user, concedes=True)
        results.take_results([game.pk])
        if pairing.number == LEAVES:
            self._withdraw(won.entry)

    def _withdraw(self, entry: Entry) -> None:
        self.calendar.wait(3)
        services.withdraw(competition=self.competition, user=entry.user)
