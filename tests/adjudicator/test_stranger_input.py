"""What strangers send: numbers without end, words in a list of orders, the same thing in two spellings."""

import io
import json
import random
import re

import pytest

import adjudicator
from adjudicator import __main__ as cli
from adjudicator.canonical import dumps, shown
from adjudicator.questions import QUESTIONS
from tests.adjudicator.tables import POWERS, at_start, intimate, news, resolve
from tests.adjudicator.test_cli import run

START = adjudicator.start("standard")["position"]
WON = START | {"outcome": {"how": "RB-12", "winners": [], "more": "@"}}


def orders(answers, *, position=START, settings=None, language=None):
    return adjudicator.resolve("standard", settings or {}, position, answers, language=language)


def of(turn, power):
    """Order -> (verdict, reason, detail), of lines that were given."""
    return [
        (result["order"], result["verdict"], result.get("reason"), result.get("detail"))
        for result in turn["results"]
        if result["power"] == power and not result.get("implied")
    ]


# The command line goes on, whatever comes.


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("number", ["1e999", "-1e999", "9" * 1001, "NaN", "-Infinity", "1" + "0" * 5000])
def test_a_number_that_cannot_be_written_out_is_no_json(number):
    view = {"variant": "standard", "position": WON}
    status, out = run("view", json.dumps(view).replace('"@"', number).encode(), {"variant": "standard"})
    assert (status, [json.loads(line)["error"]["code"] for line in out]) == (1, ["bad-json", "bad-input"])


@pytest.mark.slow
def test_the_longest_numbers_are_counted_with():
    most = int("9" * cli.LONGEST_NUMBER)
    bidding = {"variant": "intimate", "position": at_start("S1902B", treasury=(most, 0))}
    bids = {"1": {"bids": dict.fromkeys(POWERS, most)}, "2": {}}
    income = {"variant": "intimate", "position": at_start("F1902M", treasury=(most, 0))}
    status, out = run("resolve", bidding | {"answers": bids}, income | {"answers": {"1": [], "2": []}})
    assert status == 0
    assert json.loads(out[0])["news"][0]["bust"] == ["1"]
    assert json.loads(out[1])["position"]["treasury"]["1"] == most + 3


@pytest.mark.slow
def test_what_is_nested_too_deeply_is_told_so():
    lines = [
        ("start", {"variant": "standard", "settings": {"choices": "@"}}),
        ("view", {"variant": "standard", "position": WON}),
        ("start", {"variant": "@"}),
        ("resolve", {"variant": "standard", "position": START, "answers": {"FRANCE": ["@"]}}),
    ]
    codes = set()
    for depth in (*range(600, 1000, 4), 5000, 50_000):  # Python 3.13 reads 5,000 without a word
        deep = b"[" * depth + b"]" * depth
        for question, line in lines:
            data = json.dumps(line).encode().replace(b'"@"', deep) + b"\n{}\n"
            out = io.BytesIO()
            assert cli.converse(QUESTIONS[question], io.BytesIO(data), out) == 1
            first, second = out.getvalue().splitlines()
            codes.add(re.findall(rb'^.{,20}"code":"([a-z-]+)"', first)[0] if b'"error"' in first else b"")
            assert b'"bad-input"' in second, "the next line is answered"
    assert codes == {b"", b"bad-json", b"bad-setting", b"unknown-variant"}


def test_messages_quote_values_as_json_and_not_at_length():
    assert shown(None) == "null"
    assert shown("\ud800é") == '"\\ud800é"'
    assert shown(float("inf")) == "(float)"
    assert shown({1, 2}) == "(set)"
    assert len(shown(["x" * 10_000])) == 200
    with pytest.raises(adjudicator.AdjudicatorError) as refusal:
        adjudicator.due("standard", {}, START | {"units": {"FRANCE": ["x" * 10_000]}})
    assert len(refusal.value.message) < 400


@pytest.mark.parametrize("winners", [[["FRANCE"]], [{}], [None], "FRANCE", [5], ["SPAIN"]])
def test_winners_are_seats(winners):
    with pytest.raises(adjudicator.AdjudicatorError) as refusal:
        adjudicator.due("standard", {}, START | {"outcome": {"how": "RB-12", "winners": winners}})
    assert refusal.value.code == "bad-position"


