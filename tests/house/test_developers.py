"""Benchmarks and fuzzers say what they need where `manage.py up` alone has installed packages."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ALONE = """
import sys
import importlib.util
found = importlib.util.find_spec
gone = ("hypothesis", "pytest")
importlib.util.find_spec = lambda name, *more: None if name in gone else found(name, *more)
import runpy
runpy.run_module(sys.argv[1], run_name="__main__")
"""


@pytest.mark.parametrize("name", ["benchmarks.storm", "fuzz.season", "chaos"])
def test_they_end_with_a_sentence_where_packages_are_missing(name: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", ALONE, f"tests.{name}"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 1
    assert "This needs the developers' packages; missing here: pytest, hypothesis." in ran.stderr
    assert "python3 manage.py test tests/house/test_locks.py" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_what_they_need_is_among_the_locked_packages() -> None:
    from tests.developers import PACKAGES

    assert [name for name in PACKAGES if find_spec(name) is None] == []
