"""What people write, and the canonical line that it means: every dress of an order, and every refusal."""

import sys

import pytest

from adjudicator.board import standard
from adjudicator.errors import OrderSyntaxError
from adjudicator.notation import Context, read_line, read_text
from adjudicator.notation.lexicon import lexicon
from adjudicator.notation.reader import LONGEST_ORDER, LONGEST_TEXT, MOST_ORDERS
from adjudicator.notation.words import NOISE, plain

BOARD = standard()
START = {power.id: power.units for power in BOARD.powers.values()}
EVERYBODY = tuple(BOARD.powers)


def movement(*powers, **units):
    """The context of `powers` (all of them if none is named) with `units` by power, or at the start."""
    return Context(
        BOARD, "M", powers or EVERYBODY, {key: tuple(value) for key, value in units.items()} or START
    )


def retreats(*units, power="GERMANY", **others):
    return Context(BOARD, "R", (power,), {key: tuple(value) for key, value in others.items()}, {power: units})


def adjustments(*powers, units=None, building=()):
    return Context(BOARD, "A", powers, units or {}, building=building)


MOVES = {
    "A PAR - BUR": [
        "A PAR - BUR",
        "a par-bur",
        "par bur",
        "A Par -> Bur",
        "A Par → Bur",
        "A Par – Bur",
        "A Par—Bur",
        "A.Par-Bur.",
        "AParBur",
        "A ParBur",
        "- A Par - Bur",
        "3. A Par - Bur",
        "• A Par - Bur",
        "army Paris to Burgundy",
        "the army in Paris moves to Burgundy",
        "A Paris attacks Burgundy",
        "France A Par-Bur",
        "FRANCE: A Par - Bur",
        "French army Paris - Burgundy",
        "Armée Paris vers Bourgogne",
        "armee de paris - bourg",
        "L'armée de Paris va à la Bourgogne",
        "l’armée française de Paris marche sur la Bourgogne",
        "A Par va a Bur",
        "move A Par to Bur",
        "Pari - Burgun",
    ],
    "A MAR H": [
        "A Mar H",
        "A Mar (H)",
        "mar holds",
        "A Marseilles hold",
        "A Marseille tient",
        "A Mar se maintient sur place",
        "A Mar stands",
        "hold A Mar",
        "A Mars reste en place",
    ],
    "A MAR S A PAR - BUR": [
        "A Mar S A Par - Bur",
        "A Mar (S) A Par-Bur",
        "A Mar (S) Par Bur",
        "Mar supports Paris to Burgundy",
        "A Mar soutient A Par → Bourgogne",
        "A Marseille supporte l'armée de Paris vers la Bourgogne",
        "A Mar S France A Par-Bur",
        "A Mar supports the move of A Par to Bur",
        "A Mar S A ParBur",
    ],
    "A MAR S A PAR": [
        "A Mar S A Par",
        "A Mar S A Par H",
        "A Mar (S) Par (H)",
        "A Mar supports Paris holding",
        "A Marseille soutient le maintien de A Paris",
        "mar appuie paris",
    ],
    "F BRE - SPA/NC": [
        "F Bre - Spa/nc",
        "F Bre - Spa (nc)",
        "F Bre - Spa nc",
        "F Bre-SpaNC",
        "F Brest - Spain (north coast)",
        "F Brest - Espagne (côte nord)",
        "Brest - Espagne cote nord",
        "F Bre - Spa (cn)",
        "F Bre - Spain north",
        "F Bre - Spa-nc",
    ],
    "F BRE - SPA": ["F Bre - Spa", "F Brest - Espagne"],
    "F BRE - MAO": [
        "F Bre - MAO",
        "F Bre - Mid",
        "F Bre - Mid-Atlantic Ocean",
        "F Bre - Mid Atlantic",
        "F Bre - Atlantique moyen",
        "F Bre - Mid-Atl",
        "Brest → Milieu de l'Atlantique",
    ],
    "A MAR - NAP VIA": [
        "A Mar - Nap via",
        "A Mar - Nap via convoy",
        "A Mar - Nap (via convoy)",
        "A Mar - Naples by convoy",
        "A Marseille - Naples par convoi",
        "A Mar via Nap",
    ],
    "F LON - NTH": ["F Lon - Nth", "f lon nts", "F Londres - Mer du Nord", "F London to N Sea"],
    "F EDI - NWG": ["F Edi - Nwg", "F Edi - nrs", "F Édimbourg - Mer de Norvège", "edi - norwegian sea"],
    "F STP/SC - BOT": [
        "F Stp/sc - Bot",
        "F StP(sc)-Bot",
        "F Stp - Bot",
        "StP - Gulf of Bothnia",
        "F Saint-Pétersbourg (côte sud) - Golfe de Botnie",
        "F St. Petersburg sc - GoB",
        "Russie F St-Pétersbourg - Botnie",
    ],
    "F SEV - BLA": ["F Sébastopol - Mer Noire", "sev - black", "F Sevastopol → Noire"],
    "A WAR - GAL": ["A Varsovie - Galicie", "Russie A War-Gal", "A WarGal"],
    "A LVP - WAL": ["A Liv - Wal", "A Liverpool - Pays de Galles", "liv-wales"],
}


