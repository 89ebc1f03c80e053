"""Triggers with which the database itself keeps the ledger straight, on SQLite and PostgreSQL.

Every table of it is append-only. A leg fits its account (next ordinal, right balance, not overdrawn) and its
booking (same book, so same currency; not sealed yet). A booking follows the one before in number and hash.
A seal is set on at least two legs that sum to 0, and on an exact reversal where it is one. On SQLite, `INSERT OR
REPLACE` deletes without asking delete triggers, so each table also refuses what would replace a row.
"""

from django.db import migrations

TABLES = ("book", "holder", "account", "booking", "leg", "seal")

OVERDRAWN = "('pool', 'payouts', 'refunds', 'sponsors')"
NEGATIVE = "('cash', 'owed_back')"


def _refuse(why, condition):
    return f"SELECT RAISE(ABORT, 'ledger: {why}') WHERE {condition};"


REPLACED = {
    "book": "id = NEW.id OR competition_id = NEW.competition_id",
    "holder": "id = NEW.id OR (book_id = NEW.book_id AND (user_id = NEW.user_id OR (kind = 'operator' AND NEW.kind = 'operator')))",
    "account": "id = NEW.id OR (book_id = NEW.book_id AND kind = NEW.kind AND holder_id = NEW.holder_id)",
    "booking": "id = NEW.id OR key = NEW.key OR reverses_id = NEW.reverses_id OR (book_id = NEW.book_id AND number = NEW.number)",
    "leg": "id = NEW.id OR (booking_id = NEW.booking_id AND account_id = NEW.account_id)",
    "seal": "booking_id = NEW.booking_id",
}
"""By table: the rows that a new one would collide with."""

LAST_BALANCE = (
    "COALESCE((SELECT balance FROM prizes_leg WHERE account_id = NEW.account_id ORDER BY ordinal DESC LIMIT 1), 0)"
)
LAST_ORDINAL = "COALESCE((SELECT MAX(ordinal) FROM prizes_leg WHERE account_id = NEW.account_id), 0)"
KIND = "(SELECT kind FROM prizes_account WHERE id = NEW.account_id)"
LAST_NUMBER = "COALESCE((SELECT MAX(number) FROM prizes_booking WHERE book_id = NEW.book_id), 0)"
LAST_HASH = (
    "COALESCE((SELECT sha256 FROM prizes_booking WHERE book_id = NEW.book_id ORDER BY number DESC LIMIT 1), '')"
)
LEGS = "(SELECT {} FROM prizes_leg WHERE booking_id = NEW.booking_id)"
REVERSED = "(SELECT reverses_id FROM prizes_booking WHERE id = NEW.booking_id)"
MISMATCH = f"""{REVERSED} IS NOT NULL AND (EXISTS (
    SELECT 1 FROM prizes_leg theirs WHERE theirs.booking_id = {REVERSED} AND NOT EXISTS (
        SELECT 1 FROM prizes_leg ours WHERE ours.booking_id = NEW.booking_id
        AND ours.account_id = theirs.account_id AND ours.amount = -theirs.amount))
    OR (SELECT COUNT(*) FROM prizes_leg WHERE booking_id = NEW.booking_id)
    <> (SELECT COUNT(*) FROM prizes_leg WHERE booking_id = {REVERSED}))"""

FITS = {
    "account": [
        ("an account has the currency of its book", "NEW.currency <> (SELECT currency FROM prizes_book WHERE id = NEW.book_id)"),
        ("a holder belongs to one book", "NEW.book_id <> (SELECT book_id FROM prizes_holder WHERE id = NEW.holder_id)"),
    ],
    "booking": [
        ("bookings follow each other in number", f"NEW.number <> {LAST_NUMBER} + 1"),
        ("the chain of hashes is broken", f"NEW.previous <> {LAST_HASH} OR LENGTH(NEW.sha256) <> 64"),
        (
            "a correction reverses a booking of the same book",
            "NEW.reverses_id IS NOT NULL AND NEW.book_id <> (SELECT book_id FROM prizes_booking WHERE id = NEW.reverses_id)",
        ),
    ],
    "leg": [
        ("too late, the booking is sealed", "EXISTS (SELECT 1 FROM prizes_seal WHERE booking_id = NEW.booking_id)"),
        (
            "account and booking belong to different books",
            "(SELECT book_id FROM prizes_account WHERE id = NEW.account_id) <> (SELECT book_id FROM prizes_booking WHERE id = NEW.booking_id)",
        ),
        ("legs follow each other in their account", f"NEW.ordinal <> {LAST_ORDINAL} + 1"),
        ("a balance is the one before and the amount", f"NEW.balance <> {LAST_BALANCE} + NEW.amount"),
        ("overdrawn", f"NEW.balance > 0 AND {KIND} IN {OVERDRAWN}"),
        ("overdrawn", f"NEW.balance < 0 AND {KIND} IN {NEGATIVE}"),
    ],
    "seal": [
        ("a booking has at least two sides", f"{LEGS.format('COUNT(*)')} < 2"),
        ("a booking balances", f"{LEGS.format('COALESCE(SUM(amount), 1)')} <> 0"),
        ("a correction is the exact reverse", MISMATCH),
    ],
}
"""By table: what a new row must not be, and the condition under which it is."""


