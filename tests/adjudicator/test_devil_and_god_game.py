"""Diable et Bon Dieu through the engine's face: seats, secrets, the favour, how it ends (DG-1 to DG-18)."""

import copy

import pytest

import adjudicator
from adjudicator import records
from adjudicator.board import standard
from adjudicator.canonical import dumps
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from tests.adjudicator.tables import POWERS, news

VARIANT = "devil-and-god"
SEATS = (*POWERS, "DEVIL", "GOD")
LOTS = "5a" * 32
SECRET = {"spells_shown": "end"}
PROTECTED = {"DEVIL": "ITALY", "GOD": "FRANCE"}


def position(phase, units=None, centres=None, **more):
    return {
        "phase": phase,
        "units": units or {},
        "centres": centres or {},
        "protected": PROTECTED,
        "cast": {"DEVIL": [], "GOD": []},
        "favour": None,
        "divine_winner": None,
        "divine_retired": False,
        **more,
    }


def at_start(phase="S1901M", **more):
    board = standard()
    return position(
        phase,
        {power: list(board.powers[power].units) for power in POWERS},
        {power: list(board.powers[power].homes) for power in POWERS},
        **more,
    )


def resolve(before, settings=None, silent=(), **answers):
    """The turn; powers without an answer send no orders, the divine nothing."""
    given = {power: [] for power in POWERS if power not in silent} | answers
    return adjudicator.resolve(VARIANT, settings or {}, before, given)


def view(seat, settings=None, **what):
    return adjudicator.view(VARIANT, settings or {}, seat=seat, language="en", **what)


def refused(code, ask, *args, **kwargs):
    with pytest.raises(AdjudicatorError) as refusal:
        ask(*args, **kwargs)
    assert refusal.value.code == code
    assert refusal.value.message_fr != refusal.value.message


# DG-1, DG-2: nine seats, two protections.


def test_dg_1_nine_seats_are_dealt_by_lots():
    variant = adjudicator.VARIANTS[VARIANT]
    assert variant["seats"] == list(SEATS)
    assert variant["deals_seats"] is True
    assert variant["rules"] == ["DG", "RB"]
    assert variant["names"]["fr"] == "Diable et Bon Dieu"
    assert variant["kinds"] == ["A", "M", "R"]


def test_dg_2_lots_give_each_another_power():
    given = set()
    for number in range(60):
        lots = f"{number:02x}" * 32
        protected = adjudicator.start(VARIANT, {}, lots=lots)["position"]["protected"]
        devils = Lots(lots).one("protect DEVIL", POWERS)
        assert protected["DEVIL"] == devils
        assert protected["GOD"] == Lots(lots).one("protect GOD", [p for p in POWERS if p != devils])
        assert protected["DEVIL"] != protected["GOD"]
        given |= {("D", protected["DEVIL"]), ("G", protected["GOD"])}
    assert len(given) == 14, "any power to either"
    refused("bad-input", adjudicator.start, VARIANT, {})


def test_dg_2_who_knows_which_protection():
    before = adjudicator.start(VARIANT, {}, lots=LOTS)["position"]
    seen = {seat: view(seat, position=before)["position"].get("protected") for seat in (*SEATS, None)}
    assert seen["GOD"] == before["protected"]
    assert seen["DEVIL"] == {"DEVIL": before["protected"]["DEVIL"]}
    assert {str(seen[seat]) for seat in (*POWERS, None)} == {"None"}
    assert view("FRANCE", position=before)["unknown"] == [
        *("answers.DEVIL", "answers.GOD", "answers.winter", "favour"),
        *("protected.DEVIL", "protected.GOD", "waived.winter"),
    ]
    assert view("DEVIL", position=before)["unknown"] == [
        *("answers.GOD", "answers.winter", "favour", "protected.GOD", "waived.winter"),
    ]
    assert view("GOD", position=before)["unknown"] == ["answers.DEVIL"]


@pytest.mark.parametrize("seat", [*POWERS, None])
def test_dg_2_worlds_that_differ_in_protections_alone_look_the_same_to_the_seven(seat):
    worlds = [
        at_start(protected={"DEVIL": d, "GOD": g}) for d, g in (("ITALY", "FRANCE"), ("FRANCE", "ITALY"))
    ]
    assert len({whole_sight(world, seat) for world in worlds}) == 1


