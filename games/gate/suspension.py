"""Whether a league keeps one of its members from new seats and new games for a while, or someone out."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from games.errors import Suspended
from games.gate.tenancy import LeagueLike


def suspension(league: LeagueLike, user: Any, now: datetime) -> Suspended | None:
    """Why `user` takes no seat in `league` and creates no game at the moment `now`. One query for signed-in
    readers.
    """
    if not getattr(user, "is_authenticated", False):
        return None
    until = league.suspended_until(user)
    return Suspended(until) if until is not None and now < until else None


def ban(league: LeagueLike, user: Any, now: datetime) -> str:
    """Why `user` may not join `league` at the moment `now`, in a sentence; "" where nothing keeps them out.
    One query for signed-in readers.
    """
    found = league.banned(user) if getattr(user, "is_authenticated", False) else None
    if found is None:
        return ""
    until, why = found
    if until is None:
        return _("You are banned from this league. Reason: %(why)s") % {"why": why}
    if until <= now:
        return ""
    when = formats.date_format(timezone.localtime(until), "DATETIME_FORMAT")
    words = _("You are banned from this league until %(until)s. Reason: %(why)s")
    return words % {"until": when, "why": why}
