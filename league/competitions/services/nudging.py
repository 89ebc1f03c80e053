"""An organiser nudges an entrant of whom nothing was heard for a while."""

from __future__ import annotations

from django.db import transaction

from games.common import clock, outbox
from league.competitions import kinds
from league.competitions.errors import HeardOf, NothingToSuggest, NotOrganiser
from league.competitions.models import Competition, Entry, Nudge
from league.competitions.outbox import mail
from league.competitions.services.locking import lock_with_league
from league.competitions.state.hearing import nudged_lately, silent_in
from league.leagues.errors import NotAllowed
from league.leagues.models import OrganiserAct
from league.leagues.services.locking import check_organiser
from league.leagues.services.log import enter
from league.users.models import User


@transaction.atomic
def nudge(*, competition: Competition, by: User, number: int) -> Nudge:
    """Let the entrant with this `number` know whom they can challenge now. Who was nudged in the last 7 days,
    in whatever season, is not nudged again: the earlier nudge is returned.

    NotOrganiser unless `by` organises the league; HeardOf where something was heard of the entrant, who
    may be `by`; NothingToSuggest where there is nothing that they could do.
    """
    season = lock_with_league(competition)
    try:
        check_organiser(season.league, by)
    except NotAllowed:
        raise NotOrganiser from None
    now, kind = clock.now(), kinds.of(season)
    entry = Entry.objects.select_related("user").filter(competition=season, number=number).first()
    if entry is None or entry.user_id == by.pk:
        raise HeardOf
    # Organisers of two leagues may decide in the same instant: the person's row, after the league's, makes
    # one of them wait and read the other's nudge.
    User.objects.select_for_update(no_key=True).get(pk=entry.user_id)
    if earlier := nudged_lately(now).filter(entry__user=entry.user_id).order_by("-pk").first():
        return earlier
    if not silent_in(kind, now).filter(pk=entry.pk).exists():
        raise HeardOf
    entry.competition = season
    if kind.nudging(entry, now) is None:
        raise NothingToSuggest
    made = Nudge.objects.create(entry=entry, at=now)
    enter(season.league, OrganiserAct.Kind.NUDGED, by=by, about=entry.user, now=now, name=season.name)
    outbox.put(mail(entry.user_id, now, about="nudged", nudge=made.pk))
    return made
