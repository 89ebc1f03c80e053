"""A database with all migrations, made once a run and copied for each process and house that needs one.

Running a hundred migrations takes a quarter of a minute, and a run of the tests would do it eight times.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parents[1]
FILE = "TEST_MIGRATED_FILE"
"""Environment variable: the path of a migrated SQLite file."""
TEMPLATE = "TEST_MIGRATED_TEMPLATE"
"""Environment variable: the name of a migrated database on the PostgreSQL server of the tests."""
NAME = "poste-restante.sqlite3"
"""What the embedded site calls its file, in its folder."""


@contextmanager
def file() -> Iterator[dict[str, str]]:
    """What the environment of tests on SQLite and in a browser has to say while the file is there."""
    with TemporaryDirectory(prefix="migrated-") as folder:
        migrate({"DJANGO_SETTINGS_MODULE": "league.settings.embedded", "VAR_DIR": folder})
        yield {FILE: str(Path(folder, NAME))}


def template(url: str) -> dict[str, str]:
    """Make a migrated database on the server of `url`, which has none of that name; what the environment of
    its tests has to say.
    """
    import psycopg

    name = "migrated"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    parts = urlsplit(url)
    address = urlunsplit(parts._replace(path=f"/{name}"))
    migrate({"DJANGO_SETTINGS_MODULE": "league.settings.test", "TEST_DATABASE_URL": address})
    return {TEMPLATE: name}


def copy_to(target: Path) -> None:
    """Put a copy of the migrated file at `target`, if a run has made one and nothing is there yet."""
    source = os.environ.get(FILE)
    if source and not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def migrate(environment: dict[str, str]) -> None:
    """Let a process whose environment says this, and nothing else of Django's or the tests', migrate."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--no-input"]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO_", "TEST_"))}
    subprocess.run(command, cwd=ROOT, env={**kept, **environment}, check=True)
