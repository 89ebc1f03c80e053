"""The bracket of a knock-out: seeds, byes, who meets whom, walkovers, and the places in the end."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.competitions.knock_out.bracket import (
    EMPTY,
    OPEN,
    Bracket,
    By,
    Decision,
    Group,
    rounds_of,
    seeded,
)


def bracket_of(entries: int, *, has_third: bool = False) -> Bracket:
    """Entry 1 is the first seed."""
    return Bracket(seeded(entries), has_third)


def play(bracket: Bracket, *games: tuple[int, int | None]) -> Bracket:
    """With these pairings won by these entries, and what follows without a game."""
    for pairing, winner in games:
        by = By.GAME if winner is not None else By.NOBODY
        bracket = settled(bracket).with_decided(pairing, Decision(winner, by, silent=winner is None))
    return settled(bracket)


def settled(bracket: Bracket, gone: Collection[int] = ()) -> Bracket:
    """With all that is decided without a game, as far up as that goes."""
    for pairing in bracket.every():
        if pairing not in bracket.decided and (decision := bracket.without_game(pairing, gone)) is not None:
            bracket = bracket.with_decided(pairing, decision)
    return bracket


def to_begin(bracket: Bracket, gone: Collection[int] = ()) -> list[int]:
    """The pairings whose game can begin now: both players are there."""
    undecided = [each for each in bracket.every() if each not in bracket.decided]
    return [
        each
        for each in undecided
        if all(isinstance(one, int) and one not in gone for one in bracket.sides(each))
    ]


@pytest.mark.parametrize(("entries", "rounds"), [(3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (512, 9)])
def test_how_many_rounds(entries, rounds):
    assert rounds_of(entries) == rounds


def test_the_usual_seeding():
    assert seeded(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert seeded(5) == [1, None, 4, 5, 2, None, 3, None]


@given(st.integers(3, 512))
def test_byes_are_the_first_seeds_and_nobody_meets_nobody(entries):
    seats = seeded(entries)
    alone = {one or two for one, two in zip(seats[::2], seats[1::2], strict=True) if None in (one, two)}
    assert alone == {*range(1, len(seats) - entries + 1)}
    assert sorted(seat for seat in seats if seat) == [*range(1, entries + 1)]


def test_pairings_are_numbered_round_by_round_from_the_top():
    bracket = bracket_of(8, has_third=True)
    assert [[*bracket.in_round(number)] for number in (1, 2, 3)] == [[1, 2, 3, 4], [5, 6], [7]]
    assert [bracket.after(each) for each in range(1, 9)] == [5, 5, 6, 6, 7, 7, None, None]
    assert [bracket.before(each) for each in (1, 5, 6, 7, 8)] == [None, (1, 2), (3, 4), (5, 6), (5, 6)]
    assert (bracket.final, bracket.third, [*bracket.every()]) == (7, 8, [1, 2, 3, 4, 5, 6, 7, 8])


def test_a_pairing_begins_as_soon_as_both_are_there():
    bracket = play(bracket_of(5), (2, 5))
    assert to_begin(bracket) == [5, 6], "2 and 3 have byes and do not wait for the others"
    assert bracket.sides(5) == (1, 5) and bracket.sides(7) == (OPEN, OPEN)
    assert bracket.decided[1] == Decision(1, By.BYE)


def test_who_leaves_before_the_next_game_gives_a_walkover():
    bracket = settled(play(bracket_of(4), (1, 4)), {4})
    assert to_begin(bracket, {4}) == [2]
    over = settled(bracket.with_decided(2, Decision(2, By.GAME)), {4})
    assert over.decided[3] == Decision(2, By.WALKOVER)
    assert over.places() == [Group(1, 1, (2,)), Group(2, 2, (4,)), Group(3, 4, (1, 3))]


def test_both_leave_and_what_neither_side_reaches_stays_empty():
    bracket = settled(play(bracket_of(8), (1, 1), (2, 4)), {1, 4, 2, 7, 3, 6})
    assert bracket.decided[5] == Decision(None, By.NOBODY)
    assert bracket.decided[6] == bracket.decided[7] == Decision(None, By.NOBODY)
    assert bracket.sides(7) == (EMPTY, EMPTY)


def test_the_beaten_player_goes_on_instead_of_who_is_disqualified():
    bracket = play(bracket_of(4), (1, 4))
    assert bracket.goes_instead(1) == Decision(1, By.RULING)
    walked = settled(bracket_of(4), {4})
    assert walked.goes_instead(1) == Decision(None, By.NOBODY), "nobody was beaten there"


def test_third_place_is_between_those_beaten_in_semi_finals_that_were_played():
    both = play(bracket_of(4, has_third=True), (1, 1), (2, 2))
    assert both.sides(4) == (4, 3) and to_begin(both) == [3, 4]
    end = play(both, (3, 1), (4, 4))
    assert end.places() == [Group(1, 1, (1,)), Group(2, 2, (2,)), Group(3, 3, (4,)), Group(4, 4, (3,))]
    one = play(settled(bracket_of(4, has_third=True), {4}), (2, 2), (3, 1))
    assert one.decided[4] == Decision(3, By.WALKOVER), "third without a game"
    assert one.places()[2:] == [Group(3, 3, (3,)), Group(4, 4, (4,))]
    none = play(settled(bracket_of(4, has_third=True), {4, 3}), (3, 1))
    assert none.decided[4] == Decision(None, By.NOBODY)
    assert none.places()[2:] == [Group(4, 4, (4, 3))], "third place is nobody's"


def test_a_final_that_nobody_wins():
    end = play(bracket_of(4), (1, 1), (2, 2), (3, None))
    assert end.places() == [Group(2, 2, (1, 2)), Group(3, 4, (4, 3))]


def test_who_went_out_by_silence_stands_behind_those_beaten_in_the_same_round():
    end = play(bracket_of(8), (1, None), (2, 4), (3, 2), (4, 3), (6, 2), (7, 2))
    assert end.decided[5] == Decision(4, By.WALKOVER)
    assert end.places()[-2:] == [Group(5, 7, (5, 7, 6)), Group(8, 8, (1, 8))]


def test_a_disqualified_champion_leaves_the_place_empty_and_nobody_moves_up():
    end = play(bracket_of(4), (1, 1), (2, 2), (3, 1))
    assert end.places({1}) == [Group(2, 2, (2,)), Group(3, 4, (4, 3))]


@st.composite
def cups(draw):
    """A bracket, and for each pairing what its game would come to (None: silence), and who goes when."""
    bracket = bracket_of(draw(st.integers(3, 16)), has_third=draw(st.booleans()))
    ends = {pairing: draw(st.sampled_from([0, 1, 0, 1, 0, 1, None])) for pairing in bracket.every()}
    leaves = {pairing: draw(st.sampled_from([False] * 6 + [True])) for pairing in bracket.every()}
    return bracket, ends, leaves


def end_of(bracket, ends, leaves, order):
    """Play it to its end, of the games that could end next always the one that `order` names."""
    gone: set[int] = set()
    met: dict[int, set[int]] = {}
    while True:
        bracket = settled(bracket, gone)
        ready = to_begin(bracket, gone)
        if not ready:
            return bracket, gone, met
        pairing = max(ready, key=lambda each: order[each])
        sides = bracket.sides(pairing)
        number = 0 if pairing == bracket.third else bracket.round_of(pairing)
        playing = met.setdefault(number, set())
        assert not playing & {*sides}, "nobody plays twice in a round"
        playing |= {*sides}
        if ends[pairing] is None:
            bracket = bracket.with_decided(pairing, Decision(None, By.NOBODY, silent=True))
        else:
            winner = sides[ends[pairing]]
            bracket = bracket.with_decided(pairing, Decision(winner, By.GAME))
            if leaves[pairing]:
                gone.add(winner)


@given(cups(), st.randoms(use_true_random=False))
def test_any_order_of_arrival_comes_to_the_same_end(cup, random):
    bracket, ends, leaves = cup
    leaves = dict.fromkeys(leaves, False)
    orders = [{pairing: random.random() for pairing in bracket.every()} for _each in range(2)]
    first, second = (end_of(bracket, ends, leaves, order)[0] for order in orders)
    assert first.decided == second.decided and first.places() == second.places()


@given(cups(), st.randoms(use_true_random=False))
def test_a_bracket_always_ends_and_everybody_has_one_place(cup, random):
    bracket, ends, leaves = cup
    order = {pairing: random.random() for pairing in bracket.every()}
    end, _gone, _met = end_of(bracket, ends, leaves, order)
    assert {*end.decided} == {*end.every()}
    groups = end.places()
    placed = [entry for group in groups for entry in group.entries]
    assert sorted(placed) == sorted(seat for seat in end.seats if seat is not None)
    assert all(group.first <= group.last <= len(placed) for group in groups)
    assert all(one.first <= two.first and one.last <= two.last for one, two in pairwise(groups))


def test_in_a_cup_of_three_the_beaten_in_the_semi_final_are_third_though_they_left():
    """No one plays for third place, and there is no fourth."""
    bracket = settled(bracket_of(3, has_third=True)).with_decided(2, Decision(2, By.FORFEIT))
    over = settled(bracket.with_decided(3, Decision(1, By.GAME)), {3})
    assert over.decided[4] == Decision(None, By.NOBODY)
    assert over.places() == [Group(1, 1, (1,)), Group(2, 2, (2,)), Group(3, 3, (3,))]
