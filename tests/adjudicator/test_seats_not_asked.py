"""Seats with one possible answer: beside others who must decide they are not asked, and rule does it."""

import pytest

import adjudicator
from games.engine.misses import may_miss
from tests.adjudicator.tables import intimate, news
from tests.adjudicator.variants.standard.scenes import position as at_table

LOTS = "c3" * 32
ANSWERS = [None, [], ["A GAS D"], ["A GAS H", "F ENG D"], ["what"], "no list", {"bids": {}}]
"""Whatever a seat may send that is not asked."""


def winter(units, centres, **more):
    return {"phase": "W1903A", "units": units, "centres": centres, **more}


GERMANY_BUILDS = {"GERMANY": ["A BUR"]}, {"GERMANY": ["BER", "MUN"]}


def beside_germany(units, **more):
    """A winter in which Germany may build, and France, which owns nothing, has `units`."""
    return winter({"FRANCE": units} | GERMANY_BUILDS[0], GERMANY_BUILDS[1], **more)


def due(variant, position, settings=None):
    return adjudicator.due(variant, settings or {}, position)["due"]


def resolve(variant, position, answers, settings=None, **more):
    return adjudicator.resolve(variant, settings or {}, position, answers, lots=LOTS, **more)


def results(turn, power):
    return [(each["order"], bool(each.get("by_rule"))) for each in turn["results"] if each["power"] == power]


def sent(seat, answer):
    return {} if answer is None else {seat: answer}


@pytest.mark.parametrize("units", [["A GAS"], ["A GAS", "F ENG"]])
def test_whose_units_must_all_go_is_not_asked(units):
    assert set(due("standard", beside_germany(units))) == {"GERMANY"}


@pytest.mark.parametrize("answer", ANSWERS)
def test_rule_does_it_whatever_was_sent(answer):
    turn = resolve("standard", beside_germany(["A GAS", "F ENG"]), {"GERMANY": []} | sent("FRANCE", answer))
    assert "FRANCE" not in turn["position"]["units"]
    assert results(turn, "FRANCE") == [("F ENG D", True), ("A GAS D", True)]
    assert not news(turn, "disorder"), "nobody was asked, so nobody was silent"


def test_whoever_is_asked_and_says_nothing_is_silent_as_ever():
    turn = resolve("standard", beside_germany(["A GAS"]), {})
    assert [item["seat"] for item in news(turn, "disorder")] == ["GERMANY"]


def test_a_unit_with_nowhere_to_go_asks_nobody():
    """RB-9: it is gone; one with a single place to go to may be disbanded too, so that is a choice."""
    out = {"FRANCE": [{"unit": "F BRE", "from": "PIC"}], "GERMANY": [{"unit": "A RUH", "from": "BEL"}]}
    around = ["A GAS", "F ENG", "F MAO"]
    position = {
        "phase": "S1903R",
        "units": {"ENGLAND": ["A BRE", "A RUH", *around]},
        "dislodged": out,
        "centres": {"FRANCE": ["PAR"], "GERMANY": ["MUN"]},
    }
    assert set(due("standard", position)) == {"GERMANY"}


class TestSeveralPowersOfOneSeat:
    """RB-18: one has Austria and France, and is asked for that which leaves it a choice."""

    def table(self, austrian):
        return at_table(
            4,
            "W1903A",
            units={"FRANCE": ["A GAS"], "AUSTRIA": ["A VIE"], "GERMANY": ["A BUR"]},
            centres={"AUSTRIA": austrian, "GERMANY": ["BER", "MUN"]},
        )

    def test_all_settled_is_not_asked(self):
        owed = due("standard", self.table([]), {"players": 4})
        assert [each["powers"] for each in owed.values()] == [["GERMANY"]]

    @pytest.mark.parametrize("answer", [[], ["A BUD B"], ["A BUD B", "A GAS D"]])
    def test_one_that_is_not_is_asked_for_alone(self, answer):
        position = self.table(["VIE", "BUD"])
        owed = due("standard", position, {"players": 4})
        seat = next(seat for seat, each in owed.items() if "AUSTRIA" in each["powers"])
        assert owed[seat] | {"kind": ""} == {
            "kind": "",
            "powers": ["AUSTRIA"],
            "builds": {"AUSTRIA": 1},
            "removals": {},
        }
        turn = resolve("standard", position, {seat: answer}, {"players": 4})
        assert "FRANCE" not in turn["position"]["units"]
        built = {"A BUD"} if answer else set()
        assert {*turn["position"]["units"]["AUSTRIA"]} == {"A VIE"} | built


