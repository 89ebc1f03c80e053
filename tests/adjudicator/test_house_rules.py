"""House rules that the engine plays: endings without a victory, the last game year, given homes (HR-4 to
HR-7, HR-11).
"""

import pytest

import adjudicator
from adjudicator import records
from adjudicator.board import standard
from adjudicator.errors import AdjudicatorError
from adjudicator.texts.settings import setting_sentence
from tests.adjudicator.tables import POWERS, at_start, intimate, news, resolve

FOR_TWO = [("intimate", {}), ("intimate-ii", {}), ("standard", {"players": 2})]
LARGER = [
    *(("standard", {"players": players}) for players in (7, 6, 5, 4, "3a", "3b")),
    ("spy", {}),
    ("devil-and-god", {}),
]
LOTS = "5b" * 32
GIVEN = {"homes": {"1": "FRANCE", "2": "TURKEY"}}


def refused(code, ask, *given, **more):
    """The refusal in both languages, of this code."""
    with pytest.raises(AdjudicatorError) as refusal:
        ask(*given, **more)
    assert refusal.value.code == code, refusal.value.message
    assert refusal.value.message_fr and refusal.value.message_fr != refusal.value.message
    return refusal.value.message


def ended(variant, settings, position, **agreed):
    return adjudicator.resolve(variant, settings, position, agreed=agreed, lots=LOTS, language="en")


def start_of(variant, settings):
    return adjudicator.start(variant, settings, lots=LOTS)["position"]


# HR-5, HR-6: forfeit and void


@pytest.mark.parametrize(("variant", "settings"), FOR_TWO)
@pytest.mark.parametrize("cause", ["absence", "ruling"])
def test_hr_5_a_forfeit_loses_a_game_for_two_from_the_first_phase_on(variant, settings, cause):
    """Worked case 2: the record replays, and nothing is due."""
    start = start_of(variant, settings)
    agreed = {"how": "forfeit", "by": ["1"], "cause": cause}
    turn = adjudicator.resolve(variant, settings, start, agreed=agreed)
    assert turn["outcome"] == turn["position"]["outcome"] == {"how": "HR-5", "winners": ["2"]}
    assert turn["position"]["phase"] == start["phase"]
    (told,) = turn["news"]
    assert (told["agreed"], told["by"], told["cause"]) == ("forfeit", ["1"], cause)
    assert adjudicator.due(variant, settings, turn["position"]) == {"due": {}}
    record = records.begin(variant=variant, settings=settings, start=start, lots=LOTS)
    record = records.add_turn(record, turn, agreed=agreed, lots=LOTS)
    assert adjudicator.replay(record)["turns"] == record["turns"]
    assert adjudicator.view(variant, settings, record=record)["record"]["turns"][0]["agreed"] == agreed


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(("variant", "settings"), LARGER)
def test_hr_5_no_larger_game_is_forfeited(variant, settings):
    """Worked case 4."""
    start = start_of(variant, settings)
    seat = adjudicator.about(variant, settings)["seats"][0]
    said = refused("not-allowed", ended, variant, settings, start, how="forfeit", by=[seat], cause="absence")
    assert "game for two" in said and "HR-5" in said
    assert adjudicator.about(variant, settings)["rulings"] == ["void"]


@pytest.mark.parametrize(("variant", "settings"), [*FOR_TWO, *LARGER])
@pytest.mark.parametrize("cause", ["silence", "ruling"])
def test_hr_6_every_game_can_be_void(variant, settings, cause):
    """Worked case 3: no winners; resolving it again is `game-over`."""
    start = start_of(variant, settings)
    turn = ended(variant, settings, start, how="void", by=[], cause=cause)
    assert turn["outcome"] == {"how": "HR-6", "winners": []}
    assert adjudicator.due(variant, settings, turn["position"]) == {"due": {}}
    refused("game-over", adjudicator.resolve, variant, settings, turn["position"], {}, lots=LOTS)
    refused("game-over", ended, variant, settings, turn["position"], how="void", by=[], cause=cause)
    for seat in (None, *adjudicator.about(variant, settings)["seats"]):
        (seen,) = adjudicator.view(variant, settings, turn=turn, seat=seat, language="fr")["turn"]["news"]
        assert (seen["how"], seen["winners"], seen["cause"]) == ("HR-6", [], cause)
        assert "sans résultat" in seen["text"]


