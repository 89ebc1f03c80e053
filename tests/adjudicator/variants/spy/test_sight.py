"""Fog (SPY-1 to SPY-7): each seat's own side and territory, dated reports in the record, all at the end."""

import pytest

import adjudicator
from adjudicator import records
from adjudicator.board import standard
from adjudicator.canonical import dumps
from tests.adjudicator.variants.spy.scenes import POWERS, resolve, scene, seen

START = adjudicator.start("spy")["position"]


def test_a_seat_sees_its_own_side_and_who_stands_in_its_territory():
    """SPY-1 to SPY-3: even in provinces that are lost; never others' spies."""
    position = scene(
        "S1902M",
        units={"FRANCE": ["A SPA"], "GERMANY": ["A PAR", "A MUN"], "ENGLAND": ["F BRE", "F ENG"]},
        centres={"FRANCE": ["SPA"], "GERMANY": ["MUN", "PAR"]},
        spies={"FRANCE": ["MUN"], "GERMANY": ["PAR"]},
    )
    assert adjudicator.view("spy", {}, position, "FRANCE")["position"] == {
        "phase": "S1902M",
        "units": {"FRANCE": ["A SPA"], "GERMANY": ["A PAR"], "ENGLAND": ["F BRE"]},
        "centres": {"FRANCE": ["SPA"]},
        "spies": {"FRANCE": [{"at": "MUN"}]},
        "dislodged": {},
        "contested": [],
        "disorder": [],
        "outcome": None,
    }
    public = adjudicator.view("spy", {}, position, None)["position"]
    assert not any(public[key] for key in ("units", "centres", "spies"))


@pytest.mark.parametrize("seat", [None, *POWERS])
def test_what_is_withheld_depends_on_nothing(seat):
    """ENGINE: `unknown` depends on variant and seat alone."""
    other = scene("F1905R", outcome={"how": "RB-12", "winners": ["FRANCE"]})
    assert (
        adjudicator.view("spy", {}, START, seat)["unknown"]
        == adjudicator.view("spy", {}, other, seat)["unknown"]
    )


def twin(position, seat):
    """A world that looks the same to `seat`: everything that it cannot see is gone or elsewhere."""
    territory = set(standard().powers[seat].territory)
    others = [power for power in POWERS if power != seat]
    units = {seat: position["units"].get(seat, [])}
    for power in others:
        units[power] = [unit for unit in position["units"].get(power, []) if unit[2:5] in territory]
    taken = {unit[2:5] for those in units.values() for unit in those}
    for unit in ("A SYR", "A NAF", "F IRI", "A FIN", "F BLA"):
        if unit[2:5] not in taken | territory:
            units[others[0]].append(unit)
    return position | {
        "units": units,
        "centres": {seat: position["centres"].get(seat, []), others[1]: ["TUN"]},
        "spies": {seat: position["spies"].get(seat, []), others[2]: [{"at": "SWI"}, {"at": "PAR"}]},
        "contested": ["GAL"],
    }


TEXT = {
    "M": "A Par - Bur\nA Mun S A Ber\nF Lon - Nth\nA Ven S A Tri - Tyr\nwhat\nE Par - Bur\nA Vie S F Syr",
    "E": "E Par - Bur (Rus)\nE Mun H\nF Nth C Fra E Lon - Bel\nE Lon - Eng\nE War - Swi\nfoo",
    "R": "A Par R Bur\nA Mun D",
    "A": "A Par B\nE Par B\nE Mun D\nA Ber D\nF Lon B\nE Lon B",
}


@pytest.mark.parametrize("seat", POWERS)
@pytest.mark.parametrize("phase", ["S1901M", "F1901E", "F1901R", "W1901A"])
def test_worlds_that_look_the_same_give_the_same_bytes(seat, phase):
    """SPY-7: view, options, problems, and what comes of the seat's own orders."""
    position = START | {"phase": phase}
    position["units"] = position["units"] | {
        "ENGLAND": ["A PAR", "F NTH", "F LON"],
        "FRANCE": ["A BUR", "A MUN"],
        "GERMANY": ["A BER", "F KIE"],
    }
    said = []
    for world in (position, twin(position, seat)):
        read = adjudicator.read("spy", {}, world, seat, text=TEXT[phase[5]], language="fr")
        lines = TEXT[phase[5]].splitlines()
        turn = resolve(world, **{power: [] for power in POWERS} | {seat: lines})
        tell = [each for each in seen(turn, seat)["results"] if each["verdict"] == "void"]
        said.append(
            dumps(
                [
                    adjudicator.view("spy", {}, world, seat),
                    adjudicator.options("spy", {}, world, seat),
                    read,
                    tell,
                    adjudicator.due("spy", {}, world)["due"][seat],
                ]
            )
        )
    assert said[0] == said[1]