# Raw answers: what cannot stand is void, and the rest stands.


def test_what_is_no_text_is_a_line_that_nobody_can_read():
    turn = orders({"FRANCE": ["A PAR - BUR", None, 5, {"A": 1}, True, 1.5]}, language="en")
    told = of(turn, "FRANCE")
    assert ("A PAR - BUR", "succeeds", None, None) in told
    assert sorted(line[0] for line in told if line[1] == "void") == ["1.5", "5", "null", "true", '{"A":1}']
    reading = adjudicator.read("standard", {}, START, "FRANCE", answer=["A PAR - BUR", None], language="fr")
    assert reading["answer"] == ["A PAR - BUR"]
    assert [(problem["line"], problem["text"]) for problem in reading["problems"]] == [(2, "null")]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "line",
    [
        "F MAO S F WES->SPA/SC",
        "f mao s f spa/nc->vie",
        "F MAO - SPA/XX",
        "A MAR C F SPA/NC->BUL",
        "A  MAR S x",
    ],
)
def test_a_line_in_nobodys_spelling_has_its_sentence(line, language):
    position = {"phase": "S1901M", "units": {"FRANCE": ["F MAO", "A MAR", "F WES"]}}
    turn = orders({"FRANCE": [line]}, position=position, language=language)
    assert all(result["text"] for result in turn["results"])


def test_results_tell_of_the_order_that_was_read():
    turn = orders({"FRANCE": ["Paris -> Bourgogne", "a mar s par-bur", "bre to mao"]}, language="fr")
    assert [result["order"] for result in turn["results"] if result["power"] == "FRANCE"] == [
        "A MAR S A PAR - BUR",
        "A PAR - BUR",
        "F BRE - MAO",
    ]
    assert "Exécuté." not in [result["text"] for result in turn["results"]]


def test_one_order_in_two_spellings_counts_once_and_two_orders_are_told_as_read():
    same = orders({"FRANCE": ["Paris -> Bourgogne", "A PAR - BUR"]})
    assert of(same, "FRANCE") == [
        ("A PAR - BUR", "succeeds", None, None),
        ("A PAR - BUR", "void", "duplicate", "identical"),
    ]
    different = orders({"FRANCE": ["Paris -> Picardie", "A PAR - BUR"]})
    assert of(different, "FRANCE") == [
        ("A PAR - BUR", "void", "duplicate", None),
        ("A PAR - PIC", "void", "duplicate", None),
    ]


def test_retreats_and_adjustments_tell_of_the_order_that_was_read():
    dislodged = {"FRANCE": [{"unit": "A MUN", "from": "BER"}]}
    retreat = orders(
        {"FRANCE": ["Munich retreats to Tyrolia"]}, position={"phase": "S1902R", "dislodged": dislodged}
    )
    assert of(retreat, "FRANCE") == [("A MUN R TYR", "succeeds", None, None)]
    winter = {"phase": "W1902A", "centres": {"FRANCE": ["PAR", "BRE"]}}
    built = orders({"FRANCE": ["build army Paris", "flotte Brest construite"]}, position=winter)
    assert of(built, "FRANCE") == [("A PAR B", "succeeds", None, None), ("F BRE B", "succeeds", None, None)]


def test_people_may_write_a_retreat_as_a_move():
    """RB-3. A canonical line is taken at its word, and is no retreat."""
    position = {"phase": "S1902R", "dislodged": {"FRANCE": [{"unit": "A MUN", "from": "BER"}]}}
    reading = adjudicator.read("standard", {}, position, "FRANCE", text="A MUN - TYR")
    assert reading == {"answer": ["A MUN R TYR"], "problems": []}
    assert of(orders({"FRANCE": ["Munich -> Tyrolie"]}, position=position), "FRANCE") == [
        ("A MUN R TYR", "succeeds", None, None)
    ]
    assert of(orders({"FRANCE": ["A MUN - TYR"]}, position=position), "FRANCE") == [
        ("A MUN - TYR", "void", "illegal", "wrong-phase")
    ]


