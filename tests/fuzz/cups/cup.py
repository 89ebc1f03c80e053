"""One knock-out, from its draft to its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from traceback import format_exc
from typing import Any
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
from league.competitions.knock_out.bracket import rounds_of
from league.competitions.knock_out.state import read
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Entry
from league.competitions.rules.prize_rules import ROUNDS
from league.competitions.services import turning
from league.leagues import services as leagues
from league.leagues.errors import LeagueError
from tests.conftest import house_was_up, make_user
from tests.fuzz.cups import checks
from tests.fuzz.cups.acts import Acts
from tests.games.conftest import NOON, Clock
from tests.league.competitions.knock_outs import KNOCK_OUT, KnockOutSeason, MoneyKnockOut, rules

FEWEST, MOST = 3, 24
DAY = timedelta(days=1)
TICK = timedelta(milliseconds=1)
LATEST = 60.0
"""Hours after which a result is heard of, at most."""
TURNS = 5
"""A season closes, ends its games and ends in several turns."""
AGAIN = 0.1
"""How many results are heard of twice."""


class _Ticking(Clock):
    """No two things that are done one after the other are done at the same moment."""

    def read(self) -> datetime:
        self.now += TICK
        return self.now


class Cup:
    """A knock-out of a seed. `faults` are what the site could not do, or did and should not have done."""

    def __init__(self, seed: int, *, most: int = MOST) -> None:
        self.seed, self.random, self.clock = seed, Random(seed), _Ticking(NOON)
        self.people = self.random.randint(FEWEST, most)
        self.faults: list[str] = []
        self.counted: Counter[str] = Counter()
        self.checked = 0
        self.said = ""

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
            self.faults += checks.wrong_end(self.season.competition, self.clock.now)
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
        """The site's clock and chance are the cup's; nobody acts too often by the clock on the wall. What the
        site draws, however often, changes nothing of what people do.
        """
        lots = Random(f"lots {self.seed}")

        def token(length: int) -> str:
            return f"{lots.getrandbits(8 * length):0{2 * length}x}"

        with (
            clock.reading(self.clock.read),
            mock.patch("secrets.token_hex", token),
            mock.patch("secrets.choice", lots.choice),
            mock.patch.object(limits, "count", lambda *_given: None),
        ):
            yield

    def _open(self) -> None:
        chance = self.random.random
        organiser = make_user("carl")
        self.league = leagues.create_league(
            user=organiser, name="Calais", slug="calais", description="", visibility="public"
        )
        largest = max(FEWEST, self.people - self.random.choice([0, 0, 1, 3]))
        given: dict[str, Any] = {
            "smallest": FEWEST,
            "largest": largest,
            "settings": {"last_year": 1901},
            "third_place": chance() < 0.5,
            "replay": chance() < 0.5,
            "seeding": self.random.choice(["draw", "rating", "hand"]),
            "dispute_days": self.random.choice([0, 1, 2, 3]),
            "names": self.random.choice(["people", "numbers"]),
        }
        *_before, last = rules(**given).last_days(rounds_of(largest))
        given["ends_at"] = max(last, KNOCK_OUT.starts_at + 2 * DAY)
        self.has_money = chance() < 0.4
        if self.has_money:
            money = {"prize_games": self.random.choice([0, 1])}
            if chance() < 0.5:
                parts = rounds_of(largest)
                money |= {"by": ROUNDS, "shares": (), "rounds": (100 - 10 * (parts - 1), *[10] * (parts - 1))}
            self.season: Any = MoneyKnockOut(self.league, organiser, self.clock, money, **given)
            self.season.agree()
        else:
            self.season = KnockOutSeason(self.league, organiser, self.clock, **given)
        self.season.announce()
        self.acts = Acts(self)
        for number in range(1, self.people + 1):
            self.clock.pass_(hours=self.random.uniform(0, 4))
            self.tried("enter", self._enter, f"p{number}")

    def _enter(self, name: str) -> None:
        entry = self.season.enter(name)
        if self.has_money and entry.state == Entry.State.ACCEPTED:
            self.season.pay_by_hand(entry)

    def _step(self) -> None:
        """Some hours pass: the house does what is due, then people act."""
        season, now = self.season, self.clock.now
        begins = season.competition.starts_at
        is_near = begins - 2 * DAY < now < begins
        hours = self.random.uniform(1, 8 if is_near else 30)
        self.clock.pass_(hours=hours)
        house_was_up()
        draining.drain(budget=1e9)
        self._hear()
        for _each in range(TURNS):
            if not turning.turn_all():
                break
        season.refresh()
        self._pay()
        self._check("the clock")
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
        found = [*checks.wrong_bracket(season, now)]
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
            cup = read(season).cup
            decided = cup.bracket.decided
            self.counted["begun, replay"] += len(cup.replayed)
            self.counted.update(f"by {each.by} {each.measure}".strip() for each in decided.values())
        days = (self.clock.now - season.starts_at).days
        money = "money, " if self.has_money else ""
        file = sha256(export_bytes(season, self.clock.now)).hexdigest()[:8]
        self.said = f"a cup of {self.people}, {money}{season.state} after {days} days, "
        self.said += f"{self.checked} checks, file {file}"


def played(seed: int, *, most: int = MOST) -> Cup:
    """A cup of this seed, played; what is wrong with it are its `faults`. Nothing of it is kept."""
    cup = Cup(seed, most=most)
    cache.clear()
    with transaction.atomic():
        try:
            cup.play()
        except Exception:
            cup.faults.append(format_exc())
        transaction.set_rollback(True)
    return cup
