"""The first page shows a game that is being played, and nothing that is not everyone's."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client

import adjudicator
from deploy import small_map
from games.board import small
from games.common.waiting import forget
from games.models import Game, Phase, Practice
from games.pages import showcase
from games.practice import services as practices
from games.services.players.votes import concede
from games.services.seats.seating import take_seat
from league.leagues.selectors import open_leagues
from tests.conftest import count_queries, make_user
from tests.games.conftest import NOON, phase_of

pytestmark = pytest.mark.django_db

BOARD = re.compile(r'<img class="board-still" src="([^"]+)"[^>]* alt="([^"]*)"')
NIGHT = re.compile(r'prefers-color-scheme: dark\)" srcset="([^"]+)"')


def first_page(client) -> str:
    """The page as a visitor sees it a minute after whatever happened."""
    cache.clear()
    return " ".join(client.get("/").content.decode().split())


def main_of(page: str) -> str:
    return page.partition("<main")[2].partition("</main>")[0]


# Strangers


def test_a_stranger_reads_what_this_is_and_finds_two_buttons(visitor):
    page = main_of(first_page(visitor))
    assert "<h1>Diplomacy for two, with an auction.</h1>" in page
    assert "Intimate Diplomacy is a board game of secret orders, without dice." in page
    assert page.count('class="button') == 2
    assert 'class="button button-main" href="/learn/">Play now <small>10 minutes, no account</small>' in page
    assert '<a class="button" href="/accounts/signup/">Sign up</a>' in page
    for question in ("How long does it take?", "Do I need six friends?", "Is it real money?"):
        assert f"<h2>{question}</h2>" in page
    assert "<svg" not in page


def test_the_same_in_french():
    page = main_of(first_page(Client(HTTP_ACCEPT_LANGUAGE="fr")))
    assert "<h1>Diplomacy à deux, aux enchères.</h1>" in page
    assert "Intimate Diplomacy est un jeu de plateau sans dés, fait d’ordres secrets." in page


def test_a_running_game_is_there_with_its_board_and_its_phase(visitor, movement_game):
    page = main_of(first_page(visitor))
    assert f'<a href="/l/calais/g/{movement_game.code}/">ada against ben</a>' in page
    assert "Spring 1901, moves, " in page and " left." in page
    [(day, alt)] = BOARD.findall(page)
    assert alt == "The board of ada against ben: Spring 1901, moves."
    [night] = NIGHT.findall(page)
    drawn = [visitor.get(address) for address in (day, night)]
    for picture in drawn:
        assert picture.status_code == 200
        assert picture.headers["Content-Type"] == "image/svg+xml"
        assert picture.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert drawn[0].content != drawn[1].content


def test_a_game_for_two_comes_before_a_larger_one_and_the_one_furthest_on_first(
    visitor, make_game, seat_both, seat_all, auction_game
):
    assert "ada against ben" in first_page(visitor)
    seat_both(make_game(name="Just begun"))
    larger = make_game(name="Seven", variant="standard")
    seat_all(larger)
    Game.objects.filter(pk=larger.pk).update(phase_number=F("phase_number") + 9)
    assert f"/g/{auction_game.code}/board/day/" in first_page(visitor)
    Game.objects.exclude(pk=larger.pk).update(visibility="private")
    Game.objects.filter(pk=larger.pk).update(phase_number=F("phase_number") - 9)
    page = main_of(first_page(visitor))
    assert "The board of “Seven”: Spring 1901, moves." in page and ">Seven</a>" in page


def test_without_a_running_game_the_board_is_still(visitor, opened_game):
    page = main_of(first_page(visitor))
    [(address, alt)] = BOARD.findall(page)
    assert "map/opening-day" in address and alt == "The board as every game begins: spring 1901."
    assert visitor.get(address).status_code == 200
    assert "Live:" not in page
    assert "Intimate Diplomacy in Calais: 2 of 2 seats are free. Pace: " in page
    assert f'<a href="/l/calais/g/{opened_game.code}/">Take a seat</a>' in page


@pytest.mark.parametrize("hidden", ["private game", "league by invitation"])
def test_what_is_not_everybodys_is_not_shown(visitor, movement_game, calais, hidden):
    address = BOARD.findall(first_page(visitor))[0][0]
    if hidden == "private game":
        Game.objects.update(visibility="private")
    else:
        calais.visibility = "invitation"
        calais.save()
    assert movement_game.code not in first_page(visitor)
    assert visitor.get(address).status_code == 404


def test_players_of_a_private_game_get_no_picture_that_others_could_keep(client_of, ada, movement_game):
    Game.objects.update(visibility="private")
    sign = showcase.sign_of(showcase.board_of(phase_of(movement_game)))
    assert client_of(ada).get(f"/l/calais/g/{movement_game.code}/board/day/{sign}.svg").status_code == 404


def test_a_board_has_another_address_once_it_looks_otherwise(visitor, movement_game, advance, answer, ada):
    before = BOARD.findall(first_page(visitor))[0][0]
    answer(ada, "A Par - Bur")
    assert BOARD.findall(first_page(visitor))[0][0] == before, "what a seat has saved changes nothing"
    Phase.objects.filter(pk=phase_of(movement_game).pk).update(deadline=NOON + timedelta(days=9))
    assert BOARD.findall(first_page(visitor))[0][0] == before, "nor does another deadline"
    advance()
    after = BOARD.findall(first_page(visitor))[0][0]
    assert after != before
    moved = visitor.get(before)
    assert (moved.status_code, moved.url) == (302, after)
    assert "immutable" not in moved.headers["Cache-Control"]
    Phase.objects.filter(adjudicated_at=None).update(adjudicated_at=NOON)
    assert "map/opening-day" in visitor.get(after).url


def test_a_game_that_cannot_be_read_spoils_no_first_page(visitor, movement_game, caplog):
    address = BOARD.findall(first_page(visitor))[0][0]
    Phase.objects.filter(adjudicated_at=None).update(position={"version": 1, "phase": "nonsense"})
    assert "map/opening-day" in first_page(visitor)
    assert "A board cannot be shown" in caplog.text
    assert "map/opening-day" in visitor.get(address).url


def test_what_was_found_is_kept_for_a_minute_and_costs_nothing_then(visitor, movement_game):
    cache.clear()
    visitor.get("/")
    assert count_queries(visitor, "/") == 0
    Game.objects.update(visibility="private")
    assert movement_game.code in visitor.get("/").content.decode()
    assert movement_game.code not in first_page(visitor)


@pytest.mark.slow
def test_the_first_page_costs_the_same_however_many_games(visitor, make_game, seat_both, running_game):
    def more(numbers: range) -> int:
        for number in numbers:
            make_game(name=f"Free {number}")
            seat_both(make_game(name=f"Played {number}"))
        cache.clear()
        return count_queries(visitor, "/")

    assert more(range(2)) == more(range(2, 20)) <= 6


def test_what_a_seat_has_saved_changes_nothing_there(visitor, auction_game, answer, ada):
    before = main_of(first_page(visitor))
    answer(ada, "Germany 5")
    assert "Auction for 1901" in before
    assert main_of(first_page(visitor)) == before


def test_what_other_sites_may_show_of_a_page_names_nothing_that_is_hidden(visitor, movement_game, calais):
    game = f"/l/calais/g/{movement_game.code}/"
    for path, said in (
        ("/", "Diplomacy for two, with an auction"),
        ("/l/calais/", "Across the Channel"),
        (game, "A game of Intimate Diplomacy in Calais. Spring 1901, moves"),
    ):
        head = visitor.get(path).content.decode().partition("</head>")[0]
        assert re.search(rf'<meta property="og:[a-z]+" content="{re.escape(said)}', head), path
        assert head.count('<meta name="description" content="') == 1, path
        assert re.search(r'<meta property="og:image" content="http://testserver/pictures/[^"]+\.png">', head)
        assert 'name="twitter:card" content="summary_large_image"' in head
    Game.objects.update(visibility="private")
    link = f"{game}join/{movement_game.join_token}/"
    page = visitor.get(link, follow=True).content.decode()
    assert "<h1>" in page
    assert "og:title" not in page


# The picture


def test_the_small_board_draws_owners_and_units_and_not_a_word(movement_game):
    position = adjudicator.start(variant="standard")["position"]
    drawn = small.draw(position, "day")
    units = sum(len(units) for units in position["units"].values())
    assert drawn.count("<use ") == units
    for colour in small.LOOKS["day"].powers.values():
        assert f'fill="{colour}"' in drawn
    assert not re.search(r"<(text|title|desc|style|script|image|a)\b|href=\"(?!#)|style=", drawn)
    assert len(drawn) < 30_000


def test_the_files_of_the_small_board_are_those_that_its_maker_writes():
    assert small_map.outlines() == dict(small.outlines())
    opening = adjudicator.start(variant="standard")["position"]
    for look, file in small_map.STILLS.items():
        assert file.read_text(encoding="utf-8") == f"{small.draw(opening, look)}\n"


def test_the_small_board_has_the_colours_of_the_large_one(settings):
    sheet = (settings.ROOT / "static" / "look.css").read_text(encoding="utf-8")
    for power, token in small.TOKENS.items():
        day, night = (look.powers[power] for look in small.LOOKS.values())
        assert f"[data-power={power}]{{--pf:light-dark({day},{night});--pu:{token}}}" in sheet
    day, night = small.LOOKS.values()
    for name, part in (("sea", "sea"), ("neutral", "land"), ("off", "off"), ("line", "line")):
        assert f"--b-{name}:light-dark({getattr(day, part)},{getattr(night, part)});" in sheet


# Those who are signed in


def parts(page: str) -> tuple[str, str, str]:
    """What needs the reader, what they play, and what is suggested."""
    main = main_of(page)
    needs, *rest = re.split(r"<div>\s*<section", main, maxsplit=1)
    playing, _box, suggested = "".join(rest).partition('class="suggest"')
    return needs, playing, suggested


@pytest.mark.slow
def test_whoever_comes_back_finds_first_what_waits_for_them(client_of, auction_game, answer, ada):
    needs, playing, _suggested = parts(first_page(client_of(ada)))
    assert '<h1 id="needs">Needs you</h1>' in needs and "Place your bids" in needs
    assert "nothing saved yet" in needs and "Channel" not in playing
    assert needs.count('button-main" href="/l/') == 1
    answer(ada, "Germany 5")
    needs, *_rest = parts(first_page(client_of(ada)))
    assert "saved, not ready" in needs and "Change it, or say you’re ready" in needs
    answer(ada, "Germany 5", ready=True)
    forget([ada.pk])  # as her own form would have
    needs, playing, _suggested = parts(first_page(client_of(ada)))
    assert "Nothing to do right now" in needs
    assert "Channel" in playing


@pytest.mark.slow
def test_three_things_are_shown_the_soonest_first_and_the_rest_counted(
    client_of, make_game, seat_both, running_game, ada
):
    client = client_of(ada)
    client.get("/")
    before = count_queries(client, "/")
    for number in range(6):
        seat_both(make_game(name=f"Later {number}"))
    Phase.objects.filter(game__name="Later 3").update(closes_at=F("opened_at"), deadline=F("opened_at"))
    assert count_queries(client, "/") == before
    page = first_page(client)
    needs, playing, _suggested = parts(page)
    assert needs.count('class="entry ') == 3
    assert needs.index("Later 3") < needs.index("Channel")
    assert needs.count("button-main") == 1
    assert '<a class="and-more" href="/games/">and 4 more</a>' in needs
    assert "Later" not in playing
    assert '<span class="mark" aria-hidden="true">7</span>' in page, "the masthead counts all of them"


@pytest.mark.slow
def test_of_many_games_five_are_shown_and_a_way_to_all(client_of, make_game, seat_both, ada, answer):
    for number in range(7):
        seat_both(make_game(name=f"Game {number}"))
    Phase.objects.update(set_aside_at=NOON)  # so that none of them asks for anything
    _needs, playing, _suggested = parts(first_page(client_of(ada)))
    assert playing.count("<li ") == 5 and '<a href="/games/">All my games</a>' in playing


def test_who_has_never_played_is_led_to_practice_first(client_of, eve, opened_game):
    client = client_of(eve)
    _needs, _playing, suggested = parts(first_page(client))
    assert "Play a practice game" in suggested and 'href="/learn/"' in suggested
    client.post("/learn/start/")
    assert "Continue practice" in first_page(client)
    Practice.objects.update(position=Practice.objects.get().position | {"outcome": {"how": "won"}})
    *_rest, suggested = parts(first_page(client))
    assert "Play a practice game" not in suggested
    assert "Channel" in suggested and "2 of 2 seats are free" in suggested
    assert f'href="/l/calais/g/{opened_game.code}/"' in suggested


def test_who_has_played_before_is_not_sent_to_practice(client_of, running_game, ada, ben):
    concede(game=running_game, user=ben)
    assert "practice" not in main_of(first_page(client_of(ada)))


def test_nobody_is_led_to_a_game_they_sit_in(client_of, opened_game, ada):
    take_seat(game=opened_game, user=ada)
    assert 'class="suggest"' not in first_page(client_of(ada))


def test_a_seat_that_is_kept_for_somebody_is_nobodys_to_take(visitor, opened_game):
    assert showcase.free_seats(open_leagues)
    cache.clear()
    Game.objects.update(seats_kept_until=NOON + timedelta(days=1))
    assert not showcase.free_seats(open_leagues)
    assert "waits for players" not in first_page(visitor)


def test_a_signed_in_reader_is_told_nothing_of_the_sites_live_game(client_of, movement_game):
    page = first_page(client_of(make_user("newcomer")))
    assert movement_game.code not in page and "board-still" not in page


def test_practice_is_forgotten_with_its_cookie(client_of, eve):
    client = client_of(eve)
    client.post("/learn/start/")
    practices.start_again(practice=Practice.objects.get())
    assert "Continue practice" in first_page(client)
    assert "Play now" in first_page(client_of(eve))
