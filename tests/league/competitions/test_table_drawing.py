"""The drawing of tables of seven: who plays, and a search that finds the least repeats."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competitions.rules.draws import draw
from league.competitions.tables.drawing import drawn, judged, players_of
from league.competitions.tables.search import APART, MET, POWER, STEPS, TWICE, Seating
from league.competitions.tables.seating import (
    BORDERS,
    Cost,
    Flaw,
    Kind,
    Past,
    Table,
    by_snake,
    cost_of,
    flaws_of,
    in_sevens,
)


def order_of(seed: int, number: int) -> list[int]:
    return draw(f"{seed:064x}", "round", range(1, number + 1))


def played(rounds: int, number: int, seed: int = 0) -> list[Table]:
    """The tables of `rounds` at which the order drawn decided alone."""
    return [table for turn in range(rounds) for table in in_sevens(order_of(100 * seed + turn, number))]


def least_powers(group: tuple[int, ...], past: Past) -> int:
    """How many of seven people, at the least, must have a power again, all ways of seating them counted."""
    least = {0: 0}
    for power in range(7):
        more: dict[int, int] = {}
        for taken, cost in least.items():
            for at, entry in enumerate(group):
                if not taken >> at & 1:
                    new = cost + past.had[entry, power]
                    more[taken | 1 << at] = min(new, more.get(taken | 1 << at, new))
        least = more
    return least[127]


def least_of_fourteen(before: list[Table], apart: set[tuple[int, int]]) -> tuple[int, int, int]:
    """The least cost without neighbours, of all 1,716 ways to split fourteen and all ways to seat them."""
    past, costs = Past.of(before), {}
    for six in combinations(range(2, 15), 6):
        halves = (1, *six), tuple(sorted(set(range(2, 15)) - set(six)))
        pairs = [pair for half in halves for pair in combinations(half, 2)]
        costs[halves] = sum(pair in apart for pair in pairs), sum(past.met[pair] ** 2 for pair in pairs)
    least = min(costs.values())
    splits = [halves for halves, cost in costs.items() if cost == least]
    return *least, min(sum(least_powers(half, past) for half in halves) for halves in splits)


@pytest.mark.parametrize("rounds", [1, 4, 6, 7])
@pytest.mark.parametrize("apart", [set(), {(1, 2), (1, 3), (2, 3), (4, 9)}], ids=["", "kept apart"])
def test_fourteen_have_the_least_of_all_ways_to_split_and_seat_them(rounds, apart):
    before: list[Table] = []
    for turn in range(rounds):
        before += drawn(order_of(turn, 14), (), before, apart).tables
    found = drawn(order_of(rounds, 14), (), before, apart)
    assert found.cost[:3] == least_of_fourteen(before, apart)


def test_forty_nine_meet_nobody_twice_in_three_rounds():
    before: list[Table] = []
    for turn in range(3):
        found = drawn(order_of(turn, 49), (), before, ())
        assert found.cost == Cost()
        before += found.tables


def test_490_play_seven_rounds_without_a_flaw_and_the_eighth_has_an_end():
    before: list[Table] = []
    for turn in range(7):
        found = drawn(order_of(turn, 490), (), before, ())
        assert not found.flaws
        before += found.tables
    found = drawn(order_of(7, 490), (), before, ())
    assert found.cost[:2] == (0, 0)
    assert found.steps == STEPS


fields = st.tuples(st.integers(1, 3), st.integers(0, 3), st.integers(0, 10_000))


@settings(deadline=None, max_examples=8)
@given(fields, st.sets(st.tuples(st.integers(1, 4), st.integers(5, 9)), max_size=4))
def test_everyone_has_one_seat_and_swaps_cost_no_more_than_the_start(field, apart):
    tables, rounds, seed = field
    before, order = played(rounds, 7 * tables, seed), order_of(seed, 7 * tables)
    found = drawn(order, (), before, apart)
    assert sorted(entry for table in found.tables for entry in table) == list(range(1, 7 * tables + 1))
    assert found.cost <= judged(in_sevens(order), {}, before, apart).cost
    assert found.steps <= min(STEPS, 200 * (7 * tables) ** 2)
    assert drawn(order, (), before, apart) == found


@settings(deadline=None, max_examples=20)
@given(st.integers(2, 4), st.integers(0, 4), st.integers(0, 10_000), st.integers(0, 6))
def test_the_search_weighs_what_the_cost_says(tables, rounds, seed, twice):
    number = 7 * tables - twice
    order, apart = order_of(seed, number), {(1, 3), (2, 5)}
    before = played(rounds, 7 * tables, seed)
    seats = [*order, *order[:twice]]
    seating, chance = Seating(seats, Past.of(before), apart), Random(seed)
    weight = seating.whole()
    for _swap in range(40):
        one, two = chance.sample(range(len(seats)), 2)
        weight += seating.change(one, two)
        seating.swap(one, two)
        assert weight == seating.whole()
        laid = in_sevens([seats[seat] for seat in seating.held])
        if all(len(set(table)) == 7 for table in laid):
            cost = cost_of(flaws_of(laid, before, apart))
            assert weight == APART * cost.apart + MET * cost.repeats + POWER * cost.powers + cost.neighbours
        else:
            assert weight >= TWICE


@settings(deadline=None, max_examples=6)
@given(st.integers(1, 2), st.integers(1, 6), st.integers(0, 3), st.integers(0, 10_000))
def test_volunteers_sit_at_two_tables_with_two_powers(more, twice, rounds, seed):
    number = 7 * (more + 1) - twice
    order = order_of(seed, number)
    found = drawn(order, order[:twice], played(rounds, 7 * (more + 1), seed), ())
    assert all(len(set(table)) == 7 for table in found.tables)
    seats = Counter(entry for table in found.tables for entry in table)
    assert seats == {entry: 1 + (entry in order[:twice]) for entry in order}
    assert set(found.second) == set(order[:twice])
    assert all(entry in found.tables[number - 1] for entry, number in found.second.items())
    if not rounds:
        assert not found.cost.powers


def test_what_is_imperfect_is_named_with_how_often_it_was_before():
    before = [(1, 2, 3, 4, 5, 6, 7), (1, 8, 9, 2, 10, 11, 12)]
    found = judged([(1, 20, 21, 2, 22, 23, 24)], {}, before, {(20, 21)})
    assert found.cost == Cost(apart=1, repeats=4, powers=3, neighbours=1)
    assert found.flaws == [
        Flaw(Kind.MET, 1, (1, 2), 2),
        Flaw(Kind.NEIGHBOURS, 1, (1, 2), 1),
        Flaw(Kind.APART, 1, (20, 21)),
        Flaw(Kind.POWER, 1, (1,), 2, "AUSTRIA"),
        Flaw(Kind.POWER, 1, (2,), 1, "GERMANY"),
    ]
    assert len(BORDERS) == 12


def test_seeds_go_to_and_fro_over_the_tables():
    start = in_sevens(by_snake(list(range(1, 50)), order_of(3, 49)))
    assert sorted(start[0]) == [1, 14, 15, 28, 29, 42, 43]
    assert sorted(start[6]) == [7, 8, 21, 22, 35, 36, 49]
    place = order_of(3, 49).index
    assert all(list(table) == sorted(table, key=place) for table in start)


ORDER = list(range(20, 0, -1))


def test_standbys_then_volunteers_fill_one_more_table():
    found = players_of(range(1, 10), [18, 17], [5, 4, 3, 2], {}, ORDER)
    assert (found.standbys, found.twice, found.sit_out) == ((18, 17), (5, 4, 3), frozenset())
    assert found.seated == {*range(1, 10), 17, 18}
    enough = players_of(range(1, 14), [18, 17], [5], {}, ORDER)
    assert (enough.standbys, enough.twice) == ((18,), ())


def test_too_few_of_them_play_nowhere_and_the_rest_sit_out():
    found = players_of(range(1, 10), [18, 17], [5, 4], {9: 1, 8: 0}, ORDER)
    assert (found.standbys, found.twice, found.sit_out) == ((), (), {8, 7})
    assert len(found.seated) == 7


def test_sevens_play_and_fewer_than_seven_do_not():
    assert players_of(range(1, 15), [18], [5], {}, ORDER).seated == set(range(1, 15))
    assert players_of(range(1, 7), [18, 17, 16], [], {}, ORDER) is None


@given(st.integers(7, 30), st.lists(st.integers(0, 10_000), min_size=1, max_size=40))
def test_nobody_sits_out_twice_before_everyone_has_once(number, seeds):
    sat_out = Counter(dict.fromkeys(range(1, number + 1), 0))
    for seed in seeds:
        found = players_of(range(1, number + 1), [], [], sat_out, order_of(seed, number))
        assert len(found.sit_out) == number % 7
        sat_out.update(found.sit_out)
        assert max(sat_out.values()) - min(sat_out.values()) <= 1
