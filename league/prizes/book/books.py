"""The book of a season and the money rules it is kept by."""

from __future__ import annotations

from django.db.models import QuerySet

from league.competitions.models import Competition
from league.competitions.rules.prize_rules import PrizeRules
from league.prizes.models import Book, Holder, Refund


def book_of(competition: Competition) -> Book | None:
    """The book of a season; None without one. One query."""
    book = Book.objects.filter(competition=competition).first()
    if book is not None:
        book.competition = competition
    return book


def money_of(competition: Competition) -> PrizeRules:
    """The money part of its rules. Raises LookupError of a season without money, which has no book."""
    money = competition.terms.money
    if money is None:
        raise LookupError(f"season {competition.code} has no money")
    return money


def holders_by_hand(competition: Competition) -> QuerySet[Holder]:
    """To whom a season is paid offline: the person whom its rules name, one or none. A sum that was carried
    over may have brought other people, who hold that alone.
    """
    people = Holder.objects.filter(book__competition=competition, kind=Holder.Kind.PERSON, is_carried=False)
    return people.filter(name__iexact=money_of(competition).cash_holder)


def refunds_to_make(holder: Holder) -> QuerySet[Refund]:
    """The refunds that wait for `holder` to make them by hand."""
    return Refund.objects.filter(holder=holder, way=Refund.Way.HAND, state__in=Refund.OPEN)


def needed_for(competition: Competition) -> int:
    """How many treasurers confirm each payout of a season, by its rules."""
    return money_of(competition).confirmations
