"""What a variant may say of units, each beside the same orders without it; and, by force, whole crowds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from adjudicator.geography import geography
from adjudicator.legality import CONVOY, HOLD, MOVE, SUPPORT
from adjudicator.movement.facts import ORDINARY, Facts
from adjudicator.movement.resolver import Resolver
from adjudicator.movement.situation import Situation
from adjudicator.movement.swayed import SwayedResolver
from adjudicator.orders import Convoy, Move, Order, Support
from adjudicator.phases import movement
from adjudicator.position import Position
from adjudicator.results import Result
from adjudicator.rulebook import Rulebook, rulebook
from adjudicator.texts import sentence
from tests.adjudicator.core.cases import BOARD
from tests.adjudicator.core.conftest import Judge
from tests.adjudicator.core.crowds import crowd, entangled
from tests.adjudicator.core.oracle import Scene
from tests.adjudicator.core.test_oracle import knotty, shaken


def of(*places: str) -> frozenset[str]:
    return frozenset(places)


def cited(place: str, clause: str = "XX-1") -> dict[str, str]:
    return {place: clause}


def why(result: Result) -> tuple[object, ...]:
    return result.verdict, result.reason, result.clause, result.detail


class TestRooted:
    orders = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR H"]}

    def test_both_sides_are_told_why(self, judge: Judge) -> None:
        turn = judge(**self.orders, facts=Facts(rooted=of("BUR"), clauses=cited("BUR")))
        assert why(turn["A PAR"]) == ("fails", "bounced", "XX-1", "rooted")
        assert turn["A PAR"].strength == (2, 1)
        assert why(turn["A BUR"]) == ("succeeds", None, "XX-1", "rooted")
        assert turn["A BUR"].by == ("A PAR",)

    def test_what_changes_nothing_is_not_named(self, judge: Judge) -> None:
        orders = {**self.orders, "FRANCE": ["A PAR - BUR"]}
        rooted = judge(**orders, facts=Facts(rooted=of("BUR"), clauses=cited("BUR")))
        assert rooted.results == judge(**orders).results

    def test_a_siege_keeps_its_own_reason(self, judge: Judge) -> None:
        orders = {**self.orders, "ITALY": ["A MUN - BUR", "A RUH S A MUN - BUR"]}
        rooted = judge(**orders, facts=Facts(rooted=of("BUR"), clauses=cited("BUR")))
        assert rooted["A BUR"].clause == "RB-5e"
        assert rooted.results == judge(**orders).results


class TestAssured:
    facts = Facts(assured=of("PAR"), clauses=cited("PAR"))

    def test_it_dislodges_the_strongest(self, judge: Judge) -> None:
        orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR H", "A MUN S A BUR", "A RUH S A BUR"]}
        assert judge(**orders).position.dislodged == {}
        turn = judge(**orders, facts=self.facts)
        assert why(turn["A PAR"]) == ("succeeds", None, "XX-1", "assured")
        assert turn["A PAR"].strength == (1, 3)
        assert turn["A BUR"].dislodged_by == "PAR"

    def test_foreign_rivals_bounce_off_it(self, judge: Judge) -> None:
        orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]}
        assert judge(**orders).position.units["GERMANY"] == ("A BUR", "A RUH")
        turn = judge(**orders, facts=self.facts)
        assert turn.position.units == {"FRANCE": ("A BUR",), "GERMANY": ("A MUN", "A RUH")}
        assert why(turn["A MUN"]) == ("fails", "bounced", "XX-1", "assured")
        assert turn["A MUN"].by == ("A PAR",)

    def test_an_assured_unit_gets_nowhere_against_a_rooted_one(self, judge: Judge) -> None:
        turn = judge(
            FRANCE=["A PAR - BUR", "A MAR S A PAR - BUR"],
            GERMANY=["A BUR H"],
            facts=replace(self.facts, rooted=of("BUR")),
        )
        assert turn.position.dislodged == {}
        assert turn["A PAR"].detail == "rooted"


class TestDoomed:
    facts = Facts(doomed=of("PAR"), prone=of("PAR"), unaided=of("PAR"), clauses=cited("PAR"))

    def test_alone_it_stays_and_leaves_nothing_contested(self, judge: Judge) -> None:
        turn = judge(FRANCE=["A PAR - BUR"], facts=self.facts)
        assert why(turn["A PAR"]) == ("fails", "bounced", "XX-1", "doomed")
        assert turn.position.contested == ()

    def test_two_doomed_units_that_attack_each_other_have_no_effect(self, judge: Judge) -> None:
        facts = Facts(doomed=of("PAR", "BUR"), prone=of("PAR", "BUR"))
        turn = judge(FRANCE=["A PAR - BUR"], GERMANY=["A BUR - PAR"], facts=facts)
        assert [result.detail for result in turn.results] == ["no-effect", "no-effect"]
        assert turn.position.dislodged == {}


def test_every_fact_is_told_whole_in_both_languages(judge: Judge) -> None:
    facts = Facts(rooted=of("BUR"), steadfast=of("BUR"), doomed=of("MUN"), prone=of("MUN"))
    turn = judge(
        FRANCE=["A BUR S A RUH - MUN", "A RUH - MUN"], GERMANY=["A MUN - BUR", "A TYR H"], facts=facts
    )
    for result in turn.results:
        texts = {sentence(result.to_json(), language) for language in ("en", "fr")}
        assert len(texts) == 2


@pytest.mark.parametrize("place", ["PAR", "BUR"])
def test_what_units_do_is_told_before_anything_comes_of_it(place: str) -> None:
    units = {"FRANCE": ["A PAR", "A MAR", "F ENG", "A GAS"], "GERMANY": ["A BUR"]}
    before = Position.from_json({"phase": "S1901M", "units": units}, BOARD)
    answers = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F ENG C A PAR - LON", "A GAS - MUN"]}
    deeds = movement.deeds(before, answers, rulebook())
    assert deeds["PAR"] == ("FRANCE", MOVE, "BUR")
    assert deeds["MAR"] == ("FRANCE", SUPPORT, None)
    assert deeds["GAS"] == ("FRANCE", HOLD, None), "an illegal order is none"
    assert deeds["BUR"] == ("GERMANY", HOLD, None)
    assert deeds["ENG"].kind in (CONVOY, HOLD)


class SwayedScene(Scene):
    """The plain rules of `oracle`, with the sentences of `Facts` said plainly beside them."""

    facts: Facts = ORDINARY

    def of(self, unit: str | None, places: frozenset[str]) -> bool:
        return unit is not None and unit[2:5] in places

    def foreign(self, one: str, other: str) -> bool:
        return self.owners[one] != self.owners[other]

    def is_idle(self, unit: str, arrive: frozenset[str]) -> bool:
        """Whether a doomed unit's move has no effect at all."""
        return self.of(unit, self.facts.doomed) and any(
            self.goal(other) == unit[2:5]
            and self.foreign(other, unit)
            and (not self.sails(other) or self.convoy_holds(other, arrive))
            for other in self.moves
        )

    def has_way(self, unit: str, arrive: frozenset[str]) -> bool:
        return unit not in self.stopped and not self.is_idle(unit, arrive) and self.convoy_holds(unit, arrive)

    def convoy_holds(self, unit: str, arrive: frozenset[str]) -> bool:
        return super().has_way(unit, arrive)

    def dislodgers(self, unit: str, arrive: frozenset[str]) -> list[str]:
        lost = ["the spell"] if self.of(unit, self.facts.severed) else []
        return lost + super().dislodgers(unit, arrive)

    def is_given(self, unit: str, arrive: frozenset[str]) -> bool:
        order = self.orders[unit]
        if not isinstance(order, Support) or self.of(unit, self.facts.helpless):
            return False
        if order.destination is None and self.of(order.target, self.facts.unaided):
            return False
        if self.of(unit, self.facts.steadfast):
            target = self.orders[order.target]
            if order.destination is None:
                return not isinstance(target, Move)
            return isinstance(target, Move) and order.destination in (
                target.destination,
                target.destination[:3],
            )
        return super().is_given(unit, arrive)

    def heads_on(self, unit: str, other: str | None) -> bool:
        return not self.of(other, self.facts.doomed) and super().heads_on(unit, other)

    def arrives(self, unit: str, arrive: frozenset[str], given: set[str]) -> bool:
        facts = self.facts
        goal = self.goal(unit)
        there = self.at.get(goal)
        rivals = [other for other in self.moves if other != unit and self.goal(other) == goal]
        if self.of(unit, facts.doomed) or not self.has_way(unit, arrive):
            return False
        stays = there is not None and (there not in arrive or self.heads_on(unit, there))
        if stays and (self.of(there, facts.rooted) or not self.foreign(unit, there or unit)):
            return False
        if self.of(unit, facts.assured):
            own = self.strength(unit, given, without=self.owners[there] if stays and there else None)
            return all(
                own > self.prevents(rival, arrive, given) for rival in rivals if not self.foreign(rival, unit)
            )
        for other in rivals:
            is_barrier = self.of(other, facts.assured) and self.foreign(other, unit)
            if is_barrier and self.prevents(other, arrive, given):
                return False
        if stays and there and self.of(there, facts.assured) and self.heads_on(unit, there):
            return False
        if stays and there and self.of(there, facts.prone):
            own = self.strength(unit, given, without=self.owners[there])
            holds = self.strength(there, given) if there not in self.moves else 1
            if self.heads_on(unit, there):
                holds = self.strength(there, given)
            return own > holds - 1 and all(own > self.prevents(rival, arrive, given) for rival in rivals)
        return super().arrives(unit, arrive, given)


