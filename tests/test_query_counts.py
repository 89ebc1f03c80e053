"""How many queries every page makes: no more with four times the rows, and never more than is written here.

Each address is opened by those who can, in a house that holds two of everything and in the same house when
it holds eight: leagues, members, invitations, games in every state, phases played, messages, votes, moved
deadlines, deliveries. What is kept in the cache is thrown away before each page: these are the worst cases.
Only the number of what needs the reader is there: it is asked for once a minute, not for each page.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib import admin
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import notices
from games.adjudication.drain import drain
from games.agreed.pace import Pace
from games.common import clock, outbox
from games.common.waiting import numbers_for
from games.errors import AlreadyVoted
from games.models import ClockEntry, Game, Holiday, Mailing
from games.services.players import votes
from games.services.players.letters import send_letter
from games.services.players.votes import cast
from games.services.seats.resigning import ask_for_replacement
from games.services.seats.seating import take_seat
from league.competitions.ladder import log
from league.competitions.ladder.services import table
from league.competitions.models import ProposedAct, Suspension
from league.leagues import services
from league.leagues.models import Invitation, OrganiserAct
from league.leagues.services import log as leagues_log
from league.prizes.models import SandboxSession
from league.standings.counting import count
from league.users import sessions
from league.users.models import User
from tests.conftest import house_was_up, make_user
from tests.games.conftest import NOON, phase_of
from tests.league.competitions import rows
from tests.opening import open_game
from tests.test_urls_walk import CAST, OURS, World, make_world, people  # noqa: F401
from tests.urls_table import TABLE

pytestmark = [pytest.mark.django_db, pytest.mark.long]

MOST: dict[str, int] = {
    "account_change_password": 8,
    "account_email": 12,
    "account_inactive": 8,
    "account_login": 0,
    "account_logout": 8,
    "account_reauthenticate": 14,
    "account_reset_password": 8,
    "account_reset_password_done": 8,
    "account_reset_password_from_key": 11,
    "account_reset_password_from_key_done": 8,
    "account_signup": 0,
    "games:auctions": 16,
    "games:board": 12,
    "games:poster": 7,
    "games:clock": 16,
    "games:concede": 11,
    "games:game": 20,
    "games:blocked": 9,
    "games:holidays": 11,
    "games:list": 15,
    "games:mine": 31,  # a query for each function of what waits
    "tournaments:arbiters": 14,
    "tournaments:export-file": 26,
    "tournaments:create": 14,
    "tournaments:desk": 36,
    "tournaments:dispute": 24,
    "tournaments:enter": 20,
    "tournaments:entrant": 26,
    "tournaments:entries": 18,
    "tournaments:extend": 15,
    "tournaments:move-dates": 14,
    "tournaments:hall": 15,
    "tournaments:index": 15,
    "tournaments:live": 38,
    "tournaments:log": 18,
    "tournaments:one-challenge": 30,
    "tournaments:remove": 15,
    "tournaments:results": 18,
    "tournaments:rules": 16,
    "tournaments:rules-file": 12,
    "tournaments:season": 39,
    "tournaments:suspect": 18,
    "tournaments:table-file": 14,
    "tournaments:withdraw": 18,
    "tournaments:write": 16,
    "games:open": 12,
    "games:open-seats": 14,
    "games:phase": 16,
    "games:reel": 16,
    "games:replay": 17,
    "games:replay-phase": 16,
    "games:nomination": 14,
    "games:rule": 14,
    "games:status": 18,
    "home": 22,  # a query for each function of what needs the reader
    "leagues:announce": 12,
    "leagues:announcements": 12,
    "leagues:bans": 12,
    "leagues:create": 8,
    "leagues:desk": 35,
    "leagues:desk-games": 17,
    "leagues:week": 47,
    "leagues:exports": 9,
    "leagues:extend": 13,
    "leagues:home": 36,
    "leagues:invitations": 11,
    "leagues:invited": 11,
    "leagues:leave": 14,
    "leagues:list": 11,
    "leagues:log": 12,
    "leagues:presets": 12,
    "leagues:members": 13,
    "leagues:opponent": 11,
    "leagues:own-acts": 12,
    "leagues:own-reports": 10,
    "leagues:reports": 10,
    "leagues:person": 16,
    "leagues:remove": 18,
    "leagues:player": 32,
    "leagues:settings": 10,
    "leagues:webhook": 10,
    "mfa_index": 10,
    "mfa_list_webauthn": 9,
    "games:sandbox": 14,
    "practice:game": 8,
    "sandbox:index": 9,
    "sandbox:new": 8,
    "sandbox:step": 11,
    "prizes:bank": 21,
    "prizes:book": 18,
    "prizes:book-file": 19,
    "prizes:cancelling": 18,
    "prizes:claim": 11,
    "prizes:correct-record": 16,
    "prizes:desk": 28,
    "prizes:match-record": 17,
    "prizes:send-back-record": 17,
    "prizes:own": 17,
    "prizes:own-claim": 10,
    "prizes:own-refund": 9,
    "prizes:own-year": 9,
    "prizes:pay": 20,
    "prizes:pay-state": 18,
    "prizes:payout": 19,
    "prizes:proposal": 20,
    "prizes:record": 16,
    "prizes:records": 21,
    "prizes:refund": 17,
    "prizes:refuse-record": 16,
    "prizes:ruling": 28,
    "prizes:sandbox": 10,
    "prizes:sandbox-confirm": 10,
    "prizes:statement": 26,
    "prizes:statement-file": 19,
    "prizes:transfers": 18,
    "prizes:trust": 18,
    "prizes:help-organisers": 8,
    "prizes:help-players": 8,
    "rules:index": 8,
    "rules:page": 8,
    "legal": 8,
    "security": 8,
    "security-txt": 7,
    "tournaments:against": 18,
    "tournaments:find-pair": 10,
    "tournaments:opponents": 14,
    "tournaments:opponents-file": 14,
    "tournaments:player-games": 18,
    "tournaments:all-record-games": 10,
    "tournaments:all-records": 11,
    "tournaments:record-games": 12,
    "tournaments:records": 15,
    "tournaments:standings": 17,
    "tournaments:standings-file": 14,
    "tournaments:ratings": 12,
    "users:calendar": 9,
    "users:calendar-feed": 9,
    "users:delete": 29,
    "users:mails": 9,
    "users:manifest": 7,
    "users:notices": 21,
    "users:notices-fold": 20,
    "users:profile": 9,
    "users:service-worker": 7,
    "users:sessions": 10,
    "watch:live": 7,
    "watch:ready": 9,
    "watch:work": 8,
}
"""The ceiling of each address, no matter who asks; up to seven are those of a session the cache has
forgotten.
"""

MOST_OF_ADMIN = 14


class House:
    """The world of the walk, growing."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world, self.now, self.size = world, NOON + timedelta(hours=1), 0
        monkeypatch.setattr(clock, "read", self.read)

    def read(self) -> datetime:
        return self.now

    def grow(self, size: int) -> None:
        """Have `size` of everything that pages show several of."""
        for number in range(self.size, size):
            self.add(number)
        self.size = size
        self.play(phases=2 * size)
        Invitation.objects.update(expires_at=self.now + timedelta(days=7))
        SandboxSession.objects.update(created_at=self.now)
        for number in range(size):
            self.write(f"{size} {number}")

    def add(self, number: int) -> None:
        world, known = self.world, self.world.people
        member = make_user(f"member{number}")
        services.join(league=world.league, user=member)
        services.invite(league=world.league, by=known["organiser"], days=7)
        elsewhere = services.create_league(
            user=member, name=f"League {number}", slug=f"league-{number}", description="", visibility="public"
        )
        for league in (world.league, elsewhere):
            if league is elsewhere:
                for who in ("player", "opponent", "member", "organiser"):
                    services.join(league=league, user=known[who])
            waiting = self.open(league, member, f"Waiting {number}")
            take_seat(game=waiting, user=known["player"], nonce="a")
            running = self.open(league, member, f"Running {number}")
            over = self.open(league, member, f"Over {number}")
            left = self.open(league, member, f"Left {number}")
            for game in (running, over, left):
                take_seat(game=game, user=known["player"], nonce="a")
                take_seat(game=game, user=known["opponent"], nonce="b")
            votes.concede(game=over, user=known["opponent"])
            count.count_games(games=[over.pk])
            ask_for_replacement(game=left, user=known["opponent"])
        season = world.league.competitions.get()
        entry = rows.enter(season, member, number + 3)
        table.record(season, log.joins(entry, self.now))
        world.till.add(entry)
        ProposedAct.objects.create(
            competition=season,
            key=uuid4(),
            kind="suspended",
            about=member,
            by=known["player"],
            until=self.now + timedelta(days=9),
            at=self.now,
        )
        act = leagues_log.enter(
            world.league, OrganiserAct.Kind.SUSPENDED, by=known["organiser"], now=self.now
        )
        Suspension.objects.create(competition=season, entry=entry, act=act, until=self.now)
        rows.play(season, entry.number, 2, entry.number, at=self.now)
        rows.challenge(season, entry.number, 1, state="playing", at=self.now)
        Mailing.objects.create(user=member, kind="waiting", made_at=self.now)
        begins = self.now + timedelta(days=20 + number)
        Holiday.objects.create(
            league=world.league,
            user=known["player"],
            first=begins.date(),
            last=begins.date(),
            zone="UTC",
            begins_at=begins,
            ends_at=begins + timedelta(hours=9),
            announced_at=self.now,
        )

    def open(self, league: Any, user: Any, name: str) -> Game:
        return open_game(league=league, user=user, name=name, variant="intimate", settings={}, pace=Pace())

    def play(self, phases: int) -> None:
        """Let the game of the walk go on until so many phases are played and a spring's orders are due."""
        while True:
            phase = phase_of(self.world.game)
            if phase.ordinal >= phases and phase.label[0] == "S" and phase.kind == "M":
                return
            self.now = max(phase.deadline, self.now)
            house_was_up()
            drain()

    def write(self, key: str) -> None:
        """Messages, moved deadlines, a vote, deliveries."""
        game, known = self.world.game, self.world.people
        phase = phase_of(game)
        for who, to in (("player", "2"), ("opponent", "1")):
            send_letter(game=game, user=known[who], to=[to], body="Dear friend", key=key)
        ClockEntry.objects.create(
            phase=phase, reason="admin", before=phase.deadline, after=phase.deadline, at=self.now
        )
        with suppress(AlreadyVoted):
            cast(game=game, user=known["opponent"], kind="draw")
        outbox.put(notices.hint(game, self.now))

    def costs(self) -> dict[tuple[str, str], int]:
        """Queries by address and person, of all that answer."""
        found = {}
        for who in CAST:
            client = self.world.client_of(self.world.people[who])
            for each in OURS:
                if self.statuses(each.name)[CAST.index(who)] == "200":
                    found[each.name, who] = queries_of(client, self.world.url(each))
        return found

    @staticmethod
    def statuses(name: str) -> list[str]:
        return TABLE[name].get.split()


