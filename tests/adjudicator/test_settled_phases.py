"""Phases with one possible answer: the phase before does it by rule, and they are never opened."""

import copy
from random import Random

import pytest

import adjudicator
from adjudicator import records
from adjudicator.canonical import dumps
from adjudicator.errors import AdjudicatorError
from adjudicator.variants import course
from adjudicator.variants.tables import checked_position, table_for
from games.bots import play, random_bot
from tests.adjudicator.tables import POWERS, intimate, news
from tests.adjudicator.variants.standard.scenes import position as at_table

LOTS = "c3" * 32
AT_HOME = {"RUSSIA": ["A MOS"], "TURKEY": ["A CON"]}
OWNED = {"RUSSIA": ["MOS"], "TURKEY": ["CON"]}


def classic(phase, units, centres, **more):
    """A position of the standard game in which Russia and Turkey have what they own, beside others."""
    return {"phase": phase, "units": AT_HOME | units, "centres": OWNED | centres, **more}


def everybody(**answers):
    """An empty answer for every power but those with an answer of their own."""
    return {power: [] for power in POWERS} | answers


TAKEN = everybody(GERMANY=["A BUR - PAR"])


def resolve(variant, position, answers, given=None):
    return adjudicator.resolve(variant, given or {}, position, answers, lots=LOTS)


def before_skips(variant, position, answers, given=None):
    """The turn as releases made it that opened every phase in which someone owed an answer."""
    table = table_for(variant, given or {})
    value = checked_position(table, position)
    step = course.resolve(table, value, answers, adjudicator.lots.Lots(LOTS), opens_all=True)
    return {
        "position": step.position.to_json(),
        "results": [result.to_json() for result in step.results],
        "news": [dict(item) for item in step.news],
        "outcome": step.position.outcome,
    }


def by_rule(turn):
    return [(each["order"], each["clause"]) for each in turn["results"] if each.get("by_rule")]


class TestRemovals:
    """All the units of a power that owns nothing must go (RB-11)."""

    def autumn(self, french=("PAR",), german=(), german_units=("A BUR",)):
        """Germany is about to take Paris from France, which has two units."""
        units = {"FRANCE": ["A GAS", "F ENG"], "GERMANY": [*german_units]}
        return classic("F1903M", units, {"FRANCE": [*french], "GERMANY": [*german]})

    def test_they_go_in_the_turn_before_by_rule_with_its_clause(self):
        turn = resolve("standard", self.autumn(), TAKEN)
        assert turn["position"]["phase"] == "S1904M"
        assert "FRANCE" not in turn["position"]["units"]
        assert turn["position"]["centres"]["GERMANY"] == ["PAR"]
        assert by_rule(turn) == [("F ENG D", "RB-15"), ("A GAS D", "RB-15")]
        assert [item["kind"] for item in turn["news"]] == ["ownership", "elimination"]
        assert not news(turn, "disorder"), "nobody was asked, so nobody was silent"

    def test_removals_by_rule_are_told_in_words(self):
        turn = adjudicator.resolve("standard", {}, self.autumn(), TAKEN, language="en")
        gone = [each for each in turn["results"] if each.get("by_rule")]
        assert [each["order"] for each in gone] == ["F ENG D", "A GAS D"]
        assert all("RB-15" in each["text"] for each in gone)

    def test_one_of_two_is_a_choice(self):
        turn = resolve("standard", self.autumn(french=["PAR", "BRE"]), TAKEN)
        assert turn["position"]["phase"] == "W1903A"
        assert not by_rule(turn)
        due = adjudicator.due("standard", {}, turn["position"])["due"]
        assert due["FRANCE"]["removals"] == {"FRANCE": 1}

    def test_while_somebody_else_has_a_choice_the_phase_is_open_for_them_alone(self):
        turn = resolve("standard", self.autumn(german=["MUN"]), TAKEN)
        assert (turn["position"]["phase"], by_rule(turn)) == ("W1903A", [])
        due = adjudicator.due("standard", {}, turn["position"])["due"]
        assert {seat: owed["builds"] for seat, owed in due.items()} == {"GERMANY": {"GERMANY": 1}}

    def test_a_short_game_ends_in_the_turn_that_skipped_its_last_winter(self):
        before = self.autumn(german=["MUN"], german_units=["A BUR", "A RUH"])
        turn = resolve("standard", before, TAKEN, {"last_year": 1903})
        assert turn["outcome"] == {"how": "RB-13", "winners": ["GERMANY"]}
        assert turn["position"]["phase"] == "W1903A"
        assert news(turn, "victory")[0]["units"]["FRANCE"] == 0

    def test_a_seat_with_several_powers_has_a_choice_where_one_of_them_has(self):
        """RB-18: Austria and France are one player's."""
        position = at_table(
            4,
            "F1903M",
            units={"FRANCE": ["A GAS"], "AUSTRIA": ["A VIE"], "GERMANY": ["A BUR"]},
            centres={"FRANCE": ["PAR"], "AUSTRIA": ["VIE"], "GERMANY": []},
        )
        answers = {"1": [], "2": [], "3": ["A BUR - PAR"], "4": []}
        turn = resolve("standard", position, answers, {"players": 4})
        assert (turn["position"]["phase"], by_rule(turn)) == ("S1904M", [("A GAS D", "RB-15")])
        position["centres"]["AUSTRIA"] = ["VIE", "BUD"]
        turn = resolve("standard", position, answers, {"players": 4})
        assert turn["position"]["phase"] == "W1903A"


