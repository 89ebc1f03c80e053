"""A game master of nine is told no more than anyone else of who sits in a masked seat (DG-1, RB-24)."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.urls import reverse

from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from games.errors import CannotReplace
from games.models import Game, Mailing
from games.notices import left_hint
from games.pages.presiding import stand_ins_of
from games.services.masters import presiding
from games.services.players.letters import send_letter
from league.leagues import services
from tests.conftest import make_user
from tests.games.conftest import phase_of
from tests.games.divine.conftest import POWERS, Table
from tests.games.pages.conftest import without_tokens

WHY = "Because the ferry is late."


@pytest.fixture
def presided(table: Table, carl: Any) -> Table:
    """The game of nine, over which carl presides."""
    Game.objects.filter(pk=table.game.pk).update(master=carl)
    table.game.refresh_from_db()
    return table


@pytest.fixture
def idlers(calais: Any) -> list[Any]:
    """Three members who play nowhere."""
    people = [make_user(f"idler{number}") for number in range(3)]
    for person in people:
        services.join(league=calais, user=person)
    return people


@pytest.mark.slow
def test_handing_over_tells_nothing_of_who_sits_in_a_masked_seat(presided, carl, idlers, client_of):
    """The refusal is the same for all: the Devil, and a member who plays nowhere."""
    said = set()
    for person in (presided.seats["DEVIL"], idlers[0]):
        with pytest.raises(CannotReplace):
            presiding.hand_over(game=presided.game, user=carl, to=person, reason=WHY)
        typed = {"act": "chair", "chair-to": person.username, "chair-reason": WHY}
        page = without_tokens(client_of(carl).post(presided.url("desk"), typed).content)
        said.add(page.replace(person.username.encode(), b"somebody"))
    assert len(said) == 1
    with pytest.raises(CannotReplace):
        presiding.hand_over(game=presided.game, user=carl, to=presided.seats["FRANCE"], reason=WHY)
    presiding.offer_to_stand_in(game=presided.game, user=idlers[0])
    presiding.hand_over(game=presided.game, user=carl, to=idlers[0], reason=WHY)
    assert Game.objects.get(pk=presided.game.pk).master == idlers[0]


@pytest.mark.slow
def test_a_later_game_master_is_not_told_who_had_a_masked_seat(presided, carl, idlers):
    devil, power = presided.seats["DEVIL"], presided.seats["FRANCE"]
    for seat, successor in (("DEVIL", idlers[0]), ("FRANCE", idlers[1])):
        presided.clock.pass_(minutes=1)
        presiding.offer_to_stand_in(game=presided.game, user=successor)
        presiding.replace_player(game=presided.game, user=carl, seat=seat, stand_in=successor.pk, reason=WHY)
    for person in (devil, power):
        presiding.offer_to_stand_in(game=presided.game, user=person)
    has_played = {each.name: each.has_played for each in stand_ins_of(presided.game)}
    assert has_played == {devil.username: False, power.username: True}


@pytest.mark.slow
def test_nothing_that_staff_see_names_who_takes_a_masked_seat_over(presided, carl, idlers, client_of):
    root = client_of(make_user("root", is_staff=True, is_superuser=True))
    presided.clock.pass_(minutes=1)
    presiding.offer_to_stand_in(game=presided.game, user=idlers[0])
    offers = reverse("admin:games_standin_changelist")
    before = without_tokens(root.get(offers).content)
    presiding.replace_player(game=presided.game, user=carl, seat="GOD", stand_in=idlers[0].pk, reason=WHY)
    assert without_tokens(root.get(offers).content) == before
    hints = OutboxRow.objects.filter(payload__has_key="left")
    page = root.get(reverse("admin:games_outboxrow_change", args=[hints.get().pk])).content.decode()
    about = page.partition("game " + str(presided.game.pk))[2].partition("<")[0]
    assert about == ", left True" and left_hint(presided.game, 7, presided.clock.now).payload["user"] == 7


def test_a_letter_to_all_who_may_write_is_to_everybody(presided, carl, client_of):
    to = [power for power in POWERS if power != "FRANCE"]
    send_letter(game=presided.game, user=presided.seats["FRANCE"], to=to, body="To all", key="a")
    page = client_of(carl).get(presided.url("all-letters")).content.decode()
    assert "To all" in page and "everyone" in page and presided.seats["ITALY"].username not in page


def france_is_out(presided):
    """The player of France has nothing left, and has offered to take another seat over (RB-14)."""
    phase = phase_of(presided.game)
    for key in ("units", "centres"):
        del phase.position[key]["FRANCE"]
    phase.due.pop("FRANCE")
    phase.save()
    eliminated = presided.seats["FRANCE"]
    presided.clock.pass_(minutes=1)
    presiding.offer_to_stand_in(game=presided.game, user=eliminated)
    return eliminated


@pytest.mark.slow
def test_nobody_leaves_a_seat_for_a_masked_one(presided, carl, idlers):
    """The seat that the Devil left would stand empty, and tell everyone who the Devil is (DG-1)."""
    eliminated = france_is_out(presided)
    with pytest.raises(CannotReplace, match="DG-1"):
        presiding.replace_player(
            game=presided.game, user=carl, seat="DEVIL", stand_in=eliminated.pk, reason=WHY
        )
    presiding.replace_player(game=presided.game, user=carl, seat="ITALY", stand_in=eliminated.pk, reason=WHY)


@pytest.mark.slow
def test_who_only_listens_hears_what_goes_to_all_also_when_a_seat_stands_empty(presided, carl):
    eliminated = france_is_out(presided)
    presiding.replace_player(game=presided.game, user=carl, seat="ITALY", stand_in=eliminated.pk, reason=WHY)
    to = [power for power in POWERS if power != "ITALY"]
    send_letter(game=presided.game, user=eliminated, to=to, body="To all that are left", key="b")
    assert "To all that are left" in presided.page("DEVIL")


@pytest.mark.slow
def test_an_announcement_goes_to_masked_seats_too_and_the_log_of_mails_waits_with_it(presided, carl):
    """Every mail is logged with the open phase: the admin shows none of them before it is over (DG-1)."""
    phase = phase_of(presided.game)
    OutboxRow.objects.all().delete()
    act = presiding.announce(game=presided.game, user=carl, text=WHY)
    rows = OutboxRow.objects.filter(topic="mail")
    players = sorted(user.pk for user in presided.seats.values())
    assert sorted(row.payload["user"] for row in rows) == players
    assert {row.payload["act"] for row in rows} == {act.pk}
    deliver()
    assert len(mail.outbox) == len(players) and all(WHY in message.body for message in mail.outbox)
    assert len({message.body.split("\n", 1)[1].split("\n-- \n")[0] for message in mail.outbox}) == 1
    assert {tuple(each.phases.all()) for each in Mailing.objects.all()} == {(phase,)}
