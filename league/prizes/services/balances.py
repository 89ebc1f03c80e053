"""What someone is owed, owes or holds of seasons' money, and what of it is disputed: season by season."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from django.db.models import F, Q

from league.competitions.models import Competition, Dispute, Entry
from league.competitions.models.pairing import of_person
from league.prizes.book import ledger
from league.prizes.book.settled import OVER, unsettled
from league.prizes.models import Account, Agreement, Book, Holder, Owed, Payment, Payout, Proposal, Refund
from league.prizes.services.money_rules import has_begun_a_game
from league.prizes.services.payouts.rulings_after import ruled_on
from league.users.models import User

Of = Account.Kind


class BalanceKind(Enum):
    """What a sum is of."""

    PRIZE = auto()
    REFUND = auto()
    PRIZE_TO_PAY_BACK = auto()
    FEE_TAKEN_BACK = auto()
    """By a bank; one that was never paid costs a place, no more."""
    FEE_THAT_WOULD_COME_BACK = auto()
    """If its entrant withdrew now."""
    GUARANTEE = auto()
    HELD = auto()
    """Other people's money."""


def answered_for(user: User) -> list[Competition]:
    """The seasons whose books are not settled and of whose money `user` holds a part, or which they agreed to
    guarantee, the oldest first. Three queries.
    """
    held = Holder.objects.filter(user=user, kind=Holder.Kind.PERSON).values("book")
    own = Q(pk__in=held) | Q(pk__in=[book.pk for book in _guaranteed(user)])
    return [book.competition for book in unsettled().filter(own).select_related("competition").order_by("pk")]


@dataclass(frozen=True, slots=True)
class Due:
    """One sum in one season, in minor units of `currency`: above 0 it is owed to the person, below 0 by them.
    `is_disputed`: a ruling on it waits to be confirmed, or a result of theirs in the season to be ruled on.
    """

    season: Competition
    kind: BalanceKind
    amount: int
    currency: str
    is_disputed: bool = False


def owed_to(user: User) -> list[Due]:
    """All that is owed to `user` or by them, by season; nothing: their account can go as far as money goes.

    Asked before an account is closed.
    """
    found = [due for kind in BalanceKind for due in owed_as(kind, user)]
    return sorted(found, key=lambda due: due.season.pk)


def owed_as(kind: BalanceKind, user: User) -> list[Due]:
    """The same of one kind."""
    rows = [row for row in FINDERS[kind](user) if row[1]]
    disputed = _disputed(user) if rows else set()
    return [
        Due(book.competition, kind, amount, book.currency, is_ruled_on or book.competition_id in disputed)
        for book, amount, is_ruled_on in rows
    ]


Found = Iterator[tuple[Book, int, bool]]


def _prizes(user: User) -> Found:
    waiting = [Payout.State.PROPOSED, *Payout.OWED]
    rows = Payout.objects.filter(entry__user=user, state__in=waiting).order_by("pk")
    for payout in rows.select_related("book__competition", "proposal"):
        is_ruling = payout.proposal.kind == Proposal.Kind.RULING and payout.state == Payout.State.PROPOSED
        yield payout.book, payout.amount, is_ruling or payout.pk in ruled_on(payout.book)


def _refunds(user: User) -> Found:
    deposits = Q(entry=None, name__iexact=F("book__guarantor__name"), book__in=_guaranteed(user))
    own = Q(entry__user=user) | deposits
    rows = Refund.objects.filter(own, state__in=Refund.OPEN).order_by("pk")
    for refund in rows.select_related("book__competition"):
        yield refund.book, refund.amount - refund.given, False


def _prizes_to_pay_back(user: User) -> Found:
    confirmed = Owed.objects.filter(entry__user=user, proposal__state=Proposal.State.CONFIRMED)
    rows = confirmed.filter(paid_back__lt=F("amount")).order_by("pk")
    for owed in rows.select_related("proposal__book__competition"):
        yield owed.proposal.book, owed.paid_back - owed.amount, False


def _fees_taken_back(user: User) -> Found:
    rows = Entry.objects.filter(user=user, state__in=Entry.IN, payment=Entry.Payment.CHARGED_BACK)
    rows = rows.order_by("pk").select_related("competition__book").prefetch_related("payments")
    for entry in rows:
        has = (Payment.State.PART, Payment.State.IN_FEE, Payment.State.FEE)
        held = sum(each.rest for each in entry.payments.all() if each.state in has)
        yield _book_of(entry), held - entry.competition.fee, False


def _fees_that_would_come_back(user: User) -> Found:
    # What is held until payment opens, or until the rest comes, would come back as well.
    held = Q(state__in=(Payment.State.HELD, Payment.State.PART), entry__payment=Entry.Payment.DUE)
    paid = Payment.objects.filter(
        Q(state=Payment.State.FEE) | held, entry__user=user, entry__state__in=Entry.STANDING
    )
    rows = paid.exclude(book__competition__state__in=OVER).order_by("pk")
    for payment in rows.select_related("entry", "book__competition"):
        if payment.state != Payment.State.FEE:
            yield payment.book, payment.rest, False
        elif not has_begun_a_game(payment.entry):
            yield payment.book, payment.book.competition.fee, False


def _guarantees(user: User) -> Found:
    for book in _guaranteed(user):
        yield book, -ledger.balance(book, Of.GUARANTOR), False


def _held(user: User) -> Found:
    rows = Holder.objects.filter(user=user).select_related("book__competition").order_by("pk")
    for holder in rows:
        yield holder.book, -ledger.balance(holder.book, Of.CASH, holder), False


FINDERS: Final[Mapping[BalanceKind, Callable[[User], Found]]] = {
    BalanceKind.PRIZE: _prizes,
    BalanceKind.REFUND: _refunds,
    BalanceKind.PRIZE_TO_PAY_BACK: _prizes_to_pay_back,
    BalanceKind.FEE_TAKEN_BACK: _fees_taken_back,
    BalanceKind.FEE_THAT_WOULD_COME_BACK: _fees_that_would_come_back,
    BalanceKind.GUARANTEE: _guarantees,
    BalanceKind.HELD: _held,
}
"""By kind: books, sums, and whether a ruling on them waits to be confirmed."""


def _guaranteed(user: User) -> list[Book]:
    """The books that `user` guarantees, and agreed to before their seasons were announced: who was only named
    is kept from nothing. Two queries.
    """
    rows = Agreement.objects.filter(user=user, frozen_at__isnull=False).values_list("competition", "roles")
    agreed = [season for season, roles in rows if Agreement.Role.GUARANTOR in roles]
    books = Book.objects.filter(guarantor__user=user, competition__in=agreed)
    return list(books.select_related("competition").order_by("pk"))


def _disputed(user: User) -> set[int]:
    """The seasons (keys) in which a result of theirs waits for a ruling. One query."""
    rows = Dispute.objects.filter(of_person(user), ruled_at=None).exclude(competition__state__in=OVER)
    return set(rows.values_list("competition", flat=True))


def _book_of(entry: Entry) -> Book:
    book: Book = entry.competition.book
    book.competition = entry.competition
    return book