def test_news_and_answers_of_others_are_withheld():
    """SPY-7: reports, disorder and orders are each seat's own; the public is told of nothing."""
    turn = adjudicator.resolve("spy", {}, START | {"phase": "S1901R"}, {"ITALY": []}) | {
        "answers": {"ITALY": [], "FRANCE": ["A PAR D"]}
    }
    for seat in POWERS:
        told = seen(turn, seat)
        assert {item["seat"] for item in told["news"]} == {seat}
        assert set(told["answers"]) <= {seat}
    public = seen(turn, None)
    assert (public["news"], public["results"], public["answers"], public["later"]) == ([], [], {}, {})


def test_silence_is_told_to_the_silent_alone():
    """SPY-7, RB-14."""
    turn = resolve(START, **{power: [] for power in POWERS if power != "ITALY"})
    assert [item["kind"] for item in seen(turn, "ITALY")["news"]] == ["disorder"]
    assert seen(turn, "FRANCE")["news"] == []


def played(settings):
    """A record of a first season, then the game agreed to be over."""
    record = records.begin(variant="spy", settings=settings, start=START)
    position = START
    for _ in range(3):
        answers = {power: [] for power in POWERS}
        turn = adjudicator.resolve("spy", settings, position, answers)
        record = records.add_turn(record, turn, answers=answers)
        position = turn["position"]
    agreed = {"how": "draw", "by": list(POWERS)}
    over = adjudicator.resolve("spy", settings, position, agreed=agreed)
    return record, records.add_turn(record, over, agreed=agreed)


def test_the_start_is_known_to_all_and_reports_stay_readable():
    """SPY-5."""
    going, _ = played({})
    for seat in (None, "FRANCE"):
        assert adjudicator.view("spy", {}, seat=seat, record=going)["record"]["start"] == START
    turns = adjudicator.view("spy", {}, seat="FRANCE", record=going)["record"]["turns"]
    (report,) = [item for turn in turns for item in turn["news"] if item["kind"] == "report"]
    assert (report["seat"], report["phase"]) == ("FRANCE", "S1901")
    assert "RUSSIA" not in turns[0]["position"]["units"]


def test_at_the_end_the_whole_record_opens():
    """SPY-6: positions, orders, spies, reports; for everyone."""
    _, over = played({})
    for seat in (None, "FRANCE"):
        assert adjudicator.view("spy", {}, seat=seat, record=over) == {"record": over, "unknown": []}


def test_the_end_may_be_revealed_on_a_later_day():
    """SPY-6: until then nothing but the outcome; after that day the caller asks without the setting."""
    settings = {"reveal_at": "2030-08-01"}
    _, over = played(settings)
    seen = adjudicator.view("spy", settings, seat="FRANCE", record=over)
    assert "units" in seen["unknown"]
    veiled = seen["record"]
    assert veiled["turns"][-1]["outcome"]["how"] == "RB-12"
    assert "agreed" not in veiled["turns"][-1]
    assert all(set(turn["position"]["spies"]) <= {"FRANCE"} for turn in veiled["turns"])
    assert adjudicator.view("spy", {}, seat="FRANCE", record=over)["record"]["turns"] == over["turns"]


@pytest.mark.parametrize("value", ["soon", "2030-13-01", 2030, ["2030-08-01"]])
def test_the_day_is_a_day(value):
    with pytest.raises(adjudicator.AdjudicatorError) as error:
        adjudicator.start("spy", {"reveal_at": value})
    assert error.value.code == "bad-setting"


@pytest.mark.parametrize(
    "wrong",
    [
        *([], {"SPAIN": []}, {"FRANCE": "PAR"}, {"FRANCE": ["PAR"]}, {"FRANCE": [{"at": "XXX"}]}),
        *({"FRANCE": [{"at": "PAR", "aboard_dislodged": True}]}, {"FRANCE": [{"at": "PAR", "x": 1}]}),
        {"FRANCE": [{"at": "NTH", "aboard_dislodged": 1}]},
    ],
)
def test_spies_that_cannot_be(wrong):
    with pytest.raises(adjudicator.AdjudicatorError) as error:
        adjudicator.due("spy", {}, START | {"spies": wrong})
    assert error.value.code == "bad-position"
    assert error.value.message != error.value.message_fr


def test_spies_left_out_are_none_and_views_can_be_asked_about_again():
    assert adjudicator.view("spy", {}, {"phase": "S1901M"}, "FRANCE")["position"]["spies"] == {}
    seen_by = adjudicator.view("spy", {}, START, "FRANCE")["position"]
    for question in (adjudicator.view, adjudicator.options):
        assert question("spy", {}, seen_by, "FRANCE") == question("spy", {}, START, "FRANCE")
