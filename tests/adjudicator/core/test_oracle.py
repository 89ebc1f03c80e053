"""The resolver against the plain rules: on crowded boards, every outcome they allow is found by force."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from adjudicator.geography import geography
from adjudicator.legality import Reading, judge
from adjudicator.movement.ground import Ground
from adjudicator.movement.resolver import Resolver
from adjudicator.movement.situation import Situation
from adjudicator.orders import Convoy, Order, parse
from adjudicator.position import Position, grouped
from adjudicator.rulebook import Rulebook, rulebook
from tests.adjudicator.core.cases import BOARD, lines, position
from tests.adjudicator.core.crowds import crowd, entangled
from tests.adjudicator.core.oracle import Scene, holds


def compare(before: Position, orders: dict[str, Order], rules: Rulebook) -> str:
    """Resolve a scene both ways; says which kind of scene it was."""
    owners = {unit: power for power, units in before.units.items() for unit in units}
    answers = {power: [str(orders[unit]) for unit in units] for power, units in before.units.items()}
    resolver = Resolver(Situation(before, answers, rules, geography()))
    resolver.run()
    texts = resolver.sit.texts
    arrived = frozenset(texts[unit] for unit in resolver.sit.movers if resolver.moves[unit])
    stopped = {texts[unit] for unit in resolver.knots}
    allowed = list(Scene(owners, orders, rules).allowed())
    told = f"{answers} gave {sorted(arrived)} (stopped: {sorted(stopped)}), not of {allowed}"

    if stopped:
        assert len(allowed) != 1, told
        assert any(isinstance(order, Convoy) for order in orders.values()), told
        assert Scene(owners, orders, rules, stopped).agrees(arrived), told
        return "paradox"
    assert arrived in allowed, told
    if len(allowed) == 1:
        return "single"
    assert all(other <= arrived for other in allowed), told
    return "ring"


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("batch", range(6))
@pytest.mark.parametrize("preset", ["modern", "classic"])
def test_crowds_end_as_the_rules_allow(preset: str, batch: int) -> None:
    random = Random(f"{preset} {batch}")
    kinds: Counter[str] = Counter()
    for _ in range(120):
        fleets = random.choice((0.2, 0.6, 0.9))
        before = crowd(random, units=random.randint(4, 9), room=random.randint(9, 11), fleets=fleets)
        rules = rulebook(preset)
        kinds[compare(before, entangled(random, before, rules), rules)] += 1
    assert kinds["single"] > 60


@cache
def knotty() -> list[dict[str, Any]]:
    """The DATC's rings, besieged garrisons, convoys and paradoxes."""
    return [case for case in lines("datc.jsonl") if case["id"][:3] in ("6.C", "6.E", "6.F", "6.G")]


def shaken(random: Random, case: dict[str, Any], rules: Rulebook) -> tuple[Position, dict[str, Order]]:
    """A case with a unit or two more, or one of another power, and some orders changed."""
    listed = [(power, unit) for power, units in case["state"]["units"].items() for unit in units]
    if random.random() < 0.3:
        at = random.randrange(len(listed))
        listed[at] = (random.choice(listed)[0], listed[at][1])
    for _ in range(random.choice((0, 0, 1, 2))):
        near = {step[:3] for _, unit in listed for step in BOARD.steps(unit)}
        free = sorted(near - {unit[2:5] for _, unit in listed})
        listed.append((random.choice(listed)[0], random.choice(BOARD.unit_sites(random.choice(free)))))
    before = Position.from_json(
        {"phase": "S1901M", "units": {power: list(units) for power, units in grouped(listed).items()}}, BOARD
    )
    ground = Ground(before, geography())
    kept: dict[str, Order] = {}
    for text in (line for given in case["orders"].values() for line in given):
        order = parse(text, BOARD)
        owner = next((power for power, units in before.units.items() if text[:5].strip() in units), None)
        if owner is not None and random.random() < 0.8:
            number = ground.geo.powers.index(owner)
            if isinstance(judge(order, number, ground, rules), Reading):
                kept[text[:5]] = order
    orders = {**entangled(random, before, rules), **kept}
    return before, holds(dict.fromkeys(ground.texts, ""), orders)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("batch", range(6))
@pytest.mark.parametrize("preset", ["modern", "classic"])
def test_shaken_paradoxes_and_rings_end_as_the_rules_allow(preset: str, batch: int) -> None:
    random = Random(f"shaken {preset} {batch}")
    kinds: Counter[str] = Counter()
    for _ in range(150):
        rules = rulebook(preset)
        before, orders = shaken(random, random.choice(knotty()), rules)
        kinds[compare(before, orders, rules)] += 1
    assert min(kinds["single"], kinds["ring"], kinds["paradox"] + (preset == "classic")) > 0


def test_the_cases_themselves_end_as_the_rules_allow() -> None:
    """Including those in which the rules allow nothing, or two things, and the paradox rule decides."""
    kinds: Counter[str] = Counter()
    for case in knotty():
        before = position(case["state"])
        ground = Ground(before, geography())
        rules = rulebook("modern")
        orders = {
            text[: 8 if "/" in text[:8] else 5]: parse(text, BOARD)
            for power, given in case["orders"].items()
            for text in given
            if isinstance(judge(parse(text, BOARD), ground.geo.powers.index(power), ground, rules), Reading)
        }
        kinds[compare(before, holds(dict.fromkeys(ground.texts, ""), orders), rules)] += 1
    assert kinds["paradox"] == 9
    assert kinds["ring"] == 9
