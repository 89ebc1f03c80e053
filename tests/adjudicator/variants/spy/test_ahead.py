"""Orders given ahead and what people write about spies (SPY-15, SPY-21, SPY-22)."""

import pytest

import adjudicator
from adjudicator.board import standard
from adjudicator.errors import OrderSyntaxError
from adjudicator.texts import describe
from tests.adjudicator.variants.spy.scenes import POWERS, resolve, scene, seen, spies

START = adjudicator.start("spy")["position"]

ENGLISH = """A Par - Bur; A Mar S A Par - Bur
Espionage:
if A Par moved and F Bre failed: E Par - Bur (Ger)
E Mar - Swi
else if A Par was dislodged: E Par H
otherwise: E Par - Gas
Retreats:
if A Mar was dislodged: A Mar R Spa"""
FRENCH = """A Par - Bur; A Mar S A Par - Bur
Espionnage :
si A Par s'est déplacée et F Bre a échoué : E Par - Bur (All)
E Mar - Suisse
sinon si A Par a été délogée : E Par tient
sinon : E Par - Gas
Retraites :
si A Mar délogée : A Mar R Espagne"""
PLAN = {
    "orders": ["A PAR - BUR", "A MAR S A PAR - BUR"],
    "later": {
        "E": [
            {"if": ["A PAR MOVED", "F BRE FAILED"], "orders": ["E PAR - BUR (GER)", "E MAR - SWI"]},
            {"if": ["A PAR DISLODGED"], "orders": ["E PAR H"]},
            {"orders": ["E PAR - GAS"]},
        ],
        "R": [{"if": ["A MAR DISLODGED"], "orders": ["A MAR R SPA"]}],
    },
}


