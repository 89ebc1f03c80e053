"""Orders on many positions, printed in full words of either language, are read back as themselves."""

import random

import pytest

from adjudicator.board import standard
from adjudicator.errors import OrderSyntaxError
from adjudicator.notation import Context, read_line, read_text
from adjudicator.options import orders
from adjudicator.position import Position
from adjudicator.rulebook import rulebook
from adjudicator.texts import describe
from adjudicator.texts.names import LANGUAGES

pytestmark = pytest.mark.slow

BOARD = standard()
PROVINCES = tuple(BOARD.provinces)
COASTS = [province.id for province in BOARD.provinces.values() if province.kind == "coastal"]
START = {power.id: power.units for power in BOARD.powers.values()}


def crowded(seed, count):
    """Units by power, `count` of them, anywhere that units can be."""
    dice = random.Random(seed)
    units = {power: [] for power in BOARD.powers}
    for province in dice.sample(PROVINCES, count):
        units[dice.choice(list(units))].append(dice.choice(BOARD.unit_sites(province)))
    return {power: tuple(sorted(theirs)) for power, theirs in units.items()}


POSITIONS = [START, *(crowded(seed, 6 + 4 * seed) for seed in range(14))]


def movement_orders(units):
    """All that units could do on the map: moves by land or any convoy, supports, convoys."""
    everybody = [unit for theirs in units.values() for unit in theirs]
    for unit in everybody:
        yield f"{unit} H"
        steps = BOARD.steps(unit)
        near = {place[:3] for place in steps}
        yield from (f"{unit} - {place}" for place in steps)
        if unit[0] == "A" and unit[2:] in COASTS:
            yield from (f"{unit} - {coast} VIA" for coast in COASTS if coast != unit[2:])
        for other in everybody:
            if other == unit:
                continue
            if other[2:5] in near:
                yield f"{unit} S {other}"
            yield from (f"{unit} S {other} - {place}" for place in BOARD.steps(other) if place[:3] in near)
            if (
                unit[0] == "F"
                and BOARD.provinces[unit[2:5]].is_sea
                and other[0] == "A"
                and other[2:] in COASTS
            ):
                yield from (f"{unit} C {other} - {coast}" for coast in COASTS if coast != other[2:])


def owners(units):
    return {unit: power for power, theirs in units.items() for unit in theirs}


def some(listed, seed, most=700):
    """Every one of few orders, a sample of many."""
    listed = list(listed)
    return listed if len(listed) <= most else random.Random(seed).sample(listed, most)


def read_back(order, context):
    """The order as read from its canonical line and from its full words in both languages."""
    return {read_line(text, context) for text in (order, *(describe(order, lang) for lang in LANGUAGES))}


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_movement_orders_are_read_back(number):
    units = POSITIONS[number]
    power_of = owners(units)
    contexts = {power: Context(BOARD, "M", (power,), units) for power in units}
    for order in some(movement_orders(units), number):
        unit = order[: 8 if order[5:6] == "/" else 5]
        assert read_back(order, contexts[power_of[unit]]) == {order}


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_every_order_that_is_offered_is_read_back(number):
    """Convoyed moves and supports of them included: what `options` offers is all that is legal."""
    units = POSITIONS[number]
    position = Position.from_json({"phase": "S1901M", "units": units}, BOARD)
    for power in units:
        context = Context.of(position, BOARD, (power,))
        offered = orders(position, power, rulebook("classic"))
        for order in some((order for theirs in offered.values() for order in theirs), number, most=150):
            assert read_back(order, context) == {order}


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_a_whole_sheet_is_read_back_at_once(number):
    units = POSITIONS[number]
    dice = random.Random(number)
    possible = some(movement_orders(units), number)
    sheet = dice.sample(possible, min(30, len(possible)))
    context = Context(BOARD, "M", tuple(units), units)
    for language in LANGUAGES:
        reading = read_text("\n".join(describe(order, language) for order in sheet), context)
        assert (reading.lines, reading.problems) == (sheet, ())
    reading = read_text("; ".join(sheet), context)
    assert (reading.lines, reading.problems) == (sheet, ())


def test_retreats_and_disbandments_are_read_back():
    for province in PROVINCES:
        attackers = {"TURKEY": BOARD.unit_sites(province)[:1]}
        for unit in BOARD.unit_sites(province):
            context = Context(BOARD, "R", ("ITALY",), attackers, {"ITALY": (unit,)})
            for order in (f"{unit} D", *(f"{unit} R {place}" for place in BOARD.steps(unit))):
                assert read_back(order, context) == {order}


def test_builds_removals_and_waives_are_read_back():
    for power in BOARD.powers.values():
        alone = Context(BOARD, "A", (power.id,), START)
        together = Context(BOARD, "A", tuple(BOARD.powers), {})
        for home in power.homes:
            for unit in BOARD.unit_sites(home):
                assert read_back(f"{unit} B", together) == {f"{unit} B"}
        for unit in power.units:
            assert read_back(f"{unit} D", alone) == {f"{unit} D"}
        assert read_back("WAIVE", alone) == {"WAIVE"}
        assert read_back(f"WAIVE {power.id}", together) == {f"WAIVE {power.id}"}


def mangled(order, dice):
    """`order` as careless fingers leave it."""
    text = list(order)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(text) + 1)
        if dice.random() < 0.5 and at < len(text):
            del text[at]
        else:
            text.insert(at, dice.choice("abcdefsAF -/():;.,'éà→0?"))
    return "".join(text)


def test_careless_text_gives_orders_or_problems_and_nothing_else():
    """Whatever comes in ends as canonical orders, which read back as themselves, or as problems."""
    dice = random.Random(7)
    for units in POSITIONS[:6]:
        context = Context(BOARD, "M", tuple(units), units)
        for order in some(movement_orders(units), 7, most=120):
            reading = read_text(mangled(order, dice), context)
            for line in reading.lines:
                assert read_line(line, context) == line
            for problem in reading.problems:
                assert problem.line == 1
                assert isinstance(problem.error(), OrderSyntaxError)
