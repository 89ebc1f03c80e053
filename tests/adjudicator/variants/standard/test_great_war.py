"""RB-20, the Great War: Italy's neutrality, the coin, 24 units."""

import pytest

import adjudicator
from adjudicator import AdjudicatorError
from adjudicator.board import standard
from adjudicator.lots import Lots
from tests.adjudicator.variants.standard.scenes import (
    LOTS,
    OTHER_LOTS,
    news,
    position,
    resolve,
    start,
    told,
)

WAR = {"players": 2}
ITALIAN = ("APU", "NAP", "PIE", "ROM", "TUS", "VEN")
ALLIED = {"1": ["ENGLAND", "FRANCE", "ITALY", "RUSSIA"], "2": ["AUSTRIA", "GERMANY", "TURKEY"]}

NEAR = position(
    2,
    "S1914M",
    units={
        "AUSTRIA": ["A TYR", "F TRI", "A ALB", "F ADR"],
        "FRANCE": ["A MAR", "F LYO"],
        "ITALY": ["A ROM", "A VEN", "F NAP"],
    },
    centres={"AUSTRIA": ["TRI"], "FRANCE": ["MAR"], "ITALY": ["NAP", "ROM", "VEN"]},
)


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        ("2", "A TYR - PIE"),
        ("2", "A TYR - VEN"),
        ("2", "F TRI - VEN"),
        ("2", "A ALB - APU VIA"),
        ("2", "F ADR C A ALB - APU"),
        ("2", "A TYR S F TRI - VEN"),
        ("1", "A MAR - PIE"),
        ("1", "F LYO - TUS"),
    ],
)
def test_nobody_may_enter_neutral_italy(seat, line):
    turn = resolve(2, NEAR, {seat: [line]})
    result = told(turn, line)
    assert (result["verdict"], result["detail"], result["clause"]) == ("void", "closed", "RB-20")
    (problem,) = adjudicator.read("standard", WAR, NEAR, seat, text=line, language="fr")["problems"]
    assert problem["message"].startswith("Impossible")
    assert turn["position"]["units"] == {power: sorted(units) for power, units in NEAR["units"].items()}


@pytest.mark.parametrize("seat", ["1", "2"])
def test_no_order_into_italy_is_offered(seat):
    offered = adjudicator.options("standard", WAR, NEAR, seat)["options"]
    assert offered
    for unit, lines in offered.items():
        assert unit not in NEAR["units"]["ITALY"]
        assert not [
            line for line in lines if line.removesuffix(" VIA").endswith(tuple(f"- {p}" for p in ITALIAN))
        ]
    joined = NEAR | {"phase": "S1915M", "powers": ALLIED}
    opened = adjudicator.options("standard", WAR, joined, "2")["options"]["A TYR"]
    assert {"A TYR - PIE", "A TYR - VEN"} <= set(opened)


def test_neutral_italy_holds_owes_nothing_and_is_not_in_disorder():
    assert [owed["powers"] for owed in adjudicator.due("standard", WAR, start(2))["due"].values()] == [
        ["ENGLAND", "FRANCE", "RUSSIA"],
        ["AUSTRIA", "GERMANY", "TURKEY"],
    ]
    turn = resolve(2, start(2), {"1": ["A VEN - TYR"], "2": ["A ROM - TUS"]})
    assert turn["position"]["units"]["ITALY"] == ["A ROM", "A VEN", "F NAP"]
    assert told(turn, "A VEN H")["text"] == "No order: it held."
    assert told(turn, "A VEN - TYR")["verdict"] == told(turn, "A ROM - TUS")["verdict"] == "void"
    assert turn["position"]["disorder"] == []


def test_nobody_retreats_into_neutral_italy():
    before = position(
        2,
        "S1914M",
        units={"AUSTRIA": ["A TYR"], "FRANCE": ["A MUN"], "RUSSIA": ["A BOH", "A VIE", "F TRI"]},
    )
    orders = {"1": ["A BOH S A MUN - TYR", "A MUN - TYR"]}
    turn = resolve(2, before, orders)
    assert turn["position"]["dislodged"] == {}, "all that is left is Italian"
    assert told(turn, "A TYR H")["retreats"] == []
    after = resolve(2, before | {"phase": "S1915M", "powers": ALLIED}, orders)
    assert told(after, "A TYR H")["retreats"] == ["PIE", "VEN"]
    retreating = position(
        2,
        "S1914R",
        units={"FRANCE": ["A TYR"]},
        dislodged={"AUSTRIA": [{"unit": "A TYR", "from": "MUN", "by_convoy": False}]},
    )
    offered = adjudicator.options("standard", WAR, retreating, "2")["options"]["A TYR"]
    assert offered == ["A TYR R BOH", "A TYR R TRI", "A TYR R VIE", "A TYR D"]
    turn = resolve(2, retreating, {"2": ["A TYR R VEN"]})
    void = told(turn, "A TYR R VEN")
    assert (void["detail"], void["clause"]) == ("closed", "RB-20")
    assert void["text"] == "Not possible: no one may enter Ven. The unit was disbanded."


