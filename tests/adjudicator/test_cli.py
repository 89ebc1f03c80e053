"""The command line: a JSON object a line in, one a line out, in order, whatever comes."""

import io
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import adjudicator
from adjudicator import __main__ as cli
from adjudicator.canonical import dumps
from tests.adjudicator.tables import POWERS, at_start

ROOT = Path(__file__).parents[2]
START = adjudicator.start("standard")["position"]
RANKING = {"preferences": list(POWERS)}


def run(question, *lines):
    """Exit status, and each line of output as it came."""
    data = b"".join(
        (line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines
    )
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", question], input=data, capture_output=True, cwd=ROOT, timeout=60
    )
    assert done.stderr == b""
    return done.returncode, done.stdout.splitlines()


def said(question, *lines):
    status, out = run(question, *lines)
    return status, [json.loads(line) for line in out]


@pytest.mark.slow
def test_each_question_answers_as_the_face_does():
    moves = at_start("S1901M", control={"ITALY": "1"})
    table = {"variant": "intimate", "settings": {"draws": False}}
    turn = adjudicator.resolve("intimate", {"draws": False}, moves, {"1": ["A PAR - BUR"]}, language="en")
    asked = {
        "start": (table, adjudicator.start("intimate")),
        "due": (table | {"position": moves}, adjudicator.due("intimate", {}, moves)),
        "read": (
            table | {"position": moves, "seat": "1", "text": "Par-Bur\nwhat"},
            adjudicator.read("intimate", {}, moves, "1", text="Par-Bur\nwhat", language="en"),
        ),
        "options": (
            table | {"position": moves, "seat": "2"},
            adjudicator.options("intimate", {}, moves, "2"),
        ),
        "resolve": (
            table | {"position": moves, "answers": {"1": ["A PAR - BUR"]}, "lots": "00ff" * 16},
            turn,
        ),
        "view": (
            table | {"position": moves, "turn": turn, "seat": None},
            adjudicator.view("intimate", {}, moves, None, turn=turn, language="en"),
        ),
    }
    for question, (line, answer) in asked.items():
        status, out = run(question, line)
        assert status == 0
        assert out == [dumps(answer)], question


@pytest.mark.slow
def test_the_contracts_own_example():
    line = {
        "variant": "standard",
        "settings": {"rulebook": "modern"},
        "position": START,
        "answers": {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
        "lots": "00ff" * 16,
    }
    status, (turn,) = said("resolve", line)
    assert status == 0
    assert set(turn) == {"position", "results", "news", "outcome"}
    (result,) = [r for r in turn["results"] if r["order"] == "A PAR - BUR"]
    assert result == {
        "power": "FRANCE",
        "order": "A PAR - BUR",
        "verdict": "fails",
        "reason": "bounced",
        "by": ["A MUN"],
        "strength": {"own": 1, "against": 1},
        "clause": "RB-5a",
        "text": "Bounced with A Mun (1 against 1).",
    }


@pytest.mark.slow
def test_output_is_canonical():
    _, (line,) = run("resolve", {"variant": "standard", "position": START, "answers": {}, "language": "fr"})
    assert (
        line
        == json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    )
    assert "é".encode() in line


@pytest.mark.slow
def test_lines_that_cannot_be_taken_are_answered_in_their_place_and_the_program_goes_on():
    good = {"variant": "standard", "position": START}
    lines = [
        good,
        b"{",
        b"",
        b"[1]",
        b'"x"',
        b"null",
        b'{"variant": NaN}',
        b'{"variant": 1e999, "position": Infinity}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"variant": "standard", "position": ' + b"9" * 5000 + b"}",
        {"variant": "chess", "position": START},
        {"position": START},
        {"variant": "standard"},
        good | {"settings": {"x": 1}},
        good | {"settings": 7},
        good | {"position": {"phase": "S1901M", "units": {"FRANCE": ["A PAR", "A PAR"]}}},
        good | {"language": "de"},
        good | {"language": ["fr"]},
        good | {"colour": "red"},
        good,
    ]
    status, out = said("due", *lines)
    assert status == 1
    assert [reply["error"]["code"] if "error" in reply else "due" for reply in out] == [
        "due",
        *["bad-json"] * 2,
        *["bad-input"] * 3,
        *["bad-json"] * 6,
        "unknown-variant",
        *["bad-input"] * 2,
        *["bad-setting"] * 2,
        "bad-position",
        *["bad-input"] * 3,
        "due",
    ]
    assert all(reply["error"]["message"] for reply in out if "error" in reply)


@pytest.mark.slow
def test_errors_of_the_other_questions():
    over = START | {"outcome": {"how": "RB-12", "winners": ["FRANCE"]}}
    standard = {"variant": "standard"}
    status, out = said(
        "resolve",
        standard | {"position": over},
        standard | {"position": START, "agreed": {"how": "draw", "by": ["FRANCE"]}},
        standard | {"position": START, "answers": {"1": []}},
        standard | {"position": START, "lots": "00"},
    )
    assert status == 1
    assert [reply["error"]["code"] for reply in out] == ["game-over", "not-allowed", "bad-seat", "bad-input"]
    status, out = said("options", standard | {"position": START})
    assert (status, out[0]["error"]["code"]) == (1, "bad-input")


@pytest.mark.slow
def test_error_messages_speak_the_language_asked_for():
    _, out = said("start", {"variant": "chess", "language": "fr"}, {"variant": "chess"})
    assert out[0]["error"]["message"].startswith("Il n’y a pas")
    assert out[1]["error"]["message"].startswith("There is no")


@pytest.mark.slow
def test_null_for_a_language_leaves_sentences_out():
    _, (turn,) = said("resolve", {"variant": "standard", "position": START, "language": None})
    assert not any("text" in result for result in turn["results"])


@pytest.mark.slow
def test_strange_text_is_read_and_answered_in_json():
    text = "A PAR - BUR\n\ud800\u2028\x00 \U0001f4a3"
    status, (reply,) = said(
        "read", {"variant": "standard", "position": START, "seat": "FRANCE", "text": text}
    )
    assert status == 0
    assert reply["answer"] == ["A PAR - BUR"]
    assert reply["problems"]


@pytest.mark.slow
def test_no_input_is_no_output():
    assert run("start") == (0, [])


@pytest.mark.slow
def test_a_last_line_without_its_end_is_a_line():
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "start"],
        input=b'{"variant":"intimate"}',
        capture_output=True,
        cwd=ROOT,
    )
    assert done.returncode == 0
    assert done.stdout.endswith(b"}\n")


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("arguments", [[], ["fly"], ["start", "due"]])
def test_anything_but_one_question_shows_the_usage(arguments):
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", *arguments], capture_output=True, cwd=ROOT, input=b""
    )
    assert done.returncode == 2
    assert b"start|due|read|options|resolve|view|replay" in done.stderr
    assert done.stdout == b""


