"""Standings of tables of seven: the best of the rounds, the chain, the top board, in any order of arrival."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competitions.tables.standings import CHAIN, Result, final_standings_of, points_of, standings_of

ONE = (Fraction(1),)
BOTH = (Fraction(1), Fraction(1))


def game(entry: int, turn: int, score: int, table: int | None = None, **more: int) -> Result:
    return Result(entry, turn, Fraction(score), turn * 100 + entry if table is None else table, **more)


def ranks(lines):
    return [line.entry for line in lines]


def test_the_best_scores_count_by_their_weights():
    results = [game(1, 1, 52), game(1, 2, 22), game(1, 3, 49)]
    assert points_of(results, (Fraction(1), Fraction(3, 5))) == Fraction(407, 5)  # 81.4
    assert points_of(results, (Fraction(1), Fraction(4, 5), Fraction(2, 5))) == 100
    assert points_of(results[:1], BOTH) == 52
    (line,) = standings_of([1], results, (Fraction(1), Fraction(3, 5)), [1])
    assert line.counted == (1, 3)


BASE = [game(entry, turn, score) for entry in (1, 2) for turn, score in ((1, 30), (2, 20), (3, 10))]


@pytest.mark.parametrize(
    ("link", "results"),
    [
        ("head_to_head", [*BASE[:3], game(2, 1, 20), game(2, 2, 30), game(2, 3, 10)]),
        ("best_game", [*BASE[:3], game(2, 1, 40), game(2, 2, 10), game(2, 3, 10)]),
        (
            "centres",
            [
                *BASE[:5],
                replace(BASE[5], score=Fraction(10)),
            ],
        ),
        ("tops", BASE),
        ("uncounted", BASE),
    ],
)
def test_the_first_number_of_the_chain_that_differs_decides(link, results):
    if link == "head_to_head":
        results = [replace(each, table=7) if each.round == 1 else each for each in results]
        better = 1
    elif link == "best_game":
        better = 2
    else:
        change = {
            "centres": {"centres": 9},
            "tops": {"top": Fraction(1, 2)},
            "uncounted": {"score": Fraction(15)},
        }[link]
        at = 5 if link == "uncounted" else 3
        results = [*results[:at], replace(results[at], **change), *results[at + 1 :]]
        better = 2
    for order in ([1, 2], [2, 1]):
        first, second = standings_of([1, 2], results, BOTH, order)
        assert (first.entry, first.points) == (better, second.points)
        assert next(name for name in CHAIN if first.ties[name] != second.ties[name]) == link
        assert [first.shares, second.shares] == [(1, 1), (2, 2)]


def test_the_second_best_game_decides_where_scores_for_sitting_out_count_as_points_alone():
    results = [
        game(1, 1, 30),
        Result(1, 2, Fraction(20)),
        game(2, 1, 30),
        game(2, 2, 20),
    ]
    first, second = standings_of([1, 2], results, BOTH, [1, 2])
    assert (first.entry, first.ties["second_best"], second.ties["second_best"]) == (2, 20, 0)


def test_head_to_head_is_asked_between_two_alone():
    results = [game(1, 1, 20, 7), game(2, 1, 10, 7), game(1, 2, 10), game(2, 2, 20)]
    assert ranks(standings_of([1, 2], results, BOTH, [2, 1])) == [1, 2]
    three = [*results, game(3, 1, 10), game(3, 2, 20)]
    lines = standings_of([1, 2, 3], three, BOTH, [2, 3, 1])
    assert ranks(lines) == [2, 3, 1]
    assert not any(line.ties["head_to_head"] for line in lines)


def test_those_whom_the_draw_alone_separates_share_prizes():
    results = [game(1, 1, 50), *(game(entry, 1, 30) for entry in (2, 3, 4)), game(5, 1, 10)]
    lines = standings_of(range(1, 7), results, ONE, [6, 5, 4, 2, 3, 1])
    assert ranks(lines) == [1, 4, 2, 3, 5, 6]
    assert [line.rank for line in lines] == [1, 2, 3, 4, 5, 6]
    assert [line.shares for line in lines] == [(1, 1), (2, 4), (2, 4), (2, 4), (5, 5), (6, 6)]


def test_the_top_table_is_the_first_seven_places_by_its_scores_then_by_the_standing_before():
    before = [game(entry, 1, 100 - entry) for entry in range(1, 10)]
    final = [game(entry, 2, {3: 40, 5: 30, 2: 30}.get(entry, 5), 900) for entry in range(1, 8)]
    final += [game(9, 2, 99), game(8, 2, 1)]
    lines = final_standings_of(range(1, 10), before + final, ONE, range(1, 10), range(1, 8), last=2)
    assert ranks(lines) == [3, 2, 5, 1, 4, 6, 7, 9, 8]
    assert [line.rank for line in lines] == list(range(1, 10))
    assert [line.points for line in lines[-2:]] == [99, 92]


def test_equals_at_the_top_table_who_stood_equal_before_go_by_the_chain_and_share_where_it_ends():
    before = [game(entry, 1, 50) for entry in range(1, 8)]
    final = [game(entry, 2, 10, 900, centres=entry // 3) for entry in range(1, 8)]
    lines = final_standings_of(range(1, 8), before + final, BOTH, [2, 1, 7, 6, 5, 4, 3], range(1, 8), last=2)
    assert ranks(lines) == [7, 6, 5, 4, 3, 2, 1]
    assert [line.shares for line in lines] == [(1, 2), (1, 2), (3, 5), (3, 5), (3, 5), (6, 7), (6, 7)]


results = st.lists(
    st.builds(
        Result,
        st.integers(1, 10),
        st.integers(1, 4),
        st.integers(0, 3).map(Fraction),
        st.none() | st.integers(1, 3),
        st.integers(0, 2),
        st.sampled_from([Fraction(), Fraction(1, 2), Fraction(1)]),
    ),
    unique_by=lambda each: (each.entry, each.round),
    max_size=40,
)


@settings(deadline=None)
@given(results, st.randoms(use_true_random=False), st.permutations(range(1, 11)), st.integers(1, 4))
def test_results_may_arrive_in_any_order(found, shuffled, order, number):
    weights = tuple(Fraction(1, turn) for turn in range(1, number + 1))
    again, entries = list(found), list(range(1, 11))
    shuffled.shuffle(again)
    shuffled.shuffle(entries)
    top = range(1, 8)
    lines = standings_of(range(1, 11), found, weights, order)
    assert standings_of(entries, again, weights, order) == lines
    final = final_standings_of(range(1, 11), found, weights, order, top, last=4)
    assert final_standings_of(entries, again, weights, order, top, last=4) == final
    for each in (lines, final):
        assert sorted(ranks(each)) == list(range(1, 11))
        assert [line.rank for line in each] == list(range(1, 11))
        assert all(low <= line.rank <= high for line in each for low, high in [line.shares])
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
