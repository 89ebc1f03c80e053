from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate

BOUNDS = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")


class LeagueConfig(AppConfig):
    """The project itself, as an app: its management commands."""

    name = "league"
    verbose_name = "Poste Restante"

    def ready(self) -> None:
        pre_migrate.connect(take_all_time)
        post_migrate.connect(hurry_again)


def take_all_time(using: str, **_signal: Any) -> None:
    """A migration may take as long as it takes; what bounds pages and tasks (`PATIENCE`) is not for it."""
    _tell(using, "SET {} = 0")


def hurry_again(using: str, **_signal: Any) -> None:
    """From here on the connection is bounded as it was when it began."""
    _tell(using, "RESET {}")


def _tell(using: str, statement: str) -> None:
    if connections[using].vendor == "postgresql":
        with connections[using].cursor() as cursor:
            for name in BOUNDS:
                cursor.execute(statement.format(name))
