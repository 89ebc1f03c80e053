"""The numbers of every result agree with the supports that are said to have been given."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator.orders import Convoy, Move, Order, Support, parse
from adjudicator.phases import movement
from adjudicator.position import Position
from adjudicator.results import PhaseTurn, Result
from adjudicator.rulebook import rulebook
from tests.adjudicator.core.cases import BOARD, lines, unit_of
from tests.adjudicator.core.crowds import crowd, entangled
from tests.adjudicator.core.oracle import Scene
from tests.adjudicator.core.test_oracle import shaken

RULES = [
    rulebook("modern"),
    rulebook("classic"),
    *(rulebook("modern", {"4.A.2": paradox}) for paradox in ("1971", "1982", "2000", "all-hold")),
    *(rulebook("classic", {"4.A.2": paradox}) for paradox in ("szykman", "2000")),
]


class Count:
    """A resolved phase, counted again from its own results."""

    def __init__(self, turn: PhaseTurn) -> None:
        self.results = {unit_of(result): result for result in turn.results}
        self.orders: dict[str, Order] = {unit: parse(r.order, BOARD) for unit, r in self.results.items()}
        self.at = {unit[2:5]: unit for unit in self.results}

    def strength(self, unit: str, without: str | None = None) -> int:
        """One, and one for every support of what `unit` does that is said to succeed."""
        order = self.orders[unit]
        goal = order.destination[:3] if isinstance(order, Move) else None
        return 1 + sum(
            result.verdict == "succeeds" and result.power != without
            for supporter, result in self.results.items()
            if isinstance(support := self.orders[supporter], Support)
            and support.target[:5] == unit[:5]
            and (support.destination or "")[:3] == (goal or "")
        )

    def holding(self, unit: str) -> int:
        return 1 if isinstance(self.orders[unit], Move) else self.strength(unit)

    def is_stayed_in(self, unit: str) -> bool:
        """Whether who stood where `unit` goes stayed there, or met it head-on."""
        order = self.orders[unit]
        assert isinstance(order, Move)
        there = self.at.get(order.destination[:3])
        return there is not None and (
            not isinstance(self.orders[there], Move)
            or self.results[there].verdict != "succeeds"
            or self.results[there].order[8:11] == unit[2:5]
        )

    def check(self, unit: str) -> None:
        result, order = self.results[unit], self.orders[unit]
        if isinstance(order, Move) and result.strength:
            own, against = result.strength
            there = self.at.get(order.destination[:3], "")
            foe = self.results[there].power if there and self.is_stayed_in(unit) else None
            owns = {self.strength(unit), self.strength(unit, foe)} if foe else {self.strength(unit)}
            assert own in owns, result
            rivals = [
                other
                for other, each in self.orders.items()
                if other != unit and isinstance(each, Move) and each.destination[:3] == order.destination[:3]
            ]
            most = {self.strength(rival) for rival in rivals}
            if there:
                most |= {self.holding(there), self.strength(there)}
            assert against in most, result
            assert own > against if result.verdict == "succeeds" else own <= against, result
        elif result.strength:
            own, against = result.strength
            assert own == self.holding(unit), result
            attackers = [self.at[result.dislodged_by]] if result.dislodged_by else result.by
            assert against in {self.strength(other, result.power) for other in attackers}, result
            assert own < against or not result.dislodged_by, result


def check(before: Position, orders: dict[str, Order], number: int) -> list[Result]:
    answers = {power: [str(orders[unit]) for unit in units] for power, units in before.units.items()}
    turn = movement.resolve(before, answers, RULES[number])
    count = Count(turn)
    for unit in count.results:
        count.check(unit)
    owners = {unit: power for power, units in before.units.items() for unit in units}
    scene = Scene(owners, orders, RULES[number])
    for unit, order in orders.items():
        result = count.results[unit]
        if isinstance(order, Convoy) and result.verdict == "succeeds" and result.detail is None:
            army = count.results[order.army]
            assert scene.sails(order.army), f"{result} for {army}"
            assert army.reason not in ("no-convoy", "convoy-disrupted", "paradox"), f"{result} for {army}"
    return list(turn.results)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("number", range(len(RULES)))
def test_numbers_count_the_supports_that_were_given(number: int) -> None:
    """In crowds, and in the DATC's rings, battles and paradoxes with some orders changed."""
    random = Random(f"counting {number}")
    knotty = [case for case in lines("datc.jsonl") if case["id"][:3] in ("6.C", "6.D", "6.E", "6.F", "6.G")]
    counted = 0
    for _ in range(150):
        before = crowd(random, units=random.randint(5, 10), room=random.randint(10, 12), fleets=0.6)
        counted += sum(
            bool(r.strength) for r in check(before, entangled(random, before, RULES[number]), number)
        )
        before, orders = shaken(random, random.choice(knotty), RULES[number])
        counted += sum(bool(r.strength) for r in check(before, orders, number))
    assert counted > 150
