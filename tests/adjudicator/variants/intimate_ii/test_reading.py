"""What people and programs write in an auction: bids and wishes, in both languages; garbage too."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import adjudicator
from adjudicator.canonical import dumps
from tests.adjudicator.variants.intimate_ii.scenes import (
    KEY,
    MERCENARIES,
    at_start,
    bonds,
    offer,
    position,
    ranking,
)

FIRST = at_start("S1901B")
HELD = at_start("S1905B") | bonds(satellites={"1": ("ITALY", True)})
REVEALED = at_start("S1905B") | bonds(satellites={"1": ("ITALY", False)})


def read(now, text=None, answer=None, rules=None):
    reading = adjudicator.read(KEY, rules, now, "1", text=text, answer=answer, language="en")
    french = adjudicator.read(KEY, rules, now, "1", text=text, answer=answer, language="fr")
    for one, two in zip(reading["problems"], french["problems"], strict=True):
        assert (one["line"], one["code"]) == (two["line"], two["code"])
        assert one["message"] != two["message"]
    return reading["answer"], [(each["line"], each["code"]) for each in reading["problems"]]


@pytest.mark.parametrize(
    "text",
    [
        "Germany 5\nSatellite: Italy, Russia, Germany, Austria, England\nSecret: yes",
        "Allemagne : 5\nSatellite : Italie, Russie, Allemagne, Autriche, Angleterre\nSecret : oui",
        "allemagne=5; satellite italie russie allemagne autriche angleterre; secret",
        "SECRET\nNOMINATE 1. Italy > 2. Russia > 3. Germany > 4. Austria > 5. England\nGERMANY 5",
        "Germany 5\nNomination: l’Italie, la Russie, l'Allemagne, l'Autriche, l'Angleterre\nKeep secret: y",
    ],
)
def test_a_nomination_in_both_languages(text):
    listed = ["ITALY", "RUSSIA", "GERMANY", "AUSTRIA", "ENGLAND"]
    answer, problems = read(FIRST, text)
    assert answer == {"bids": {"GERMANY": 5}, "satellite": listed, "secret": True}
    assert problems == []


@pytest.mark.parametrize(
    ("text", "keep"),
    [
        ("Keep satellite: yes", True),
        ("Garder le satellite : oui", True),
        ("keep", True),
        ("Satellite: no", False),
        ("Satellite : non", False),
        ("Upkeep: no", False),
        ("Entretien du satellite : non", False),
        ("Keep my satellite = no.", False),
    ],
)
def test_upkeep_in_both_languages(text, keep):
    assert read(HELD, text) == ({"bids": {}, "keep_satellite": keep}, [])


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Secret: no", False),
        ("Secret : non", False),
        ("Satellite secret : oui", True),
        ("Garder le satellite secret : oui", True),
        ("Secrecy: yes", True),
    ],
)
def test_secrecy_in_both_languages(text, secret):
    assert read(HELD, text) == ({"bids": {}, "secret": secret}, [])


@pytest.mark.parametrize(
    ("now", "text", "answer", "problems"),
    [
        (FIRST, "Satellite: Italy, Russia", {"satellite": ["ITALY", "RUSSIA"]}, [(1, "incomplete")]),
        (
            FIRST,
            "Satellite: Mars, Italy",
            {"satellite": ["ITALY"]},
            [(1, "unknown-power"), (1, "incomplete")],
        ),
        (FIRST, "Satellite: France", {}, [(1, "not-ranked"), (1, "incomplete")]),
        (FIRST, "Satellite: Italy, Italy", {"satellite": ["ITALY"]}, [(1, "duplicate"), (1, "incomplete")]),
        (FIRST, "Secret: yes", {}, [(1, "nothing-secret")]),
        (FIRST, "Keep satellite: yes", {}, [(1, "no-satellite")]),
        (HELD, "Satellite: Italy, Russia", {}, [(1, "not-now")]),
        (HELD, "Keep satellite: perhaps", {}, [(1, "bad-flag")]),
        (HELD, "Secret: yes\nSecret: no", {"secret": True}, [(2, "duplicate")]),
        (REVEALED, "Secret: yes", {}, [(1, "revealed")]),
        (REVEALED, "Secret: no", {}, []),
        (at_start("S1905B"), "Secret: yes", {}, [(1, "nothing-secret")]),
        (at_start("S1905B"), "Satellite:", {}, []),
        (at_start("S1905B"), "Secretly 5", {}, [(1, "unknown-power")]),
    ],
)
def test_what_cannot_stand_is_named(now, text, answer, problems):
    assert read(now, text) == ({"bids": {}} | answer, problems)


def test_where_secrecy_is_off_asking_says_so():
    assert read(HELD, "Secret: yes", rules={"secrecy": False}) == ({"bids": {}}, [(1, "no-secrecy")])


@pytest.mark.parametrize(
    ("answer", "canonical", "problems"),
    [
        (offer(ranking("ITALY"), germany=2), offer(ranking("ITALY"), germany=2), []),
        ({"bids": {}, "satellite": None, "secret": None}, {"bids": {}}, []),
        ({"bids": {}, "satellite": 5}, {"bids": {}}, [(0, "bad-ranking")]),
        (
            {"bids": {}, "satellite": [5, "ITALY"]},
            offer(["ITALY"]),
            [(0, "unknown-power"), (0, "incomplete")],
        ),
        ({"bids": {}, "keep_satellite": "yes"}, {"bids": {}}, [(0, "bad-flag")]),
        ({"bids": {"GERMANY": -1}, "secret": 1}, {"bids": {}}, [(0, "bad-flag"), (1, "bad-bid")]),
    ],
)
def test_what_programs_send(answer, canonical, problems):
    assert read(FIRST, answer=answer) == (canonical, problems)


@pytest.mark.parametrize("answer", [[], "x", 5, True, {"bids": []}, {"satellite": ranking()}])
def test_what_has_not_the_shape_of_an_answer_is_refused_by_read_and_silence_to_resolve(answer):
    with pytest.raises(adjudicator.AdjudicatorError) as refusal:
        adjudicator.read(KEY, {}, FIRST, "1", answer=answer)
    assert refusal.value.code == "bad-input"
    turn = adjudicator.resolve(KEY, {}, FIRST, {"1": answer})
    assert set(turn["news"][0]["bids"]["1"].values()) == {0}


words = st.sampled_from(
    [*MERCENARIES, "France", "Mars", "Italie", "l'Autriche", "satellite", "Satellite :", "secret", "keep",
     "garder", "oui", "non", "yes", "no", ",", ";", ">", "\n", ":", "=", "5", "-3", "9" * 150, "1.", "é",
     "\ud800", "’"]
)  # fmt: skip
texts = st.one_of(
    st.text(max_size=60),
    st.lists(words, max_size=20).map(" ".join),
    st.lists(words, max_size=20).map("".join),
)
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 30), st.floats(allow_nan=False), texts, words),
    lambda inner: st.one_of(st.lists(inner, max_size=6), st.dictionaries(words, inner, max_size=4)),
    max_leaves=12,
)
answers = st.one_of(
    anything,
    st.fixed_dictionaries(
        {"bids": st.one_of(st.dictionaries(words, st.integers(0, 30), max_size=5), anything)},
        optional={
            "satellite": st.one_of(st.permutations(MERCENARIES), st.lists(words, max_size=7), anything),
            "keep_satellite": st.one_of(st.booleans(), anything),
            "secret": st.one_of(st.booleans(), anything),
        },
    ),
)
SCENES = (FIRST, HELD, REVEALED, at_start("S1902B") | bonds(renominate=True))
patient = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.slow
@patient
@given(st.sampled_from(SCENES), texts)
def test_any_text_is_read_and_reads_the_same_again(now, text):
    for language in ("en", "fr"):
        reading = adjudicator.read(KEY, {}, now, "1", text=text, language=language)
        assert all(each["message"] for each in reading["problems"])
    again = adjudicator.read(KEY, {}, now, "1", answer=reading["answer"])
    assert again["answer"] == reading["answer"]
    assert {each["code"] for each in again["problems"]} <= {"incomplete"}


@pytest.mark.slow
@patient
@given(st.sampled_from(SCENES), answers, answers)
def test_anything_sent_resolves_as_what_read_makes_of_it(now, one, two):
    given_answers = {"1": one, "2": two}
    turn = adjudicator.resolve(KEY, {}, now, given_answers, language="fr")
    read_answers = {}
    for seat, answer in given_answers.items():
        if isinstance(answer, dict) and isinstance(answer.get("bids"), dict):
            read_answers[seat] = adjudicator.read(KEY, {}, now, seat, answer=answer, language="en")["answer"]
        elif isinstance(answer, dict):
            read_answers[seat] = adjudicator.read(KEY, {}, now, seat, answer=answer | {"bids": {}})["answer"]
    assert dumps(adjudicator.resolve(KEY, {}, now, read_answers, language="fr")) == dumps(turn)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("loyalty", []), ("loyalty", {"FRANCE": {"seat": "1", "years": 1}}), ("loyalty", {"ITALY": 3}),
        ("loyalty", {"ITALY": {"seat": "3", "years": 1}}), ("loyalty", {"ITALY": {"seat": "1", "years": -1}}),
        ("loyalty", {"ITALY": {"seat": "1"}}), ("loyalty", {"ITALY": {"seat": [], "years": 1}}),
        ("satellites", 5), ("satellites", {"3": {"power": "ITALY"}}), ("satellites", {"1": "ITALY"}),
        ("satellites", {"1": {"power": "FRANCE"}}), ("satellites", {"1": {"power": "ITALY", "secret": 1}}),
        ("satellites", {"1": {"power": []}}), ("satellites", {"1": {"power": "ITALY", "x": 1}}),
        ("satellites", {"1": {"power": "ITALY"}, "2": {"power": "ITALY"}}),
        ("renominate", 1), ("renominate", None), ("spies", {}),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_an_error_that_names_the_fault(key, value):
    with pytest.raises(adjudicator.AdjudicatorError) as refusal:
        adjudicator.due(KEY, {}, FIRST | {key: value})
    assert refusal.value.code == "bad-position"
    assert key in refusal.value.message
    assert key in refusal.value.message_fr


def test_keys_left_out_are_empty():
    bare = {key: value for key, value in FIRST.items() if key not in bonds()}
    assert adjudicator.view(KEY, {}, bare)["position"] == adjudicator.view(KEY, {}, FIRST)["position"]
    spare = FIRST | {
        "loyalty": {"ITALY": None, "RUSSIA": {"seat": "1", "years": 0}},
        "satellites": {"1": None, "2": {"power": None, "secret": False}},
    }
    assert adjudicator.view(KEY, {}, spare)["position"] == adjudicator.view(KEY, {}, FIRST)["position"]


def test_other_phases_are_read_as_in_intimate():
    now = position("S1905M", units={"FRANCE": ["A PAR"], "TURKEY": ["A CON"]}) | bonds(
        satellites={"2": ("ITALY", True)}
    )
    assert read(now, "Paris - Bourgogne") == (["A PAR - BUR"], [])
    assert adjudicator.options(KEY, {}, now, "1")["options"]["A PAR"][0] == "A PAR H"