class TestBuilds:
    """Builds may be waived, but for those of mercenaries (ID-12)."""

    def autumn(self, german_units, german_centres, **more):
        return intimate(
            "F1903M",
            units={
                "FRANCE": ["A PAR"],
                "TURKEY": ["A CON"],
                "GERMANY": german_units,
                **more.pop("units", {}),
            },
            centres={"FRANCE": ["PAR"], "TURKEY": ["CON"], "GERMANY": german_centres},
            control={"GERMANY": "2"},
            **more,
        )

    def test_a_compulsory_one_in_one_place_is_made_by_rule(self):
        before = self.autumn(["A BER"], ["BER", "MUN"])
        turn = resolve("intimate", before, {"1": [], "2": []})
        assert turn["position"]["phase"] == "S1904B"
        assert turn["position"]["units"]["GERMANY"] == ["A BER", "A MUN"]
        assert by_rule(turn) == [("A MUN B", "ID-12")]
        assert [item["kind"] for item in turn["news"]] == ["income"]

    def test_an_army_or_a_fleet_is_a_choice(self):
        turn = resolve("intimate", self.autumn(["A MUN"], ["BER", "MUN"]), {"1": [], "2": []})
        assert (turn["position"]["phase"], by_rule(turn)) == ("W1903A", [])

    def test_so_is_which_of_two_places(self):
        before = self.autumn(["A BER", "F KIE"], ["BER", "KIE", "MUN"])
        assert resolve("intimate", before, {"1": [], "2": []})["position"]["phase"] == "S1904B"
        austria = intimate(
            "F1903M",
            units={"FRANCE": ["A PAR"], "TURKEY": ["A CON"], "AUSTRIA": ["A TYR", "A GAL"]},
            centres={"FRANCE": ["PAR"], "TURKEY": ["CON"], "AUSTRIA": ["BUD", "VIE", "SER"]},
            control={"AUSTRIA": "1"},
        )
        turn = resolve("intimate", austria, {"1": [], "2": []})
        assert turn["position"]["phase"] == "W1903A", "one build, two places"
        austria["units"]["AUSTRIA"] = ["A TYR"]
        turn = resolve("intimate", austria, {"1": [], "2": []})
        assert by_rule(turn) == [("A BUD B", "ID-12"), ("A VIE B", "ID-12")], "two builds, two places"

    def test_a_home_power_may_waive_its_build(self):
        before = intimate(
            "F1903M",
            units={"FRANCE": [], "TURKEY": ["A CON"]},
            centres={"FRANCE": ["PAR"], "TURKEY": ["CON"]},
        )
        turn = resolve("intimate", before, {"1": [], "2": []})
        assert turn["position"]["phase"] == "W1903A"

    def test_whoever_fell_silent_in_the_phase_before_is_told_of_that_alone(self):
        """The rule builds for them as for anyone: they were not asked."""
        turn = resolve("intimate", self.autumn(["A BER"], ["BER", "MUN"]), {"1": []})
        assert by_rule(turn) == [("A MUN B", "ID-12")]
        assert [item["seat"] for item in news(turn, "disorder")] == ["2"]


