"""Intimate Diplomacy through the engine's face: every clause from ID-1 to ID-20 by its number."""

import pytest

import adjudicator
from adjudicator.board import standard
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.variants.intimate.choice import OPENING_TREASURY
from tests.adjudicator.tables import POWERS, at_start, intimate, news, resolve, results

LOTS = "5a" * 32


def ranking(*first):
    return {"preferences": [*first, *(power for power in POWERS if power not in first)]}


def choose_homes(one=None, two=None, lots=LOTS):
    start = adjudicator.start("intimate")["position"]
    answers = {seat: answer for seat, answer in (("1", one), ("2", two)) if answer is not None}
    return adjudicator.resolve("intimate", {}, start, answers, lots=lots)


def refused(code, position, settings=None, **agreed):
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.resolve("intimate", settings or {}, position, agreed=agreed)
    assert refusal.value.code == code
    assert refusal.value.message_fr != refusal.value.message


def test_the_game_opens_with_the_choice_of_homes_on_the_starting_map():
    position = adjudicator.start("intimate")["position"]
    assert position["phase"] == "S1901H"
    assert position["units"]["RUSSIA"] == ["A MOS", "A WAR", "F SEV", "F STP/SC"]
    assert sum(map(len, position["units"].values())) == 22
    assert (position["homes"], position["treasury"], position["control"]) == ({}, {}, {})
    assert (position["tied_until"], position["quiet_years"], position["outcome"]) == (None, 0, None)
    due = adjudicator.due("intimate", {}, position)["due"]
    owed = {"kind": "homes", "powers": list(POWERS), "treasury": dict(OPENING_TREASURY)}
    assert due == dict.fromkeys(("1", "2"), owed)


def test_id_1_the_first_rank_that_differs_decides():
    turn = choose_homes(ranking("FRANCE", "TURKEY"), ranking("FRANCE", "ITALY"), lots=None)
    assert turn["position"]["phase"] == "S1901B"
    assert turn["position"]["homes"] == {"1": "TURKEY", "2": "ITALY"}
    (told,) = news(turn, "homes")
    assert told["rank"] == 2
    assert told["drawn"] == []
    assert turn["position"]["control"] == dict.fromkeys(
        ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "RUSSIA")
    ), "the five others are mercenaries, nobody's yet"


def test_id_1_identical_lists_go_by_lots():
    turn = choose_homes(ranking("FRANCE", "ITALY"), ranking("FRANCE", "ITALY"))
    winner = Lots(LOTS).one("homes", ["1", "2"])
    assert turn["position"]["homes"][winner] == "FRANCE"
    assert sorted(turn["position"]["homes"].values()) == ["FRANCE", "ITALY"]
    assert news(turn, "homes")[0]["winner"] == winner


def test_id_1_a_silent_seat_has_its_list_drawn():
    turn = choose_homes(one=ranking("FRANCE"))
    drawn = Lots(LOTS).several("homes 2", POWERS)
    assert news(turn, "homes")[0]["preferences"]["2"] == drawn
    assert news(turn, "homes")[0]["drawn"] == ["2"]
    rank = next(i for i in range(7) if drawn[i] != ranking("FRANCE")["preferences"][i])
    assert turn["position"]["homes"]["2"] == drawn[rank]


def test_id_1_an_invalid_list_is_drawn_and_a_draw_without_lots_is_an_error():
    assert news(choose_homes(ranking("FRANCE"), {"preferences": ["FRANCE"]}), "homes")[0]["drawn"] == ["2"]
    with pytest.raises(AdjudicatorError) as refusal:
        choose_homes(ranking("FRANCE"), lots=None)
    assert refusal.value.code == "bad-input"


def test_id_2_treasuries_open_by_home_power():
    turn = choose_homes(ranking("GERMANY"), ranking("AUSTRIA"))
    assert turn["position"]["treasury"] == {"1": 22, "2": 24}


def test_id_3_a_mercenary_without_units_and_centres_is_not_auctioned():
    position = intimate(
        "S1905B",
        units={"GERMANY": ["A BUR"], "FRANCE": ["A PAR"], "TURKEY": ["A CON"]},
        centres={"ITALY": ["NAP"], "FRANCE": ["PAR"], "TURKEY": ["CON"]},
    )
    due = adjudicator.due("intimate", {}, position)["due"]
    assert due["1"] == {"kind": "bids", "powers": ["GERMANY", "ITALY"], "treasury": 20}
    turn = resolve(
        position, one={"bids": {"GERMANY": 2, "ITALY": 1, "RUSSIA": 9}}, two={"bids": {"RUSSIA": 8}}
    )
    assert set(news(turn, "auction")[0]["winner"]) == {"GERMANY", "ITALY"}
    assert turn["position"]["treasury"] == {"1": 17, "2": 20}
    assert turn["position"]["control"]["RUSSIA"] is None


