"""What the end of a game did to a player's rating, on the game's page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.gate.contests import moved_by_end
from games.models import Game
from league.ratings.models import RatingList, RatingStep
from league.ratings.parameters import MU, points_of

ENDED = datetime(2026, 3, 1, tzinfo=UTC)


def step(ratings, game, user, *, mu_before, mu, number, at=ENDED):
    return RatingStep.objects.create(
        list=ratings,
        game=game,
        user=user,
        at=at,
        code=game.code,
        place=1,
        number=number,
        mu_before=mu_before,
        sigma_before=5,
        mu=mu,
        sigma=5,
    )


@pytest.fixture
def games(calais, carl):
    return [
        Game.objects.create(
            league=calais, opened_by=carl, opened_at=ENDED, name=f"Game {number}", variant="intimate"
        )
        for number in range(2)
    ]


def test_up_is_told_with_the_best_and_down_without_and_the_league_comes_before_all_leagues(
    games, calais, ada, ben
):
    everywhere = RatingList.objects.create(league=None, key="intimate")
    here = RatingList.objects.create(league=calais, key="intimate")
    older = RatingList.objects.create(league=calais, key="intimate", is_older=True)
    first, second = games
    for ratings in (everywhere, older):
        step(ratings, second, ada, mu_before=MU, mu=MU + 9, number=12)
    step(here, first, ada, mu_before=MU, mu=MU + 1, number=11, at=ENDED - timedelta(days=1))
    step(here, second, ada, mu_before=MU + 1, mu=MU + 2, number=12)
    step(here, second, ben, mu_before=MU, mu=MU - 1, number=12)
    before, after = points_of(MU + 1), points_of(MU + 2)
    (moved,) = moved_by_end(second, ada.pk)
    assert (moved.before, moved.after, moved.is_place) == (str(before), str(after), False)
    assert moved.more == f"+{after - before}, your best"
    (lost,) = moved_by_end(second, ben.pk)
    assert lost.more == f"\N{MINUS SIGN}{points_of(MU) - points_of(MU - 1)}"


def test_a_rise_below_an_earlier_best_is_no_best_and_the_unrated_are_told_nothing(games, calais, ada, carl):
    here = RatingList.objects.create(league=calais, key="intimate")
    first, second = games
    step(here, first, ada, mu_before=MU, mu=MU + 5, number=2, at=ENDED - timedelta(days=1))
    step(here, second, ada, mu_before=MU + 1, mu=MU + 2, number=3)
    (moved,) = moved_by_end(second, ada.pk)
    assert "best" not in moved.more and moved.after.endswith("?"), "provisional below ten games"
    assert moved_by_end(second, carl.pk) == []
