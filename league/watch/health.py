"""Whether this process can serve pages, and whether the house's work is being done."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from games.facts.figures import work
from league.server.caching import PatientRedisCache

DRAIN_IS_LATE = 60.0
"""Seconds without a completed drain. It ends every second and notes so every ten."""

PHASE_IS_LATE = 60.0
"""Seconds for which a phase that has closed may stay open. Three attempts at one that fails take six."""


def faults_of_pages() -> list[str]:
    """What keeps this process from serving pages, a word each; empty when it is ready."""
    faults = []
    try:
        if not _schema_is_current():
            faults.append("migrations")
    except DatabaseError:
        faults.append("database")
    try:
        if not _cache_answers():
            faults.append("cache")
    except Exception:  # whatever the cache's client raises when its server is away
        faults.append("cache")
    return faults


def _cache_answers() -> bool:
    if isinstance(backend := caches["default"], PatientRedisCache):
        return backend.answers()
    backend.set("ready", "yes", 10)
    return bool(backend.get("ready") == "yes")


def faults_of_work() -> list[str]:
    """What keeps deadlines from being met; empty when drains come to their end and leave nothing behind."""
    try:
        age, oldest = work()
    except DatabaseError:
        return ["database"]
    faults = ["drain"] if age is None or age > max(DRAIN_IS_LATE, 2 * settings.GAMES_DRAIN_BUDGET) else []
    return [*faults, "phases"] if oldest > PHASE_IS_LATE else faults


def _schema_is_current() -> bool:
    """Whether the database answers, and has every migration that this release brings."""
    return known_migrations() <= MigrationRecorder(connection).applied_migrations().keys()


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """The migrations of this release, each by its app and its name. Reads files once, no database."""
    return frozenset(MigrationLoader(None).disk_migrations)