@pytest.mark.slow
def test_two_programs_can_talk_line_by_line():
    """An answer is there before the next question is asked, and a game can be played so."""
    process = subprocess.Popen(
        [sys.executable, "-m", "adjudicator", "resolve"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    guard = threading.Timer(30, process.kill)
    guard.start()
    position = adjudicator.start("intimate")["position"]
    phases = []
    for answers in ({"1": RANKING, "2": RANKING}, {"1": {"bids": {}}, "2": {}}, {"1": [], "2": []}):
        line = {"variant": "intimate", "position": position, "answers": answers, "lots": "5a" * 32}
        process.stdin.write(json.dumps(line).encode() + b"\n")
        process.stdin.flush()
        position = json.loads(process.stdout.readline())["position"]
        phases.append(position["phase"])
    process.stdin.close()
    assert process.wait() == 0
    process.stdout.close()
    guard.cancel()
    assert phases == ["S1901B", "S1901M", "F1901M"]


class Lines(io.RawIOBase):
    """A stream of `count` questions that are made only when they are read."""

    def __init__(self, count, out):
        self.left, self.out, self.ahead = count, out, 0

    def readline(self, size=-1):
        if not self.left:
            return b""
        self.left -= 1
        self.ahead = max(self.ahead, self.out.count)
        return b'{"variant":"standard"}\n'


class Sink(io.RawIOBase):
    def __init__(self):
        self.count = 0

    def write(self, data):
        self.count += data == b"\n"
        return len(data)


def test_questions_are_answered_one_by_one_in_constant_memory():
    out = Sink()
    lines = Lines(5000, out)
    assert cli.converse(lambda question: {"seen": out.count}, lines, out) == 0
    assert out.count == 5000
    assert lines.ahead == 4999, "the answer to a line is out before the next is read"


def test_a_line_beyond_the_limit_is_an_error_and_the_next_is_read(monkeypatch):
    monkeypatch.setattr(cli, "LONGEST_LINE", 64)
    out = io.BytesIO()
    lines = io.BytesIO(b'{"a":"' + b"x" * 1000 + b'"}\n{"variant":"standard"}\n' + b"y" * 200)
    assert cli.converse(lambda question: question, lines, out) == 1
    replies = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [reply.get("error", {}).get("code") for reply in replies] == ["bad-json", None, "bad-json"]


def test_a_fault_of_our_own_is_said_aloud_and_the_program_goes_on(capsys):
    out = io.BytesIO()
    asked = []

    def ask(question):
        asked.append(question)
        return {} if len(asked) > 1 else 1 / 0

    assert cli.converse(ask, io.BytesIO(b"{}\n{}\n"), out) == 1
    first, second = out.getvalue().splitlines()
    assert b"ZeroDivisionError" in first
    assert second == b"{}"
    assert "ZeroDivisionError" in capsys.readouterr().err