def test_id_3_without_any_mercenary_there_is_no_auction():
    position = intimate(
        "W1904A",
        units={"FRANCE": ["A PAR", "A BRE"], "TURKEY": ["A CON"]},
        centres={"FRANCE": ["PAR"], "TURKEY": ["CON"]},
    )
    turn = resolve(position, one=["A BRE D"])
    assert turn["position"]["phase"] == "S1905M"
    assert news(turn, "auction") == []


def test_id_4_and_9_the_auction_and_its_public_record():
    """Worked case 1, with all the record shows."""
    position = at_start("S1902B", homes=("AUSTRIA", "ENGLAND"), treasury=(20, 24))
    turn = resolve(
        position,
        one={"bids": {"GERMANY": 5, "RUSSIA": 3}},
        two={"bids": {"GERMANY": 4, "RUSSIA": 3, "TURKEY": 2, "FRANCE": 1}},
    )
    assert news(turn, "auction") == [
        {
            "kind": "auction",
            "year": 1902,
            "bids": {
                "1": {"FRANCE": 0, "GERMANY": 5, "ITALY": 0, "RUSSIA": 3, "TURKEY": 0},
                "2": {"FRANCE": 1, "GERMANY": 4, "ITALY": 0, "RUSSIA": 3, "TURKEY": 2},
            },
            "winner": {"FRANCE": "2", "GERMANY": "1", "ITALY": None, "RUSSIA": None, "TURKEY": "2"},
            "price": {"FRANCE": 1, "GERMANY": 5, "ITALY": 0, "RUSSIA": 0, "TURKEY": 2},
            "before": {"1": 20, "2": 24},
            "after": {"1": 15, "2": 21},
            "bust": [],
        }
    ]
    assert turn["position"]["phase"] == "S1902M"
    assert turn["position"]["treasury"] == {"1": 15, "2": 21}
    assert turn["position"]["control"] == {
        "FRANCE": "2", "GERMANY": "1", "ITALY": None, "RUSSIA": None, "TURKEY": "2",
    }  # fmt: skip
    seen = adjudicator.view("intimate", {}, seat=None, turn=turn)
    assert seen["turn"]["news"] == turn["news"], "public once resolved"


def test_id_4_control_lasts_through_the_winter_and_no_longer():
    position = at_start("F1901M", control={"ITALY": "1"})
    turn = resolve(
        position, one=["A VEN - TYR", "F NAP - TYS", "A ROM H", "F BRE - MAO", "A MAR - SPA"], two=[]
    )
    assert turn["position"]["phase"] == "W1901A"
    assert turn["position"]["control"]["ITALY"] == "1"
    turn = resolve(turn["position"], one=[])
    assert turn["position"]["phase"] == "S1902B"
    assert set(turn["position"]["control"].values()) == {None}


def test_id_5_a_power_in_anarchy_holds_without_supporting_and_its_dislodged_units_are_gone():
    position = intimate(
        "S1903M",
        units={"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN", "A BER"], "TURKEY": ["A CON"]},
        centres={"GERMANY": ["MUN", "BER"], "FRANCE": ["PAR", "MAR"], "TURKEY": ["CON"]},
    )
    assert "GERMANY" not in adjudicator.due("intimate", {}, position)["due"]["1"]["powers"]
    turn = resolve(position, one=["A BUR - MUN", "A RUH S A BUR - MUN", "A BER S A MUN"], two=[])
    assert turn["position"]["units"]["GERMANY"] == ["A BER"]
    assert turn["position"]["phase"] == "F1903M", "no retreat is left to anybody"
    dislodged = next(r for r in turn["results"] if r.get("dislodged_by"))
    assert (dislodged["power"], dislodged["order"], dislodged["retreats"]) == ("GERMANY", "A MUN H", [])


