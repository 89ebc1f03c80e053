"""The season itself: its people and their challenges, a few hours at a time, until its table is final."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from random import Random
from traceback import format_exc
from typing import Any
from unittest import mock
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.core import mail

from games.adjudication import drain as draining
from games.common import clock
from games.common.clock import midnight
from games.common.errors import GameError
from games.common.guards import limits
from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from games.models import Game
from games.services.seats import holidays
from league.competitions import services
from league.competitions.errors import CompetitionError
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.challenges import LadderState, may_challenge, why_not
from league.competitions.ladder.rules.challenge_rules import ChallengeRules
from league.competitions.ladder.services import idling
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.models import Challenge, Competition, Dispute, Entry, Event
from league.competitions.services import turning
from league.leagues import services as leagues
from league.leagues.errors import LeagueError
from league.leagues.services import sanctions
from tests.conftest import house_was_up, make_user
from tests.fuzz.ladder import checks
from tests.fuzz.ladder.games import Course
from tests.fuzz.season.calendar import OPENING_DAY, Calendar
from tests.league.competitions.seasons import RULES

LONGEST_STEP = 8.0
"""Hours between two looks at the season, at most."""
DAY = timedelta(days=1)
CALM = 0.15
"""How often, of the looks, the table is checked by its export."""
LATEST = 60.0
"""Hours after which a result is heard of, at most; games of the season end days apart."""
AGAIN = 0.1
"""How many results are heard of twice."""
MAILS_SENT = 0.05
"""How many of the season's mails are written; the others count as sent."""
MINUTES_LATE = [*range(40), 59, 75]
"""When after midnight the house checks who could challenge, if it still does."""
WHY = "It has to be."
BEFORE_THE_SEASON, TAKES_ENTRIES = 2, 10


@dataclass
class Bot:
    """Someone in the season's league, and how often a day they do what."""

    user: Any
    challenges: float
    answers: float
    declines: float
    disputes: float
    enters_at: float
    """Days after entries opened."""
    is_gone: bool = False


