"""What holds of whole events at tables of seven, whatever becomes of them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competitions.rules.draws import draw
from league.competitions.services import results
from league.competitions.tables.drawing import drawn
from league.competitions.tables.seating import POWERS, Past
from tests.league.competitions.tables_files import Event, played
from tests.league.competitions.tables_seasons import TablesSeason, end_with, rules
from tests.league.competitions.test_table_drawing import least_powers

BOARDS = ((9, 7, 7, 4, 4, 3, 0), (12, 8, 6, 5, 2, 1, 0), (34, 0, 0, 0, 0, 0, 0))


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10_000), st.integers(7, 24), st.booleans(), st.randoms(use_true_random=False))
def test_results_may_arrive_in_any_order(seed, people, has_final, shuffled):
    event = played(rules(rounds=3, best_of=2, final=has_final), Random(seed), people, waiting=2)
    arrived = list(event.results.items())
    lines = event.found.lines()
    shuffled.shuffle(arrived)
    event.results.clear()
    event.results.update(arrived)
    assert event.found.lines() == lines


@pytest.mark.django_db
def test_results_are_heard_in_any_order_late_and_twice(calais, carl, set_clock):
    season = TablesSeason(calais, carl, set_clock, rounds=1, best_of=1, final=False).begin(21)
    games = [season.game(number) for number in (1, 2, 3)]
    for game, board in zip(games, BOARDS, strict=True):
        season.clock.pass_(hours=1)
        end_with(game, dict(zip(POWERS, board, strict=True)))
    found = []
    for order in permutations(games):
        with transaction.atomic():
            for game in order:
                season.clock.pass_(minutes=1)
                results.take_results([game.pk, order[0].pk])
            found.append((season.table, [(row["entry"], row["points"]) for row in season.export["table"]]))
            transaction.set_rollback(True)
    assert len(found) == 6 and len(found[0][0]) == 21
    assert all(each == found[0] for each in found)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.integers(7, 27), st.integers(0, 3), st.integers(0, 3))
def test_nobody_sits_out_twice_before_everybody_who_plays_has_once(seed, people, substitutes, volunteers):
    random, known = Random(seed), range(1, people + 1)
    waiting = [people + 1 + each for each in range(substitutes)]
    event = Event(rules(rounds=8, best_of=2, final=False), random, [*known], waiting)
    for number in range(1, 9):
        missing = random.choice([0, 0, 1, 2])
        checked = event.checked(volunteers=volunteers, substitutes=substitutes, missing=missing)
        event.draw(number, checked)
        if not event.begin(number):
            break
        found = event.found
        sat, round_ = found.sat_out_before(number), found.rounds[number]
        play = {entry for table in round_.tables for entry in table.seats if entry in known}
        assert not play & set(round_.sat_out)
        for entry in round_.sat_out:
            assert sat[entry] <= min(sat[each] for each in play)


@pytest.mark.parametrize("people", [14, 21])
@pytest.mark.parametrize("seed", range(3))
def test_powers_are_as_balanced_as_who_sits_together_lets_them_be(people, seed):
    """All ways of seating each table are counted; in five rounds no one has a power again, in seven once."""
    before: list[tuple[int, ...]] = []
    for turn in range(7):
        order = draw(f"{seed:064x}", f"round {turn}", range(1, people + 1))
        found, past = drawn(order, (), before, ()), Past.of(before)
        assert found.cost.powers == sum(least_powers(table, past) for table in found.tables)
        before += found.tables
        assert turn >= 5 or not found.cost.powers
    had = Counter((entry, power) for table in before for power, entry in enumerate(table))
    assert max(had.values()) <= 2