@pytest.mark.parametrize(("variant", "sent"), [("intimate", []), ("intimate-ii", []), ("intimate", None)])
def test_id_5_anarchy_is_nobodys_silence(variant, sent):
    """Its units hold by ID-5, whether their neighbours' players sent orders or not (RB-14)."""
    position = intimate(
        "S1903M",
        units={"FRANCE": ["A RUH"], "GERMANY": ["A MUN", "A BER"], "TURKEY": ["A CON"]},
        centres={"GERMANY": ["MUN", "BER"], "FRANCE": ["PAR", "MAR"], "TURKEY": ["CON"]},
    )
    answers = {"1": sent, "2": []} if sent is not None else {"2": []}
    turn = adjudicator.resolve(variant, {}, position, answers=answers, lots="00" * 32, language="fr")
    told = {result["order"]: (result.get("clause"), result["text"]) for result in turn["results"]}
    assert told["A MUN H"] == told["A BER H"] == ("ID-5", "En anarchie : elle a tenu.")
    assert told["A RUH H"][0] == (None if sent is not None else "RB-14")


def test_id_5_a_power_in_anarchy_builds_nothing_and_loses_units_by_rule():
    position = intimate(
        "W1903A",
        units={"GERMANY": ["A BER"], "ITALY": ["A ROM", "A TUN"], "FRANCE": ["A PAR"], "TURKEY": ["A CON"]},
        centres={
            "GERMANY": ["BER", "KIE", "MUN"],
            "ITALY": ["ROM"],
            "FRANCE": ["PAR", "MAR"],
            "TURKEY": ["CON"],
        },
    )
    turn = resolve(position, one=[])
    assert turn["position"]["units"]["GERMANY"] == ["A BER"]
    assert turn["position"]["units"]["ITALY"] == ["A ROM"]
    gone = next(r for r in turn["results"] if r["power"] == "ITALY")
    assert (gone["order"], gone["by_rule"], gone["clause"]) == ("A TUN D", True, "RB-15")


def test_id_5_what_rules_alone_remove_needs_no_phase_of_its_own():
    """No one owes an adjustment: the winter is skipped, and its removals by rule are made all the same."""
    position = intimate(
        "F1903M",
        units={"ITALY": ["A ROM", "A APU"], "FRANCE": ["A PAR"], "TURKEY": ["A CON"]},
        centres={"ITALY": ["ROM"], "FRANCE": ["PAR"], "TURKEY": ["CON"]},
    )
    turn = resolve(position, one=["A PAR H"], two=["A CON H"])
    assert turn["position"]["phase"] == "S1904B"
    assert turn["position"]["units"]["ITALY"] == ["A ROM"]
    assert results(turn, "ITALY")["A APU D"] == ("succeeds", None)


def test_id_6_worked_case_2_through_the_face():
    position = at_start("S1902B", homes=("AUSTRIA", "ENGLAND"), treasury=(10, 8))
    turn = resolve(
        position,
        one={"bids": {"GERMANY": 6, "RUSSIA": 6}},
        two={"bids": {"GERMANY": 5, "RUSSIA": 1, "TURKEY": 3}},
    )
    (told,) = news(turn, "auction")
    assert told["bust"] == ["1"]
    assert told["winner"] == {"FRANCE": None, "GERMANY": "2", "ITALY": None, "RUSSIA": "2", "TURKEY": "2"}
    assert told["price"] == {"FRANCE": 0, "GERMANY": 3, "ITALY": 0, "RUSSIA": 1, "TURKEY": 2}
    assert turn["position"]["treasury"] == {"1": 0, "2": 2}


def test_id_7_worked_case_4_through_the_face():
    position = at_start("S1902B", treasury=(5, 5))
    turn = resolve(position, one={"bids": {"GERMANY": 6}}, two={"bids": {"ITALY": 7}})
    assert turn["position"]["treasury"] == {"1": 0, "2": 0}
    assert set(turn["position"]["control"].values()) == {None}
    assert news(turn, "auction")[0]["bust"] == ["1", "2"]


def test_id_8_no_bids_are_noughts():
    turn = resolve(at_start("S1902B"), one={"bids": {"GERMANY": 1}})
    assert news(turn, "auction")[0]["bids"]["2"] == dict.fromkeys(
        ("AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA"), 0
    )
    assert turn["position"]["control"]["GERMANY"] == "1"


