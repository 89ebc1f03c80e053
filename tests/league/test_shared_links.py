"""What links to our pages say on other sites: title, words and picture, as robots read them, without session.

Everyone who loads a page is given the same, byte for byte; nothing is said of what strangers are not shown.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse

from games.common import clock
from games.services.players import votes
from league.competitions.models import Competition, FinalPlace
from tests.shared_links import tags_in, words
from tests.test_urls_walk import CAST, World, make_world, people  # noqa: F401

pytestmark = pytest.mark.django_db

OF_SEASONS = ("season", "rules", "log", "results", "entries")
OF_LEAGUES = ("leagues:home", "tournaments:standings", "tournaments:records", "tournaments:ratings")


@pytest.fixture
def world(make_world: Any) -> World:  # noqa: F811
    """In the open; all of them read English, in Tokyo, and strangers in UTC."""
    made = make_world()
    for person in made.people.values():
        if person is not None:
            person.language, person.time_zone = "en", "Asia/Tokyo"
            person.save()
    return made


def addresses(world: World) -> dict[str, str]:
    """Every public page that says something of itself, by a name."""
    slug, given = world.league.slug, world.arguments
    found = {name: reverse(name, args=[slug]) for name in OF_LEAGUES}
    season = [slug, given["season"]]
    found |= {f"season {name}": reverse(f"tournaments:{name}", args=season) for name in OF_SEASONS}
    found["entrant"] = reverse("tournaments:entrant", args=[*season, 1])
    found["statement"] = reverse("prizes:statement", args=season)
    found["player"] = reverse("leagues:player", args=[slug, "ada"])
    found["player's games"] = reverse("tournaments:player-games", args=[slug, "ada"])
    found["against"] = reverse("tournaments:against", args=[slug, "ada", "ben"])
    found["game"] = reverse("games:game", args=[slug, given["code"]])
    found["rules"] = reverse("rules:index")
    found["a page of rules"] = reverse("rules:page", args=["intimate"])
    return found


def tags(world: World, who: str, address: str, language: str = "en") -> list[str]:
    client = world.client_of(world.people[who])
    response = client.get(address, headers={"accept-language": language})
    return tags_in(response) if response.status_code == 200 else []


def test_every_public_page_has_its_tags_the_same_for_everybody(world):
    said = {}
    for name, address in addresses(world).items():
        strangers = tags(world, "stranger", address)
        assert strangers, name
        for who in CAST:
            assert tags(world, who, address) == strangers, (name, who)
        said[name] = words(strangers)
        assert said[name]["title"] and said[name]["description"] and said[name]["image"], name
    assert said["season season"]["title"] == "The ladder, season 3 · Here"
    assert said["season season"]["description"] == "Intimate Diplomacy, 2 players: running."
    assert said["season rules"]["description"] == "Intimate Diplomacy: running."
    assert said["player"]["title"] == "ada in Here"
    assert said["player"]["description"] == "1 finished game: 1 won, 0 drawn, 0 lost."
    assert said["against"]["description"] == "1 finished game in Here: ada won 1, ben won 0, 0 drawn."
    assert said["game"]["description"] == "A game of Intimate Diplomacy in Here. Auction for 1901."
    assert said["a page of rules"]["description"].startswith(
        "The game for two to begin with. Two players, seven"
    )


def test_they_are_in_the_language_of_who_asks(world):
    for name, address in addresses(world).items():
        english, french = (words(tags(world, "stranger", address, each)) for each in ("en", "fr"))
        assert (english["locale"], french["locale"]) == ("en_GB", "fr_FR"), name
        assert english["description"] != french["description"], name


def test_a_league_by_invitation_says_nothing_even_to_its_members(make_world):  # noqa: F811
    world = make_world(league="invitation")
    for name, address in addresses(world).items():
        if address.startswith("/l/"):
            assert tags(world, "player", address) == [], name


def test_a_private_game_says_nothing_even_to_its_players(make_world):  # noqa: F811
    world = make_world(game="private")
    assert tags(world, "player", addresses(world)["game"]) == []


def test_a_draft_says_nothing_to_those_who_may_see_it(world):
    Competition.objects.update(state="draft", announced_at=None)
    address = addresses(world)["season season"]
    assert world.client_of(world.people["organiser"]).get(address).status_code == 200
    assert tags(world, "organiser", address) == []


def test_a_finished_season_names_its_podium(world):
    season = Competition.objects.get()
    for entry in season.entries.all():
        FinalPlace.objects.create(competition=season, entry=entry, place=entry.number, rank=entry.number)
    Competition.objects.update(state="finished", over_at=clock.now())
    address = addresses(world)["season season"]
    assert words(tags(world, "stranger", address))["description"] == (
        "Intimate Diplomacy, finished. Podium: 1 ada and 2 ben."
    )
    assert tags(world, "player", address) == tags(world, "stranger", address)


def test_a_finished_game_says_who_won_and_how_to_its_players_too(world):
    votes.concede(game=world.game, user=world.people["player"])
    cache.clear()
    address = addresses(world)["game"]
    said = tags(world, "stranger", address)
    assert words(said)["description"].startswith(
        "A game of Intimate Diplomacy in Here. ben wins. ada conceded. It ended with"
    )
    for who in CAST:
        assert tags(world, who, address) == said, who
    for who, sees in (("player", "You have lost."), ("opponent", "You have won.")):
        page = world.client_of(world.people[who]).get(address).content.decode()
        assert sees in page, "their page speaks to them, the tags do not"
