"""Orders given ahead count as sent: for the player who gave them, not for one who takes the seat over
(SPY-21).
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail

from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.lists.lines import GameLine, lines_of, rows_of
from games.lists.waiting import waiting_for
from games.models import Game, Phase, Turn
from games.services.masters import presiding
from games.services.players.reminding import remind
from league.leagues import services as leagues
from league.users.models import User
from tests.conftest import house_was_up, make_user
from tests.games.spy.conftest import Table

AHEAD = "A Par - Bur\nEspionage:\nE Par - Bur (Ger)"
WHY = "Because the ferry is late."


def line_of(table: Table, user: object) -> GameLine:
    (line,) = lines_of(rows_of(Game.objects.filter(pk=table.game.pk), 1), user)
    return line


def reminded(table: Table) -> set[str]:
    """Who gets a reminder of the open phase, by address."""
    OutboxRow.objects.filter(topic="mail").delete()
    mail.outbox.clear()
    table.clock(table.phase.remind_at)
    house_was_up()
    remind()
    delivery.deliver()
    return {message.to[0] for message in mail.outbox}


@pytest.mark.slow
def test_whoever_gave_orders_ahead_for_a_phase_has_sent_them(by_phase):
    by_phase.write("FRANCE", AHEAD)
    by_phase.write("GERMANY", "A Mun - Bur")
    assert by_phase.pass_deadline().label == "S1901E"
    french, german = by_phase.players["FRANCE"], by_phase.players["GERMANY"]
    assert line_of(by_phase, french).saved and waiting_for(french.pk, 5) == []
    assert not line_of(by_phase, german).saved and waiting_for(german.pk, 5) != []
    to = reminded(by_phase)
    assert german.email in to and french.email not in to


@pytest.mark.slow
def test_orders_ahead_for_a_later_phase_are_none_for_this_one(by_phase):
    by_phase.write("FRANCE", "A Par - Bur\nRetreats:\nA Bur R Gas")
    opened = by_phase.pass_deadline()
    assert opened.label == "S1901E" and "FRANCE" in Turn.objects.get(phase__ordinal=0).turn["later"]
    french = by_phase.players["FRANCE"]
    assert not line_of(by_phase, french).saved
    assert french.email in reminded(by_phase)


@pytest.fixture
def presided(by_phase, carl, calais):
    """carl presides, and eve would take a seat over."""
    Game.objects.filter(pk=by_phase.game.pk).update(master=carl)
    by_phase.game.refresh_from_db()
    eve = make_user("eve")
    leagues.join(league=calais, user=eve)
    return by_phase


def hand_france_to(table: Table, user: object) -> None:
    table.clock.pass_(minutes=1)
    presiding.offer_to_stand_in(game=table.game, user=user)
    presiding.replace_player(
        game=table.game, user=table.game.master, seat="FRANCE", stand_in=user.pk, reason=WHY
    )


def sent_in_espionage(table: Table) -> dict[str, object]:
    espionage = Phase.objects.get(game=table.game, label="S1901E")
    table.pass_deadline()
    return Turn.objects.get(phase=espionage).answers


@pytest.mark.slow
def test_orders_given_ahead_go_with_whoever_gave_them(presided, client_of, url):
    presided.write("FRANCE", AHEAD)
    presided.pass_deadline()
    eve = User.objects.get(username="eve")
    hand_france_to(presided, eve)
    assert not line_of(presided, eve).saved
    assert b"E Par - Bur" not in client_of(eve).get(url(presided.game)).content
    assert sent_in_espionage(presided) == {}


@pytest.mark.slow
def test_nor_do_they_hold_again_when_they_come_back(presided, client_of, url):
    presided.write("FRANCE", AHEAD)
    presided.pass_deadline()
    french = presided.players["FRANCE"]
    assert b"E Par - Bur" in client_of(french).get(url(presided.game)).content
    eve = User.objects.get(username="eve")
    hand_france_to(presided, eve)
    hand_france_to(presided, french)
    assert b"E Par - Bur" not in client_of(french).get(url(presided.game)).content
    assert sent_in_espionage(presided) == {}


@pytest.mark.slow
def test_who_takes_over_before_the_deadline_gives_orders_ahead_of_their_own(presided):
    eve = User.objects.get(username="eve")
    presided.write("FRANCE", "A Par - Gas\nEspionage:\nE Par - Gas (Ger)")
    hand_france_to(presided, eve)
    presided.players["FRANCE"] = eve
    presided.clock.pass_(minutes=1)
    presided.write("FRANCE", AHEAD)
    presided.clock(presided.phase.deadline - timedelta(seconds=1))
    presided.pass_deadline()
    assert line_of(presided, eve).saved
    assert set(sent_in_espionage(presided)["FRANCE"]) == {"later"}
