"""A copy of the database brings everything back, and a bad one changes nothing."""

from __future__ import annotations

import shutil
import subprocess
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from games.adjudication.drain import drain
from games.models import Answer, ClockEntry, Game, Heartbeat, Message, Turn
from league.server import postgres_tools
from tests.games.conftest import phase_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def tools() -> None:
    if connection.vendor == "postgresql" and not shutil.which("pg_restore"):
        pytest.skip("PostgreSQL's client tools are not installed")


def everything() -> dict[str, list[Any]]:
    return {
        model.__name__: list(model.objects.order_by("pk").values()) for model in (Game, Turn, Answer, Message)
    }


def restore(file: Path, **options: Any) -> str:
    said = StringIO()
    call_command("restore", file, stdout=said, **options)
    return said.getvalue()


@pytest.mark.slow
def test_what_was_lost_comes_back_and_every_game_replays(movement_game: Game, tmp_path: Path) -> None:
    file = tmp_path / "copy.backup"
    call_command("backup", file, stdout=StringIO())
    before = everything()
    assert before["Turn"]
    Turn.objects.all().delete()
    Game.objects.update(name="overwritten")

    said = restore(file, replace=True)

    assert everything() == before
    assert "0 differ" in said


@pytest.mark.slow
def test_the_time_since_a_copy_is_given_back_whatever_its_age(
    movement_game: Game, tmp_path: Path, set_clock: Any
) -> None:
    """The deadline has passed since, and so are answers gone that were saved in time."""
    phase = phase_of(movement_game)
    set_clock(phase.deadline - timedelta(minutes=5))
    Heartbeat.objects.update_or_create(name="drain", defaults={"beat_at": set_clock.now})
    file = tmp_path / "copy.backup"
    call_command("backup", file, stdout=StringIO())
    set_clock.pass_(minutes=8)

    restore(file, replace=True)
    drain()

    assert phase_of(movement_game).pk == phase.pk
    assert phase_of(movement_game).deadline == phase.deadline + timedelta(minutes=8)
    drain()
    assert ClockEntry.objects.filter(phase=phase).count() == 1


@pytest.mark.slow
def test_a_data_base_with_games_is_not_overwritten_unasked(opened_game: Game, tmp_path: Path) -> None:
    file = tmp_path / "copy.backup"
    call_command("backup", file, stdout=StringIO())
    with pytest.raises(CommandError, match="--replace"):
        restore(file)
    assert Game.objects.filter(pk=opened_game.pk).exists()


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("lost", [0.5, 0.05])
def test_a_damaged_copy_changes_nothing(opened_game: Game, tmp_path: Path, lost: float) -> None:
    file = tmp_path / "copy.backup"
    call_command("backup", file, stdout=StringIO())
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * (1 - lost))])
    before = everything()
    with pytest.raises(CommandError):
        restore(file, replace=True)
    assert everything() == before


