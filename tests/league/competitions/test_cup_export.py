"""What the file of a knock-out tells, field by field; that it comes out is for the outsider's check."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from league.competitions.knock_out.export import logged, rounds_of, seeded_by, seeds_of, table_of
from league.competitions.knock_out.measures import Measured
from league.competitions.models import Event
from league.competitions.rules.event_kind import EventKind
from tests.league.competitions.cup_files import FIRST_YEAR, NOW, OVER, file_of, read_of
from tests.league.competitions.cups import Played

MEASURES = ("home", "treasury", "commanded", "missed")


def pairs_of(played: Played, measured=(), finality=OVER):
    found = read_of(played, Random(1))
    told = rounds_of(found, finality, dict(measured), FIRST_YEAR)
    return {(p["pairing"], p["game"]): p for each in told for p in each["pairs"]}


def test_all_pairings_are_told_from_the_beginning_with_third_place_after_the_final():
    rounds = file_of(Played(5), Random(1))["rounds"]
    numbers = [[pair["pairing"] for pair in each["pairs"]] for each in rounds]
    assert numbers == [[1, 2, 3, 4], [5, 6], [7, 8]] and [each["round"] for each in rounds] == [1, 2, 3]
    final = rounds[-1]["pairs"][0]
    assert {
        name: final[name] for name in final if name not in ("pairing", "provisional", "silent")
    } == dict.fromkeys(("game", "a", "b", "winner", "how", "advanced", "by", "measure", *MEASURES))
    assert not final["provisional"] and not final["silent"]


def test_a_replay_stands_after_the_first_game_and_has_what_decided():
    played = Played(4, replays=True)
    played.end(1, "drawn")
    played.end(5, "b")
    pairs = [pair for pair in file_of(played, Random(1))["rounds"][0]["pairs"] if pair["pairing"] == 1]
    assert [(p["game"], p["how"], p["by"]) for p in pairs] == [("g1", "draw", None), ("g5", "ID-15", "game")]
    assert pairs[0]["advanced"] is None and pairs[1]["advanced"] == pairs[1]["winner"] == pairs[1]["b"]


def test_home_centres_stand_by_year_and_measures_only_where_they_may_decide():
    played = Played(4)
    played.end(1, "drawn")
    played.end(2, "a")
    game = Measured([(3, 2), (4, 1)], (7, 9), (6, 5), (0, 2))
    pairs = pairs_of(played, {1: game, 2: game})
    assert {name: pairs[1, "g1"][name] for name in MEASURES} == {
        "home": {"1901": [3, 2], "1902": [4, 1]},
        "treasury": [7, 9],
        "commanded": [6, 5],
        "missed": [0, 2],
    }
    assert {name: pairs[2, "g2"][name] for name in MEASURES} == dict.fromkeys(MEASURES)


@pytest.mark.parametrize("how", ["silent", "void"])
def test_silence_is_told_apart_from_a_game_that_an_arbiter_voided(how):
    """Before and after it is decided, though both games are void."""
    played = Played(4, firm=False)
    played.end(1, how)
    pair = pairs_of(played, {1: Measured([], (0, 0), (0, 0), (0, 0))})[1, "g1"]
    assert pair["how"] == "void" and pair["silent"] is (how == "silent") and pair["by"] is None
    assert (pair["missed"] is None) is (how == "silent")
    played.firm = True
    played.go_on()
    pair = pairs_of(played)[1, "g1"]
    assert (pair["silent"], pair["by"]) == ((True, "nobody") if how == "silent" else (False, None))


def test_a_result_that_can_be_disputed_is_provisional():
    played = Played(4)
    played.end(1, "a")
    open_ = replace(OVER, window=timedelta(days=1), is_over=False)
    assert pairs_of(played, finality=open_)[1, "g1"]["provisional"]
    assert not pairs_of(played, finality=open_)[2, "g2"]["provisional"], "it is still played"
    assert not pairs_of(played)[1, "g1"]["provisional"]


def test_before_it_begins_there_are_the_seeds_alone():
    found = read_of(Played(4), Random(1), "rating")
    drawn = found._replace(played=replace(found.played, began=[]))
    assert seeds_of(drawn) == seeds_of(found) == [line["entry"] for line in seeded_by(found)]
    ratings = [line["rating"] for line in seeded_by(drawn)]
    assert ratings == sorted(ratings, reverse=True)
    assert rounds_of(drawn, OVER, {}, FIRST_YEAR) == table_of(drawn) == []
    nothing = found._replace(played=replace(found.played, began=[], rest=[]))
    assert seeds_of(nothing) == seeded_by(nothing) == []


def test_the_log_tells_what_people_did_to_the_bracket_and_not_what_followed_by_itself():
    seeds = {"order": [2, 1, 3], "reason": "Two was late."}
    named = {"pairing": 1, "entry": 2, "means": "ruling", "reason": "Ahead."}
    events = [
        Event(at=NOW, kind=EventKind.SEEDS, facts={"order": [1, 2, 3]}),
        Event(at=NOW, kind=EventKind.SEEDS, facts=seeds, by_id=1),
        Event(at=NOW, kind=EventKind.ADVANCES, number=1, facts={"pairing": 1, "entry": 1, "means": "game"}),
        Event(at=NOW, kind=EventKind.ADVANCES, number=5, facts=named, by_id=1),
    ]
    assert list(logged(events, shows_names=True)) == [
        (NOW, "seeds", seeds),
        (NOW, "advances", {"pairing": 5, "advanced": 2, "by": "ruling", "reason": "Ahead."}),
    ]
    assert [facts["reason"] for _at, _kind, facts in logged(events, shows_names=False)] == ["", ""]
