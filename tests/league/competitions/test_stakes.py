"""What a game of the ladder is for stands in its head: to its two, and to others."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.gate.contests import stake_of, stakes_of
from games.models import Game
from league.competitions.models import Competition

pytestmark = pytest.mark.django_db


def head(client, season, challenge):
    game = Game.objects.get(pk=challenge.game.pk)
    text = client.get(reverse("games:game", args=[season.league.slug, game.code])).content.decode()
    return " ".join(text.partition('<header class="game-head">')[2].partition("</header>")[0].split())


def test_both_players_and_others_read_it_in_the_head_of_the_game(season, client_of):
    second, first = season.entry(2), season.entry(1)
    challenge = season.begin_game(season.entry(3), first)
    by, of = challenge.by, challenge.of
    assert "Win and you take rank 1." in head(client_of(by.user), season, challenge)
    assert "If you lose, you go to rank 2." in head(client_of(of.user), season, challenge)
    assert "For rank 1" in head(client_of(second.user), season, challenge)


def test_it_goes_by_the_ranks_of_now_and_of_when_the_challenge_was_made(season):
    third, first = season.entry(3), season.entry(1)
    game = season.begin_game(third, first).game
    season.play(season.entry(4), first)  # who was first is second now, who was third is fourth
    assert stake_of(game, third.user_id) == "Win and you take rank 2."
    assert stake_of(game, None) == "For rank 2"


def test_who_has_overtaken_the_other_reads_what_a_loss_means(season):
    first, second, third, _fourth = (season.entry(rank) for rank in (1, 2, 3, 4))
    game = season.begin_game(second, first).game
    season.play(third, first)
    season.play(second, third)  # now second, third, first
    assert stake_of(game, first.user_id) == "Win and you take rank 2."
    assert stake_of(game, second.user_id) == "If you lose, you keep your rank, and they take rank 2."


def test_ordinary_games_ask_for_nothing_and_these_cost_two_queries(season, make_game):
    game = season.begin_game(season.entry(2), season.entry(1)).game
    with CaptureQueriesContext(connection) as queries:
        assert stake_of(game, None) == "For rank 1"
    assert len(queries) == 2
    other = make_game()
    with CaptureQueriesContext(connection) as queries:
        assert stake_of(other, None) == ""
    assert len(queries) == 0
    Competition.objects.filter(pk=season.competition.pk).update(state="finished")
    assert stake_of(game, None) == ""


def rows_of_mine(client) -> list[str]:
    page = client.get("/games/").content.decode()
    return [row.partition("</li>")[0] for row in page.split('<li class="entry')[1:]]


def test_a_row_among_ones_own_games_says_what_it_is_for(season, client_of):
    second, first = season.entry(2), season.entry(1)
    season.begin_game(second, first)
    assert "<span>Win and you take rank 1.</span>" in rows_of_mine(client_of(second.user))[0]
    assert "<span>If you lose, you go to rank 2.</span>" in rows_of_mine(client_of(first.user))[0]
    assert "Win and you take rank 1." in client_of(second.user).get("/").content.decode()
    Competition.objects.filter(pk=season.competition.pk).update(state="finished")
    assert "take rank" not in rows_of_mine(client_of(second.user))[0]


def test_any_number_of_games_costs_two_queries(season):
    one, *others = (season.entry(rank) for rank in (4, 3, 2))
    games = [season.begin_game(one, other).game.pk for other in others]
    for some in (games[:1], games):
        with CaptureQueriesContext(connection) as queries:
            assert set(stakes_of(some, one.user_id)) == set(some)
        assert len(queries) == 2
    assert stakes_of(games, one.user_id)[games[1]] == "Win and you take rank 2."
