"""A copy of everything, taken while the house runs, and put back when it has to be.

SQLite's own backup interface and PostgreSQL's own tools do the work; both give a copy as of one instant.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import connection

SQLITE_MAGIC = b"SQLite format 3\x00"
POSTGRES_MAGIC = b"PGDMP"


class BackupError(Exception):
    """A sentence saying what is wrong and what to do about it."""


def back_up(target: Path) -> None:
    """Write a copy of the data base to the file `target`, which must not exist.

    The copy stands under its name only once it is whole. Raises BackupError.
    """
    if target.exists():
        raise BackupError(f"{target} exists already; name another file.")
    unfinished = target.with_name(target.name + ".unfinished")
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        with closing(sqlite3.connect(unfinished)) as copy:
            connection.connection.backup(copy)
    else:
        _run_postgres_tool("pg_dump", "--format=custom", "--no-owner", f"--file={unfinished}")
    os.replace(unfinished, target)


def put_back(source: Path) -> None:
    """Replace everything in the data base by what `source` holds. The house must be stopped meanwhile.

    Nothing is changed when the file is no whole copy of this kind of data base. Raises BackupError.
    """
    if not source.is_file():
        raise BackupError(f"There is no file {source}.")
    with source.open("rb") as file:
        magic = file.read(16)
    if connection.vendor == "sqlite":
        if magic != SQLITE_MAGIC:
            raise BackupError(f"{source} is no copy of an SQLite data base; this house runs on SQLite.")
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as copy:
            try:
                verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
            except sqlite3.DatabaseError as error:
                verdict = str(error)
            if verdict != "ok":
                raise BackupError(f"{source} is damaged ({verdict}); nothing was changed.")
            connection.ensure_connection()
            copy.backup(connection.connection)
    else:
        if not magic.startswith(POSTGRES_MAGIC):
            raise BackupError(f"{source} is no copy made by pg_dump; this house runs on PostgreSQL.")
        connection.close()
        _run_postgres_tool(
            "pg_restore",
            "--clean",
            "--if-exists",
            "--no-owner",
            "--single-transaction",
            "--dbname",
            _name(),
            str(source),
        )
    connection.close()


def _name() -> str:
    return str(connection.settings_dict["NAME"])


def _run_postgres_tool(tool: str, *arguments: str) -> None:
    if shutil.which(tool) is None:
        raise BackupError(
            f"{tool} is missing: install PostgreSQL's client tools (Debian: postgresql-client)."
        )
    settings: dict[str, Any] = connection.settings_dict
    environment = {
        **os.environ,
        "PGDATABASE": _name(),
        "PGHOST": settings["HOST"],
        "PGPORT": str(settings["PORT"] or 5432),
        "PGUSER": settings["USER"],
        "PGPASSWORD": settings["PASSWORD"],
    }
    done = subprocess.run([tool, *arguments], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise BackupError(f"{tool} failed: {done.stderr.strip()}")
