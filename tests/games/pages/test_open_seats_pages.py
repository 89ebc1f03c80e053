"""Open seats on the pages: who finds them, what is said of them, and who may take them over."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.common import clock
from games.common.outbox.delivery import deliver
from games.errors import NotReliable
from games.models import Game, Tenure, Vacancy
from games.pages.open_seats import offers_in
from games.services.seats.resigning import ask_for_replacement
from games.services.seats.seating import take_seat
from games.services.seats.taking_over import take_over
from league.leagues import services
from tests.conftest import make_user
from tests.games.conftest import phase_of
from tests.games.test_open_seats import give_up
from tests.games.test_taking_over import lose_everything


@pytest.fixture
def seven(make_game, seat_all):
    game = make_game(variant="standard", settings={})
    return game, seat_all(game)


@pytest.fixture
def eve(calais):
    person = make_user("eve")
    services.join(league=calais, user=person)
    return person


def of(game: Game, name: str, *more: str) -> str:
    return reverse(f"games:{name}", args=["calais", game.code, *more])


def read(client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, response
    return " ".join(response.content.decode().split())


def queries_of(client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        read(client, address)
    return len(asked)


LISTS = ("/l/calais/", "/l/calais/games/", "/l/calais/games/?state=running", "/l/calais/seats/")


@pytest.mark.slow
def test_an_open_seat_is_listed_for_whoever_may_take_it(seven, eve, ada, dora, carl, client, client_of):
    game, players = seven
    give_up(game, "FRANCE", "silent")
    address = of(game, "take-over", "FRANCE")
    name = str(players["FRANCE"])
    for path in LISTS:
        for reader in (client_of(eve), client_of(carl), client_of(dora), client):
            page = read(reader, path)
            assert address in page and f"{name} missed too many phases" in page
            assert "3 units" in page and "3 centres" in page and "1 day a phase" in page
        for player in (players["ENGLAND"], players["FRANCE"]):  # who plays there, or did
            assert address not in read(client_of(player), path)
    assert f'action="{address}"' in read(client_of(eve), "/l/calais/")
    assert f'action="{address}"' not in read(client, "/l/calais/")


def test_its_master_is_not_offered_it(make_game, seat_all, carl, client_of):
    game = make_game(variant="standard", settings={}, master=carl)
    seat_all(game)
    give_up(game, "FRANCE")
    assert of(game, "take-over", "FRANCE") not in read(client_of(carl), "/l/calais/seats/")


@pytest.mark.slow
def test_one_press_takes_it(seven, eve, client_of):
    game, _players = seven
    give_up(game, "FRANCE")
    response = client_of(eve).post(of(game, "take-over", "FRANCE"), follow=True)
    assert "You now play France." in response.content.decode()
    assert Tenure.objects.get(game=game, seat__key="FRANCE", left_at=None).user == eve
    again = client_of(eve).post(of(game, "take-over", "FRANCE"), follow=True)
    assert "no longer open" in again.content.decode()


def test_who_asks_for_a_seat_that_is_played_is_led_to_the_game(seven, eve, client_of):
    game, _players = seven
    response = client_of(eve).get(of(game, "take-over", "FRANCE"))
    assert response.status_code == 302 and response.url == of(game, "game")
    assert client_of(eve).get(of(game, "take-over", "SPAIN")).status_code == 404


@pytest.mark.slow
def test_whoever_is_not_signed_in_or_no_member_is_led_on(seven, dora, client, client_of):
    game, _players = seven
    give_up(game, "FRANCE")
    address = of(game, "take-over", "FRANCE")
    assert "Sign up and take a seat" in read(client, address)
    assert client.post(address).url.startswith("/accounts/login/")
    page = read(client_of(dora), address)
    assert f'name="next" value="{address}"' in page and "Join Calais" in page
    assert "Only members of the league" in client_of(dora).post(address, follow=True).content.decode()
    assert Vacancy.objects.exists()


@pytest.mark.slow
def test_a_game_that_asks_for_more_says_so_with_numbers(seven, eve, client_of, monkeypatch):
    game, _players = seven
    refused = NotReliable(wanted=90, per_cent=50, answered=10, asked=20)
    monkeypatch.setattr("games.gate.open_seats.unmet", lambda *_given: refused)
    monkeypatch.setattr("games.pages.open_seats.unmet_in", lambda *_given: {game.pk: refused})
    give_up(game, "FRANCE")
    for path in (*LISTS, of(game, "take-over", "FRANCE")):
        page = read(client_of(eve), path)
        assert "This game asks for a reliability of 90%" in page and "10 of 20 phases" in page
        assert "<button" not in page.partition('class="why"')[2].partition("</li>")[0]


def test_who_is_out_of_the_game_is_told_that_only_the_master_may(seven, client_of):
    game, players = seven
    give_up(game, "FRANCE")
    lose_everything(game, "ENGLAND")
    assert of(game, "take-over", "FRANCE") not in read(client_of(players["ENGLAND"]), "/l/calais/seats/")


@pytest.mark.slow
def test_a_private_game_is_offered_by_its_link_alone(make_game, seat_all, eve, client_of):
    game = make_game(variant="standard", settings={}, visibility="private")
    players = seat_all(game)
    give_up(game, "FRANCE")
    address = of(game, "take-over", "FRANCE")
    reader = client_of(eve)
    for path in LISTS:
        assert game.code not in read(reader, path)
    assert reader.get(address).status_code == 404 and reader.post(address).status_code == 404
    link = f"{address}?key={game.join_token}"
    assert link in read(client_of(players["ENGLAND"]), address)
    assert "Take over France" in read(reader, link)
    assert reader.post(address).status_code == 302
    assert Tenure.objects.get(game=game, seat__key="FRANCE", left_at=None).user == eve


@pytest.mark.slow
def test_in_fog_nothing_is_said_of_the_position(make_game, seat_all, eve, client_of, client):
    """SPY-1 to SPY-5."""
    game = make_game(variant="spy", settings={})
    players = seat_all(game)
    ask_for_replacement(game=game, user=players["FRANCE"])
    for path in (*LISTS, of(game, "take-over", "FRANCE")):
        for reader in (client_of(eve), client):
            page = read(reader, path)
            assert "is looking for a replacement" in page
            assert "3 units" not in page and "3 centres" not in page


@pytest.mark.slow
def test_nobody_is_told_who_left_a_divine_seat_nor_why(make_game, seat_all, eve, client_of, drained):
    """DG-1, HR-3."""
    game = make_game(variant="devil-and-god", settings={})
    players = seat_all(game)
    give_up(game, "DEVIL", "removed")
    address = of(game, "take-over", "DEVIL")
    year = phase_of(game).label[1:5]
    while phase_of(game).label[1:5] == year:
        assert address not in read(client_of(eve), "/l/calais/seats/")
        drained(game)
    for path in ("/l/calais/seats/", address, of(game, "game")):
        page = read(client_of(eve), path)
        assert address in page
        assert "removed" not in page and "no one plays" in page.lower()
    (offer,) = offers_in(game.league, eve, 5)
    assert (offer.player, offer.holder, offer.cause) == ("", "", "")
    take_over(game=game, user=eve, seat="DEVIL")
    assert not re.search(r"\beve\b", read(client_of(players["FRANCE"]), of(game, "game")))


@pytest.mark.slow
def test_who_left_reads_how_and_finds_it_among_the_games(seven, client_of, eve):
    game, players = seven
    give_up(game, "FRANCE", "silent")
    reader = client_of(players["FRANCE"])
    assert "You lost your seat" in read(reader, of(game, "game"))
    assert "You lost your seat" in read(reader, "/games/")
    take_over(game=game, user=eve, seat="FRANCE")
    assert "You lost your seat" in read(reader, "/games/")
    assert "You lost your seat" not in read(client_of(eve), of(game, "game"))


@pytest.mark.slow
def test_a_player_resigns_after_reading_what_follows(seven, client_of):
    game, players = seven
    reader = client_of(players["FRANCE"])
    page = read(reader, of(game, "game"))
    assert of(game, "resign") in page and "Find me a replacement" in page
    page = read(reader, of(game, "resign"))
    assert "your seat (France) opens to others" in page and "HR-4" in page
    assert Tenure.objects.filter(game=game, left_at=None).count() == 7
    done = reader.post(of(game, "resign"), follow=True)
    assert "You resigned." in done.content.decode()
    assert client_of(players["ENGLAND"]).get(of(game, "resign")).status_code == 200
    assert reader.get(of(game, "resign")).status_code == 404


@pytest.mark.slow
def test_a_resignation_in_fog_is_taken_back_and_the_offer_stands(make_game, seat_all, client_of, client):
    """HR-3, HR-4."""
    game = make_game(variant="spy", settings={})
    reader = client_of(seat_all(game)["FRANCE"])

    def part(client) -> str:
        """The page without the tokens of its forms, which are others each time."""
        return re.sub(r'(?<=")[A-Za-z0-9]{64}(?=")', "", read(client, of(game, "game")))

    reader.post(of(game, "replacement"))
    watched = part(client)
    reader.post(of(game, "resign"))
    assert 'name="wanted" value="back"' in read(reader, of(game, "game"))
    done = reader.post(of(game, "replacement"), {"wanted": "back"}, follow=True).content.decode()
    assert "Your resignation is cancelled. Your seat is still offered." in done and "Stop looking" in done
    assert part(client) == watched and "is looking for a replacement" in watched


@pytest.mark.slow
def test_a_player_looks_for_a_replacement_and_stops(seven, client_of, client):
    game, players = seven
    reader = client_of(players["FRANCE"])
    assert (
        "Your seat is offered to others" in reader.post(of(game, "replacement"), follow=True).content.decode()
    )
    assert f"{players['FRANCE']} (France) is looking for a replacement" in read(client, of(game, "game"))
    assert "Stop looking" in read(reader, of(game, "game"))
    assert (
        "You keep your seat"
        in reader.post(of(game, "replacement"), {"wanted": "no"}, follow=True).content.decode()
    )
    assert not Vacancy.objects.exists()


def test_of_two_the_page_leads_to_conceding(running_game, ada, client_of):
    response = client_of(ada).get(of(running_game, "resign"))
    assert response.status_code == 302 and response.url == of(running_game, "concede")


def test_open_seats_speak_french(seven, ben, calais, client_of):
    game, _players = seven
    services.join(league=calais, user=ben)
    give_up(game, "FRANCE")
    page = read(client_of(ben), of(game, "take-over", "FRANCE"))
    assert "Reprendre une place" in page and "départ" in page


@pytest.mark.slow
def test_pages_of_many_seats(make_game, calais, eve, client_of, ada):
    for number in range(21):
        game = make_game(name=f"Game {number}")
        for person in (ada, make_user(f"other{number}")):
            if person != ada:
                services.join(league=calais, user=person)
            take_seat(game=game, user=person)
        ask_for_replacement(game=Game.objects.get(pk=game.pk), user=person)
    first = read(client_of(eve), "/l/calais/seats/")
    assert "Game 19<" in first and "Game 20<" not in first
    assert "Game 20<" in read(client_of(eve), "/l/calais/seats/?page=2")


def suspend(person, organiser, calais) -> str:
    until = clock.now() + timedelta(days=7)
    services.suspend(league=calais, by=organiser, person=person, reason="Insults.", until=until)
    return "You’re suspended in this league until"


@pytest.mark.slow
def test_who_is_suspended_reads_so_instead_of_the_button(seven, eve, calais, carl, client_of):
    game, _players = seven
    give_up(game, "FRANCE")
    address = of(game, "take-over", "FRANCE")
    assert "Take over" in read(client_of(eve), "/l/calais/seats/")
    told = suspend(eve, carl, calais)
    for path in (*LISTS, address):
        page = read(client_of(eve), path)
        assert told in page
        assert f'action="{address}"' not in page and 'class="button button-main">Take over' not in page
    assert "Your reliability" not in read(client_of(eve), address)


def test_who_is_suspended_reads_so_before_creating_a_game_or_taking_a_seat(
    make_game, eve, calais, carl, client_of
):
    game = make_game(variant="standard", settings={})
    told = suspend(eve, carl, calais)
    form = read(client_of(eve), "/l/calais/games/new/")
    assert told in form and 'name="name"' not in form
    room = read(client_of(eve), of(game, "game"))
    assert told in room and "take-seat" not in room
    assert "/games/new/" not in read(client_of(eve), "/l/calais/games/")


def test_who_is_banned_reads_why_instead_of_the_way_in(eve, calais, carl, client_of, client):
    services.ban(league=calais, by=carl, person=eve, reason="Insults.", until=None)
    page = read(client_of(eve), "/l/calais/")
    assert "You are banned from this league. Reason: Insults." in page and "Join Calais" not in page
    assert "banned" not in read(client, "/l/calais/")


@pytest.mark.slow
def test_who_is_banned_reads_why_where_seats_are_taken(
    make_game, seven, eve, calais, carl, ada, client_of, client, set_clock
):
    """No button refuses only when it is pressed; one query more tells so, and members are asked nothing."""
    game, _players = seven
    give_up(game, "FRANCE")
    waiting = make_game(variant="standard", settings={})
    places = of(game, "take-over", "FRANCE"), of(waiting, "game")
    services.leave(league=calais, user=eve)
    theirs = client_of(eve)
    assert all("/l/calais/join/" in read(theirs, path) for path in (*places, "/l/calais/"))
    before = [queries_of(theirs, path) for path in places]
    until = clock.now() + timedelta(days=7)
    services.ban(league=calais, by=carl, person=eve, reason="Insults.", until=until)
    for path, count in zip(places, before, strict=True):
        page = read(theirs, path)
        assert "You are banned from this league until" in page and "Reason: Insults." in page
        assert "/l/calais/join/" not in page and "take-seat" not in page
        assert 'class="button button-main">Take over' not in page
        assert "banned" not in read(client, path) and "banned" not in read(client_of(ada), path)
        assert queries_of(theirs, path) == count
    assert "/l/calais/join/" not in read(theirs, "/l/calais/")
    set_clock(until)
    assert all("/l/calais/join/" in read(theirs, path) for path in places)


@pytest.mark.parametrize(("cause", "clause"), [("silent", True), ("removed", False)])
def test_a_mail_about_a_seat_given_up_names_the_rule_by_which_it_was(seven, cause, clause):
    game, players = seven
    give_up(game, "FRANCE", cause)
    deliver()
    letters = [each.body for each in mail.outbox if each.to == [players["FRANCE"].email]]
    assert letters and any("(HR-2)" in letter for letter in letters) == clause
