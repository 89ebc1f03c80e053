"""Ratings follow from games alone, in the order of their ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import SeatResult, TenureResult
from league.ratings.folding import Fold, Placed, Played, fold, rated
from league.ratings.keys import KINDS, key_of
from league.ratings.parameters import MU, SIGMA, points_of
from league.ratings.results import FIRST, LEFT, LOST, RatedSeat, players_of
from league.ratings.shown import shown
from league.ratings.skill import Skill

START = datetime(2026, 11, 1, tzinfo=UTC)
How = TenureResult.How


def game(number, *users, tie=False, at=None):
    """A game that the first of `users` won; with `tie` it was drawn."""
    placed = tuple(Placed(user, FIRST if tie or not place else LOST) for place, user in enumerate(users))
    return Played(number, f"game{number}", at or START + timedelta(hours=number), placed)


def test_a_winner_rises_by_as_much_as_an_equal_loser_sinks():
    skills = fold([game(1, 7, 8)], is_for_two=True).skills
    assert skills[7].mu - MU == pytest.approx(MU - skills[8].mu)
    assert skills[7].mu > MU + 1
    assert skills[7].sigma == skills[8].sigma < SIGMA
    assert (points_of(MU), skills[7].games) == (1500, 1)


def test_a_draw_of_equals_moves_nobody_and_draws_unequals_together():
    skills = fold([game(1, 7, 8, tie=True)], is_for_two=True).skills
    assert skills[7].mu == skills[8].mu == pytest.approx(MU)
    strong, weak = rated(game(1, 7, 8, tie=True), [Skill(30, 3, 20), Skill(20, 3, 20)])
    assert strong.after.mu < 30 and weak.after.mu > 20


def test_who_ties_at_a_table_of_seven_is_moved_alike_whatever_the_seats():
    users = [1, 2, 3, 4, 5, 6, 7]
    moved = {step.user: step.after for step in rated(game(1, *users), [Skill()] * 7)}
    assert moved[1].mu > MU
    assert len({round(moved[user].mu, 9) for user in users[1:]}) == 1
    again = {step.user: step.after for step in rated(game(1, 1, 7, 6, 5, 4, 3, 2), [Skill()] * 7)}
    assert {user: round(skill.mu, 9) for user, skill in again.items()} == {
        user: round(skill.mu, 9) for user, skill in moved.items()
    }


def test_the_fourth_game_of_a_pair_in_a_month_is_not_rated():
    played = [game(number, 7, 8) for number in range(4)] + [game(5, 7, 9)]
    later = game(6, 8, 7, at=datetime(2026, 12, 1, tzinfo=UTC))
    found = Fold(is_for_two=True)
    assert [bool(found.rate(each)) for each in [*played, later]] == [True, True, True, False, True, True]
    assert found.skills[8].games == 4
    large = Fold(is_for_two=False)
    assert all(large.rate(game(number, 7, 8, 9)) for number in range(5))


def test_months_are_those_of_utc():
    from datetime import timezone

    paris = timezone(timedelta(hours=1))
    first = [game(number, 7, 8) for number in range(3)]
    on_the_first_there = game(9, 7, 8, at=datetime(2026, 12, 1, 0, 30, tzinfo=paris))
    assert fold([*first, on_the_first_there], is_for_two=True).skills[7].games == 3


pairs = st.lists(st.integers(1, 5), min_size=2, max_size=2, unique=True)


@pytest.mark.slow
@given(
    st.lists(st.tuples(pairs, st.booleans(), st.integers(0, 3000)), max_size=25),
    st.randoms(use_true_random=False),
)
def test_the_order_in_which_games_are_known_does_not_matter(drawn, random):
    games = [
        game(number, *users, tie=tie, at=START + timedelta(hours=hours))
        for number, (users, tie, hours) in enumerate(drawn)
    ]
    shuffled = random.sample(games, len(games))
    one, other = fold(games, is_for_two=True), fold(shuffled, is_for_two=True)
    assert one.skills == other.skills


def held(seat, user, how=How.FINISHED, outcome="lost"):
    return RatedSeat(1, "a", START, seat, user, how, outcome)


def test_every_seat_counts_for_whoever_began_in_it():
    seats = [
        held(1, 71, outcome="solo"),
        held(2, 72, How.RESIGNED, "lost"),
        held(2, 79, How.FINISHED, "lost"),
        held(3, 73, How.FINISHED, "eliminated"),
    ]
    assert players_of(seats, {}) == (Placed(71, FIRST), Placed(72, LEFT), Placed(73, LOST))


def test_whoever_leaves_comes_last_even_if_the_seat_wins():
    seats = [
        held(1, 71, How.REPLACED, "solo"),
        held(1, 79, How.FINISHED, "solo"),
        held(2, 72, How.FINISHED, "lost"),
    ]
    assert players_of(seats, {}) == (Placed(71, LEFT), Placed(72, LOST))


def test_void_games_are_not_rated_and_a_ruling_counts():
    seats = [held(1, 71, outcome="solo"), held(2, 72)]
    assert players_of(seats, {1: "void", 2: "void"}) == ()
    assert players_of(seats, {1: "lost", 2: "solo"}) == (Placed(71, LOST), Placed(72, FIRST))
    assert players_of([held(1, 71, outcome="solo")], {}) == ()


def test_every_outcome_has_a_place():
    places = {
        outcome: players_of([held(1, 71, outcome=outcome), held(2, 72)], {})
        for outcome in SeatResult.Outcome.values
    }
    best = {outcome for outcome, placed in places.items() if placed and placed[0].place == FIRST}
    assert best == {"solo", "shared", "beside"}
    assert places["void"] == ()


def test_tables_for_two_are_rated_apart():
    assert set(KINDS) == {"devil-and-god", "intimate", "intimate-ii", "spy", "standard", "standard-2"}
    assert key_of("standard", {"players": 2}) == "standard-2"
    assert key_of("standard", {}) == key_of("standard", {"players": "3a"}) == "standard"
    assert key_of("intimate", {}) == "intimate"
    assert {key for key, kind in KINDS.items() if kind.is_for_two} == {
        "intimate",
        "intimate-ii",
        "standard-2",
    }
    assert "Great War" in KINDS["standard-2"].name and KINDS["standard"].name == "Diplomacy"


def test_a_rating_is_provisional_until_ten_games():
    assert (str(shown(30, 9)), str(shown(30, 10))) == ("1650?", "1650")
