"""Beginnings go by reach, codes are their own places, coasts have one letter; records replay as before."""

import json
import lzma
from pathlib import Path

import pytest

import adjudicator
from adjudicator import records
from adjudicator.board import as_before, standard
from adjudicator.errors import AdjudicatorError, OrderSyntaxError
from adjudicator.notation import Context, read_line, read_text
from adjudicator.notation.place_names import name_beginnings
from adjudicator.variants.spy.reading import Knowledge
from adjudicator.variants.spy.reading import read_line as read_spy_line

BOARD = standard()
BEFORE = as_before(BOARD)
GAMES = Path(__file__).parents[1] / "data" / "games.jsonl.xz"


def read(text, *units, board=BOARD, kind="M", dislodged=()):
    return read_line(text, Context(board, kind, ("FRANCE",), {"FRANCE": units}, {"FRANCE": dislodged}))


def refused(text, *units, **more):
    with pytest.raises(OrderSyntaxError) as refusal:
        read(text, *units, **more)
    return refusal.value


@pytest.mark.parametrize(
    ("text", "unit", "order"),
    [
        *(("F MAO - SpN", "F MAO", "F MAO - SPA/NC"), ("F MAO - SpS", "F MAO", "F MAO - SPA/SC")),
        *(("F MAR - SpN", "F MAR", "F MAR - SPA/NC"), ("F MAO - SPN", "F MAO", "F MAO - SPA/NC")),
        *(("F BAR - StN", "F BAR", "F BAR - STP/NC"), ("F BOT - StS", "F BOT", "F BOT - STP/SC")),
        *(("F BLA - BuE", "F BLA", "F BLA - BUL/EC"), ("F AEG - BuS", "F AEG", "F AEG - BUL/SC")),
        *(("F BAR - PeN", "F BAR", "F BAR - STP/NC"), ("F BOT - PetS", "F BOT", "F BOT - STP/SC")),
        *(("F MAO - EspN", "F MAO", "F MAO - SPA/NC"), ("F WES - EspS", "F WES", "F WES - SPA/SC")),
        *(("F BLA - BulE", "F BLA", "F BLA - BUL/EC"), ("F BAR va à StPN", "F BAR", "F BAR - STP/NC")),
        *(("F SpN - MAO", "F SPA/NC", "F SPA/NC - MAO"), ("F spn tient", "F SPA/NC", "F SPA/NC H")),
        ("F Edi - NWS", "F EDI", "F EDI - NWG"),
    ],
)
def test_a_coast_has_one_letter(text, unit, order):
    assert read(text, unit) == order


def test_a_coast_in_one_letter_that_is_out_of_reach_is_told_and_not_changed():
    position = {"phase": "S1901M", "units": {"FRANCE": ["F MAR"]}}
    given = adjudicator.read("standard", {}, position, "FRANCE", text="F MAR - SpN", language="en")
    assert given["answer"] == ["F MAR - SPA/NC"]
    assert [problem["code"] for problem in given["problems"]] == ["illegal"]


@pytest.mark.parametrize(
    ("text", "units", "order"),
    [
        ("F EDI - Norw", ["F EDI"], "F EDI - NWG"),
        ("F CLY va vers Norw", ["F CLY"], "F CLY - NWG"),
        ("F SKA - Norw", ["F SKA"], "F SKA - NWY"),
        ("A EDI - Norw", ["A EDI"], "A EDI - NWY"),  # by any convoy
        ("F NTH S F EDI - Norw", ["F NTH", "F EDI"], "F NTH S F EDI - NWG"),
        ("F NTH C A EDI - Norw", ["F NTH", "A EDI"], "F NTH C A EDI - NWY"),
        ("F Norw - Bar", ["F NWG"], "F NWG - BAR"),
        ("F BAL - Gol", ["F BAL"], "F BAL - BOT"),
        ("F MAR - Gol", ["F MAR"], "F MAR - LYO"),
        ("A VEN - Tyr", ["A VEN"], "A VEN - TYR"),
        ("A VEN - Rom", ["A VEN"], "A VEN - ROM"),
        ("A BUD - Gal", ["A BUD"], "A BUD - GAL"),
        ("A PAR - Mosc", ["A PAR"], "A PAR - MOS"),  # it can mean nothing else, and is told to be illegal
    ],
)
def test_the_beginning_of_a_name_goes_by_what_the_unit_can_reach(text, units, order):
    assert read(text, *units) == order


