"""Whole games of Spy Diplomacy between bots, and what strangers may send."""

import io
import json
from random import Random

import pytest

import adjudicator
from adjudicator import __main__ as cli
from adjudicator.questions import QUESTIONS
from tests.adjudicator.test_stranger_fuzz import spoilt
from tests.adjudicator.variants.spy.scenes import POWERS
from tests.fuzz.spy import run

pytestmark = pytest.mark.slow

START = adjudicator.start("spy")["position"]
WORDS = [
    *(
        "E",
        "A",
        "F",
        "MUN",
        "Sil",
        "(",
        ")",
        "RUS",
        "-",
        "→",
        "C",
        "VIA",
        "H",
        "B",
        "D",
        "S",
        "espion",
        "spy",
    ),
    *(
        "si",
        "if",
        "sinon",
        "else",
        ":",
        ";",
        "\n",
        "Espionnage",
        "Retreats:",
        "délogée",
        "tue",
        "all",
        "1",
        "é",
    ),
    *("Suisse", "stp", "north coast", "et", "and", "E MUN - SIL", "if A Mun moved:", "\ud800", "WAIVE"),
]


@pytest.mark.long
def test_games_keep_what_is_always_true():
    """More of them: `python -m tests.fuzz.spy --games 500`."""
    told = run(range(12), last_year=1904).told
    assert {"SPY-9", "SPY-11", "SPY-12", "SPY-13", "SPY-16", "SPY-17", "SPY-24"} <= set(told)
    assert {"lost", "no-fleet", "unmatched", "carried", "report", "later", "RB-14", "RB-15"} <= set(told)


@pytest.mark.parametrize("phase", ["S1901M", "F1901M", "S1901E", "F1901R", "W1901A"])
def test_garbage_in_both_languages_is_answered(phase):
    """No text is too strange: it is read or named, and what is read reads back the same."""
    random = Random(phase)
    position = START | {"phase": phase}
    for _ in range(150):
        text = " ".join(random.choices(WORDS, k=random.randint(1, 14)))
        language = random.choice(["en", "fr"])
        read = adjudicator.read("spy", {}, position, random.choice(POWERS), text=text, language=language)
        assert all(each["message"] for each in read["problems"])
        seat = random.choice(POWERS)
        again = adjudicator.read("spy", {}, position, seat, text=text)["answer"]
        assert adjudicator.read("spy", {}, position, seat, answer=again)["answer"] == again
        adjudicator.resolve("spy", {}, position, {seat: [text]}, language=language)


PLAN = {"orders": ["A PAR - BUR"], "later": {"E": [{"if": ["A PAR MOVED"], "orders": ["E PAR H"]}]}}
GOOD = [
    ("due", {"position": START}),
    ("read", {"position": START, "seat": "FRANCE", "answer": PLAN}),
    ("read", {"position": START | {"phase": "S1901E"}, "seat": "FRANCE", "text": "E Par - Bur (Rus)\nfoo"}),
    ("options", {"position": START | {"phase": "W1901A"}, "seat": "RUSSIA"}),
    ("resolve", {"position": START, "answers": {"FRANCE": PLAN, "ITALY": []}}),
    ("resolve", {"position": START | {"phase": "F1901E"}, "answers": {"FRANCE": ["E PAR - BUR"]}}),
    ("view", {"position": START, "seat": "FRANCE", "turn": adjudicator.resolve("spy", {}, START, {})}),
]


@pytest.mark.parametrize(("name", "question"), GOOD, ids=[f"{name}-{i}" for i, (name, _) in enumerate(GOOD)])
def test_whatever_is_changed_in_a_question_it_is_answered_or_refused(name, question, capsys):
    question = {"variant": "spy", "settings": {"pace": "phase"}, **question}
    random = Random(name)
    lines = [json.dumps(question), *(json.dumps(spoilt(question, random)) for _ in range(120))]
    out = io.BytesIO()
    cli.converse(QUESTIONS[name], io.BytesIO("\n".join(lines).encode()), out)
    replies = out.getvalue().splitlines()
    assert "error" not in json.loads(replies[0])
    for line, reply in zip(lines, replies, strict=True):
        assert b"engine failed" not in reply, line
    assert capsys.readouterr().err == ""
