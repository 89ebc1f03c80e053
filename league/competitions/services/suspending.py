"""What a suspension in the league does in its seasons: it cancels the challenges that wait, both ways."""

from __future__ import annotations

from django.db import transaction

from games.common import clock
from league.competitions import kinds
from league.competitions.models import Competition, Entry
from league.competitions.services.barring import cancel_for
from league.competitions.services.locking import lock
from league.leagues.models import OrganiserAct


def drop_for(act: OrganiserAct) -> int:
    """Write that the person of `act` was suspended into the seasons that they play in, and cancel what waited
    for an answer then, at no one's cost; in how many seasons. Doing it again does nothing.
    """
    playing = Competition.objects.filter(
        league=act.league_id, entries__user=act.about_id, entries__state=Entry.State.PLAYING
    )
    live = playing.filter(state__in=[Competition.State.RUNNING, Competition.State.CLOSING])
    return sum(_drop(each, act) for each in live.order_by("pk"))


@transaction.atomic
def _drop(competition: Competition, act: OrganiserAct) -> bool:
    """Drop the challenges of a suspended member in one season; whether it was told."""
    competition, now = lock(competition), clock.now()
    kinds.of(competition).catch_up(competition, now)  # and suspensions on their way, this one among them
    if competition.is_live:
        cancel_for(competition, act, now)
    return competition.suspensions.filter(act=act).exists()
