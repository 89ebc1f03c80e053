"""The ledger's triggers (migration 0020): whether they are all there, and how they come back.

They get lost where someone drops or disables them, and where SQLite makes a table again, as it does for most
changes of one. Migrations that change a table of the ledger do so inside `lifted`; whatever else has taken
triggers away, `migrate` sets them up again, and `manage.py check --database default` says so until then. The
same check names what stands on these tables and is none of ours: a rule or a trigger that changes what is
written.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from django.core import checks
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import RunPython
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder

MIGRATION: Final = ("prizes", "0020_third_guards")
HINT: Final = (
    "Run `manage.py migrate --skip-checks`, which sets them up again, then `manage.py verify_ledger`: "
    "meanwhile anything could have been written."
)
STRANGERS: Final = (
    "Find out who made them and why, drop them, then run `manage.py verify_ledger`: they may have changed "
    "what was written, or kept it from being written."
)

_made: Any = import_module("league.prizes.migrations.0020_third_guards")

_TABLES: Final = [f"prizes_{table}" for table in _made.TABLES]

_ON_SQLITE: Final = "SELECT name, sql, tbl_name FROM sqlite_master WHERE type = 'trigger'"
_ON_POSTGRESQL: Final = """
    WITH space AS (SELECT oid FROM pg_catalog.pg_namespace WHERE quote_ident(nspname) = %s)
    SELECT trigger.tgname, CASE WHEN trigger.tgenabled IN ('O', 'A')
        THEN pg_catalog.pg_get_triggerdef(trigger.oid) ELSE '' END, class.relname
    FROM pg_catalog.pg_trigger trigger JOIN pg_catalog.pg_class class ON class.oid = trigger.tgrelid
    WHERE NOT trigger.tgisinternal AND class.relnamespace = (SELECT oid FROM space)
    UNION ALL
    SELECT rule.rulename, 'rule', class.relname
    FROM pg_catalog.pg_rewrite rule JOIN pg_catalog.pg_class class ON class.oid = rule.ev_class
    WHERE class.relkind = 'r' AND class.relnamespace = (SELECT oid FROM space)
    UNION ALL
    SELECT function.proname || '()', pg_catalog.pg_get_functiondef(function.oid), ''
    FROM pg_catalog.pg_proc function
    WHERE function.pronamespace = (SELECT oid FROM space) AND function.pronargs = 0
    AND function.prokind = 'f' AND function.proname LIKE 'prizes@_%%' ESCAPE '@'"""
"""Name, definition and table (a function has none) of what there is; one that is off has no definition."""


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of the guards that are not there, are switched off, or are not word for word what they should
    be: triggers and, on PostgreSQL, their functions. Two queries at most.
    """
    schema = _made.schema_of(connection)
    wanted = _made.definitions("public" if schema is None else schema)
    present = {(name, table): text for name, text, table in _present(connection, schema)}
    return sorted(
        name
        for name, text in wanted.items()
        if _plain(present.get((name, _table_of(name)), ""), schema) != _plain(text, schema)
    )


def strangers(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of triggers and rules on tables of the ledger that are none of ours."""
    schema = _made.schema_of(connection)
    ours = {(name, _table_of(name)) for name in _made.triggers("" if schema is None else schema)}
    found = [(name, table) for name, _text, table in _present(connection, schema) if table in _TABLES]
    return sorted(f"{name} on {table}" for name, table in found if (name, table) not in ours)


def are_due(connection: BaseDatabaseWrapper) -> bool:
    """Whether the database has come so far that it should have them."""
    recorder = MigrationRecorder(connection)
    app, name = MIGRATION
    return recorder.has_table() and recorder.migration_qs.filter(app=app, name=name).exists()


def setting(connection: BaseDatabaseWrapper) -> list[str]:
    """Statements that set the guards up."""
    return list(_made.setting(connection))


def lifting(connection: BaseDatabaseWrapper) -> list[str]:
    """Statements that take them away."""
    return list(_made.lifting(connection))


def set_up(connection: BaseDatabaseWrapper) -> None:
    """Set all of them up again, whichever are there."""
    with transaction.atomic(using=connection.alias):
        _made.run(connection, lifting(connection))
        _made.run(connection, setting(connection))


def set_up_missing(using: str, **_signal: Any) -> None:
    """After `migrate`: what got lost comes back."""
    connection = connections[using]
    if are_due(connection) and missing(connection):
        set_up(connection)


def lifted(*operations: Operation) -> list[Operation]:
    """The operations of a migration that change tables of the ledger, with the guards lifted around them: on
    SQLite a table is made again beside the old one, which triggers of other tables would not survive.
    """
    return [RunPython(_lift, _set), *operations, RunPython(_set, _lift)]


@checks.register(checks.Tags.database)
def check_guards(databases: Sequence[str] | None = None, **_rest: Any) -> list[checks.CheckMessage]:
    """An error for each database that has the ledger and not its guards, or that has others."""
    found: list[checks.CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        if not are_due(connection):
            continue
        if lost := missing(connection):
            said = f"Triggers that guard the ledger are missing in “{alias}”: {', '.join(lost)}."
            found.append(checks.Error(said, hint=HINT, id="prizes.E001"))
        if others := strangers(connection):
            said = (
                f"Triggers or rules on tables of the ledger in “{alias}” are not ours: {', '.join(others)}."
            )
            found.append(checks.Error(said, hint=STRANGERS, id="prizes.E002"))
    return found


def _present(connection: BaseDatabaseWrapper, schema: str | None) -> list[tuple[str, str, str]]:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(_ON_SQLITE)
        else:
            cursor.execute(_ON_POSTGRESQL, [schema])
        return list(cursor.fetchall())


def _table_of(name: str) -> str:
    """The table of a trigger of ours; "" of a function."""
    return "" if name.endswith("()") else str(_made.table_of(name))


def _plain(text: str, schema: str | None) -> str:
    """A definition without what PostgreSQL writes or not, as its search path has it."""
    return text.replace(f"EXECUTE FUNCTION {schema}.", "EXECUTE FUNCTION ") if schema else text


def _lift(_apps: Any, schema_editor: Any) -> None:
    _made.run(schema_editor.connection, lifting(schema_editor.connection))


def _set(_apps: Any, schema_editor: Any) -> None:
    _made.run(schema_editor.connection, setting(schema_editor.connection))