@pytest.mark.parametrize("text", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_conditional_orders_are_read_in_both_languages(text):
    """SPY-21."""
    read = adjudicator.read("spy", {}, START, "FRANCE", text=text)
    assert read == {"answer": PLAN, "problems": []}
    assert adjudicator.read("spy", {}, START, "FRANCE", answer=PLAN) == read


def test_the_turn_returns_what_still_holds_and_the_first_is_used():
    """SPY-21: alternatives are tried in turn; what the movement settles is settled."""
    units = {"FRANCE": ["A PAR", "A MAR", "F BRE"], "ENGLAND": ["F MAO"]}
    position = scene("S1901M", units=units, spies={"FRANCE": ["PAR", "MAR"]})
    plan = PLAN | {"orders": [*PLAN["orders"], "F BRE - MAO"]}
    turn = resolve(position, FRANCE=plan, ENGLAND=[])
    assert turn["later"] == {"FRANCE": {"E": [{"orders": ["E PAR - BUR (GER)", "E MAR - SWI"]}]}}
    used = resolve(turn["position"], FRANCE={"later": turn["later"]["FRANCE"]})
    assert spies(used) == {"FRANCE": ["BUR", "SWI"]}
    stood = resolve(position, FRANCE=plan | {"orders": []}, ENGLAND=[])
    assert stood["later"] == {"FRANCE": {"E": [{"orders": ["E PAR - GAS"]}]}}


def test_a_later_explicit_order_replaces_what_was_given_ahead():
    """SPY-21."""
    position = scene("S1901E", spies={"FRANCE": ["PAR"]})
    ahead = {"later": {"E": [{"orders": ["E PAR - BUR"]}]}}
    assert spies(resolve(position, FRANCE=ahead)) == {"FRANCE": ["BUR"]}
    assert spies(resolve(position, FRANCE=ahead | {"orders": []})) == {"FRANCE": ["PAR"]}
    assert spies(resolve(position, FRANCE=["E PAR - PIC"])) == {"FRANCE": ["PIC"]}


CONDITIONS = [
    ("A PAR MOVED", ["A PAR - GAS"], [], True),
    ("A PAR MOVED", ["A PAR H"], [], False),
    ("A PAR FAILED", ["A PAR - BUR"], ["A MUN - BUR"], True),
    ("A PAR FAILED", ["A PAR - BUR"], [], False),
    ("A MAR DISLODGED", [], ["A PIE - MAR", "A SPA S A PIE - MAR"], True),
    ("A MAR DISLODGED", [], ["A PIE - MAR"], False),
    ("A MAR CUT", ["A MAR S A PAR - GAS", "A PAR - GAS"], ["A PIE - MAR"], True),
    ("A MAR CUT", ["A MAR S A PAR - GAS", "A PAR - GAS"], [], False),
    ("A MAR DESTROYED", [], ["A PIE - MAR", "A SPA S A PIE - MAR"], False),
    ("A BUR SEEN", [], ["A MUN - BUR"], True),
    ("A BUR SEEN", [], [], False),
    ("A MUN SEEN", [], [], False),
]


@pytest.mark.parametrize(("condition", "french", "german", "holds"), CONDITIONS)
def test_each_condition_hangs_on_what_the_seat_is_told(condition, french, german, holds):
    """SPY-21: moved, failed, dislodged, cut, destroyed, seen."""
    units = {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A MUN", "A PIE", "A SPA"]}
    position = scene("S1901M", units=units, spies={"FRANCE": ["PAR"]})
    plan = {"orders": french, "later": {"E": [{"if": [condition], "orders": ["E PAR H"]}]}}
    turn = resolve(position, FRANCE=plan, GERMANY=german)
    assert bool(turn["later"]) is holds
    assert seen(turn, "GERMANY")["later"] == {}
    assert seen(turn, "FRANCE")["later"] == turn["later"]


def test_what_only_a_later_phase_settles_waits_for_it():
    """SPY-21: a spy's loss is known after the espionage, a retreat's after the retreats."""
    position = scene(
        "F1901M",
        units={"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
        spies={"FRANCE": ["PAR"], "GERMANY": ["BUR"]},
        centres={"FRANCE": ["PAR"]},
    )
    later = {
        "E": [{"orders": ["E PAR - BUR"]}],
        "A": [{"if": ["E PAR LOST", "A PAR MOVED"], "orders": ["E PAR B"]}, {"orders": []}],
    }
    moves = resolve(position, FRANCE={"orders": ["A PAR - GAS"], "later": later}, GERMANY=[])
    assert moves["later"]["FRANCE"]["A"] == [{"if": ["E PAR LOST"], "orders": ["E PAR B"]}, {"orders": []}]
    killed = resolve(moves["position"], FRANCE={"later": moves["later"]["FRANCE"]}, GERMANY=["E BUR H (FRA)"])
    assert killed["later"] == {"FRANCE": {"A": [{"orders": ["E PAR B"]}]}}
    retreats = resolve(killed["position"], FRANCE={"later": killed["later"]["FRANCE"]}, GERMANY=[])
    winter = resolve(retreats["position"], FRANCE={"later": retreats["later"]["FRANCE"]}, GERMANY=[])
    assert spies(winter)["FRANCE"] == ["PAR"]


def test_what_was_given_ahead_ends_with_the_season():
    """SPY-21."""
    turn = resolve(scene("S1901R"), FRANCE={"orders": [], "later": {"A": [{"orders": ["E PAR B"]}]}})
    assert turn["later"] == {}
    read = adjudicator.read(
        "spy", {}, START, "FRANCE", answer={"orders": [], "later": {"A": [{"orders": ["E PAR B"]}]}}
    )
    assert read["answer"] == []
    assert [each["code"] for each in read["problems"]] == ["not-ahead"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Espionage:\nif the moon is full: E Par H", "unread-condition"),
        ("Espionage:\nif A Ber seen: E Par H", "idle-condition"),
        ("Espionage:\nif A Ber moved: E Par H", "idle-condition"),
        ("Espionage:\nE Par H\nif A Par moved: E Par - Bur", "never-used"),
        ("Espionage:\nE Par - Xyz", "unknown-place"),
        ("Espionage:\nif: E Par - Gas", "unread-condition"),
        ("Espionage:\nif : E Par - Gas", "unread-condition"),
        ("Espionnage :\nsi A Par délogée et : E Par - Gas", "unread-condition"),
        ("Espionage:\nif and A Par moved: E Par - Gas", "unread-condition"),
        ("Adjustments:\nE Par B", "not-ahead"),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_cannot_be_given_ahead_is_named(text, code, language):
    read = adjudicator.read("spy", {}, START, "FRANCE", text=text, language=language)
    assert [each["code"] for each in read["problems"]] == [code]
    assert read["problems"][0]["message"]


@pytest.mark.parametrize("pace", ["season", "phase"])
def test_both_paces_are_played_phase_by_phase(pace):
    """SPY-22: by season the later phases use what was given ahead; no phase is skipped in either."""
    position = adjudicator.start("spy", {"pace": pace})["position"]
    turn = resolve(position, {"pace": pace}, **{power: [] for power in POWERS})
    assert turn["position"]["phase"] == "S1901E"
    assert adjudicator.VARIANTS["spy"]["settings"]["pace"] == "season"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        *(("E Mun - Sil (Rus)", "E MUN - SIL (RUS)"), ("e mun-sil rus", "E MUN - SIL (RUS)")),
        ("espion Munich → Silésie, tue les Russes", "E MUN - SIL"),
        ("espion de Munich vers Silésie tue les Russes", "E MUN - SIL (RUS)"),
        ("spy Munich to Silesia kills Russian spies", "E MUN - SIL (RUS)"),
        *(
            ("E Mun tient (Rus)", "E MUN H (RUS)"),
            ("E Mun (Rus)", "E MUN H (RUS)"),
            ("Mun - Boh", "E MUN - BOH"),
        ),
        *(("E Mun - Suisse", "E MUN - SWI"), ("E Kie - Swe par convoi", "E KIE - SWE VIA")),
        ("F Bal C Fra E Kie - Swe", "F BAL C FRANCE E KIE - SWE"),
        ("Flotte Baltique convoie espion français Kiel - Suède", "F BAL C FRANCE E KIE - SWE"),
        ("F Bal C French spy Kie - Swe", "F BAL C FRANCE E KIE - SWE"),
    ],
)
def test_what_people_write_about_spies(text, line):
    """SPY-15, as the source writes it and in full words; a comma parts orders as it does everywhere."""
    position = scene("S1901E", units={"GERMANY": ["F BAL"]}, spies={"GERMANY": ["MUN", "KIE"]})
    read = adjudicator.read("spy", {}, position, "GERMANY", text=text)
    assert read["answer"][0] == line


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "line",
    [
        *(
            "E MUN - SIL (RUS)",
            "E MUN H",
            "E MUN - SWI",
            "E KIE - SWE VIA (AUS)",
            "F BAL C FRANCE E KIE - SWE",
        ),
        *("E MUN H (ENG)", "E KIE - BAL", "F BAL C GERMANY E KIE - SWE"),
    ],
)
def test_what_is_described_reads_back(line, language):
    position = scene("S1901E", units={"GERMANY": ["F BAL"]}, spies={"GERMANY": ["MUN", "KIE"]})
    read = adjudicator.read("spy", {}, position, "GERMANY", text=describe(line, language))
    assert read == {"answer": [line], "problems": []}


def test_winter_lines_read_back():
    winter = scene("W1901A", centres={"GERMANY": ["MUN"]}, spies={"GERMANY": []})
    for language in ("en", "fr"):
        read = adjudicator.read("spy", {}, winter, "GERMANY", text=describe("E MUN B", language))
        assert read == {"answer": ["E MUN B"], "problems": []}
    removal = scene("W1901A", centres={}, spies={"GERMANY": ["MUN"]})
    read = adjudicator.read("spy", {}, removal, "GERMANY", text="Builds: espion Mun dissoute; foo")
    assert read["answer"] == ["E MUN D"]
    assert len(read["problems"]) == 1


@pytest.mark.parametrize(
    "answer", [{}, {"x": []}, {"later": []}, {"later": {"E": {}}}, {"orders": "E PAR H"}, "E", 5]
)
def test_answers_without_the_shape_of_any(answer):
    with pytest.raises(adjudicator.AdjudicatorError) as error:
        resolve(START, FRANCE=answer)
    assert error.value.code == "bad-input"


def test_no_other_text_is_an_order():
    with pytest.raises(OrderSyntaxError):
        describe("E MUN - XXX", "en")


def test_what_somebody_typed_is_divided_by_phases_and_nothing_of_it_is_lost():
    position = scene("F1901M", units={"FRANCE": ["A PAR"]}, spies={"FRANCE": ["PAR"]})
    ahead = "Retraites :\nsi A Par délogée et E Par perdu : nonsense; A Par R Gas\nsinon : ?"
    text = f"A Par - Bur\nE Par - Bur\n\n{ahead}"
    assert adjudicator.parts("spy", {}, position, text) == {
        "now": [(1, "A Par - Bur")],
        "later": {
            "E": [{"if": [], "orders": ["E Par - Bur"]}],
            "R": [
                {"if": ["A Par délogée", "E Par perdu"], "orders": ["nonsense", "A Par R Gas"]},
                {"if": [], "orders": ["?"]},
            ],
        },
    }
    assert adjudicator.parts("standard", {}, adjudicator.start("standard")["position"], text) is None


@pytest.mark.parametrize("province", sorted(standard().provinces))
def test_a_condition_reads_back_wherever_its_piece_stands(province):
    """`rom` is short for Rumania too, but the code of a province means that province."""
    spies = {"ITALY": [province]}
    position = scene("S1901M", units={"ITALY": [standard().unit_sites(province)[0]]}, spies=spies)
    unit = standard().unit_sites(province)[0][:5]
    wanted = [f"{unit} DISLODGED", f"E {province} LOST"]
    for said in (wanted, [f"{unit[0]} {province.title()} was dislodged", f"E {province.title()} was lost"]):
        text = f"Retreats:\nif {said[0]} and {said[1]}: {unit} D"
        read = adjudicator.read("spy", {}, position, "ITALY", text=text)
        assert read["answer"]["later"]["R"][0]["if"] == wanted
        assert read["problems"] == []


def test_who_has_no_units_may_still_order_the_rest_of_the_season():
    """SPY-21: a spy or a centre is enough to be asked in a movement phase."""
    position = scene(
        "F1901M", units={"FRANCE": ["A PAR"]}, spies={"ITALY": ["ROM"]}, centres={"TURKEY": ["CON"]}
    )
    due = adjudicator.due("spy", {}, position)["due"]
    assert {seat: owed["powers"] for seat, owed in due.items() if owed["powers"]} == {
        "FRANCE": ["FRANCE"],
        "ITALY": ["ITALY"],
        "TURKEY": ["TURKEY"],
    }
    assert due["ITALY"]["ahead"] == ["F1901E", "F1901R", "W1901A"]


@pytest.mark.parametrize(
    ("pace", "phase", "asked"),
    [
        ("season", "S1902M", ["FRANCE"]),
        ("season", "F1902M", ["FRANCE", "ITALY"]),
        ("phase", "S1902M", []),
        ("phase", "F1902M", []),
        ("phase", "F1902E", ["FRANCE"]),
        ("phase", "W1902A", ["FRANCE", "ITALY"]),
    ],
)
def test_who_has_no_unit_is_asked_for_what_is_to_come_where_one_deadline_is_for_all_of_it(pace, phase, asked):
    """SPY-22: France has a spy alone, Italy a centre; where each phase has its time, each asks by itself."""
    position = scene(phase, spies={"FRANCE": ["PAR"]}, centres={"ITALY": ["ROM"]})
    due = adjudicator.due("spy", {"pace": pace}, position)["due"]
    assert sorted(due) == sorted(POWERS)
    assert [seat for seat in POWERS if due[seat]["powers"]] == asked


GERMANY = scene(
    "S1901M",
    units={"GERMANY": ["A MUN", "F HEL", "F STP/SC"], "FRANCE": ["A BUR"], "ITALY": ["A SIL"]},
    spies={"GERMANY": ["MUN", "BER", "HEL"], "FRANCE": ["KIE"]},
    centres={"GERMANY": ["MUN", "BER", "KIE"]},
)


def problems(text, position=GERMANY, **given):
    read = adjudicator.read("spy", {}, position, "GERMANY", text=text, language="en", **given)
    return [(each["line"], each["text"], each["code"]) for each in read["problems"]]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("E Mun - Rum", "illegal"),  # out of reach
        ("E Ber - SWI", "illegal"),
        ("E Lon - Yor", "no-unit"),
        ("E Mun H (Ger)", "illegal"),
        ("E Mun - Mun", "illegal"),
        ("F Nwy C Germany E Ber - Swe", "illegal"),  # no sea
        ("F Bla C Germany E Ber - Swe", "no-unit"),  # no fleet gets there in a move
        ("F Hel C Germany E Mun - Swe", "illegal"),
        ("Retreats: A Mun R Par", "illegal"),
        ("Retreats: A Kie R Hol", "no-unit"),
        ("Retreats: A Sil R Boh", "illegal"),  # in sight: its owner is known
        ("Retreats: A Bur R Gas", "no-unit"),  # out of sight: that it stands there must not be told
        ("Retreats: F Stp R Bar", "illegal"),  # from the other coast
        ("Retreats: A Par D", "no-unit"),
    ],
)
def test_what_is_bound_to_fail_is_told_when_it_is_saved(line, code):
    """SPY-21; a spy ashore cannot have moved, and a unit retreats from where it stood."""
    text = line if ":" in line else f"Espionage: {line}"
    heading, _, typed = text.partition(": ")
    assert problems(f"A Mun H\n{heading}:\n{typed}") == [(3, typed, code)]
    assert problems(f"A Mun H\n{heading}:\nif A Mun failed: {typed}") == [(3, typed, code)]


