"""Workers that take results in at the same instant, on whichever database the tests run."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from league.ratings import checking, lists
from league.ratings.models import Rating, RatingList, RatingStep
from league.tasks import refold_ratings
from tests.conftest import make_user
from tests.games.test_races import at_once
from tests.league.competitions.finished import finished_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

START = datetime(2026, 10, 20, 12, tzinfo=UTC)


@pytest.mark.slow
def test_results_that_come_at_once_are_rated_once_each(calais):
    users = [make_user(f"player{number}") for number in range(4)]
    games = [
        finished_game(
            calais,
            [users[number % 4], users[(number + 1) % 4]],
            ("solo", "lost"),
            START + timedelta(days=number),
        )
        for number in range(6)
    ]
    raised = at_once(*(partial(lists.take_in, [game.pk]) for game in [*games, *games[::-1]]))
    assert raised == [None] * 12
    refold_ratings()
    assert {found.key: checking.differences(found) for found in RatingList.objects.all()} == {"intimate": 0}
    assert RatingStep.objects.filter(list__league=calais).count() == 12
    assert sum(Rating.objects.filter(list__league=calais).values_list("games", flat=True)) == 12


@pytest.mark.slow
def test_a_list_that_is_computed_anew_takes_what_comes_meanwhile(calais, ada, ben):
    games = [
        finished_game(calais, [ada, ben], ("solo", "lost"), START + timedelta(days=20 * n)) for n in range(4)
    ]
    lists.take_in([game.pk for game in games[1:]])
    kept = RatingList.objects.get(league=calais)
    raised = at_once(partial(lists.take_in, [games[0].pk]), partial(lists.recompute, kept), lists.refold_late)
    assert not [each for each in raised if isinstance(each, Exception)]
    refold_ratings()
    assert [checking.differences(found) for found in RatingList.objects.all()] == [0, 0]
    assert RatingStep.objects.filter(list=kept).count() == 8