def test_id_10_a_year_from_auction_to_auction():
    phases = []
    position = at_start("S1901B")
    while position["phase"] != "S1902B":
        phases.append(position["phase"])
        due = adjudicator.due("intimate", {}, position)["due"]
        answers = {"one": {"bids": {"GERMANY": 3, "ITALY": 2}} if position["phase"] == "S1901B" else []}
        if position["phase"] == "S1901M":
            answers["one"] = ["A MUN - BOH", "A VEN - TYR", "A PAR - BUR"]
        if position["phase"] == "F1901M":
            answers["one"] = ["A BOH - VIE", "A TYR S A BOH - VIE", "A BUR - BEL"]
            answers["two"] = []
        assert due
        position = resolve(position, **answers)["position"]
    assert phases == ["S1901B", "S1901M", "F1901M", "W1901A"], "Austria in anarchy has no retreat to decide"


def test_id_11_the_controller_orders_moves_retreats_and_adjustments_of_a_mercenary():
    position = intimate(
        "F1903M",
        units={"RUSSIA": ["A WAR"], "GERMANY": ["A SIL", "A PRU"], "FRANCE": ["A PAR"], "TURKEY": ["A CON"]},
        centres={"RUSSIA": ["MOS"], "GERMANY": ["BER", "MUN"], "FRANCE": ["PAR"], "TURKEY": ["CON"]},
        control={"RUSSIA": "1", "GERMANY": "2"},
    )
    turn = resolve(position, one=["A WAR H"], two=["A SIL - WAR", "A PRU S A SIL - WAR"])
    assert turn["position"]["phase"] == "F1903R"
    due = adjudicator.due("intimate", {}, turn["position"])["due"]
    assert list(due) == ["1"]
    assert (due["1"]["kind"], due["1"]["powers"]) == ("retreats", ["RUSSIA"])
    turn = resolve(turn["position"], one=["A WAR R GAL"])
    assert turn["position"]["units"]["RUSSIA"] == ["A GAL"]
    assert turn["position"]["phase"] == "W1903A"
    due = adjudicator.due("intimate", {}, turn["position"])["due"]
    assert (due["2"]["powers"], due["2"]["builds"]) == (["GERMANY"], {"GERMANY": 1})
    turn = resolve(turn["position"], two=["F BER B"])
    assert "F BER" in turn["position"]["units"]["GERMANY"]


def test_id_11_dislodging_goes_by_power_not_by_player():
    position = intimate(
        "S1903M",
        units={"FRANCE": ["A BUR", "A PAR"], "GERMANY": ["A MUN", "A RUH"], "TURKEY": ["A CON"]},
        centres={"FRANCE": ["PAR", "BRE"], "GERMANY": ["MUN", "BER"], "TURKEY": ["CON"]},
        control={"GERMANY": "1"},
    )
    turn = resolve(position, one=["A MUN - BUR", "A RUH S A MUN - BUR", "A BUR H", "A PAR H"], two=[])
    assert turn["position"]["dislodged"]["FRANCE"][0]["unit"] == "A BUR"


@pytest.mark.parametrize(
    ("power", "centres", "built"),
    [
        ("GERMANY", ["BER", "KIE", "MUN"], ["A BER", "A KIE", "A MUN"]),
        ("GERMANY", ["KIE", "MUN"], ["A KIE", "A MUN"]),
        ("ENGLAND", ["EDI", "LON", "LVP"], ["F EDI", "F LON", "F LVP"]),
        ("RUSSIA", ["MOS", "SEV", "STP", "WAR"], ["A MOS", "A SEV", "A STP", "A WAR"]),
    ],
)
def test_id_12_builds_nobody_ordered_are_made_by_rule(power, centres, built):
    position = intimate(
        "W1903A",
        units={"FRANCE": ["A PAR"], "TURKEY": ["A CON"]},
        centres={power: centres, "FRANCE": ["PAR"], "TURKEY": ["CON"]},
        control={power: "1"},
    )
    turn = resolve(position, one=[])
    assert turn["position"]["units"][power] == built
    mine = [result for result in turn["results"] if result["power"] == power]
    assert all((result["by_rule"], result["clause"]) == (True, "ID-12") for result in mine)
    assert len(mine) == len(built)


def test_id_12_sevastopol_comes_before_st_petersburg_and_orders_before_the_rule():
    centres = {"RUSSIA": ["SEV", "STP", "MOS"], "FRANCE": ["PAR"], "TURKEY": ["CON"]}
    position = intimate(
        "W1903A",
        units={"RUSSIA": ["A MOS", "A UKR"], "FRANCE": ["A PAR"], "TURKEY": ["A CON"]},
        centres=centres,
        control={"RUSSIA": "2"},
    )
    assert "A SEV" in resolve(position, two=["A MOS H"])["position"]["units"]["RUSSIA"]
    assert "F STP/NC" in resolve(position, two=["F STP/NC B"])["position"]["units"]["RUSSIA"]
    assert "A SEV" in resolve(position, two=["WAIVE RUSSIA"])["position"]["units"]["RUSSIA"]