@pytest.mark.parametrize(
    ("agreed", "code", "said"),
    [
        ({"how": "forfeit", "by": ["1"]}, "bad-input", "absence, ruling"),
        ({"how": "forfeit", "by": ["1"], "cause": "silence"}, "bad-input", "absence, ruling"),
        ({"how": "forfeit", "by": ["1"], "cause": ["absence"]}, "bad-input", "absence, ruling"),
        ({"how": "forfeit", "by": ["1", "2"], "cause": "absence"}, "not-allowed", "HR-6"),
        ({"how": "forfeit", "by": [], "cause": "absence"}, "not-allowed", "one seat"),
        ({"how": "forfeit", "by": ["game-master"], "cause": "ruling"}, "not-allowed", "one seat"),
        ({"how": "forfeit", "by": ["3"], "cause": "ruling"}, "bad-seat", "1, 2"),
        ({"how": "forfeit", "by": ["1"], "cause": "ruling", "absent": ["2"]}, "bad-input", "Only a draw"),
        ({"how": "void", "by": []}, "bad-input", "silence, ruling"),
        ({"how": "void", "by": [], "cause": "absence"}, "bad-input", "silence, ruling"),
        ({"how": "void", "by": ["1"], "cause": "ruling"}, "bad-input", "empty list"),
        ({"how": "draw", "by": ["1", "2"], "cause": "ruling"}, "bad-input", "no cause"),
        ({"how": "draw", "by": ["1"], "absent": "2"}, "bad-input", "absent"),
        ({"how": "draw", "by": ["1"], "absent": ["3"]}, "bad-seat", "1, 2"),
        ({"how": "draw", "by": ["1"], "absent": ["game-master"]}, "bad-seat", "1, 2"),
        ({"how": "draw", "by": ["1", "2"], "absent": ["2"]}, "bad-input", "not both: 2"),
        ({"how": "draw", "by": ["1"], "absent": ["2"]}, "not-allowed", "HR-4"),
        ({"how": "stalemate", "by": ["1"], "absent": ["2"]}, "bad-input", "Only a draw"),
        ({"how": "surrender", "by": ["1"]}, "not-allowed", "concession, draw, forfeit, stalemate, void"),
    ],
)
def test_a_wrong_ending_says_what_is_wrong(agreed, code, said):
    assert said in refused(code, ended, "intimate", {}, at_start("F1902M"), **agreed)


# HR-4: concession and absent seats


def test_hr_4_a_side_of_the_great_war_may_concede():
    war = {"players": 2}
    start = start_of("standard", war)
    turn = ended("standard", war, start, how="concession", by=["2"])
    assert turn["outcome"] == {"how": "HR-4", "winners": ["1"]}
    assert turn["news"][0]["text"] == "Conceded: player 1 wins (HR-4)."
    assert adjudicator.about("standard", war)["agreements"] == ["concession", "draw"]
    refused("not-allowed", ended, "standard", war, start, how="concession", by=["1", "2"])
    refused("not-allowed", ended, "standard", {}, start_of("standard", {}), how="concession", by=["FRANCE"])


def test_hr_4_six_draw_without_the_absent_seventh():
    """Worked case 6."""
    six, start = list(POWERS[:6]), start_of("standard", {})
    turn = ended("standard", {}, start, how="draw", by=six, absent=["TURKEY"])
    assert turn["outcome"] == {"how": "RB-12", "winners": six}
    assert turn["news"][0]["absent"] == ["TURKEY"]
    assert turn["news"][0]["text"].endswith("No share without a player: Turkey (HR-4).")
    said = refused("not-allowed", ended, "standard", {}, start, how="draw", by=six[1:], absent=["TURKEY"])
    assert said.endswith("missing: AUSTRIA.")
    refused("not-allowed", ended, "standard", {"draws": False}, start, how="draw", by=six, absent=["TURKEY"])


