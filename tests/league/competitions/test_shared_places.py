"""Final places that are shared: two at the top and two third, on every page and in every file."""

from __future__ import annotations

import json

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from league.competitions.ladder.kind import _placed
from league.competitions.ladder.rules.ladder_rules import Order
from league.competitions.ladder.services.reigns import make_reigns
from league.competitions.log.exporting import export
from league.competitions.models import FinalPlace, Reign
from league.competitions.selectors import entrant
from league.competitions.state.season_access import reader_of
from league.leagues import services
from league.standings.selectors.records import book_of_league
from tests.conftest import make_user
from tests.html_tree import tree
from tests.league.competitions.rows import NOW, enter, make_season, streamed

pytestmark = pytest.mark.django_db

RANKS = {1: 3, 2: 1, 3: 5, 4: 1, 5: 3, 6: None}
"""By number of entry; the places of the table say in which order those of one rank come."""
PLACES = {4: 1, 2: 2, 5: 3, 1: 3, 3: 5, 6: 6}


@pytest.fixture
def season(calais, carl, at):
    """Over: 2 and 4 won, 1 and 5 are third, 3 fifth, 6 has played too little."""
    at(NOW)
    people = [make_user(f"p{number}") for number in RANKS]
    for person in people:
        services.join(league=calais, user=person)
    made = make_season(calais, carl, people, state="finished", name="Shared")
    for entry in made.entries.all():
        rank, place = RANKS[entry.number], PLACES[entry.number]
        FinalPlace.objects.create(competition=made, entry=entry, place=place, rank=rank)
    return made


def page_of(client, name, *args):
    response = client.get(reverse(f"tournaments:{name}", args=["calais", *args]))
    assert response.status_code == 200
    return tree(response.content.decode())


@pytest.mark.parametrize(
    ("sql", "name"),
    [
        ("UPDATE tournaments_finalplace SET rank = %s WHERE entry_id = %s", "final_ranks_begin_at_1"),
        ("UPDATE tournaments_finalplace SET place = %s WHERE entry_id = %s", "final_places_begin_at_1"),
    ],
)
def test_the_database_lets_places_be_shared_and_begin_at_1(season, sql, name):
    entry = season.entries.get(number=3).pk
    with connection.cursor() as cursor:
        cursor.execute(sql, [1, entry])
        assert 1 in season.final_places.values_list("place", "rank").get(entry=entry)
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            cursor.execute(sql, [0, entry])


def test_one_entry_has_one_final_place(season):
    row = season.final_places.get(entry__number=3)
    with pytest.raises(IntegrityError), transaction.atomic():
        FinalPlace.objects.create(competition=season, entry=row.entry, place=9, rank=9)


def test_all_who_share_a_rank_of_the_podium_are_on_it(visitor, season):
    page = page_of(visitor, "season", season.code)
    podium = page.one("ol", class_="champions").all("li")
    assert [each.text.split()[:3] for each in podium] == [
        ["Rank", "1", "p4"],
        ["Rank", "1", "p2"],
        ["Rank", "3", "p1"],
        ["Rank", "3", "p5"],
    ]
    rows = page.one(class_="columns").one("tbody").all("tr")
    told = [row.text.split()[:2] for row in rows]
    assert told == [["1", "p4"], ["1", "p2"], ["3", "p1"], ["3", "p5"], ["5", "p3"], ["–", "p6"]]


@pytest.mark.parametrize(
    ("language", "says"), [("en", "winners: p4 and p2"), ("fr", "première place : p4 et p2")]
)
def test_the_list_names_all_who_won(visitor, season, language, says):
    page = visitor.get(reverse("tournaments:index", args=["calais"]), headers={"accept-language": language})
    assert says in " ".join(page.content.decode().split())


def test_a_list_names_the_winners_of_each_season(visitor, season, calais, carl):
    other = make_season(calais, carl, [make_user("alone")], state="finished", name="Alone")
    FinalPlace.objects.create(competition=other, entry=other.entries.get(), place=1, rank=1)
    page = page_of(visitor, "index").text
    assert "winner: alone" in page and "winners: p4 and p2" in page


def test_files_tell_equal_places_by_place_and_entry(visitor, season):
    final = export(season, NOW)["final"]
    assert [(each["place"], each["entry"]) for each in final] == [(1, 2), (1, 4), (3, 1), (3, 5), (5, 3)]
    answer = visitor.get(reverse("tournaments:table-file", args=["calais", season.code, "json"]))
    table = json.loads(streamed(answer))["table"]
    assert [(row["rank"], row["entry"]) for row in table] == [
        (1, 4),
        (1, 2),
        (3, 1),
        (3, 5),
        (5, 3),
        (None, 6),
    ]


def test_each_entrants_page_says_the_shared_rank(season, carl):
    reader = reader_of(season.league, season.code, carl, None, NOW)
    told = {number: entrant.history_of(reader, number) for number in RANKS}
    assert {number: found.rank or None for number, found in told.items()} == RANKS
    assert {found.people for found in told.values()} == {5}


def test_who_shared_a_rank_begins_the_next_season_by_place(season, calais, carl):
    after = make_season(
        calais, carl, state="announced", name="After", order=Order.PREVIOUS, previous=season.code
    )
    entries = [enter(after, season.entries.get(number=n).user, number) for number, n in enumerate(RANKS, 1)]
    assert _placed(after, entries) == [4, 2, 1, 5, 3]


def test_the_record_book_holds_a_season_that_two_won(visitor, season):
    make_reigns()
    reign = Reign.objects.get()
    assert (reign.entry.number, reign.until) == (1, season.over_at), "who was on top, not who won"
    (line,) = book_of_league(season.league, "intimate").chapters["reigns"]
    assert (line.name, line.season) == ("p1", "Shared")
    assert visitor.get("/l/calais/records/").status_code == 200
