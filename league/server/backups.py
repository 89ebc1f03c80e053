"""A copy of everything, taken while the house runs, and put back when it has to be.

SQLite's own backup interface and PostgreSQL's own tools do the work; both give a copy as of one instant.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from league.server import postgres_tools, private_files
from league.server.postgres_tools import BackupError

__all__ = ["BackupError", "back_up", "put_back"]

SQLITE_MAGIC = b"SQLite format 3\x00"
POSTGRES_MAGIC = b"PGDMP"

Migration = tuple[str, str]
"""The label of its app, and its name."""


def back_up(target: Path) -> None:
    """Write a copy of the database to the file `target`, which must not exist; only its owner may read it.

    The copy gets its name only once it is whole, and a failure leaves nothing behind. Raises BackupError.
    """
    if target.exists():
        raise BackupError(f"{target} exists already; name another file.")
    unfinished = target.with_name(target.name + ".unfinished")
    unfinished.unlink(missing_ok=True)
    try:
        private_files.create(unfinished)
        if connection.vendor == "sqlite":
            connection.ensure_connection()
            with closing(sqlite3.connect(unfinished)) as copy:
                connection.connection.backup(copy)
        else:
            postgres_tools.dump(unfinished)
        os.replace(unfinished, target)
    except OSError as error:
        raise BackupError(f"{target} cannot be written: {error.strerror}.") from error
    finally:
        unfinished.unlink(missing_ok=True)


def put_back(source: Path) -> None:
    """Replace everything in the database by what `source` holds, in one transaction. The house must be
    stopped meanwhile.

    Nothing is changed when the file is no whole copy of this kind of database, or a copy of a newer release.
    Raises BackupError.
    """
    if not source.is_file():
        raise BackupError(f"There is no file {source}.")
    with source.open("rb") as file:
        magic = file.read(16)
    if connection.vendor == "sqlite":
        if magic != SQLITE_MAGIC:
            raise BackupError(f"{source} is no copy of an SQLite database; this house runs on SQLite.")
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as copy:
            _refuse_newer(source, _migrations_of_sqlite(source, copy))
            connection.ensure_connection()
            copy.backup(connection.connection)
    else:
        if not magic.startswith(POSTGRES_MAGIC):
            raise BackupError(f"{source} is no copy made by pg_dump; this house runs on PostgreSQL.")
        _refuse_newer(source, postgres_tools.migrations_of(source))
        postgres_tools.put_back(source)
    connection.close()


def _migrations_of_sqlite(source: Path, copy: sqlite3.Connection) -> list[Migration]:
    """The migrations that had run where `copy` was made. Raises BackupError when it is not whole."""
    try:
        verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
        if verdict == "ok":
            return copy.execute("SELECT app, name FROM django_migrations").fetchall()
    except sqlite3.DatabaseError as error:
        verdict = str(error)
    raise BackupError(f"{source} is damaged ({verdict}); nothing was changed.")


def _refuse_newer(source: Path, applied: Collection[Migration]) -> None:
    """Raise BackupError if this release lacks migrations that had run where the copy was made."""
    known = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
    unknown = sorted(set(applied) - known)
    if unknown:
        names = ", ".join(f"{app}.{name}" for app, name in unknown)
        raise BackupError(
            f"{source} was made by a newer release: this one does not have its migrations {names}. "
            "Install that release, then restore. Nothing was changed."
        )