def test_dg_2_the_devil_cannot_tell_whom_god_protects():
    worlds = [at_start(protected={"DEVIL": "ITALY", "GOD": power}) for power in ("FRANCE", "TURKEY")]
    assert len({whole_sight(world, "DEVIL") for world in worlds}) == 1
    assert len({whole_sight(world, "GOD") for world in worlds}) == 2


def whole_sight(world, seat, settings=None, **answers):
    """All that `seat` can ask for about a world and the turn that `answers` make of it, as bytes."""
    turn = resolve(world, settings, **answers)
    asked = [
        view(seat, settings, position=world),
        view(seat, settings, turn={"answers": answers, **turn}),
    ]
    if seat is not None:
        for at in (world, turn["position"]):
            asked.append(adjudicator.options(VARIANT, settings or {}, at, seat))
            for text in ("A PAR - BUR", "A MUN", "favour France", "WAIVE"):
                asked.append(adjudicator.read(VARIANT, settings or {}, at, seat, text=text, language="fr"))
    return dumps(asked)


# DG-5: when spells are shown.

FIGHT = position(
    "S1901M",
    {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR", "A BER"], "RUSSIA": ["A MOS"]},
    {"FRANCE": ["PAR", "MAR"], "GERMANY": ["BER", "MUN"], "RUSSIA": ["MOS"]},
)


def test_dg_5_spells_are_shown_with_the_results():
    turn = resolve(FIGHT, GOD={"spell": "A PAR"}, DEVIL={"spell": "A BER"})
    for seat in (*SEATS, None):
        seen = view(seat, turn=turn)["turn"]
        assert [(item["seat"], item["unit"]) for item in news(seen, "spell")] == [
            ("DEVIL", "A BER"),
            ("GOD", "A PAR"),
        ]
        assert seen["position"]["cast"] == {"DEVIL": ["GERMANY"], "GOD": ["FRANCE"]}


def test_dg_5_or_at_the_end_of_the_game():
    turn = resolve(FIGHT, SECRET, GOD={"spell": "A PAR"}, DEVIL={"spell": "A BER"})
    told = {
        seat: [item["seat"] for item in news(view(seat, SECRET, turn=turn)["turn"], "spell")]
        for seat in (*SEATS, None)
    }
    assert told == {**{key: [] for key in (*POWERS, None)}, "DEVIL": ["DEVIL"], "GOD": ["GOD"]}
    assert view("GOD", SECRET, turn=turn)["turn"]["position"]["cast"] == {"GOD": ["FRANCE"]}
    assert "cast" not in view("FRANCE", SECRET, turn=turn)["turn"]["position"]
    assert {"cast.GOD", "reasons", "spells.DEVIL"} <= set(view(None, SECRET, turn=turn)["unknown"])


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("seat", [*POWERS, None])
def test_dg_5_secret_spells_that_change_nothing_cannot_be_told_apart(seat):
    """Nor can one that was cancelled, or that could not stand."""
    orders = {
        "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"],
        "GERMANY": ["A BUR H", "A BER H"],
        "RUSSIA": ["A MOS - WAR"],
    }
    casts = [
        {},
        {"GOD": {"spell": "A BER"}},
        {"GOD": {"spell": "A PAR"}},
        {"GOD": {"spell": "A MAR"}, "DEVIL": {"spell": "A BUR"}},
        {"GOD": {"spell": "A MOS"}, "DEVIL": {"spell": "A MOS"}},
        {"GOD": {"spell": "A SIL"}, "DEVIL": {"spell": "nonsense"}},
    ]
    seen = {whole_sight(FIGHT, seat, SECRET, **orders, **cast) for cast in casts}
    assert len(seen) == 1


