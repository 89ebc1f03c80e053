"""Two names of one person: an entrant tells the arbiters, who can remove an entry or dismiss it."""

from __future__ import annotations

from django.db import transaction

from games.common import clock, outbox
from league.competitions.errors import NoSuchEntrant, NotEntered, NotInState, NoWords
from league.competitions.models import Competition, Entry, Suspicion
from league.competitions.models.suspicion import LONGEST_SUSPICION, open_suspicions
from league.competitions.outbox import mail
from league.competitions.services.entering import check_arbiter
from league.competitions.services.locking import lock
from league.users.models import User


@transaction.atomic
def suspect(*, competition: Competition, user: User, number: int, name: str, said: str) -> Suspicion:
    """Tell the arbiters that the entry `number` and the entrant called `name` may be one person, and why.
    The same two again, while it is open, are one suspicion.

    Refuses with `NotEntered`, `NotInState` once the season is over, `NoWords`, and `NoSuchEntrant` unless
    both are entrants, two, and others than `user`.
    """
    competition = lock(competition)
    own = competition.entries.filter(user=user, state__in=Entry.STANDING).first()
    if own is None:
        raise NotEntered
    if competition.is_over or competition.is_draft:
        raise NotInState
    if not said.strip():
        raise NoWords
    entrants = competition.entries.filter(state__in=Entry.IN).exclude(pk=own.pk)
    first = entrants.filter(number=number).first()
    second = entrants.filter(user__username__iexact=name.strip()).first()
    if first is None or second is None or first == second:
        raise NoSuchEntrant
    one, other = sorted((first, second), key=lambda entry: entry.number)
    earlier = open_suspicions(competition).filter(by=own, one=one, other=other).first()
    if earlier is not None:
        return earlier
    now = clock.now()
    made = Suspicion.objects.create(
        competition=competition,
        by=own,
        one=one,
        other=other,
        said=said.strip()[:LONGEST_SUSPICION],
        at=now,
    )
    arbiters = competition.arbiters.filter(left_at=None).order_by("pk").values_list("user_id", flat=True)
    outbox.put(*(mail(each, now, about="suspected", suspicion=made.pk) for each in arbiters))
    return made


@transaction.atomic
def dismiss(*, suspicion: Suspicion, by: User) -> None:
    """Let an arbiter put a suspicion away: nothing follows. Again changes nothing; `NotArbiter` refuses."""
    competition = lock(suspicion.competition)
    check_arbiter(competition, by)
    found = Suspicion.objects.filter(pk=suspicion.pk, dismissed_at=None)
    found.update(dismissed_by=by, dismissed_at=clock.now())
