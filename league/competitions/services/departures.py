"""Departures: people who leave the league leave its competitions."""

from __future__ import annotations

from django.db import transaction

from games.common import clock, outbox
from games.gate.suspension import ban
from league.competitions.models import Competition, Entry, EntryStep
from league.competitions.outbox import mail
from league.competitions.services.founding import give_powers
from league.competitions.services.locking import lock
from league.competitions.services.places import take_out
from league.leagues.models import League, Membership, OrganiserAct

Why = EntryStep.Why


def leave_competitions(*, league: int, user: int) -> int:
    """Take someone out of the competitions of a league that they are no member of any more, and out of their
    arbiters (all by key); how many entries ended. Doing it again does no harm.
    """
    going_on = Competition.objects.filter(league=league).exclude(
        state__in=[Competition.State.FINISHED, Competition.State.CANCELLED]
    )
    done = 0
    for competition in going_on.filter(entries__user=user, entries__state__in=Entry.STANDING).order_by("pk"):
        done += _leave(competition, user)
    for competition in going_on.filter(arbiters__user=user, arbiters__left_at=None).order_by("pk"):
        _arbiter_leaves(competition, user)
    return done


@transaction.atomic
def _leave(competition: Competition, user: int) -> bool:
    competition = lock(competition)
    if _is_member(competition, user):
        return False
    entry = competition.entries.select_related("user").filter(user=user, state__in=Entry.STANDING).first()
    if entry is None or competition.is_over:
        return False
    take_out(competition, entry, _why(competition.league, entry), by=None)
    return True


@transaction.atomic
def _arbiter_leaves(competition: Competition, user: int) -> None:
    competition = lock(competition)
    if not _is_member(competition, user):
        now = clock.now()
        competition.arbiters.filter(user=user, left_at=None).update(left_at=now)
        give_powers(competition)
        if not competition.is_draft and not competition.arbiters.filter(left_at=None).exists():
            organisers = Membership.objects.filter(
                league=competition.league_id, role=Membership.Role.ORGANISER
            ).values_list("user_id", flat=True)
            outbox.put(
                *(mail(each, now, about="no_arbiter", competition=competition.pk) for each in organisers)
            )


def _is_member(competition: Competition, user: int) -> bool:
    return Membership.objects.filter(league=competition.league_id, user=user).exists()


def _why(league: League, entry: Entry) -> str:
    """Why someone who has an entry is no member any more: what the league's log says since they entered."""
    if not entry.user.is_active:
        return Why.DELETED
    if ban(league, entry.user, clock.now()):
        return Why.BANNED
    acts = OrganiserAct.objects.filter(league=league, about=entry.user, kind=OrganiserAct.Kind.REMOVED)
    return Why.EXPELLED if acts.filter(at__gte=entry.entered_at).exists() else Why.LEFT_LEAGUE