@pytest.mark.parametrize(
    ("text", "units", "both", "words"),
    [
        ("F NTH - Norw", ["F NTH"], ("F NTH - NWG", "F NTH - NWY"), ("Norwegian Sea", "Norvège")),
        ("F BAR va vers Norw", ["F BAR"], ("F BAR - NWG", "F BAR - NWY"), ("Norway", "mer de Norvège")),
        ("A STP - Liv", ["A STP"], ("A STP - LVN", "A STP - LVP"), ("Liverpool", "Livonie")),
        ("A SWE - Nor", ["A SWE"], ("A SWE - NAF", "A SWE - NWY"), ("North Africa", "Norvège")),
        ("F MAO - Nor", ["F MAO"], ("F MAO - NAF", "F MAO - NAO"), ("North Africa", "Afrique du Nord")),
        ("F EDI S F NWY - Nor", ["F EDI", "F NWY"], ("NWY - NTH", "NWY - NWG"), ("North Sea", "mer du Nord")),
    ],
)
def test_two_places_in_reach_are_both_named(text, units, both, words):
    error = refused(text, *units)
    assert error.code == "ambiguous"
    assert all(order in error.message and order in error.message_fr for order in both)
    assert words[0] in error.message and words[1].casefold() in error.message_fr.casefold()


@pytest.mark.parametrize(
    ("text", "units", "other", "names"),
    [
        ("F NAP - Tyr", ["F NAP"], "F NAP - TYS", ("Tyrolia", "Tyrol")),
        ("F ROM - tyr", ["F ROM"], "F ROM - TYS", ("Tyrolia", "Tyrol")),
        ("F TUN va vers Tyr", ["F TUN"], "F TUN - TYS", ("Tyrolia", "Tyrol")),
        ("A SEV - Rom", ["A SEV"], "A SEV - RUM", ("Rome", "Rome")),
        ("A LON - Gal", ["A LON"], "A LON - WAL", ("Galicia", "Galicie")),
        ("F ROM S F NAP - Tyr", ["F ROM", "F NAP"], "F ROM S F NAP - TYS", ("Tyrolia", "Tyrol")),
        ("F Tyr - Ion", ["F TYS"], "F TYS - ION", ("Tyrolia", "Tyrol")),
    ],
)
def test_a_code_out_of_reach_beside_another_name_so_begun_is_refused_with_both(text, units, other, names):
    error = refused(text, *units)
    assert error.code == "out-of-reach"
    assert names[0] in error.message and f"write {other}" in error.message
    assert names[1] in error.message_fr and f"écrivez {other}" in error.message_fr


