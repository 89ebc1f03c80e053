"""What is always true of the core, on any well-formed position and whatever orders are sent."""

from __future__ import annotations

from random import Random
from typing import Any

import hypothesis
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import ownership
from adjudicator.geography import geography
from adjudicator.legality import Reading, judge
from adjudicator.movement.ground import Ground
from adjudicator.options import building, orders, removing, retreating
from adjudicator.orders import parse
from adjudicator.phases import adjustments, movement, retreats
from adjudicator.position import Dislodged, Phase, Position, grouped
from adjudicator.results import VOID_REASONS, PhaseTurn
from adjudicator.rulebook import CHOICES, PRESETS, Rulebook, rulebook
from tests.adjudicator.core.cases import BOARD, unit_of
from tests.adjudicator.core.crowds import entangled

pytestmark = pytest.mark.long

POWERS = sorted(BOARD.powers)
SITES = {province: BOARD.unit_sites(province) for province in BOARD.provinces}

hypothesis.settings.register_profile(
    "core", deadline=None, derandomize=True, phases=(hypothesis.Phase.generate,), database=None
)
hypothesis.settings.load_profile("core")


def any_rulebook(**choices: tuple[str, ...]) -> st.SearchStrategy[Rulebook]:
    """A preset with any single choices."""
    values = {**CHOICES, **choices}
    return st.builds(
        rulebook,
        st.sampled_from(sorted(PRESETS)),
        st.fixed_dictionaries({}, optional={issue: st.sampled_from(each) for issue, each in values.items()}),
    )


rulebooks = any_rulebook()
strict = any_rulebook(
    **{
        "4.A.3": tuple(value for value in CHOICES["4.A.3"] if value != "intent-fallback"),
        "4.B.3": ("illegal",),
        "4.B.4": ("optional", "own-only", "required"),
    }
)
"""Those that never take an order for another: a wrong coast for the right one, a convoy for a march."""
randoms = st.integers(0, 2**32).map(Random)


@st.composite
def positions(draw: st.DrawFn, kind: str = "M") -> Position:
    """Any well-formed position: units anywhere they can be, centres owned by anyone."""
    random = draw(randoms)
    share = draw(st.sampled_from((0.05, 0.2, 0.45, 0.8, 1.0)))
    powers = random.sample(POWERS, draw(st.integers(1, 7)))
    taken = [province for province in sorted(SITES) if random.random() < share]
    units = [(random.choice(powers), random.choice(SITES[province])) for province in taken]
    centres = [(random.choice(powers), centre) for centre in BOARD.centres if random.random() < 0.8]
    empty = [province for province in sorted(SITES) if province not in taken]
    contested = tuple(sorted(random.sample(empty, min(len(empty), 4)))) if kind == "R" else ()
    dislodged: dict[str, list[Dislodged]] = {}
    if kind == "R":
        for province in random.sample(taken, min(len(taken), 8)):
            unit = random.choice(SITES[province])
            origin = random.choice(sorted(BOARD.provinces))
            lost = Dislodged(unit, origin, random.random() < 0.3)
            dislodged.setdefault(random.choice(powers), []).append(lost)
    return Position(
        phase=Phase("W" if kind == "A" else "F", 1901, kind),
        units=grouped(units),
        dislodged={power: tuple(sorted(dislodged[power])) for power in sorted(dislodged)},
        contested=contested,
        centres=grouped(centres),
        disorder=tuple(sorted(random.sample(powers, random.randint(0, 1)))),
    )


def weird_lines(random: Random, units: list[str]) -> list[str]:
    """Lines of every sort: sensible, impossible, for others' units, unreadable, repeated."""
    places = BOARD.locations
    some = [*units, random.choice(SITES[random.choice(sorted(SITES))])]
    made = []
    for _ in range(random.randint(0, 2 * len(units) + 2)):
        unit, other, place = random.choice(some), random.choice(some), random.choice(places)
        made.append(
            random.choice(
                (
                    f"{unit} H",
                    f"{unit} - {place}",
                    f"{unit} - {place} VIA",
                    f"{unit} S {other}",
                    f"{unit} S {other} - {place}",
                    f"{unit} C {other} - {place}",
                    f"{unit} R {place}",
                    f"{unit} D",
                    f"{unit} B",
                    "WAIVE",
                    f"WAIVE {random.choice(POWERS)}",
                    f"{unit} - ",
                    f"{unit}",
                    "",
                    "A PAR – BUR",
                    "\x00 \u202e order",
                    made[-1] if made else "H",
                )
            )
        )
    return made


def weird_answers(random: Random, position: Position) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    units = [unit for listed in position.units.values() for unit in listed]
    units += [lost.unit for listed in position.dislodged.values() for lost in listed]
    for power in POWERS:
        if random.random() < 0.85:
            mine = [*position.units.get(power, ()), *(u.unit for u in position.dislodged.get(power, ()))]
            answers[power] = weird_lines(random, mine or units[:2])
        elif random.random() < 0.5:
            answers[power] = None
    return answers