def test_dg_5_a_curse_on_an_attack_that_failed_anyhow_is_not_told_by_its_bar():
    """Dislodged by two, the attacker could not have retreated to the occupied place it attacked."""
    before = position(
        "S1901M",
        {"FRANCE": ["A PAR"], "GERMANY": ["A BUR"], "ENGLAND": ["A PIC", "F BRE"], "RUSSIA": ["A MOS"]},
    )
    orders = {
        "FRANCE": ["A PAR - BUR"],
        "ENGLAND": ["A PIC - PAR", "F BRE H"],
        "GERMANY": ["A BUR H"],
    }
    helped = copy.deepcopy(before)
    helped["units"]["ENGLAND"].append("A GAS")
    orders["ENGLAND"].append("A GAS S A PIC - PAR")
    worlds = [
        whole_sight(helped, seat, SECRET, **orders, **cast)
        for seat in ("FRANCE", "GERMANY", None)
        for cast in ({}, {"DEVIL": {"spell": "A PAR"}})
    ]
    assert worlds[0] == worlds[1]
    assert worlds[2] == worlds[3]
    assert worlds[4] == worlds[5]


def test_dg_5_the_divine_do_not_see_each_others_secret_spells():
    """Only what a spell does to the board can be seen."""
    orders = {"FRANCE": ["A PAR H"], "GERMANY": ["A BUR H"]}
    worlds = [
        whole_sight(FIGHT, "DEVIL", SECRET, **orders, DEVIL={"spell": "A BER"}, **cast)
        for cast in ({}, {"GOD": {"spell": "A MAR"}}, {"GOD": {"spell": "A MOS"}})
    ]
    assert len(set(worlds)) == 1


def test_dg_3_answers_of_the_divine_stay_theirs():
    answers = {power: [] for power in POWERS} | {"GOD": {"spell": "A SIL"}, "DEVIL": {"spell": "A BER"}}
    turn = {"answers": answers, **adjudicator.resolve(VARIANT, {}, FIGHT, answers)}
    for seat in (*SEATS, None):
        answered = set(view(seat, turn=turn)["turn"]["answers"])
        assert answered == {*POWERS, *({seat} & {"DEVIL", "GOD"})}


def test_dg_3_a_spell_that_could_not_stand_is_told_to_who_cast_it():
    turn = resolve(FIGHT, GOD={"spell": "A SIL"})
    void = {
        seat: [r["power"] for r in view(seat, turn=turn)["turn"]["results"] if r["verdict"] == "void"]
        for seat in SEATS
    }
    assert void == {**{key: [] for key in SEATS}, "GOD": ["GOD"]}


# DG-14: the favour.


def winter(phase, france, centres, **more):
    return position(
        phase,
        {"FRANCE": france, "ITALY": ["A ROM"], "RUSSIA": ["A MOS"]},
        {"FRANCE": centres, "ITALY": ["ROM"], "RUSSIA": ["MOS"]},
        **more,
    )


@pytest.mark.parametrize(
    ("phase", "may"),
    [
        ("F1901M", False),
        ("F1902M", False),
        ("S1903M", False),
        ("F1903M", True),
        ("F1904M", False),
        ("F1905M", True),
    ],
)
def test_dg_14_in_the_autumn_of_the_third_year_and_every_second_after(phase, may):
    before = winter(phase, ["A PAR"], ["PAR"])
    due = adjudicator.due(VARIANT, {}, before)["due"]
    assert ("favour" in due["GOD"]) is may
    assert "favour" not in due["DEVIL"]
    turn = resolve(before, GOD={"favour": "France"})
    if phase[0] == "F":
        assert bool(news(turn, "favour")) is may
    assert any(r["power"] == "GOD" and r["clause"] == "DG-14" for r in turn["results"]) is not may
    assert adjudicator.read(VARIANT, {}, before, "DEVIL", text="favour France")["answer"] == {}


def test_dg_14_the_third_year_is_counted_from_the_first():
    before = winter("F1953M", ["A PAR"], ["PAR"])
    assert "favour" in adjudicator.due(VARIANT, {"first_year": 1951}, before)["due"]["GOD"]
    assert "favour" not in adjudicator.due(VARIANT, {"first_year": 1952}, before)["due"]["GOD"]


