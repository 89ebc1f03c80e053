"""Of any adjustment phase: a seat is asked if and only if two of its answers have different outcomes."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adjudicator
from adjudicator.board import standard
from adjudicator.canonical import dumps
from adjudicator.variants import course
from adjudicator.variants.tables import checked_position, table_for
from tests.adjudicator.tables import intimate
from tests.adjudicator.variants.standard.scenes import position as at_table

BOARD = standard()


def positions_after(table, position, seat):
    """Every position that the seat's answers lead to, one or two lines of what it is offered or none, if
    the others send an empty answer. The phase itself judges them: whom it should ask is not asked.
    """
    kind = course.stage_of(table, position).kind
    offered = kind.options(table, position, seat)
    lines = [line for each in (offered.orders, offered.sites) for more in each.values() for line in more]
    found = set()
    for size in range(3):
        for chosen in combinations(lines, size):
            answers = {each: [] for each in table.seats} | {seat: list(chosen)}
            found.add(dumps(kind.resolve(table, position, answers, None).position.to_json()))
    return found


def scene(random, variant, given):
    """A winter of that game: some powers with homes, other units, or nothing left."""
    powers = random.sample(sorted(BOARD.powers), 4)
    units, centres, taken = {}, {}, set()
    for power in powers:
        homes = BOARD.powers[power].homes
        centres[power] = random.sample(homes, random.randint(0, len(homes)))
        there = random.sample([*homes, "TYR", "GAL", "BOH"], random.randint(0, 3))
        units[power] = [f"A {place}" for place in there if place not in taken]
        taken |= set(there)
    if variant.startswith("intimate"):
        control = {power: random.choice(["1", "2", None]) for power in BOARD.powers}
        own = {"1": "FRANCE", "2": "TURKEY"}
        hired = {power: seat for power, seat in control.items() if power not in own.values()}
        return intimate("W1902A", units=units, centres=centres, control=hired)
    if variant == "devil-and-god":
        guarded = {"protected": {"DEVIL": "RUSSIA", "GOD": "TURKEY"}}
        return {"phase": "W1902A", "units": units, "centres": centres, **guarded}
    if "players" in given:
        return at_table(given["players"], "W1916A", units=units, centres=centres)
    return {"phase": "W1902A", "units": units, "centres": centres}


@pytest.mark.parametrize(
    ("variant", "given_settings"),
    [
        ("standard", {}),
        ("standard", {"players": 5}),
        ("standard", {"players": 4}),
        ("standard", {"players": 2}),
        ("intimate", {}),
        ("intimate-ii", {}),
        ("devil-and-god", {}),
    ],
)
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_seat_is_due_if_and_only_if_its_answers_can_differ(variant, given_settings, data):
    random = Random(data.draw(st.integers(0, 2**32)))
    position = scene(random, variant, given_settings)
    table = table_for(variant, given_settings)
    value = checked_position(table, position)
    due = adjudicator.due(variant, given_settings, position)["due"]
    seats = {seat for seat in table.seats if len(positions_after(table, value, seat)) > 1}
    assert set(due) == seats
    for owed in due.values():
        asked = {power for what in ("builds", "removals") for power in owed[what]}
        assert asked == {*owed["powers"]}, "for nothing that it could not but do"


@pytest.mark.parametrize("variant", ["standard", "intimate", "devil-and-god"])
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_what_a_seat_that_is_not_due_sends_changes_nothing(variant, data):
    random = Random(data.draw(st.integers(0, 2**32)))
    position = scene(random, variant, {})
    table = table_for(variant, {})
    due = adjudicator.due(variant, {}, position)["due"]
    asked = {seat: [] for seat in due}
    turn = adjudicator.resolve(variant, {}, position, asked)
    settled = course.stage_of(table, checked_position(table, position)).kind.settled(
        table, checked_position(table, position)
    )
    assert not {*settled} & {*due}
    for answer in ([], ["A TYR D", "A VIE B", "WAIVE", "A GAL H"]):
        given_too = asked | dict.fromkeys(settled, answer)
        assert dumps(adjudicator.resolve(variant, {}, position, given_too)) == dumps(turn)