def told(turn: PhaseTurn) -> Any:
    return turn.position.to_json(), [result.to_json() for result in turn.results]


def check_results(turn: PhaseTurn, answers: dict[str, Any], before: Position) -> None:
    """A result for every line, no line lost, and verdicts that fit their reasons."""
    assert Position.from_json(turn.position.to_json(), BOARD) == turn.position
    for result in turn.results:
        assert (result.verdict == "void") == (result.reason in VOID_REASONS)
        assert (result.verdict == "succeeds") == (result.reason is None)
    for power in POWERS:
        lines = answers.get(power) if power not in before.disorder else None
        if power in before.units or power in before.dislodged or before.phase.kind == "A":
            given_lines = [r.order for r in turn.results if r.power == power and not (r.implied or r.by_rule)]
            assert sorted(given_lines) == sorted(lines or ())


@pytest.mark.slow
@settings(max_examples=150)
@given(positions(), rulebooks, randoms)
def test_movement_takes_anything_and_loses_nobody(before: Position, rules: Rulebook, random: Random) -> None:
    answers = weird_answers(random, before)
    turn = movement.resolve(before, answers, rules)
    check_results(turn, answers, before)
    gone = [result for result in turn.results if result.dislodged_by and not result.retreats]
    for power, units in before.units.items():
        stand = len(turn.position.units.get(power, ())) + len(turn.position.dislodged.get(power, ()))
        assert stand + sum(result.power == power for result in gone) == len(units)
    assert {*turn.position.units} <= {*before.units}
    for units in turn.position.dislodged.values():
        for unit in units:
            assert retreats.places(turn.position, unit, rules)
    assert not {unit[2:5] for units in turn.position.units.values() for unit in units} & {
        *turn.position.contested
    }


@pytest.mark.slow
@settings(max_examples=100)
@given(positions(), rulebooks, randoms)
def test_every_unit_is_told_what_became_of_it(before: Position, rules: Rulebook, random: Random) -> None:
    orders_given = entangled(random, before, rules)
    answers = {power: [str(orders_given[unit]) for unit in units] for power, units in before.units.items()}
    turn = movement.resolve(before.having(disorder=()), answers, rules)
    assert [unit_of(result) for result in turn.results] == [
        unit for units in before.units.values() for unit in units
    ]
    stand = {unit for units in turn.position.units.values() for unit in units}
    for result in turn.results:
        moved = " - " in result.order[5:12] and result.verdict == "succeeds"
        if not moved and result.dislodged_by is None:
            assert unit_of(result) in stand
        if result.verdict == "fails":
            assert result.clause, "every failure names its rule"
        if result.reason in ("bounced", "cut", "dislodged", "convoy-disrupted", "paradox"):
            assert result.by, "and who caused it"


@pytest.mark.slow
@settings(max_examples=100)
@given(positions(), rulebooks, randoms)
def test_the_sequence_of_powers_and_lines_does_not_matter(
    before: Position, rules: Rulebook, random: Random
) -> None:
    answers = weird_answers(random, before)
    turn = movement.resolve(before, answers, rules)
    powers = sorted(answers, key=lambda _: random.random())
    shuffled = {
        power: None if answers[power] is None else sorted(answers[power], key=lambda _: random.random())
        for power in powers
    }
    assert told(movement.resolve(before, shuffled, rules)) == told(turn)


@pytest.mark.slow
@settings(max_examples=40)
@given(positions(), strict, randoms)
def test_what_is_offered_is_legal_and_what_is_legal_is_offered(
    before: Position, rules: Rulebook, random: Random
) -> None:
    """By force: every canonical line for a unit is judged, and the legal ones are those offered."""
    ground = Ground(before, geography())
    for power in before.units:
        offered = orders(before, power, rules)
        for unit in random.sample(sorted(offered), min(2, len(offered))):
            number = ground.geo.powers.index(power)
            legal = {
                line
                for line in canonical_lines(unit, ground.texts)
                if isinstance(judge(parse(line, BOARD), number, ground, rules), Reading)
            }
            assert legal == set(offered[unit])
            assert len(offered[unit]) == len(legal)
            turn = movement.resolve(
                before.having(disorder=()), {power: [random.choice(offered[unit])]}, rules
            )
            assert all(result.verdict != "void" for result in turn.results)


@pytest.mark.slow
@settings(max_examples=60)
@given(positions(), rulebooks, randoms)
def test_lines_read_by_tables_are_judged_as_the_rules_judge_them(
    before: Position, rules: Rulebook, random: Random
) -> None:
    """A line is void when it comes in if and only if `legality` says so, and for the same reason."""
    before = before.having(disorder=())
    ground = Ground(before, geography())
    for power in before.units:
        unit = random.choice(before.units[power])
        every = canonical_lines(unit, ground.texts)
        for line in [*random.sample(every, 25), *random.sample(orders(before, power, rules)[unit], 1)]:
            judged = judge(parse(line, BOARD), ground.geo.powers.index(power), ground, rules)
            turn = movement.resolve(before, {power: [line]}, rules)
            result = next(told for told in turn.results if told.order == line and not told.implied)
            if isinstance(judged, Reading):
                assert result.verdict != "void"
            else:
                assert (result.reason, result.detail) == judged