def test_a_unit_with_a_single_place_to_go_to_may_be_disbanded_too():
    """RB-9: no retreat is the only possible answer."""
    position = classic(
        "S1903M",
        {"FRANCE": ["A BRE"], "GERMANY": ["A PAR", "A GAS"]},
        {"FRANCE": ["BRE"]},
    )
    turn = resolve("standard", position, everybody(GERMANY=["A PAR - BRE", "A GAS S A PAR - BRE"]))
    (out,) = [each for each in turn["results"] if "dislodged_by" in each]
    assert out["retreats"] == ["PIC"]
    assert turn["position"]["phase"] == "S1903R"


def test_bids_are_a_choice_even_without_credit():
    """They may total more than the treasury (ID-6)."""
    before = intimate(
        "W1903A",
        units={"FRANCE": ["A PAR"], "TURKEY": ["A CON"], "GERMANY": ["A MUN"]},
        centres={"GERMANY": ["MUN"]},
        treasury=(0, 0),
    )
    turn = resolve("intimate", before, {"1": [], "2": []})
    assert turn["position"]["phase"] == "S1904B"
    assert set(adjudicator.due("intimate", {}, turn["position"])["due"]) == {"1", "2"}


def test_in_fog_such_a_winter_is_opened():
    """SPY-7: that it was skipped would tell."""
    before = classic("F1903R", {"FRANCE": ["A GAS"]}, {}) | {"spies": {}}
    turn = resolve("spy", before, {})
    assert (turn["position"]["phase"], by_rule(turn)) == ("W1903A", [])


@pytest.mark.parametrize(
    ("year", "retired", "phase"),
    [(1902, False, "S1903M"), (1903, False, "W1903A"), (1903, True, "S1904M"), (1904, False, "S1905M")],
)
def test_so_is_a_winter_in_which_somebody_may_be_favoured(year, retired, phase):
    """DG-14: that it was not would tell who is not."""
    before = classic(f"F{year}M", {"ITALY": ["A GAS"]}, {})
    before |= {"protected": {"DEVIL": "RUSSIA", "GOD": "TURKEY"}, "divine_retired": retired}
    turn = resolve("devil-and-god", before, everybody())
    assert turn["position"]["phase"] == phase
    assert by_rule(turn) == ([] if phase == "W1903A" else [("A GAS D", "RB-15")])


# A game may stand in such a phase: earlier releases opened it, and asked.


SETTLED = classic("W1903A", {"FRANCE": ["A GAS", "F ENG"]}, {})


@pytest.mark.parametrize("answer", [None, [], ["A GAS D"], ["F ENG D", "A GAS D"], ["A GAS H"]])
@pytest.mark.parametrize("asked", [(), ("FRANCE",)])
def test_one_that_is_open_is_resolved_as_it_was_asked(answer, asked):
    assert adjudicator.due("standard", {}, SETTLED)["due"] == {}
    given = {} if answer is None else {"FRANCE": answer}
    turn = adjudicator.resolve("standard", {}, SETTLED, given, asked=asked)
    assert turn["position"]["phase"] == "S1904M"
    assert "FRANCE" not in turn["position"]["units"]
    is_told = answer is None and bool(asked)
    assert [item["seat"] for item in news(turn, "disorder")] == (["FRANCE"] if is_told else [])
    lines = {each["order"] for each in turn["results"] if not each.get("by_rule")}
    assert lines == ({*answer} if answer and asked else set())


# Records of earlier releases


LOSES_ITS_LAST = classic(
    "F1903M", {"FRANCE": ["A GAS"], "GERMANY": ["A BUR"]}, {"FRANCE": ["PAR"], "GERMANY": []}
)


def old_record(last_year=None):
    """A game of which an earlier release recorded the winter, and two phases after it."""
    given = {"last_year": last_year}
    record = records.begin(variant="standard", settings=given, start=full(LOSES_ITS_LAST), lots=LOTS)
    for answers in (TAKEN, {"FRANCE": ["A GAS D"]}, everybody(), everybody()):
        if records.is_over(record):
            break
        position = (record["turns"] or [{"position": record["start"]}])[-1]["position"]
        turn = before_skips("standard", position, answers, given)
        record = records.add_turn(record, turn, answers=answers, lots=LOTS)
    return record


