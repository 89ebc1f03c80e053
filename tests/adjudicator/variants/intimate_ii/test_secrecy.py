"""Sealed means sealed (ID2-6, ID2-10): pairs of worlds that the opponent and the public cannot tell apart."""

import itertools

import pytest

import adjudicator
from adjudicator import records
from adjudicator.canonical import dumps
from tests.adjudicator.variants.intimate_ii.scenes import (
    KEY,
    MERCENARIES,
    at_start,
    bonds,
    offer,
    position,
    ranking,
    resolve,
)

TEXT = "Germany 3\nSatellite: Italy, Germany\nKeep satellite: yes\nSecret: yes\nA MUN - BER"


def seen(before, answers, seat, settings=None):
    """All that the engine tells `seat` (None: the public) of a phase and of what came of it, as bytes."""
    turn = adjudicator.resolve(KEY, settings or {}, before, answers, lots="5a" * 32)
    record = {"format": 1, "variant": KEY, "settings": settings or {}, "start": before, "turns": []}
    record = records.add_turn(record, turn, answers=answers)
    told = [
        adjudicator.view(KEY, settings, position=before, seat=seat, language="en"),
        adjudicator.view(KEY, settings, position=turn["position"], seat=seat, language="fr"),
        adjudicator.view(KEY, settings, turn={"answers": answers, **turn}, seat=seat, language="en"),
        adjudicator.view(KEY, settings, record=record, seat=seat, language="fr"),
        adjudicator.due(KEY, settings, turn["position"]),
    ]
    if seat is not None:
        for now in (before, turn["position"]):
            told.append(adjudicator.options(KEY, settings, now, seat))
            told.append(_read(settings, now, seat))
    return dumps(told)


def _read(settings, now, seat):
    if now.get("outcome") is not None:
        return None
    told = [adjudicator.read(KEY, settings, now, seat, text=TEXT, language=each) for each in ("en", "fr")]
    if now["phase"][5] == "B":
        told.append(adjudicator.outlook(KEY, settings, now, seat, offer(ranking("ITALY"), italy=3)))
    return told


def alike(*worlds, viewers):
    """Whether `viewers` see the same bytes in every world, a world being a position and its answers."""
    for seat in viewers:
        first, *others = (seen(before, answers, seat) for before, answers in worlds)
        if any(other != first for other in others):
            return False
    return True


OPPONENTS = ("2", None)


def test_the_witness_can_tell_worlds_apart():
    """The comparison finds differences where there are some: a satellite that is not secret."""
    worlds = [
        (at_start("S1905B") | bonds(satellites={"1": (power, False)}), {}) for power in ("ITALY", "RUSSIA")
    ]
    assert not alike(*worlds, viewers=["2"])
    assert not alike(*worlds, viewers=[None])
    secret = [
        (at_start("S1905B") | bonds(satellites={"1": (power, True)}), {}) for power in ("ITALY", "RUSSIA")
    ]
    assert not alike(*secret, viewers=["1"]), "its own seat knows it"


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("phase", ["S1905B", "S1905M", "F1905M", "W1905A"])
@pytest.mark.parametrize("answer", [{}, {"keep_satellite": False}, {"keep_satellite": True, "secret": True}])
def test_id2_10_which_satellite_is_secret_is_its_seats_alone(phase, answer):
    """Held, kept, or given up: only which is hidden."""
    given = {"1": {"bids": {"ITALY": 1}} | answer, "2": {"bids": {"RUSSIA": 2}}} if phase[5] == "B" else {}
    worlds = [
        (at_start(phase) | bonds(satellites={"1": (power, True), "2": ("AUSTRIA", True)}), given)
        for power in ("ITALY", "RUSSIA", "GERMANY")
    ]
    assert alike(*worlds, viewers=OPPONENTS)


def test_id2_10_a_bust_players_secret_satellite_is_not_shown_when_it_is_lost():
    given = {"1": {"bids": {"ITALY": 30}}, "2": {"bids": {"RUSSIA": 2}}}
    worlds = [
        (at_start("S1905B") | bonds(satellites={"1": (power, True)}), given) for power in ("ITALY", "RUSSIA")
    ]
    assert alike(*worlds, viewers=OPPONENTS)


@pytest.mark.slow
def test_id2_6_a_ranking_tells_nobody_else_anything_but_what_came_of_it():
    """Whatever seat 2 ranks: while they are secret, all that seat 1 sees is what seat 1 got."""
    mine = ranking("ITALY", "GERMANY")
    groups = {}
    for theirs in itertools.permutations(MERCENARIES):
        answers = {
            "1": offer(mine, italy=2, russia=1),
            "2": offer(list(theirs), germany=2, secret=True),
        }
        turn = adjudicator.resolve(KEY, {}, at_start("S1901B"), answers)
        mine_now = turn["position"]["satellites"].get("1", {}).get("power")
        groups.setdefault(mine_now, set()).add(seen(at_start("S1901B"), answers, "1"))
    assert len(groups) > 1
    assert {len(group) for group in groups.values()} == {1}


def test_id2_7_whether_rankings_were_the_same_is_not_told():
    mine = ranking("ITALY", "GERMANY")
    same = offer(mine, italy=2, secret=True)
    other = offer(ranking("ITALY", "RUSSIA"), italy=2, secret=True)
    worlds = [(at_start("S1901B"), {"1": offer(mine), "2": theirs}) for theirs in (same, other)]
    turns = [resolve(before, one=answers["1"], two=answers["2"]) for before, answers in worlds]
    assert [each["position"]["satellites"]["2"]["power"] for each in turns] == ["ITALY", "RUSSIA"]
    assert [turn["news"][-1]["clause"] for turn in turns] == ["ID2-7", "ID2-6"]
    assert alike(*worlds, viewers=["1", None])