def queries_of(client: Client, url: str) -> int:
    client.get(url)  # whatever the first page of a session costs
    cache.clear()
    if reader := settings.SESSION_COOKIE_NAME in client.cookies and client.session.get("_auth_user_id"):
        numbers_for(User(pk=int(reader)))
    sessions.forget_asking()
    with CaptureQueriesContext(connection) as queries:
        response = client.get(url)
        if response.streaming:
            b"".join(response.streaming_content)
    assert response.status_code == 200, f"{url} answered {response.status_code}"
    return len(queries)


@pytest.fixture
def grown(make_world: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:  # noqa: F811
    house = House(make_world(), monkeypatch)
    house.grow(2)
    yield house


@pytest.mark.slow
def test_no_page_makes_more_queries_for_more_rows(grown):
    few = grown.costs()
    grown.grow(8)
    many = grown.costs()
    grew = {key: (few[key], many[key]) for key in few if many[key] > few[key]}
    assert not grew, "queries with two of everything, and with eight"


def test_no_page_makes_more_queries_than_is_written_here(grown):
    most: dict[str, int] = {}
    for (name, _who), queries in grown.costs().items():
        most[name] = max(most.get(name, 0), queries)
    assert sorted(most) == sorted(MOST), "every page that answers has its ceiling"
    assert {name: most[name] for name in most if most[name] > MOST[name]} == {}


@pytest.mark.slow
def test_no_list_of_the_admin_makes_more_queries_for_more_rows(grown, client_of):
    root = client_of(make_user("root", is_staff=True, is_superuser=True))
    addresses = [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model in admin.site._registry
    ]
    few = {url: queries_of(root, url) for url in addresses}
    grown.grow(8)
    many = {url: queries_of(root, url) for url in addresses}
    assert {url: (few[url], many[url]) for url in addresses if many[url] > few[url]} == {}
    assert {url: many[url] for url in addresses if many[url] > MOST_OF_ADMIN} == {}