@pytest.mark.parametrize(("order", "text"), [(order, text) for order in MOVES for text in MOVES[order]])
def test_a_move_in_any_dress(order, text):
    assert read_line(text, movement()) == order


CONVOYS = [
    "F Nth C A Lon - Bel",
    "F Nth (C) Lon-Bel",
    "F NTH convoys A London → Belgium",
    "F Mer du Nord convoie A Londres vers la Belgique",
    "F Nth convoie l'armée anglaise de Londres à Belgique",
    "Nth C LonBel",
    "F Nth (C) Angleterre Lon-Bel",
    "F North Sea transports London Belgium by convoy",
]


@pytest.mark.parametrize("text", CONVOYS)
def test_a_convoy_in_any_dress(text):
    assert read_line(text, movement("ENGLAND", ENGLAND=["F NTH", "A LON"])) == "F NTH C A LON - BEL"


RETREATS = {
    "A MUN R TYR": [
        "A Mun R Tyr",
        "A Mun - Tyr",
        "Mun (R) Tyr",
        "A Munich retreats to Tyrolia",
        "A Munich recule vers le Tyrol",
        "A Mun se replie au Tyrol",
        "A Mun se retire en Tyrol",
        "A Mun retire Tyrol",
        "A Mun bat en retraite vers Tyr",
        "retreat A Mun to Tyr",
    ],
    "A MUN D": [
        "A Mun D",
        "A Mun disbands",
        "disband Mun",
        "A Munich dissoute",
        "A Munich est retirée",
        "retire A Mun",
        "dissout l'armée de Munich",
        "A Mun removed",
    ],
}


@pytest.mark.parametrize(("order", "text"), [(order, text) for order in RETREATS for text in RETREATS[order]])
def test_a_retreat_in_any_dress(order, text):
    assert read_line(text, retreats("A MUN", FRANCE=["A MUN"])) == order


def test_in_retreats_the_dislodged_unit_is_meant_not_the_one_that_took_its_place():
    context = retreats("F KIE", DENMARK=(), RUSSIA=["A KIE"])
    assert read_line("Kie - Hel", context) == "F KIE R HEL"


BUILDS = {
    "A PAR B": ["A Par B", "build A Par", "Builds army in Paris", "construit une armée à Paris"],
    "F BRE B": ["F Bre B", "B F Bre", "F Brest est construite", "Construction F Bre", "builds: F Bre"],
    "F STP/NC B": ["F StP(nc) B", "build fleet St Petersburg north coast", "construit F Stp (côte nord)"],
    "A MAR D": ["A Mar D", "remove A Mar", "retire A Marseille", "Mar D", "dissout Marseille"],
}


@pytest.mark.parametrize(("order", "text"), [(order, text) for order in BUILDS for text in BUILDS[order]])
def test_an_adjustment_in_any_dress(order, text):
    assert read_text(text, adjustments("FRANCE", units={"FRANCE": ("A MAR",)})).lines == [order]


