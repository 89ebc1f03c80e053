"""A season of the ladder for tests: its people, its clock, and its games, ended as a test wants."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Self
from zoneinfo import ZoneInfo

from games.agreed.pace import Pace
from games.common.clock import midnight
from games.models import Game
from games.services.players import votes
from league.competitions import services
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.rules.challenge_rules import ChallengeRules
from league.competitions.ladder.rules.ladder_rules import LadderRules
from league.competitions.ladder.services import idling
from league.competitions.models import Challenge, Competition, Entry, Pairing, Standing
from league.competitions.rules.canonical import sha256_of
from league.competitions.services import results, turning
from league.leagues.models import League, Membership
from league.users.models import User
from tests.conftest import make_user
from tests.games.conftest import Clock, house_was_up

STARTS = datetime(2026, 9, 1, tzinfo=UTC)
DAY = timedelta(days=1)

RULES = LadderRules(
    name="Season 3",
    league="calais",
    variant="intimate",
    settings={"last_year": 1902},
    pace=Pace(),
    zone="Europe/Paris",
    enters_from=STARTS - 14 * DAY,
    enters_until=STARTS - DAY,
    starts_at=STARTS,
    challenges_until=STARTS + DAY,
    ends_at=STARTS + 118 * DAY,
    challenges=ChallengeRules(pause_days=14),
    smallest=2,
    least_games=1,
)


class Season:
    """A season and everyone in it. `play` and the like go through the services, as people do."""

    base: Any = RULES

    def __init__(self, league: League, organiser: Any, clock: Clock, **rules: Any) -> None:
        self.league, self.organiser, self.clock = league, organiser, clock
        clock(RULES.enters_from - DAY)
        house_was_up()
        self.arbiter = self.member("henrik")
        self.competition = services.create_season(
            league=league, by=organiser, rules=replace(self.base, **rules), arbiters=[self.arbiter]
        )

    def member(self, name: str) -> Any:
        """A member of this name, who may be one of another season too."""
        person = User.objects.filter(username=name).first() or make_user(name)
        Membership.objects.get_or_create(league=self.league, user=person)
        return person

    def announce(self) -> Self:
        services.announce(competition=self.competition, by=self.organiser)
        self.clock(RULES.enters_from)
        return self.refresh()

    def begin(self, people: int = 4) -> Self:
        """Announce it, let so many enter (p1, p2, …) and begin it."""
        self.announce()
        for number in range(1, people + 1):
            self.enter(f"p{number}")
        return self.start()

    def start(self) -> Self:
        """Begin it with those who have entered, on the day its rules name."""
        self.clock(RULES.starts_at)
        turning.turn(self.competition)
        return self.refresh()

    def enter(self, name: str, **values: Any) -> Entry:
        return services.enter(competition=self.competition, user=self.member(name), **values)

    def of_old(self) -> Self:
        """As one that was announced in the old format of rules."""
        old = replace(self.competition.terms, format=1).to_json()
        hash_ = sha256_of(old)
        Competition.objects.filter(pk=self.competition.pk).update(rules=old, rules_sha256=hash_)
        return self.refresh()

    def refresh(self) -> Self:
        self.competition = Competition.objects.select_related("league").get(pk=self.competition.pk)
        return self

    def entry(self, rank: int) -> Entry:
        """Who has the rank now."""
        rows = Standing.objects.select_related("entry__user").filter(competition=self.competition)
        return rows.get(rank=rank).entry

    @property
    def table(self) -> list[int]:
        """The numbers of the entries from the top."""
        rows = Standing.objects.filter(competition=self.competition, rank__gt=0).order_by("rank")
        return list(rows.values_list("entry__number", flat=True))

    def challenge(self, by: Entry, of: Entry) -> Challenge:
        return ladder_services.challenge(competition=self.competition, user=by.user, of=of.number)

    def begin_game(self, by: Entry, of: Entry) -> Challenge:
        made = self.challenge(by, of)
        return ladder_services.accept(challenge=made, user=of.user)

    def concede(self, challenge: Challenge, loser: Entry) -> None:
        """End the game of a challenge: `loser` concedes; the result is not heard of yet."""
        votes.concede(game=Game.objects.get(pk=challenge.game.pk), user=loser.user)

    def play(self, winner: Entry, loser: Entry, *, by: Entry | None = None) -> Challenge:
        """A challenge of the lower of the two (or of `by`), its game and its result."""
        lower, upper = sorted((winner, loser), key=lambda each: -self.table.index(each.number))
        by = by or lower
        challenge = self.begin_game(by, upper if by == lower else lower)
        self.clock.pass_(hours=1)
        self.concede(challenge, loser)
        self.hear()
        challenge.refresh_from_db()
        return challenge

    def hear(self) -> int:
        """Let results of all games of the season be heard of."""
        pairings = Pairing.objects.filter(competition=self.competition).exclude(game=None)
        return results.take_results(pairings.values_list("game", flat=True))

    def turn(self, **length: float) -> bool:
        """Let time pass, and the season do what is due."""
        self.clock.pass_(**length)
        done = turning.turn(self.refresh().competition)
        self.refresh()
        return done

    def watch(self, days: int) -> None:
        """Let days pass, with the check a minute after each midnight of the season's zone."""
        zone = self.competition.rules["zone"]
        for _day in range(days):
            today = self.clock.now.astimezone(ZoneInfo(zone)).date()
            self.clock(midnight(today + DAY, zone) + timedelta(minutes=1))
            idling.watch(self.competition)
