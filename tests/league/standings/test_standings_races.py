"""Workers that count the same results at the same instant, on whichever database the tests run."""

from __future__ import annotations

from functools import partial

import pytest

from league.standings.counting import count
from league.standings.models import AuctionGame, Counting, GameCount, Played, Tally
from tests.conftest import make_user
from tests.games.test_races import at_once
from tests.league.standings.finished_games import finished_game, sale

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def games(calais):
    """Eight games of four people that no one has counted yet."""
    users = [make_user(f"player{number}") for number in range(4)]
    return [
        finished_game(
            calais,
            {"1": users[number % 4], "2": users[(number + 1) % 4]},
            {"1": "solo", "2": "lost"},
            homes={"1": "FRANCE", "2": "ITALY"},
            auctions=[sale(1901, RUSSIA=("1", number))],
        )
        for number in range(8)
    ]


def recounted(league):
    """What was wrong when everything was compared and made again."""
    return sum(wrong for _games, wrong in count.recount(league=league.pk))


@pytest.mark.slow
def test_results_that_come_at_once_are_counted_once_each(calais, games):
    one_by_one = [partial(count.count_games, games=[game.pk]) for game in games]
    together = partial(count.count_games, games=[game.pk for game in games])
    raised = at_once(*one_by_one, *one_by_one[::-1], together)
    assert raised == [None] * 17
    assert (Played.objects.count(), AuctionGame.objects.count()) == (16, 8)
    assert sum(Tally.objects.filter(year=0).values_list("games", flat=True)) == 16
    assert GameCount.objects.get(year=0).games == 8
    assert recounted(calais) == 0


@pytest.mark.slow
def test_a_count_made_anew_takes_what_comes_meanwhile(calais, games):
    count.count_games(games=[game.pk for game in games[:4]])
    Tally.objects.all().delete()
    new = [partial(count.count_games, games=[game.pk]) for game in games[4:]]
    raised = at_once(partial(recounted, calais), *new, partial(recounted, calais))
    assert not [each for each in raised if isinstance(each, Exception)]
    recounted(calais)
    assert sum(Tally.objects.filter(year=0).values_list("games", flat=True)) == 16
    assert recounted(calais) == 0


@pytest.mark.slow
def test_two_workers_with_the_same_part_of_a_first_count_do_it_once(calais, games, monkeypatch):
    monkeypatch.setattr(count, "AT_ONCE", 3)
    Counting.objects.create(league=calais, upto=0)
    for after in (0, games[2].pk, games[5].pk, games[7].pk):
        part = partial(count.count_more, league=calais.pk, after=after)
        assert at_once(part, part, part) == [None] * 3
    assert Counting.objects.get().upto is None
    assert recounted(calais) == 0 and Played.objects.count() == 16
