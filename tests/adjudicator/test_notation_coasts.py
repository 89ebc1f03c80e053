"""Coasts named before, after or beside their province, in both languages, for every place that has some."""

import pytest

import adjudicator
from adjudicator.board import standard
from adjudicator.errors import OrderSyntaxError
from adjudicator.notation import Context, parted, read_line, read_text

BOARD = standard()
COASTS = [coast.id for province in BOARD.provinces.values() for coast in province.coasts]
ENGLISH = {"NC": "north", "SC": "south", "EC": "east"}
FRENCH = {"NC": "nord", "SC": "sud", "EC": "est"}
SHORT_FRENCH = {"NC": "n", "SC": "s", "EC": "e"}
REACHED = {
    coast: next(unit for unit in units if coast in BOARD.steps(unit))
    for coast in COASTS
    for units in [[unit for place in BOARD.provinces for unit in BOARD.unit_sites(place) if unit[0] == "F"]]
}
"""Each coast, and one fleet that reaches it."""
ONE_COAST = {
    place.id: next(f"F {step}" for step in BOARD.steps(f"F {place.id}") if "/" not in step)
    for place in BOARD.provinces.values()
    if place.kind == "coastal" and not place.coasts
}
"""Each province with one coast, and one fleet that reaches it."""


def spellings(coast):
    """What people write for `coast`, in either language."""
    place, side = coast.split("/")
    province = BOARD.provinces[place]
    name, nom = province.name, province.name_fr
    of = f"de l’{nom}" if nom[0] == "E" else f"de {nom}"
    english, french, letter = ENGLISH[side], FRENCH[side], side[0].lower()
    yield from (f"{english} coast of {name}", f"the {english} coast of {name}", f"{english} coast {name}")
    yield from (f"{english} {name}", f"{english}ern {name}", f"{side} {name}", f"{english}-coast of {name}")
    yield from (f"{name} {english} coast", f"{name} ({english} coast)", f"{name}, {english} coast")
    yield from (f"{name}'s {english} coast", f"{name}’s {english} coast", f"{name}, the {english} coast")
    yield from (f"{place}({letter}.c.)", f"{place} {letter}.c.", f"{place}/{side}", f"{place}{side}")
    yield from (f"{place}, {side}", f"{place} ({letter})", f"{place}/{letter}", f"{place} {english}")
    yield from (f"côte {french} {of}", f"la côte {french} {of}", f"{french} {of}", f"le {french} {of}")
    yield from (f"{nom} (côte {french})", f"{nom}, côte {french}", f"{nom} côte {french}", f"{nom} {french}")
    yield from (
        f"{nom} c.{SHORT_FRENCH[side]}.",
        f"{nom} (c.{SHORT_FRENCH[side]}.)",
        f"{nom}, sur la côte {french}",
    )
    yield from (f"cote {french} {of}", f"{place} (c{SHORT_FRENCH[side]})")


def read(text, *units, kind="M", dislodged=()):
    context = Context(BOARD, kind, ("FRANCE",), {"FRANCE": units}, {"FRANCE": dislodged})
    (line,) = parted(text)
    assert read_text(text, context).lines == [read_line(line, context)]
    return read_line(line, context)


def positions(coast, spelled):
    """Orders in which `coast` may be named: the text, the line it means, the units, the kind of phase."""
    fleet, mover = f"F {coast}", REACHED[coast]
    there = BOARD.steps(fleet)[0]
    helper = next(
        unit
        for place in BOARD.provinces
        for unit in BOARD.unit_sites(place)
        if coast[:3] in {step[:3] for step in BOARD.steps(unit)} and unit[2:5] not in (mover[2:5], there[:3])
    )
    yield f"{mover} - {spelled}", f"{mover} - {coast}", (mover,), "M"
    yield f"{mover} to {spelled}", f"{mover} - {coast}", (mover,), "M"
    yield f"{mover} va vers {spelled}", f"{mover} - {coast}", (mover,), "M"
    yield f"{mover[2:]} - {spelled}", f"{mover} - {coast}", (mover,), "M"
    yield f"{helper} S {mover} - {spelled}", f"{helper} S {mover} - {coast}", (helper, mover), "M"
    yield f"{helper} soutient {mover} vers {spelled}", f"{helper} S {mover} - {coast}", (helper, mover), "M"
    yield f"{helper} S F {spelled}", f"{helper} S {fleet}", (helper, fleet), "M"
    yield f"F {spelled} - {there}", f"{fleet} - {there}", (fleet,), "M"
    yield f"F {spelled} H", f"{fleet} H", (fleet,), "M"
    yield f"F {spelled} tient", f"{fleet} H", (fleet,), "M"
    yield f"F {spelled} S {helper}", f"{fleet} S {helper}", (fleet, helper), "M"
    yield f"{mover} R {spelled}", f"{mover} R {coast}", (), "R"
    yield f"F {spelled} D", f"{fleet} D", (fleet,), "A"
    yield f"F {spelled} B", f"{fleet} B", (), "A"
    yield f"build F {spelled}", f"{fleet} B", (), "A"
    yield f"construit F {spelled}", f"{fleet} B", (), "A"


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("coast", COASTS)
def test_a_coast_is_read_wherever_it_is_named(coast):
    wrong = []
    for spelled in spellings(coast):
        for text, meant, units, kind in positions(coast, spelled):
            dislodged = (REACHED[coast],) if kind == "R" else ()
            try:
                given = read(text, *units, kind=kind, dislodged=dislodged)
            except (OrderSyntaxError, ValueError, AssertionError) as error:
                given = str(error)
            if given != meant:
                wrong.append((text, meant, given))
    assert not wrong