@pytest.mark.parametrize(
    "line",
    [
        "E Mun - SWI (Fra)",
        "E Mun H",
        "E Kie - Ruh",  # the spy in Helgoland Bight may land in Kiel with its fleet
        "E Hol - Bel",
        "E Nth - Edi",
        "F Nth C Germany E Hol - Edi",
        "F Bot C Russia E Stp - Swe",
        "E Ber - Swe via",
        "Retreats: A Mun R Boh",
        "Retreats: F Stp R Bot",
        "Retreats: A Mun D",
    ],
)
def test_what_may_come_off_by_then_is_not_told(line):
    text = line.replace(": ", ":\n") if ":" in line else f"Espionage:\n{line}"
    assert not problems(text)


def test_what_is_told_hangs_on_nothing_that_the_player_may_not_know():
    """SPY-7: the same bytes, wherever others' units and spies are out of sight."""
    text = """A Mun H
Espionage:
E Mun - Rum; E Kie - Hol; F Nth C France E Bel - Edi
Retreats:
A Bur R Gas; A Par D"""
    worlds = [
        scene(
            "S1901M",
            units={"GERMANY": GERMANY["units"]["GERMANY"], **others},
            spies={"GERMANY": ["MUN", "BER", "HEL"], **agents},
            centres={"GERMANY": ["MUN", "BER", "KIE"]},
        )
        for others, agents in (
            ({"FRANCE": ["A BUR", "A PAR"], "ENGLAND": ["F NTH"]}, {"FRANCE": ["BEL", "KIE"]}),
            ({}, {}),
        )
    ]
    one, two = (adjudicator.read("spy", {}, world, "GERMANY", text=text, language="en") for world in worlds)
    assert one == two and len(one["problems"]) == 3