def test_dg_14_one_more_build_in_1903_and_back_in_1904():
    turn = resolve(winter("F1903M", ["A BUR"], ["PAR"]), GOD={"favour": "FRANCE", "spell": "A ROM"})
    before = turn["position"]
    assert (before["phase"], before["favour"]) == ("W1903A", "FRANCE")
    assert adjudicator.due(VARIANT, {}, before)["due"]["FRANCE"] == {
        "kind": "adjustments",
        "powers": ["FRANCE"],
        "builds": {"FRANCE": 1},
        "removals": {},
        "favour": {"FRANCE": 1},
        "veiled": True,
    }
    assert adjudicator.options(VARIANT, {}, before, "FRANCE")["sites"] == {"FRANCE": ["A PAR B"]}
    built = resolve(before, FRANCE=["A PAR B"])
    assert built["position"]["units"]["FRANCE"] == ["A BUR", "A PAR"]
    assert (built["position"]["phase"], built["position"]["favour"]) == ("S1904M", None)
    following = built["position"] | {"phase": "W1904A"}
    assert adjudicator.due(VARIANT, {}, following)["due"]["FRANCE"]["removals"] == {"FRANCE": 1}
    back = resolve(following, silent=["FRANCE"])
    assert len(back["position"]["units"]["FRANCE"]) == 1


def test_dg_14_in_such_a_winter_all_are_asked_so_that_nobody_can_tell_who_is_favoured():
    units = {"FRANCE": ["A PAR"], "ITALY": ["A ROM"]}
    plain, favoured = (
        position("W1903A", units, {"FRANCE": ["PAR"], "ITALY": ["ROM"]}, favour=favour)
        for favour in (None, "FRANCE")
    )
    nothing = {
        "kind": "adjustments",
        "powers": [],
        "builds": {},
        "removals": {},
        "favour": {},
        "veiled": True,
    }
    due = adjudicator.due(VARIANT, {}, plain)["due"]
    assert set(due) == set(adjudicator.due(VARIANT, {}, favoured)["due"]) and due["FRANCE"] == nothing
    for year, phase in (("1903", "W1903A"), ("1904", "S1905M"), ("1905", "W1905A")):
        autumn = position(f"F{year}M", units, {"FRANCE": ["PAR"], "ITALY": ["ROM"]})
        assert resolve(autumn)["position"]["phase"] == phase, "only such a winter opens for nothing"
    retired = position(
        "F1903M", units, {"FRANCE": ["PAR"], "ITALY": ["ROM"]}, divine_retired=True, divine_winner="GOD"
    )
    assert resolve(retired)["position"]["phase"] == "S1904M"


def test_dg_14_one_removal_fewer_by_order_and_by_rule():
    units = ["A BUR", "A PAR", "A GAS"]
    plain = winter("W1903A", units, ["PAR"])
    favoured = winter("W1903A", units, ["PAR"], favour="FRANCE")
    assert adjudicator.due(VARIANT, {}, plain)["due"]["FRANCE"]["removals"] == {"FRANCE": 2}
    assert adjudicator.due(VARIANT, {}, favoured)["due"]["FRANCE"]["removals"] == {"FRANCE": 1}
    assert len(resolve(plain, silent=["FRANCE"])["position"]["units"]["FRANCE"]) == 1
    assert len(resolve(favoured, silent=["FRANCE"])["position"]["units"]["FRANCE"]) == 2
    assert resolve(favoured, FRANCE=["A GAS D"])["position"]["units"]["FRANCE"] == ["A BUR", "A PAR"]


def test_dg_14_it_may_use_it_or_not():
    favoured = winter("W1903A", ["A BUR", "A PAR"], ["PAR"], favour="FRANCE")
    assert adjudicator.due(VARIANT, {}, favoured)["due"]["FRANCE"]["favour"] == {"FRANCE": 1}
    assert adjudicator.options(VARIANT, {}, favoured, "FRANCE")["options"] == {
        "A BUR": ["A BUR D"],
        "A PAR": ["A PAR D"],
    }
    assert resolve(favoured)["position"]["units"]["FRANCE"] == ["A BUR", "A PAR"]
    declined = resolve(favoured, FRANCE=["A BUR D"])
    assert declined["position"]["units"]["FRANCE"] == ["A PAR"]
    assert resolve(favoured, FRANCE=["A BUR D", "A PAR D"])["results"][1]["reason"] == "too-many"
    unbuilt = resolve(winter("W1903A", ["A BUR"], ["PAR"], favour="FRANCE"), FRANCE=["WAIVE"])
    assert unbuilt["position"]["units"]["FRANCE"] == ["A BUR"]


