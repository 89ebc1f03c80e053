"""That someone took data of a league with them."""

from __future__ import annotations

from django.db import transaction

from games.common import clock
from league.leagues.models import League, OrganiserAct
from league.leagues.services.locking import check_organiser, lock
from league.leagues.services.log import enter
from league.users.models import User


@transaction.atomic
def note_export(*, league: League, by: User, what: str, form: str) -> OrganiserAct:
    """Put an export into the log. NotAllowed unless `by` organises this league."""
    league = lock(league)
    check_organiser(league, by)
    return enter(league, OrganiserAct.Kind.EXPORTED, by=by, now=clock.now(), what=what, format=form)
