"""Suspensions of the league as a season writes them: they cancel the challenges that wait, both ways."""

from __future__ import annotations

from datetime import datetime

from games.common.outbox.row import OutboxRow
from league.competitions import kinds
from league.competitions.models import Competition, Entry, Suspension
from league.competitions.services.locking import show_change
from league.leagues.models import OrganiserAct


def on_their_way(competition: Competition) -> list[OrganiserAct]:
    """Suspensions in the league that its seasons have not heard of yet, the first one first. One query where
    there is none.
    """
    rows = OutboxRow.objects.filter(topic="league_suspension", sent_at=None, given_up_at=None)
    keys = [payload["act"] for payload in rows.values_list("payload", flat=True)]
    found = OrganiserAct.objects.filter(pk__in=keys, league=competition.league_id) if keys else ()
    return sorted(found, key=lambda act: (act.at, act.pk))


def cancel_for(competition: Competition, act: OrganiserAct, now: datetime) -> bool:
    """Write that the person of `act` was suspended, and cancel what waited for an answer then, at no one's
    cost; whether that is new. Call it under the lock of a season that goes on, once what was overdue before
    the suspension is written.
    """
    entry = competition.entries.filter(user=act.about_id, state=Entry.State.PLAYING).first()
    if entry is None or competition.suspensions.filter(act=act).exists():
        return False
    dropped = kinds.of(competition).suspends(entry, now, act.at)
    until = datetime.fromisoformat(act.facts["until"])
    Suspension.objects.create(competition=competition, entry=entry, act=act, until=until, dropped=dropped)
    show_change(competition, now)
    return True
