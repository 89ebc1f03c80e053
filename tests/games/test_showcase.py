"""The first page shows games that are being played, and nothing that is not everybody's."""

from __future__ import annotations

import re

import pytest
from django.db.models import F

from games.common.waiting import forget
from games.models import Game, Phase
from tests.conftest import count_queries

pytestmark = pytest.mark.django_db


def first_page(client) -> str:
    return client.get("/").content.decode()


def test_a_running_game_is_on_the_first_page_with_its_board_and_what_is_due(visitor, movement_game):
    page = first_page(visitor)
    assert f'/g/{movement_game.code}/">Channel</a>' in page
    assert "is being played by ada, ben in Calais: Spring 1901, moves," in page
    assert page.count('class="board-svg') == 1


def test_the_game_furthest_on_is_the_one_with_a_board(visitor, make_game, seat_both, auction_game):
    seat_both(make_game(name="Just begun"))
    page = first_page(visitor)
    assert page.index(">Channel</a>") < page.index("is being played by") < page.index("Just begun")


def test_without_a_running_game_the_board_is_spring_1901(visitor, opened_game):
    page = first_page(visitor)
    assert "is being played by" not in page
    assert page.count('class="board-svg') == 1
    assert "Waiting for players" in page
    assert "2 of 2 seats free" in page


@pytest.mark.parametrize("hidden", ["private game", "league by invitation"])
def test_what_is_not_everybodys_is_not_shown(visitor, client_of, carl, movement_game, calais, hidden):
    if hidden == "private game":
        Game.objects.update(visibility="private")
    else:
        calais.visibility = "invitation"
        calais.save()
    for client in (visitor, client_of(carl)):
        assert movement_game.code not in first_page(client)


def test_what_other_sites_may_show_of_a_page_names_nothing_that_is_hidden(visitor, movement_game, calais):
    game = f"/l/calais/g/{movement_game.code}/"
    for path, said in (
        ("/", "Diplomacy by post"),
        ("/l/calais/", "Across the Channel"),
        (game, "A game of Intimate Diplomacy in Calais: Spring 1901, moves."),
    ):
        head = visitor.get(path).content.decode().partition("</head>")[0]
        assert re.search(rf'<meta property="og:[a-z]+" content="{re.escape(said)}', head), path
        assert head.count('<meta name="description" content="') == 1, path
        assert re.search(r'<meta property="og:image" content="http://testserver/[^"]*share[^"]*\.png">', head)
        assert 'name="twitter:card" content="summary_large_image"' in head
    Game.objects.update(visibility="private")
    link = f"{game}join/{movement_game.join_token}/"
    page = visitor.get(link, follow=True).content.decode()
    assert "<h1>" in page
    assert "og:title" not in page


@pytest.mark.slow
def test_the_first_page_costs_the_same_however_many_games(visitor, make_game, seat_both, running_game):
    for number in range(2):
        make_game(name=f"Free {number}")
        seat_both(make_game(name=f"Played {number}"))
    before = count_queries(visitor, "/")
    for number in range(2, 20):
        make_game(name=f"Free {number}")
        seat_both(make_game(name=f"Played {number}"))
    assert count_queries(visitor, "/") == before


def test_what_a_seat_has_saved_changes_nothing_there(visitor, auction_game, answer, ada):
    def seen() -> str:
        return first_page(visitor).partition("<main")[2].partition("</main>")[0]

    before = seen()
    answer(ada, "Germany 5")
    assert "Auction for 1901" in before
    assert seen() == before


@pytest.mark.slow
def test_whoever_comes_back_finds_first_what_waits_for_him(
    client_of, make_game, seat_both, auction_game, answer, ada, carl
):
    page = first_page(client_of(ada))
    assert page.index("Good day, ada") < page.index("Seal your bids") < page.index('class="board-svg')
    assert "nothing saved yet" in page
    assert page.count('button-main" href="/l/') == 1
    answer(ada, "Germany 5")
    page = first_page(client_of(ada))
    assert "saved, not ready" in page and "Change it, or be ready" in page
    assert "Seal your bids" not in page and 'button-main" href="/l/' not in page
    answer(ada, "Germany 5", ready=True)
    forget([ada.pk])  # as her own form would have
    assert "No game waits for you now." in first_page(client_of(ada))
    assert "No game waits for you now." in first_page(client_of(carl))


@pytest.mark.slow
def test_of_many_games_that_wait_the_first_page_shows_the_soonest(
    client_of, make_game, seat_both, running_game, ada, set_clock
):
    client = client_of(ada)
    client.get("/")
    before = count_queries(client, "/")
    for number in range(5):
        seat_both(make_game(name=f"Later {number}"))
    Phase.objects.filter(game__name="Later 3").update(closes_at=F("opened_at"), deadline=F("opened_at"))
    client.get("/")  # another game's board is shown now, and kept
    assert count_queries(client, "/") == before
    due = first_page(client).partition("Good day")[2].partition('class="board-svg')[0]
    assert due.count("Rank the home powers") == 3
    assert due.index("Later 3") < due.index("Channel")
