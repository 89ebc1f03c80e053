"""What failed runs once more: what passes then is listed, what fails twice fails the run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings

from league.management.commands import test
from league.management.commands.test import Command, Tally
from tests import outcomes

CONFTEST = """
from tests import outcomes

def pytest_addoption(parser):
    outcomes.add_option(parser)
    parser.addoption("--part")

def pytest_configure(config):
    outcomes.configure(config)
"""
FLAKY = """
from pathlib import Path

def test_flaky():
    mark = Path(__file__).with_name("was-here")
    if not mark.exists():
        mark.touch()
        raise ValueError("too early")
"""
PASSING = "def test_passing(): pass\n"
FAILING = "def test_failing(): assert 1 == 2, 'never'\n"
UNREADABLE = "import nothing_of_that_name\n"
DYING = "import os\ndef test_dying(): os._exit(3)\n"
TEARDOWN = """
import pytest

@pytest.fixture
def fragile():
    yield
    raise OSError("left open")

def test_with_it(fragile): pass
"""


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, Tally, list[str], int]]:
    """Run modules with these texts as a part: exit status, tally, lines of the conclusion, runs of pytest."""
    calls = 0

    def real_pytest(arguments: list[str], environment: dict[str, str]) -> int:
        nonlocal calls
        calls += 1
        apart = ["-p", "no:django", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(tmp_path)]
        names = [str(tmp_path / each) if each.startswith("test_") else each for each in arguments]
        places = [] if any("::" in each for each in names) else [str(tmp_path)]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *apart, *names, *places],
            cwd=settings.ROOT,
            capture_output=True,
            env={"PATH": "", "PYTHONDONTWRITEBYTECODE": "1"},
        )
        return done.returncode

    def run_modules(*texts: str) -> tuple[int, Tally, list[str], int]:
        (tmp_path / "conftest.py").write_text(CONFTEST)
        for number, text in enumerate(texts):
            (tmp_path / f"test_{number}.py").write_text(text)
        tally = Tally()
        Command().part(tally, "A part.", "sqlite", ["-n", "1"])
        assert "s of tests; the dearest modules: test_" in capsys.readouterr().out or tally.is_broken
        status = Command.conclude(tally)
        return status, tally, capsys.readouterr().out.splitlines(), calls

    monkeypatch.setattr(Command, "pytest", staticmethod(real_pytest))
    monkeypatch.setattr(test, "ADDITIONS", 1)
    return run_modules


@pytest.mark.slow
def test_a_flaky_test_is_listed_and_fails_nothing(
    run: Callable[..., tuple[int, Tally, list[str], int]],
) -> None:
    status, _tally, lines, calls = run(FLAKY, PASSING)
    assert (status, calls) == (0, 2)
    assert lines[-4:] == [
        "Passed only on the second try:",
        "  test_0.py::test_flaky",
        "    ValueError: too early",
        "2 passed, 0 failed",
    ]


@pytest.mark.slow
def test_what_fails_twice_fails_the_run(run: Callable[..., tuple[int, Tally, list[str], int]]) -> None:
    status, tally, lines, calls = run(FAILING, TEARDOWN, PASSING)
    assert (status, calls) == (1, 2)
    assert tally.failed == ["test_0.py::test_failing", "test_1.py::test_with_it"]
    assert lines[-1] == "1 passed, 2 failed"


@pytest.mark.slow
def test_a_module_that_cannot_be_read_is_not_tried_again(
    run: Callable[..., tuple[int, Tally, list[str], int]],
) -> None:
    status, _tally, lines, calls = run(UNREADABLE, FLAKY)
    assert (status, calls) == (1, 1)
    assert any(line.startswith("Broken:") for line in lines)


@pytest.mark.slow
def test_a_worker_that_dies_is_not_tried_again(
    run: Callable[..., tuple[int, Tally, list[str], int]],
) -> None:
    status, _tally, lines, calls = run(DYING, PASSING)
    assert (status, calls) == (1, 1)
    assert any(line.startswith("Broken:") for line in lines)


def test_more_than_five_second_tries_fail_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    later = {f"test_{number}": "too early" for number in range(test.MOST_PASSING_LATER + 1)}
    assert Command.conclude(Tally(passed=9, passed_later=later)) == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith("9 passed, 0 failed, and yet the run fails")
    later.popitem()
    assert Command.conclude(Tally(passed=9, passed_later=later)) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "9 passed, 0 failed"


def test_the_dearest_modules_come_first(capsys: pytest.CaptureFixture[str]) -> None:
    Command.tell_seconds({"tests/cheap.py": 1.2, "tests/dear.py": 8.9})
    assert capsys.readouterr().out == "10 s of tests; the dearest modules: dear.py 9, cheap.py 1.\n"


def test_a_run_that_ends_before_it_can_write_is_broken(tmp_path: Path) -> None:
    assert outcomes.read(tmp_path / "nothing").is_broken
