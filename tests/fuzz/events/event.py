"""One simulated event, from its draft to its end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from traceback import format_exc
from typing import Any, ClassVar
from unittest import mock

from django.core import mail
from django.core.cache import cache
from django.db import transaction

from games.adjudication import drain as draining
from games.common import clock
from games.common.errors import GameError
from games.common.guards import limits
from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from league.competitions.errors import CompetitionError
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Competition, Entry
from league.competitions.services import turning
from league.leagues import services as leagues
from league.leagues.errors import LeagueError
from tests.conftest import house_was_up, make_user
from tests.fuzz.events import checks
from tests.fuzz.events.acts import Acts
from tests.games.conftest import NOON, Clock

DAY = timedelta(days=1)
TICK = timedelta(milliseconds=1)
LATEST = 60.0
"""Hours after which a result is heard of, at most."""
TURNS = 5
"""A season closes, ends its games and ends in several turns."""
AGAIN = 0.1
"""How many results are heard of twice."""
WITH_MONEY = 0.4
PASSING = re.compile(rb'"(\d{4}-\d\d-\d\dT[^"]*|[a-z2-9]{8})"')
"""Moments and codes of games, as files hold them."""


class _Ticking(Clock):
    """No two things that are done one after the other are done at the same moment."""

    def read(self) -> datetime:
        self.now += TICK
        return self.now


class Simulated:
    """An event of a seed. `faults` are what the site could not do, or did and should not have done.

    A kind says what it is `called`, its seasons for tests without money and with it, its rules, and what is
    wrong with one.
    """

    called: ClassVar[str]
    seasons: ClassVar[tuple[Any, Any]]
    acting: ClassVar[type[Acts]]

    def __init__(self, seed: int, fewest: int, most: int) -> None:
        self.seed, self.random, self.clock = seed, Random(seed), _Ticking(NOON)
        self.people = self.random.randint(fewest, most)
        self.faults: list[str] = []
        self.counted: Counter[str] = Counter()
        self.checked = 0
        self.said = ""

    def rules(self) -> dict[str, Any]:
        """The rules that chance gives it."""
        raise NotImplementedError

    def money(self) -> dict[str, Any]:
        """Those of its money, where it has any."""
        return {"prize_games": self.random.choice([0, 1])}

    def hours(self) -> float:
        """After how many something is done again, at most."""
        raise NotImplementedError

    def wrong(self, season: Competition, now: datetime) -> Iterable[str]:
        raise NotImplementedError

    def wrong_end(self, season: Competition, now: datetime) -> Iterable[str]:
        raise NotImplementedError

    def tell(self, season: Competition) -> None:
        """Count what came of one that had begun."""

    def play(self) -> None:
        with self._by_the_clock():
            self._open()
            latest = self.season.competition.ends_at + 90 * DAY
            while not self.season.refresh().competition.is_over:
                if self.clock.now > latest:
                    self.faults.append("it does not end")
                    break
                self._step()
            self._check("the end")
            self.faults += self.wrong_end(self.season.competition, self.clock.now)
            self._say()

    def tried(self, name: str, act: Callable[..., Any], *given: Any, **named: Any) -> None:
        """Do something, or be told that it may not be done; anything else is the site's fault."""
        try:
            act(*given, **named)
        except (GameError, LeagueError, CompetitionError) as error:
            self.counted[f"refused, {name}: {type(error).__name__}"] += 1
        except Exception:
            self.faults.append(f"{self.clock.now:%d %b %H:%M}: {name}\n{format_exc()}")
        else:
            self.counted[f"done, {name}"] += 1
            self._check(name)

    @contextmanager
    def _by_the_clock(self) -> Iterator[None]:
        """The site's clock and chance are the event's; no one acts too often by the clock on the wall. What
        the site draws, however often, changes nothing of what people do.
        """
        lots, codes = Random(f"lots {self.seed}"), Random(f"codes {self.seed}")

        def token(length: int) -> str:
            return f"{lots.getrandbits(8 * length):0{2 * length}x}"

        with (
            clock.reading(self.clock.read),
            mock.patch("secrets.token_hex", token),
            mock.patch("secrets.choice", codes.choice),
            mock.patch.object(limits, "count", lambda *_given: None),
        ):
            yield

    def _open(self) -> None:
        organiser = make_user("carl")
        self.league = leagues.create_league(
            user=organiser, name="Calais", slug="calais", description="", visibility="public"
        )
        given, (plain, with_money) = self.rules(), self.seasons
        self.has_money = self.random.random() < WITH_MONEY
        if self.has_money:
            self.season: Any = with_money(self.league, organiser, self.clock, self.money(), **given)
            self.season.agree()
        else:
            self.season = plain(self.league, organiser, self.clock, **given)
        self.season.announce()
        self.acts = self.acting(self)
        for number in range(1, self.people + 1):
            self.clock.pass_(hours=self.random.uniform(0, 4))
            self.tried("enter", self._enter, f"p{number}")

    def _enter(self, name: str) -> None:
        entry = self.season.enter(name)
        if self.has_money and entry.state == Entry.State.ACCEPTED:
            self.season.pay_by_hand(entry)

    def _step(self) -> None:
        """Some hours pass: the house does what is due, then people act."""
        season = self.season
        self.clock.pass_(hours=self.random.uniform(1, self.hours()))
        house_was_up()
        draining.drain(budget=1e9)
        self._hear()
        for _each in range(TURNS):
            if not turning.turn_all():
                break
        season.refresh()
        self._pay()
        self._check("the clock")
        if not season.competition.is_over:
            self.acts.some()

    def _pay(self) -> None:
        """Who has come from the waiting list pays."""
        if self.has_money:
            due = self.season.competition.entries.filter(
                state=Entry.State.ACCEPTED, payment=Entry.Payment.DUE
            )
            for entry in due.order_by("number"):
                self.tried("pay", self.season.pay_by_hand, entry)

    def _hear(self) -> None:
        """Results arrive when they will, some twice; departures at once."""
        for row in OutboxRow.objects.filter(topic="results", sent_at=None, attempts=0).order_by("pk"):
            if "late" not in row.payload:
                row.payload["late"] = self.random.choice([0, self.random.uniform(0, LATEST)])
                row.due_at = row.created_at + timedelta(hours=row.payload["late"])
                row.save(update_fields=["payload", "due_at"])
        heard = OutboxRow.objects.filter(topic="results", sent_at__isnull=False)
        for row in heard.filter(payload__again__isnull=True).order_by("pk"):
            row.payload["again"] = self.random.random() < AGAIN
            if row.payload["again"]:
                row.sent_at = None
                self.counted["done, hear twice"] += 1
            row.save(update_fields=["payload", "sent_at"])
        OutboxRow.objects.filter(sent_at=None, person__isnull=False).update(sent_at=self.clock.now)
        deliver(budget=1e9)
        mail.outbox.clear()

    def _check(self, what: str) -> None:
        self.checked += 1
        season, now = self.season.refresh().competition, self.clock.now
        found = [*self.wrong(season, now)]
        if what == "the clock" and self.checked % 5 == 0:
            with transaction.atomic():
                if turning.turn(season):
                    found.append("what is due is not found by the clock")
            found += checks.wrong_again(self.season.refresh().competition, self.clock.now)
        self.faults += [f"{now:%d %b %H:%M}, after {what}: {each}" for each in found]

    def _say(self) -> None:
        season = self.season.competition
        self.counted[f"ends, {season.state}"] += 1
        if season.started_at:
            self.tell(season)
        days = (self.clock.now - season.starts_at).days
        money = "money, " if self.has_money else ""
        # Without moments and codes: what a process asks once ticks and draws a code the first time alone.
        file = sha256(PASSING.sub(b"", export_bytes(season, self.clock.now))).hexdigest()[:8]
        self.said = f"{self.called} of {self.people}, {money}{season.state} after {days} days, "
        self.said += f"{self.checked} checks, file {file}"


def played(event: Simulated) -> Simulated:
    """This event, played; what is wrong with it are its `faults`. Nothing of it is kept."""
    cache.clear()
    with transaction.atomic():
        try:
            event.play()
        except Exception:
            event.faults.append(format_exc())
        transaction.set_rollback(True)
    return event
