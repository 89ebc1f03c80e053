"""Looking after the money of seasons: who is lost, what was not claimed, what goes
back, which proposals to cancel no one answered. Doing it again does
nothing.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.common import clock
from league.competitions.models import Arbiter, Competition
from league.competitions.services.each_in_transaction import one_by_one
from league.competitions.services.locking import lock
from league.leagues.models import Membership
from league.prizes.book.books import book_of
from league.prizes.models import CancelProposal, HandRecord, Payout, Proposal, Refund, Trustee
from league.prizes.services.payouts import confirming, unclaimed
from league.prizes.services.treasurers import cancelling


def watch_all() -> int:
    """Look after every season with money; in how many there was anything to do. Each by itself."""
    return sum(1 for _each in one_by_one(to_watch(), watch))


def watch(competition: Competition) -> bool:
    """Look after one season; whether there was anything to do."""
    is_done = _watch(competition)
    return bool(unclaimed.move_on(competition)) or is_done


@transaction.atomic
def _watch(competition: Competition) -> bool:
    competition = lock(competition)
    book = book_of(competition)
    if book is None:
        return False
    now = clock.now()
    is_done = confirming.watch(competition, now)
    is_done = cancelling.watch(competition, now) or is_done
    is_done = bool(unclaimed.remind(book, now)) or is_done
    return unclaimed.release_deposit(competition, book, now) or is_done


def to_watch() -> list[Competition]:
    """The seasons with money that may have something to do. One query."""
    here = OuterRef("pk")
    proposals = Proposal.objects.filter(book__competition=here, state=Proposal.State.OPEN)
    owed = Payout.objects.filter(book__competition=here, state__in=Payout.OWED)
    to_cancel = CancelProposal.objects.filter(competition=here, state=CancelProposal.State.OPEN)
    found = Competition.objects.filter(book__isnull=False).filter(
        Exists(proposals)
        | Exists(to_cancel)
        | Exists(owed)
        | Q(state=Competition.State.FINISHED) & Exists(_deposits(here))
        | ~Q(state__in=[Competition.State.FINISHED, Competition.State.CANCELLED]) & Exists(_gone(here))
    )
    return list(found.select_related("league").order_by("pk"))


def _deposits(competition: OuterRef) -> QuerySet[HandRecord]:
    """Deposits of guarantors that nothing was given back of yet."""
    returned = Refund.objects.filter(book=OuterRef("book"), key__startswith="record:", name=OuterRef("name"))
    kept = HandRecord.objects.filter(
        book__competition=competition, kind=HandRecord.Kind.GUARANTEE, state=HandRecord.State.BOOKED
    )
    return kept.filter(~Exists(returned))


def _gone(competition: OuterRef) -> QuerySet[Trustee]:
    """Those who are named and have left the league, or the site."""
    standing = Arbiter.objects.filter(
        competition=OuterRef("competition"), user=OuterRef("user"), left_at=None
    )
    members = Membership.objects.filter(league=OuterRef("competition__league"), user=OuterRef("user"))
    named = Trustee.objects.filter(competition=competition, lost_at=None)
    return named.filter(Q(user__is_active=False) | ~Exists(standing) | ~Exists(members))
