"""Movement and retreats in fog (SPY-1, SPY-7, SPY-13, SPY-14): what stands, what is told, who sails along."""

import pytest

import adjudicator
from tests.adjudicator.variants.spy.scenes import news, resolve, results, scene, seen, spies

ATTACK_AT_SEA = {"ENGLAND": ["F NTH"], "GERMANY": ["F HEL", "F DEN"]}
SINKING = {"GERMANY": ["F HEL - NTH", "F DEN S F HEL - NTH"]}


def test_boarding_a_fleet_then_riding_it_into_port():
    """SPY-13: at sea with its fleet, ashore where that makes port."""
    sea = scene("S1901E", units={"ENGLAND": ["F NTH"]}, spies={"FRANCE": ["BEL"]})
    turn = resolve(sea, FRANCE=["E BEL - NTH"])
    assert spies(turn) == {"FRANCE": ["NTH"]}
    retreats = resolve(turn["position"])
    assert retreats["position"]["phase"] == "F1901M"
    sailed = resolve(retreats["position"], ENGLAND=["F NTH - NWG"])
    assert spies(sailed) == {"FRANCE": ["NWG"]}
    assert news(sailed, "carried", "FRANCE")[0]["spies"] == [{"from": "NTH", "to": "NWG"}]
    riding = scene("F1901M", units={"ENGLAND": ["F NWG"]}, spies={"FRANCE": ["NWG"]})
    port = resolve(riding, ENGLAND=["F NWG - NWY"])
    assert spies(port) == {"FRANCE": ["NWY"]}
    assert spies(resolve(port["position"], FRANCE=["E NWY - SWE"])) == {"FRANCE": ["SWE"]}


@pytest.mark.parametrize("answers", [{"ENGLAND": []}, {}], ids=["answering", "in disorder"])
def test_a_landing_from_a_dislodged_fleet_of_a_power_in_disorder_too(answers):
    """SPY-14: every dislodged fleet stays until R and keeps its spies."""
    turn = resolve(scene("S1901M", units=ATTACK_AT_SEA, spies={"FRANCE": ["NTH"]}), **SINKING, **answers)
    assert spies(turn) == {"FRANCE": ["NTH*"]}
    assert [each["unit"] for each in turn["position"]["dislodged"]["ENGLAND"]] == ["F NTH"]
    landed = resolve(turn["position"], FRANCE=["E NTH - BEL"])
    assert spies(landed) == {"FRANCE": ["BEL"]}
    retreats = resolve(landed["position"], ENGLAND=["F NTH R EDI"])
    assert spies(retreats) == {"FRANCE": ["BEL"]}
    left = ["F EDI"] if answers else []
    assert retreats["position"]["units"].get("ENGLAND", []) == left, "in disorder it does not retreat (RB-14)"


@pytest.mark.parametrize("to", ["NWG", "EDI"])
def test_going_with_the_retreat(to):
    """SPY-14: to another sea aboard, into port ashore."""
    turn = resolve(scene("S1901M", units=ATTACK_AT_SEA, spies={"FRANCE": ["NTH"]}), ENGLAND=[], **SINKING)
    retreats = resolve(resolve(turn["position"])["position"], ENGLAND=[f"F NTH R {to}"])
    assert spies(retreats) == {"FRANCE": [to]}
    assert news(retreats, "carried", "FRANCE")[0]["spies"] == [{"from": "NTH", "to": to}]


def test_death_with_a_fleet_that_cannot_retreat():
    """SPY-14 (6A)."""
    shut_in = scene(
        "S1901M",
        units={"RUSSIA": ["F BOT"], "GERMANY": ["A FIN", "A LVN", "A STP", "F BAL", "F SWE"]},
        spies={"FRANCE": ["BOT"], "GERMANY": ["BOT"]},
    )
    turn = resolve(shut_in, RUSSIA=[], GERMANY=["F SWE - BOT", "F BAL S F SWE - BOT"])
    (fleet,) = turn["position"]["dislodged"]["RUSSIA"]
    assert fleet["unit"] == "F BOT"
    assert next(each for each in turn["results"] if each["order"] == "F BOT H")["retreats"] == []
    position = resolve(turn["position"], GERMANY=["E BOT - FIN"])["position"]
    assert adjudicator.due("spy", {}, position)["due"]["RUSSIA"]["powers"] == []
    over = resolve(position, RUSSIA=["F BOT R SWE"])
    assert spies(over) == {"GERMANY": ["FIN"]}
    assert news(over, "lost") == [{"kind": "lost", "seat": "FRANCE", "spies": ["BOT"], "clause": "SPY-14"}]
    assert news(seen(over, "FRANCE"), "lost")[0]["clause"] == "SPY-19"
    assert news(seen(over, "GERMANY"), "lost") == []


