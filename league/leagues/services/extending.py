"""More time for all running games of a league at once: after a server problem, over a holiday."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock
from games.services.masters.league_extension import extend_games, live_games, running_games
from league.leagues import outbox
from league.leagues.errors import LeagueError, NoReason
from league.leagues.models import League, LeagueExtension, OrganiserAct
from league.leagues.services.locking import check_organiser, lock
from league.leagues.services.log import enter
from league.users.models import User


@transaction.atomic
def extend_all(*, league: League, by: User, hours: int, reason: str, key: uuid.UUID) -> LeagueExtension:
    """Begin to give all running games `hours` more; the outbox carries it on, a batch of games at a time.

    The same `key`, which comes with the form, with the same hours and reason is the same extension. Raises
    NotAllowed unless `by` organises this league, NoReason, LeagueError while another one is on its way.
    """
    league = lock(league)
    check_organiser(league, by)
    reason = reason.strip()[:200]
    if not reason:
        raise NoReason(_("Say why: the players see it."))
    if earlier := LeagueExtension.objects.filter(key=key).first():
        if (earlier.league_id, earlier.hours, earlier.reason) == (league.pk, hours, reason):
            return earlier
        key = uuid.uuid4()  # an old form, filled in again or for another league
    if league.extensions.filter(finished_at=None).exists():
        raise LeagueError(_("Another extension is under way. Wait until it has reached all games."))
    now = clock.now()
    extension = LeagueExtension.objects.create(
        league=league,
        key=key,
        hours=hours,
        reason=reason,
        by=by,
        at=now,
        total=running_games(league.pk) - live_games(league.pk),
    )
    enter(league, OrganiserAct.Kind.EXTENDED, by=by, now=now, reason=reason, hours=hours)
    outbox.put(outbox.tell("league_extension", now, extension=extension.pk, after=0))
    return extension


@transaction.atomic
def extend_more(*, extension: int, after: int) -> None:
    """Extend the next games of an extension (a key) that has come as far as `after`; else nothing is done.

    How far it came is noted in the same transaction, so no game is extended twice.
    """
    found = LeagueExtension.objects.select_for_update(of=("self",)).select_related("by")
    row = found.filter(pk=extension, upto=after, finished_at=None).first()
    if row is None:
        return
    length = timedelta(hours=row.hours)
    batch = extend_games(league=row.league_id, after=after, length=length, by=row.by, note=row.reason)
    row.upto = batch.upto
    row.seen += batch.seen
    row.moved += batch.moved
    now = clock.now()
    if batch.seen:
        outbox.put(outbox.tell("league_extension", now, extension=row.pk, after=row.upto))
    else:
        row.finished_at = now
    row.save(update_fields=["upto", "seen", "moved", "finished_at"])
