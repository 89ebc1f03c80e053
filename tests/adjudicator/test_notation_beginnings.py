"""Beginnings of names: from three letters on, what fits one place of a language is read as that place."""

import pytest

import adjudicator
from adjudicator.board import standard
from adjudicator.errors import OrderSyntaxError
from adjudicator.notation import Context, read_line, read_text
from adjudicator.notation.words import fold
from adjudicator.variants.spy.reading import Knowledge
from adjudicator.variants.spy.reading import read_line as read_spy_line

BOARD = standard()


def beginnings(language):
    """Each beginning that fits one name of `language` only, and the place it stands for."""
    named = {
        province.id: province.name_fr if language == "fr" else province.name
        for province in BOARD.provinces.values()
    }
    folded = {place: fold(name) for place, name in named.items()}
    for place, name in named.items():
        for length in range(3, len(name) + 1):
            begun = name[:length]
            if not begun[-1].isalnum() or sum(sign.isalnum() for sign in begun) < 3:
                continue
            if [one for one, other in folded.items() if other.startswith(fold(begun))] == [place]:
                yield begun, place


def neighbours(place):
    """One army and one fleet that reach `place` in a move, where there are such."""
    for letter in "AF":
        for province in BOARD.provinces.values():
            unit = next(
                (
                    unit
                    for unit in BOARD.unit_sites(province.id)
                    if unit[0] == letter and place in {there[:3] for there in BOARD.steps(unit)}
                ),
                None,
            )
            if unit:
                yield unit
                break


def read(text, *units, kind="M"):
    return read_line(text, Context(BOARD, kind, ("FRANCE",), {"FRANCE": units}))


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_beginning_that_fits_one_place_is_read(language):
    ways = {place: list(neighbours(place)) for place in BOARD.provinces}
    wrong = []
    for begun, place in beginnings(language):
        unit = BOARD.unit_sites(place)[0]
        lines = {f"{unit[0]} {begun} H": (unit, f"{unit} H")}
        lines |= {f"{unit} - {begun}": (unit, f"{unit} - {place}") for unit in ways[place]}
        for text, (unit, order) in lines.items():
            try:
                if read(text, unit) != order:
                    wrong.append((text, read(text, unit)))
            except OrderSyntaxError as error:
                if error.code != "ambiguous" or order not in str(error):  # the other language has it too
                    wrong.append((text, str(error)))
    assert not wrong


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_beginning_sends_a_spy_to_the_one_place(language):
    ways = {place: [unit for unit in neighbours(place) if unit[0] == "A"] for place in BOARD.provinces}
    for begun, place in beginnings(language):
        for unit in ways[place]:
            known = Knowledge(BOARD, "E", "FRANCE", frozenset((unit[2:],)))
            assert str(read_spy_line(f"{unit[2:]} - {begun}", 1, known)) == f"E {unit[2:]} - {place}"


@pytest.mark.parametrize(
    ("text", "unit", "order"),
    [
        ("A Mar - Esp", "A MAR", "A MAR - SPA"),
        ("A Mos - St Pet", "A MOS", "A MOS - STP"),
        ("A Mar - Spai", "A MAR", "A MAR - SPA"),
        ("A Con - Bulga", "A CON", "A CON - BUL"),
        ("A Mar - Espagne cô", "A MAR", "A MAR - SPA"),  # an army has no coast
        ("F Bre - Esp", "F BRE", "F BRE - SPA"),  # a fleet's is asked for by the rules of coasts (RB-4)
        ("F Bre - Esp cn", "F BRE", "F BRE - SPA/NC"),
        ("F Esp - MAO", "F SPA/NC", "F SPA/NC - MAO"),
        ("F Lon - MdN", "F LON", "F LON - NTH"),
        ("F Lon - MDN", "F LON", "F LON - NTH"),
        ("F Bre - Mid-", "F BRE", "F BRE - MAO"),
        ("F Lon - North S", "F LON", "F LON - NTH"),
        ("F Sev - Mer No", "F SEV", "F SEV - BLA"),
        ("F Lon - Mer No", "F LON", "F LON - NTH"),  # "Mer Noire" it cannot be from here
        ("F North S Lon - Yor", "F NTH", "F NTH S F LON - YOR"),  # the S of a support is none of North Sea
        ("A Lon - Nwy convoi", "A LON", "A LON - NWY VIA"),
        ("A Lon - Nwy convoy", "A LON", "A LON - NWY VIA"),
        ("A Mar + A Par", "A MAR", "A MAR S A PAR"),
        ("A Mar + A Par - Bur", "A MAR", "A MAR S A PAR - BUR"),
        ("A Mar - A Esp", "A MAR", "A MAR - SPA"),
    ],
)
def test_what_people_write_is_read(text, unit, order):
    beside = ("F LON",) if unit == "F NTH" else ("A PAR",)
    assert read(text, unit, *beside) == order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("+ A Par", "A PAR B"),
        ("C A Par", "A PAR B"),
        ("C Par", "A PAR B"),
        ("C F Bre", "F BRE B"),
        ("- A Esp", "A SPA D"),
        ("- A Esp D", "A SPA D"),
        ("+ A Par B", "A PAR B"),
    ],
)
def test_signs_and_letters_of_adjustments_are_read(text, order):
    assert read(text, "A SPA", kind="A") == order


def test_a_dash_below_a_heading_of_builds_is_an_item_of_a_list():
    context = Context(BOARD, "A", ("FRANCE",), {"FRANCE": ("A SPA",)})
    assert read_text("Builds:\n- A Par", context).lines == ["A PAR B"]


def test_a_fleet_without_its_coast_is_asked_for_it():
    """RB-4."""
    position = {"phase": "S1901M", "units": {"FRANCE": ["A MAR", "F MAO"]}}
    given = adjudicator.read(
        "standard", {}, position, "FRANCE", text="F MAO - Esp\nA Mar - Esp", language="fr"
    )
    assert given["answer"] == ["F MAO - SPA", "A MAR - SPA"]
    (problem,) = given["problems"]
    assert problem["line"] == 1 and "deux côtes" in problem["message"]
