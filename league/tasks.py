"""Doors for Celery on this floor: housekeeping."""

from __future__ import annotations

from importlib import import_module

from celery import shared_task
from django.conf import settings

from league.users import sessions


@shared_task  # type: ignore[untyped-decorator]
def forget_sessions() -> None:
    """Forget sessions whose time is past, and where they were; beat calls it once a day."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    sessions.forget_ended()
