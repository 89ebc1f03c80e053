"""Every address of the site, as everyone: its status is that of tests/urls_table.py, or the test fails.

Six people knock: a stranger, an outsider (dora, of another league), a member (eve), an organiser (carl), a
player (ada) and her opponent (ben). Games and leagues are tried in three worlds: in the open; a private game
of a public league; a league by invitation. What the table says holds in the open; in the others people who
may not know of the place find what they would find if it did not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.adjudication.drain import drain
from games.agreed.pace import Pace
from games.board.poster import Poster
from games.common import clock
from games.gate.access import Access
from games.models import Game, SandboxStep
from games.pages import posters, showcase
from games.sandbox import services as sandboxes
from games.sandbox.door import in_a_game
from games.services.players.answers import save_answer
from games.services.seats.seating import take_seat
from league.leagues import services
from league.leagues.models import League
from league.prizes.providers.sandbox import Sandbox
from league.standings.counting.count import count_games
from league.users.calendars import make_address
from tests.conftest import house_was_up, make_user
from tests.games.conftest import NOON, RANKS, phase_of
from tests.league.competitions import rows
from tests.league.prizes.online import ASKED
from tests.league.prizes.rows import MONEY, Till
from tests.league.standings.finished_games import finished_game
from tests.opening import open_game
from tests.urls_table import ADMIN, AWAY, TABLE

pytestmark = [pytest.mark.django_db, pytest.mark.long]

CAST = ("stranger", "outsider", "member", "organiser", "player", "opponent")
NO_SUCH = 404


@dataclass(frozen=True)
class Found:
    """One pattern of the resolver: its name with its namespace, and what it takes."""

    name: str
    route: str

    @property
    def is_league(self) -> bool:
        return "league_slug" in self.route

    @property
    def is_game(self) -> bool:
        return "<slug:code>" in self.route


def all_patterns(
    resolver: URLResolver | None = None, route: str = "", spaces: tuple[str, ...] = ()
) -> Iterator[Found]:
    for pattern in (resolver or get_resolver()).url_patterns:
        here = route + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield Found(":".join([*spaces, pattern.name or here]), here)
        else:
            inner = (*spaces, pattern.namespace) if pattern.namespace else spaces
            yield from all_patterns(pattern, here, inner)


PATTERNS = list(all_patterns())
OURS = [found for found in PATTERNS if not found.name.startswith("admin:")]
OF_ADMIN = [found for found in PATTERNS if found.name.startswith("admin:")]


def test_every_address_is_in_the_table_and_the_table_has_no_other():
    assert sorted(found.name for found in OURS) == sorted(TABLE)


def test_names_of_addresses_do_not_repeat():
    names = [found.name for found in OURS]
    assert len(names) == len(set(names))


@dataclass
class World:
    """One league with one running game, and who is who in it."""

    league: League
    game: Game
    people: dict[str, Any]
    client_of: Callable[[Any], Client]
    arguments: dict[str, Any]
    till: Till
    """The money of its season."""
    cookies: dict[str, Any] = field(default_factory=dict)
    """Of those who have been signed in: each request is made by a browser that has nothing else."""

    @property
    def invitation(self) -> str:
        return self.league.invitations.get().token

    def url(self, found: Found) -> str:
        """The address with this world's own things in it."""
        resolved = {
            name: value
            for name, value in self.arguments.items()
            if f":{name}>" in found.route or f"<{name}>" in found.route
        }
        return reverse(found.name, kwargs=resolved)

    def nowhere(self, found: Found) -> str:
        """The same address with a game, or a league, that does not exist."""
        one = "code" if found.is_game else "league_slug"
        real = self.arguments[one]
        self.arguments[one] = "nowhere1"
        try:
            return self.url(found)
        finally:
            self.arguments[one] = real

    def statuses(self, url: str, method: str, cast: tuple[str, ...] = CAST) -> str:
        """What each is answered; whatever a request changed is undone before the next."""
        return " ".join(str(self.status(who, url, method)) for who in cast)

    def status(self, who: str, url: str, method: str) -> int:
        if who not in self.cookies:
            self.cookies[who] = self.client_of(self.people[who]).cookies
        browser = Client()
        browser.cookies.update(self.cookies[who])
        undone = transaction.atomic()
        undone._from_testcase = True  # type: ignore[attr-defined]  # a durable transaction may begin within it
        with undone:
            answer = getattr(browser, method)(url)
            transaction.set_rollback(True)
        return answer.status_code


