"""Sentences, several units behind one verb, ditto marks, results, DAIDE, powers glued to units."""

import pytest

import adjudicator
from adjudicator.board import standard
from adjudicator.notation import Context, read_text

BOARD = standard()
MOVING = {
    "FRANCE": ("A PAR", "A MAR", "A PIC", "F BRE", "F NTH", "A LON"),
    "GERMANY": ("A MUN", "A KIE"),
}
STANDING = {"FRANCE": ("F MAO", "F YOR", "A GAS")}


def read(text, kind="M", power="FRANCE", dislodged=()):
    units = {"M": MOVING, "A": STANDING, "R": MOVING}[kind]
    reading = read_text(text, Context(BOARD, kind, (power,), units, {power: dislodged}))
    return reading.lines, [problem.code for problem in reading.problems]


@pytest.mark.parametrize(
    ("text", "kind", "power", "lines"),
    [
        ("Build an army in Warsaw", "A", "RUSSIA", ["A WAR B"]),
        ("Build a fleet in Sevastopol", "A", "RUSSIA", ["F SEV B"]),
        ("I build my army in Moscow", "A", "RUSSIA", ["A MOS B"]),
        ("Construisez une armée à Varsovie", "A", "RUSSIA", ["A WAR B"]),
        ("Je construis une flotte à Sébastopol", "A", "RUSSIA", ["F SEV B"]),
        ("An army in Paris moves to Burgundy", "M", "FRANCE", ["A PAR - BUR"]),
        ("My army in Paris moves to Burgundy", "M", "FRANCE", ["A PAR - BUR"]),
        ("our fleet in Brest holds", "M", "FRANCE", ["F BRE H"]),
        (
            "My army in Marseilles supports my army in Paris to Burgundy",
            "M",
            "FRANCE",
            ["A MAR S A PAR - BUR"],
        ),
        ("Ma flotte de Brest va vers l’Atlantique moyen", "M", "FRANCE", ["F BRE - MAO"]),
        ("Mon armée de Marseille soutient notre armée de Paris", "M", "FRANCE", ["A MAR S A PAR"]),
        ("de Paris en Gascogne", "M", "FRANCE", ["A PAR - GAS"]),
        ("A de Paris en Bourgogne", "M", "FRANCE", ["A PAR - BUR"]),
        ("l’armée de Paris dans la Bourgogne", "M", "FRANCE", ["A PAR - BUR"]),
        ("from Paris into Burgundy", "M", "FRANCE", ["A PAR - BUR"]),
        ("de Brest en Manche", "M", "FRANCE", ["F BRE - ENG"]),
        ("GeA Mun - Bur", "M", "GERMANY", ["A MUN - BUR"]),
        ("gea mun - bur", "M", "GERMANY", ["A MUN - BUR"]),
        ("AlA Mun - Bur", "M", "GERMANY", ["A MUN - BUR"]),
        ("FrF Bre B", "A", "FRANCE", ["F BRE B"]),
        ("FrA Bre B", "A", "FRANCE", ["A BRE B"]),
        ("A Mar S GeA Mun - Bur", "M", "FRANCE", ["A MAR S A MUN - BUR"]),
        ("TurA Con B", "A", "TURKEY", ["A CON B"]),
    ],
)
def test_sentences_are_read(text, kind, power, lines):
    assert read(text, kind, power) == (lines, [])


@pytest.mark.parametrize(
    ("text", "kind", "power", "lines"),
    [
        ("Build A War, A Mos", "A", "RUSSIA", ["A WAR B", "A MOS B"]),
        ("Build A War and A Mos", "A", "RUSSIA", ["A WAR B", "A MOS B"]),
        ("Build A War & F Sev, A Mos", "A", "RUSSIA", ["A WAR B", "F SEV B", "A MOS B"]),
        ("Build A War; A Mos", "A", "RUSSIA", ["A WAR B", "A MOS B"]),
        ("Build armies in Warsaw and Moscow", "A", "RUSSIA", ["A WAR B", "A MOS B"]),
        ("RUSSIA: Build an army in Warsaw and a fleet in Sevastopol", "A", "RUSSIA", ["A WAR B", "F SEV B"]),
        ("Construire A Var et F Séb", "A", "RUSSIA", ["A WAR B", "F SEV B"]),
        (
            "Construisez une armée à Varsovie et une flotte à Sébastopol",
            "A",
            "RUSSIA",
            ["A WAR B", "F SEV B"],
        ),
        ("Remove F MAO, F Yor", "A", "FRANCE", ["F MAO D", "F YOR D"]),
        ("Remove F MAO and F Yor", "A", "FRANCE", ["F MAO D", "F YOR D"]),
        ("Retire F MAO, F Yor et A Gas", "A", "FRANCE", ["F MAO D", "F YOR D", "A GAS D"]),
        ("- F MAO, F Yor", "A", "FRANCE", ["F MAO D", "F YOR D"]),
        ("Hold A Par, A Mar", "M", "FRANCE", ["A PAR H", "A MAR H"]),
        ("A Par - Bur and A Mar S A Par - Bur", "M", "FRANCE", ["A PAR - BUR", "A MAR S A PAR - BUR"]),
        ("A Par - Bur & my fleet in Brest holds", "M", "FRANCE", ["A PAR - BUR", "F BRE H"]),
        ("Disband A Par and A Mar", "R", "FRANCE", ["A PAR D", "A MAR D"]),
    ],
)
def test_one_verb_may_stand_before_several_units(text, kind, power, lines):
    assert read(text, kind, power, ("A PAR", "A MAR") if kind == "R" else ()) == (lines, [])


