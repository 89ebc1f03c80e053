"""Doors for Celery on this floor: housekeeping."""

from __future__ import annotations

from importlib import import_module

from celery import shared_task
from django.conf import settings

from games.services.daily import once_a_day
from league.users import sessions, unconfirmed


@shared_task  # type: ignore[untyped-decorator]
def forget_sessions() -> None:
    """Forget once a day sessions whose time is past, and where they were; beat asks every minute."""
    expired = import_module(settings.SESSION_ENGINE).SessionStore.clear_expired
    once_a_day("sessions", expired, sessions.forget_ended)


@shared_task  # type: ignore[untyped-decorator]
def forget_unconfirmed() -> None:
    """Remove once a day accounts that nobody has confirmed for a month; beat asks every minute."""
    once_a_day("accounts", unconfirmed.forget_unconfirmed)
