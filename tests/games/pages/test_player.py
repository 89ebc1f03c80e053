"""A player's page in a league: who finds it, what it counts, and what it keeps to itself."""

from __future__ import annotations

import html
import re

import pytest
from django.db import transaction

from games.adjudication.results import Over, keep_results
from games.gate.reliability import Reliability, reliability_of
from games.lists import listing
from games.lists import played as selected
from games.models import Game, Phase, Seat, TenureResult, Turn
from league.leagues import services
from league.standings.counting import count
from tests.conftest import make_user
from tests.games.conftest import RANKS, phase_of

pytestmark = pytest.mark.django_db

ADA = "/l/calais/p/ada/"


def text_of(response) -> str:
    assert response.status_code == 200, response.status_code
    return " ".join(re.sub(r"<[^>]*>", " ", response.content.decode().partition("<main")[2]).split())


def finish(game: Game, *winners: str) -> None:
    """As if the game had ended so."""
    outcome = {"how": "ID-15", "winners": list(winners)}
    Game.objects.filter(pk=game.pk).update(state="finished", outcome=outcome, finished_at=game.opened_at)
    with transaction.atomic():
        keep_results([Over(game, game.opened_at, phase_of(game).position, outcome)], game.opened_at)


def miss(game: Game, phases: int) -> None:
    """As if both had missed so many phases of the game."""
    first = phase_of(game)
    both = {"1": True, "2": True}
    for number in range(phases):
        phase = Phase.objects.create(
            game=game,
            ordinal=100 + number,
            label=f"S{2000 + number}B",
            position={},
            opened_at=first.opened_at,
            deadline=first.deadline,
            closes_at=first.deadline,
            adjudicated_at=first.deadline,
        )
        Turn.objects.create(
            phase=phase, answers={}, turn={}, asked=both, missed=both, created_at=first.deadline
        )


def seat_of(game: Game, user) -> str:
    return Seat.objects.get(game=game, tenures__user=user, tenures__left_at=None).key


def test_members_and_players_lead_to_it(visitor, client_of, running_game, make_game, calais):
    link = f'href="{ADA}"'
    for page in ("/l/calais/members/", f"/l/calais/g/{running_game.code}/"):
        assert link in visitor.get(page).content.decode(), page
    assert 'href="/l/calais/p/carl/"' in visitor.get("/l/calais/").content.decode()
    assert "member since" in text_of(visitor.get(ADA))


@pytest.mark.slow
def test_results_are_counted_by_how_they_ended_for_them(visitor, make_game, seat_both, ada, ben, calais):
    games = [seat_both(make_game(name=f"Game {number}")) for number in range(6)]
    for game in games[:2]:
        finish(game, seat_of(game, ada))
    finish(games[2], seat_of(games[2], ben))
    finish(games[3], *sorted([seat_of(games[3], ada), seat_of(games[3], ben)]))
    finish(games[4])
    (tally,) = selected.tallies_of(calais, ada)
    assert (tally.won, tally.shared, tally.lost, tally.running) == (2, 2, 1, 1)
    (tally,) = selected.tallies_of(calais, ben)
    assert (tally.won, tally.shared, tally.lost, tally.running) == (1, 2, 2, 1)
    assert selected.uncounted(calais, ben) == {"running": 1, "void": 0}
    count.count_games(games=[game.pk for game in games])
    said = text_of(visitor.get(ADA))
    assert (
        "Game Games W–D–L Won Intimate Diplomacy 5 games of Intimate Diplomacy 2 won – 2 drawn – 1 lost 40%"
        in said
    )
    assert "1 game is running." in said


@pytest.mark.slow
def test_reliability_leads_to_the_games_it_was_counted_in(
    visitor, running_game, make_game, seat_both, answer, advance, ada, ben, calais
):
    assert "Nothing to count yet" in text_of(visitor.get(ADA))
    answer(ada, RANKS["ada"])
    answer(ben, RANKS["ben"])
    assert advance().label == "S1901B"
    answer(ada, "")  # saved without a bid: an answer (HR-1)
    assert advance().label == "S1901M"
    answer(ben, "")
    advance()
    seat_both(make_game(name="Untouched"))
    reliability = reliability_of(calais, ada)
    assert reliability == Reliability(asked=3, missed=1, games=1, games_missed=1)
    assert reliability_of(calais, ben) == reliability
    page = visitor.get(ADA)
    assert (
        "66% rounded down Answered 2 of 3 phases. Phases missed 1 of 3, in 1 game Games counted 1"
        in text_of(page)
    )
    links = re.findall(r'href="(/l/calais/games/[^"]*reliability=[^"]*)"', page.content.decode())
    assert [link.rpartition("=")[2] for link in links] == ["missed", "asked"]
    for link in links:
        told = text_of(visitor.get(html.unescape(link)))
        assert "Channel" in told and "Untouched" not in told
    finish(running_game, seat_of(running_game, ben))
    assert reliability_of(calais, ada) == reliability
    assert "Channel" in text_of(visitor.get(html.unescape(links[0])))


