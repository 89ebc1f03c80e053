"""The season itself: a league, its people and games, hour by hour until every game has ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from traceback import format_exc
from typing import Any
from unittest import mock
from uuid import UUID

from django.core import mail

from games.adjudication import drain as draining
from games.adjudication import outage
from games.common import clock
from games.common.errors import GameError
from games.common.guards import limits
from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from games.models import Answer, Game, Phase, Tenure
from games.services.players.reminding import remind
from games.services.seats import opening
from games.services.seats.removal import remove_from_league
from games.services.seats.seating import take_seat
from league.leagues import services as leagues
from league.leagues.errors import LeagueError
from league.leagues.services import sanctions
from league.leagues.services.extending import extend_all
from tests.conftest import house_was_up, make_user
from tests.fuzz.season import acts, clocks
from tests.fuzz.season.calendar import Calendar
from tests.fuzz.season.cast import KINDS, Kind, Person, person
from tests.fuzz.season.checks import violations
from tests.opening import open_game

LONGEST_STEP = 5.0
"""Hours between two looks at the league, at most; deadlines are met as they come."""
A_DAY = 24.0
PRESIDED = 0.6
MASTERS_ACT = 0.3
ORGANISERS_ACT = 0.12
OUTAGES = 0.04
"""How often a day the house stands still, unnoticed, until the next step."""


class Season:
    """A league of people who play games. `done` counts what was done, `refused` what was not allowed."""

    def __init__(self, *, games: int, people: int, seed: int) -> None:
        self.random, self.calendar = Random(seed), Calendar()
        self.wanted, self.size = games, people
        self.people: list[Person] = []
        self.games: list[Game] = []
        self.kinds: dict[int, Kind] = {}
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.faults: list[str] = []
        """What the site could not do, and should not have failed at."""

    def play(self, *, weeks: int, tell: Callable[[str], None]) -> None:
        """Play for so many weeks, or until every game is over; `tell` is told of each week."""
        with self._by_the_clock():
            self._open()
            week = -1
            while self.calendar.day < 7 * weeks and (running := self._running()):
                if self.calendar.day // 7 > week:
                    week = self.calendar.day // 7
                    over = len(self.games) - len(running)
                    tell(f"week {week + 1:>3}: {over:>3} of {len(self.games)} games over")
                self._step(running)

    @contextmanager
    def _by_the_clock(self) -> Iterator[None]:
        """The site's clock and chance are the season's; no one acts too often by the clock on the wall."""
        secrets = lambda: f"{self.random.getrandbits(256):064x}"  # noqa: E731
        with (
            clock.reading(self.calendar.read),
            mock.patch.object(opening, "new_secret", secrets),
            mock.patch.object(limits, "count", lambda *_given: None),
        ):
            yield

    def _open(self) -> None:
        self.organiser = make_user("organiser")
        self.league = leagues.create_league(
            user=self.organiser, name="Season", slug="season", description="", visibility="public"
        )
        for number in range(self.size):
            user = make_user(f"bot{number:02}")
            leagues.join(league=self.league, user=user)
            self.people.append(person(user, self.random))
        for number in range(self.wanted):
            self._open_game(number, KINDS[number % len(KINDS)])

    def _open_game(self, number: int, kind: Kind) -> None:
        crowd = self.random.sample(self.people, len(self.people))
        host = crowd.pop()
        game = open_game(
            league=self.league,
            user=host.user,
            name=f"{kind.name} {number}",
            variant=kind.variant,
            settings=kind.settings,
            pace=kind.pace,
            absence=kind.absence,
            master=host.user if self.random.random() < PRESIDED else None,
            code=f"season{number:02}",
        )
        for each, seated in zip(game.seats.all(), crowd, strict=False):
            take_seat(game=game, user=seated.user, nonce=f"{number} {each.key}")
        self.games.append(game)
        self.kinds[game.pk] = kind

    def _running(self) -> list[Game]:
        keys = [game.pk for game in self.games]
        return list(Game.objects.filter(pk__in=keys, state=Game.State.RUNNING).order_by("pk"))

    def violations(self) -> list[str]:
        """Everything that is wrong with what came of the season."""
        games = list(Game.objects.filter(pk__in=[game.pk for game in self.games]).order_by("pk"))
        with self._by_the_clock():
            found = [f"game {game.name} ({game.code}): {what}" for game in games for what in violations(game)]
            unsent = OutboxRow.objects.filter(attempts__gt=1, sent_at=None)
            lost = [f"nobody delivered {row.topic} {row.payload}: {row.last_error}" for row in unsent]
            return [*self.faults, *found, *lost, *clocks.moved_alike(games)]

    def _step(self, running: list[Game]) -> None:
        """Some hours, at most until the next phase closes: people act, then the drain works."""
        hours = self.random.uniform(0.5, LONGEST_STEP)
        until = self.calendar.time + timedelta(hours=hours)
        closings = Phase.objects.filter(game__in=running, adjudicated_at=None, set_aside_at=None)
        soonest = min(closings.values_list("closes_at", flat=True), default=until)
        share = hours / A_DAY
        self.calendar.wait_until(min(until, soonest))
        if self.random.random() < OUTAGES * share:
            self.calendar.wait_until(self.calendar.time + outage.longest_gap() * 3)
            self.done["outage"] += 1
        else:
            house_was_up()
        draining.drain(budget=1e9)
        remind(budget=1e9)
        deliver(budget=1e9)
        mail.outbox.clear()
        for each in self.people:
            self._live(each, share)
        for game in running:
            self._look_at(game.pk, share)
        if self.random.random() < ORGANISERS_ACT * share:
            self._organise()

    def _live(self, each: Person, share: float) -> None:
        """Vanish, return, and look for seats in others' games."""
        now = self.calendar.time
        if not each.is_here(now):
            return
        if self.random.random() < each.vanishes * share:
            each.vanish(now, self.random)
            self.done["vanish"] += 1
        elif self.random.random() < each.takes_over * share:
            game = Game.objects.get(pk=self.random.choice(self.games).pk)
            self._try("take a seat over", acts.take_a_seat_over, game, each, self.random)

    def _look_at(self, key: int, share: float) -> None:
        """A player who is here may answer, or do something else."""
        game = Game.objects.get(pk=key)
        if not game.is_running:
            return
        phase = Phase.objects.get(game=game, adjudicated_at=None)
        saved = set(Answer.objects.filter(phase=phase).values_list("seat", flat=True))
        held = Tenure.objects.filter(game=game, left_at=None).select_related("seat", "user")
        people = {each.user.pk: each for each in self.people}
        for tenure in held.order_by("pk"):
            each = people.get(tenure.user_id)
            if each is None or not each.is_here(self.calendar.time):
                continue
            owes = tenure.seat.key in phase.due and tenure.seat_id not in saved
            if owes and self.random.random() < each.looks * share and self.random.random() < each.diligence:
                self._try("answer", acts.answer, game, phase, tenure, self.random)
            for act, rate in acts.ACTS.items():
                self._sometimes(act, rate * share, game, phase, tenure)
            self._sometimes(acts.leave, each.leaves * share, game, phase, tenure)
            self._sometimes(acts.quarrel, each.quarrels * share, game, phase, tenure)
        if game.master_id and self.random.random() < MASTERS_ACT * share:
            self._preside(game.pk)

    def _sometimes(self, act: Any, chance: float, game: Game, phase: Phase, tenure: Tenure) -> None:
        if self.random.random() < chance:
            self._try(act.__name__.replace("_", " "), act, game, phase, tenure, self.random)

    def _preside(self, key: int) -> None:
        game = Game.objects.select_related("master").get(pk=key)
        phase = Phase.objects.filter(game=game, adjudicated_at=None).first()
        if game.is_running and phase is not None:
            self._try("preside", acts.preside, game, phase, game.master, self.calendar.time, self.random)

    def _organise(self) -> None:
        """The organiser puts someone out, at most every tenth member, or gives all games more time."""
        here = [each for each in self.people if not each.is_gone]
        if self.random.random() < 0.5 and len(here) > 0.9 * len(self.people):
            self._try("remove a member", self._remove, self.random.choice(here))
        else:
            self._try("extend all games", self._extend_all)

    def _remove(self, each: Person) -> None:
        at = clock.now()
        sanctions.remove(league=self.league, by=self.organiser, person=each.user, reason=acts.WHY)
        each.is_gone = True
        remove_from_league(league=self.league.pk, person=each.user, at=at)

    def _extend_all(self) -> None:
        key = UUID(int=self.random.getrandbits(128), version=4)
        hours = self.random.choice([6, 12, 24])
        extend_all(league=self.league, by=self.organiser, hours=hours, reason=acts.WHY, key=key)

    def _try(self, name: str, act: Callable[..., Any], *given: Any) -> None:
        """Do something, or be told that it may not be done; anything else is the site's fault."""
        try:
            result = act(*given)
        except (GameError, LeagueError) as error:
            self.refused[f"{name}: {type(error).__name__}"] += 1
        except Exception:
            where = next((str(each) for each in given if isinstance(each, Game)), "the league")
            self.faults.append(f"{where}, {self.calendar.time:%d %b %H:%M}: {name}\n{format_exc()}")
        else:
            self.done[result if isinstance(result, str) else name] += 1