def test_in_the_great_war_whose_powers_have_nothing_left_to_choose_is_not_asked():
    position = at_table(
        2,
        "W1915A",
        units={"FRANCE": ["A GAS"], "GERMANY": ["A BUR"]},
        centres={"GERMANY": ["BER", "MUN"]},
    )
    owed = due("standard", position, {"players": 2})
    assert [each["powers"] for each in owed.values()] == [["GERMANY"]]


@pytest.mark.parametrize("variant", ["intimate", "intimate-ii"])
class TestMercenaries:
    """ID-12: their builds are compulsory."""

    def table(self, french=("PAR", "BRE"), turkish=("CON",), german=("BER", "MUN"), by="2"):
        return intimate(
            "W1903A",
            units={"FRANCE": ["A PAR"], "TURKEY": ["A CON"], "GERMANY": ["A BER"]},
            centres={"FRANCE": [*french], "TURKEY": [*turkish], "GERMANY": [*german]},
            control={"GERMANY": by},
        )

    def test_the_only_one_is_not_asked_for_beside_anothers_choice(self, variant):
        assert set(due(variant, self.table())) == {"1"}

    @pytest.mark.parametrize("answer", [None, [], ["A MUN B"], ["A BER D"], "no list"])
    def test_rule_makes_it_whatever_was_sent(self, variant, answer):
        turn = resolve(variant, self.table(), {"1": []} | sent("2", answer))
        assert turn["position"]["units"]["GERMANY"] == ["A BER", "A MUN"]
        assert results(turn, "GERMANY") == [("A MUN B", True)]
        assert not news(turn, "disorder")

    def test_all_units_of_one_that_owns_nothing_are_not_asked_for(self, variant):
        assert set(due(variant, self.table(german=()))) == {"1"}

    def test_beside_a_build_of_ones_own_that_may_be_waived_it_is_left_out_and_nothing_can_be_missed(
        self, variant
    ):
        owed = due(variant, self.table(turkish=["CON", "SMY"]))
        assert owed["2"] == {
            "kind": "adjustments",
            "powers": ["TURKEY"],
            "builds": {"TURKEY": 1},
            "removals": {},
        }
        assert not may_miss(variant, "A", owed, "2")

    def test_which_of_two_kinds_is_asked(self, variant):
        owed = due(variant, self.table(german=["BER", "KIE"]))
        assert owed["2"]["compulsory"] == ["GERMANY"] and may_miss(variant, "A", owed, "2")


@pytest.mark.parametrize("answer", [None, [], ["A GAS D"]])
def test_in_fog_everybody_is_asked(answer):
    """SPY-7: that someone is not would tell."""
    position = beside_germany(["A GAS"], spies={})
    owed = due("spy", position)
    assert len(owed) == 7 and owed["FRANCE"]["removals"] == {"FRANCE": 1}
    turn = resolve("spy", position, {"GERMANY": []} | sent("FRANCE", answer))
    assert results(turn, "FRANCE") == [("A GAS D", not answer)]
    assert ("FRANCE" in {item["seat"] for item in news(turn, "disorder")}) == (answer is None)


@pytest.mark.parametrize("answer", [None, [], ["A GAS D"]])
@pytest.mark.parametrize(
    ("year", "retired", "is_asked"), [(1902, False, 0), (1903, False, 1), (1903, True, 0)]
)
def test_so_is_everybody_in_a_winter_in_which_god_may_give_a_favour(year, retired, is_asked, answer):
    """DG-14: in others, as in all games."""
    position = beside_germany(["A GAS"], protected={"DEVIL": "RUSSIA", "GOD": "TURKEY"})
    position |= {"phase": f"W{year}A", "divine_retired": retired}
    owed = due("devil-and-god", position)
    assert ("FRANCE" in owed) == bool(is_asked)
    turn = resolve("devil-and-god", position, {"GERMANY": []} | sent("FRANCE", answer))
    assert results(turn, "FRANCE") == [("A GAS D", not (answer and is_asked))]
    silent = {item["seat"] for item in news(turn, "disorder")}
    assert silent == ({"FRANCE"} if answer is None and is_asked else set())