def sqlite():
    for table in TABLES:
        for verb in ("UPDATE", "DELETE"):
            yield (
                f"CREATE TRIGGER prizes_{table}_no_{verb.lower()} BEFORE {verb} ON prizes_{table} "
                f"BEGIN SELECT RAISE(ABORT, 'ledger: append-only, no {verb.lower()}'); END"
            )
        checks = [("append-only, no replacing", f"EXISTS (SELECT 1 FROM prizes_{table} WHERE {REPLACED[table]})")]
        body = " ".join(_refuse(why, condition) for why, condition in [*checks, *FITS.get(table, [])])
        yield f"CREATE TRIGGER prizes_{table}_fits BEFORE INSERT ON prizes_{table} BEGIN {body} END"


def postgres():
    yield """
        CREATE FUNCTION prizes_no_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'ledger: append-only, no %', lower(TG_OP)
                USING ERRCODE = 'integrity_constraint_violation';
        END $$"""
    yield """
        CREATE FUNCTION prizes_no_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE has_rows boolean;
        BEGIN
            EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', TG_TABLE_NAME) INTO has_rows;
            IF has_rows THEN
                RAISE EXCEPTION 'ledger: append-only, no truncate' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN NULL;
        END $$"""
    for table in TABLES:
        yield (
            f"CREATE TRIGGER prizes_{table}_no_change BEFORE UPDATE OR DELETE ON prizes_{table} "
            "FOR EACH ROW EXECUTE FUNCTION prizes_no_change()"
        )
        yield (
            f"CREATE TRIGGER prizes_{table}_no_truncate BEFORE TRUNCATE ON prizes_{table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION prizes_no_truncate()"
        )
        if table not in FITS:
            continue
        body = "\n".join(
            f"IF {condition} THEN RAISE EXCEPTION 'ledger: {why}' USING ERRCODE = 'integrity_constraint_violation'; END IF;"
            for why, condition in FITS[table]
        )
        yield (
            f"CREATE FUNCTION prizes_{table}_fits() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} RETURN NEW; END $$"
        )
        yield (
            f"CREATE TRIGGER prizes_{table}_fits BEFORE INSERT ON prizes_{table} "
            f"FOR EACH ROW EXECUTE FUNCTION prizes_{table}_fits()"
        )


def lifting(vendor):
    """Statements that take the guards away: for undoing the migration, and for tests that empty tables."""
    for table in TABLES:
        if vendor == "sqlite":
            for name in ("no_update", "no_delete", "fits"):
                yield f"DROP TRIGGER IF EXISTS prizes_{table}_{name}"
        else:
            for name in ("no_change", "no_truncate", "fits"):
                yield f"DROP TRIGGER IF EXISTS prizes_{table}_{name} ON prizes_{table}"
            yield f"DROP FUNCTION IF EXISTS prizes_{table}_fits()"
    if vendor != "sqlite":
        yield "DROP FUNCTION IF EXISTS prizes_no_change()"
        yield "DROP FUNCTION IF EXISTS prizes_no_truncate()"


def setting(vendor):
    """Statements that set the guards up."""
    return sqlite() if vendor == "sqlite" else postgres()


def set_up(apps, schema_editor):
    for statement in setting(schema_editor.connection.vendor):
        schema_editor.connection.cursor().execute(statement)


def take_away(apps, schema_editor):
    for statement in lifting(schema_editor.connection.vendor):
        schema_editor.connection.cursor().execute(statement)


class Migration(migrations.Migration):
    dependencies = [("prizes", "0001_ledger")]

    operations = [migrations.RunPython(set_up, take_away)]