def spelled(random: Random, orders: dict[str, Order]) -> Facts:
    """One unit helped and another hindered, by what they do, as a variant would say it."""
    helped, hindered = (unit[2:5] for unit in random.sample(sorted(orders), 2))
    at = {unit[2:5]: order for unit, order in orders.items()}
    told: dict[str, frozenset[str]] = {}
    if random.random() < 0.75:
        if isinstance(at[helped], Move):
            told["assured"] = of(helped)
        else:
            told["rooted"] = of(helped)
            if isinstance(at[helped], Support):
                told["steadfast"] = of(helped)
    if not told or random.random() < 0.75:
        told |= {"prone": of(hindered), "unaided": of(hindered)}
        if isinstance(at[hindered], Move):
            told["doomed"] = of(hindered)
        elif isinstance(at[hindered], Support):
            told["helpless"] = of(hindered)
        elif isinstance(at[hindered], Convoy):
            told["severed"] = of(hindered)
    return Facts(**told)


def compare(before: Position, orders: dict[str, Order], rules: Rulebook, facts: Facts) -> str:
    """Resolve a scene both ways; says which kind of scene it was."""
    owners = {unit: power for power, units in before.units.items() for unit in units}
    answers = {power: [str(orders[unit]) for unit in units] for power, units in before.units.items()}
    resolver = SwayedResolver(Situation(before, answers, rules, geography(), facts))
    resolver.run()
    texts = resolver.sit.texts
    arrived = frozenset(texts[unit] for unit in resolver.sit.movers if resolver.moves[unit])
    stopped = {texts[unit] for unit in resolver.knots}

    def scene(kept: set[str] | tuple[()] = ()) -> SwayedScene:
        made = SwayedScene(owners, orders, rules, kept)
        made.facts = facts
        return made

    allowed = list(scene().allowed())
    told = f"{answers} with {facts} gave {sorted(arrived)} (stopped: {sorted(stopped)}), not of {allowed}"
    turn = movement.resolve(before, answers, rules, facts=facts)
    assert all(sentence(result.to_json(), "fr") for result in turn.results)
    if stopped:
        assert len(allowed) != 1, told
        assert scene(stopped).agrees(arrived), told
        return "paradox"
    assert arrived in allowed, told
    if len(allowed) > 1:
        assert all(other <= arrived for other in allowed), told
        return "ring"
    plain = Resolver(Situation(before, answers, rules, geography()))
    plain.run()
    went = frozenset(texts[unit] for unit in plain.sit.movers if plain.moves[unit])
    return "same" if went == arrived else "swayed"


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("batch", range(3))
@pytest.mark.parametrize("preset", ["modern", "classic"])
def test_crowds_under_facts_end_as_the_rules_allow(preset: str, batch: int) -> None:
    random = Random(f"facts {preset} {batch}")
    kinds: Counter[str] = Counter()
    for _ in range(120):
        fleets = random.choice((0.2, 0.6, 0.9))
        before = crowd(random, units=random.randint(4, 8), room=random.randint(8, 10), fleets=fleets)
        rules = rulebook(preset)
        orders = entangled(random, before, rules)
        kinds[compare(before, orders, rules, spelled(random, orders))] += 1
    assert kinds["swayed"] > 20


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("preset", ["modern", "classic"])
def test_shaken_paradoxes_and_rings_under_facts_end_as_the_rules_allow(preset: str) -> None:
    random = Random(f"shaken facts {preset}")
    kinds: Counter[str] = Counter()
    for _ in range(200):
        rules = rulebook(preset)
        before, orders = shaken(random, random.choice(knotty()), rules)
        kinds[compare(before, orders, rules, spelled(random, orders))] += 1
    assert min(kinds["same"], kinds["swayed"], kinds["ring"]) > 0
