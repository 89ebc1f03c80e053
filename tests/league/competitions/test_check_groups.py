"""The outsider's check of a round robin takes what is right and refuses what is not."""

from __future__ import annotations

import copy
import hashlib
import json
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.competitions.round_robin.export import result_of, row_of
from league.competitions.round_robin.table import CHAIN
from league.competitions.rules.draws import TIES, commitment_to, draw, seed_of
from tests.league.competitions.check_groups import faults_in
from tests.league.competitions.round_robins import Scene, game_of, scenes

SECRET = "5e" * 32
RULES = {"kind": "groups", "name": "Ærø ☃", "ties": list(CHAIN)}
GIVEN = {
    (1, 2): "HR-7",
    (1, 3): ("a", "RB-14"),
    (1, 4): ("b", "HR-4"),
    (1, 5): "HR-6",
    (1, 6): ("a", "HR-4"),
    (2, 3): ("b", "RB-14"),
    (2, 4): ("a", "RB-14"),
    (2, 5): ("a", "HR-4"),
    (2, 6): ("b", "RB-14"),
    (3, 4): ("a", "HR-5"),
    (3, 5): ("b", "RB-14"),
    (3, 6): "ID2-5",
    (4, 5): ("a", "HR-4"),
    (4, 6): ("b", "RB-14"),
    (5, 6): ("b", "HR-4"),
}
"""5 goes first, with one game ended and one void: all are annulled. 6 goes with four ended: they stay."""
LEAVERS = {5: 1, 6: 4}
TABLE = [
    {"rank": 1, "entry": 1, "points": "5/2", "ties": {"direct": "0", "sonneborn": "19/4"}},
    {"rank": 2, "entry": 3, "points": "2", "ties": {"direct": "0", "sonneborn": "5/2"}},
    {"rank": 3, "entry": 2, "points": "3/2", "ties": {"direct": "0", "sonneborn": "9/4"}},
    {"rank": 4, "entry": 4, "points": "1", "ties": {"direct": "0", "sonneborn": "5/2"}},
]