def test_id_12_a_home_power_need_not_build():
    position = intimate(
        "W1903A",
        units={"FRANCE": ["A PIC"], "TURKEY": ["A CON"]},
        centres={"FRANCE": ["PAR", "MAR"], "TURKEY": ["CON"]},
    )
    assert resolve(position, one=["WAIVE"])["position"]["units"]["FRANCE"] == ["A PIC"]
    assert resolve(position)["position"]["units"]["FRANCE"] == ["A PIC"]


def test_id_13_income_is_a_credit_for_each_centre_of_the_home_power_in_autumn_alone():
    position = at_start("S1901M", control={"ITALY": "1"}, treasury=(3, 4))
    orders = ["A MAR - SPA", "F BRE - MAO", "A VEN - TYR", "A ROM - VEN"]
    turn = resolve(position, one=orders, two=["A CON - BUL"])
    assert news(turn, "income") == []
    turn = resolve(turn["position"], one=["F MAO - POR"], two=["F ANK - CON"])
    assert news(turn, "income") == [
        {
            "kind": "income",
            "year": 1901,
            "income": {"1": 5, "2": 4},
            "before": {"1": 3, "2": 4},
            "after": {"1": 8, "2": 8},
        }
    ]
    assert turn["position"]["treasury"] == {"1": 8, "2": 8}
    assert news(turn, "ownership")[0]["changes"]["BUL"] == {"from": None, "to": "TURKEY"}


def test_id_14_a_silent_seat_has_all_its_powers_in_disorder():
    position = intimate(
        "S1903M",
        units={
            "FRANCE": ["A BUR"],
            "ITALY": ["A TYR", "A BOH"],
            "GERMANY": ["A MUN", "A SIL"],
            "TURKEY": ["A CON"],
        },
        centres={"FRANCE": ["PAR"], "ITALY": ["ROM", "VEN"], "GERMANY": ["MUN", "BER"], "TURKEY": ["CON"]},
        control={"ITALY": "1", "GERMANY": "2"},
    )
    turn = resolve(position, two=["A MUN - TYR"])
    assert news(turn, "disorder") == [
        {"kind": "disorder", "seat": "1", "powers": ["FRANCE", "ITALY"], "clause": "ID-14"}
    ]
    position["units"]["AUSTRIA"] = ["A TRI"]
    position["control"]["AUSTRIA"] = "2"
    turn = resolve(position, two=["A MUN - TYR", "A TRI S A MUN - TYR"])
    assert turn["position"]["units"]["ITALY"] == ["A BOH"], "dislodged in disorder: removed at once"
    assert turn["position"]["phase"] == "F1903M"


def test_id_14_an_empty_sheet_is_an_answer():
    position = intimate(
        "S1903M",
        units={"ITALY": ["A TYR"], "GERMANY": ["A MUN", "A BOH"], "FRANCE": ["A PAR"], "TURKEY": ["A CON"]},
        centres={"ITALY": ["ROM"], "GERMANY": ["MUN", "BER"], "FRANCE": ["PAR"], "TURKEY": ["CON"]},
        control={"ITALY": "1", "GERMANY": "2"},
    )
    turn = resolve(position, one=[], two=["A MUN - TYR", "A BOH S A MUN - TYR"])
    assert turn["position"]["dislodged"]["ITALY"][0]["unit"] == "A TYR"
    assert news(turn, "disorder") == []


def test_id_14_an_answer_for_some_powers_leaves_the_others_holding_with_their_retreats():
    position = intimate(
        "S1903M",
        units={"ITALY": ["A TYR"], "GERMANY": ["A MUN", "A BOH"], "FRANCE": ["A PAR"], "TURKEY": ["A CON"]},
        centres={"ITALY": ["ROM"], "GERMANY": ["MUN", "BER"], "FRANCE": ["PAR"], "TURKEY": ["CON"]},
        control={"ITALY": "1", "GERMANY": "2"},
    )
    turn = resolve(position, one=["A PAR - BUR"], two=["A MUN - TYR", "A BOH S A MUN - TYR"])
    assert turn["position"]["phase"] == "S1903R"
    assert adjudicator.due("intimate", {}, turn["position"])["due"]["1"]["powers"] == ["ITALY"]


