"""Good questions with a part of them changed for anything: refused or answered, never our own fault."""

import copy
import io
import json
from random import Random

import pytest

import adjudicator
from adjudicator import __main__ as cli
from adjudicator.questions import QUESTIONS
from tests.adjudicator.tables import POWERS, at_start

START = adjudicator.start("standard")["position"]
HOMES = adjudicator.start("intimate")["position"]
BIDS = at_start("S1902B")
DISLODGED = {"unit": "A MUN", "from": "BUR", "by_convoy": True, "barred": ["TYR"]}
RETREATS = {
    "phase": "S1902R",
    "units": {"GERMANY": ["A MUN"]},
    "dislodged": {"FRANCE": [DISLODGED]},
    "contested": ["SIL"],
}
WINTER = START | {
    "phase": "W1901A",
    "centres": START["centres"] | {"FRANCE": ["BRE", "MAR", "PAR", "SPA"]},
    "units": START["units"] | {"FRANCE": ["A SPA"], "ITALY": ["A ROM", "A VEN", "F NAP", "F TYS"]},
}
OFFERS = {"1": {"bids": {"GERMANY": 5, "ITALY": 3}}, "2": {"bids": {"ITALY": 3}}}
RANKING = {"preferences": list(POWERS)}
LOTS = "5a" * 32
RECORD = {
    "format": 1,
    "variant": "intimate",
    "settings": {"draws": True},
    "lots_sha256": None,
    "start": BIDS,
    "turns": [{"answers": OFFERS, **adjudicator.resolve("intimate", {}, BIDS, OFFERS)}],
}
SETTINGS = {"rulebook": "modern", "choices": {"4.A.3": "intent"}, "first_year": 1905, "last_year": 1910}
STANDARD = {"variant": "standard", "settings": SETTINGS, "language": "fr"}
INTIMATE = {"variant": "intimate", "settings": {"players": 2, "draws": True}}

GOOD = [
    ("start", STANDARD | {"lots": LOTS}),
    ("due", STANDARD | {"position": WINTER}),
    ("due", INTIMATE | {"position": BIDS}),
    ("read", STANDARD | {"position": START, "seat": "FRANCE", "text": "A PAR - BUR\nfoo"}),
    ("read", STANDARD | {"position": RETREATS, "seat": "FRANCE", "answer": ["A MUN R BER"]}),
    ("read", INTIMATE | {"position": BIDS, "seat": "1", "answer": OFFERS["1"]}),
    ("read", INTIMATE | {"position": HOMES, "seat": "1", "answer": RANKING}),
    ("options", STANDARD | {"position": START, "seat": "FRANCE"}),
    ("options", STANDARD | {"position": RETREATS, "seat": "FRANCE"}),
    ("resolve", STANDARD | {"position": START, "answers": {"FRANCE": ["A PAR - BUR"], "ITALY": []}}),
    ("resolve", STANDARD | {"position": RETREATS, "answers": {"FRANCE": ["A MUN R BER"]}}),
    ("resolve", STANDARD | {"position": WINTER, "answers": {"FRANCE": ["A PAR B", "WAIVE"]}}),
    ("resolve", INTIMATE | {"position": BIDS, "answers": OFFERS}),
    ("resolve", INTIMATE | {"position": HOMES, "answers": {"1": RANKING, "2": RANKING}, "lots": LOTS}),
    ("resolve", INTIMATE | {"position": BIDS, "agreed": {"how": "draw", "by": ["1", "2"]}}),
    ("view", INTIMATE | {"position": BIDS, "turn": RECORD["turns"][0], "seat": "1"}),
    ("view", {"record": RECORD, "seat": None}),
    ("replay", {"record": RECORD}),
    ("replay", RECORD),
]
ANYTHING = [
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        7,
        10**30,
        1.5,
        "",
        "x",
        "FRANCE",
        "1",
        "A PAR",
        "PAR",
        "S1901M",
        "\ud800",
    ),
    *([], {}, [[]], [{}], {"a": 1}, ["A PAR"], ["FRANCE"], {"FRANCE": ["A PAR"]}, {"1": "FRANCE"}, [None]),
    *({"": None}, {"bids": {}}, {"winners": [], "how": "x"}, {"winners": [[]], "how": "x"}),
]
KEYS = ("x", "FRANCE", "1", "\ud800", "GERMANY", "outcome", "text", "by_convoy")


def places(value, path=()):
    """Every path into a JSON value, its own left aside."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield (*path, key)
        yield from places(item, (*path, key))


def spoilt(question, random):
    """`question` with up to three places gone, replaced or added to."""
    question = copy.deepcopy(question)
    for _ in range(random.choice((1, 1, 2, 3))):
        if not (paths := list(places(question))):
            break
        *way, key = random.choice(paths)
        holder = question
        for step in way:
            holder = holder[step]
        chance = random.random()
        if chance < 0.15:
            del holder[key]
        elif chance < 0.3 and isinstance(holder, dict):
            holder[random.choice(KEYS)] = copy.deepcopy(random.choice(ANYTHING))
        else:
            holder[key] = copy.deepcopy(random.choice(ANYTHING))
    return question


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(("name", "question"), GOOD, ids=[f"{name}-{i}" for i, (name, _) in enumerate(GOOD)])
def test_whatever_is_changed_in_a_question_it_is_answered_or_refused(name, question, capsys):
    out = io.BytesIO()
    assert cli.converse(QUESTIONS[name], io.BytesIO(json.dumps(question).encode()), out) == 0, out.getvalue()
    random = Random(name)
    lines = [json.dumps(spoilt(question, random)) for _ in range(80)]
    out = io.BytesIO()
    cli.converse(QUESTIONS[name], io.BytesIO("\n".join(lines).encode()), out)
    replies = out.getvalue().splitlines()
    assert len(replies) == len(lines)
    for line, reply in zip(lines, replies, strict=True):
        assert b"engine failed" not in reply, line
        assert json.loads(reply).get("error", {"message": "answered"})["message"]
    assert capsys.readouterr().err == ""