def canonical_lines(unit: str, units: list[str]) -> list[str]:
    """Every order in the one spelling: fleets name coasts where there are any, armies never."""
    armies = [place for place in BOARD.locations if "/" not in place]
    waters = [place for province in BOARD.provinces.values() for place in province.fleet]
    lines = [f"{unit} H"]
    if unit[0] == "A":
        lines += [f"{unit} - {place}{via}" for place in armies for via in ("", " VIA")]
    else:
        lines += [f"{unit} - {place}" for place in waters]
    for other in units:
        goals = armies if other[0] == "A" else BOARD.locations
        lines += [f"{unit} S {other}", *(f"{unit} S {other} - {place}" for place in goals)]
        lines += [f"{unit} C {other} - {place}" for place in armies]
    return lines


@pytest.mark.slow
@settings(max_examples=60)
@given(positions("R"), rulebooks, randoms)
def test_retreats_take_anything_and_double_nobody(before: Position, rules: Rulebook, random: Random) -> None:
    answers = weird_answers(random, before)
    for power, units in before.dislodged.items():
        if random.random() < 0.7:
            offered = retreating(before, power, rules)
            answers[power] = [random.choice(offered[unit.unit]) for unit in units]
    turn = retreats.resolve(before, answers, rules)
    check_results(turn, answers, before)
    assert not turn.position.dislodged
    assert not turn.position.contested
    for power, units in turn.position.units.items():
        assert set(before.units.get(power, ())) <= set(units)
        assert len(units) <= len(before.units.get(power, ())) + len(before.dislodged.get(power, ()))


@pytest.mark.slow
@settings(max_examples=60)
@given(positions("R"), rulebooks)
def test_every_retreat_offered_comes_off_alone(before: Position, rules: Rulebook) -> None:
    for power in before.dislodged:
        if power not in before.disorder:
            for unit, offered in retreating(before, power, rules).items():
                for line in offered:
                    turn = retreats.resolve(before, {power: [line]}, rules)
                    result = next(result for result in turn.results if result.order == line)
                    assert result.verdict == "succeeds"
                for place in BOARD.steps(unit):
                    line = f"{unit} R {place}"
                    if line not in offered:
                        turn = retreats.resolve(before, {power: [line]}, rules)
                        result = next(result for result in turn.results if result.order == line)
                        assert result.reason == "illegal"


@pytest.mark.slow
@settings(max_examples=60)
@given(positions("A"), rulebooks, randoms, st.booleans())
def test_adjustments_take_anything_and_come_out_even(
    before: Position, rules: Rulebook, random: Random, compulsory: bool
) -> None:
    answers = weird_answers(random, before)
    for power in before.units:
        sensible = [*building(before, power), *(o for each in removing(before, power).values() for o in each)]
        if sensible and random.random() < 0.6:
            answers[power] = random.sample(sensible, random.randint(0, len(sensible)))
    policies = {power: adjustments.Policy(compulsory=compulsory, clause="ID-12") for power in POWERS}
    turn = adjustments.resolve(before, answers, rules, policies=policies)
    check_results(turn, answers, before)
    owed = adjustments.due(before, policies)
    for power in {*before.units, *before.centres}:
        was, now = len(before.units.get(power, ())), len(turn.position.units.get(power, ()))
        centres = len(before.centres.get(power, ()))
        assert now <= max(was, centres)
        assert now <= centres or not was > centres
        if was > centres:
            assert now == centres
        if compulsory:
            assert now - was == owed.builds.get(power, 0) - owed.removals.get(power, 0)


@pytest.mark.slow
@settings(max_examples=60)
@given(positions("A"), rulebooks)
def test_builds_and_removals_offered_are_legal(before: Position, rules: Rulebook) -> None:
    for power in before.units:
        if power not in before.disorder:
            offered = [
                *building(before, power),
                *(o for each in removing(before, power).values() for o in each),
            ]
            for line in offered:
                results = adjustments.resolve(before, {power: [line]}, rules).results
                ordered = [result for result in results if result.order == line and not result.by_rule]
                assert [result.verdict for result in ordered] == ["succeeds"]


@pytest.mark.slow
@settings(max_examples=60)
@given(positions(), rulebooks)
def test_printing_and_parsing_orders_is_identity(before: Position, rules: Rulebook) -> None:
    for power in before.units:
        for offered in orders(before, power, rules).values():
            for line in offered:
                assert str(parse(line, BOARD)) == line


@pytest.mark.slow
@settings(max_examples=40)
@given(positions("A"))
def test_ownership_follows_occupation(before: Position) -> None:
    after = ownership.made(before, ownership.changes(before))
    taken = before.occupied()
    for centre in BOARD.centres:
        assert after.owner_of(centre) == taken.get(centre, before.owner_of(centre))
    assert not ownership.changes(after)