class LadderSeason:
    """A league of bots and its ladder. `done` counts what was done, `refused` what was not allowed."""

    def __init__(self, *, bots: int, seed: int, days: int = 90, step: float = LONGEST_STEP) -> None:
        self.random, self.calendar = Random(seed), Calendar()
        self.size, self.days, self.longest_step = bots, days, step
        self.bots: list[Bot] = []
        self.courses: dict[int, Course] = {}
        self.offered: Counter[tuple[int, int]] = Counter()
        """By entry and week: at how many midnight checks the page offered someone."""
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.faults: list[str] = []
        """What the site could not do, or did and should not have done."""
        self.checked = 0

    def play(self, *, tell: Callable[[str], None]) -> None:
        """Play until the final table is written; `tell` is told of each week."""
        with self._by_the_clock():
            self._open()
            week, last = -1, self.competition.ends_at + timedelta(days=60)
            while self._is_going_on():
                if self.calendar.time > last:
                    self.faults.append("it does not end")
                    return
                if self.calendar.day // 7 > week:
                    week = self.calendar.day // 7
                    games = Game.objects.filter(state=Game.State.FINISHED).count()
                    tell(f"week {week + 1:>3}: {games:>4} games over, the season is {self.competition.state}")
                self._step()
            self._settle()

    def violations(self) -> list[str]:
        """Everything that is wrong with what came of the season."""
        with self._by_the_clock():
            found = [*self.faults, *checks.violations(self.competition, self.calendar.time)]
            export = checks.exported(self.competition, self.calendar.time)
            return found + list(checks.wrong_weeks(self.competition, export, self.offered))

    @contextmanager
    def _by_the_clock(self) -> Iterator[None]:
        """The site's clock and chance are the season's; no one acts too often by the clock on the wall."""
        with (
            clock.reading(self.calendar.read),
            mock.patch(
                "secrets.token_hex", lambda length: f"{self.random.getrandbits(8 * length):0{2 * length}x}"
            ),
            mock.patch("secrets.choice", self.random.choice),
            mock.patch.object(limits, "count", lambda *_given: None),
        ):
            yield

    def _open(self) -> None:
        self.organiser = make_user("organiser")
        self.league = leagues.create_league(
            user=self.organiser, name="Ladder", slug="ladder", description="", visibility="public"
        )
        self.arbiters = [make_user("arbiter0"), make_user("arbiter1")]
        for user in self.arbiters:
            leagues.join(league=self.league, user=user)
        for number in range(self.size):
            user = make_user(f"bot{number:02}")
            leagues.join(league=self.league, user=user)
            self.bots.append(_bot(user, self.random, self.days))
        EmailAddress.objects.filter(user=self.bots[0].user).update(verified=False)
        opens = OPENING_DAY + BEFORE_THE_SEASON * DAY
        begins = opens + TAKES_ENTRIES * DAY
        self.competition = services.create_season(
            league=self.league,
            by=self.organiser,
            arbiters=self.arbiters,
            rules=replace(
                RULES,
                settings={"last_year": 1901},
                enters_from=opens,
                enters_until=begins - DAY / 2,
                starts_at=begins,
                challenges_until=begins + DAY,
                ends_at=begins + self.days * DAY,
                largest=max(4, self.size * 3 // 4),
                idle_weeks=2,
                smallest=3,
                least_games=2,
                challenges=ChallengeRules(reach_of=5, outgoing=2, incoming=2, games=3, pause_days=10),
            ),
        )
        self.competition = services.announce(competition=self.competition, by=self.organiser)
        self.calendar.wait_until(opens)

    def _is_going_on(self) -> bool:
        self.competition.refresh_from_db()
        return not self.competition.is_over

    def _step(self) -> None:
        """Some hours: the house checks at midnight and does what is due, then people act."""
        is_quiet = self.calendar.time < self.competition.starts_at
        hours = self.random.uniform(6, 24) if is_quiet else self.random.uniform(2, self.longest_step)
        self._wait_until(self.calendar.time + timedelta(hours=hours))
        share = hours / 24
        house_was_up()
        draining.drain(budget=1e9)
        self._hear()
        turning.turn_all()
        self.competition.refresh_from_db()
        entries = self.competition.entries.filter(state__in=Entry.STANDING)
        standing = {each.user_id: each for each in entries}
        for bot in self.bots:
            self._live(bot, standing.get(bot.user.pk), share)
        self._play_on()
        self._rule(share)
        if self.random.random() < CALM:
            self._check()

    def _live(self, bot: Bot, entry: Entry | None, share: float) -> None:
        """What someone does who has entered; or they enter, now that they want to."""
        chance = self.random.random
        if entry is None:
            wants_to = self.calendar.time >= self.competition.enters_from + bot.enters_at * DAY
            if wants_to and not bot.is_gone and chance() < 0.5 * share:
                self._try("enter", services.enter, competition=self.competition, user=bot.user)
            return
        if chance() < bot.answers * share:
            self._answer(entry, bot)
        if self.competition.state == Competition.State.RUNNING and chance() < bot.challenges * share:
            self._challenge(entry, bot)
        if chance() < 0.01 * share:
            self._try("holiday", _go_on_holiday, self.league, bot.user, self.random)
        if chance() < 0.006 * share:
            self._go(bot, entry)
        if chance() < bot.disputes * share:
            self._dispute(entry, bot)

    def _challenge(self, entry: Entry, bot: Bot) -> None:
        """Challenge someone whom the page offers; or someone else, and be refused for the page's reason."""
        now = self.calendar.time
        scene, rules = ladder_state_of(self.competition, now), self.competition.terms.challenges
        offered = may_challenge(rules, scene, entry.number, now)
        if offered and self.random.random() < 0.8:
            of = self.random.choice(offered)
        else:
            of = self.random.choice([*scene.table, 999])
        refusal = why_not(rules, scene, entry.number, of, now)
        try:
            made = ladder_services.challenge(competition=self.competition, user=bot.user, of=of)
        except ladder_services.CannotChallenge as error:
            self.refused[f"challenge: {error.refusal.why}"] += 1
            if error.refusal != refusal:
                self.faults.append(f"{entry} and {of}: the page says {refusal}, the server {error.refusal}")
        except CompetitionError as error:
            self.refused[f"challenge: {type(error).__name__}"] += 1
            if of in scene.ranks and entry.number in scene.ranks:
                self.faults.append(f"{entry} and {of}: the page says {refusal}, the server {error!r}")
        else:
            self.done["challenge"] += 1
            again = any((each.by, each.of) == (entry.number, of) for each in scene.open)
            ranks = (scene.ranks.get(entry.number), scene.ranks.get(of))
            if refusal is not None and not again:
                self.faults.append(f"{entry} and {of}: the page says {refusal}, the server accepts it")
            if refusal is None and (made.by_rank, made.of_rank) != ranks:
                self.faults.append(f"{made}: ranks {made.by_rank}, {made.of_rank} instead of {ranks}")
            if refusal is None and self.random.random() < 0.05:
                self._try("take back", ladder_services.take_back, challenge=made, user=bot.user)

    def _answer(self, entry: Entry, bot: Bot) -> None:
        for challenge in Challenge.objects.filter(of=entry, state=Challenge.State.WAITING).order_by("number"):
            what = ladder_services.decline if self.random.random() < bot.declines else ladder_services.accept
            self._try(what.__name__, what, challenge=challenge, user=bot.user)

    def _play_on(self) -> None:
        running = Game.objects.filter(pairing__competition=self.competition, state=Game.State.RUNNING)
        for game in running.order_by("pk"):
            if game.pk not in self.courses:
                self.courses[game.pk] = Course(game, self.random)
            self._try("look at a game", self.courses[game.pk].go_on)

    def _hear(self) -> None:
        """Results arrive when they will, some twice; departures and a few mails at once."""
        now = self.calendar.time
        for row in OutboxRow.objects.filter(topic="results", sent_at=None, attempts=0).order_by("pk"):
            if "late" not in row.payload:
                row.payload["late"] = self.random.uniform(0, LATEST)
                row.due_at = row.created_at + timedelta(hours=row.payload["late"])
                row.save(update_fields=["payload", "due_at"])
        heard = OutboxRow.objects.filter(topic="results", sent_at__isnull=False)
        for row in heard.filter(payload__again__isnull=True).order_by("pk"):
            row.payload["again"] = self.random.random() < AGAIN
            row.sent_at = None if row.payload["again"] else row.sent_at
            row.save(update_fields=["payload", "sent_at"])
        mails = OutboxRow.objects.filter(sent_at=None, person__isnull=False)
        keys = [key for key in mails.values_list("pk", flat=True) if self.random.random() >= MAILS_SENT]
        OutboxRow.objects.filter(pk__in=keys).update(sent_at=now)
        deliver(budget=1e9)
        mail.outbox.clear()

    def _go(self, bot: Bot, entry: Entry) -> None:
        """Leave the season, or be put out of it."""
        how = self.random.choice(["withdraw", "withdraw", "remove", "disqualify", "ban", "suspend"])
        given = {"competition": self.competition}
        if how == "withdraw":
            self._try(how, services.withdraw, **given, user=bot.user)
        elif how in ("remove", "disqualify"):
            by = self.random.choice(self.arbiters)
            ruling = {"entry": entry, "by": by, "reason": WHY, "disqualify": how == "disqualify"}
            self._try(how, services.remove, **given, **ruling)
        else:
            until = self.calendar.time + self.random.uniform(1, 20) * DAY
            act = {"league": self.league, "by": self.organiser, "person": bot.user, "reason": WHY}
            put_out = sanctions.ban if how == "ban" else sanctions.suspend
            self._try(how, put_out, **act, until=until)
            bot.is_gone = how == "ban"

    def _dispute(self, entry: Entry, bot: Bot) -> None:
        """Doubt the last result of one's own, or answer to the other's doubt."""
        played = Challenge.objects.filter(state=Challenge.State.OVER, competition=self.competition)
        own = (played.filter(by=entry) | played.filter(of=entry)).order_by("-over_at").first()
        if own is None:
            return
        asked = own.pairing.disputes.filter(ruled_at=None).exclude(raised_by=entry).first()
        if asked is None:
            self._try("dispute", services.dispute, pairing=own.pairing, user=bot.user, said="I was there.")
        else:
            self._try("answer a dispute", services.answer, dispute=asked, user=bot.user, said="You were not.")

    def _rule(self, share: float) -> None:
        """Arbiters rule on disputes, now and then on any result, and on games that are open too long."""
        by = self.random.choice(self.arbiters)
        disputes = Dispute.objects.filter(competition=self.competition, ruled_at=None)
        asked = [each.pairing.challenge for each in disputes.select_related("pairing").order_by("pk")]
        if self.random.random() < 0.1 * share:
            results = Event.objects.filter(kind="result", superseded_by=None).order_by("pk")
            numbers = list(results.values_list("number", flat=True))
            asked += Challenge.objects.filter(number__in=self.random.sample(numbers, min(1, len(numbers))))
        for challenge in asked:
            if self.random.random() > share and self.competition.is_live:
                continue
            ruling = self.random.choice(["stands", "forfeit", "annulled"])
            loser = self.random.choice([challenge.by, challenge.of]) if ruling == "forfeit" else None
            given = {"ruling": ruling, "reason": f"{WHY} {self.calendar.day}", "forfeited_by": loser}
            self._try(f"rule: {ruling}", services.rule, pairing=challenge.pairing, by=by, **given)

    def _wait_until(self, moment: datetime) -> None:
        """Let time pass. At each midnight the house checks who can challenge; now and then too late."""
        zone = self.competition.rules["zone"]
        while (day := self._today(zone) + DAY) and (night := midnight(day, zone)) < moment:
            self.calendar.wait_until(night + timedelta(minutes=self.random.choice(MINUTES_LATE)))
            self._watch(zone, night)
        self.calendar.wait_until(moment)

    def _today(self, zone: str) -> date:
        return self.calendar.time.astimezone(ZoneInfo(zone)).date()

    def _watch(self, zone: str, night: datetime) -> None:
        """Note whom the page offers anyone, if the check can run; then let the house check."""
        self.competition.refresh_from_db()
        now = self.calendar.time
        days = (self._today(zone) - self.competition.starts_at.astimezone(ZoneInfo(zone)).date()).days
        is_on_time = now < night + timedelta(hours=1)
        if self.competition.state == Competition.State.RUNNING and days > 0 and is_on_time:
            turning.turn(self.competition)  # what is overdue keeps no one from a challenge
            scene, rules = ladder_state_of(self.competition, now), self.competition.terms.challenges
            can = [each for each in scene.table if may_challenge(rules, _without(scene, each), each, now)]
            self.offered.update((each, (days - 1) // 7) for each in can)
        idling.watch_all()

    def _check(self) -> None:
        self.checked += 1
        found = checks.wrong_table(self.competition, self.calendar.time)
        self.faults += [f"{self.calendar.time:%d %b %H:%M}: {each}" for each in found]

    def _settle(self) -> None:
        """Everything that is left is heard of once more: nothing comes of it."""
        before = Event.objects.count()
        OutboxRow.objects.filter(topic="results").update(sent_at=None, due_at=self.calendar.time, attempts=0)
        deliver(budget=1e9)
        mail.outbox.clear()
        if (after := Event.objects.count()) != before:
            self.faults.append(f"hearing of all results again wrote {after - before} events")

    def _try(self, name: str, act: Callable[..., Any], *given: Any, **named: Any) -> None:
        """Do something, or be told that it may not be done; anything else is the site's fault."""
        try:
            act(*given, **named)
        except (GameError, LeagueError, CompetitionError) as error:
            self.refused[f"{name}: {type(error).__name__}"] += 1
        except Exception:
            self.faults.append(f"{self.calendar.time:%d %b %H:%M}: {name}\n{format_exc()}")
        else:
            self.done[name] += 1


def _bot(user: Any, random: Random, days: int) -> Bot:
    """Some are eager, some sleepy, some enter late."""
    is_late = random.random() < 0.15
    return Bot(
        user,
        challenges=random.choice([0.02, 0.1, 0.4, 1.0]),
        answers=random.choice([0.2, 1.0, 3.0]),
        declines=random.choice([0.0, 0.1, 0.4]),
        disputes=random.choice([0.0, 0.02, 0.1]),
        enters_at=random.uniform(0, days * 0.7) if is_late else random.uniform(0, TAKES_ENTRIES * 0.8),
    )


def _without(scene: LadderState, entry: int) -> LadderState:
    """The ladder as if none of the challenges of `entry` waited."""
    return replace(scene, open=[each for each in scene.open if each.is_playing or each.by != entry])


def _go_on_holiday(league: Any, user: Any, random: Random) -> None:
    first = (clock.now() + random.choice([1, 2, 4]) * DAY).date()
    last = first + random.choice([0, 2, 6]) * DAY
    holidays.announce(league=league, user=user, first=first, last=last, back=time(20), zone="Europe/Paris")
