"""The outsider's check of a knock-out takes what is right and refuses what is not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.league.competitions.check_elimination import faults_in
from tests.league.competitions.cup_files import file_of
from tests.league.competitions.cups import ENDS, Played, courses

SEEDINGS = st.sampled_from(["draw", "rating", "hand"])
RANDOMS = st.randoms(use_true_random=False)

ENDED = (
    *((2, "drawn"), (18, "drawn"), (6, "silent"), (8, "a-forfeits"), (10, "a"), (9, "void")),
    *((12, "both-lost"), (28, "drawn")),
)
"""Of a cup of eleven with replays: 1 to 5 have byes. 8 goes on from the replay of pairing 2 by a letter, no
one from 6, 11 from 8 by forfeit, 4 from 10; 9 is void, and 12 comes down to the draw after its replay.
"""


def eleven() -> Played:
    played = Played(11, third=True, replays=True)
    for number, how in ENDED:
        played.end(number, how)
    played.name(9, 8)
    played.end(13, "a")
    played.goes(8, disqualified=True)
    played.end(14, "b")
    played.end(15, "a")
    played.goes(3)
    return played


@pytest.fixture
def right() -> dict[str, Any]:
    return file_of(eleven(), Random(11), letters={2: "b", 12: "f"})


def seed(file: dict[str, Any], number: int) -> int:
    """The entry of a seed."""
    return file["seeds"][number - 1]


def test_a_right_file_is_taken_and_has_the_bracket_and_the_places_that_a_pencil_makes(right):
    assert faults_in(right) == []
    seeds = {entry: k for k, entry in enumerate(right["seeds"], 1)}
    ends = {pair["pairing"]: pair for each in right["rounds"] for pair in each["pairs"]}
    assert {n: (seeds.get(end["advanced"]), end["by"], end["measure"]) for n, end in ends.items()} == {
        1: (1, "bye", None),
        2: (8, "measure", "b"),
        3: (4, "bye", None),
        4: (5, "bye", None),
        5: (2, "bye", None),
        6: (None, "nobody", None),
        7: (3, "bye", None),
        8: (11, "forfeit", None),
        9: (8, "ruling", None),
        10: (4, "game", None),
        11: (2, "walkover", None),
        12: (3, "draw", "f"),
        13: (4, "ruling", None),
        14: (3, "game", None),
        15: (4, "game", None),
        16: (2, "walkover", None),
    }
    places = [(seeds[line["entry"]], line["place"], line["last"]) for line in right["final"]]
    alone = [(4, 1, 1), (3, 2, 2), (2, 3, 3)]
    shared = [(1, 5, 8), (5, 5, 8), (11, 5, 8), (6, 9, 10), (9, 9, 10), (7, 11, 11), (10, 11, 11)]
    assert sorted(places) == sorted(alone + shared), "8 is disqualified; 7 and 10 were silent"


@settings(deadline=None)
@given(courses(), SEEDINGS, RANDOMS)
def test_the_check_comes_to_the_bracket_and_the_places_of_the_site(played, seeding, random):
    assert faults_in(file_of(played, random, seeding)) == []


@settings(deadline=None)
@given(st.integers(3, 16), st.booleans(), st.lists(st.sampled_from(ENDS), max_size=8), RANDOMS)
def test_a_cup_that_is_still_played_is_taken(people, replays, ends, random):
    played = Played(people, replays=replays)
    for how in ends:
        if played.running:
            played.end(random.choice(played.running), how)
    assert faults_in(file_of(played, random)) == []


def test_a_cup_that_is_not_drawn_or_has_not_begun_is_taken(right):
    drawn = right | {"rounds": [], "table": []}
    del drawn["final"]
    assert faults_in(drawn) == []
    empty = drawn | {
        "seeds": [],
        "draws": [each | {"secret": None, "order": None} for each in right["draws"]],
    }
    assert faults_in(empty) == []


def test_who_comes_from_the_waiting_list_stands_at_the_seed_of_who_left(right):
    """1 left before the cup began: the entry 700, whom no draw is over, takes the seed with all it did."""
    left = seed(right, 1)
    new = _instead(right, left, 700)
    new["entries"] = [*right["entries"], {"entry": 700, "state": "playing"}]
    new["draws"] = right["draws"]
    new["final"].sort(key=lambda line: (line["place"], line["entry"]))
    assert [each.split(":")[0] for each in faults_in(new)] == ["seeds", "entrants"], "1 is still there"
    next(each for each in new["entries"] if each["entry"] == left)["state"] = "withdrawn"
    assert faults_in(new) == []


def _instead(value: Any, old: int, new: int) -> Any:
    """With one entry in the place of another wherever it is named; years and measures are other numbers."""
    if isinstance(value, dict):
        return {key: _instead(each, old, new) for key, each in value.items() if key not in ("home",)} | (
            {"home": value["home"]} if "home" in value else {}
        )
    if isinstance(value, list):
        return [_instead(each, old, new) for each in value]
    return new if value == old and isinstance(value, int) else value


def pair(file: dict[str, Any], pairing: int, which: int = -1) -> dict[str, Any]:
    return [p for each in file["rounds"] for p in each["pairs"] if p["pairing"] == pairing][which]


def line(file: dict[str, Any], number: int, of: str = "final") -> dict[str, Any]:
    return next(each for each in file[of] if each["entry"] == seed(file, number))


def put(file: dict[str, Any], pairing: int, which: int = -1, **fields: Any) -> None:
    pair(file, pairing, which).update(fields)


def swap(fields: dict[str, Any], one: Any, two: Any) -> None:
    fields[one], fields[two] = fields[two], fields[one]


def disqualify(file: dict[str, Any], number: int) -> None:
    next(each for each in file["entries"] if each["entry"] == seed(file, number))["state"] = "disqualified"


def without_replay(file: dict[str, Any], pairing: int) -> None:
    """Its first game told as if it had decided."""
    last, first = pair(file, pairing), pair(file, pairing, 0)
    first.update({name: last[name] for name in ("advanced", "by", "measure")})
    file["rounds"][0]["pairs"].remove(last)


def draw_of(file: dict[str, Any], label: str) -> dict[str, Any]:
    return next(each for each in file["draws"] if each["label"] == label)


WRONG: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "two seeds that changed places": (lambda f: swap(f["seeds"], 0, 1), "seeds"),
    "a seed twice": (lambda f: f["seeds"].__setitem__(0, f["seeds"][1]), "entrants"),
    "sides the wrong way round": (lambda f: swap(pair(f, 15), "a", "b"), "sides"),
    "somebody at a place that is nobody's": (lambda f: put(f, 1, b=seed(f, 11)), "sides"),
    "the beaten one goes on": (lambda f: put(f, 10, advanced=seed(f, 5)), "decided"),
    "a stranger goes on": (lambda f: put(f, 9, advanced=seed(f, 3)), "decided"),
    "a game told as a forfeit": (lambda f: put(f, 10, by="forfeit"), "decided"),
    "a forfeit told as a game": (lambda f: put(f, 8, by="game"), "decided"),
    "a bye that is none": (lambda f: put(f, 10, by="bye"), "decided"),
    "a bye in a later round": (lambda f: put(f, 11, by="bye"), "decided"),
    "a walkover that is a bye": (lambda f: put(f, 1, by="walkover"), "decided"),
    "a walkover against somebody who is there": (lambda f: put(f, 10, by="walkover", game=None), "decided"),
    "nobody, though somebody is there": (lambda f: put(f, 16, advanced=None, by="nobody"), "decided"),
    "a ruling on a game that was won": (lambda f: put(f, 10, by="ruling"), "decided"),
    "silence that was none": (lambda f: put(f, 11, silent=True), "decided"),
    "nobody by no silence": (lambda f: put(f, 6, silent=False), "decided"),
    "a wrong letter": (lambda f: put(f, 2, measure="c"), "decided"),
    "a letter beside a game": (lambda f: put(f, 10, measure="a"), "decided"),
    "a number that the letter goes by": (lambda f: put(f, 2, treasury=[90, 99]), "decided"),
    "an earlier letter": (lambda f: put(f, 2, home={"1901": [1, 9], "1902": [1, 9]}), "decided"),
    "a measure told as the draw": (lambda f: put(f, 2, by="draw"), "decided"),
    "the draw told as a measure": (lambda f: put(f, 12, by="measure", measure="e"), "decided"),
    "the other one of the draw": (lambda f: put(f, 12, advanced=pair(f, 12)["b"]), "decided"),
    "a draw that was not made": (lambda f: draw_of(f, "advance 12").update(order=None), "decided"),
    "the order of a draw": (lambda f: draw_of(f, "advance 12")["order"].reverse(), "draws"),
    "the words of a draw": (lambda f: draw_of(f, "seeds")["words"].pop(), "draws"),
    "a commitment": (lambda f: draw_of(f, "seeds").update(commitment="00" * 32), "draws"),
    "a secret that no one needed": (lambda f: draw_of(f, "advance 900").update(secret="00" * 32), "draws"),
    "measures left out": (lambda f: put(f, 2, missed=None), "measures"),
    "measures of a game that was won": (lambda f: put(f, 10, missed=[0, 0], home={}), "measures"),
    "a replay left out": (lambda f: without_replay(f, 2), "decided"),
    "a replay of a game that was won": (lambda f: put(f, 2, 0, winner=seed(f, 8), how="ID-15"), "decided"),
    "a first game that decides": (lambda f: put(f, 2, 0, by="game"), "decided"),
    "a pairing left out": (lambda f: f["rounds"][0]["pairs"].pop(0), "numbers"),
    "a number of a pairing": (lambda f: pair(f, 16).update(pairing=17), "numbers"),
    "a pairing in another round": (lambda f: f["rounds"][0].update(pairs=[]), "numbers"),
    "somebody who is undecided at the end": (lambda f: put(f, 15, advanced=None, by=None), "decided"),
    "a place": (lambda f: line(f, 1).update(place=6), "final"),
    "the last of the places": (lambda f: line(f, 9).update(last=9), "final"),
    "third place for the other": (lambda f: line(f, 1).update(place=3, last=3), "final"),
    "a place before silence": (lambda f: line(f, 7).update(place=9), "final"),
    "a place for somebody disqualified": (
        lambda f: f["final"].append({"place": 4, "last": 4, "entry": seed(f, 8)}),
        "final",
    ),
    "a champion who is disqualified": (lambda f: disqualify(f, 4), "final"),
    "a round": (lambda f: line(f, 1, "table").update(round=3), "table"),
    "somebody still in": (lambda f: line(f, 1, "table").update(out=False), "table"),
    "the order of the table": (lambda f: f["table"].reverse(), "table"),
    "a rule": (lambda f: f["rules"].update(third_place=False), "rules"),
    "an event": (lambda f: f["events"].append({"kind": "leaves"}), "kind"),
}


@pytest.mark.parametrize(("spoil", "fault"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_refused(right, spoil, fault):
    spoil(right)
    assert fault in [each.split(":")[0] for each in faults_in(right)]


def test_a_later_ruling_on_a_game_changes_no_bracket_and_is_believed(right):
    put(right, 10, winner=seed(right, 5))
    assert [each.split(":")[0] for each in faults_in(right)] == ["decided"]
    right["log"].append({"kind": "ruled", "pairing": 10})
    assert faults_in(right) == []


@pytest.mark.parametrize("number", [2, 18])
def test_in_the_log_a_replay_has_a_number_of_its_own(right, number):
    """A ruling on the replay of pairing 2 lets it be won, and 9 not go on; one on its first game does not."""
    put(right, 2, winner=seed(right, 9), how="ID-15", by="game", measure=None)
    put(right, 2, **dict.fromkeys(("home", "treasury", "commanded", "missed")))
    right["log"].append({"kind": "ruled", "pairing": number})
    assert ("decided" in [each.split(":")[0] for each in faults_in(right)]) is (number == 2)