@pytest.fixture
def people(ada: Any, ben: Any, carl: Any, dora: Any, eve: Any) -> dict[str, Any]:
    return dict(zip(CAST, (None, dora, eve, carl, ada, ben), strict=True))


@pytest.fixture
def make_world(
    people: dict[str, Any], client_of: Callable[[Any], Client], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., World]:
    """Builds a world whose game has left its first phase behind."""

    def make(*, league: str = "public", game: str = "public") -> World:
        monkeypatch.setattr(clock, "read", lambda: NOON)
        carl = people["organiser"]
        home = services.create_league(
            user=carl, name="Here", slug="here", description="", visibility="public"
        )
        for who in ("member", "player", "opponent"):
            services.join(league=home, user=people[who])
        home = services.update_settings(league=home, by=carl, visibility=league)
        table = open_game(
            league=home,
            user=carl,
            name="Channel",
            variant="intimate",
            settings={},
            pace=Pace(),
            visibility=game,
        )
        for who in ("player", "opponent"):
            take_seat(game=table, user=people[who], nonce=who)
        first = phase_of(table)
        for who in ("player", "opponent"):
            user = people[who]
            save_answer(
                game=table, user=user, label=first.label, text=RANKS[user.username], version=0, ready=True
            )
        play(table)
        other = make_user("other")
        invitation = services.invite(league=home, by=carl, days=7)
        entrants = [people["player"], people["opponent"]]
        season = rows.make_season(home, carl, entrants, arbiters=[carl], money=MONEY)
        rows.play(season, 2, 1, 2)
        till = Till(season, carl, other)
        for entry in season.entries.select_related("user"):
            till.add(entry)
        over = {"1": people["player"], "2": people["opponent"]}
        count_games(games=[finished_game(home, over, {"1": "solo", "2": "lost"}).pk])
        hosted = Sandbox().create(ASKED)
        arguments = {
            "league_slug": home.slug,
            "membership": home.memberships.get(user=people["member"]).pk,
            "username": "ada",
            "other": "ben",
            "invitation": invitation.token,
            "invitation_id": invitation.pk,
            "holiday_id": 1,
            "sanction": 1,
            "preset": 1,
            "what": "members",
            "form": "csv",
            "year": 2026,
            "report_id": 1,
            "announcement": 1,
            "code": table.code,
            "season": season.code,
            "suspicion": 1,
            "act": 1,
            "entry": 1,
            "challenge": 1,
            "guest": 1,
            "token": table.join_token,
            "label": first.label,
            "look": "night",
            "shown": posters.address_of(Poster("A game"))[len("/pictures/") : -len(".png")],
            "sign": showcase.sign_of(showcase.board_of(showcase.open_phase(table.pk))),
            "seat": "1",
            "kind": "draw",
            "slug": "intimate",
            "text": "privacy",
            "uidb36": other.pk,
            "key": "0-0",
            "number": 1,
            "pk": 1,
            "proposal": till.proposal.pk,
            "payout": till.book.payouts.get(entry__number=1).pk,
            "refund": till.book.refunds.get(entry__number=2).pk,
            "holder": till.cash.pk,
            "record": till.book.hand_records.filter(state="waiting").first().pk,
            "what_kind": "payment",
            "provider": "sandbox",
            "session": hosted.provider_id,
            "calendar": make_address(user=people["player"]),
            "sandbox": tried(table, people["player"], first.label).sandbox.code,
        }
        return World(home, table, people, client_of, arguments, till)

    return make