@pytest.mark.parametrize("place", ONE_COAST)
@pytest.mark.parametrize("side", ENGLISH)
def test_a_coast_named_of_a_province_that_has_but_one_says_nothing(place, side):
    """RB-3; DATC 4.B.6 passes over such a coast too."""
    wrong = []
    mover, there = ONE_COAST[place], BOARD.steps(f"F {place}")[0]
    for spelled in spellings(f"{place}/{side}"):
        moves = [f"{mover} - {spelled}", f"{mover} to {spelled}", f"{mover} va vers {spelled}"]
        orders = [(text, f"{mover} - {place}", mover) for text in moves]
        if not spelled.endswith(("(s)", "/s")):  # before anything else, S supports
            orders += [
                (f"F {spelled} - {there}", f"F {place} - {there}", f"F {place}"),
                (f"F {spelled} H", f"F {place} H", f"F {place}"),
                (f"F {spelled} tient", f"F {place} H", f"F {place}"),
            ]
        for text, meant, unit in orders:
            try:
                given = read(text, unit)
            except (OrderSyntaxError, ValueError, AssertionError) as error:
                given = str(error)
            if given != meant:
                wrong.append((text, meant, given))
    assert not wrong


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("F NTH - North Atlantic", "F NTH - NAO"),
        ("F Nwy North", "F NWY - NTH"),
        ("F North Norway", "F NTH - NWY"),
        ("F Nwy S F Edi North", "F NWY S F EDI - NTH"),
        ("F NWY - North Sea", "F NWY - NTH"),
        ("F MAO - North Africa", "F MAO - NAF"),
        ("F MAO - Afrique du Nord", "F MAO - NAF"),
    ],
)
def test_a_side_that_begins_a_name_beside_a_province_with_one_coast_is_that_name(text, order):
    assert read(text, order[:5], "F EDI") == order


@pytest.mark.parametrize("text", ["F GAS - south coast of Spain", "F GAS - côte sud de l’Espagne"])
def test_a_coast_out_of_reach_is_illegal_and_not_the_other_one(text):
    """DATC 4.B.3."""
    position = {"phase": "S1901M", "units": {"FRANCE": ["F GAS"]}}
    given = adjudicator.read("standard", {}, position, "FRANCE", text=text, language="en")
    assert given["answer"] == ["F GAS - SPA/SC"]
    assert [problem["code"] for problem in given["problems"]] == ["illegal"]
    for lines in ([text], given["answer"]):
        turn = adjudicator.resolve("standard", {}, position, {"FRANCE": lines})
        assert turn["position"]["units"]["FRANCE"] == ["F GAS"]


@pytest.mark.parametrize(
    "text",
    [
        *("F MAO - east coast of Spain", "F MAO - Spain, east coast", "F MAO - Spa(e.c.)", "F MAO - Spa/ec"),
        *("F MAO - côte est de l’Espagne", "F MAO - Espagne, côte est", "east coast of Spain S F MAO"),
    ],
)
def test_a_coast_that_a_place_has_not_is_refused_by_name(text):
    context = Context(BOARD, "M", ("FRANCE",), {"FRANCE": ("F MAO", "F SPA/NC")})
    reading = read_text(text, context)
    assert reading.lines == []
    assert any(word in reading.problems[0].message for word in ("east", "coast", "côte", "est", "ec", "e.c"))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("F SPA - N Atl", "F SPA/NC - NAO"),
        ("F SPA - North Atl", "F SPA/NC - NAO"),
        ("F SPA North Atl", "F SPA/NC - NAO"),
        ("F SPA - north atlantic", "F SPA/NC - NAO"),
        ("F SPA north - MAO", "F SPA/NC - MAO"),
        ("F SPA S POR", "F SPA/NC S F POR"),
        ("F SPA (S) F POR", "F SPA/NC S F POR"),
    ],
)
def test_a_word_that_begins_another_name_or_order_is_no_coast(text, order):
    """ "North Atlantic" after Spain is a sea; "(S)" is a support."""
    assert read(text, "F SPA/NC", "F POR") == order


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("F MAO - Spain, south coast, A Par - Bur", ["F MAO - Spain south coast", " A Par - Bur"]),
        ("A Par - Bur, North Sea C A Lon - Bel", ["A Par - Bur", " North Sea C A Lon - Bel"]),
        ("A Par - Bur, south coast of Spain - MAO", ["A Par - Bur", " south coast of Spain - MAO"]),
        ("A Lon - Bel, via convoy", ["A Lon - Bel via convoy"]),
        ("A Lon - Bel, par convoi; A Par H", ["A Lon - Bel par convoi", " A Par H"]),
        ("A Mar - Spa, Par - Bur", ["A Mar - Spa", " Par - Bur"]),
    ],
)
def test_a_comma_parts_orders_and_not_an_order_from_its_coast(text, parts):
    assert parted(text) == parts