def test_the_attacker_brings_their_own_spies_along():
    """SPY-14: two fleets share a sea, each with its spies."""
    position = scene("S1901M", units=ATTACK_AT_SEA, spies={"FRANCE": ["NTH"], "ITALY": ["HEL"]})
    assert spies(resolve(position, ENGLAND=[], **SINKING)) == {"FRANCE": ["NTH*"], "ITALY": ["NTH"]}


WORLD = {"FRANCE": ["A PAR", "A MAR", "F BRE"], "GERMANY": ["A MUN"], "ITALY": ["A PIE"]}


@pytest.mark.parametrize(
    "line",
    [
        *(
            "A MAR S A GAS",
            "A PAR S A MUN - BUR",
            "A MAR S A RUH - BUR",
            "A PAR S A Mun - Bur",
            "A Mar S Pie",
        ),
        *("A PAR S A RUH - BUR", "A MAR S A TYR - PIE", "A PAR - MOS", "A RUH - MUN", "A MUN - BUR"),
        *("F BRE C A PIC - LON", "A PAR - LON", "A MAR - TUN", "F BRE S F LON - ENG", "A PAR S F BEL - PIC"),
        *("A PAR B", "??", "A PAR R GAS", "A MAR S A LON - SPA", "F BRE - MAO; F BRE - MAO", "A Par - Gas"),
        *("A MAR S A MUN - BUR; A MAR S A PIE", "F BRE S F LON - ENG; F BRE S A LON - PIC"),
    ],
)
@pytest.mark.parametrize("other", [{"RUSSIA": ["A RUH"]}, {"RUSSIA": ["F LON", "A TYR"]}])
def test_what_is_void_does_not_tell_who_is_where(line, other):
    """SPY-7: the same words in every world that looks the same."""
    told = []
    for units in (WORLD, WORLD | {"GERMANY": [], "ITALY": []} | other):
        position = scene("F1901M", units=units)
        read = adjudicator.read("spy", {}, position, "FRANCE", text=line, language="en")
        turn = seen(resolve(position, FRANCE=[line], GERMANY=[], ITALY=[], RUSSIA=[]), "FRANCE")
        told.append((read, turn))
    assert told[0] == told[1]


def test_an_order_about_a_unit_out_of_sight_stands_and_simply_fails():
    """SPY-7: accepted when some unit could be there; nothing comes of it, and no one says so (SPY-1)."""
    position = scene("S1901M", units={"FRANCE": ["A MAR", "F MAO"]})
    lines = ["A MAR S A MUN - BUR", "F MAO C A NAF - SPA"]
    assert adjudicator.read("spy", {}, position, "FRANCE", answer=lines) == {"answer": lines, "problems": []}
    turn = resolve(position, FRANCE=lines)
    assert results(turn, "FRANCE") == dict.fromkeys(lines, ("fails", "unmatched"))
    assert {each["verdict"] for each in seen(turn, "FRANCE")["results"]} == {"succeeds"}


def test_where_nobody_can_be_nobody_is_supported():
    """SPY-3, SPY-7: in its own territory a power sees that there is none."""
    position = scene("S1901M", units={"FRANCE": ["A MAR"]})
    (problem,) = adjudicator.read("spy", {}, position, "FRANCE", text="A Mar S A Par - Gas")["problems"]
    assert problem["code"] == "illegal"


def test_a_support_out_of_nothing_is_cut_like_any_other():
    """SPY-1: whether someone matched it makes no difference to what is told."""
    told = []
    for german in (["A MUN"], ["A BER"]):
        units = {"FRANCE": ["A MAR", "A PAR"], "ITALY": ["A PIE"], "GERMANY": german}
        position = scene("S1901M", units=units)
        orders = {"FRANCE": ["A MAR S A MUN - RUH", "A PAR S A MUN - BUR"], "ITALY": ["A PIE - MAR"]}
        orders["FRANCE"] = ["A MAR S A MUN - BUR"]
        turn = resolve(position, **orders, GERMANY=["A MUN - BUR"] if german == ["A MUN"] else [])
        told.append(seen(turn, "FRANCE")["results"])
    assert told[0] == told[1]
    assert {"verdict": "fails", "reason": "cut"}.items() <= told[0][0].items()


def test_moves_report_arrival_or_failure_and_no_more():
    """SPY-1: no opponent, no strength, no clause of the map."""
    told = []
    for german in (["A MUN - BEL"], ["A MUN - BEL", "A RUH S A MUN - BEL"]):
        position = scene("S1901M", units={"FRANCE": ["A PAR", "F PIC"], "GERMANY": ["F HOL", "A RUH"]})
        turn = resolve(position, FRANCE=["F PIC - BEL"], GERMANY=["F HOL - BEL", *german[1:]])
        told.append(seen(turn, "FRANCE")["results"][1])
    assert told[0] == told[1]
    assert told[0] == {"power": "FRANCE", "order": "F PIC - BEL", "verdict": "fails", "clause": "SPY-1"}


