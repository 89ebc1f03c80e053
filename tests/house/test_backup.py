"""A copy of the data base brings everything back, and a bad one changes nothing."""

from __future__ import annotations

import shutil
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Answer, Game, Message, Turn

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


def test_a_data_base_with_games_is_not_overwritten_unasked(opened_game: Game, tmp_path: Path) -> None:
    file = tmp_path / "copy.backup"
    call_command("backup", file, stdout=StringIO())
    with pytest.raises(CommandError, match="--replace"):
        restore(file)
    assert Game.objects.filter(pk=opened_game.pk).exists()


def test_a_damaged_copy_changes_nothing(opened_game: Game, tmp_path: Path) -> None:
    file = tmp_path / "copy.backup"
    call_command("backup", file, stdout=StringIO())
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    before = everything()
    with pytest.raises(CommandError):
        restore(file, replace=True)
    assert everything() == before


def test_something_else_than_a_copy_is_refused(opened_game: Game, tmp_path: Path) -> None:
    file = tmp_path / "holiday.jpg"
    file.write_bytes(b"\xff\xd8\xff" * 100)
    with pytest.raises(CommandError, match="no copy"):
        restore(file, replace=True)
    with pytest.raises(CommandError, match="no file"):
        restore(tmp_path / "nowhere", replace=True)


def test_a_copy_never_overwrites_a_file(opened_game: Game, tmp_path: Path) -> None:
    file = tmp_path / "copy.backup"
    file.write_text("precious")
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", file)
    assert file.read_text() == "precious"
