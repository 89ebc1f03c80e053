"""What a suspension in the league does in its seasons: it cancels the challenges that wait, both ways."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games import clock
from league.leagues.models import OrganiserAct
from league.tournaments.models import Challenge, Competition, Entry, Suspension
from league.tournaments.services.challenging import write_overdue
from league.tournaments.services.locking import lock, show_change
from league.tournaments.services.playing import drop_waiting


def drop_for(act: OrganiserAct) -> int:
    """Write that the person of `act` was suspended into the seasons that they play in, and cancel what waited
    for an answer then, at nobody's cost; in how many seasons. Doing it again does nothing.
    """
    playing = Competition.objects.filter(
        league=act.league_id, entries__user=act.about_id, entries__state=Entry.State.PLAYING
    )
    live = playing.filter(state__in=[Competition.State.RUNNING, Competition.State.CLOSING])
    return sum(_drop(each, act) for each in live.order_by("pk"))


@transaction.atomic
def _drop(competition: Competition, act: OrganiserAct) -> bool:
    competition, now = lock(competition), clock.now()
    entry = competition.entries.filter(user=act.about_id, state=Entry.State.PLAYING).first()
    if entry is None or not competition.is_live or competition.suspensions.filter(act=act).exists():
        return False
    write_overdue(competition, now)
    dropped = drop_waiting(entry, now, Challenge.State.SUSPENDED, made_until=act.at)
    until = datetime.fromisoformat(act.facts["until"])
    Suspension.objects.create(competition=competition, entry=entry, act=act, until=until, dropped=dropped)
    show_change(competition, now)
    return True
