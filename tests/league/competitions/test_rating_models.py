"""Today's model of ratings keeps order, and does what the page and docs/ratings.md say that it does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from openskill.models import ThurstoneMostellerFull

import adjudicator
from league.ratings import bradley_terry, thurstone_mosteller
from league.ratings.figures import FIGURES, SEEDS
from league.ratings.parameters import BETA_OF_TWO, SIGMA, TAU
from league.ratings.skill import Skill
from tests.fuzz import candidates, keeping_order, known_players
from tests.fuzz.candidates import BEFORE, FOR_SEVEN, FOR_TWO, TODAY
from tests.fuzz.glicko import Rated, after_games

ROOT = Path(__file__).resolve().parents[3]
OURS = FOR_SEVEN[TODAY]


def points(places, ratings=None):
    return [round(1500 + each.points) for each in OURS.rate(ratings or [OURS.newcomer] * len(places), places)]


@pytest.mark.parametrize("rating", [OURS.newcomer, Rated(180, 60), Rated(-240, 340)])
def test_in_none_of_164_splits_of_equals_somebody_in_a_worse_place_gains_more(rating):
    assert len(list(keeping_order.splits())) == 164
    assert keeping_order.turned_splits(OURS, rating=rating) == []


def test_a_better_place_never_lowers_a_rating_at_1000_random_tables():
    assert keeping_order.turned_tables(OURS) == 0


def test_the_model_before_failed_both():
    """Which is why it was replaced: the tests above can fail."""
    turned = keeping_order.turned_splits(FOR_SEVEN[BEFORE])
    assert (1, 1, 1, 1, 1, 2, 3) in turned
    assert all(places.count(2) == 1 for places in turned)
    assert keeping_order.turned_tables(FOR_SEVEN[BEFORE]) > 0


def test_one_who_lost_alone_gains_less_than_those_who_shared():
    *shared, lost, left = points((1, 1, 1, 1, 1, 2, 3))
    assert len(set(shared)) == 1
    assert shared[0] > 1500 > lost > left


def test_uncertainty_stays_positive_at_the_largest_table_and_however_sure_the_result():
    most = max(len(facts["seats"]) for facts in adjudicator.VARIANTS.values())
    for sigma in (0.01, SIGMA, 1000):
        for places in ([1] + [2] * (most - 1), list(range(1, most + 1)), [1] * most):
            after = bradley_terry.after_game([Skill(25, sigma)] * most, places)
            assert all(0 < each.sigma <= Skill(25, sigma).sigma + TAU for each in after)


@pytest.mark.parametrize("places", [(1, 2), (1, 1), (2, 1)])
def test_for_two_it_is_what_openskill_computes(places):
    theirs = ThurstoneMostellerFull(
        mu=25.0, sigma=SIGMA, beta=BETA_OF_TWO, tau=TAU, kappa=1e-9, epsilon=1e-9, gamma=lambda *_facts: 1.0
    )
    skills = [Skill(28.5, 3.25), Skill(21, 6.5)]
    teams = [[theirs.rating(mu=each.mu, sigma=each.sigma)] for each in skills]
    found = theirs.rate(teams, ranks=[float(place) for place in places])
    for (each,), own in zip(found, thurstone_mosteller.after_game(skills, places), strict=True):
        assert (own.mu, own.sigma) == pytest.approx((each.mu, each.sigma), abs=1e-6)


@pytest.mark.parametrize("apart", [0, 0.5, 8, 40, 4000])
@pytest.mark.parametrize("sigma", [0.01, SIGMA, 1000])
def test_for_two_a_win_gives_more_than_a_draw_and_that_more_than_a_defeat(apart, sigma):
    for one, other in ((25, 25 + apart), (25 + apart, 25)):
        skills = [Skill(one, sigma), Skill(other, sigma)]
        won, drawn, lost = (thurstone_mosteller.after_game(skills, at) for at in ((1, 2), (1, 1), (2, 1)))
        assert won[0].mu >= drawn[0].mu >= lost[0].mu and won[1].mu <= drawn[1].mu <= lost[1].mu
        assert won[0].mu >= one >= lost[0].mu
        assert all(0 < each.sigma <= sigma + TAU for each in (*won, *drawn, *lost))


def test_glickmans_example():
    """“Example of the Glicko-2 system”: 1464.06, 151.52, 0.05999."""
    others = [(Rated(-100, 30), 1.0), (Rated(50, 100), 0.0), (Rated(200, 300), 0.0)]
    found = after_games(Rated(0, 200, 0.06), others, tau=0.5)
    assert 1500 + found.points == pytest.approx(1464.06, abs=0.011)
    assert found.deviation == pytest.approx(151.52, abs=0.005)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_figures_on_the_page_are_those_of_the_simulation():
    """Of ten games a player; `python -m tests.fuzz.ratings` compares all."""
    assert range(1, SEEDS + 1) == known_players.SEEDS
    for ways, those in ((known_players.TWO, FOR_TWO), (known_players.SEVEN, FOR_SEVEN)):
        for way in ways:
            found = known_players.means({TODAY: those[TODAY]}, way, 10)[TODAY]
            (figure,) = (each for each in FIGURES if (each.way, each.games) == (way.name, 10))
            assert figure.is_of(found.correlation, found.rated, found.known, found.coin), found


def test_no_page_expects_anything_while_some_expectation_is_no_better_than_a_coin():
    """An expectation is shown only where it beats a coin clearly; nothing in the product computes one."""
    assert {each.way for each in FIGURES if not each.beats_a_coin} == {known_players.TWO[1].name}
    code = [path for floor in ("league", "games") for path in (ROOT / floor).rglob("*.py")]
    asks = re.compile(r"predict_(win|rank)|\bchances\(")
    assert len(code) > 300 and [path for path in code if asks.search(path.read_text("utf-8"))] == []


def test_games_for_two_are_near_where_opponents_are_near():
    world = known_players.World(known_players.TWO[1], players=60, games_each=10, seed=1)
    ranks = {strength: rank for rank, strength in enumerate(sorted(world.strengths))}
    apart = [abs(ranks[one] - ranks[other]) for one, other in (game.strengths for game in world.games)]
    assert max(apart) <= known_players.NEAREST
    assert len(world.games) == 300


def test_rank_correlation():
    assert known_players.spearman([1.0, 2.0, 3.0], [10.0, 20.0, 30.0]) == pytest.approx(1)
    assert known_players.spearman([1.0, 2.0, 3.0], [30.0, 20.0, 10.0]) == pytest.approx(-1)
    assert 0 < known_players.spearman([1.0, 1.0, 3.0], [1.0, 2.0, 3.0]) < 1


def test_elo_shares_out_one_point_among_those_who_came_first():
    after = candidates.FOR_SEVEN["Elo, 64"].rate([Rated(0, 0)] * 4, (1, 1, 2, 3))
    assert [each.points for each in after] == [16, 16, -16, -16]