def test_the_figures_in_french(visitor, running_game, advance):
    advance()
    visitor.cookies["django_language"] = "fr"
    told = text_of(visitor.get(ADA))
    assert (
        "0 % arrondi vers le bas Phases avec réponse : 0 sur 1."
        " Phases manquées 1 sur 1, dans 1 partie Parties comptées 1" in told
    ), told
    found = text_of(visitor.get("/l/calais/games/?player=ada&reliability=missed"))
    assert "Seulement les parties où cette personne" in found and "Channel" in found


@pytest.mark.slow
def test_private_games_are_counted_for_nobody_and_shown_to_those_in_them(
    visitor, client_of, make_game, seat_both, ada, ben, carl, calais
):
    finish(seat_both(make_game(name="Whispers", visibility="private")), "1")
    for client in (visitor, client_of(carl)):
        assert "Whispers" not in text_of(client.get(ADA))
    for person in (ada, ben):
        assert "Whispers" in text_of(client_of(person).get(ADA))
    assert selected.tallies_of(calais, ada) == []
    assert reliability_of(calais, ada).games == 0


def test_games_of_other_leagues_are_no_matter_of_this_one(make_game, seat_both, ada, carl, visitor):
    seat_both(make_game(name="Elsewhere"))
    other = services.create_league(user=carl, name="Other", slug="other", description="", visibility="public")
    services.join(league=other, user=ada)
    page = text_of(visitor.get("/l/other/p/ada/"))
    assert "Elsewhere" not in page
    assert "Nothing to count yet" in page


def test_the_unknown_and_those_who_have_no_part_in_the_league_are_not_found(
    visitor, client_of, ada, dora, calais, douvres
):
    for client in (visitor, client_of(ada)):
        for path in ("/l/calais/p/nobody/", "/l/calais/p/dora/", "/l/douvres/p/dora/", "/l/nowhere/p/ada/"):
            assert client.get(path).status_code == 404, path
    assert client_of(dora).get("/l/douvres/p/dora/").status_code == 200


def test_who_left_is_found_by_those_who_see_a_game_of_theirs(
    visitor, client_of, make_game, seat_both, ada, ben, calais
):
    game = seat_both(make_game())
    finish(game, "1")
    services.leave(league=calais, user=ada)
    assert "no longer a member" in text_of(visitor.get(ADA))
    Game.objects.update(visibility="private")
    assert visitor.get(ADA).status_code == 404
    assert client_of(ben).get(ADA).status_code == 200


@pytest.mark.slow
def test_it_costs_the_same_however_much_they_have_played(
    visitor, make_game, seat_both, ada, calais, assert_queries_do_not_grow, monkeypatch
):
    monkeypatch.setattr(listing, "PAGE", 4)
    for number in range(2):
        finish(seat_both(make_game(name=f"First {number}")), "1")
        miss(seat_both(make_game(name=f"Run {number}")), 2)

    def make_more() -> None:
        for number in range(6):
            finish(seat_both(make_game(name=f"Game {number}")), "1")
            miss(seat_both(make_game(name=f"Another {number}")), 9)

    assert_queries_do_not_grow(visitor, ADA, make_more)
    first = visitor.get(ADA).content.decode()
    older = re.search(r'href="(\?page=2[^"]*)"', first)
    assert older is not None
    assert "Another 1" in text_of(visitor.get(ADA + older[1])) and "Another 1" not in first


def test_a_name_is_text_and_so_is_its_address(visitor, calais):
    services.join(league=calais, user=make_user("Zoé.b+c"))
    assert 'href="/l/calais/p/Zo%C3%A9.b+c/"' in visitor.get("/l/calais/members/").content.decode()
    assert "Zoé.b+c" in text_of(visitor.get("/l/calais/p/Zo%C3%A9.b+c/"))


def test_a_game_whose_record_is_not_open_yet_says_nothing_of_who_sent(make_game, seat_both, ada, calais):
    game = seat_both(make_game(name="Mist"))
    finish(game, "1")
    TenureResult.objects.update(asked=2, missed=1)
    for day, counted in (("2999-01-01", 0), ("2001-01-01", 2)):
        Game.objects.filter(pk=game.pk).update(settings={"reveal_at": day})
        assert reliability_of(calais, ada).asked == counted