@pytest.mark.parametrize("variant", ["standard", "intimate", "spy", "devil-and-god"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_reads_so(variant, language):
    more = {"control": {}, "homes": {"1": "ITALY", "2": "TURKEY"}} if variant == "intimate" else {}
    units = {"ITALY": ["F NAP", "F NTH"], "TURKEY": ["A CON"]}
    position = {"phase": "S1901M", "units": units, **more}
    seat = "1" if variant == "intimate" else "ITALY"
    text = "F NAP - Tyr\nF NTH - Norw"
    given = adjudicator.read(variant, {}, position, seat, text=text, language=language)
    lines = given["answer"]["orders"] if isinstance(given["answer"], dict) else given["answer"]
    assert lines == []
    assert [problem["code"] for problem in given["problems"]] == ["out-of-reach", "ambiguous"]
    assert "F NAP - TYS" in given["problems"][0]["message"]


@pytest.mark.parametrize(
    ("text", "spies", "meant"),
    [
        ("E Edi - Norw", {"EDI"}, "ambiguous"),
        ("E Rom - Tyr", {"ROM"}, "out-of-reach"),
        ("E Swe - Norw", {"SWE"}, "E SWE - NWY"),
        ("E Mun - Tyr", {"MUN"}, "E MUN - TYR"),
        ("My spy in Munich moves to Silesia", {"MUN"}, "E MUN - SIL"),
        ("mon espion à Munich va en Silésie", {"MUN"}, "E MUN - SIL"),
    ],
)
def test_spies_are_read_so(text, spies, meant):
    read = read_spy_line(text, 1, Knowledge(BOARD, "E", "ITALY", frozenset(spies)))
    assert (getattr(read, "code", None) or str(read)) == meant


def test_every_beginning_goes_to_a_place_in_reach_or_is_refused_with_all_of_them():
    """Only a beginning that means one place of the board is read beyond the unit's reach."""
    starts = [unit for place in BOARD.provinces for unit in BOARD.unit_sites(place)]
    wrong = []
    for begun, places in name_beginnings(BOARD).items():
        text = " ".join(begun)
        meant = {place[:3] for place in places}
        if len(begun) > 1 or len(text) < 3 or len(meant) < 2:
            continue
        for unit in starts[::3]:
            reached = {step[:3] for step in BOARD.steps(unit)}
            own_code = text.upper() in BOARD.provinces
            try:
                given = read(f"{unit} - {text}", unit)
            except OrderSyntaxError as error:
                named = error.facts["meanings"] if hasattr(error, "facts") else str(error)
                if error.code in ("ambiguous", "out-of-reach") and len(reached & meant) == 1 and not own_code:
                    wrong.append((unit, text, named))
                continue
            place = given.rpartition(" - ")[2][:3]
            by_sea = unit[0] == "A" and BOARD.provinces[place].kind == "coastal"
            if not (place in reached or by_sea or (own_code and place == text.upper())):
                wrong.append((unit, text, given))
    assert not wrong


def test_canonical_lines_of_recorded_games_are_read_as_they_are():
    wrong = []
    with lzma.open(GAMES, "rt") as lines:
        games = [json.loads(line) for _, line in zip(range(12), lines, strict=False)]
    for game in games:
        for phase in game["phases"]:
            for power, orders in phase["orders"].items():
                lost = {
                    key: [each["unit"] for each in those] for key, those in phase.get("dislodged", {}).items()
                }
                context = Context(BOARD, phase["phase"][-1], (power,), phase["units"], lost)
                if read_text("\n".join(orders), context).lines != orders:
                    wrong.append((phase["phase"], power, orders))
    assert not wrong


@pytest.mark.parametrize(
    ("line", "unit"),
    [("F NAP - TYR", "F NAP"), ("F ROM - TYR", "F ROM"), ("A SEV - ROM", "A SEV"), ("A LON - GAL", "A LON")],
)
def test_a_canonical_line_means_what_it_meant(line, unit):
    position = {"phase": "S1901M", "units": {"FRANCE": [unit]}}
    assert adjudicator.read("standard", {}, position, "FRANCE", text=line)["answer"] == [line]
    (result,) = adjudicator.resolve("standard", {}, position, {"FRANCE": [line]})["results"]
    assert (result["order"], result["verdict"]) == (line, "void")


SOONER = [
    ("F NTH - Norw", "F NTH", "F NTH - NWY"),
    ("F EDI - Norw", "F EDI", "F EDI - NWY"),
    ("F MAR - SpN", "F MAR", "F MAR - SPA"),
    ("F NAP - Tyr", "F NAP", "F NAP - TYR"),
    ("F ROM - tyr", "F ROM", "F ROM - TYR"),
    ("My army in Paris moves to Burgundy", "A PAR", None),
    ("F EDI - NWS", "F EDI", None),
    ("A PAR - BUR (*bounce*)", "A PAR", None),
]
"""A line, the unit it is for, and the canonical line that releases up to 0.3 read."""


@pytest.mark.parametrize(("line", "unit", "order"), SOONER)
@pytest.mark.parametrize("variant", ["standard", "spy"])
def test_records_replay_by_the_reading_that_they_were_made_with(variant, line, unit, order):
    if order is None:
        assert refused(line, unit, board=BEFORE)
    else:
        assert read(line, unit, board=BEFORE) == order
    start = {"phase": "S1901M", "units": {"FRANCE": [unit], "TURKEY": ["A CON"]}}
    start["centres"] = {"FRANCE": ["PAR"], "TURKEY": ["CON"]}
    answers = {"FRANCE": [line], "TURKEY": []}
    record = records.begin(variant=variant, settings={}, start=start)
    turns = [
        adjudicator.engine._resolved(
            variant, {}, start, {"answers": answers}, lots=None, language=None, reads_as_before=before
        )
        for before in (True, False)
    ]
    assert turns[0] != turns[1]
    for turn in turns:
        made = records.add_turn(record, turn, answers=answers)
        assert adjudicator.replay(made)["turns"] == made["turns"]
    neither = turns[1] | {"position": turns[1]["position"] | {"contested": ["MOS"]}}
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.replay(records.add_turn(record, neither, answers=answers))
    assert refusal.value.code == "replay-differs"