def test_hr_4_nobody_wins_by_a_draw_with_absent_seats_alone():
    start = start_of("standard", {})
    for present in (["FRANCE"], []):
        absent = [power for power in POWERS if power not in present]
        said = refused("not-allowed", ended, "standard", {}, start, how="draw", by=present, absent=absent)
        assert "two players at least" in said
    two = ended(
        "standard",
        {},
        start,
        how="draw",
        by=["FRANCE", "ITALY"],
        absent=sorted({*POWERS} - {"FRANCE", "ITALY"}),
    )
    assert two["outcome"]["winners"] == ["FRANCE", "ITALY"]


def test_hr_4_in_spy_absent_seats_are_counted_silently():
    start = start_of("spy", {})
    six, sealed = list(POWERS[:6]), {"reveal_at": "2030-01-01"}
    turn = ended("spy", sealed, start, how="draw", by=six, absent=["TURKEY"])
    assert turn["outcome"]["winners"] == six
    for seat in (None, *POWERS):
        seen = adjudicator.view("spy", sealed, turn=turn, seat=seat)["turn"]
        assert "agreed" not in seen and not any("absent" in item or "by" in item for item in seen["news"])
    said = {
        refused("not-allowed", ended, "spy", {}, start, how="draw", by=by, absent=absent)
        for by, absent in ((six, []), (six[1:], ["TURKEY"]), (["FRANCE"], sorted({*POWERS} - {"FRANCE"})))
    }
    assert len(said) == 1, "nothing is told of who is missing"


def test_hr_4_a_divine_seat_without_a_player_is_never_told():
    start = start_of("devil-and-god", {})
    six = list(POWERS[:6])
    turn = ended("devil-and-god", {}, start, how="draw", by=six, absent=["TURKEY", "GOD"])
    assert turn["outcome"] == {"how": "DG-17", "winners": six}
    assert turn["news"][0]["absent"] == ["TURKEY"]
    won = start | {"divine_winner": "GOD", "divine_retired": True}
    turn = ended("devil-and-god", {}, won, how="draw", by=six, absent=["TURKEY", "GOD"])
    assert turn["outcome"]["winners"] == sorted([*six, "GOD"]), "a win already earned stands (DG-17)"


# HR-7: the last game year


def last_winter(french=6, turkish=6, treasury=(9, 11), year=1903, **more):
    """A winter with nothing to adjust, incomes paid."""
    places = [centre for centre in standard().centres if centre not in ("CON", "PAR")]
    homes = {"FRANCE": ["PAR", *places[: french - 1]], "TURKEY": ["CON", *places[-(turkish - 1) :]]}
    return intimate(
        f"W{year}A",
        units={"FRANCE": ["A PAR"], "TURKEY": ["A CON"]},
        centres=homes,
        treasury=treasury,
        **more,
    )


@pytest.mark.parametrize(
    ("french", "treasury", "winners", "said"),
    [
        (
            6,
            (9, 11),
            ["2"],
            "player 2 wins with as many centres, 6, and the larger treasury, 11 to 9 (HR-7).",
        ),
        (6, (9, 9), ["1", "2"], "player 1 and player 2 share the game (HR-7)."),
        (7, (0, 99), ["1"], "player 1 wins with 7 centres (HR-7)."),
    ],
)
def test_hr_7_centres_then_treasury_then_a_draw(french, treasury, winners, said):
    """Worked case 1."""
    before = last_winter(french, treasury=treasury)
    turn = adjudicator.resolve("intimate", {"last_year": 1903}, before, {"1": [], "2": []}, language="en")
    assert turn["outcome"] == {"how": "HR-7", "winners": winners}
    (told,) = news(turn, "victory")
    assert told["text"] == f"The last year, 1903, is over: {said}"
    assert told["centres"] == {"1": french, "2": 6}
    assert ("credits" in told) is (french == 6)
    assert adjudicator.sentence(told, "fr").startswith("La dernière année, 1903, est terminée : ")


def test_hr_7_only_that_winter_and_not_the_one_before():
    for last_year in (None, 1904):
        turn = resolve(last_winter(), {"last_year": last_year}, one=[], two=[])
        assert turn["outcome"] is None
    assert resolve(last_winter(year=1905), {"last_year": 1903}, one=[], two=[])["outcome"]["how"] == "HR-7"


