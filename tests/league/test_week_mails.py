"""*This week* as a mail: on Mondays, once, to organisers, where something happened or needs them."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.test import Client

from games import tasks
from games.common.outbox.row import OutboxRow
from games.models import Game
from games.services.players.votes import concede
from games.services.seats.resigning import resign
from league.leagues import services
from league.leagues.models import Membership
from league.leagues.outbox.weeks import next_monday, put_due
from league.tasks import send_weeks
from league.users.models import Reach, User
from league.users.services import update_wishes
from tests.games.conftest import make_game, seat_all, seat_both, set_clock  # noqa: F401

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended(calais, make_game, seat_both, ben, set_clock):  # noqa: F811
    """Calais has a game that has just ended; its organiser's Monday has come."""
    concede(game=seat_both(make_game(name="Over")), user=ben)
    put_due()
    OutboxRow.objects.all().delete()
    mail.outbox.clear()
    Membership.objects.filter(role="organiser").update(week_at=set_clock.now)


def sent() -> list:
    """What goes out now."""
    mail.outbox.clear()
    send_weeks()
    tasks.send_outbox()
    return [each for each in mail.outbox if "This week" in each.subject or "Cette semaine" in each.subject]


@pytest.mark.parametrize(
    ("after", "zone", "then"),
    [
        ("2026-03-02T07:59", "Europe/Paris", "2026-03-02T08:00"),
        ("2026-03-02T08:00", "Europe/Paris", "2026-03-09T08:00"),
        ("2026-03-25T12:00", "Europe/Paris", "2026-03-30T07:00"),  # summer time began on the 29th
        ("2026-03-01T23:00", "Pacific/Auckland", "2026-03-08T20:00"),  # Monday there since noon
    ],
)
def test_monday_morning_is_that_of_its_reader(after, zone, then):
    moment = datetime.fromisoformat(after).replace(tzinfo=UTC)
    assert next_monday(moment, ZoneInfo(zone)) == datetime.fromisoformat(then).replace(tzinfo=UTC)


def test_an_organiser_is_told_the_week_once_and_members_nothing(ended, carl, set_clock):  # noqa: F811
    [told] = sent()
    assert told.to == [carl.email] and told.subject == "This week in Calais"
    assert "/l/calais/desk/week/" in told.body and "1 game ended, 0 are running." in told.body
    assert sent() == []
    set_clock.pass_(hours=24 * 7)
    assert sent() == []  # nothing happened since


def test_the_chore_is_safe_to_run_twice(ended, carl):
    assert [put_due(), put_due()] == [1, 0]
    assert OutboxRow.objects.filter(topic="league_week").count() == 1
    assert Membership.objects.get(user=carl).week_at is not None


def test_who_becomes_an_organiser_hears_on_the_monday_to_come(ended, carl, dora, calais, set_clock):  # noqa: F811
    joined = services.join(league=calais, user=dora)
    services.change_role(league=calais, by=carl, membership=joined, role="organiser")
    assert [each.to for each in sent()] == [[carl.email]]
    assert Membership.objects.get(user=dora).week_at == next_monday(set_clock.now, ZoneInfo("UTC"))


def test_several_leagues_make_one_mail_and_silent_ones_are_left_out(
    ended,
    carl,
    ben,
    make_game,  # noqa: F811
    seat_both,  # noqa: F811
    set_clock,  # noqa: F811
):
    quiet, lively = (
        services.create_league(user=carl, name=name, slug=name.lower(), description="", visibility="public")
        for name in ("Quiet", "Lively")
    )
    other = seat_both(make_game(name="Another"))
    concede(game=other, user=ben)
    Game.objects.filter(pk=other.pk).update(league=lively)
    Membership.objects.filter(user=carl).update(week_at=set_clock.now)
    [told] = sent()
    assert told.subject == "This week in your 2 leagues"
    assert "/l/lively/desk/week/" in told.body and quiet.slug not in told.body


@pytest.mark.parametrize("why", ["no wish", "only losses", "no organiser any more"])
def test_none_goes_to_who_does_not_want_it_or_organises_no_more(ended, carl, why):
    if why == "no wish":
        update_wishes(user=carl, wishes={"weeks": False})
    elif why == "only losses":
        User.objects.filter(pk=carl.pk).update(reach=Reach.LOSING)
    else:
        put_due()
        Membership.objects.filter(user=carl).update(role="member")
    assert sent() == []


def test_the_link_in_it_stops_this_kind_alone_in_french(ended, carl):
    User.objects.filter(pk=carl.pk).update(language="fr")
    [told] = sent()
    assert told.subject == "Cette semaine dans la ligue Calais"
    assert "1 partie terminée" in told.body
    stop = told.extra_headers["List-Unsubscribe"].strip("<>").partition("://")[2].partition("/")[2]
    assert Client().post(f"/{stop}").status_code == 200
    carl.refresh_from_db()
    assert not carl.mail_weeks and carl.mail_leagues


def test_open_seats_and_games_in_danger_stand_in_it(ended, carl, make_game, seat_all, calais):  # noqa: F811
    game = make_game(name="Great War", variant="standard", settings={})
    resign(game=game, user=seat_all(game)["FRANCE"])
    [told] = sent()
    assert "1 open seat needs a player." in told.body and "1 open seat" in told.alternatives[0][0]