def test_why_a_line_was_not_read_is_told():
    turn = orders({"FRANCE": ["Clyde -> Edimbourg", "build Paris", "hello"]}, language="en")
    assert of(turn, "FRANCE") == [
        ("Clyde -> Edimbourg", "void", "no-unit", None),
        ("build Paris", "void", "illegal", "wrong-phase"),
        ("hello", "void", "illegal", "unreadable"),
    ]
    assert {result["text"] for result in turn["results"] if result["verdict"] == "void"} == {
        "Invalid: no such unit is there.",
        "No order for this phase.",
        "Not understood as an order.",
    }


def test_an_order_with_two_meanings_is_told_so():
    """RB-3."""
    position = {"phase": "S1901M", "units": {"ENGLAND": ["F NTH", "F NWG"]}}
    turn = orders({"ENGLAND": ["F Nor - Nwy"]}, position=position, language="en")
    (told,) = of(turn, "ENGLAND")
    reading = adjudicator.read("standard", {}, position, "ENGLAND", text="F Nor - Nwy")
    assert (reading["problems"] == []) == (told[1] == "succeeds")
    both = orders({"ENGLAND": ["F Nor H"]}, position=position, language="fr")
    read = adjudicator.read("standard", {}, position, "ENGLAND", text="F Nor H")
    assert [problem["code"] for problem in read["problems"]] == ["ambiguous"]
    assert of(both, "ENGLAND") == [("F Nor H", "void", "illegal", "ambiguous")]


def test_several_orders_on_one_line_are_told_apart():
    turn = orders({"FRANCE": ["A PAR - BUR; A MAR H; F BRE - MAO", ";", "a par - bur , "]})
    assert of(turn, "FRANCE") == [
        ("A MAR H", "succeeds", None, None),
        ("A PAR - BUR", "succeeds", None, None),
        ("A PAR - BUR", "void", "duplicate", "identical"),
        ("F BRE - MAO", "succeeds", None, None),
        (";", "void", "illegal", "unreadable"),
    ]


@pytest.mark.parametrize("phase", ["S1901M", "S1901R", "W1901A"])
def test_lines_for_a_power_in_disorder_for_good_are_told_void(phase):
    turn = orders(
        {"FRANCE": ["A PAR H", "nonsense"]},
        position=START | {"phase": phase, "disorder": ["FRANCE"]},
        language="en",
    )
    void = [
        result for result in turn["results"] if result["power"] == "FRANCE" and result["verdict"] == "void"
    ]
    assert [(result["order"], result["detail"]) for result in void] == [
        ("A PAR H", "disorder"),
        ("nonsense", "disorder"),
    ]
    assert void[0]["text"] == "Invalid: the power is in civil disorder."


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffA PAR - BUR",
        "A\u200b PAR\u200b - BUR\u200e",
        "A PAR ➡\ufe0f BUR",
        "Ａ ＰＡＲ － ＢＵＲ",
        "A PAR ▶ BUR !",
        "A\xa0PAR\u202f→\u2009BUR\x00",
    ],
)
def test_signs_that_nobody_sees_are_passed_over(text):
    reading = adjudicator.read("standard", {}, START, "FRANCE", text=text)
    assert reading == {"answer": ["A PAR - BUR"], "problems": []}


def test_problems_come_in_the_sequence_of_the_text():
    text = "A TYR - BUR; A LON - WAL; A BER - PRU\nA ANK H"
    reading = adjudicator.read("standard", {}, START, "FRANCE", text=text)
    assert [(problem["line"], problem["text"]) for problem in reading["problems"]] == [
        (1, "A TYR - BUR"),
        (1, "A LON - WAL"),
        (1, "A BER - PRU"),
        (2, "A ANK H"),
    ]


def test_of_the_same_order_twice_the_later_line_is_the_one_too_many():
    text = "A PAR - BUR\nMar - Spa\nParis -> Bourgogne"
    reading = adjudicator.read("standard", {}, START, "FRANCE", text=text)
    assert [(problem["line"], problem["code"]) for problem in reading["problems"]] == [(3, "duplicate")]