@pytest.mark.parametrize(
    "text", ["WAIVE", "waive", "waives a build", "passe", "renonce à une construction", "Pass"]
)
def test_a_waived_build_names_no_power_where_there_is_one(text):
    assert read_line(text, adjustments("FRANCE")) == "WAIVE"
    assert read_line(f"France {text}", adjustments("FRANCE")) == "WAIVE"


def test_a_waived_build_names_its_power_where_there_are_several():
    context = adjustments("FRANCE", "ITALY", building=("FRANCE", "ITALY"))
    assert read_line("WAIVE FRANCE", context) == "WAIVE FRANCE"
    assert read_line("Italie passe", context) == "WAIVE ITALY"
    assert read_text("ITALY:\nWAIVE", context).lines == ["WAIVE ITALY"]
    with pytest.raises(OrderSyntaxError) as refused:
        read_line("WAIVE", context)
    assert refused.value.code == "which-power"
    assert read_line("WAIVE", adjustments("FRANCE", "ITALY", building=("ITALY",))) == "WAIVE ITALY"


def test_a_waived_build_of_somebody_else_is_refused():
    with pytest.raises(OrderSyntaxError) as refused:
        read_line("WAIVE TURKEY", adjustments("FRANCE", "ITALY"))
    assert refused.value.code == "wrong-power"
    assert "Turkey" in refused.value.message and "France and Italy" in refused.value.message
    assert "la Turquie" in refused.value.message_fr


def test_a_sheet_with_headings_blank_lines_and_several_orders_on_a_line():
    text = "FRANCE:\n\nA Par - Bur; F Bre-MAO\nA Mar - Spa,\n\nAllemagne\u00a0:\n  A Mun H  \n"
    reading = read_text(text, movement("FRANCE", "GERMANY"))
    assert reading.lines == ["A PAR - BUR", "F BRE - MAO", "A MAR - SPA", "A MUN H"]
    assert [read.line for read in reading.orders] == [3, 3, 4, 7]
    assert [read.text for read in reading.orders] == ["A Par - Bur", "F Bre-MAO", "A Mar - Spa", "A Mun H"]
    assert reading.problems == ()


def test_a_heading_of_builds_speaks_for_the_lines_below():
    reading = read_text("Construit :\nA Par\nF Bre\nRetire :\nA Mar", adjustments("FRANCE"))
    assert reading.lines == ["A PAR B", "F BRE B", "A MAR D"]


def test_unreadable_lines_stay_out_and_are_told_one_by_one():
    reading = read_text("A Par - Bur\nxyzzy\nA Mar\nF Bre - MAO", movement("FRANCE"))
    assert reading.lines == ["A PAR - BUR", "F BRE - MAO"]
    assert [(problem.line, problem.text, problem.code) for problem in reading.problems] == [
        (2, "xyzzy", "unknown-place"),
        (3, "A Mar", "order-missing"),
    ]


def test_an_order_that_could_mean_two_things_is_refused_with_both_named():
    """RB-3."""
    context = movement("ENGLAND", ENGLAND=["A STP", "F BAR", "F NWG", "F NAO"])
    with pytest.raises(OrderSyntaxError) as refused:
        read_line("A Stp - Liv", context)
    assert refused.value.code == "ambiguous"
    assert "“A St Petersburg → Livonia” or “A St Petersburg → Liverpool”" in refused.value.message
    assert "A STP - LVN or A STP - LVP" in refused.value.message
    assert (
        "« A Saint-Pétersbourg → Livonie » ou « A Saint-Pétersbourg → Liverpool »" in refused.value.message_fr
    )


@pytest.mark.parametrize(
    ("text", "units", "order"),
    [
        ("A Liv H", {"ENGLAND": ["A LVP"], "RUSSIA": ["A LVN"]}, "A LVP H"),  # one of them is the seat's
        ("A Liv - Yor", {"ENGLAND": ["A LVP", "A LVN"]}, "A LVP - YOR"),  # from one of them only
        ("A Pru - Liv", {"ENGLAND": ["A PRU"]}, "A PRU - LVN"),  # no sea leads to the other one
        ("A Wal S A Liv", {"ENGLAND": ["A WAL", "A LVP"]}, "A WAL S A LVP"),
        ("A Edi S Liv - Yor", {"ENGLAND": ["A EDI", "A LVN"], "FRANCE": ["A LVP"]}, "A EDI S A LVP - YOR"),
        ("F Liv S Rus A Liv - Mos", {"ENGLAND": ["F LVP"], "RUSSIA": ["A LVN"]}, "F LVP S A LVN - MOS"),
        ("Nor - Ska", {"ENGLAND": ["F NTH"]}, "F NTH - SKA"),  # "nor" is short for five names
        ("F Golfe - Mar", {"ENGLAND": ["F LYO"]}, "F LYO - MAR"),
    ],
)
def test_the_position_may_leave_one_meaning(text, units, order):
    """RB-3."""
    assert read_line(text, movement("ENGLAND", **units)) == order


