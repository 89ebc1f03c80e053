"""Which seasons could get what no one claimed or won: what someone sees before they choose one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.common.words.people import at_start, called
from league.competitions.models import Competition, Entry
from league.competitions.rules.canonical import sha256_of
from league.competitions.words import terms
from league.prizes.models import Payout
from league.prizes.services.book_access import MoneyReader
from league.prizes.services.refunds.carrying import to_carry
from league.prizes.services.refunds.destinations import facts_of, open_seasons

MOST: Final = 20
"""Seasons that are offered at once."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A season: who may enter it, a sentence each, and who its arbiters are. `sha256` is of what was seen."""

    season: Competition
    conditions: Sequence[str]
    arbiters: Sequence[str]
    sha256: str
    is_mine: bool = False
    """Whether the reader has an entry in it, so that others decide."""

    @property
    def value(self) -> str:
        """What a form posts of it."""
        return f"{self.season.code}:{self.sha256}"


@dataclass(frozen=True, slots=True)
class Choices:
    """What no one has, what that comes to, and the seasons that could get it."""

    rows: Sequence[Payout]
    seasons: Sequence[Choice]

    @property
    def total(self) -> int:
        return sum(row.amount for row in self.rows)


def choices_of(found: MoneyReader) -> Choices:
    """What could go where now. A fixed number of queries."""
    season, book = found.reader.season, found.book
    seasons = list(open_seasons(season, book.currency)[:MOST])
    own = Entry.objects.filter(user=found.reader.person, competition__in=seasons)
    mine = set(own.values_list("competition", flat=True))
    chosen = [choice_of(each, is_mine=each.pk in mine) for each in seasons]
    return Choices(to_carry(season, book, found.reader.now), chosen)


def choice_of(season: Competition, *, is_mine: bool = False) -> Choice:
    """One season, which comes with its arbiters."""
    people = [each.user for each in season.arbiters.all() if each.left_at is None]
    return Choice(
        season=season,
        conditions=terms.conditions(season.terms) or [_("None.")],
        arbiters=[at_start(called(each.get_username())) for each in people],
        sha256=sha256_of(facts_of(season)),
        is_mine=is_mine,
    )


def nobody_in_words() -> str:
    """The words for a rest in place of a winner's name."""
    return _("No one: for another season of the league")
