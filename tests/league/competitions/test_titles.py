"""Titles: who won a season, on pages, in the hall and beside names; and for how long."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache

from league.competitions.models import Competition, Dispute, Entry, FinalPlace, Pairing, Standing
from league.competitions.selectors.titles import ACROSS, LONGEST, is_across, titles_beside, titles_of
from league.leagues import services as leagues
from league.leagues.models import Membership
from league.users.deletion import delete_account
from tests.conftest import make_user
from tests.html_tree import tree
from tests.league.competitions.rows import NOW, make_season, open_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def won(calais, carl, at):
    """Makes a season of calais that is over: `ranks` by person, in the order of its table."""
    at(NOW)

    def make(ranks, league=calais, played=1, **given):
        for person in ranks:
            Membership.objects.get_or_create(league=league, user=person)
        season = make_season(league, carl, list(ranks), state="finished", **given)
        for entry, rank in zip(season.entries.order_by("number"), ranks.values(), strict=True):
            FinalPlace.objects.create(competition=season, entry=entry, place=entry.number, rank=rank)
        Standing.objects.filter(competition=season).update(counted=played)
        cache.clear()
        return season

    return make


@pytest.fixture
def many(db):
    return [make_user(f"m{number}") for number in range(1, ACROSS + 1)]


def names_beside(league) -> dict[str, list[str]]:
    cache.clear()
    return {name: [each.season for each in titles] for name, titles in titles_beside(league).items()}


def read(client, address, language="en") -> str:
    cache.clear()
    response = client.get(address, headers={"accept-language": language})
    assert response.status_code == 200
    return tree(response.content.decode()).text.replace(" ,", ",")


def test_who_won_has_a_title_for_good_and_beside_the_name(calais, won, ada, ben):
    season = won({ada: 1, ben: 2}, name="Winter")
    assert names_beside(calais) == {"ada": ["Winter"]}
    [title] = titles_of(calais, ada)
    assert (title.season, title.address, title.league) == ("Winter", season.get_absolute_url(), "")
    assert titles_of(calais, ben) == []


def test_all_who_share_the_first_rank_have_it_and_nobody_where_nobody_is_ranked(calais, won, ada, ben, eve):
    won({ada: 1, ben: 1, eve: 3}, name="Shared")
    assert names_beside(calais) == {"ada": ["Shared"], "ben": ["Shared"]}
    FinalPlace.objects.update(rank=None)
    assert names_beside(calais) == {}


@pytest.mark.parametrize("state", ["running", "closing", "cancelled"])
def test_nobody_has_one_of_a_season_that_is_not_finished(calais, won, ada, ben, state):
    season = won({ada: 1, ben: 2})
    Competition.objects.filter(pk=season.pk).update(state=state, cancel_reason="x")
    assert names_beside(calais) == {} and titles_of(calais, ada) == []


def test_it_goes_when_a_ruling_takes_the_place_away(calais, won, ada, ben, visitor):
    season = won({ada: 1, ben: 2}, name="Winter")
    first, second = season.final_places.order_by("place")
    assert "ada" in read(visitor, "/l/calais/competitions/hall/")
    Entry.objects.filter(pk=first.entry_id).update(state="disqualified", left_at=NOW)
    assert names_beside(calais) == {} and titles_of(calais, ada) == []
    assert "Winter" not in read(visitor, "/l/calais/competitions/hall/")
    FinalPlace.objects.filter(pk=first.pk).update(rank=None)
    FinalPlace.objects.filter(pk=second.pk).update(rank=1)
    assert names_beside(calais) == {"ben": ["Winter"]}


def test_nobody_has_one_while_a_dispute_waits(calais, won, ada, ben):
    season = won({ada: 1, ben: 2})
    pairing = Pairing.objects.create(competition=season, number=1)
    entry = season.entries.get(user=ben)
    disputes = Dispute.objects.filter(competition=season)
    disputes.create(competition=season, pairing=pairing, raised_by=entry, said="No.", **open_at(NOW))
    assert names_beside(calais) == {}
    disputes.update(ruled_at=NOW, ruling="stands", reason="It does.", ruled_by=ada)
    assert list(names_beside(calais)) == ["ada"]


def test_beside_the_name_it_stands_until_the_next_season_of_the_kind_ends(calais, won, ada, ben, at):
    won({ada: 1, ben: 2}, name="First")
    won({ben: 1, ada: 2}, name="Other game", variant="intimate-ii")
    assert names_beside(calais) == {"ada": ["First"], "ben": ["Other game"]}
    won({ben: 1, ada: 2}, name="Second", now=NOW + timedelta(days=9))
    assert names_beside(calais) == {"ben": ["Second", "Other game"]}
    assert [each.season for each in titles_of(calais, ada)] == ["First"], "on their page for good"
    at(NOW + LONGEST + timedelta(days=10))
    assert names_beside(calais) == {}


def test_across_the_site_only_where_eight_people_played_enough(calais, douvres, won, many):
    season = won(dict(zip(many, range(1, 9), strict=True)), name="Large")
    champion = many[0]
    assert names_beside(douvres) == {}, "no member there"
    Membership.objects.create(league=douvres, user=champion)
    assert names_beside(douvres) == {"m1": ["Large"]} and is_across(season)
    [title] = titles_of(douvres, champion)
    assert title.league == "Calais"
    place = season.final_places.get(place=8)
    FinalPlace.objects.filter(pk=place.pk).update(rank=None)
    assert names_beside(douvres) == {} and not is_across(season) and titles_of(douvres, champion) == []
    assert names_beside(calais) == {"m1": ["Large"]}


def test_who_never_played_is_not_one_of_the_eight(douvres, won, many):
    season = won(dict(zip(many, range(1, 9), strict=True)), played=0)
    Membership.objects.create(league=douvres, user=many[0])
    assert names_beside(douvres) == {} and not is_across(season)


def test_a_league_by_invitation_tells_no_other_of_its_champions(calais, douvres, won, many, client_of, dora):
    season = won(dict(zip(many, range(1, 9), strict=True)), name="Secret")
    Membership.objects.create(league=douvres, user=many[0])
    assert "Secret" in read(client_of(dora), "/l/douvres/members/")
    calais.visibility = "invitation"
    calais.save()
    assert names_beside(douvres) == {} and titles_of(douvres, many[0]) == [] and not is_across(season)
    assert "Secret" not in read(client_of(dora), "/l/douvres/members/")
    assert client_of(dora).get("/l/calais/competitions/hall/").status_code == 404


def test_a_league_without_seasons_has_an_empty_hall(visitor, calais):
    assert "No one has won a season here yet." in read(visitor, "/l/calais/competitions/hall/")
    assert "Personne n’a encore remporté de saison ici." in read(
        visitor, "/l/calais/competitions/hall/", "fr"
    )


def test_the_hall_names_every_champion_of_each_season(visitor, won, ada, ben, eve):
    won({ada: 1, ben: 1, eve: 3}, name="Shared")
    won({eve: 1, ada: 2}, name="Later", now=NOW + timedelta(days=1))
    page = tree(visitor.get("/l/calais/competitions/hall/").content.decode())
    lines = [each.text for each in page.one("ul", class_="entries").all("li")]
    assert [line.split()[0] for line in lines] == ["eve", "ada"]
    assert "Later" in lines[0] and "ada, ben" in lines[1].replace(" ,", ",") and "3 players" in lines[1]


def test_a_closed_account_is_named_nowhere(calais, won, visitor, ada, ben):
    won({ada: 1, ben: 2}, name="Winter")
    delete_account(user=ada)
    assert names_beside(calais) == {}
    page = read(visitor, "/l/calais/competitions/hall/")
    assert "A former member" in page and "ada" not in page.replace("table", "")


@pytest.mark.parametrize(
    ("language", "says"), [("en", "Season winner, Winter"), ("fr", "Première place, Winter")]
)
def test_it_is_beside_the_name_among_members_and_on_ladders(
    calais, carl, won, visitor, ada, ben, language, says
):
    won({ada: 1, ben: 2}, name="Winter")
    running = make_season(calais, carl, [ada, ben], name="Spring")
    for address in ("/l/calais/members/", running.get_absolute_url()):
        page = read(visitor, address, language)
        assert page.count(says) == 1, address


def test_who_leaves_the_league_keeps_what_they_won_there(calais, won, ada, ben):
    won({ada: 1, ben: 2}, name="Winter")
    leagues.leave(league=calais, user=ada)
    assert [each.season for each in titles_of(calais, ada)] == ["Winter"]
