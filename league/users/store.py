"""The session engine: Django's own in the database, which loads with a session the account signed in by it.

Every request of theirs asks for both; this way it asks once. What lets someone in is what always did: the
session's row, and in it the proof that fits their password (`league.users.sessions.reader_of`).
"""

from __future__ import annotations

import re
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import Subquery
from django.utils import timezone

from games.common.database.compiled import Param, PreparedQuery, columns, from_row, moment
from league.users.models import User

_OPEN = PreparedQuery(
    lambda: (
        User.objects.filter(usersession__session_key=Param("key"))
        .annotate(
            session=Subquery(
                Session.objects.filter(session_key=Param("key"), expire_date__gt=Param("now")).values(
                    "session_data"
                )
            )
        )
        .order_by()
        .values_list("session", *columns(User))
    )
)


GIVEN = re.compile(r"[a-z0-9]{8,40}")
"""A session's key, as Django makes them."""


class SessionStore(db.SessionStore):
    """`noted`: the person that the session is noted of, as it was loaded; None when no one is."""

    noted: User | None = None

    @staticmethod
    def _validate_session_key(key: Any) -> bool:
        """Only what this engine could have given: a cookie may hold a NUL, which PostgreSQL does not take."""
        return isinstance(key, str) and GIVEN.fullmatch(key) is not None

    def load(self) -> dict[str, Any]:
        now = moment(timezone.now())
        row = _OPEN.row(key=self.session_key, now=now)
        if row is None or row[0] is None:
            # A visitor's session, one that has just begun, or none any more.
            loaded: dict[str, Any] = super().load()
            return loaded
        self.noted = from_row(User, row[1:])
        decoded: dict[str, Any] = self.decode(row[0])
        return decoded
