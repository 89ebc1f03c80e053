"""The money of seasons in *This week*: what each pool has so far, as its season's page says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Sum
from django.db.models.functions import Coalesce

from league.competitions.models import Competition
from league.competitions.selectors.week import seasons_of
from league.leagues.models import League
from league.leagues.week import on_week
from league.prizes.book.books import money_of
from league.prizes.models import Account, Book, Leg
from league.prizes.selectors.pool import PAID_OUT


@dataclass(frozen=True, slots=True)
class SeasonPool:
    """What a season's pool has, in minor units of its currency, and its fee."""

    season: Competition
    pool: int
    fee: int
    currency: str


@on_week("prizes/_week.html", aside=True)
def pools_of(league: League, reader: Any, now: datetime) -> Sequence[SeasonPool]:
    """Of the seasons with money that are announced or played, the newest first. Three queries."""
    seasons = {season.pk: season for season in seasons_of(league) if season.has_money}
    books = dict(Book.objects.filter(competition__in=seasons).values_list("competition", "currency"))
    kind = Coalesce("booking__reverses__kind", "booking__kind")
    legs = Leg.objects.filter(account__kind=Account.Kind.POOL, booking__book__competition__in=books)
    legs = legs.alias(counts_as=kind).exclude(counts_as__in=PAID_OUT).order_by()
    sums = dict(legs.values_list("booking__book__competition").annotate(sum=Sum("amount")))
    return [
        SeasonPool(seasons[key], -sums.get(key, 0), money_of(seasons[key]).fee, books[key])
        for key in seasons
        if key in books
    ]