def export_of(scene: Scene, *, is_final=True):
    """The fields of an export of `scene` that the check reads, named as docs/season-export.md does."""
    leavers = dict(zip(scene.ended, cycle(["withdrawn", "removed", "disqualified"]), strict=False))
    said = json.dumps(RULES, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    found = {
        "format": 2,
        "kind": "groups",
        "rules": RULES,
        "rules_sha256": hashlib.sha256(said.encode()).hexdigest(),
        "events": [],
        "entries": [
            {"entry": entry, "person": k, "name": f"#{entry}", "state": leavers.get(entry, "playing")}
            for k, entry in enumerate(scene.began, 1)
        ],
        "draws": [
            {
                "label": TIES,
                "commitment": commitment_to(SECRET),
                "secret": SECRET,
                "words": [],
                "over": scene.began,
                "order": scene.order,
            }
        ],
        "log": [
            {"kind": "leaves", "entry": entry, "ended": ended, "annuls": scene.out[entry]}
            for entry, ended in scene.ended.items()
        ],
        "rounds": [
            {
                "round": 1,
                "pairs": [
                    result_of(game, scene.out) | {"game": f"g{game.number}", "provisional": not is_final}
                    for game in scene.games
                ],
            }
        ],
        "table": [row_of(line) for line in scene.table],
    }
    if is_final:
        found["final"] = [{"place": line.rank, "entry": line.entry} for line in scene.table]
    return found


def drawn(began):
    return draw(seed_of(SECRET, []), TIES, began)


@pytest.fixture
def right():
    games = [game_of(number, *pair, end) for number, (pair, end) in enumerate(GIVEN.items(), 1)]
    began = [1, 2, 3, 4, 5, 6]
    return export_of(Scene(began, games, LEAVERS, drawn(began)))


def test_a_right_export_is_taken_and_its_table_is_the_one_that_a_pencil_makes(right):
    assert faults_in(right) == []
    assert right["table"] == TABLE


@given(scenes(), st.booleans())
def test_the_check_comes_to_the_table_of_the_site(scene: Scene, is_final):
    scene = Scene(scene.began, scene.games, scene.ended, drawn(scene.began))
    assert faults_in(export_of(scene, is_final=is_final)) == []


def test_a_season_that_has_not_begun_is_taken(right):
    commitment = right["draws"][0]["commitment"]
    before = right | {"rounds": [], "table": [], "log": []}
    before["draws"] = [{"label": TIES, "commitment": commitment, "secret": None, "order": None}]
    del before["final"]
    assert faults_in(before) == []


WRONG = {
    "a point": (("table", 0, "points"), "3", "table"),
    "a tie-break by direct games": (("table", 0, "ties", "direct"), "1", "table"),
    "a tie-break by Sonneborn–Berger": (("table", 1, "ties", "sonneborn"), "3", "table"),
    "a fraction that is not in lowest terms": (("table", 0, "points"), "10/4", "table"),
    "a rank": (("table", 1, "rank"), 1, "table"),
    "two who changed places": (("table",), [TABLE[1], TABLE[0], *TABLE[2:]], "table"),
    "somebody who has gone out": (("table",), [*TABLE, TABLE[0] | {"rank": 5, "entry": 6}], "table"),
    "a result": (("rounds", 0, "pairs", 1, "winner"), 3, "table"),
    "a draw of a game that was won": (("rounds", 0, "pairs", 1, "how"), "draw", "winners"),
    "a winner who was not there": (("rounds", 0, "pairs", 1, "winner"), 4, "winners"),
    "an annulled pair that counts": (("rounds", 0, "pairs", 3, "how"), "void", "annulled"),
    "an annulled pair that was won": (("rounds", 0, "pairs", 3, "winner"), 5, "winners"),
    "a pair annulled though nobody of it left": (("rounds", 0, "pairs", 0, "how"), "annulled", "annulled"),
    "a pair that is missing": (("rounds", 0, "pairs"), [], "pairs"),
    "a pair of others": (("rounds", 0, "pairs", 0, "b"), 3, "pairs"),
    "a pair the wrong way round": (("rounds", 0, "pairs", 0), {"a": 2, "b": 1}, "pairs"),
    "a number": (("rounds", 0, "pairs", 0, "pairing"), 9, "numbers"),
    "more games that had ended": (("log", 0, "ended"), 3, "leavers"),
    "the half": (("log", 1, "annuls"), True, "leavers"),
    "somebody out without a line of the log": (("entries", 3, "state"), "withdrawn", "leavers"),
    "the order of the draw": (("draws", 0, "order"), [1, 2, 3, 4, 5, 6], "draws"),
    "the words of the draw": (("draws", 0, "words"), ["mine"], "draws"),
    "the secret": (("draws", 0, "secret"), "00" * 32, "draws"),
    "the commitment": (("draws", 0, "commitment"), "00" * 32, "draws"),
    "a rule": (("rules", "name"), "Ærø", "rules"),
    "the hash of the rules": (("rules_sha256",), "00" * 32, "rules"),
    "a place": (("final", 0, "place"), 2, "final"),
    "an event": (("events",), [{"kind": "leaves"}], "kind"),
}


@pytest.mark.parametrize(("path", "value", "fault"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_refused(right, path, value, fault):
    wrong = copy.deepcopy(right)
    where = wrong
    for step in path[:-1]:
        where = where[step]
    assert where[path[-1]] != value
    where[path[-1]] = where[path[-1]] | value if isinstance(value, dict) else value
    assert fault in [each.split(":")[0] for each in faults_in(wrong)]


def test_an_order_that_nothing_but_the_draw_decides_is_checked(right):
    """All drawn: the table has to be the order of the draw, and another is refused."""
    began = [1, 2, 3, 4]
    games = [game_of(k, a, b, "HR-7") for k, (a, b) in enumerate([p for p in GIVEN if max(p) < 5], 1)]
    even = export_of(Scene(began, games, {}, drawn(began)))
    assert faults_in(even) == [] and [line["entry"] for line in even["table"]] == drawn(began)
    even["table"][0]["entry"], even["table"][1]["entry"] = drawn(began)[1::-1]
    assert [each.split(":")[0] for each in faults_in(even)] == ["table"]
