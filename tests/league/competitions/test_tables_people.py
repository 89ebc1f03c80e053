"""Who fills the tables of an event: volunteers for a second seat, and substitutes who come later."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.services.seats import resigning, taking_over
from league.competitions.models import Competition, Entry, FinalPlace
from tests.league.competitions.check_tables import faults_in
from tests.league.competitions.tables_seasons import TablesSeason

pytestmark = pytest.mark.django_db
ALONE = "for the other six alone"


@pytest.fixture
def event(calais, carl, set_clock):
    return TablesSeason(calais, carl, set_clock, rounds=1, best_of=1, final=False)


def page(event, client, name="season", *arguments) -> str:
    found = client.get(reverse(f"tournaments:{name}", args=["calais", event.competition.code, *arguments]))
    assert found.status_code == 200
    return found.content.decode()


def test_nine_fill_two_tables_with_five_who_play_twice(event, client_of):
    """Everyone has one score; second seats win nothing, and all of it comes out of the file."""
    event.announce()
    for number in range(1, 10):
        event.enter(f"p{number}")
    event.close_entries()
    client = client_of(event.member("p1"))
    assert client.post(
        reverse("tournaments:check-in", args=["calais", event.competition.code]), {"twice": "on"}
    )
    event.check_in("p2", "p3", "p4", "p5", twice=True)
    event.check_in("p6", "p7", "p8", "p9")
    event.start()
    tables = event.read.tables.values()
    assert [len(set(table.seats)) for table in tables] == [7, 7]
    aside = sorted(entry for table in tables for entry in table.aside)
    assert aside == [1, 2, 3, 4, 5]
    assert page(event, client).count(ALONE) == 5 + 1  # hers once more among what waits for her
    for number in (1, 2):
        event.ends(number, (9, 7, 6, 4, 4, 3, 1), is_final=False)
    assert ALONE in page(event, client, "entrant", 1)
    event.settle()
    event.turn(minutes=1)
    assert event.refresh().competition.state == Competition.State.FINISHED
    assert sorted(each.entry for each in event.read.results()) == list(range(1, 10))
    assert FinalPlace.objects.filter(competition=event.competition).count() == 9
    assert faults_in(event.export) == []


def test_substitutes_come_on_the_list_by_a_page_while_it_is_played(event, client_of):
    event.begin(7)
    client = client_of(event.member("new"))
    assert "substitutes can still come" in page(event, client)
    enter = reverse("tournaments:enter", args=["calais", event.competition.code])
    assert "Join the substitutes" in client.get(enter).content.decode()
    assert client.post(enter).url == event.competition.get_absolute_url()
    entry = Entry.objects.get(user__username="new")
    assert entry.state == Entry.State.WAITING
    assert "You are number 1 on the list of substitutes." in page(event, client)
    resigning.resign(game=event.game(1), user=event.member("p1"))
    assert "This seat is open" in page(event, client)
    taking_over.take_over(game=event.game(1), user=entry.user, seat=event.read.tables[1].power_of(1))
    assert "You play here as a substitute." in page(event, client)
    event.play_out()
    other = client_of(event.member("late"))
    assert "substitutes can still come" not in page(event, other)
    assert "Join the substitutes" not in other.get(enter).content.decode()


def test_who_wins_is_shown_with_points_when_it_is_over(event, client_of):
    """The final table has what every round gave, and what separates equals."""
    event.begin(7)
    event.play_out()
    shown = page(event, client_of(None))
    first = max(event.read.results(), key=lambda each: each.score)
    assert f'title="{first.score}"' in shown
    assert "Board tops" in shown
    assert "W–D–L" not in shown
