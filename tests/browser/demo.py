"""The demo league, played once for all tests in a browser: each house begins with a copy of its own."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
from html import escape
from pathlib import Path

import pytest
from django.conf import settings

from tests import migrated
from tests.browser.window import Window

LAY_OUT = """
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0, interactive=False)
call_command("demo")
"""


def lay_out(folder: Path) -> None:
    """Play the demo league's games in the empty `folder`; nothing that is open is left there."""
    migrated.copy_to(folder / migrated.NAME)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    done = subprocess.run(
        [sys.executable, "-c", LAY_OUT],
        cwd=settings.ROOT,
        env={**inherited, "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "league.settings.embedded"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def demo_folder(factory: pytest.TempPathFactory, name: str) -> Path:
    """A folder of its own with a demo league in it; the first of this run's processes lays it out."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    original = shared / "demo-laid-out"
    with (shared / "demo-laid-out.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not original.exists():
            draft = shared / "demo-draft"
            shutil.rmtree(draft, ignore_errors=True)
            draft.mkdir()
            lay_out(draft)
            draft.rename(original)
    folder = factory.mktemp(name)
    shutil.copytree(original, folder, dirs_exist_ok=True)
    return folder


def let_in(window: Window, name: str) -> None:
    """Sign one of the demo's people in without showing the form, which the tests of signing in look at."""
    form = window.context.request.get("/accounts/login/").text()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
    assert token is not None, form
    answer = window.context.request.post(
        "/accounts/login/",
        form={"login": name, "password": f"{name}-plays", "csrfmiddlewaretoken": token[1]},
        max_redirects=0,
    )
    assert answer.status == 302, f"{name} is not let in: {answer.status}"


def address_of(window: Window, game: str) -> str:
    """Where a game of the demo league stands, from the list that the window's reader is shown."""
    page = window.context.request.get("/l/cafe/games/").text()
    link = re.search(rf'href="([^"]+)"[^>]*>\s*{re.escape(escape(game))}\s*</a>', page)
    assert link is not None, f"{window.name} is shown no {game}"
    return link[1]