def coin(lots):
    return Lots(lots).one("coin 1914", ["1", "2"])


@pytest.mark.parametrize("lots", [LOTS, OTHER_LOTS])
def test_the_coin_is_tossed_before_the_adjustments_of_the_first_autumn(lots):
    before = start(2) | {"phase": "F1914M"}
    before["units"] = before["units"] | {"RUSSIA": ["A RUM", "F SEV", "A WAR", "A MOS"]}
    turn = resolve(2, before, lots=lots)
    side = coin(lots)
    assert turn["position"]["phase"] == "W1914A"
    assert news(turn, "coin") == [
        {"kind": "coin", "year": 1914, "seat": side, "power": "ITALY", "clause": "RB-20"}
    ]
    assert [item["kind"] for item in turn["news"]] == ["coin", "ownership"]
    powers = start(2)["powers"]
    assert turn["position"]["powers"] == powers | {side: sorted([*powers[side], "ITALY"])}
    turn = resolve(2, turn["position"], lots=lots)
    assert news(turn, "coin") == [], "once"
    assert turn["position"]["phase"] == "S1915M"
    owed = adjudicator.due("standard", WAR, turn["position"])["due"]
    assert "ITALY" in owed[side]["powers"]


def test_both_sides_of_the_coin_are_seen():
    assert {coin(LOTS), coin(OTHER_LOTS)} == {"1", "2"}


def test_the_coin_is_tossed_after_retreats_too_and_not_before():
    dislodged = {"AUSTRIA": [{"unit": "A TYR", "from": "MUN", "by_convoy": False}]}
    autumn = start(2) | {"phase": "F1914R", "dislodged": dislodged}
    assert news(resolve(2, autumn, {"2": ["A TYR R BOH"]}), "coin")
    spring = autumn | {"phase": "S1914R"}
    assert not news(resolve(2, spring, {"2": ["A TYR R BOH"]}), "coin")
    fighting = position(
        2,
        "F1914M",
        units={"AUSTRIA": ["A TYR"], "FRANCE": ["A MUN", "A BOH"]},
        centres={"FRANCE": ["MUN"]},
    )
    turn = resolve(2, fighting, {"1": ["A BOH S A MUN - TYR", "A MUN - TYR"]})
    assert turn["position"]["phase"] == "F1914R"
    assert not news(turn, "coin")


def test_no_lots_no_coin():
    with pytest.raises(AdjudicatorError) as refusal:
        resolve(2, start(2) | {"phase": "F1914M"}, lots=None)
    assert refusal.value.code == "bad-input"
    assert "tirage" in refusal.value.message_fr
    assert resolve(2, start(2), lots=None)["position"]["phase"] == "F1914M"
    resolve(2, start(2) | {"phase": "F1915M", "powers": ALLIED}, lots=None)


def test_in_the_first_winter_italy_is_not_yet_ordered():
    before = start(2) | {"phase": "W1914A", "powers": ALLIED}
    before["units"] = before["units"] | {"ITALY": ["A VEN"], "FRANCE": ["A PAR"]}
    owed = adjudicator.due("standard", WAR, before)["due"]
    assert owed["1"]["powers"] == ["FRANCE"]
    turn = resolve(2, before, {"1": ["A ROM B", "A MAR B"]})
    assert turn["position"]["units"]["ITALY"] == ["A VEN"]
    assert told(turn, "A ROM B")["verdict"] == "void"
    spring = turn["position"]
    assert spring["phase"] == "S1915M"
    moved = resolve(2, spring, {"1": ["A VEN - TYR", "A PAR - BUR"]})
    assert "A TYR" in moved["position"]["units"]["ITALY"]
    assert news(resolve(2, spring, {"1": None}), "disorder")[0]["powers"] == ALLIED["1"]


