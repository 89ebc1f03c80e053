"""Forms that come twice: pressed twice, or sent once more because the answer was lost.

What the same person asks once more within `AGAIN`, in the same words, is one act: no one is warned or written
to twice by it. Call these under the league's lock, so that the second of two at once finds the first.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from league.leagues.models import Announcement, League, OrganiserAct, PrivateNote
from league.leagues.services.log import LONGEST_REASON
from league.users.models import User

AGAIN = timedelta(minutes=1)


def act_before(
    league: League,
    kind: OrganiserAct.Kind,
    *,
    by: User,
    about: User,
    reason: str,
    now: datetime,
    **facts: Any,
) -> OrganiserAct | None:
    """The last act about a person, if it is this one. One query."""
    last = league.acts.filter(about=about).order_by("-pk").first()
    if last is None or last.at <= now - AGAIN:
        return None
    is_same = (last.kind, last.by_id, last.reason) == (kind, by.pk, reason.strip()[:LONGEST_REASON])
    return last if is_same and facts.items() <= last.facts.items() else None


def announcement_before(league: League, by: User, now: datetime, **values: Any) -> Announcement | None:
    """The last announcement of `league`, if it is this one. One query."""
    last = league.announcements.order_by("-pk").first()
    if last is None or last.at <= now - AGAIN or last.by_id != by.pk or last.withdrawn_at:
        return None
    return last if all(getattr(last, name) == value for name, value in values.items()) else None


def note_before(league: League, by: User, person: User, text: str, now: datetime) -> PrivateNote | None:
    """The last note about a person, if it is this one. One query."""
    last = league.notes.filter(person=person).order_by("-pk").first()
    is_same = last is not None and (last.by_id, last.text) == (by.pk, text) and last.at > now - AGAIN
    return last if is_same else None