def test_hr_7_decides_after_the_adjustments_and_before_the_next_auction():
    """A mercenary is there to be bid for; nothing is charged for the auction that is not held."""
    before = last_winter(treasury=(9, 10))
    before["units"]["GERMANY"] = ["A MUN"]
    turn = resolve(before, {"last_year": 1903}, one=["A MAR B"], two=[])
    assert turn["outcome"] == {"how": "HR-7", "winners": ["2"]}
    assert turn["position"]["treasury"] == {"1": 9, "2": 10}
    assert turn["position"]["phase"] == "W1903A"
    assert not news(turn, "auction")


def test_hr_7_a_skipped_winter_ends_the_game_in_the_autumn_turn():
    """Income is paid first (ID-13)."""
    before = intimate(
        "F1903M",
        units={"FRANCE": ["A PAR"], "TURKEY": ["A CON"]},
        centres={"FRANCE": ["PAR"], "TURKEY": ["CON"]},
        treasury=(5, 5),
    )
    turn = resolve(before, {"last_year": 1903}, one=[], two=[])
    assert turn["outcome"] == {"how": "HR-7", "winners": ["1", "2"]}
    assert news(turn, "victory")[0]["credits"] == {"1": 6, "2": 6}


def test_hr_7_comes_after_a_victory_on_the_board():
    before = intimate(
        "F1903M",
        units={"FRANCE": ["A BUL"], "TURKEY": ["A SMY"]},
        centres={"FRANCE": ["PAR"], "TURKEY": ["CON", "SMY", "ANK"]},
    )
    turn = resolve(before, {"last_year": 1903}, one=["A BUL - CON"], two=[])
    assert turn["outcome"] == {"how": "ID-15", "winners": ["1"]}


def test_hr_7_a_pending_tie_gives_nothing():
    before = last_winter(french=5, turkish=6, tied_until=1904)
    before["units"] = {"FRANCE": ["A CON"], "TURKEY": ["A PAR"]}
    assert resolve(before, {"last_year": 1903}, one=[], two=[])["outcome"] == {
        "how": "HR-7",
        "winners": ["2"],
    }


def test_hr_7_replaces_the_stalemate_of_that_winter():
    """ID-18 would draw it; the treasuries decide."""
    before = last_winter(treasury=(9, 11), quiet_years=3)
    assert resolve(before, {}, one=[], two=[])["outcome"] == {"how": "ID-18", "winners": ["1", "2"]}
    turn = resolve(before, {"last_year": 1903}, one=[], two=[])
    assert turn["outcome"] == {"how": "HR-7", "winners": ["2"]}


def test_hr_7_in_intimate_ii_counts_the_income_of_the_winter_and_no_satellite():
    """ID2-2: income comes after the adjustments. A secret satellite stays secret."""
    before = last_winter(6, 6, treasury=(3, 5)) | {
        "satellites": {"1": {"power": "GERMANY", "secret": True}, "2": {"power": "ITALY", "secret": False}},
    }
    before["units"] |= {"GERMANY": ["A MUN"], "ITALY": ["A ROM"]}
    before["centres"] |= {"GERMANY": ["MUN"], "ITALY": ["ROM"]}
    turn = adjudicator.resolve("intimate-ii", {"last_year": 1903}, before, {"1": [], "2": []})
    assert turn["outcome"] == {"how": "HR-7", "winners": ["2"]}
    assert news(turn, "victory")[0]["credits"] == {"1": 9, "2": 11}
    seen = adjudicator.view("intimate-ii", {"last_year": 1903}, turn=turn, seat="2")["turn"]
    assert seen["position"]["satellites"]["1"] == {"secret": True}


@pytest.mark.parametrize("variant", ["intimate", "intimate-ii"])
def test_hr_7_a_last_year_before_the_first_is_a_bad_setting_for_every_question(variant):
    wrong = {"last_year": 1900}
    assert "Choose 1901 or later" in refused("bad-setting", adjudicator.start, variant, wrong)
    refused("bad-setting", adjudicator.due, variant, wrong, at_start("S1901M"))
    refused("bad-setting", adjudicator.start, variant, {"last_year": 1901, "first_year": 1902})
    refused("bad-setting", adjudicator.start, variant, {"last_year": "1903"})
    assert adjudicator.start(variant, {"last_year": 1901})["position"]["phase"] == "S1901H"


# HR-11: given homes