def test_id_14_silence_in_winter_still_builds_the_mercenaries():
    position = intimate(
        "W1903A",
        units={"FRANCE": ["A PIC"], "ITALY": ["A ROM", "A TUN"], "TURKEY": ["A CON"]},
        centres={"GERMANY": ["BER"], "ITALY": ["ROM"], "FRANCE": ["PAR", "MAR"], "TURKEY": ["CON"]},
        control={"GERMANY": "1", "ITALY": "1"},
    )
    turn = resolve(position)
    assert turn["position"]["units"]["GERMANY"] == ["A BER"]
    assert turn["position"]["units"]["ITALY"] == ["A ROM"]
    assert turn["position"]["units"]["FRANCE"] == ["A PIC"]


def marching(phase, **more):
    return intimate(
        phase,
        units={"FRANCE": ["A BUL"], "TURKEY": ["A SMY"], "ITALY": ["A SER"]},
        centres={"FRANCE": ["PAR"], "TURKEY": ["SMY"], "ITALY": ["ROM"]},
        control={"ITALY": "1"},
        **more,
    )


@pytest.mark.parametrize("phase", ["S1903M", "F1903M"])
def test_id_15_a_unit_of_the_home_power_in_an_opposing_home_centre_wins(phase):
    turn = resolve(marching(phase), one=["A BUL - CON"], two=[])
    assert turn["outcome"] == {"how": "ID-15", "winners": ["1"]}
    assert turn["position"]["outcome"] == turn["outcome"]
    (told,) = news(turn, "victory")
    assert told["entered"] == {"1": ["CON"], "2": []}
    assert adjudicator.due("intimate", {}, turn["position"]) == {"due": {}}
    with pytest.raises(AdjudicatorError) as refusal:
        resolve(turn["position"], one=[])
    assert refusal.value.code == "game-over"


def test_id_15_a_mercenary_in_the_home_centre_wins_nothing():
    position = marching("S1903M")
    position["units"] = {"FRANCE": ["A SER"], "ITALY": ["A BUL"], "TURKEY": ["A SMY"]}
    turn = resolve(position, one=["A BUL - CON"], two=[])
    assert turn["outcome"] is None
    assert turn["position"]["units"]["ITALY"] == ["A CON"]


def test_id_15_whoever_owns_the_centre_now():
    position = marching("S1903M")
    position["centres"] = {"FRANCE": ["PAR", "CON"], "TURKEY": ["SMY"], "ITALY": ["ROM"]}
    assert resolve(position, one=["A BUL - CON"], two=[])["outcome"]["winners"] == ["1"]


def test_id_15_a_retreat_into_a_home_centre_wins():
    position = intimate(
        "S1903M",
        units={"FRANCE": ["A BUL"], "TURKEY": ["A SMY"], "AUSTRIA": ["A SER", "A RUM"]},
        centres={"FRANCE": ["PAR"], "TURKEY": ["SMY"], "AUSTRIA": ["VIE", "BUD"]},
        control={"AUSTRIA": "2"},
    )
    turn = resolve(position, one=["A BUL H"], two=["A SER - BUL", "A RUM S A SER - BUL"])
    assert turn["outcome"] is None
    assert turn["position"]["phase"] == "S1903R"
    turn = resolve(turn["position"], one=["A BUL R CON"])
    assert turn["outcome"] == {"how": "ID-15", "winners": ["1"]}


def test_id_15_a_dislodged_unit_has_not_won_yet():
    position = intimate(
        "S1903M",
        units={"FRANCE": ["A CON"], "TURKEY": ["A SMY", "A ANK"]},
        centres={"FRANCE": ["PAR"], "TURKEY": ["SMY", "ANK"]},
        tied_until=1903,
    )
    turn = resolve(position, one=["A CON H"], two=["A SMY - CON", "A ANK S A SMY - CON"])
    assert turn["outcome"] is None
    turn = resolve(turn["position"], one=["A CON R BUL"])
    assert turn["outcome"] is None


def duel(phase, *, treasury, french=("CON",), turkish=("PAR",), **more):
    return intimate(
        phase,
        units={"FRANCE": [f"A {place}" for place in french], "TURKEY": [f"A {place}" for place in turkish]},
        centres={"FRANCE": ["MAR"], "TURKEY": ["SMY"]},
        treasury=treasury,
        **more,
    )


