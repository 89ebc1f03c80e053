"""The ledger's triggers are noticed when they are missing, and come back."""

from __future__ import annotations

import shutil
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import DatabaseError, connection, migrations, models, transaction
from django.db.migrations.state import ProjectState

from league.prizes.book import guards
from league.prizes.book.ledger import post
from league.prizes.models import Book, Leg
from tests.league.prizes import tampering

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def booked(shelf):
    post(shelf.book, "gift", {("cash", shelf.henrik): 500, ("pool", shelf.henrik): -500}, key="gift")
    return shelf


@pytest.fixture(autouse=True)
def guarded_afterwards():
    """No test leaves the database of the others without guards."""
    yield
    guards.set_up(connection)


def lose(name: str) -> None:
    table = name.removeprefix("prizes_").partition("_")[0]
    on = f" ON prizes_{table}" if connection.vendor == "postgresql" else ""
    tampering.run(f"DROP TRIGGER {name}{on}")


def check() -> str:
    """What `manage.py check --database default` says of the ledger."""
    try:
        call_command("check", databases=["default"], stdout=StringIO(), stderr=StringIO())
    except SystemCheckError as error:
        return str(error)
    return ""


def migrate() -> None:
    call_command("migrate", verbosity=0, interactive=False)


def is_append_only() -> bool:
    try:
        with transaction.atomic():
            Leg.objects.update(balance=0)
            transaction.set_rollback(True)
    except DatabaseError as error:
        return "append-only" in str(error)
    return False


def all_names() -> list[str]:
    with transaction.atomic():
        tampering.run(*guards.lifting(connection))
        names = guards.missing(connection)
        transaction.set_rollback(True)
    return names


@pytest.mark.slow
def test_all_of_them_are_there(booked):
    assert check() == ""
    assert guards.missing(connection) == []
    assert guards.strangers(connection) == []
    assert len(all_names()) == (21 if connection.vendor == "sqlite" else 28)


@pytest.mark.slow
def test_each_that_is_lost_is_noticed_and_set_up_by_migrate(booked):
    for name in all_names():
        if name.endswith("()"):
            continue  # it goes with the triggers that call it
        lose(name)
        assert guards.missing(connection) == [name]
        guards.set_up_missing("default")
        assert guards.missing(connection) == []
    lose("prizes_leg_fits")
    said = check()
    assert "prizes.E001" in said
    assert "missing in “default”: prizes_leg_fits." in said
    assert "migrate --skip-checks" in said
    migrate()
    assert check() == ""


@pytest.mark.slow
def test_migrate_refuses_to_begin_unasked_and_says_how(booked):
    """The operator has to know of a missing guard: anything could have been written meanwhile."""
    lose("prizes_leg_fits")
    with pytest.raises(SystemCheckError, match="verify_ledger"):
        call_command("migrate", verbosity=0, interactive=False, skip_checks=False)


ON = "CREATE TRIGGER prizes_leg_fits {} ON prizes_leg "
OTHERS = {
    "sqlite": {
        "that does nothing": ON.format("BEFORE INSERT") + "BEGIN SELECT 1; END",
        "that never fires": ON.format("BEFORE INSERT") + "WHEN 0 BEGIN {body} END",
        "of another event": ON.format("BEFORE UPDATE OF ordinal") + "BEGIN {body} END",
    },
    "postgresql": {
        "that never fires": ON.format("BEFORE INSERT")
        + "FOR EACH ROW WHEN (false) EXECUTE FUNCTION prizes_leg_fits()",
        "of another event": ON.format("BEFORE UPDATE OF ordinal")
        + "FOR EACH ROW EXECUTE FUNCTION prizes_leg_fits()",
        "that comes too late": ON.format("AFTER INSERT") + "FOR EACH ROW EXECUTE FUNCTION prizes_leg_fits()",
        "of another function": ON.format("BEFORE INSERT")
        + "FOR EACH ROW EXECUTE FUNCTION prizes_seal_fits()",
    },
}


@pytest.mark.parametrize(("vendor", "what"), [(key, what) for key, each in OTHERS.items() for what in each])
def test_one_of_the_same_name_that_does_something_else_is_noticed(booked, vendor, what):
    if connection.vendor != vendor:
        pytest.skip(f"of {vendor}")
    body = next(each for each in guards.setting(connection) if "prizes_leg_fits" in each)
    body = body.partition(" BEGIN ")[2].removesuffix(" END")
    lose("prizes_leg_fits")
    tampering.run(OTHERS[vendor][what].replace("{body}", body))
    assert guards.missing(connection) == ["prizes_leg_fits"]
    assert "prizes_leg_fits" in check()
    migrate()
    assert check() == ""


