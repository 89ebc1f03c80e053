"""What registers itself is loaded: a module that no one imports says nothing when it is asked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.loaded import registers


def test_every_module_that_registers_something_is_loaded_with_the_site():
    found = subprocess.run(
        [sys.executable, "-m", "tests.house.loaded"], capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == []


@pytest.mark.parametrize(
    ("text", "does"),
    [
        (
            "from league.users.refusing import may_refuse_deletion\n@may_refuse_deletion\ndef f(u): ...\n",
            True,
        ),
        ("from league.users.refusing import may_refuse_deletion as f\nfor each in ():\n    f(each)\n", True),
        ("from games.common.waiting import waits_for\n@waits_for('x', of=[])\ndef f(u, s): ...\n", True),
        ("from django.db import transaction\n@transaction.atomic\ndef f(): ...\n", False),
        ("from games.errors import GameError\nclass Mine(GameError): ...\n", False),
    ],
)
def test_a_module_registers_by_a_decorator_or_a_call_of_the_house(tmp_path: Path, text: str, does: bool):
    path = tmp_path / "module.py"
    path.write_text(text)
    assert registers(path) is does