def test_id2_6_two_open_satellites_do_not_tell_the_rankings():
    """Both results open: the public still sees nothing of what was ranked below or above."""
    worlds = []
    for below in (("GERMANY", "RUSSIA"), ("RUSSIA", "GERMANY"), ("AUSTRIA", "ENGLAND")):
        theirs = offer(ranking("RUSSIA", *[power for power in below if power != "RUSSIA"]))
        worlds.append((at_start("S1901B"), {"1": offer(ranking("ITALY")), "2": theirs}))
    assert alike(*worlds, viewers=["1", None])


def test_id2_6_a_void_ranking_is_not_shown_either():
    worlds = [
        (at_start("S1901B"), {"1": offer(), "2": offer(theirs)})
        for theirs in (["ITALY"], ["RUSSIA", "GERMANY"], [])
    ]
    assert alike(*worlds, viewers=["1", None])


def test_id2_10_what_a_hidden_charge_was_for_is_not_public():
    """Said or unsaid, upkeep looks the same."""
    before = at_start("S1905B") | bonds(satellites={"1": ("ITALY", True)})
    worlds = [
        (before, {"1": {"bids": {}} | said, "2": {"bids": {}}})
        for said in ({}, {"keep_satellite": True}, {"secret": True}, {"keep_satellite": True, "secret": True})
    ]
    assert alike(*worlds, viewers=OPPONENTS)


def test_id2_10_a_tie_does_not_tell_whose_units_are_a_secret_satellites():
    def world(power):
        return position(
            "S1903M",
            units={
                "FRANCE": ["A CON"],
                "ITALY": ["A ANK"],
                "RUSSIA": ["A SMY"],
                "TURKEY": ["A MAR", "A PAR"],
            },
            centres={"FRANCE": ["BRE"], "TURKEY": ["BUL"], "ITALY": ["ROM"], "RUSSIA": ["MOS"]},
            treasury=(5, 5),
        ) | bonds(satellites={"1": (power, True)})

    worlds = [(world(power), {"1": [], "2": []}) for power in ("ITALY", "RUSSIA")]
    for before, _ in worlds:
        assert resolve(before, one=[], two=[])["position"]["tied_until"] == 1903
    assert alike(*worlds, viewers=OPPONENTS)
    assert not alike(*worlds, viewers=["1"])


def test_id2_10_it_stays_hidden_in_the_record_after_the_game_unless_the_victory_rests_on_it():
    worlds = []
    for power in ("ITALY", "RUSSIA"):
        before = at_start("F1905M") | bonds(satellites={"1": (power, True)})
        turn = adjudicator.resolve(KEY, {}, before, agreed={"how": "draw", "by": ["1", "2"]})
        record = {"format": 1, "variant": KEY, "settings": {}, "start": before, "turns": [turn]}
        worlds.append([dumps(adjudicator.view(KEY, {}, record=record, seat=seat)) for seat in OPPONENTS])
    assert worlds[0] == worlds[1]


def test_what_is_withheld_is_named_alike_for_every_position():
    plain, secret = at_start("S1905B"), at_start("S1905B") | bonds(satellites={"1": ("ITALY", True)})
    named = {
        tuple(adjudicator.view(KEY, settings, now, seat)["unknown"])
        for settings in ({}, {"secrecy": False})
        for now in (plain, secret)
        for seat in ("1", "2", None)
    }
    assert named == {("answers", "charged", "clause", "entered", "satellites")}


def test_a_seat_sees_what_is_its_own():
    before = at_start("S1901B")
    answers = {"1": offer(ranking("ITALY"), secret=True), "2": offer(ranking("GERMANY"))}
    turn = {"answers": answers} | adjudicator.resolve(KEY, {}, before, answers)
    own = adjudicator.view(KEY, {}, turn=turn, seat="1", language="en")["turn"]
    assert own["answers"] == {"1": answers["1"], "2": {"bids": {}}}
    assert own["position"]["satellites"]["1"] == {"power": "ITALY", "secret": True}
    assert own["news"][0]["charged"] == {"1": {"nomination": 3, "secrecy": 2}}
    assert own["news"][1]["text"] == "Player 1 has Italy as a secret satellite."
    other = adjudicator.view(KEY, {}, turn=turn, seat="2", language="en")["turn"]
    assert other["news"][1]["text"] == "Player 1 has a satellite, which stays secret."


@pytest.mark.parametrize("seat", ["1", "2", None])
def test_what_was_seen_can_be_asked_about_again(seat):
    """A view is a position too: bots ask their questions of it, and looking twice shows no more or less."""
    before = at_start("S1905B") | bonds(satellites={"1": ("ITALY", True), "2": ("RUSSIA", True)})
    once = adjudicator.view(KEY, {}, before, seat)["position"]
    assert adjudicator.view(KEY, {}, once, seat)["position"] == once
    assert adjudicator.due(KEY, {}, once) == adjudicator.due(KEY, {}, before)
    for asking in ("1", "2"):
        assert adjudicator.read(KEY, {}, once, asking, text=TEXT) == adjudicator.read(
            KEY, {}, before, asking, text=TEXT
        )
    assert adjudicator.resolve(KEY, {}, once, {})["outcome"] is None
