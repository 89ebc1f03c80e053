"""What has to be true of an event of any kind at every moment, and of its money at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any

from django.db import transaction

from league.competitions import kinds
from league.competitions.log.exporting import export
from league.competitions.models import Competition
from league.prizes.book.ledger import balances
from league.prizes.book.verifying import verify
from league.prizes.models import Book, Payout, Proposal, Refund


def wrong_table(
    season: Competition, now: datetime, faults_in: Callable[[Any], Iterable[str]]
) -> Iterator[str]:
    """What is wrong with the table beside its log, and, for an outsider, with the export."""
    if kinds.of(season).has_drifted(season):
        yield "the table has drifted from its log"
    yield from faults_in(export(season, now))


def wrong_again(season: Competition, now: datetime) -> Iterator[str]:
    """Right after what is due was done nothing more is, and all of it computed again is the same."""
    kind = kinds.of(season)
    with transaction.atomic():
        if season.is_live and kind.catch_up(season, now):
            yield "what was done is done again"
    before = export(season, now)
    with transaction.atomic():
        season.standings.all().delete()
        kind.refold(season)
    if season.started_at and kind.has_drifted(season):
        yield "folded anew, its table is another"
    if export(season, now) != before:
        yield "folded anew, its export is another"


def wrong_state(season: Competition) -> Iterator[str]:
    """What is wrong with how one that is over ended: it is finished, or was cancelled before it began."""
    if season.state == Competition.State.CANCELLED:
        if season.started_at is not None:
            yield "it was cancelled when it had begun"
    elif season.state != Competition.State.FINISHED:
        yield f"it is {season.state}"


def wrong_money(season: Competition) -> Iterator[str]:
    """Prizes are the pool; where no one wins any, all is given back."""
    book = Book.objects.filter(competition=season).first()
    if book is None:
        return
    yield from verify(book).faults
    pool = -sum(amount for (kind, _holder), amount in balances(book).items() if kind == "pool")
    proposal = Proposal.objects.filter(book=book, state=Proposal.State.OPEN).first()
    payouts = Payout.objects.filter(proposal=proposal, line__in=["pool", "rest"]) if proposal else ()
    paid = sum(each.amount for each in payouts)
    if paid != pool:
        yield f"prizes are {paid} of a pool of {pool}"
    if not pool and not Refund.objects.filter(book=book).exists():
        yield "its money is nowhere"