def test_a_winter_order_for_no_home_centre_is_told_in_autumn():
    autumn = GERMANY | {"phase": "F1901M"}
    text = "Adjustments:\nE Lon B\nA Par B\nE Kie B\nA Ber B"
    assert [(line, code) for line, _, code in problems(text, autumn)] == [(2, "not-home"), (3, "not-home")]


def test_in_the_espionage_it_is_known_who_was_dislodged():
    position = scene(
        "S1901E",
        units={"GERMANY": ["A BER"], "FRANCE": ["A MUN"]},
        spies={"GERMANY": ["BER"]},
        dislodged={"GERMANY": [{"unit": "A MUN", "from": "BUR", "by_convoy": False}]},
    )
    assert problems("E Ber H\nRetreats:\nA Mun R Boh\nA Ber R Sil", position) == [
        (4, "A Ber R Sil", "illegal")
    ]


def test_every_dead_line_is_named_and_hides_no_other_problem():
    text = """A Mun H
Espionage:
E Ber - Pru
if A Mun flies: E Mun H
if A Mun moved: E Mun - Rum"""
    assert problems(text) == [
        (4, "A Mun flies", "unread-condition"),
        (4, "E Mun H", "never-used"),
        (5, "E Mun - Rum", "illegal"),
        (5, "E Mun - Rum", "never-used"),
    ]
    read = adjudicator.read("spy", {}, GERMANY, "GERMANY", text=text, language="en")
    dead = read["problems"][1]["message"]
    assert dead.startswith("Line 4: ") and "line 3" in dead and "all orders into each case" in dead
    assert read["answer"]["later"] == {"E": [{"orders": ["E BER - PRU"]}]}


@pytest.mark.parametrize("text", ["if: E Mun - Tyr", "if A Mun moved and: E Mun - Tyr"])
def test_a_condition_that_is_missing_never_holds(text):
    """SPY-21: nothing that hangs on something is ordered as if it hung on nothing."""
    read = adjudicator.read("spy", {}, GERMANY, "GERMANY", text=f"A Mun - Tyr\nEspionage:\n{text}")
    (alternative,) = read["answer"]["later"]["E"]
    assert "?" in alternative["if"]
    assert adjudicator.read("spy", {}, GERMANY, "GERMANY", answer=read["answer"])["answer"] == read["answer"]
    turn = resolve(GERMANY, GERMANY=read["answer"], FRANCE=[], ITALY=[])
    assert not turn["later"]
