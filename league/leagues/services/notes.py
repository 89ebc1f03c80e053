"""Private notes about people, which the other organisers read and no one else."""

from __future__ import annotations

from django.db import transaction

from games.common import clock
from league.leagues.errors import NoReason
from league.leagues.models import League, OrganiserAct, PrivateNote
from league.leagues.services.again import note_before
from league.leagues.services.locking import check_organiser, lock
from league.leagues.services.log import enter
from league.users.models import User


@transaction.atomic
def note(*, league: League, by: User, person: User, text: str) -> PrivateNote:
    """Note something down about `person`. NotAllowed unless `by` organises, NoReason without a text."""
    league = lock(league)
    check_organiser(league, by)
    if not text.strip():
        raise NoReason
    now = clock.now()
    if earlier := note_before(league, by, person, text.strip(), now):
        return earlier
    enter(league, OrganiserAct.Kind.NOTED, by=by, about=person, now=now)
    return PrivateNote.objects.create(league=league, person=person, text=text.strip(), by=by, at=now)
