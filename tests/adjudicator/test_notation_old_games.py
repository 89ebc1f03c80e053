"""Spellings of games by post and e-mail: the judges' and the zines'."""

import pytest

import adjudicator
from adjudicator.board import standard
from adjudicator.errors import OrderSyntaxError
from adjudicator.notation import Context, read_line, read_text

BOARD = standard()
UNITS = ("A STP", "A MOS", "A HOL", "A LON", "F NTH", "F ADR", "F ION", "F BRE", "A PAR", "A MAR", "F ENG")


def read(text, kind="M", units=UNITS, dislodged=()):
    return read_line(text, Context(BOARD, kind, ("FRANCE",), {"FRANCE": units}, {"FRANCE": dislodged}))


OLD = {
    "A STP H": [
        "A STP-H",
        "A STP - holds",
        "A STP std",
        "A(StP) stands",
        "A-STP-H",
        "A Stp—tient",
        "A STP to hold",
    ],
    "A HOL S A LON - BEL": [
        *(
            "A HOL SA LON-BEL",
            "A HOL S A LON-BEL",
            "A HOL-S-A LON-BEL",
            "A(HOL) S A(LON)-BEL",
            "HOL S LON-BEL",
        ),
        *(
            "A HOL SA LON - NTH - BEL",
            "A Hol soutient A Londres - Mer du Nord - Belgique",
            "A Hol s. A Lon - Bel",
        ),
        "A Hol to support A Lon to Bel",
    ],
    "F ADR S F ION": [
        *(
            "F ADR SF ION-ION",
            "F ADR S F ION - ION",
            "F ADR S F ION",
            "F ADR SF ION",
            "F ADR SF ION-H",
            "ADR S ION-ION",
        ),
        *("F(ADR) S F(ION) std", "F ADR S F ION H", "F Adr soutient F Ion - Ion", "F ADS S F IOS"),
    ],
    "F NTH C A LON - BEL": [
        *(
            "F NTH CA LON-BEL",
            "F NTH C A LON-BEL",
            "F(NTH) C A(LON)-BEL",
            "F-NTH-C-A-LON-BEL",
            "F NTH c LON m BEL",
        ),
        *("F NTH C A LON - NTH - BEL", "F NTH convoys A LON - NTH - BEL", "F NTH convoie A LON → NTH → BEL"),
    ],
    "A LON - BEL VIA": [
        *(
            "A LON - NTH - BEL",
            "A LON-NTH-BEL",
            "A LON -> NTH -> BEL",
            "A LON to NTH to BEL",
            "A LON m NTH m BEL",
        ),
        *(
            "A LON - NTH - ENG - BEL",
            "A Londres - Mer du Nord - Belgique",
            "LON - NTH - BEL",
            "A LON-ENC-BEL",
        ),
        *(
            "A LON - BEL via NTH",
            "A LON via NTH to BEL",
            "A LON - BEL via convoy via NTH",
            "A LON - BEL through NTH",
        ),
        *(
            "A LON - BEL via NTH and ENG",
            "A Londres - Belgique par la Mer du Nord",
            "A LON - BEL by way of NTH",
        ),
        *(
            "A LON - BEL via Nth - Eng",
            "A Londres à Belgique à travers la Mer du Nord",
            "A LON - BEL (via NTH)",
        ),
    ],
    "A LON - YOR": [
        "A LON M YOR",
        "A LON m yor",
        "LON M YOR",
        "A LON moves to YOR",
        "A-LON-YOR",
        "A(Lon)-Yor",
    ],
    "A PAR - BUR": ["A Par --> Bur", "A Par m to Bur", "FRA: A Par-Bur", "a par-bur"],
    "F BRE - MAO": ["F BRE-MID", "F BRE m MAO", "F BRE M Mid", "F BRE M M Atl"],
}


@pytest.mark.parametrize(("order", "text"), [(order, text) for order in OLD for text in OLD[order]])
def test_the_old_spellings_are_read(order, text):
    assert read(text) == order


@pytest.mark.parametrize("province", [one.id for one in BOARD.provinces.values()])
def test_any_unit_holds_after_a_dash_and_is_supported_in_place(province):
    for unit in BOARD.unit_sites(province):
        helper = next(
            one
            for place in BOARD.provinces
            for one in BOARD.unit_sites(place)
            if province in {step[:3] for step in BOARD.steps(one)}
        )
        units = (unit, helper)
        assert read(f"{unit}-H", units=units) == f"{unit} H"
        short = f"{helper} S{unit}-{province}"
        assert read(short, units=units) == f"{helper} S {unit}"
        assert read(f"{helper} S {unit} - {province}", units=units) == f"{helper} S {unit}"


@pytest.mark.parametrize("line", ["F ADR S F ION - ION", "F ADR SF ION-ION"])
def test_support_in_place_counts_as_support_to_hold(line):
    position = {"phase": "S1901M", "units": {"ITALY": ["F ADR", "F ION"], "TURKEY": ["F AEG", "F EAS"]}}
    answer = adjudicator.read("standard", {}, position, "ITALY", text=f"{line}; F ION H", language="en")[
        "answer"
    ]
    answers = {"ITALY": answer, "TURKEY": ["F AEG - ION", "F EAS S F AEG - ION"]}
    turn = adjudicator.resolve("standard", {}, position, answers)
    assert turn["position"]["units"]["ITALY"] == ["F ADR", "F ION"]
    assert {one["order"] for one in turn["results"] if one["power"] == "ITALY"} == {
        "F ADR S F ION",
        "F ION H",
    }


def test_the_route_of_a_convoy_is_one_of_seas_that_lie_on_the_way():
    for text in ("A LON - ADR - BEL", "A LON - PAR - BEL", "A LON - BEL via ADR", "A LON - NTH - PAR"):
        with pytest.raises(OrderSyntaxError):
            read(text)


@pytest.mark.parametrize("text", ["F BRE - ENG - LON", "A MAR S F BRE - MAO - GAS", "F Bre - Lon via Eng"])
def test_a_fleet_has_no_route(text):
    with pytest.raises(OrderSyntaxError):
        read(text)


@pytest.mark.parametrize(
    ("kind", "text", "order"),
    [
        ("A", "R A Mar", "A MAR D"),
        ("A", "A Mar R", "A MAR D"),
        ("A", "D A Mar", "A MAR D"),
        ("A", "remove A Mar", "A MAR D"),
        ("A", "W", "WAIVE"),
        ("R", "A Mun OTB", "A MUN D"),
        ("R", "A Mun retreats off the board", "A MUN D"),
        ("R", "A Mun-R-Tyr", "A MUN R TYR"),
        ("R", "A Mun m Tyr", "A MUN R TYR"),
        ("R", "A Mun-D", "A MUN D"),
    ],
)
def test_the_judges_retreats_and_adjustments_are_read(kind, text, order):
    assert read(text, kind, dislodged=("A MUN",) if kind == "R" else ()) == order


def test_the_french_word_is_no_support():
    context = Context(BOARD, "M", ("FRANCE",), {"FRANCE": UNITS})
    assert read_text("A Mar reste sur sa position", context).lines == ["A MAR H"]