def full(position):
    """The position with every key that a record's start has."""
    return checked_position(table_for("standard", {}), position).to_json()


def phases(record):
    return [turn["position"]["phase"] for turn in record["turns"]]


def differs(record):
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.replay(record, lots=LOTS)
    assert refusal.value.code == "replay-differs"
    return refusal.value.message


def test_a_record_that_opened_such_a_winter_replays():
    record = old_record()
    assert phases(record) == ["W1903A", "S1904M", "F1904M", "S1905M"]
    assert dumps(adjudicator.replay(record, lots=LOTS)["turns"]) == dumps(record["turns"])


def test_so_does_one_whose_game_ended_in_it():
    """The phase is the same in the turn that skipped it, and in that which opened it."""
    record = old_record(last_year=1903)
    assert phases(record) == ["W1903A", "W1903A"]
    assert records.is_over(record)
    assert dumps(adjudicator.replay(record)["turns"]) == dumps(record["turns"])


def test_so_does_one_in_a_branch_and_one_that_goes_on_without():
    """HR-8: taken back to its autumn and played again by this release."""
    back = records.take_back(old_record(), 0, reason="A fault of the site.")
    turn = resolve("standard", back["start"], TAKEN, {"last_year": None})
    record = records.add_turn(back, turn, answers=TAKEN)
    assert phases(record) == ["S1904M"]
    again = adjudicator.replay(record, lots=LOTS)
    assert dumps(again) == dumps({key: record[key] for key in ("branches", "turns")})


def test_what_is_changed_in_one_is_found_where_it_stands():
    def changed(change, last_year=None):
        record = copy.deepcopy(old_record(last_year))
        change(record["turns"])
        return differs(record)

    def verdict(turns):
        turns[0]["results"][0]["verdict"] = "void"

    def spared(turns):
        turns[1]["position"]["units"]["FRANCE"] = ["A GAS"]

    def moved_on(turns):
        turns[0]["position"]["phase"] = "F1904M"

    def ended(turns):
        turns[0]["outcome"] = turns[1]["outcome"]

    assert 'turns[0].results[0].verdict: the record has "void"' in changed(verdict)
    assert "turns[1].position.units.FRANCE: the record has" in changed(spared)
    assert "turns[0]" in changed(moved_on)
    assert "turns[0]" in changed(ended, last_year=1903)


def test_what_was_skipped_is_no_turn_of_its_own():
    """A record that has the winter in the autumn's turn and once more after it is refused."""
    new = resolve("standard", LOSES_ITS_LAST, TAKEN)
    record = records.begin(variant="standard", settings={}, start=full(LOSES_ITS_LAST), lots=LOTS)
    record = records.add_turn(record, new, answers=TAKEN)
    assert adjudicator.replay(record, lots=LOTS)["turns"] == record["turns"]
    record["turns"].append(old_record()["turns"][1])
    assert "turns[1]" in differs(record)


# What is always true


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("variant", ["intimate", "intimate-ii"])
def test_what_is_skipped_is_what_an_empty_sheet_would_come_to(variant):
    """Games of bots: where earlier releases opened a phase more, its only answer leads to the same turn."""
    skipped = 0
    for seed in range(10):

        def compare(position, answers, turn):
            nonlocal skipped
            turns = [before_skips(variant, position, answers)]
            while turns[-1]["position"] != turn["position"]:
                assert not adjudicator.due(variant, {}, turns[-1]["position"])["due"]
                table = table_for(variant, {})
                value = checked_position(table, turns[-1]["position"])
                settled = course.stage_of(table, value).kind.settled(table, value)
                assert settled
                empty = {seat: [] for seat in settled}
                turns.append(before_skips(variant, turns[-1]["position"], empty))
                skipped += 1
            told = [each for one in turns for each in one["results"]]
            assert sorted(map(dumps, told)) == sorted(map(dumps, turn["results"]))
            said = [item for one in turns for item in one["news"]]
            assert sorted(map(dumps, said)) == sorted(map(dumps, turn["news"]))
            assert turn["outcome"] == turns[-1]["outcome"]

        play(
            variant=variant,
            settings={},
            bots=dict.fromkeys(("1", "2"), random_bot),
            lots=LOTS,
            random=Random(seed),
            last_year=1908,
            watch=compare,
        )
    assert skipped
