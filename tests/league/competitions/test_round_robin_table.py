"""The table of a round robin, in small scenes, and what holds of every one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from league.competitions.round_robin.export import result_of, row_of
from league.competitions.round_robin.table import (
    Game,
    Mark,
    annuls,
    cross_of,
    ended_of,
    pairs_of,
    table_of,
)
from tests.league.competitions.round_robins import ENDS, Scene, game_of, scenes

FOUR = [1, 2, 3, 4]


def played(**results):
    """Games of four. `_12="1"`: 1 beat 2; "=": a draw; "0": both lost; "-": void; or still played."""
    games = []
    for number, (a, b) in enumerate(pairs_of(FOUR), 1):
        how = results.get(f"_{a}{b}")
        clause = {None: None, "=": "HR-7", "0": "ID2-5", "-": "HR-6"}.get(how, "HR-4")
        games.append(Game(number, a, b, int(how) if clause == "HR-4" else None, clause))
    return games


def ranked(games, out=None, order=(4, 3, 2, 1)):
    return [line.entry for line in table_of(FOUR, games, out or {}, order)]


def test_everyone_plays_everyone_once():
    assert pairs_of([9, 2, 5, 4]) == [(2, 4), (2, 5), (2, 9), (4, 5), (4, 9), (5, 9)]
    assert len(pairs_of(range(8))) == 28


def test_wins_and_draws_give_points_and_losses_void_and_running_games_none():
    [first, *rest] = table_of(FOUR, played(_12="1", _13="=", _14="-", _23="0"), {}, FOUR)
    assert (first.entry, first.points, first.games, first.won, first.drawn, first.lost) == (
        1,
        1.5,
        2,
        1,
        1,
        0,
    )
    assert [(each.entry, each.points, each.lost) for each in rest] == [(3, 0.5, 1), (2, 0, 2), (4, 0, 0)]


def test_the_game_between_those_of_equal_points_decides_before_all_else():
    games = played(_12="2", _13="1", _14="1", _23="3", _24="2", _34="3")
    table = table_of(FOUR, games, {}, FOUR)
    assert [(each.entry, each.points, each.direct) for each in table] == [
        (1, 2, 1),
        (2, 2, 1),
        (3, 2, 1),
        (4, 0, 0),
    ]
    games = played(_12="2", _13="1", _14="1", _23="=", _24="=", _34="3")
    assert [(each.entry, each.direct) for each in table_of(FOUR, games, {}, FOUR)][:2] == [(2, 1), (1, 0)]


def test_sonneborn_berger_decides_among_those_whose_direct_points_are_equal():
    table = table_of(FOUR, played(_12="=", _13="1", _14="4", _23="3", _24="2", _34="3"), {}, [4, 3, 2, 1])
    assert [each.entry for each in table] == [3, 1, 2, 4]
    assert [str(each.sonneborn) for each in table] == ["5/2", "11/4", "7/4", "3/2"]
    assert row_of(table[1]) == {
        "rank": 2,
        "entry": 1,
        "points": "3/2",
        "ties": {"direct": "1/2", "sonneborn": "11/4"},
    }


@pytest.mark.parametrize("how", ["=", "0", "-", None])
def test_where_all_games_ended_alike_the_draw_decides(how):
    games = played(**{f"_{a}{b}": how for a, b in pairs_of(FOUR)})
    assert ranked(games, order=(3, 1, 4, 2)) == [3, 1, 4, 2]


@pytest.mark.parametrize(
    ("n", "ended", "annulled"),
    [(4, 1, True), (4, 2, False), (5, 1, True), (5, 2, False), (8, 3, True), (8, 4, False), (4, 0, True)],
)
def test_games_are_annulled_where_fewer_than_half_had_ended(n, ended, annulled):
    assert annuls(n, ended) is annulled


def test_void_games_have_not_ended_and_those_that_another_ones_going_out_annulled_have():
    games = played(_12="1", _13="-", _14="0")
    assert [ended_of(entry, games) for entry in FOUR] == [2, 1, 0, 1]


def test_who_leaves_early_leaves_no_points_behind_though_somebody_had_won():
    games = played(_12="2", _13="1", _14="1", _23="2", _24="4", _34="3")
    table = table_of(FOUR, games, {1: True}, FOUR)
    assert [(each.entry, each.points, each.games) for each in table] == [(2, 1, 2), (3, 1, 2), (4, 1, 2)]


def test_who_leaves_late_has_no_rank_and_their_games_and_points_count_for_opponents():
    games = played(_12="2", _13="1", _14="1", _23="3", _24="=", _34="=")
    table = table_of(FOUR, games, {1: False}, FOUR)
    assert [(each.entry, str(each.points), str(each.sonneborn)) for each in table] == [
        (3, "3/2", "2"),
        (2, "3/2", "5/2"),
        (4, "1", "3/2"),
    ], "3 beat 2, though 2 beat the strongest of all"


def test_games_against_somebody_who_has_gone_out_are_no_direct_ones():
    games = played(_12="=", _13="3", _14="1", _23="2", _24="4", _34="=")
    table = table_of(FOUR, games, {3: False}, [2, 4, 1, 3])
    assert [(each.entry, each.points, each.direct) for each in table] == [
        (1, 1.5, 1.5),
        (4, 1.5, 1),
        (2, 1.5, 0.5),
    ]


def test_a_game_is_annulled_if_either_of_its_two_annuls():
    games = played(_12="2", _13="1", _14="1", _23="3", _24="2", _34="=")
    table = table_of(FOUR, games, {1: False, 2: True}, FOUR)
    assert [(each.entry, each.points, each.games) for each in table] == [(3, 0.5, 2), (4, 0.5, 2)]
    table = table_of(FOUR, games, {1: True, 2: False}, FOUR)
    assert [(each.entry, each.points, each.games) for each in table] == [(3, 1.5, 2), (4, 0.5, 2)]


def test_the_table_is_empty_once_everybody_has_left():
    assert table_of(FOUR, played(_12="1"), dict.fromkeys(FOUR, True), FOUR) == []


def test_the_cross_table_has_a_cell_for_each_game_and_none_against_oneself():
    cross = cross_of(FOUR, played(_12="1", _13="=", _14="-", _23="0"), {4: True})
    assert [[cell and cell.mark for cell in cross[entry]] for entry in FOUR] == [
        [None, Mark.WON, Mark.DRAWN, Mark.ANNULLED],
        [Mark.LOST, None, Mark.LOST, Mark.ANNULLED],
        [Mark.DRAWN, Mark.LOST, None, Mark.ANNULLED],
        [Mark.ANNULLED, Mark.ANNULLED, Mark.ANNULLED, None],
    ]
    cell = cross_of([2, 1], played(_12="1"), {})[1][0]
    assert cell is not None and (cell.opponent, cell.game.number, cell.points) == (2, 1, 1)


@pytest.mark.parametrize(
    ("end", "out", "told"),
    [
        (("b", "HR-5"), {}, (2, "HR-5")),
        ("HR-7", {}, (None, "draw")),
        ("ID2-5", {}, (None, "ID2-5")),
        ("HR-6", {}, (None, "void")),
        (None, {}, (None, None)),
        (("b", "HR-4"), {1: True}, (None, "annulled")),
        ("void", {2: True}, (None, "annulled")),
        (("b", "HR-4"), {1: False}, (2, "HR-4")),
    ],
)
def test_an_export_tells_what_came_of_a_pair(end, out, told):
    pair = result_of(game_of(7, 1, 2, end), out)
    assert (pair.pop("winner"), pair.pop("how")) == told
    assert pair == {"pairing": 7, "a": 1, "b": 2}


@given(scenes())
def test_every_table_is_a_total_order_of_those_who_have_not_gone_out(scene: Scene):
    table = scene.table
    assert [line.rank for line in table] == list(range(1, len(table) + 1))
    assert {line.entry for line in table} == {*scene.began} - {*scene.out}
    keys = [(line.points, line.direct, line.sonneborn, -scene.order.index(line.entry)) for line in table]
    assert keys == sorted(keys, reverse=True) and len({*keys}) == len(keys)


@given(scenes(leavers=0))
def test_points_are_wins_and_half_of_draws_and_those_of_all_are_the_decided_and_drawn_games(scene: Scene):
    table = scene.table
    assert all(line.points == line.won + Fraction(line.drawn, 2) for line in table)
    assert all(line.games == line.won + line.drawn + line.lost for line in table)
    decided = [game for game in scene.games if game.winner or game.how in ("HR-7", "stalemate")]
    assert sum(line.points for line in table) == len(decided)


@given(scenes(), st.randoms(use_true_random=False))
def test_the_order_of_games_and_of_entries_changes_nothing(scene: Scene, chance):
    games, began = list(scene.games), list(scene.began)
    chance.shuffle(games)
    chance.shuffle(began)
    assert replace(scene, games=games, began=began).table == scene.table


@given(scenes(), st.permutations(range(101, 109)))
def test_other_numbers_for_the_same_entries_make_the_same_table(scene: Scene, numbers):
    other = dict(zip(scene.began, numbers, strict=False))
    renumbered = Scene(
        began=[other[entry] for entry in scene.began],
        games=[
            replace(game, a=other[game.a], b=other[game.b], winner=other.get(game.winner or 0))
            for game in scene.games
        ],
        ended={other[entry]: ended for entry, ended in scene.ended.items()},
        order=[other[entry] for entry in scene.order],
    )
    assert renumbered.table == [replace(line, entry=other[line.entry]) for line in scene.table]


@given(scenes(), st.data())
def test_annulled_pairs_change_nothing_whatever_came_of_them(scene: Scene, data):
    gone = [entry for entry, annulled in scene.out.items() if annulled]
    assume(gone)
    others, kept = [], []
    for game in scene.games:
        if game.a in gone or game.b in gone:
            others.append(game_of(game.number, game.a, game.b, data.draw(st.sampled_from(ENDS))))
        else:
            others.append(game)
            kept.append(game)
    assert replace(scene, games=others).table == scene.table
    began = [entry for entry in scene.began if entry not in gone]
    order = [entry for entry in scene.order if entry not in gone]
    out = {entry: False for entry in scene.out if entry not in gone}
    assert table_of(began, kept, out, order) == scene.table, "as if they had never begun"
