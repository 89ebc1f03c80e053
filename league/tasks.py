"""Doors for Celery on this floor: housekeeping."""

from __future__ import annotations

from importlib import import_module

from celery import shared_task
from django.conf import settings

from games.common.database.heartbeat import once_a_day
from league.leagues.opponents.services import forget_old as forget_searches
from league.leagues.opponents.turning import turn
from league.leagues.outbox import weeks
from league.leagues.services import keep_all_organised
from league.ratings import checking, lists
from league.standings.counting import count, records
from league.users import address_changes, digests, pushes, sessions, unconfirmed


@shared_task  # type: ignore[untyped-decorator]
def forget_sessions() -> None:
    """Forget once a day sessions whose time is past, and where they were, and browsers that were silent for
    long; beat asks every minute.
    """
    expired = import_module(settings.SESSION_ENGINE).SessionStore.clear_expired
    once_a_day("sessions", expired, sessions.forget_ended, pushes.drop_silent)


@shared_task  # type: ignore[untyped-decorator]
def forget_unconfirmed() -> None:
    """Remove once a day accounts that no one has confirmed for a month, and changes of addresses that no one
    can take back any more; beat asks every minute.
    """
    once_a_day("accounts", unconfirmed.forget_unconfirmed, address_changes.forget_old)


@shared_task  # type: ignore[untyped-decorator]
def keep_organisers() -> None:
    """Name organisers once a day where their accounts were closed; beat asks every minute."""
    once_a_day("organisers", keep_all_organised)


@shared_task  # type: ignore[untyped-decorator]
def find_opponents() -> None:
    """Bring people together who look for an opponent, and forget old searches once a day; beat calls it every
    ten seconds.
    """
    turn()
    once_a_day("searches", forget_searches)


@shared_task  # type: ignore[untyped-decorator]
def send_digests() -> None:
    """Let the mails of the day go to those whose hour has come; beat asks every minute."""
    digests.put_due()


@shared_task  # type: ignore[untyped-decorator]
def send_weeks() -> None:
    """Let the mails of the week go to organisers whose Monday has come; beat asks every minute."""
    weeks.put_due()


@shared_task  # type: ignore[untyped-decorator]
def refold_ratings() -> None:
    """Compute lists of ratings again where results came late; beat calls it every five seconds."""
    lists.refold_late()


@shared_task  # type: ignore[untyped-decorator]
def compare_ratings() -> None:
    """Compare ratings once a day with the results they are made of; beat asks every minute."""
    once_a_day("ratings", checking.compare_all)


@shared_task  # type: ignore[untyped-decorator]
def check_standings() -> None:
    """Compare once a day what standings count with the results of games; beat asks every minute."""
    once_a_day("standings", count.begin_checks)


@shared_task  # type: ignore[untyped-decorator]
def make_record_books() -> None:
    """Make once an hour the figures over all public leagues; beat asks every minute."""
    records.make_books()