def test_id_16_more_centres_come_before_money():
    turn = resolve(duel("S1903M", treasury=(0, 50), french=("CON", "ANK")), one=[], two=[])
    assert turn["outcome"] == {"how": "ID-16", "winners": ["1"]}


def test_id_16_in_spring_the_treasury_as_it_is():
    assert resolve(duel("S1903M", treasury=(6, 5)), one=[], two=[])["outcome"]["winners"] == ["1"]


def test_id_16_in_autumn_the_treasury_after_this_autumns_income():
    """Worked case 5: France enters one centre and owns it, and so does Turkey; other centres tell."""
    position = duel("F1903M", treasury=(5, 6))
    position["centres"] = {"FRANCE": ["MAR", "BRE", "SPA"], "TURKEY": ["SMY"]}
    turn = resolve(position, one=[], two=[])
    assert news(turn, "income")[0]["after"] == {"1": 9, "2": 8}
    assert turn["outcome"] == {"how": "ID-16", "winners": ["1"]}


def test_id_16_level_in_spring_the_game_goes_on_until_this_autumn():
    turn = resolve(duel("S1903M", treasury=(5, 5)), one=[], two=[])
    assert turn["outcome"] is None
    assert turn["position"]["tied_until"] == 1903
    told = news(turn, "victory")[0]
    assert "winners" not in told
    assert (told["how"], told["tied_until"]) == ("ID-16", 1903)
    assert resolve(turn["position"], one=[], two=["A PAR - BUR"])["outcome"] == {
        "how": "ID-15",
        "winners": ["1"],
    }


def test_id_16_level_in_autumn_the_next_spring_is_not_looked_at():
    turn = resolve(duel("F1903M", treasury=(5, 5)), one=[], two=[])
    assert turn["outcome"] is None
    assert turn["position"]["tied_until"] == 1904
    spring = duel("S1904M", treasury=(9, 5), tied_until=1904)
    turn = resolve(spring, one=[], two=["A PAR - BUR"])
    assert turn["outcome"] is None, "no check before that autumn"
    assert turn["position"]["tied_until"] == 1904
    turn = resolve(turn["position"], one=["A CON - BUL"], two=[])
    assert turn["outcome"] is None
    assert turn["position"]["tied_until"] is None, "cleared then"


def test_id_16_worked_case_6_three_english_against_four_russian():
    position = intimate(
        "S1905M",
        homes=("RUSSIA", "ENGLAND"),
        units={"RUSSIA": ["A EDI", "A LON", "A LVP"], "ENGLAND": ["A MOS", "A SEV", "A STP", "A WAR"]},
        centres={"RUSSIA": ["RUM"], "ENGLAND": ["NWY"]},
        treasury=(4, 3),
    )
    assert resolve(position, one=[], two=[])["outcome"] == {"how": "ID-16", "winners": ["1"]}
    position["treasury"] = {"1": 4, "2": 4}
    assert resolve(position, one=[], two=[])["position"]["tied_until"] == 1905


def test_id_17_eighteen_centres_end_nothing():
    centres = [c for c in standard().centres if c not in ("CON", "SMY", "ANK")]
    position = intimate(
        "F1905M",
        units={"FRANCE": ["A PAR"], "TURKEY": ["A CON"]},
        centres={"FRANCE": centres[:20], "TURKEY": ["CON", "SMY", "ANK"]},
    )
    assert resolve(position, one=[], two=[])["outcome"] is None


def desert(phase, *, french=2, quiet_years=0):
    return intimate(
        phase,
        units={"FRANCE": ["A PAR", "A MAR", "A BRE"][:french], "TURKEY": ["A CON", "A SMY"]},
        centres={"FRANCE": ["PAR", "MAR", "BRE"][:french], "TURKEY": ["CON", "SMY"]},
        quiet_years=quiet_years,
    )


def test_id_18_three_whole_quiet_years_are_a_stalemate_by_themselves():
    position = desert("F1905M", french=3)
    for year in (1905, 1906):
        turn = resolve(position, one=[], two=[])
        assert turn["outcome"] is None
        assert turn["position"]["quiet_years"] == year - 1904
        assert turn["position"]["phase"] == f"S{year + 1}M", "nothing to adjust, nobody to bid for"
        position = resolve(turn["position"], one=[], two=[])["position"]
    turn = resolve(position, one=[], two=[])
    assert turn["outcome"] == {"how": "ID-18", "winners": ["1"]}
    assert news(turn, "victory")[0]["centres"] == {"1": 3, "2": 2}