@pytest.mark.slow
def test_a_house_that_still_runs_is_not_overwritten(
    opened_game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite waits for its one writer")
    monkeypatch.setattr(postgres_tools, "PATIENCE", "100ms")
    file = tmp_path / "copy.backup"
    call_command("backup", file, stdout=StringIO())
    other = connection.copy("other")
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SELECT * FROM games_game FOR UPDATE")
        with pytest.raises(CommandError, match="still in use"):
            restore(file, replace=True)
    finally:
        other.close()
    assert Game.objects.filter(pk=opened_game.pk).exists()


@pytest.mark.slow
def test_something_else_than_a_copy_is_refused(opened_game: Game, tmp_path: Path) -> None:
    file = tmp_path / "holiday.jpg"
    file.write_bytes(b"\xff\xd8\xff" * 100)
    with pytest.raises(CommandError, match="no copy"):
        restore(file, replace=True)
    with pytest.raises(CommandError, match="no file"):
        restore(tmp_path / "nowhere", replace=True)


@pytest.mark.slow
def test_a_copy_from_before_an_upgrade_replaces_the_upgraded_data_base(
    movement_game: Game, tmp_path: Path
) -> None:
    """The upgrade added a table that points to accounts, and one that points nowhere."""
    file = tmp_path / "old.backup"
    call_command("migrate", "usersessions", "zero", verbosity=0, interactive=False)
    call_command("backup", file, stdout=StringIO())
    before = everything()
    call_command("migrate", "usersessions", verbosity=0, interactive=False)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE added_later (id integer)")
    Game.objects.update(name="overwritten")

    said = restore(file, replace=True)

    assert everything() == before
    assert "0 differ" in said
    tables = connection.introspection.table_names()
    assert "added_later" not in tables and "usersessions_usersession" in tables


@pytest.mark.slow
def test_a_copy_of_a_newer_release_is_refused_with_its_migrations(opened_game: Game, tmp_path: Path) -> None:
    file = tmp_path / "newer.backup"
    newest = MigrationRecorder(connection)
    newest.record_applied("games", "9999_letters_by_pigeon")
    try:
        call_command("backup", file, stdout=StringIO())
    finally:
        newest.record_unapplied("games", "9999_letters_by_pigeon")
    Game.objects.update(name="kept")
    with pytest.raises(CommandError, match=r"newer release.*games\.9999_letters_by_pigeon"):
        restore(file, replace=True)
    assert Game.objects.get().name == "kept"


@pytest.mark.slow
def test_only_its_owner_can_read_a_copy(opened_game: Game, tmp_path: Path) -> None:
    file = tmp_path / "copy.backup"
    (tmp_path / "copy.backup.unfinished").write_text("of a backup that was killed, readable by everybody")
    call_command("backup", file, stdout=StringIO())
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.slow
def test_a_copy_that_cannot_be_made_leaves_no_file(
    opened_game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL's tool is older than its server: the command says so, and which one it needs."""
    if connection.vendor == "sqlite":
        with pytest.raises(CommandError, match="cannot be written: No such file"):
            call_command("backup", tmp_path / "nowhere" / "copy.backup")
        return
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "pg_dump").write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n")
    (tools / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", str(tools))
    server = connection.get_database_version()[0]
    with pytest.raises(CommandError, match=rf"version 9 .*postgresql-client-{server}"):
        call_command("backup", tmp_path / "copy.backup")
    assert list(tmp_path.iterdir()) == [tools]


@pytest.mark.slow
def test_a_copy_never_overwrites_a_file(opened_game: Game, tmp_path: Path) -> None:
    file = tmp_path / "copy.backup"
    file.write_text("precious")
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", file)
    assert file.read_text() == "precious"


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("errors", "said"),
    [
        (
            'ERROR:  invalid input syntax for type bigint: "A Par - Bur\nF Bre H"\n',
            "ERROR:  invalid input syntax for type bigint",
        ),
        (
            'ERROR:  value "A Par - Bur" is out of range\nCONTEXT:  COPY sealed: "A Par"',
            "ERROR:  value  is out of range",
        ),
        (
            'ERROR:  relation "games_game" already exists\npg_restore: error: read: Par\n',
            'ERROR:  relation "games_game" already exists\npg_restore: error: read: Par',
        ),
    ],
)
def test_an_error_quotes_nothing_of_the_row_at_which_a_copy_stopped(errors: str, said: str) -> None:
    assert postgres_tools._in_words(errors).endswith(f"nothing was changed: {said}")


@pytest.mark.slow
def test_psql_quotes_no_row(opened_game: Game, tmp_path: Path) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("psql is for PostgreSQL")
    rows = "COPY sealed FROM stdin;\n1\tA Par - Bur\textra\n\\.\n"
    script = f"CREATE TEMPORARY TABLE sealed (a int, b text);\n{rows}"
    done = subprocess.run(
        ["psql", *postgres_tools.PSQL],
        input=script.encode(), env=postgres_tools._environment(), capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode and b"extra data" in done.stderr
    assert b"Bur" not in done.stderr