def tried(game: Game, person: Any, label: str) -> SandboxStep:
    """The step to which no orders lead in a sandbox of that person, from a phase of that game."""
    seat = game.seats.get(tenures__user=person)
    access = Access(game=game, seat=seat, is_member=True, by_link=False, reader=person.pk)
    return sandboxes.resolve(person=person, stand=in_a_game(access, label), orders=[])


def play(game: Game) -> None:
    """Adjudicate the open phase, for which everyone is ready."""
    house_was_up()
    drain()
    game.refresh_from_db()
    assert game.phase_number == 1


@pytest.mark.slow
@pytest.mark.parametrize("method", ["get", "post"])
def test_in_the_open_each_is_answered_as_the_table_says(make_world, method):
    world = make_world()
    answers = {found.name: world.statuses(world.url(found), method) for found in OURS}
    assert answers == {name: getattr(row, method) for name, row in TABLE.items()}


def compare_in_hiding(world: World, hidden: list[Found], *, outside: tuple[str, ...]) -> None:
    """Those outside find what they would find if it did not exist; the others what the table says."""
    inside = tuple(who for who in CAST if who not in outside)
    for found in hidden:
        row = TABLE[found.name]
        for method in ("get", "post"):
            url = world.url(found)
            nothing = world.statuses(world.nowhere(found), method, outside)
            assert world.statuses(url, method, outside) == nothing, (found.name, method)
            said = getattr(row, method).split()[len(outside) :]
            if row.in_the_open and method == "get":
                said = ["404"] * len(inside)
            assert world.statuses(url, method, inside).split() == said, (found.name, method)


@pytest.mark.slow
def test_a_private_game_does_not_exist_for_those_outside_it(make_world):
    """Members and organisers of its league among them; its link is the only other way in."""
    games = [found for found in OURS if found.is_game and not TABLE[found.name].by_link]
    assert len(games) > 10
    compare_in_hiding(make_world(game="private"), games, outside=CAST[:4])


def test_a_league_by_invitation_does_not_exist_for_those_outside_it(make_world):
    leagues = [found for found in OURS if found.is_league and not TABLE[found.name].by_invitation]
    assert len(leagues) > 20
    compare_in_hiding(make_world(league="invitation"), leagues, outside=CAST[:2])


@pytest.mark.slow
def test_a_link_opens_what_it_was_made_for_and_a_guessed_one_nothing(make_world):
    """A private game's link works inside its league; an invitation works from outside."""
    by_name = {found.name: found for found in OURS}
    game_link, invitation = by_name["games:join-private"], by_name["leagues:invited"]
    world = make_world(game="private")
    for found, visibility, outside in ((game_link, "public", CAST[:4]), (invitation, "invitation", CAST[:2])):
        League.objects.filter(pk=world.league.pk).update(visibility=visibility)
        world.arguments |= {"token": world.game.join_token, "invitation": world.invitation}
        assert world.statuses(world.url(found), "get") == TABLE[found.name].get
        world.arguments |= {"token": "guessed", "invitation": "guessed"}
        assert set(world.statuses(world.url(found), "get", outside).split()) == {"404"}


@pytest.mark.slow
def test_the_admin_is_for_staff_alone(make_world):
    """Everything there leads everyone else to its sign-in address, which has no page of its own."""
    world = make_world()
    world.arguments |= {"object_id": 1, "content_type_id": 1, "id": 1, "pk": 1}
    for found in OF_ADMIN:
        if "(?P<" in found.route:  # lists of an app, and whatever else is typed
            url = "/admin/games/" if "app_label" in found.route else "/admin/nothing/here"
        elif found.route in found.name:  # nameless: an old address that leads to the new one
            url = "/" + found.route.replace("<path:object_id>", "1")
        else:
            url = world.url(found)
        expected = ADMIN.get(found.name, AWAY)
        for method in ("get", "post"):
            assert world.statuses(url, method) == expected, (url, method)
