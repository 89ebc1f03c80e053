"""PostgreSQL's own client tools, run for a copy of the database: pg_dump, pg_restore and psql."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from django.db import connection

PATIENCE = "15s"
"""How long to wait for those who still use a table: the house has to be stopped for a restore."""
DROP_ROUTINES = """DO $$ DECLARE routine regprocedure; BEGIN
    FOR routine IN SELECT oid FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    LOOP EXECUTE 'DROP ROUTINE ' || routine || ' CASCADE'; END LOOP;
END $$;
"""
"""All but those of extensions: the ledger's triggers call functions, which outlive the tables."""
PSQL = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--set=VERBOSITY=terse")
"""Terse: without the context of an error, which quotes the row at which a damaged copy stopped: an answer or
a message, perhaps."""
OWN = re.compile(r"psql|pg_restore|(ERROR|FATAL|PANIC): ")
"""How lines of the tools themselves begin."""
VALUE = re.compile(r':\s+"[^\n]*$|"(?![a-z0-9_.]+")[^\n]*"')
"""What errors quote of a row even so, names of tables and columns aside."""


VARIABLES = {
    "dbname": "PGDATABASE",
    **{
        name: f"PG{name.upper()}"
        for name in (
            *("host", "hostaddr", "port", "user", "password", "passfile", "service"),
            *("sslmode", "sslrootcert", "sslcert", "sslkey", "gssencmode"),
        )
    },
}
"""What the tools call the parts of its address. Not `options`: copies take longer than those bounds allow."""


class BackupError(Exception):
    """A sentence saying what is wrong and what to do about it."""


def dump(target: Path) -> None:
    """Write everything into the file `target`, in pg_dump's own format. Raises BackupError."""
    server = connection.get_database_version()[0]
    client = major_version(_run("pg_dump", "--version"))
    if client < server:  # it would refuse; a newer one can read every older server
        raise BackupError(
            f"pg_dump is version {client} and the server is PostgreSQL {server}: install the client tools "
            f"of that version (postgresql-client-{server}; docs/running.md says where from)."
        )
    _run("pg_dump", "--format=custom", "--no-owner", f"--file={target}")


def major_version(told: str) -> int:
    """The 16 of `pg_dump (PostgreSQL) 16.4 (Debian 16.4-1)`."""
    found = re.search(r"\) (\d+)", told)
    if not found:
        raise BackupError(f"Expected a version such as “pg_dump (PostgreSQL) 16.4”, got “{told.strip()}”.")
    return int(found[1])


def migrations_of(source: Path) -> list[tuple[str, str]]:
    """The migrations (app, name) that had run where the copy `source` was made. Raises BackupError."""
    script = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(source))
    begin = re.search(r"^COPY \S*django_migrations \(([^)]*)\) FROM stdin;\n", script, re.MULTILINE)
    if not begin:
        raise BackupError(f"{source} is no copy of this site: it has no migrations. Nothing was changed.")
    columns = begin[1].split(", ")
    app, name = columns.index("app"), columns.index("name")
    rows = script[begin.end() :].split("\\.\n")[0].splitlines()
    return [(cells[app], cells[name]) for cells in (row.split("\t") for row in rows)]


def put_back(source: Path) -> None:
    """Replace every table and function by those of the copy `source`, in one transaction. Raises BackupError.

    `pg_restore --clean` drops only what the copy knows, and fails on tables that an upgrade has added since.
    So all of them go first, and psql is told to commit only once pg_restore has read the whole file.
    """
    tables = connection.introspection.table_names()
    connection.close()
    begin = f"BEGIN;\nSET lock_timeout = '{PATIENCE}';\n"
    if tables:
        begin += f"DROP TABLE {', '.join(map(connection.ops.quote_name, tables))} CASCADE;\n"
    begin += DROP_ROUTINES
    with TemporaryFile() as said:
        failed = _play(source, begin, "\nCOMMIT;\n", said)
        if failed:
            said.seek(0)
            raise BackupError(_in_words(said.read().decode(errors="replace")))


def _play(source: Path, before: str, after: str, said: IO[bytes]) -> bool:
    """Give psql the statements `before`, all that makes the copy `source`, and then `after`, unless something
    has failed; whether it has. What the tools say goes to `said`.
    """
    is_whole = False
    to_read, to_write = os.pipe()
    with open(to_write, "wb", buffering=0) as script:
        writer = _start("psql", *PSQL, stdin=to_read, stdout=subprocess.DEVNULL, stderr=said)
        os.close(to_read)
        try:
            script.write(before.encode())
            reader = _start("pg_restore", "--no-owner", "--file=-", str(source), stdout=script, stderr=said)
            if reader.wait() == 0:
                script.write(after.encode())
                is_whole = True
        except BrokenPipeError:
            pass  # psql has stopped at an error, and says which
    return writer.wait() != 0 or not is_whole


def _in_words(errors: str) -> str:
    if "lock timeout" in errors:
        return "The database is still in use: stop pages, sockets, workers and beat. Nothing was changed."
    # What is left is of values with several lines.
    lines = [line for line in errors.splitlines() if OWN.match(line)]
    said = "\n".join(VALUE.sub("", line) for line in lines)
    return f"The copy could not be restored, and nothing was changed: {said}"


def _run(tool: str, *arguments: str) -> str:
    """Run `tool` to its end; what it wrote. Raises BackupError with what it said of a failure."""
    done = subprocess.run(
        [_found(tool), *arguments], env=_environment(), capture_output=True, text=True, errors="replace"
    )
    if done.returncode:
        raise BackupError(f"{tool} failed: {done.stderr.strip()}")
    return done.stdout


def _start(tool: str, *arguments: str, **streams: int | IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen([_found(tool), *arguments], env=_environment(), **streams)  # type: ignore[call-overload, no-any-return]


def _found(tool: str) -> str:
    path = shutil.which(tool)
    if path is None:
        raise BackupError(
            f"{tool} is missing: install PostgreSQL's client tools (Debian: postgresql-client)."
        )
    return path


def _environment() -> dict[str, str]:
    """Where the database is, as the tools read it; everyone would see a password in an argument.

    What `DATABASE_URL` says after its `?` counts too: without its port a restore replaced another database.
    """
    params = connection.get_connection_params()
    return os.environ | {
        variable: str(params[name]) for name, variable in VARIABLES.items() if params.get(name)
    }