def test_id_18_equal_centres_are_a_draw():
    turn = resolve(desert("F1907M", quiet_years=2), one=[], two=[])
    assert turn["outcome"] == {"how": "ID-18", "winners": ["1", "2"]}


def test_id_18_a_change_of_owner_begins_the_count_anew():
    turn = resolve(desert("F1907M", quiet_years=2), one=["A MAR - SPA"], two=[])
    assert turn["outcome"] is None
    assert turn["position"]["quiet_years"] == 0


def test_id_18_no_year_counts_while_a_mercenary_is_there():
    position = desert("F1907M", quiet_years=0)
    position["units"]["ITALY"] = ["A ROM"]
    position["centres"]["ITALY"] = ["ROM"]
    assert resolve(position, one=[], two=[])["position"]["quiet_years"] == 0


def test_id_18_both_players_or_the_game_master_may_declare_it():
    for by in (["1", "2"], ["game-master"]):
        turn = adjudicator.resolve(
            "intimate", {}, desert("S1905M", french=3), agreed={"how": "stalemate", "by": by}
        )
        assert turn["outcome"] == {"how": "ID-18", "winners": ["1"]}
    refused("not-allowed", desert("S1905M"), how="stalemate", by=["1"])
    refused("not-allowed", at_start("S1905M"), how="stalemate", by=["1", "2"])
    refused("not-allowed", adjudicator.start("intimate")["position"], how="stalemate", by=["1", "2"])


def test_id_19_both_may_agree_on_a_draw_where_the_settings_allow_it():
    turn = adjudicator.resolve("intimate", {}, at_start("F1902M"), agreed={"how": "draw", "by": ["2", "1"]})
    assert turn["outcome"] == {"how": "ID-19", "winners": ["1", "2"]}
    assert turn["results"] == []
    assert turn["position"]["phase"] == "F1902M"
    refused("not-allowed", at_start("F1902M"), how="draw", by=["1"])
    refused("not-allowed", at_start("F1902M"), {"draws": False}, how="draw", by=["1", "2"])
    refused("bad-seat", at_start("F1902M"), how="draw", by=["1", "3"])


def test_id_19_a_player_may_concede_to_the_other():
    turn = adjudicator.resolve(
        "intimate", {"draws": False}, at_start("F1902M"), agreed={"how": "concession", "by": ["2"]}
    )
    assert turn["outcome"] == {"how": "ID-19", "winners": ["1"]}
    refused("not-allowed", at_start("F1902M"), how="concession", by=["1", "2"])
    refused("not-allowed", at_start("F1902M"), how="concession", by=[])
    refused("not-allowed", at_start("F1902M"), how="surrender", by=["1"])


def test_id_20_losing_everything_at_home_does_not_end_the_game():
    position = intimate(
        "F1905M",
        units={"FRANCE": ["A PAR"], "TURKEY": ["A BUL"], "ITALY": ["A ROM"]},
        centres={"FRANCE": ["PAR"], "TURKEY": [], "ITALY": ["ROM", "CON"]},
        control={"ITALY": "2"},
    )
    position["units"]["TURKEY"] = []
    turn = resolve(position, one=[], two=["A ROM H"])
    assert turn["outcome"] is None
    assert adjudicator.due("intimate", {}, turn["position"])["due"].keys() >= {"2"}


def test_an_elimination_is_told():
    position = intimate(
        "S1905M",
        units={"FRANCE": ["A PAR", "A BUR"], "GERMANY": ["A MUN"], "TURKEY": ["A CON"], "ITALY": ["A TYR"]},
        centres={"FRANCE": ["PAR", "BRE"], "TURKEY": ["CON"], "ITALY": ["ROM"]},
        control={"ITALY": "1"},
    )
    turn = resolve(position, one=["A BUR - MUN", "A TYR S A BUR - MUN"], two=[])
    assert news(turn, "elimination") == [{"kind": "elimination", "year": 1905, "power": "GERMANY"}]


def test_a_board_without_anybody_comes_to_an_end_and_not_to_a_loop():
    """No one ever owes anything again: three skipped years later the game is a draw (ID-18)."""
    turn = resolve(intimate("W1904A", units={"FRANCE": ["A PAR"]}, centres={}), one=["A PAR D"])
    assert turn["outcome"] == {"how": "ID-18", "winners": ["1", "2"]}