def test_a_dislodged_unit_knows_where_it_may_go_and_not_whence_the_attack_came():
    """SPY-1: an attack from Bohemia, and one from Tyrolia while Bohemia is taken: the same bytes."""
    worlds = [
        ({"AUSTRIA": ["A BOH", "A TYR"]}, ["A BOH - MUN", "A TYR S A BOH - MUN"]),
        ({"AUSTRIA": ["A BOH", "A TYR"]}, ["A TYR - MUN", "A BOH S A TYR - MUN"]),
    ]
    told = []
    for units, orders in worlds:
        position = scene("S1901M", units=units | {"GERMANY": ["A MUN"]})
        turn = resolve(position, GERMANY=["A MUN H"], AUSTRIA=orders)
        told.append(seen(turn, "GERMANY"))
        (unit,) = told[-1]["position"]["dislodged"]["GERMANY"]
        assert unit == {"unit": "A MUN", "barred": ["BOH", "TYR"]}
        (result,) = told[-1]["results"]
        assert result["retreats"] == ["BER", "BUR", "KIE", "RUH", "SIL"]
        assert "dislodged_by" not in result
        assert adjudicator.sentence(result, "en").startswith("Dislodged. It may retreat to Ber")
    assert told[0] == told[1]
    position = resolve(turn["position"])["position"]
    offered = adjudicator.options("spy", {}, position, "GERMANY")["options"]["A MUN"]
    assert offered == [*(f"A MUN R {to}" for to in result["retreats"]), "A MUN D"]
    view = adjudicator.view("spy", {}, position, "GERMANY")["position"]
    assert adjudicator.options("spy", {}, view, "GERMANY")["options"]["A MUN"] == offered
    void = [
        seen(resolve(position, GERMANY=[f"A MUN R {to}"]), "GERMANY")["results"][0] for to in ("BOH", "TYR")
    ]
    assert [each["detail"] for each in void] == ["barred", "barred"]


def test_two_retreats_to_one_province_are_lost_without_a_word_of_the_other():
    """SPY-1, RB-9."""
    position = scene(
        "S1901R",
        dislodged={
            "FRANCE": [{"unit": "A BUR", "from": "PAR"}],
            "GERMANY": [{"unit": "A MUN", "from": "TYR"}],
        },
    )
    turn = resolve(position, FRANCE=["A BUR R RUH"], GERMANY=["A MUN R RUH"])
    (told,) = seen(turn, "FRANCE")["results"]
    assert told == {
        "power": "FRANCE",
        "order": "A BUR R RUH",
        "verdict": "fails",
        "reason": "lost",
        "clause": "SPY-1",
    }


def test_a_convoy_may_be_ordered_wherever_a_chain_is_conceivable():
    """SPY-7: the army that no one carries has tried to go, and simply failed."""
    position = scene("S1901M", units={"ENGLAND": ["A LON"]})
    turn = resolve(position, ENGLAND=["A LON - BEL"])
    assert results(turn, "ENGLAND") == {"A LON - BEL": ("fails", "no-convoy")}
    assert "A LON - BEL VIA" in adjudicator.options("spy", {}, position, "ENGLAND")["options"]["A LON"]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("phase", ["S1901M", "F1901E"])
def test_every_order_offered_stands(phase):
    """SPY-7: options say no more than the seat knows, and only what may be ordered."""
    position = adjudicator.start("spy")["position"] | {"phase": phase}
    position["units"] = position["units"] | {"ENGLAND": ["A LVP", "F EDI", "F NTH"]}
    for seat in ("ENGLAND", "RUSSIA"):
        offered = adjudicator.options("spy", {}, position, seat)["options"]
        assert offered
        for lines in offered.values():
            for line in lines[:: max(1, len(lines) // 60)]:
                read = adjudicator.read("spy", {}, position, seat, answer=[line])
                assert read == {"answer": [line], "problems": []}


def test_supports_and_convoys_of_units_out_of_sight_are_offered():
    """SPY-7."""
    position = adjudicator.start("spy")["position"]
    assert "A PAR S A MUN - BUR" in adjudicator.options("spy", {}, position, "FRANCE")["options"]["A PAR"]
    sea = scene("S1901E", units={"ENGLAND": ["F NTH"]})
    offered = adjudicator.options("spy", {}, sea, "ENGLAND")["options"]["F NTH"]
    assert "F NTH C FRANCE E LON - BEL" in offered
