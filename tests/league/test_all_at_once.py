"""What is done for a whole league at once, in batches: announcements by e-mail, and extra time."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.urls import reverse

from games.agreed.pace import Pace
from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from games.models import ClockEntry, Game, Phase
from games.services.masters import league_extension
from games.services.seats.seating import take_seat
from league.leagues import services
from league.leagues.errors import LeagueError, NoReason, NotAllowed
from league.leagues.models import Announcement, LeagueExtension
from league.leagues.services import announcing
from league.leagues.services.extending import extend_more
from tests.conftest import make_user
from tests.league.conftest import NOW
from tests.opening import open_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(at, calais, carl, ada, ben):
    """Five running games between ada and ben."""
    found = []
    for number in range(5):
        game = open_game(
            league=calais, user=carl, name=f"No {number}", variant="intimate", settings={}, pace=Pace()
        )
        for user in (ada, ben):
            take_seat(game=game, user=user)
        found.append(game)
    deliver()
    mail.outbox.clear()
    return found


def said(league, by, **values):
    given = {"title": "Holidays", "text": "We pause.\nThen we go on.", "is_pinned": True, "is_mailed": True}
    return services.announce(league=league, by=by, **(given | values))


@pytest.mark.slow
def test_an_announcement_is_mailed_once_to_all_who_want_it_a_batch_at_a_time(
    at, monkeypatch, calais, carl, ada, ben
):
    monkeypatch.setattr(announcing, "MEMBERS_AT_ONCE", 2)
    for number in range(5):
        services.join(league=calais, user=make_user(f"member{number}"))
    ada.mail_leagues = False
    ada.save()
    announcement = said(calais, carl)
    assert OutboxRow.objects.filter(topic="league_mail").count() == 0, "the request writes one row alone"
    first = OutboxRow.objects.get(topic="league_announcement").payload
    deliver()
    to = sorted(address for each in mail.outbox for address in each.to)
    assert to == sorted(f"{name}@example.org" for name in ("ben", "carl", *(f"member{n}" for n in range(5))))
    announcement.refresh_from_db()
    assert announcement.mailed_at
    announcing.mail_more(**first)  # the row again, as after a worker has died
    mail.outbox.clear()
    deliver()
    assert not mail.outbox


def test_the_e_mail_is_in_each_readers_language_and_can_be_stopped(at, calais, carl, ada, ben):
    said(calais, carl)
    deliver()
    (letter,) = [each for each in mail.outbox if each.to == [ben.email]]
    assert letter.subject == "Calais\u00a0: Holidays"
    assert "Then we go on." in letter.body
    assert "Vous recevez cet e-mail" in letter.body
    assert letter.extra_headers["List-Unsubscribe"].startswith("<http")


def test_what_is_withdrawn_is_shown_and_mailed_no_more(at, calais, carl, ada, client_of):
    announcement = said(calais, carl)
    services.withdraw_announcement(league=calais, by=carl, announcement=announcement.pk)
    services.withdraw_announcement(league=calais, by=carl, announcement=announcement.pk)
    deliver()
    assert not mail.outbox
    for name in ("home", "announcements"):
        assert "Holidays" not in client_of(ada).get(reverse(f"leagues:{name}", args=["calais"])).text
    assert list(calais.acts.values_list("kind", flat=True)) == ["announced", "unsaid"]


@pytest.mark.slow
def test_one_announcement_takes_the_place_of_another(at, calais, carl, ada, client_of):
    first = said(calais, carl, is_mailed=False)
    desk = client_of(carl)
    address = reverse("leagues:announce", args=["calais"])
    assert "We pause." in desk.get(f"{address}?replaces={first.pk}").text
    unfinished = desk.post(address, {"title": "New plans", "text": "", "replaces": first.pk}).text
    assert "In place of “Holidays”" in unfinished and "New plans" in unfinished
    posted = {"title": "New plans", "text": "We go on.", "is_pinned": "on", "replaces": first.pk}
    assert desk.post(address, posted).status_code == 302
    home = client_of(ada).get(reverse("leagues:home", args=["calais"])).text
    assert "New plans" in home
    assert "Holidays" not in home
    assert Announcement.objects.get(title="New plans").replaces == first
    assert "replaced" in desk.get(address).text


def test_the_same_form_twice_is_one_announcement(at, calais, carl, ada):
    first = said(calais, carl)
    assert said(calais, carl) == first
    deliver()
    assert len([each for each in mail.outbox if each.to == [ada.email]]) == 1
    services.withdraw_announcement(league=calais, by=carl, announcement=first.pk)
    assert said(calais, carl) != first, "what was withdrawn can be said anew"
    at(NOW + timedelta(minutes=2))
    said(calais, carl)
    assert calais.announcements.count() == 3


def test_only_organisers_announce_and_with_words(at, calais, carl, ada):
    with pytest.raises(NotAllowed):
        said(calais, ada)
    with pytest.raises(LeagueError):
        said(calais, carl, text=" ")


def extend(league, by, **values):
    given = {"hours": 24, "reason": "The server was down.", "key": uuid.uuid4()}
    return services.extend_all(league=league, by=by, **(given | values))


def deadlines() -> dict[str, datetime]:
    return dict(Phase.objects.filter(adjudicated_at=None).values_list("game__name", "deadline"))


@pytest.mark.slow
def test_every_running_game_gets_the_same_time_once(monkeypatch, games, calais, carl, ada):
    monkeypatch.setattr(league_extension, "GAMES_AT_ONCE", 2)
    before = deadlines()
    extension = extend(calais, carl)
    assert deadlines() == before, "the request moves nothing itself"
    deliver()
    assert deadlines() == {name: moment + timedelta(days=1) for name, moment in before.items()}
    extension.refresh_from_db()
    assert (extension.total, extension.seen, extension.moved) == (5, 5, 5)
    assert extension.finished_at == NOW
    entries = ClockEntry.objects.filter(reason="league")
    assert {(each.note, each.by) for each in entries} == {("The server was down.", carl)}
    assert entries.count() == 5
    for row in OutboxRow.objects.filter(topic="league_extension"):
        extend_more(**row.payload)
    assert entries.count() == 5
    phase = Phase.objects.filter(game=games[0]).get()
    assert phase.closes_at == phase.deadline
    assert phase.remind_at is not None
    assert phase.remind_at > before["No 0"] - timedelta(hours=12)
    assert Game.objects.get(pk=games[0].pk).version > games[0].version


@pytest.mark.slow
def test_the_same_form_twice_is_one_extension_and_two_at_a_time_are_refused(
    games, calais, carl, douvres, dora
):
    key = uuid.uuid4()
    first = extend(calais, carl, key=key)
    assert extend(calais, carl, key=key) == first
    with pytest.raises(LeagueError, match="under way"):
        extend(calais, carl)
    with pytest.raises(NoReason):
        extend(calais, carl, reason=" ")
    deliver()
    assert extend(calais, carl, key=key) == first
    again = extend(calais, carl, key=key, hours=48)
    assert again != first, "an old form with other hours is another extension"
    extend(douvres, dora, key=key)
    with pytest.raises(IntegrityError), transaction.atomic():
        LeagueExtension.objects.create(league=calais, hours=1, reason="x", at=NOW, total=0)


@pytest.mark.slow
def test_what_is_over_closed_set_aside_or_without_a_clock_stays(games, calais, carl, ada):
    over, closed, aside, untimed, far = games
    Game.objects.filter(pk=over.pk).update(
        state="finished", outcome={"winners": [], "how": "HR-6"}, finished_at=NOW
    )
    Phase.objects.filter(game=closed).update(closes_at=NOW)
    Phase.objects.filter(game=aside).update(set_aside_at=NOW)
    Game.objects.filter(pk=untimed.pk).update(untimed_until=NOW + timedelta(days=3))
    Phase.objects.filter(game=far).update(deadline=NOW + timedelta(days=59, hours=1))
    before = deadlines()
    extension = extend(calais, carl)
    deliver()
    assert deadlines() == before
    extension.refresh_from_db()
    assert (extension.total, extension.seen, extension.moved) == (4, 4, 0)


@pytest.mark.slow
def test_games_at_live_speed_are_left_out_and_the_page_says_how_many(games, client_of, calais, carl):
    live, short = games[:2]
    Game.objects.filter(pk=live.pk).update(pace=Pace.from_json({"kind": "live"}).to_json())
    pace = Pace(kind="custom", first=600, movement=600, retreats=600, adjustments=600, auctions=600)
    Game.objects.filter(pk=short.pk).update(pace=pace.to_json())
    before = deadlines()
    page = client_of(carl).get(reverse("leagues:extend", args=["calais"])).text
    assert "2 live games are left out" in page
    extension = extend(calais, carl)
    deliver()
    assert sorted(name for name, moment in deadlines().items() if moment == before[name]) == ["No 0", "No 1"]
    extension.refresh_from_db()
    assert (extension.total, extension.moved) == (3, 3)


@pytest.mark.slow
def test_games_of_other_leagues_stay(games, calais, carl, dora, douvres, ada, ben):
    extend(douvres, dora)
    before = deadlines()
    deliver()
    assert deadlines() == before
    with pytest.raises(NotAllowed):
        extend(calais, dora)


@pytest.mark.slow
def test_the_page_asks_for_a_tick_and_shows_how_far_it_came(games, client_of, calais, carl, ada):
    desk = client_of(carl)
    address = reverse("leagues:extend", args=["calais"])
    page = desk.get(address)
    assert "5 games running" in page.text
    posted = {"hours": 6, "reason": "Holiday", "key": page.context["form"].initial["key"]}
    assert "Tick this box" in desk.post(address, posted).text
    desk.post(address, posted | {"sure": "on"})
    assert "on its way" in desk.get(address).text
    deliver()
    assert "5 of 5 games moved" in desk.get(address).text
    game = client_of(ada).get(reverse("games:game", args=["calais", games[0].code])).text
    assert "Extended for all games of the league" in game
    assert "Holiday" in game


@pytest.mark.slow
def test_a_batch_costs_no_query_per_game(games, calais, carl, django_assert_max_num_queries):
    extend(calais, carl)
    row = OutboxRow.objects.get(topic="league_extension")
    with django_assert_max_num_queries(16):
        extend_more(**row.payload)