def test_dg_14_only_that_power_is_told_and_when_the_adjustments_open():
    before = position(
        "F1903M",
        {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"], "ITALY": ["A ROM", "A TUN"]},
        {"FRANCE": ["PAR"], "GERMANY": ["MUN"], "ITALY": ["ROM", "TUN"]},
    )
    orders = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GOD": {"favour": "FRANCE"}}
    turn = resolve(before, **orders)
    retreating = turn["position"]
    assert retreating["phase"] == "F1903R"
    assert news(turn, "favour") == []
    assert "favour" not in view("FRANCE", position=retreating)["position"]
    assert view("GOD", position=retreating)["position"]["favour"] == "FRANCE"
    opened = resolve(retreating, GERMANY=["A BUR R RUH"])
    assert opened["position"]["phase"] == "W1903A"
    told = {seat: bool(news(view(seat, turn=opened)["turn"], "favour")) for seat in (*SEATS, None)}
    assert [seat for seat, is_told in told.items() if is_told] == ["FRANCE", "GOD"]
    seen = {
        seat: view(seat, position=opened["position"])["position"].get("favour") for seat in (*SEATS, None)
    }
    assert [seat for seat, favour in seen.items() if favour] == ["FRANCE", "GOD"]


@pytest.mark.parametrize("seat", ["GERMANY", "ITALY", "DEVIL", None])
def test_dg_14_nobody_else_can_tell_whom_god_favours(seat):
    """Not by view, options or problems, whatever God named."""
    before = winter("F1903M", ["A BUR", "A GAS", "A SPA"], ["PAR"])
    before["units"]["ITALY"] = ["A ROM", "A VEN"]
    worlds = {
        whole_sight(before, seat, GOD=favour) for favour in ({"favour": "FRANCE"}, {"favour": "RUSSIA"}, {})
    }
    assert len(worlds) == 1


def test_dg_14_a_power_that_is_out_cannot_be_favoured_and_dg_3_does_not_count_the_favour():
    before = winter("F1903M", ["A BUR"], ["PAR"])
    problems = adjudicator.read(VARIANT, {}, before, "GOD", text="favour Turkey")["problems"]
    assert [problem["code"] for problem in problems] == ["eliminated"]
    turn = resolve(before, GOD={"favour": "FRANCE", "spell": "A BUR"})
    assert [item["unit"] for item in news(turn, "spell")] == ["A BUR"]
    assert turn["position"]["cast"]["GOD"] == ["FRANCE"]


# DG-15 to DG-17: endings.


def autumn(owner, count=18, **more):
    """An autumn in which `owner` holds `count` centres and each other power one, and no one moves."""
    centres = list(standard().centres)
    others = [power for power in POWERS if power != owner]
    mine = [c for c in centres if standard().provinces[c].home_of in (owner, None)]
    mine += [c for c in centres if c not in mine][: count - len(mine)]
    rest = [c for c in centres if c not in mine[:count]]
    owned = {owner: mine[:count]} | {power: [rest[at]] for at, power in enumerate(others)}
    units = {power: [f"A {held[0]}"] for power, held in owned.items()}
    return position("F1905M", units, owned, **more)


@pytest.mark.parametrize(
    ("owner", "state", "winners"),
    [
        ("FRANCE", {}, ["FRANCE", "GOD"]),
        ("ITALY", {}, ["DEVIL", "ITALY"]),
        ("TURKEY", {}, ["TURKEY"]),
        ("FRANCE", {"divine_winner": "GOD", "divine_retired": True}, ["FRANCE", "GOD"]),
        ("TURKEY", {"divine_winner": "GOD", "divine_retired": True}, ["GOD", "TURKEY"]),
        ("TURKEY", {"divine_winner": "DEVIL", "divine_retired": True}, ["DEVIL", "TURKEY"]),
        ("TURKEY", {"divine_retired": True}, ["TURKEY"]),
        ("FRANCE", {"divine_retired": True}, ["FRANCE"]),
    ],
)
def test_dg_15_and_16_a_solo_and_who_wins_with_it(owner, state, winners):
    turn = resolve(autumn(owner, **state))
    assert turn["outcome"] == {"how": "DG-15", "winners": winners}
    (told,) = news(turn, "victory")
    assert told["centres"] == {owner: 18}
    assert told.get("divine") == next((seat for seat in winners if seat not in POWERS), None)
    assert adjudicator.due(VARIANT, {}, turn["position"]) == {"due": {}}
    refused("game-over", resolve, turn["position"])


def test_dg_15_seventeen_centres_win_nothing():
    assert resolve(autumn("FRANCE", 17))["outcome"] is None


GONE = {
    "DEVIL": ({"FRANCE": ["A PAR"], "TURKEY": ["A CON"]}, {"FRANCE": ["PAR"], "TURKEY": ["CON"]}, "GOD"),
    "GOD": ({"ITALY": ["A ROM"], "TURKEY": ["A CON"]}, {"ITALY": ["ROM"], "TURKEY": ["CON"]}, "DEVIL"),
    "both": ({"TURKEY": ["A CON"]}, {"TURKEY": ["CON"]}, None),
}


@pytest.mark.parametrize("whose", GONE)
def test_dg_15_and_16_an_eliminated_protected_power_is_a_divine_win_and_both_retire(whose):
    units, centres, winner = GONE[whose]
    turn = resolve(position("F1904M", units, centres))
    after = turn["position"]
    assert after["phase"] == "S1905M"
    assert (after["divine_winner"], after["divine_retired"]) == (winner, True)
    (told,) = news(turn, "victory")
    assert told["winners"] == ([winner] if winner else [])
    assert set(told["eliminated"]) == ({"DEVIL", "GOD"} if whose == "both" else {whose})
    assert turn["outcome"] is None, "the seven play on"
    due = adjudicator.due(VARIANT, {}, after)["due"]
    assert not {"DEVIL", "GOD"} & set(due)
    assert adjudicator.options(VARIANT, {}, after, "GOD") == {"options": {}, "sites": {}}
    cast = resolve(after, GOD={"spell": "A CON"}, DEVIL={"spell": "A CON"})
    assert news(cast, "spell") == []


def test_dg_15_it_is_judged_after_the_winter_adjustments():
    """In autumn Italy loses its last centre, in winter its last unit by removal."""
    before = position(
        "F1905M",
        {"FRANCE": ["A PAR"], "GERMANY": ["A ROM"], "ITALY": ["A TUS"]},
        {"FRANCE": ["PAR"], "GERMANY": ["MUN"], "ITALY": ["ROM"]},
    )
    fallen = resolve(before)
    assert fallen["position"]["phase"] == "W1905A"
    assert fallen["position"]["divine_winner"] is None
    assert news(fallen, "victory") == []
    removed = resolve(fallen["position"])
    assert removed["position"]["divine_winner"] == "GOD"
    assert [item["power"] for item in news(removed, "elimination")] == ["ITALY"]


def test_dg_15_a_unit_that_god_spares_keeps_the_devils_power_in_the_game():
    before = position(
        "W1905A",
        {"FRANCE": ["A PAR"], "GERMANY": ["A ROM"], "ITALY": ["A TUS"]},
        {"FRANCE": ["PAR"], "GERMANY": ["MUN", "ROM"]},
        favour="ITALY",
    )
    assert resolve(before)["position"]["divine_winner"] is None
    assert resolve(before | {"favour": None})["position"]["divine_winner"] == "GOD"


def test_dg_15_in_the_year_of_a_solo_an_elimination_comes_too_late():
    before = autumn("TURKEY")
    del before["units"]["ITALY"], before["centres"]["ITALY"]
    assert resolve(before)["outcome"]["winners"] == ["TURKEY"]


def test_dg_15_a_solo_of_a_protected_power_in_the_year_the_others_is_gone():
    before = autumn("FRANCE")
    del before["units"]["ITALY"], before["centres"]["ITALY"]
    assert resolve(before)["outcome"]["winners"] == ["FRANCE", "GOD"]


def test_dg_17_the_survivors_of_the_seven_may_end_the_game():
    before = position(
        "S1905M", {"FRANCE": ["A PAR"], "ITALY": ["A ROM"]}, {"FRANCE": ["PAR"], "TURKEY": ["CON"]}
    )

    def vote(at, by):
        return adjudicator.resolve(VARIANT, {}, at, agreed={"how": "draw", "by": by})

    turn = vote(before, ["FRANCE", "ITALY", "TURKEY"])
    assert turn["outcome"] == {"how": "DG-17", "winners": ["FRANCE", "ITALY", "TURKEY"]}
    assert vote(before, list(SEATS))["outcome"] == turn["outcome"], "a divine voice adds nothing"
    assert news(vote(before, list(SEATS)), "victory")[0]["by"] == list(POWERS)
    refused("not-allowed", vote, before, ["FRANCE", "ITALY", "DEVIL", "GOD"])
    earned = before | {"divine_winner": "GOD", "divine_retired": True}
    assert vote(earned, list(POWERS))["outcome"]["winners"] == ["FRANCE", "GOD", "ITALY", "TURKEY"]
    agreed = {"how": "draw", "by": list(POWERS)}
    refused("not-allowed", adjudicator.resolve, VARIANT, {"draws": False}, before, agreed=agreed)


# The end lifts every veil; records.


def test_when_the_game_is_over_everything_is_seen():
    settings = SECRET
    start = adjudicator.start(VARIANT, settings, lots=LOTS)["position"]
    record = records.begin(variant=VARIANT, settings=settings, start=start, lots=LOTS)
    answers = {power: [] for power in POWERS} | {"GOD": {"spell": "A PAR"}, "DEVIL": {"spell": "A MUN"}}
    turn = adjudicator.resolve(VARIANT, settings, start, answers)
    record = records.add_turn(record, turn, answers=answers, lots=LOTS)
    seen = view("FRANCE", settings, record=record)["record"]
    assert "protected" not in seen["start"]
    assert news(seen["turns"][0], "spell") == []
    assert "GOD" not in seen["turns"][0]["answers"]
    assert "lots" not in seen
    agreed = {"how": "draw", "by": list(POWERS)}
    end = adjudicator.resolve(VARIANT, settings, turn["position"], agreed=agreed)
    over = records.add_turn(record, end, agreed=agreed, lots=LOTS)
    whole = adjudicator.view(VARIANT, settings, seat=None, record=over)
    assert whole == {"record": over, "unknown": []}
    seen = whole["record"]
    assert dumps(adjudicator.replay(seen)["turns"]) == dumps(over["turns"])
    assert view(None, settings, position=end["position"])["position"] == end["position"]


# Reading.


@pytest.mark.parametrize(
    ("seat", "text", "answer"),
    [
        ("GOD", "A Mun", {"spell": "A MUN"}),
        ("GOD", "bless A Munich", {"spell": "A MUN"}),
        ("GOD", "Bénédiction sur l’armée Munich", {"spell": "A MUN"}),
        ("GOD", "bénir : Munich", {"spell": "A MUN"}),
        ("DEVIL", "curse F St Petersburg", {"spell": "F STP/SC"}),
        ("DEVIL", "malédiction sur F Saint-Pétersbourg", {"spell": "F STP/SC"}),
        ("DEVIL", "maudire Kiel", {"spell": "F KIE"}),
        ("GOD", "A Par; favour Italy", {"spell": "A PAR", "favour": "ITALY"}),
        ("GOD", "faveur : l’Autriche\nA Par", {"spell": "A PAR", "favour": "AUSTRIA"}),
        ("GOD", "", {}),
        ("DEVIL", "  \n\n", {}),
    ],
)
def test_people_name_units_and_powers_as_they_do_in_orders(seat, text, answer):
    reading = adjudicator.read(VARIANT, {}, at_start("F1903M"), seat, text=text)
    assert reading == {"answer": answer, "problems": []}
    again = adjudicator.read(VARIANT, {}, at_start("F1903M"), seat, answer=answer)
    assert again == {"answer": answer, "problems": []}


@pytest.mark.parametrize(
    ("text", "answer", "codes"),
    [
        ("A SIL", {}, ["no-unit"]),
        ("F MUN", {}, ["no-unit"]),
        ("A PAR - BUR", {}, ["no-unit"]),
        ("A PAR\nA MUN", {"spell": "A PAR"}, ["duplicate"]),
        ("favour France; favour Italy", {"favour": "FRANCE"}, ["duplicate"]),
        ("favour Mars", {}, ["unknown-power"]),
        ("curse A PAR", {}, ["no-unit"]),
    ],
)
def test_what_cannot_stand_is_named_in_both_languages(text, answer, codes):
    before = at_start("F1903M")
    said = {}
    for language in ("en", "fr"):
        reading = adjudicator.read(VARIANT, {}, before, "GOD", text=text, language=language)
        assert reading["answer"] == answer
        assert [problem["code"] for problem in reading["problems"]] == codes
        said[language] = reading["problems"][0]["message"]
    assert said["en"] != said["fr"]


GARBAGE = [
    *("", "?", "A", "F", "A A A", "A MUN H H", "favour", "faveur :", "bénir", "maudire maudire", "é" * 5000),
    *("A " * 300, "\x00\u202e", "{}", "WAIVE", "A PAR B", "FRANCE: A PAR", ";;;", ",", "A MUN - ", "🙂", "-"),
    *("spell: spell: A MUN", "la plus belle armée", "any unit of the Devil", "A\tPAR", "bless favour France"),
]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("phase", ["S1901M", "F1903M", "S1901R", "W1903A"])
@pytest.mark.parametrize("seat", ["GOD", "DEVIL", "FRANCE"])
def test_garbage_is_answered_with_problems(phase, seat):
    before = at_start(phase)
    for text in GARBAGE:
        for language in ("en", "fr"):
            reading = adjudicator.read(VARIANT, {}, before, seat, text=text, language=language)
            assert all(problem["message"] for problem in reading["problems"])
            again = adjudicator.read(VARIANT, {}, before, seat, answer=reading["answer"], language=language)
            assert again["answer"] == reading["answer"]
        turn = resolve(before, **{seat: [text] if seat == "FRANCE" else {"spell": text, "favour": text}})
        assert dumps(turn)


@pytest.mark.parametrize(
    "answer",
    [
        {"spell": 3},
        {"spell": ["A MUN"]},
        {"spell": {}},
        {"favour": 0},
        {"x": 1},
        {"spell": "A MUN", "x": None},
    ],
)
def test_programs_may_send_anything_that_is_an_object(answer):
    before = at_start("F1903M")
    reading = adjudicator.read(VARIANT, {}, before, "GOD", answer=answer, language="fr")
    assert reading["problems"]
    assert set(reading["answer"]) <= {"spell"}
    assert dumps(resolve(before, GOD=answer))
    for wrong in ([], "A MUN", 3, True):
        refused("bad-input", adjudicator.read, VARIANT, {}, before, "GOD", answer=wrong)
        refused("bad-input", adjudicator.read, VARIANT, {}, at_start("W1903A"), "GOD", answer=wrong)


# Positions.


@pytest.mark.parametrize(
    "fault",
    [
        {"protected": {"DEVIL": "FRANCE", "GOD": "FRANCE"}},
        {"protected": {"FRANCE": "ITALY"}},
        {"protected": {"DEVIL": "MARS"}},
        {"protected": []},
        {"cast": {"DEVIL": ["MARS"]}},
        {"cast": {"DEVIL": "FRANCE"}},
        {"cast": {"GOD": ["FRANCE", "FRANCE"]}},
        {"cast": {"GOD": [["FRANCE"]]}},
        {"favour": "MARS"},
        {"favour": 1},
        {"divine_winner": "FRANCE"},
        {"divine_winner": []},
        {"divine_retired": "no"},
        {"treasury": {}},
    ],
)
def test_a_position_that_cannot_be_is_named(fault):
    refused("bad-position", adjudicator.due, VARIANT, {}, at_start(**fault))


def test_keys_left_out_are_empty():
    bare = {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}}
    turn = resolve(bare, GOD={"spell": "A PAR"})
    assert turn["position"]["protected"] == {}
    assert turn["position"]["divine_winner"] is None


@pytest.mark.parametrize("bad", [{"spells_shown": "never"}, {"players": 7}, {"last_year": 1910}])
def test_settings_that_are_none_of_this_games(bad):
    refused("bad-setting", adjudicator.start, VARIANT, bad, lots=LOTS)
