"""One reader of one season's money: the season, its book, and what they may see and do there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Exists, OuterRef

from league.competitions.rules.common_rules import Names
from league.competitions.rules.prize_rules import PrizeRules
from league.competitions.state.season_access import Reader
from league.prizes.agreed.treasurers import fit
from league.prizes.book.books import holders_by_hand, money_of
from league.prizes.models import Book, Holder


@dataclass(frozen=True)
class MoneyReader:
    """`reader` of a season that has the `book`, kept by the rules `money`. A `trustee` answers for it: one of
    those who confirm its payouts and record what comes and goes by hand.
    """

    reader: Reader
    book: Book
    money: PrizeRules
    is_trustee: bool
    is_holder: bool = False
    """Whether what is paid by hand is paid to them."""
    keeps_some: bool = False
    """Whether they hold any of the money, also such as was carried over."""

    @property
    def may_send(self) -> bool:
        """Whether they see what has to be sent, and where: all of it, or what they hold themselves."""
        return self.is_trustee or self.keeps_some

    @property
    def may_read_book(self) -> bool:
        """Whether every booking is theirs to read: organisers' and arbiters' who do not play, trustees'."""
        return self.is_trustee or self.reader.has_say

    @cached_property
    def shows_names(self) -> bool:
        """Whether public statements say who people are, or the numbers of their entries alone."""
        return self.reader.rules.names is Names.PEOPLE


def money_reader(reader: Reader, user: Any) -> MoneyReader | None:
    """How `reader` stands to the season's money; None of a season without a book. Two queries."""
    season = reader.season
    if not season.has_money or season.is_hidden:
        return None
    held = holders_by_hand(season).filter(book=OuterRef("pk"), user=user.pk)
    own = Holder.objects.filter(book=OuterRef("pk"), user=user.pk)
    books = Book.objects.select_related("guarantor").annotate(is_held=Exists(held), keeps=Exists(own))
    book = books.filter(competition=season).first()
    if book is None:
        return None
    book.competition = season
    money = money_of(season)
    is_trustee = False
    if reader.is_arbiter:
        is_trustee = fit(season).filter(user=user).exclude(agreed_sha256="").exists()
    is_holder, keeps_some = reader.is_member and book.is_held, reader.is_member and book.keeps
    return MoneyReader(reader, book, money, is_trustee, is_holder, keeps_some)