@pytest.mark.parametrize("setting", ["SET search_path TO DEFAULT", "RESET ALL", "SECURITY DEFINER"])
def test_a_function_with_other_settings_is_noticed(booked, setting):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no functions")
    tampering.run(f"ALTER FUNCTION prizes_leg_fits() {setting}")
    assert guards.missing(connection) == ["prizes_leg_fits()"]
    migrate()
    assert check() == ""


def test_a_function_that_does_something_else_is_noticed(booked):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no functions")
    tampering.run(
        "CREATE OR REPLACE FUNCTION prizes_leg_fits() RETURNS trigger LANGUAGE plpgsql "
        "SET search_path TO 'pg_catalog', 'public', 'pg_temp' AS $$ BEGIN RETURN NEW; END $$"
    )
    assert guards.missing(connection) == ["prizes_leg_fits()"]
    migrate()
    assert check() == ""


STRANGERS = {
    "sqlite": ["CREATE TRIGGER aaa AFTER INSERT ON prizes_leg BEGIN SELECT 1; END"],
    "postgresql": [
        "CREATE RULE aaa AS ON INSERT TO prizes_leg DO INSTEAD NOTHING",
        "CREATE TRIGGER aaa BEFORE INSERT ON prizes_leg FOR EACH ROW EXECUTE FUNCTION prizes_no_change()",
    ],
}


@pytest.mark.parametrize("number", range(2))
def test_what_stands_on_a_table_of_the_ledger_and_is_none_of_ours_is_named(booked, number):
    made = dict(enumerate(STRANGERS[connection.vendor])).get(number)
    if made is None:
        pytest.skip("SQLite has no rules")
    tampering.run(made)
    try:
        assert guards.missing(connection) == []
        said = check()
        assert "prizes.E002" in said and "aaa on prizes_leg" in said
    finally:
        kind = "RULE" if "RULE" in made else "TRIGGER"
        tampering.run(f"DROP {kind} aaa" + (" ON prizes_leg" if connection.vendor == "postgresql" else ""))
    assert check() == ""


@pytest.mark.slow
def test_one_that_is_switched_off_is_noticed(booked):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite cannot switch triggers off")
    tampering.run("ALTER TABLE prizes_leg DISABLE TRIGGER prizes_leg_no_change")
    assert "prizes_leg_no_change" in check()
    migrate()
    assert check() == ""
    assert is_append_only()


@pytest.mark.slow
def test_nothing_is_missing_before_the_ledger_was_made():
    call_command("migrate", "prizes", "0001", verbosity=0, interactive=False)
    try:
        assert guards.missing(connection)
        assert check() == ""
    finally:
        migrate()
    assert guards.missing(connection) == []


class Longer(migrations.AlterField):
    """For this SQLite makes a table again to which other tables' triggers point."""

    def __init__(self, longest: int) -> None:
        super().__init__("booking", "name", models.CharField(max_length=longest, blank=True, default=""))


def change(*operations: Any) -> None:
    """Run operations as a migration of prizes does."""
    migration = migrations.Migration("longer", "prizes")
    migration.operations = list(operations)
    with connection.schema_editor(atomic=True) as editor:
        migration.apply(ProjectState.from_apps(apps), editor)


@pytest.mark.slow
def test_a_table_of_the_ledger_is_made_anew_with_its_rows_and_guards(booked):
    change(*guards.lifted(Longer(90)))
    assert guards.missing(connection) == []
    assert is_append_only()
    post(booked.book, "gift", {("cash", booked.henrik): 1, ("pool", booked.henrik): -1}, key="on")
    change(*guards.lifted(Longer(80)))
    assert guards.missing(connection) == []
    assert Leg.objects.count() == 4


def test_tables_that_are_emptied_after_a_test_stay_guarded(booked):
    call_command("flush", verbosity=0, interactive=False)
    assert not Book.objects.exists()
    assert guards.missing(connection) == []


@pytest.mark.slow
def test_a_copy_that_is_put_back_brings_the_guards_and_a_right_ledger(booked, tmp_path):
    if connection.vendor == "postgresql" and not shutil.which("pg_restore"):
        pytest.skip("PostgreSQL's client tools are not installed")
    file = tmp_path / "copy.backup"
    call_command("backup", file, stdout=StringIO())
    post(booked.book, "gift", {("cash", booked.henrik): 1, ("pool", booked.henrik): -1}, key="lost")
    call_command("restore", file, replace=True, stdout=StringIO())
    assert guards.missing(connection) == []
    assert is_append_only()
    said = StringIO()
    call_command("verify_ledger", stdout=said)
    assert f"{booked.season.code}: 1 bookings" in said.getvalue()