@pytest.mark.parametrize(
    "text",
    [
        *("A Par - Bur and not A Mar - Spa", "A Mar S A Par - Bur and A Mun", "A Par and A Mar - Bur"),
        *("A Par - Bur et si possible A Mar - Spa", "A Par - Bur (*perhaps*)", "F Mer du Nord en Norvège"),
        *('A Mar "', "an army", "my Paris in Burgundy"),
    ],
)
def test_what_could_be_meant_otherwise_is_refused_as_a_whole(text):
    lines, problems = read(text)
    assert lines == [] and len(problems) == 1


def test_seas_of_a_route_stay_one_order():
    assert read("A LON - BEL via NTH and ENG") == (["A LON - BEL VIA"], [])


@pytest.mark.parametrize(
    ("text", "kind", "lines"),
    [
        ('A Mar S A Par - Bur\nA Pic S "', "M", ["A MAR S A PAR - BUR", "A PIC S A PAR - BUR"]),
        ("A Par - Bur\nA Mar S ditto", "M", ["A PAR - BUR", "A MAR S A PAR - BUR"]),
        ('A Par - Bur\nA Mar S " "', "M", ["A PAR - BUR", "A MAR S A PAR - BUR"]),
        ("A Par tient\nA Mar idem", "M", ["A PAR H", "A MAR H"]),
        ("A Mar S A Par - Bur\nA Pic S A Par 〃", "M", ["A MAR S A PAR - BUR", "A PIC S A PAR - BUR"]),
        ('Build F Bre\n" A Mar', "A", ["F BRE B", "A MAR B"]),
        (
            "A Mar soutient A Par → Bour ; A Pic soutient ”",
            "M",
            ["A MAR S A PAR - BUR", "A PIC S A PAR - BUR"],
        ),
    ],
)
def test_ditto_marks_say_again_what_stands_above(text, kind, lines):
    assert read(text, kind) == (lines, [])


@pytest.mark.parametrize(
    ("text", "kind", "lines"),
    [
        ("(FRA AMY PAR) MTO BUR", "M", ["A PAR - BUR"]),
        ("( FRA AMY PAR ) HLD", "M", ["A PAR H"]),
        ("(FRA AMY PAR) SUP (FRA AMY MAR) MTO BUR", "M", ["A PAR S A MAR - BUR"]),
        ("(FRA FLT NTH) CVY (FRA AMY LON) CTO NWY", "M", ["F NTH C A LON - NWY"]),
        ("(FRA AMY LON) CTO NWY VIA (NTH)", "M", ["A LON - NWY VIA"]),
        ("A LON CTO NWY", "M", ["A LON - NWY VIA"]),
        ("(FRA AMY PAR) RTO GAS", "R", ["A PAR R GAS"]),
        ("(FRA AMY PAR) DSB", "R", ["A PAR D"]),
        ("(FRA FLT BRE) BLD", "A", ["F BRE B"]),
        ("(FRA FLT MAO) REM", "A", ["F MAO D"]),
        ("FRA WVE", "A", ["WAIVE"]),
    ],
)
def test_the_verbs_of_daide_are_read(text, kind, lines):
    assert read(text, kind, dislodged=("A PAR",) if kind == "R" else ()) == (lines, [])


@pytest.mark.parametrize(
    "result",
    [
        *("(*bounce*)", "(*bounced*)", "(*bounce, dislodged*)", "(bounced)", "(*no convoy*)", "*fails*"),
        *("(*rebond*)", "(délogée)", "(coupé)", "(* échec *)", "(*dislodged*)."),
    ],
)
def test_a_result_behind_an_order_is_passed_over(result):
    assert read(f"A Par - Bur {result}; A Mar S A Par - Bur {result}") == (
        ["A PAR - BUR", "A MAR S A PAR - BUR"],
        [],
    )


@pytest.mark.parametrize("variant", ["standard", "intimate", "spy", "devil-and-god"])
@pytest.mark.parametrize("text", ["Remove F MAO and F Yor", "Retire F MAO, F Yor"])
def test_every_game_reads_and_resolves_them_alike(variant, text):
    more = {"control": {}, "homes": {"1": "FRANCE", "2": "TURKEY"}} if variant == "intimate" else {}
    units = {"FRANCE": ["A GAS", "F MAO", "F YOR"], "TURKEY": ["A CON"]}
    centres = {"FRANCE": ["PAR"], "TURKEY": ["CON"]}
    position = {"phase": "W1901A", "units": units, "centres": centres, **more}
    seat = "1" if variant == "intimate" else "FRANCE"
    assert adjudicator.read(variant, {}, position, seat, text=text)["answer"] == ["F MAO D", "F YOR D"]
    turn = adjudicator.resolve(variant, {}, position, {seat: [text]}, lots="00" * 32)
    assert turn["position"]["units"]["FRANCE"] == ["A GAS"]