# The two players' answers.


def test_the_sequence_of_the_keys_of_bids_does_not_matter():
    """A record keeps answers in canonical form, and must replay."""
    position = at_start("S1902B")
    bids = [("Allemagne", 9), ("GERMANY", 5), ("germany", 7), ("Italie", 3), ("Italien", 2), ("ITALY", "4")]
    made = []
    for seed in range(6):
        random.Random(seed).shuffle(bids)
        turn = resolve(position, one={"bids": dict(bids)}, two={})
        assert news(turn, "auction")[0]["bids"]["1"]["GERMANY"] == 5, "the power's own key goes first"
        made.append(dumps(turn))
        assert adjudicator.read("intimate", {}, position, "1", answer={"bids": dict(bids)})["answer"] == {
            "bids": {"GERMANY": 5, "ITALY": 3}
        }
    assert len(set(made)) == 1


def test_rankings_may_call_powers_by_their_names():
    position = adjudicator.start("intimate")["position"]
    named = ["Autriche", "england", "France", "Allemagne", "ITALY", "Russie", "turkey"]
    turn = resolve(position, one={"preferences": named}, two={"preferences": list(reversed(POWERS))})
    (told,) = news(turn, "homes")
    assert (told["drawn"], told["preferences"]["1"]) == ([], list(POWERS))
    short = adjudicator.resolve(
        "intimate",
        {},
        position,
        {"1": {"preferences": [*named, "Austria"]}, "2": {"preferences": named[:6]}},
        lots="00" * 32,
    )
    assert news(short, "homes")[0]["drawn"] == ["1", "2"], "ID-1: too long and too short are invalid"


def test_a_tie_of_years_ago_keeps_nobody_from_winning():
    """ID-16: only until the autumn agreed on."""
    units = {"FRANCE": ["A SMY"], "TURKEY": ["A GRE"]}
    for year, winners in ((1903, None), (1902, ["1"]), (None, ["1"])):
        turn = resolve(intimate("S1903M", units=units, tied_until=year), one=[], two=[])
        assert (turn["outcome"] or {}).get("winners") == winners


# Years and records.


def test_a_game_outlives_the_year_9999():
    position = intimate("F9999M", centres={"ITALY": ["ROM"]}, units={"ITALY": ["A ROM"]})
    turn = resolve(position, one=[], two=[])
    assert turn["position"]["phase"] == "S10000B"
    assert adjudicator.due("intimate", {}, turn["position"])["due"]
    for phase in ("S01901M", "S190M", "S-901M", "S1901m", "S１９０１M", "S1901M\n", "S" + "9" * 40 + "M"):
        with pytest.raises(adjudicator.AdjudicatorError):
            adjudicator.due("standard", {}, START | {"phase": phase})


def record(*turns, **more):
    return {"format": 1, "variant": "standard", "settings": {}, "start": START, "turns": list(turns), **more}


def refused(given):
    with pytest.raises(adjudicator.AdjudicatorError) as refusal:
        adjudicator.replay(given)
    return refusal.value.code, refusal.value.message


def test_a_recorded_turn_that_cannot_be_played_is_where_the_replay_differs():
    agreed = {"how": "draw", "by": list(POWERS)}
    ended = {"agreed": agreed, **adjudicator.resolve("standard", {}, START, agreed=agreed)}
    code, message = refused(record(ended, {"answers": {}}))
    assert code == "replay-differs"
    assert message.startswith("First difference at turns[1]: ")
    assert message.endswith("This game is over.")
    assert refused(record(ended | {"agreed": {"how": "draw", "by": ["FRANCE"]}}))[0] == "replay-differs"
    assert refused(record(ended, settings={"draws": False}))[0] == "replay-differs"
    assert refused(record({"answers": {"1": []}}))[0] == "replay-differs"
    assert refused(record({"answers": []})) == ("bad-input", "turns[0]: The answers must be an object.")


@pytest.mark.parametrize("number", [True, 1.0, "1", 2, None])
def test_a_format_is_a_number(number):
    assert refused(record() | {"format": number})[0] == "bad-input"
