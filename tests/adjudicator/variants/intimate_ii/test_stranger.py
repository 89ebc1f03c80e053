"""Good questions with a part of them changed for anything: refused or answered, never our own fault."""

import copy
import json
from random import Random

import pytest

from adjudicator.errors import AdjudicatorError
from adjudicator.questions import QUESTIONS
from tests.adjudicator.test_stranger_fuzz import spoilt
from tests.adjudicator.variants.intimate_ii.scenes import (
    KEY,
    at_start,
    bonds,
    offer,
    position,
    ranking,
    resolve,
)

FIRST = at_start("S1901B")
HELD = at_start("S1905B") | bonds({"GERMANY": ("1", 2)}, {"1": ("ITALY", True), "2": ("RUSSIA", False)})
TIED = position(
    "S1903M",
    units={"FRANCE": ["A CON"], "ITALY": ["A ANK"], "TURKEY": ["A MAR", "A PAR"]},
    centres={"FRANCE": ["BRE"], "TURKEY": ["BUL"], "ITALY": ["ROM"]},
    treasury=(5, 5),
) | bonds(satellites={"1": ("ITALY", True)})
OFFERS = {"1": offer(ranking("ITALY"), italy=3, secret=True), "2": offer(ranking("RUSSIA"), germany=2)}
KEEPING = {"1": offer(germany=3, keep_satellite=True), "2": offer(secret=True)}
TURNS = [
    {"answers": OFFERS} | resolve(FIRST, one=OFFERS["1"], two=OFFERS["2"]),
    {"answers": KEEPING} | resolve(HELD, one=KEEPING["1"], two=KEEPING["2"]),
    {"answers": {}} | resolve(TIED),
]
GAME = {"variant": KEY, "settings": {"secrecy": True}}
GOOD = [
    *(("view", GAME | {"turn": turn, "seat": seat}) for turn in TURNS for seat in ("1", "2", None)),
    ("view", GAME | {"position": HELD, "seat": "2"}),
    ("due", GAME | {"position": HELD}),
    ("read", GAME | {"position": FIRST, "seat": "1", "answer": OFFERS["1"], "language": "fr"}),
    ("read", GAME | {"position": HELD, "seat": "1", "answer": KEEPING["1"]}),
    ("resolve", GAME | {"position": FIRST, "answers": OFFERS}),
    ("resolve", GAME | {"position": HELD, "answers": KEEPING, "language": "en"}),
    ("resolve", GAME | {"position": TIED, "answers": {"1": []}}),
]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("name", "question"), GOOD, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_spoilt_question_is_refused_or_answered(name, question):
    ask = QUESTIONS[name]
    ask(copy.deepcopy(question))
    random = Random(7)
    for _ in range(150):
        bad = spoilt(question, random)
        try:
            json.dumps(ask(bad))
        except AdjudicatorError as refusal:
            assert refusal.message
