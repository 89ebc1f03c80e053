"""The demo's season of the ladder: twenty people, five weeks of challenges, something to do for everyone.

Its games were played once by bots and are played again from their answers (`recorded`): half to their end,
the others are conceded on the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any

from allauth.account.models import EmailAddress

from games.features.rehearsal import RULES, Calendar, Until, in_the_past, play, sit_down
from games.models import Game, Phase
from games.services.seats import resigning
from league.competitions import services
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.challenges import LadderState, may_challenge
from league.competitions.ladder.rules.ladder_rules import Order, of_ladder
from league.competitions.ladder.services.reigns import make_reigns
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.models import Challenge, Competition, Entry, Pairing
from league.competitions.services import results, turning
from league.competitions.services.disputing import result_of
from league.demo.recorded import SETTINGS, Recorded, Recording, answers_of
from league.demo.season import midnight, rules_of
from league.leagues import services as leagues
from league.leagues.models import League
from league.ratings.lists import take_in
from league.users.models import User

DAY = timedelta(days=1)
BEGAN, GOES_ON = 35, 150
"""For how many days it has been running, and for how many it goes on."""
ENTERED, WARMED_UP = 10, 12
"""Days before it began on which people entered, and on which they had begun to play for their ratings."""
OTHERS = (
    *("marta", "tomasz", "amelie", "yuki", "daniel", "claire"),
    *("sofia", "piotr", "hannah", "arjun", "lucia"),
)
"""The names of ladder players besides those whom one can log in as."""
MIDDLE = ("ada", "ben")
"""The people who begin in the middle, with others above and below to challenge."""
CONCEDED, TOO_LATE = 2, "F1901M"
"""Every so many games, one is conceded, and in which phase; the first and the last are."""
SAID = "I had conceded the other game, not this one."

AllPeople = Mapping[str, User]


def running(league: League, people: AllPeople, seed: int) -> Competition:
    """A season of `league` that carl rules in: games played and open, challenges that wait, a dispute."""
    today = midnight()
    begins = today - BEGAN * DAY
    random = Random(seed)
    named = {name: people[name] for name in people if name not in ("carl", "admin")}
    named |= {name: join_unseen(league, name) for name in OTHERS}
    with in_the_past(days=BEGAN + ENTERED + WARMED_UP) as calendar:
        _warm_up(league, named, calendar, random)
        rules = rules_of(
            league,
            name="Season 1",
            enters_from=begins - ENTERED * DAY,
            begins=begins,
            days=BEGAN + GOES_ON,
            idle_weeks=8,
            order=Order.RATING,
        )
        given: dict[str, Any] = {"by": people["carl"], "rules": rules, "arbiters": [people["carl"]]}
        competition = services.create_season(league=league, **given)
        competition = services.announce(competition=competition, by=people["carl"])
        calendar.wait_until(rules.enters_from)
        for person in named.values():
            calendar.wait(5)
            services.enter(competition=competition, user=person)
        calendar.wait_until(begins)
        turning.turn(competition)
        season = _Season(Competition.objects.get(pk=competition.pk), calendar, random)
        season.play(begins)
        season.leave_open()
    make_reigns()
    season.competition.refresh_from_db()
    return season.competition


def join_unseen(league: League, name: str) -> User:
    """A member of the league as whom no one can log in."""
    user = User.objects.filter(username=name).first()
    if user is None:
        user = User.objects.create_user(name, f"{name}@example.org")
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    leagues.join(league=league, user=user)
    return user


def _warm_up(league: League, people: AllPeople, calendar: Calendar, random: Random) -> None:
    """Games that rate all who enter but MIDDLE: half of them above a newcomer, half below, so that MIDDLE
    begin between them.
    """
    others = [name for name in people if name not in MIDDLE]
    random.shuffle(others)
    recorded, played = Recorded(), []
    for number, (winner, loser) in enumerate(zip(others[::2], others[1::2], strict=True), start=1):
        about: dict[str, Any] = {
            "name": f"Warming up {number}",
            "variant": "intimate",
            "settings": {**RULES, **SETTINGS},
        }
        game, players = sit_down(league, people, (winner, loser), calendar, **about)
        answering = answers_of(recorded.won_by("1"))
        play(game, players, calendar, random, until=lambda phase: phase.kind == "M", answering=answering)
        resigning.resign(game=game, user=people[loser])
        played.append(game.pk)
    take_in(played)


FIRST_WEEKS, LAST_WEEK = 9, 6
"""Games in the weeks before the last one, and in that."""
OWN = {3: ("ada", True), 7: ("ben", False), 11: ("ada", False)}
"""Games in which those play whom one can log in as, by their number: who challenges, and whether they win."""


class _Season:
    def __init__(self, competition: Competition, calendar: Calendar, random: Random) -> None:
        self.competition, self.calendar, self.random = competition, calendar, random
        self.entries = {each.number: each for each in competition.entries.select_related("user")}
        self.named = {each.user.username: each for each in self.entries.values()}
        self.recorded = Recorded()

    def play(self, begins: datetime) -> None:
        """The games that are over, one after the other; the loser of the last one disputes it."""
        early = [begins + DAY + (BEGAN - 10) * DAY * number / FIRST_WEEKS for number in range(FIRST_WEEKS)]
        late = [begins + (BEGAN - 8) * DAY + 5.5 * DAY * number / LAST_WEEK for number in range(LAST_WEEK)]
        for number, moment in enumerate((*early, *late)):
            self.calendar.wait_until(moment)
            is_late = number >= FIRST_WEEKS  # there are moves of the last days to look at
            name, wins = OWN.get(number, ("", is_late or self.random.random() < 0.5))
            challenge = self._challenge(self.named[name] if name else None)
            self._play_to_the_end(challenge, wins=wins, concedes=number % CONCEDED == 0)
        pairing = Pairing.objects.get(challenge=challenge)
        facts = result_of(pairing).facts
        loser = self.entries[facts["loser"] or challenge.by.number]
        self.calendar.wait(3)
        services.dispute(pairing=pairing, user=loser.user, said=SAID)

    def leave_open(self) -> None:
        """Two games that go on, one of them ada's, and two challenges that wait, one of them for her."""
        ada = self.named["ada"]
        for by in (ada, None):
            recording = self.recorded.won_by("1")
            self._play(self._begin(self._challenge(by)), recording, until=lambda phase: phase.kind == "M")
        below = [self.entries[each] for each in self._scene().table[::-1]]
        to_ada = next(each for each in below if ada.number in self._offered(each))
        self._make(to_ada, ada)
        self._challenge(None)

    def _challenge(self, by: Entry | None) -> Challenge:
        """A challenge by `by`, or by someone of those as whom no one logs in, to another of them."""
        strangers = [each.number for each in self.entries.values() if each.user.username not in MIDDLE]
        crowd = [by] if by else [self.entries[each] for each in self.random.sample(strangers, len(strangers))]
        for each in crowd:
            offered = [of for of in self._offered(each) if by or of in strangers]
            if offered:
                return self._make(each, self.entries[self.random.choice(offered)])
        raise AssertionError(f"Nobody can challenge anybody on {self.calendar.time}.")

    def _make(self, by: Entry, of: Entry) -> Challenge:
        self.calendar.wait(2)
        return ladder_services.challenge(competition=self.competition, user=by.user, of=of.number)

    def _offered(self, entry: Entry) -> list[int]:
        rules, now = of_ladder(self.competition.terms).challenges, self.calendar.time
        return may_challenge(rules, self._scene(), entry.number, now)

    def _scene(self) -> LadderState:
        return ladder_state_of(self.competition, self.calendar.time)

    def _begin(self, challenge: Challenge) -> Challenge:
        self.calendar.wait(4)
        return ladder_services.accept(challenge=challenge, user=challenge.of.user)

    def _play_to_the_end(self, challenge: Challenge, *, wins: bool, concedes: bool) -> None:
        """Play a game that the challenger wins or loses, unless its loser concedes before that."""
        challenge = self._begin(challenge)
        recording = self.recorded.won_by("1" if wins else "2")
        until = TOO_LATE if concedes else ""
        if self._play(challenge, recording, until=lambda phase: phase.label == until) is not None:
            loser = challenge.of if wins else challenge.by
            resigning.resign(game=_game_of(challenge), user=loser.user)
        results.take_results([_game_of(challenge).pk])

    def _play(self, challenge: Challenge, recording: Recording, *, until: Until) -> Phase | None:
        players = {"1": challenge.by.user, "2": challenge.of.user}
        answering = answers_of(recording)
        return play(
            _game_of(challenge), players, self.calendar, self.random, until=until, answering=answering
        )


def _game_of(challenge: Challenge) -> Game:
    return Game.objects.get(pairing__challenge=challenge)
