"""What the practice game suggests: followed to the letter it wins, and nothing of it is foolish."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.board import standard
from games.bots.plans import Order, taken_apart
from games.bots.roads import distance
from games.models import Practice
from games.practice import advice, services, table
from games.practice.table import BOT, SEAT
from games.words import wording

pytestmark = [pytest.mark.django_db]

STANDARD = "00" * 32
"""The lots of the standard practice game."""


def followed(lots: str) -> Iterator[tuple[Practice, list[str], dict[str, Any]]]:
    """A whole game in which the player sends every suggestion: each phase, the orders, and its turn."""
    practice = services.begin(address="here")
    Practice.objects.filter(pk=practice.pk).update(lots=lots, position=table.opening(lots))
    practice = Practice.objects.get(pk=practice.pk)
    while practice.is_reading or practice.position["outcome"] is None:
        if practice.is_reading:
            practice = services.go_on(practice=practice, version=practice.version)
            continue
        text = advice.text_of(advice.suggestion(practice))
        read = table.read(practice.position, text)
        assert read["problems"] == []
        before = Practice.objects.get(pk=practice.pk)
        practice = services.send(practice=practice, version=practice.version, text=text)
        turn = practice.turns.get(label=before.label).turn
        yield before, read["answer"] if isinstance(read["answer"], list) else [], turn


def commanded(position: dict[str, Any], seat: str) -> set[str]:
    """The powers that the player in `seat` commands."""
    control = position.get("control", {})
    return {position["homes"][seat], *(power for power, by in control.items() if by == seat)}


def faults_of(practice: Practice, lines: list[str], turn: dict[str, Any]) -> list[str]:
    """What is foolish about orders for a movement phase, as they came out; nothing, if all is well."""
    position = practice.position
    orders = {order.unit: order for order in map(taken_apart, lines)}
    mine = commanded(position, SEAT)
    own = {unit[2:5] for power in mine for unit in position["units"].get(power, ())}
    goals = [order.goal[:3] for order in orders.values() if order.kind == "-"]
    found = [f"two units to {goal}" for goal in set(goals) if goals.count(goal) > 1]
    for result in turn["results"]:
        if result["power"] in mine and result.get("dislodged_by") in own:
            found.append(f"{result['order']} is dislodged by an own unit")
    found += [f"{order} is for nothing" for order in orders.values() if not is_of_use(order, orders)]
    held = {order.goal[:3] if order.kind == "-" else unit[2:5] for unit, order in orders.items()}
    return found + [f"{home} is open to {unit}" for home, unit in threats(position) if home not in held]


def is_of_use(order: Order, orders: dict[str, Order]) -> bool:
    """Whether a support or convoy helps what is ordered, and an army that goes by sea has its fleets."""
    if order.kind == "-":
        by_itself = order.goal in standard().steps(order.unit)
        return by_itself or any(
            each.kind == "C" and (each.helped, each.goal) == (order.unit, order.goal)
            for each in orders.values()
        )
    if order.kind in "SC":
        helped = orders[order.helped]
        return (helped.goal, helped.kind == "-") == (order.goal, bool(order.goal)) or (
            not order.goal and helped.kind != "-"
        )
    return True


def threats(position: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The player's home centres that a unit of the other home power is a move away from, and that unit."""
    homes = position["homes"]
    for unit in position["units"].get(homes[BOT], ()):
        for home in standard().powers[homes[SEAT]].homes:
            if distance(unit, frozenset([home])) <= 1:
                yield home, unit


@pytest.mark.slow
def test_following_every_suggestion_wins_and_none_of_them_is_foolish() -> None:
    faults = []
    for before, lines, turn in followed(STANDARD):
        if before.label.endswith("M"):
            faults += [f"{before.label}: {fault}" for fault in faults_of(before, lines, turn)]
    assert faults == []
    assert Practice.objects.get().position["outcome"] == {"winners": [SEAT], "how": "ID-15"}


def test_the_judge_of_suggestions_notices_what_is_foolish() -> None:
    """The five faults, made on purpose."""
    position = {
        "homes": {SEAT: "FRANCE", BOT: "AUSTRIA"},
        "control": {"ITALY": SEAT},
        "units": {
            "FRANCE": ["A PAR", "A TUN", "F NAF"],
            "ITALY": ["A VEN", "A PIE", "F WES"],
            "AUSTRIA": ["F LYO"],
        },
    }
    lines = ["F NAF - TUN", "F WES S F NAF - TUN", "A TUN - PIE", "A PIE - VEN", "A PAR - PIC", "A VEN - ROM"]
    turn = {"results": [{"order": "A TUN - PIE", "power": "FRANCE", "dislodged_by": "NAF"}]}
    found = faults_of(Practice(position=position), lines, turn)
    assert len(found) == 3
    assert found[-1] == "MAR is open to F LYO"
    lines[2:4] = ["A TUN S A VEN - ROM", "A PIE - ROM"]
    assert any("two units to ROM" in each for each in faults_of(Practice(position=position), lines, turn))


@pytest.mark.slow
def test_a_suggestion_is_the_same_however_often_it_is_asked_for(practice_in_1902: Practice) -> None:
    first = advice.suggestion(practice_in_1902)
    advice.answer_for.cache_clear()
    assert advice.suggestion(practice_in_1902) == first
    assert len(first) > 3


@pytest.mark.parametrize("home", ["GERMANY", "TURKEY", "ITALY"])
def test_no_suggestion_bids_more_than_the_player_has(home: str) -> None:
    """Whatever home power they chose."""
    for number in range(10):
        practice = services.begin(address=f"{home}-{number}")
        Practice.objects.filter(pk=practice.pk).update(lots=f"{number:02}" * 32)
        practice = Practice.objects.get(pk=practice.pk)
        practice = services.send(practice=practice, version=practice.version, text=wording.power(home))
        practice = services.go_on(practice=practice, version=practice.version)
        bids = [int(each.order.split()[-1]) for each in advice.suggestion(practice)]
        assert len(bids) == 5
        assert sum(bids) <= practice.position["treasury"][SEAT]


@pytest.fixture
def practice_in_1902() -> Practice:
    return next(before for before, _lines, _turn in followed(STANDARD) if before.label == "S1902M")
