"""Those who run the site are not told either who sits in a masked seat (DG-1)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.models import Mailing, Vote
from games.services.players import votes
from league.leagues import services
from tests.conftest import make_user
from tests.games.divine.conftest import DIVINE, POWERS, Table
from tests.games.pages.conftest import without_tokens

pytestmark = pytest.mark.slow


@pytest.fixture
def staff(client_of: Any, db: None) -> Client:
    client: Client = client_of(make_user("root", is_staff=True, is_superuser=True))
    return client


def looked_at(staff: Client, table: Table, people: list[Any]) -> dict[str, bytes]:
    """What the admin tells of the game, of these people's places in it, and of mails."""
    pages = [
        reverse("admin:games_tenure_changelist"),
        reverse("admin:games_seat_changelist"),
        reverse("admin:games_outboxrow_changelist"),
        *(f"{reverse('admin:games_tenure_changelist')}?q={person.username}" for person in people),
        *(reverse("admin:games_outboxrow_change", args=[row.pk]) for row in OutboxRow.objects.all()[:12]),
        *(
            reverse("admin:leagues_membership_change", args=[each.pk])
            for each in table.game.league.memberships.filter(user__in=people)
        ),
    ]
    return {page: without_tokens(staff.get(page).content) for page in pages}


def test_the_admin_lists_the_seven_alone(staff: Client, table: Table):
    page = staff.get(reverse("admin:games_tenure_changelist")).content.decode()
    for power in POWERS:
        assert table.seats[power].username in page
    for seat in DIVINE:
        assert table.seats[seat].username not in page


@pytest.mark.parametrize("other", ["GOD", "idler"])
def test_no_byte_tells_the_staff_who_the_devil_is(staff: Client, table: Table, nine, other):
    idler = make_user("idler")
    services.join(league=table.game.league, user=idler)
    table.game.tenures.update(taken_at=table.clock.now)
    people = [*nine, idler]
    before = looked_at(staff, table, people)
    if other == "GOD":
        table.swap("DEVIL", "GOD")
    else:
        table.game.tenures.filter(seat__key="DEVIL").update(user=idler)
        devil = table.seats["DEVIL"].pk
        for row in OutboxRow.objects.filter(topic="mail", person=devil):
            row.person, row.payload = idler.pk, row.payload | {"user": idler.pk}
            row.save()
    assert looked_at(staff, table, people) == before


def test_all_nine_stand_there_when_the_game_is_over(staff: Client, table: Table):
    for power in POWERS:
        votes.cast(game=table.game, user=table.seats[power], kind=Vote.Kind.DRAW)
    page = staff.get(reverse("admin:games_tenure_changelist")).content.decode()
    for person in table.seats.values():
        assert person.username in page


def test_who_was_mailed_is_told_when_the_game_is_over(staff: Client, table: Table, make_game, seat_both, ada):
    """All nine are mailed at one moment, and seven are known: the others would be the Devil and God."""
    seat_both(make_game())
    delivery.deliver()
    assert Mailing.objects.filter(user=table.seats["DEVIL"]).exists()
    page = staff.get(reverse("admin:games_mailing_changelist")).content.decode()
    assert ada.username in page, "of a game that hides nobody it is told at once"
    assert not [seat for seat, person in table.seats.items() if person != ada and person.username in page]
    for power in POWERS:
        votes.cast(game=table.game, user=table.seats[power], kind=Vote.Kind.DRAW)
    page = staff.get(reverse("admin:games_mailing_changelist")).content.decode()
    for person in table.seats.values():
        assert person.username in page
