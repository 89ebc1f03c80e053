"""The outsider's check of tables of seven takes what is right and refuses what is not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from operator import getitem
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competitions.tables.ended import Ended
from league.competitions.tables.free_points import Ties
from league.competitions.tables.free_rules import FreeRules
from league.competitions.tables.seating import POWERS
from league.competitions.tables.systems import Powers, System
from tests.league.competitions.check_scores import scores_of
from tests.league.competitions.check_tables import faults_in
from tests.league.competitions.scoring_boards import BOARDS, ROWS
from tests.league.competitions.tables_files import TABLES, Event, played

FREE = FreeRules(
    places=tuple(map(Fraction, ("20", "12", "15/2", "5", "3", "1", "0"))),
    place_ties=Ties.LOWER,
    centre=Fraction(3, 2),
    survival=Fraction(2),
    lead=Fraction(1, 3),
    solo=Fraction(120),
    lost=Fraction(1, 7),
    dead_by_year=True,
)
WEIGHTS = (Fraction(1), Fraction(4, 5), Fraction(2, 5))


@pytest.mark.parametrize("system", System)
@settings(deadline=None, max_examples=6)
@given(st.randoms(use_true_random=False), st.integers(7, 24), st.integers(0, 4), st.booleans())
def test_whatever_becomes_of_an_event_its_file_comes_out(system, random, people, waiting, final):
    free = random.choice([FREE, FreeRules(), replace(FREE, place_ties=Ties.SHARED, dead_by_year=False)])
    weights = random.choice([(), WEIGHTS])
    top = random.choice(list(Powers))
    rules = replace(TABLES, scoring=system, free=free, rounds=4, best_of=3, weights=weights, final=final)
    file = played(replace(rules, top_powers=top), random, people, waiting).file
    assert faults_in(file) == []


@pytest.mark.parametrize(("key", "written", "expected"), [row for row in ROWS if row[0] in set(System)])
def test_the_outsider_scores_published_boards_as_published(key, written, expected):
    owned = dict(zip("AEFGIRT", map(int, written.split("-")), strict=True))
    out = dict(zip([power for power in owned if not owned[power]], BOARDS[written], strict=True))
    sharing = sorted(Ended(owned, out).sharers)
    table = {"how": "RB-13", "centres": owned, "out": out, "sharing": sharing, "silent": False}
    assert list(scores_of({"scoring": key}, table).values()) == [
        str(Fraction(each)) for each in expected.split()
    ]


def test_free_points_by_a_pencil():
    owned = dict(zip("AEFGIRT", (10, 8, 8, 5, 3, 0, 0), strict=True))
    table = {"how": "RB-13", "centres": owned, "out": {"R": 1904, "T": 1906}, "sharing": list("AEFGI")}
    rules = {"scoring": "free", "free": replace(TABLES, scoring=System.FREE, free=FREE).to_json()["free"]}
    assert list(scores_of(rules, table).values()) == [
        *("113/3", "43/2", "43/2", "29/2", "19/2"),  # 20 + 15 + 2 + 2/3, 7 1/2 + 12 + 2, …
        *("0", "1"),  # out in 1904 and in 1906
    ]
    unsaid = {"scoring": "free"}
    assert list(scores_of(unsaid, table).values()) == ["49", "39/2", "39/2", "6", "4", "0", "0"]


def nine() -> Event:
    """Two rounds and a final. 1 and 2 are kept apart. In round 1 five of nine offer a second seat, so no one
    sits out; in round 2, drawn again, two sit out, and its table is void by silence; then the last leaves.
    The final is a draw by vote; one of the eight sits out, for those who wait are too few.
    """
    rules = replace(TABLES, rounds=3, best_of=2, weights=WEIGHTS[:2], top_powers=Powers.RANKINGS)
    made = Event(replace(rules, scoring=System.DIXIE), Random(7), list(range(1, 10)), [10, 11])
    made.keep_apart((1, 2))
    made.draw(1, made.checked(volunteers=5))
    for table, owned in zip(made.begin(1), ((9, 7, 7, 5, 4, 2, 0), (12, 9, 5, 4, 4, 0, 0)), strict=True):
        made.ends(table, **ended(*owned))
    made.draw(2, made.checked(volunteers=2))
    made.draw(2, made.checked(volunteers=2), again=1)
    made.keep_apart((1, 2), (3, 4))
    for table in made.begin(2):
        made.ends(table, **ended(8, 8, 8, 5, 5, 0, 0), how="HR-6", silent=True)
    made.leaves(made.found.lines()[-1].entry)
    made.draw(3, made.checked(substitutes=2))
    for table in made.begin(3):
        made.ends(table, **ended(9, 8, 7, 6, 4, 0, 0), voted=["ITALY", "AUSTRIA"])
    return made


def ended(*owned: int) -> dict[str, Any]:
    dead = [power for power, number in zip(POWERS, owned, strict=True) if not number]
    out = {power: 1904 + at for at, power in enumerate(dead)}
    return {"centres": dict(zip(POWERS, owned, strict=True)), "out": out}


@pytest.fixture
def right() -> dict[str, Any]:
    return nine().file


def test_a_right_file_is_taken_and_tells_what_became_of_it(right):
    assert faults_in(right) == []
    first, second, final = right["rounds"]
    assert [len(each["tables"]) for each in right["rounds"]] == [2, 1, 1]
    assert [len(each["sat_out"]) for each in right["rounds"]] == [0, 2, 1]
    aside = [power for table in first["tables"] for power, counts in table["counts"].items() if not counts]
    assert len(aside) == len(first["volunteers"]) == 5
    assert (second["again"], second["tables"][0]["how"], final["top"]) == (1, "void", True)
    assert [each["apart"] for each in right["rounds"]] == [[[1, 2]], [[1, 2]], [[1, 2], [3, 4]]]
    scores = final["tables"][0]["scores"]
    assert scores == {
        "AUSTRIA": "206",  # (270 + 70) / 2 + 4 S
        "ITALY": "186",
        "ENGLAND": "82",  # 50 + 4 S, then 34 and 20
        "FRANCE": "62",
        "GERMANY": "44",
        "RUSSIA": "0",  # out in 1904
        "TURKEY": "10",
    }
    seven = [right["table"][rank]["entry"] for rank in range(7)]
    seats = final["tables"][0]["seats"]
    assert seven == [seats[power] for power in sorted(seats, key=lambda each: -Fraction(scores[each]))]
    assert [line["place"] for line in right["final"]] == list(range(1, 10))


def table_of(file: dict[str, Any], number: int) -> dict[str, Any]:
    return next(each for part in file["rounds"] for each in part["tables"] if each["table"] == number)


def swap(held: dict[str, Any], one: str, other: str) -> None:
    held[one], held[other] = held[other], held[one]


def sits(file: dict[str, Any], entry: int) -> None:
    table_of(file, 3)["seats"]["ITALY"] = entry


def draw_of(file: dict[str, Any], label: str) -> dict[str, Any]:
    return next(each for each in file["draws"] if each["label"] == label)


def seat(file: dict[str, Any], counts: bool) -> tuple[dict[str, Any], str]:
    """A seat of round 1 that counts, or one that does not."""
    tables = file["rounds"][0]["tables"]
    return next((each, power) for each in tables for power in POWERS if each["counts"][power] is counts)


def turn(file: dict[str, Any], counts: bool) -> None:
    table, power = seat(file, counts)
    table["counts"][power] = not counts


def disqualify(file: dict[str, Any]) -> int:
    """The first."""
    first: int = file["table"][0]["entry"]
    next(each for each in file["entries"] if each["entry"] == first)["state"] = "disqualified"
    return first


def test_whom_substitutes_followed_has_a_place_though_disqualified(right):
    first = disqualify(right)
    table = next(each for each in right["rounds"][0]["tables"] if first in each["seats"].values())
    power = next(power for power, each in table["seats"].items() if each == first)
    assert table["counts"][power]
    faults = faults_in(right)
    assert "final" in [each.split(":")[0] for each in faults]
    table["tenures"][power] = [
        {"entry": first, "years": 3, "left": "removed"},
        {"entry": None, "years": 1, "left": "resigned"},
        {"entry": 10, "years": 0, "left": "resigned"},
    ]
    assert faults_in(right) == faults
    table["tenures"][power].append({"entry": 11, "years": 1, "left": ""})
    assert "final" not in [each.split(":")[0] for each in faults_in(right)]


Change = Callable[[dict[str, Any]], Any]
WRONG: dict[str, tuple[Change, str]] = {
    "another kind": (lambda f: f.update(kind="groups"), "kind"),
    "an event": (lambda f: f["events"].append({"kind": "leaves"}), "kind"),
    "a rule": (lambda f: f["rules"].update(name="Spring"), "rules"),
    "a weight": (lambda f: f["rules"].update(weights=["1", "1"]), "table"),
    "how many count": (lambda f: f["rules"].update(best_of=1, weights=["1"]), "table"),
    "another system": (lambda f: f["rules"].update(scoring="squares"), "scores"),
    "no final": (lambda f: f["rules"].update(final=False), "top"),
    "fewer rounds": (lambda f: f["rules"].update(rounds=2), "rounds"),
    "powers by draw": (lambda f: f["rules"].update(top_powers="draw"), "rules"),
    "a commitment": (lambda f: draw_of(f, "ties").update(commitment="00" * 32), "draws"),
    "a secret": (lambda f: draw_of(f, "round 2").update(secret="00" * 32), "draws"),
    "the order of a draw": (lambda f: draw_of(f, "round 1")["order"].reverse(), "draws"),
    "the words": (lambda f: draw_of(f, "ties")["words"].pop(), "words"),
    "over whom": (lambda f: draw_of(f, "round 3")["over"].pop(), "over"),
    "a draw that was not made": (lambda f: draw_of(f, "round 2").update(secret=None), "a draw for"),
    "who began": (lambda f: f["began"].remove(9), "table"),
    "a round left out": (lambda f: f["rounds"].pop(1), "rounds"),
    "the number of a round": (lambda f: f["rounds"][1].update(round=1), "rounds"),
    "who checked in": (lambda f: f["rounds"][0]["checked_in"].pop(), "over"),
    "who checked in, drawn again": (lambda f: f["rounds"][1]["checked_in"].pop(), "seats"),
    "a substitute": (lambda f: f["rounds"][2]["standbys"].pop(), "over"),
    "one who offered two seats": (lambda f: f["rounds"][0]["volunteers"].pop(), "seats"),
    "how often it was drawn": (lambda f: f["rounds"][1].update(again=2), "as logged"),
    "drawn once": (lambda f: f["rounds"][1].update(again=0), "sat out"),
    "another top": (lambda f: f["rounds"][2].update(top=False), "top"),
    "a ranking": (lambda f: f["rounds"][2].update(rankings={}), "by standing"),
    "pairs kept apart": (lambda f: f["rounds"][2]["apart"].pop(), "apart"),
    "a cost": (lambda f: f["rounds"][1]["cost"].__setitem__(1, 0), "cost"),
    "two who sit out": (lambda f: f["rounds"][1]["sat_out"][0].update(entry=5), "sat out"),
    "a score for sitting out": (lambda f: f["rounds"][1]["sat_out"][0].update(score="20"), "sat out"),
    "the number of a table": (lambda f: table_of(f, 2).update(table=3), "numbers"),
    "two powers": (lambda f: swap(table_of(f, 1)["seats"], "AUSTRIA", "TURKEY"), "as logged"),
    "two powers at the top": (lambda f: swap(table_of(f, 4)["seats"], "ITALY", "TURKEY"), "by standing"),
    "somebody twice": (lambda f: sits(f, table_of(f, 3)["seats"]["RUSSIA"]), "twice at a table"),
    "somebody who sits out": (lambda f: sits(f, f["rounds"][1]["sat_out"][0]["entry"]), "seats"),
    "a second seat that counts": (lambda f: turn(f, False), "second seats"),
    "a seat that does not count": (lambda f: turn(f, True), "second seats"),
    "a centre": (lambda f: table_of(f, 1)["centres"].update(AUSTRIA=8), "scores"),
    "too many centres": (lambda f: table_of(f, 3)["centres"].update(AUSTRIA=9), "ends"),
    "a year out": (lambda f: table_of(f, 4)["out"].update(RUSSIA=1905), "scores"),
    "a year out of a survivor": (lambda f: table_of(f, 4)["out"].update(ITALY=1905), "ends"),
    "a solo": (lambda f: table_of(f, 1).update(solo="AUSTRIA"), "ends"),
    "who share": (lambda f: table_of(f, 4)["sharing"].pop(), "scores"),
    "a share for a power that there is not": (lambda f: table_of(f, 4)["sharing"].append("SPAIN"), "ends"),
    "a share beside a solo": (lambda f: table_of(f, 2)["centres"].update(AUSTRIA=18, ENGLAND=3), "ends"),
    "a score": (lambda f: table_of(f, 2)["scores"].update(ITALY="100"), "scores"),
    "a void game that counts": (lambda f: table_of(f, 3).update(how="RB-13"), "ends"),
    "silence told as a ruling": (lambda f: table_of(f, 3).update(silent=False), "scores"),
    "silence that was none": (lambda f: table_of(f, 1).update(silent=True), "ends"),
    "a table that is played, with scores": (lambda f: table_of(f, 1).update(how=None), "ends"),
    "points": (lambda f: f["table"][3].update(points="100"), "table"),
    "a rank": (lambda f: f["table"][3].update(rank=5), "table"),
    "the order of the table": (lambda f: f["table"].reverse(), "table"),
    "the rounds that count": (lambda f: f["table"][0].update(counted=[1, 2]), "table"),
    "somebody disqualified": (disqualify, "table"),
    "a place": (lambda f: f["final"][4].update(place=4), "final"),
    "a place left out": (lambda f: f["final"].pop(), "final"),
    "a drawing in the log": (lambda f: f["log"][1]["tables"].pop(), "as logged"),
    "a cost in the log": (lambda f: f["log"][1].update(cost=[0, 0, 0, 0]), "as logged"),
    "pairs in the log": (lambda f: f["log"][0].update(pairs=[]), "apart"),
    **{
        f"the tie-break {name}": (lambda f, name=name: f["table"][2]["ties"].update({name: "1/7"}), "table")
        for name in TABLES.ties[:-1]
    },
}


@pytest.mark.parametrize(("spoil", "fault"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_refused(right, spoil, fault):
    spoil(right)
    assert fault in [each.split(":")[0].rstrip(" 0123456789") for each in faults_in(right)]


def test_a_swap_lets_others_sit_at_the_top_and_so_does_a_later_ruling(right):
    swap(table_of(right, 4)["seats"], "ITALY", "TURKEY")
    right["log"][-1]["tables"][0]["seats"] = dict(table_of(right, 4)["seats"])
    named = {each.split(":")[0] for each in faults_in(right)}
    assert "by standing 3" in named
    for row in ({"kind": "ruled", "pairing": 1}, {**right["log"][-1], "swapped": [1, 5]}):
        file = {**right, "log": [*right["log"], row]}
        assert {each.split(":")[0] for each in faults_in(file)} == named - {"by standing 3"}


UNSEEN = {"game", "how", "provisional", "tenures", "rankings", "volunteers", "standbys"}
"""Fields that no other has to agree with, or only where they make a difference."""


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all that can be changed."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            if key not in UNSEEN:
                yield from leaves(value[key], (*path, key))
    else:
        yield path


def test_no_field_of_rounds_table_and_final_can_be_changed_without_its_being_noticed(right):
    said = json.dumps(right)
    paths = [(part, *path) for part in ("rounds", "table", "final") for path in leaves(right[part])]
    unnoticed = []
    for path in paths:
        file = json.loads(said)
        *way, last = path
        held = reduce(getitem, way, file)
        was = held[last]
        held[last] = not was if isinstance(was, bool) else 999 if isinstance(was, int) else "1/999"
        if not faults_in(file):
            unnoticed.append(path)
    assert len(paths) > 300
    assert unnoticed == []
