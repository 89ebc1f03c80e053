"""An e-mail of those who run a season to everyone in it."""

from __future__ import annotations

import uuid

from django.db import transaction

from games.common import clock, outbox
from league.competitions.errors import NotArbiter, NotInState, NoWords
from league.competitions.models import Circular, Competition, Entry
from league.competitions.models.circular import LONGEST_CIRCULAR
from league.competitions.outbox import mail
from league.competitions.services.founding import has_say
from league.competitions.services.locking import lock, show_change
from league.users.models import User


@transaction.atomic
def write_to_entrants(*, competition: Competition, by: User, text: str, key: uuid.UUID) -> Circular:
    """Mail `text` to everyone who is in the season or waits for a place in it.

    The same `key`, which comes with the form, is the same e-mail. Refuses with `NotArbiter` unless `by` runs
    the season, `NoWords`, `NotInState` of drafts.
    """
    competition = lock(competition)
    if not has_say(competition, by):
        raise NotArbiter
    if earlier := Circular.objects.filter(key=key, competition=competition).first():
        return earlier
    if not text.strip():
        raise NoWords
    if competition.is_draft:
        raise NotInState
    now = clock.now()
    entered = competition.entries.filter(state__in=Entry.STANDING).order_by("number")
    users = list(entered.values_list("user_id", flat=True))
    made = Circular.objects.create(
        competition=competition,
        key=key,
        text=text.strip()[:LONGEST_CIRCULAR],
        by=by,
        at=now,
        readers=len(users),
    )
    outbox.put(*(mail(user, now, about="written", circular=made.pk) for user in users))
    show_change(competition, now)
    return made