def test_another_first_year_moves_italy_s_entry_with_it():
    settings = {"players": 2, "first_year": 1920}
    before = adjudicator.start("standard", settings)["position"] | {"phase": "F1920M"}
    turn = adjudicator.resolve("standard", settings, before, {"1": [], "2": []}, lots=LOTS)
    assert news(turn, "coin")[0]["year"] == 1920
    assert turn["position"]["phase"] == "S1921M"
    assert "ITALY" in adjudicator.due("standard", settings, turn["position"])["due"][coin(LOTS)]["powers"]


LAND = [f"A {name}" for name, province in standard().provinces.items() if not province.is_sea]


def armed(first, second, italian=0, phase="W1916A", **more):
    """The sides with so many units, as many centres as there are, and Italy with its own."""
    units = iter(unit for unit in LAND if unit[2:] not in ITALIAN)
    sides = {"FRANCE": first // 2, "RUSSIA": first - first // 2, "GERMANY": second}
    stand = {power: [next(units) for _ in range(count)] for power, count in sides.items()}
    stand["ITALY"] = [f"A {place}" for place in ITALIAN[:italian]]
    centres = iter(standard().centres)
    owned = {power: [next(centres) for _ in range(min(len(held), 12))] for power, held in stand.items()}
    return position(2, phase, units=stand, **{"powers": ALLIED, "centres": owned} | more)


def winter(before, lots=LOTS):
    """The winter over, no one removing or building anything: every unit is paid for."""
    return resolve(2, before, lots=lots)


def test_twenty_four_units_on_the_board_win_all_powers_together():
    turn = winter(armed(24, 4, powers=start(2)["powers"] | {"2": ALLIED["2"] + ["ITALY"]}))
    assert turn["outcome"] == {"how": "RB-20", "winners": ["1"]}
    (won,) = [item for item in turn["news"] if item["kind"] == "victory"]
    assert won["units"] == {"1": 24}
    assert won["text"] == "Player 1 wins with 24 units (RB-20)."
    assert winter(armed(23, 4))["outcome"] is None


def test_italy_counts_for_its_side_once_it_has_joined():
    assert winter(armed(21, 4, 3))["outcome"] == {"how": "RB-20", "winners": ["1"]}
    assert winter(armed(21, 4, 2))["outcome"] is None
    assert winter(armed(21, 4, 3, phase="W1914A"))["outcome"] is None, "it joins in spring 1915"


def test_units_are_counted_after_the_adjustments_and_not_before():
    many = armed(24, 4)
    many["centres"] = many["centres"] | {"RUSSIA": many["centres"]["RUSSIA"][:-1]}
    assert winter(many)["outcome"] is None, "one had to go"
    spring = resolve(2, armed(24, 4, phase="S1916M"))
    assert spring["outcome"] is None, "not in spring"


def test_eighteen_centres_do_not_end_it():
    centres = [centre for centre in standard().centres if centre not in ("LON", "VEN", "ROM", "NAP")]
    before = position(
        2,
        "F1915M",
        units={"GERMANY": ["A MUN"], "ENGLAND": ["A LON"]},
        centres={"GERMANY": centres, "ENGLAND": ["LON"]},
        powers=ALLIED,
    )
    turn = resolve(2, before)
    assert (turn["outcome"], turn["position"]["phase"]) == (None, "W1915A")


def test_there_is_no_short_game_and_a_draw_may_be_agreed():
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.start("standard", {"players": 2, "last_year": 1920})
    assert refusal.value.code == "bad-setting"
    assert "RB-20" in refusal.value.message
    assert "RB-20" in refusal.value.message_fr
    agreed = {"how": "draw", "by": ["1", "2"]}
    turn = adjudicator.resolve("standard", WAR, start(2), agreed=agreed)
    assert turn["outcome"] == {"how": "RB-12", "winners": ["1", "2"]}


@pytest.mark.slow
def test_a_whole_first_year_replays_with_its_lots():
    from adjudicator import records

    record = records.begin(variant="standard", settings=WAR, start=start(2), lots=LOTS)
    at = start(2)
    for _ in range(3):
        answers = {"1": ["A VEN - TYR"], "2": ["A TYR - PIE", "A VIE - TYR"]}
        turn = adjudicator.resolve("standard", WAR, at, answers, lots=LOTS)
        record = records.add_turn(record, turn, answers=answers, lots=LOTS)
        at = turn["position"]
    assert adjudicator.replay(record, lots=LOTS)["turns"] == record["turns"]
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.replay(record)
    assert refusal.value.code == "bad-input", "the coin needs them"
    other = {**record, "lots_sha256": Lots(OTHER_LOTS).sha256}
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.replay(other, lots=OTHER_LOTS)
    assert refusal.value.code == "replay-differs"
