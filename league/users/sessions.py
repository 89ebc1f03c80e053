"""Where someone is signed in: which browsers, since when, last seen when. They alone see it, and can end it.

A row a session (allauth's `UserSession`), written at most every few minutes and forgotten with the session.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from league.users.browsers import browser_of
from league.users.models import User

NOTED_EVERY = 5 * 60
"""Seconds between two notes of the same session: the precision of “last seen”."""
ASKED_EVERY = 60
"""Seconds for which a process does not even ask the cache whether a session was noted."""
MOST_REMEMBERED = 10_000
"""Sessions of which a process remembers that it asked."""
PROLONGED_EVERY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class OpenSession:
    """One browser in which someone is signed in."""

    number: int
    browser: str
    address: str
    began_at: datetime
    seen_at: datetime
    is_here: bool


def open_sessions(user: User, here: str | None) -> list[OpenSession]:
    """The sessions that still let `user` in, this one first (its key is `here`), then the last seen.

    Two queries, however many there are. A session that a new password has ended is not among them.
    """
    rows = {row.session_key: row for row in UserSession.objects.filter(user=user)}
    alive = Session.objects.filter(session_key__in=rows, expire_date__gt=timezone.now())
    found = [
        OpenSession(
            number=row.pk,
            browser=browser_of(row.user_agent),
            address=row.ip,
            began_at=row.created_at,
            seen_at=row.last_seen_at,
            is_here=row.session_key == here,
        )
        for session in alive
        if _lets_in(session, user) and (row := rows[session.session_key])
    ]
    return sorted(found, key=lambda each: (not each.is_here, -each.seen_at.timestamp(), each.number))


def _lets_in(session: Session, user: User) -> bool:
    proof = session.get_decoded().get(HASH_SESSION_KEY, "")
    return constant_time_compare(proof, user.get_session_auth_hash())


def end_session(*, user: User, number: int) -> bool:
    """Sign `user` out of one session; False when it is not theirs, or over already."""
    row = UserSession.objects.filter(user=user, pk=number).first()
    if row is None:
        return False
    _end(row)
    return True


def end_other_sessions(*, user: User, here: str | None) -> int:
    """Sign `user` out everywhere but in the session whose key is `here`; how many were ended."""
    rows = list(UserSession.objects.filter(user=user).exclude(session_key=here or ""))
    for row in rows:
        _end(row)
    return len(rows)


def _end(row: UserSession) -> None:
    import_module(settings.SESSION_ENGINE).SessionStore().delete(row.session_key)
    row.delete()


def reader_of(session: Any) -> User | None:
    """Whom `session` lets in, when they were loaded with it (`league.users.store`).

    None for everyone else, and in every case of doubt: then Django decides, which loads the person
    separately.
    """
    backend, proof = session.get(BACKEND_SESSION_KEY), session.get(HASH_SESSION_KEY, "")
    user: User | None = getattr(session, "noted", None)
    if user is None or str(user.pk) != session.get(SESSION_KEY) or not user.is_active:
        return None
    if backend not in settings.AUTHENTICATION_BACKENDS:
        return None
    return user if constant_time_compare(proof, user.get_session_auth_hash()) else None


_asked: dict[str, float] = {}


def note_seen(request: Any) -> None:
    """Note that the session of `request` is in use, and let it live on while it is.

    Most requests ask no one, not even the cache.
    """
    key, now = request.session.session_key, time.time()
    if key is None or 0 <= now - _asked.get(key, 0) < ASKED_EVERY:
        return
    if len(_asked) >= MOST_REMEMBERED:
        _asked.clear()
    _asked[key] = now
    if not cache.add(_mark(key), 1, NOTED_EVERY):
        return
    row = UserSession.objects.filter(session_key=key).first()
    if row is None or timezone.now() - row.last_seen_at > PROLONGED_EVERY:
        request.session.modified = True
    UserSession.objects.create_from_request(request)


def forget_asking() -> None:
    """Remember no more which sessions the cache was asked about."""
    _asked.clear()


def _mark(key: str) -> str:
    """The name of a session in the cache, hashed: readers of the cache must find no keys that let them in."""
    return f"seen:{hashlib.sha256(key.encode()).hexdigest()[:32]}"


def forget_ended() -> int:
    """Forget what is known of sessions that are over; how many there were."""
    known = Session.objects.values("session_key")
    return int(UserSession.objects.exclude(session_key__in=known).delete()[0])
