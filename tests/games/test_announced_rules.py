"""Players of games that were there before the rules of absence are told of them, once (HR-2)."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.core import mail
from django.urls import reverse

from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from games.models import Game, Mailing
from games.services.players.votes import concede
from games.services.seats.seating import take_seat
from tests.games.conftest import NOON
from tests.html_tree import tree

BEFORE = import_module("games.migrations.0030_games_of_before_are_friendly")
ANNOUNCED = import_module("games.migrations.0049_rules_of_absence_are_announced")
SAID = "Missing phases now has consequences in this game."


@pytest.fixture
def old_game(running_game, set_clock):
    """A running game that has just got its rules of absence."""
    set_clock.pass_(hours=1)
    BEFORE.be_friendly(apps, None)
    Game.objects.filter(pk=running_game.pk).update(
        absence=BEFORE.FRIENDLY | {"since": set_clock.now.isoformat()}
    )
    running_game.refresh_from_db()
    return running_game


def announce():
    OutboxRow.objects.exclude(payload__about="rules").delete()
    ANNOUNCED.announce(apps, None)
    OutboxRow.objects.update(due_at=NOON)


def told():
    return sorted(OutboxRow.objects.filter(payload__about="rules").values_list("payload__game", "person"))


def test_who_sat_in_it_is_mailed_once(old_game, make_game, seat_both, ada, ben):
    newer = seat_both(make_game(name="Newer"))
    over = seat_both(make_game(name="Over"))
    concede(game=over, user=ada)
    announce()
    announce()
    assert told() == sorted([(old_game.pk, ada.pk), (old_game.pk, ben.pk)])
    assert newer.pk not in {game for game, _user in told()}


def test_the_mail_says_what_follows_and_since_when(old_game, ada, ben, set_clock):
    announce()
    mail.outbox.clear()
    deliver()
    (english,) = [each for each in mail.outbox if each.to == [ada.email]]
    assert english.subject == "Channel: missing phases now has consequences"
    assert "“Channel”: " in english.body and "Phases missed since " in english.body
    assert "after 3 missed phases in a row, another player may take the seat" in english.body
    assert "earlier ones don’t" in english.body and "“Channel”" in english.alternatives[0][0]
    assert Mailing.objects.filter(kind="rules").count() == 2


def test_nothing_is_mailed_of_a_game_that_is_over_meanwhile(old_game, ada):
    announce()
    concede(game=old_game, user=ada)
    mail.outbox.clear()
    deliver()
    assert not [each for each in mail.outbox if "missing phases" in each.subject]


def page_of(client, game):
    return client.get(reverse("games:game", args=["calais", game.code])).content.decode()


@pytest.mark.slow
def test_the_page_says_so_to_each_player_until_dismissed(old_game, client_of, visitor, ada, ben):
    ben.language = "en"
    ben.save()
    page = page_of(client_of(ada), old_game)
    assert SAID in page and SAID not in page_of(visitor, old_game)
    notice = tree(page).one("div", id="absence-news").text
    assert (
        "Friendly rules: after 3 missed phases in a row" in notice
        and "Missed phases count since Sun 1 Mar, 13:00" in notice
    )
    path = reverse("games:rules-read", args=["calais", old_game.code])
    for _click in range(2):
        assert client_of(ada).post(path).status_code == 302
    assert SAID not in page_of(client_of(ada), old_game) and SAID in page_of(client_of(ben), old_game)
    assert visitor.post(path).status_code == 404 and client_of(ada).get(path).status_code == 405


def test_who_took_a_seat_when_there_were_rules_reads_nothing(
    make_game, set_clock, client_of, calais, ada, ben
):
    game = make_game(absence=None)
    Game.objects.filter(pk=game.pk).update(absence=BEFORE.FRIENDLY | {"since": set_clock.now.isoformat()})
    set_clock.pass_(minutes=1)
    for user in (ada, ben):
        take_seat(game=game, user=user)
    announce()
    assert SAID not in page_of(client_of(ada), game) and not told()
