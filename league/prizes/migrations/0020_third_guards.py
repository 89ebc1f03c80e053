"""The ledger's triggers, third edition.

What is new: a row needs the rows that it belongs to, seen by whoever writes it, so nothing waits for a booking or a
book of another connection or of later; a booking follows a sealed one and a correction reverses one; amounts are
whole numbers within bounds; checks are added and never changed. On PostgreSQL functions have a search path of their
own and name tables in full, so no table of `pg_temp` stands before those of the ledger. On SQLite hidden rowids
replace nothing either.

Statements are written as the data base itself gives them back: what is there is compared with them to the letter.
"""

from importlib import import_module

from django.db import migrations

first = import_module("league.prizes.migrations.0002_guards")
second = import_module("league.prizes.migrations.0009_holders_and_charges")

TABLES = (*first.TABLES, "ledgercheck")
LARGEST = 10**15
"""No amount is larger, in minor units, and no balance a thousand times as large."""

THERE = "NOT EXISTS (SELECT 1 FROM @{0} WHERE id = NEW.{1}_id)"
REPLACED = first.REPLACED | {"ledgercheck": "id = NEW.id OR (book_id = NEW.book_id AND number = NEW.number)"}
HIDDEN = ("booking", "seal")
"""Tables whose key is a text: on SQLite they have a rowid beside it, also called oid and _rowid_."""

LAST_NUMBER = "COALESCE((SELECT MAX(number) FROM @{} WHERE book_id = NEW.book_id), 0)"
BEFORE = "(SELECT sha256 FROM @booking WHERE book_id = NEW.book_id ORDER BY number DESC LIMIT 1)"
BEFORE_IS_SEALED = """EXISTS (SELECT 1 FROM @seal seal JOIN @booking booking ON booking.id = seal.booking_id
    WHERE booking.book_id = NEW.book_id AND booking.number = NEW.number - 1)"""
REVERSED_IS_SEALED = """EXISTS (SELECT 1 FROM @seal seal JOIN @booking booking ON booking.id = seal.booking_id
    WHERE booking.id = NEW.reverses_id AND booking.book_id = NEW.book_id)"""
SAME_BOOK = """EXISTS (SELECT 1 FROM @account account JOIN @booking booking ON booking.book_id = account.book_id
    WHERE account.id = NEW.account_id AND booking.id = NEW.booking_id)"""


def _named(condition):
    """A condition of the earlier editions, with the names of tables as they are written here."""
    return condition.replace("prizes_", "@")


FITS = {
    "holder": [("a holder needs its book", THERE.format("book", "book"))],
    "account": [
        (
            "an account has the currency of its book",
            "NOT EXISTS (SELECT 1 FROM @book WHERE id = NEW.book_id AND currency = NEW.currency)",
        ),
        (
            "a holder belongs to one book",
            "NOT EXISTS (SELECT 1 FROM @holder WHERE id = NEW.holder_id AND book_id = NEW.book_id)",
        ),
    ],
    "booking": [
        ("a booking needs its book", THERE.format("book", "book")),
        ("bookings follow each other in number", f"NEW.number <> {LAST_NUMBER.format('booking')} + 1"),
        ("the booking before has no seal", f"NEW.number > 1 AND NOT {BEFORE_IS_SEALED}"),
        (
            "the chain of hashes is broken",
            f"LENGTH(NEW.sha256) <> 64 OR LENGTH(NEW.previous) <> 64 OR NEW.number > 1 AND NEW.previous <> {BEFORE}",
        ),
        (
            "a correction reverses a sealed booking of the same book",
            f"NEW.reverses_id IS NOT NULL AND NOT {REVERSED_IS_SEALED}",
        ),
    ],
    "leg": [
        (
            "an amount is out of bounds",
            f"NEW.amount NOT BETWEEN -{LARGEST} AND {LARGEST} "
            f"OR NEW.balance NOT BETWEEN -{1000 * LARGEST} AND {1000 * LARGEST}",
        ),
        ("a side needs its booking", THERE.format("booking", "booking")),
        ("too late, the booking is sealed", "EXISTS (SELECT 1 FROM @seal WHERE booking_id = NEW.booking_id)"),
        ("account and booking belong to different books", f"NOT {SAME_BOOK}"),
        *((why, _named(condition)) for why, condition in first.FITS["leg"][2:]),
    ],
    "seal": [
        ("a seal needs its booking", THERE.format("booking", "booking")),
        *((why, _named(condition)) for why, condition in [*first.FITS["seal"], (second.WHY, second.BY_HOLDER)]),
    ],
    "ledgercheck": [
        ("a check needs its book", THERE.format("book", "book")),
        ("checks follow each other in number", f"NEW.number <> {LAST_NUMBER.format('ledgercheck')} + 1"),
    ],
}
"""By table: what a new row must not be, and the condition under which it is. `@leg` is the table of legs."""

OF_TYPE = {
    "booking": {"integer": ("number", "format"), "text": ("id", "kind", "name", "reason", "reference", "key", "salt", "sha256")},
    "leg": {"integer": ("ordinal", "amount", "balance")},
    "ledgercheck": {"integer": ("number", "bookings"), "text": ("sha256", "charter", "signature")},
    "holder": {"text": ("name", "salt")},
}
"""By table: what SQLite would take as anything else."""
MOMENTS = {"book": "opened_at", "booking": "at", "ledgercheck": "at"}


def schema_of(connection):
    """The schema of PostgreSQL that holds the ledger, as statements name it; "" on SQLite, None before there is one."""
    if connection.vendor == "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT quote_ident(space.nspname) FROM pg_catalog.pg_class class "
            "JOIN pg_catalog.pg_namespace space ON space.oid = class.relnamespace "
            "WHERE class.relname = 'prizes_book' AND class.relkind = 'r' "
            "AND space.nspname = ANY (current_schemas(false)) "
            "ORDER BY array_position(current_schemas(false), space.nspname) LIMIT 1"
        )
        found = cursor.fetchone()
    return found[0] if found else None


