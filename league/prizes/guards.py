"""The ledger's triggers (migrations 0002 and 0009): whether they are all there, and how they come back.

They get lost where somebody drops or disables them, and where SQLite makes a table anew, as it does for most
changes of one. Migrations that change a table of the ledger do so inside `lifted`; whatever else has taken
triggers away, `migrate` sets them up again, and `manage.py check --database default` says so until then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from django.core import checks
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import RunPython
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder

MIGRATION: Final = ("prizes", "0009_holders_and_charges")
HINT: Final = (
    "Run `manage.py migrate --skip-checks`, which sets them up again, then `manage.py verify_ledger`: "
    "meanwhile anything could have been written."
)

_made: Any = import_module("league.prizes.migrations.0009_holders_and_charges")

_PRESENT: Final = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": """
        SELECT trigger.tgname, function.prosrc FROM pg_trigger trigger
        JOIN pg_class class ON class.oid = trigger.tgrelid
        JOIN pg_proc function ON function.oid = trigger.tgfoid
        WHERE NOT trigger.tgisinternal AND trigger.tgenabled IN ('O', 'A')
        AND pg_table_is_visible(class.oid)
        AND trigger.tgname LIKE class.relname || '@_%' ESCAPE '@'""",
}
"""By vendor: the names of triggers that are there and switched on, and what they do."""


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of the guards that are not there, are switched off, or do something else. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_PRESENT[connection.vendor])
        present = dict(cursor.fetchall())
    return sorted(name for name, body in _wanted(connection.vendor).items() if present.get(name) != body)


def are_due(connection: BaseDatabaseWrapper) -> bool:
    """Whether the data base has come so far that it should have them."""
    recorder = MigrationRecorder(connection)
    app, name = MIGRATION
    return recorder.has_table() and recorder.migration_qs.filter(app=app, name=name).exists()


def set_up(connection: BaseDatabaseWrapper) -> None:
    """Set all of them up anew, whichever are there."""
    with transaction.atomic(using=connection.alias):
        _run(connection, _made.lifting(connection.vendor))
        _run(connection, _made.setting(connection.vendor))


def set_up_missing(using: str, **_signal: Any) -> None:
    """After `migrate`: what got lost comes back."""
    connection = connections[using]
    if connection.vendor in _PRESENT and missing(connection) and are_due(connection):
        set_up(connection)


def lifted(*operations: Operation) -> list[Operation]:
    """The operations of a migration that change tables of the ledger, with the guards lifted around them: on
    SQLite a table is made anew beside the old one, which triggers of other tables would not survive.
    """
    return [RunPython(_lift, _set), *operations, RunPython(_set, _lift)]


@checks.register(checks.Tags.database)
def check_guards(databases: Sequence[str] | None = None, **_rest: Any) -> list[checks.CheckMessage]:
    """An error for each data base that has the ledger and not its guards."""
    found: list[checks.CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        if connection.vendor in _PRESENT and (lost := missing(connection)) and are_due(connection):
            said = f"Triggers that guard the ledger are missing in “{alias}”: {', '.join(lost)}."
            found.append(checks.Error(said, hint=HINT, id="prizes.E001"))
    return found


def _wanted(vendor: str) -> Mapping[str, str]:
    """By name of the trigger: on SQLite the statement that makes it, on PostgreSQL its function's body."""
    statements = list(_made.setting(vendor))
    bodies = {
        found[1]: found[2]
        for each in statements
        if (found := re.search(r"CREATE FUNCTION (\w+)\(\).*?\$\$(.*)\$\$", each, re.DOTALL))
    }
    return {
        found[1]: each if vendor == "sqlite" else bodies[each.rpartition("EXECUTE FUNCTION ")[2][:-2]]
        for each in statements
        if (found := re.search(r"CREATE TRIGGER (\w+)", each))
    }


def _lift(_apps: Any, schema_editor: Any) -> None:
    _run(schema_editor.connection, _made.lifting(schema_editor.connection.vendor))


def _set(_apps: Any, schema_editor: Any) -> None:
    _run(schema_editor.connection, _made.setting(schema_editor.connection.vendor))


def _run(connection: Any, statements: Any) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