def test_two_units_that_share_a_name_keep_an_order_ambiguous():
    with pytest.raises(OrderSyntaxError) as refused:
        read_line("A Liv H", movement("ENGLAND", ENGLAND=["A LVP", "A LVN"]))
    assert refused.value.code == "ambiguous"


def test_a_heading_tells_two_units_apart():
    reading = read_text("Russia: A Liv H", movement("ENGLAND", "RUSSIA", ENGLAND=["A LVP"], RUSSIA=["A LVN"]))
    assert reading.lines == ["A LVN H"]


def test_a_missing_letter_comes_from_the_unit_in_sight():
    context = movement("FRANCE", FRANCE=["F BRE"], GERMANY=["F KIE"])
    assert read_line("Bre S Kie - Hol", context) == "F BRE S F KIE - HOL"


def test_a_missing_letter_comes_from_the_place_where_only_one_kind_can_be():
    context = movement("FRANCE", FRANCE=["A BUR"])
    assert read_line("Bur S Mun - Ruh", context) == "A BUR S A MUN - RUH"
    assert read_line("Bur S Mar - Lyo", context) == "A BUR S F MAR - LYO"


def test_a_missing_letter_that_nobody_knows_is_asked_for():
    with pytest.raises(OrderSyntaxError) as refused:
        read_line("A Bur S Bel", movement("FRANCE", FRANCE=["A BUR"]))
    assert refused.value.code == "no-unit"
    assert "Belgium" in refused.value.message and "Belgique" in refused.value.message_fr


def test_a_letter_that_is_written_stays_though_another_unit_stands_there():
    """Whether such an order may be given is not the reader's to say."""
    assert read_line("F Par H", movement("FRANCE")) == "F PAR H"


def test_an_army_has_no_coast_where_it_stands():
    assert read_line("A Stp/nc - Nwy", movement("RUSSIA", RUSSIA=["A STP"])) == "A STP - NWY"


def test_a_coast_of_a_place_that_has_none_can_mean_only_the_place():
    assert read_line("F Lon/nc - Nth", movement("ENGLAND")) == "F LON - NTH"


PROBLEMS = {
    "A Par - Burgandy": (
        "unknown-place",
        "“Burgandy” is not a place on this board. Did you mean Burgundy?",
        "« Burgandy » n’est pas un lieu de la carte. Vouliez-vous dire Bourgogne ?",
    ),
    "A Par -": ("place-missing", "A place was expected at the end", "Un lieu manque à la fin"),
    "A Par S": ("place-missing", "A place was expected at the end", "Un lieu manque à la fin"),
    "A Mar C A Par": ("place-missing", "A place was expected", "Un lieu manque"),
    "A Par": ("order-missing", "The unit has no order", "L’unité n’a pas d’ordre"),
    "A Par - Bur A Mar - Spa": ("unexpected", "“A” was not expected here", "« A » n’était pas attendu ici"),
    "A Par - Bur?": ("unexpected", "“?” was not expected here", "« ? » n’était pas attendu"),
    "build A Par": ("wrong-phase", "this phase has no such orders", "cette phase n’a pas de tels ordres"),
    "WAIVE": ("wrong-phase", "this phase has no such orders", "cette phase n’a pas de tels ordres"),
    "A Par R Bur": ("wrong-phase", "this phase has no such orders", "cette phase n’a pas de tels ordres"),
    "F Mar - Spa/ec": ("unexpected", "“ec” was not expected", "« ec » n’était pas attendu"),
}


