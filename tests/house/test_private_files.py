"""What the embedded house keeps is readable by its owner only, also where an older release left it open."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from league.server import private_files


def mode(path: Path) -> str:
    return oct(path.stat().st_mode & 0o777)


def start(folder: Path) -> None:
    """What every command does first; and one table is written."""
    subprocess.run(
        [sys.executable, "-c", WRITES],
        cwd=settings.ROOT,
        env={
            "PATH": os.environ["PATH"],
            "VAR_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "league.settings.embedded",
        },
        check=True,
    )


WRITES = """
import os, django
os.umask(0o022)
django.setup()
from django.db import connection
from django.conf import settings
with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE IF NOT EXISTS sheets (words text)")
    kept = [path for path in settings.VAR.iterdir() if path.is_file()]  # static files are for everybody
    assert len(kept) == 4, kept
    open_to_others = [path.name for path in kept if path.stat().st_mode & 0o077]
    assert not open_to_others, open_to_others
"""


@pytest.mark.slow
def test_a_new_folder_and_all_in_it_is_its_owners_only(tmp_path: Path) -> None:
    start(tmp_path / "var")
    assert mode(tmp_path / "var") == "0o700"


@pytest.mark.slow
def test_files_of_an_older_release_are_tightened(tmp_path: Path) -> None:
    start(tmp_path)
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    start(tmp_path)


def test_a_file_that_is_not_there_or_somebody_elses_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private_files.tighten(tmp_path / "nowhere")
    mine = tmp_path / "mine"
    mine.touch(mode=0o640)
    monkeypatch.setattr(os, "geteuid", lambda: mine.stat().st_uid + 1)
    private_files.tighten(mine)
    assert mode(mine) == "0o640"
