"""Whether this process can serve pages, and whether the house's work is being done."""

from __future__ import annotations

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from games.selectors.figures import drain_age

DRAIN_IS_LATE = 60.0
"""Seconds without a completed drain. It ends every second and notes so every ten."""

_schema_was_current = False


def faults_of_pages() -> list[str]:
    """What keeps this process from serving pages, a word each; empty when it is ready."""
    faults = []
    try:
        if not _schema_is_current():
            faults.append("migrations")
    except DatabaseError:
        faults.append("database")
    try:
        cache.set("ready", "yes", 10)
        if cache.get("ready") != "yes":
            faults.append("cache")
    except Exception:  # whatever the cache's client raises when its server is away
        faults.append("cache")
    return faults


def faults_of_work() -> list[str]:
    """What keeps deadlines from being met; empty when drains come to their end."""
    try:
        age = drain_age()
    except DatabaseError:
        return ["database"]
    return ["drain"] if age is None or age > max(DRAIN_IS_LATE, 2 * settings.GAMES_DRAIN_BUDGET) else []


def _schema_is_current() -> bool:
    """Whether the data base answers and knows all migrations. Asked in full once, until it is so."""
    global _schema_was_current
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    if not _schema_was_current:
        executor = MigrationExecutor(connection)
        _schema_was_current = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _schema_was_current