@pytest.mark.parametrize(("variant", "treasury"), [("intimate", (20, 20)), ("intimate-ii", (20, 18))])
def test_hr_11_given_homes_skip_the_choice(variant, treasury):
    """Worked case 5; ID-2 and ID2-1 say what the powers open with."""
    position = adjudicator.start(variant, GIVEN)["position"]
    assert position["phase"] == "S1901B"
    assert position["homes"] == GIVEN["homes"]
    assert tuple(position["treasury"].values()) == treasury
    assert position["control"] == dict.fromkeys(("AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA"))
    owed = adjudicator.due(variant, GIVEN, position)["due"]
    assert {seat: each["kind"] for seat, each in owed.items()} == {"1": "bids", "2": "bids"}


@pytest.mark.parametrize("variant", ["intimate", "intimate-ii"])
def test_hr_11_it_goes_on_as_if_the_homes_had_been_chosen(variant):
    lists = {
        seat: {"preferences": [home, *(power for power in POWERS if power != home)]}
        for seat, home in GIVEN["homes"].items()
    }
    chosen = adjudicator.resolve(variant, {}, adjudicator.start(variant)["position"], lists)["position"]
    position = adjudicator.start(variant, GIVEN)["position"]
    assert position == chosen
    record = records.begin(variant=variant, settings=GIVEN, start=position)
    for answers in ({"1": {"bids": {"ITALY": 3}}, "2": {"bids": {}}}, {"1": ["A PAR - BUR"]}):
        turn = adjudicator.resolve(variant, GIVEN, position, answers)
        record, position = records.add_turn(record, turn, answers=answers), turn["position"]
    assert adjudicator.replay(record)["turns"] == record["turns"]


def test_hr_11_the_first_year_is_the_games_own():
    settings = GIVEN | {"first_year": 1905, "last_year": 1905}
    assert adjudicator.start("intimate", settings)["position"]["phase"] == "S1905B"


@pytest.mark.parametrize(
    "homes",
    [
        {"1": "FRANCE", "2": "FRANCE"},
        {"1": "FRANCE"},
        {"1": "FRANCE", "2": "TURKEY", "3": "ITALY"},
        {"1": "FRANCE", "2": "SPAIN"},
        {"1": "FRANCE", "2": None},
        {"1": ["FRANCE"], "2": "TURKEY"},
        {},
        ["FRANCE", "TURKEY"],
        "FRANCE",
        True,
    ],
)
def test_hr_11_homes_that_cannot_be_are_a_bad_setting(homes):
    for variant in ("intimate", "intimate-ii"):
        said = refused("bad-setting", adjudicator.start, variant, {"homes": homes})
        assert "two different powers by seat" in said and '{"1": "FRANCE", "2": "TURKEY"}' in said


def test_hr_11_nobody_chooses_what_is_given():
    choice = adjudicator.start("intimate")["position"]
    said = refused("bad-position", adjudicator.due, "intimate", GIVEN, choice)
    assert "S1901H" in said and "S1901B" in said
    assert adjudicator.start("intimate", {"homes": None})["position"] == choice


# What the settings mean, in words


def test_a_last_year_and_given_homes_in_words():
    assert setting_sentence("HR-7", 1910, "en").startswith("The game ends after 1910 at the latest: ")
    assert setting_sentence("HR-7", 1910, "fr").startswith("La partie finit après 1910 au plus tard : ")
    homes = setting_sentence("HR-11", GIVEN["homes"], "en")
    assert homes == "The home powers are given: player 1 has France and player 2 has Turkey."
    assert setting_sentence("HR-11", GIVEN["homes"], "fr") == (
        "Les puissances d’origine sont données : le joueur 1 a la France et le joueur 2 a la Turquie."
    )
    assert setting_sentence("HR-7", None, "en") == setting_sentence("RB-13", 1910, "en") == ""


def test_a_game_says_by_which_clause_its_settings_go():
    assert adjudicator.VARIANTS["intimate"]["clauses"] == {"last_year": "HR-7", "homes": "HR-11"}
    assert adjudicator.VARIANTS["spy"]["clauses"] == {"last_year": "RB-13"}
    assert adjudicator.about("standard", {"players": 2})["clauses"] == {}
    assert adjudicator.about("intimate", {})["rulings"] == ["forfeit", "void"]
    assert (adjudicator.FORFEIT, adjudicator.VOID) == ("HR-5", "HR-6")