@pytest.mark.parametrize("text", PROBLEMS)
def test_a_problem_says_where_what_and_how_to_put_it_right(text):
    code, english, french = PROBLEMS[text]
    (problem,) = read_text(f"A Mar H\n{text}", movement("FRANCE")).problems
    assert (problem.line, problem.text, problem.code) == (2, text, code)
    assert problem.message.startswith("Line 2: ") and english in problem.message
    assert problem.message_fr.startswith("Ligne 2 : ") and french in problem.message_fr


def test_every_name_and_abbreviation_of_the_board_is_read():
    """Each name, id, alias and abbreviation, in both languages."""
    for province in BOARD.provinces.values():
        names = (province.id, province.id.lower(), province.name, province.name_fr, province.name_fr.upper())
        for name in (*names, *province.aliases, *province.aliases_fr, *province.abbreviations_fr):
            unit = BOARD.unit_sites(province.id)[0]
            assert read_line(f"{unit[0]} {name} H", movement("FRANCE", FRANCE=[unit])) == f"{unit} H", name


def test_every_name_of_a_coast_is_read():
    for province in BOARD.provinces.values():
        for coast in province.coasts:
            unit = f"F {coast.id}"
            for name in (coast.id, coast.name, coast.name_fr, *coast.aliases):
                assert read_line(f"F {name} H", movement("FRANCE", FRANCE=[unit])) == f"{unit} H", name


def test_no_name_is_lost_in_noise_and_none_reads_as_two_places():
    words = lexicon(BOARD)
    shared = {name for name, meanings in words.places.meanings.items() if len(meanings) > 1}
    assert shared == {("liv",)}
    for name in words.places.meanings:
        assert name and not set(name) & NOISE
    single = {name[0] for name in words.places.meanings if len(name) == 1}
    for name in words.places.meanings:
        assert not (len(name) == 2 and set(name) <= single), f"{name} reads as a move between two places"


def test_words_fold_to_the_same_whatever_their_accents():
    assert (
        plain("L’Océan Atlantique Nord") == plain("OCEAN ATLANTIQUE NORD") == ("ocean", "atlantique", "nord")
    )
    assert plain("E\u0301dimbourg") == plain("Édimbourg") == ("edimbourg",)


def test_the_empty_sheet_is_an_answer_without_lines():
    for text in ("", "   \n\n", "FRANCE:\n", ";;;,", "\x00\n"):
        reading = read_text(text, movement("FRANCE"))
        assert reading.lines == []


def test_too_much_is_cut_off_with_a_problem():
    context = movement("FRANCE")
    (problem,) = read_text("A Par - Bur" + " x" * LONGEST_ORDER, context).problems
    assert problem.code == "line-too-long" and len(problem.text) <= LONGEST_ORDER + 1
    reading = read_text("A Par H\n" * (MOST_ORDERS + 5), context)
    assert len(reading.lines) == MOST_ORDERS
    assert [problem.code for problem in reading.problems] == ["too-many-lines"]
    reading = read_text("A Par H" + " " * LONGEST_TEXT + "\nA Mar H", context)
    assert [problem.code for problem in reading.problems][-1] == "text-too-long"


HOSTILE = [
    "to " * 6_600,
    "- " * 10_000,
    "mer " * 5_000,
    ("mer " * 48 + ";") * 100,
    ("a mer s a mer - mer;") * 1_000,
    ("nor s nor nor;") * 1_400,
    ". " * 10_000,
    ": " * 10_000,
    "a: " * 6_000,
    ("a mun s " * 24 + "\n") * 100,
    "(((((" * 4_000,
    "\u0301" * 20_000,
    "parparpar" * 2_000,
    ("albaalba " * 22 + "\n") * 100,
    "x" * 1_000_000,
    "\n" * 1_000_000,
]


MOST_CALLS = 8_000_000
"""Function calls for one text, no matter who wrote it: about a second's. Counted, so that no clock decides.
"""


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_costs_no_more_than_reading_it(text):
    calls = 0

    def count(frame, event, argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        reading = read_text(text, movement())
    finally:
        sys.setprofile(before)
    assert calls < MOST_CALLS
    for problem in reading.problems:
        assert problem.message and problem.message_fr