def triggers(schema):
    """By name, the statements that make the triggers; a `schema` of PostgreSQL, or "" for SQLite."""
    made = {}
    for table in TABLES:
        name = f"prizes_{table}"
        if not schema:
            for verb in ("UPDATE", "DELETE"):
                made[f"{name}_no_{verb.lower()}"] = (
                    f"CREATE TRIGGER {name}_no_{verb.lower()} BEFORE {verb} ON {name} "
                    f"BEGIN SELECT RAISE(ABORT, 'ledger: append-only, no {verb.lower()}'); END"
                )
            checks = [*_of_sqlite(table), *FITS.get(table, [])]
            body = " ".join(first._refuse(why, condition.replace("@", "prizes_")) for why, condition in checks)
            made[f"{name}_fits"] = f"CREATE TRIGGER {name}_fits BEFORE INSERT ON {name} BEGIN {body} END"
            continue
        on = f"ON {schema}.{name} FOR EACH"
        made[f"{name}_no_change"] = (
            f"CREATE TRIGGER {name}_no_change BEFORE DELETE OR UPDATE {on} ROW EXECUTE FUNCTION {schema}.prizes_no_change()"
        )
        made[f"{name}_no_truncate"] = (
            f"CREATE TRIGGER {name}_no_truncate BEFORE TRUNCATE {on} STATEMENT "
            f"EXECUTE FUNCTION {schema}.prizes_no_truncate()"
        )
        if table in FITS:
            made[f"{name}_fits"] = (
                f"CREATE TRIGGER {name}_fits BEFORE INSERT {on} ROW EXECUTE FUNCTION {schema}.{name}_fits()"
            )
    return made


def _of_sqlite(table):
    """What is refused on SQLite alone: replacing, by whatever name of the row, and values of another type."""
    hidden = " OR rowid = NEW.rowid" if table in HIDDEN else ""
    yield "append-only, no replacing", f"EXISTS (SELECT 1 FROM @{table} WHERE {REPLACED[table]}{hidden})"
    for kind, names in OF_TYPE.get(table, {}).items():
        condition = " OR ".join(f"typeof(NEW.{name}) <> '{kind}'" for name in names)
        yield f"{', '.join(names)}: {'whole numbers' if kind == 'integer' else 'texts'}", condition
    if table in MOMENTS:
        yield "a moment is one", f"datetime(NEW.{MOMENTS[table]}) IS NULL"


def functions(schema):
    """By name, the statements that make the functions of PostgreSQL's triggers."""
    failing = "USING ERRCODE = 'integrity_constraint_violation'"
    bodies = {
        "prizes_no_change": f"""
BEGIN
    RAISE EXCEPTION 'ledger: append-only, no %', lower(TG_OP) {failing};
END """,
        "prizes_no_truncate": f"""
DECLARE has_rows boolean;
BEGIN
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I.%I)', TG_TABLE_SCHEMA, TG_TABLE_NAME) INTO has_rows;
    IF has_rows THEN
        RAISE EXCEPTION 'ledger: append-only, no truncate' {failing};
    END IF;
    RETURN NULL;
END """,
    }
    for table, checks in FITS.items():
        lines = [f"IF {condition} THEN RAISE EXCEPTION 'ledger: {why}' {failing}; END IF;" for why, condition in checks]
        body = "\n".join(lines).replace("@", f"{schema}.prizes_")
        bodies[f"prizes_{table}_fits"] = f"\nBEGIN\n{body}\nRETURN NEW;\nEND "
    plain = schema.strip('"').replace('""', '"').replace("'", "''")
    return {
        f"{name}()": f"CREATE OR REPLACE FUNCTION {schema}.{name}()\n RETURNS trigger\n LANGUAGE plpgsql\n"
        f" SET search_path TO 'pg_catalog', '{plain}', 'pg_temp'\nAS $function${body}$function$\n"
        for name, body in bodies.items()
    }


def definitions(schema):
    """By name, all that guards the ledger, in the order in which it is made."""
    return {**(functions(schema) if schema else {}), **triggers(schema)}


def setting(connection):
    """Statements that set the guards up."""
    return list(definitions(schema_of(connection)).values())


def table_of(name):
    """The table of a trigger."""
    return name.rpartition("_no_")[0] or name.rpartition("_")[0]


def lifting(connection):
    """Statements that take the guards away, of whichever edition: functions with the triggers that call them."""
    schema = schema_of(connection)
    if not schema:
        return [f"DROP TRIGGER IF EXISTS {name}" for name in triggers("")]
    return [
        *(f"DROP TRIGGER IF EXISTS {name} ON {schema}.{table_of(name)}" for name in triggers(schema)),
        *(f"DROP FUNCTION IF EXISTS {schema}.{name}" for name in functions(schema)),
    ]


def run(connection, statements):
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def set_up(_apps, editor):
    if editor.connection.vendor == "postgresql":
        # Else rows that were written here wait for checks at the end, and no trigger can be made meanwhile.
        run(editor.connection, ["SET CONSTRAINTS ALL IMMEDIATE", "SET CONSTRAINTS ALL DEFERRED"])
    run(editor.connection, lifting(editor.connection))
    run(editor.connection, setting(editor.connection))


def take_away(_apps, editor):
    run(editor.connection, lifting(editor.connection))
    second.run(second.setting, editor)


class Migration(migrations.Migration):
    dependencies = [("prizes", "0019_signed_checks")]

    operations = [migrations.RunPython(set_up, take_away)]
