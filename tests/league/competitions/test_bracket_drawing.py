"""The bracket as it is drawn: cells apart, all of them in the picture, lines from cell to cell."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import pytest

from league.competitions.knock_out.bracket import Bracket, seeded
from league.competitions.knock_out.drawing import (
    HEIGHT,
    MOST_DRAWN,
    QUARTERS,
    WIDTH,
    is_by_quarter,
    part_of,
    plan_of,
    quarter_of,
)

SIZES = (*range(3, 20), 31, 32, 33, 64, 65, 127, 128)


def bracket_of(people: int, *, third: bool = True) -> Bracket:
    return Bracket(seeded(people), third)


def apart(one, two) -> bool:
    return abs(one.x - two.x) >= WIDTH or abs(one.y - two.y) >= HEIGHT


def check(bracket: Bracket, plan) -> None:
    for column in {box.x for box in plan.boxes}:
        here = [box for box in plan.boxes if box.x == column]
        assert all(apart(one, two) for one, two in combinations(here, 2))
    columns = sorted({box.x for box in plan.boxes})
    assert all(later - earlier > WIDTH for earlier, later in pairwise(columns))
    for box in plan.boxes:
        assert 0 <= box.x <= plan.width - WIDTH and 0 < box.y <= plan.height - HEIGHT
    for line in plan.lines:
        x, y, middle, to_y, to_x = map(int, re.fullmatch(r"M(\d+) (\d+)H(\d+)V(\d+)H(\d+)", line).groups())
        assert any((box.x + WIDTH, box.y + HEIGHT // 2) == (x, y) for box in plan.boxes)
        assert any((box.x, box.y + HEIGHT // 2) == (to_x, to_y) for box in plan.boxes)
        assert x < middle < to_x


@pytest.mark.parametrize("third", [True, False])
@pytest.mark.parametrize("people", SIZES)
def test_no_cell_overlaps_another_and_all_stand_in_the_picture(people, third):
    bracket = bracket_of(people, third=third)
    plan = plan_of(bracket)
    assert [box.pairing for box in plan.boxes] == list(bracket.every()), "each pairing has one cell"
    assert len(plan.lines) == bracket.final - 1, "every pairing but the last leads to the next"
    assert not is_by_quarter(bracket)
    check(bracket, plan)


@pytest.mark.parametrize("people", [129, 256, 300, 512])
def test_a_large_bracket_is_drawn_by_quarter_each_with_its_way_to_the_final(people):
    bracket = bracket_of(people)
    assert is_by_quarter(bracket)
    drawn = []
    for quarter in QUARTERS:
        plan = plan_of(bracket, quarter)
        check(bracket, plan)
        pairings = [box.pairing for box in plan.boxes]
        assert {bracket.final, bracket.third} <= set(pairings)
        assert len(plan.lines) == len(pairings) - 2, "all but the final and third place lead to the next"
        assert len(bracket.seats) // 4 <= MOST_DRAWN
        drawn += pairings
    assert set(drawn) == set(bracket.every())


def test_third_place_stands_below_the_final_and_has_its_own_head():
    bracket = bracket_of(8)
    plan = plan_of(bracket)
    boxes = {box.pairing: box for box in plan.boxes}
    final, third = boxes[bracket.final], boxes[bracket.third]
    assert third.x == final.x and third.y > final.y + HEIGHT
    assert [head.round for head in plan.heads] == [1, 2, 3, None]
    assert all(head.round is not None for head in plan_of(bracket_of(8, third=False)).heads)


@pytest.mark.parametrize("people", [4, 8, 100, 200])
def test_the_quarters_of_a_round_are_all_of_it_and_an_entry_begins_in_its_own(people):
    bracket = bracket_of(people)
    for number in range(1, bracket.rounds - 1):
        parts = [each for quarter in QUARTERS for each in part_of(bracket, number, quarter)]
        assert parts == list(bracket.in_round(number)) == list(part_of(bracket, number))
    for entry in (seat for seat in bracket.seats if seat is not None):
        (pairing,) = (each for each in bracket.in_round(1) if entry in bracket.sides(each))
        if bracket.rounds > 2:
            assert pairing in part_of(bracket, 1, quarter_of(bracket, entry))
