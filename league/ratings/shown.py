"""Ratings as pages and ladders show them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Case, OrderBy, OuterRef, QuerySet, Subquery, When

from league.leagues.models import League
from league.ratings.models import Rating
from league.ratings.parameters import PROVISIONAL, points_of


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating in points after so many games; `provisional` until ten."""

    points: int
    provisional: bool
    games: int

    def __str__(self) -> str:
        """1650, or 1650? while it is provisional."""
        return f"{self.points}?" if self.provisional else str(self.points)


def shown(mu: float, games: int) -> ShownRating:
    return ShownRating(points_of(mu), games < PROVISIONAL, games)


def current(
    league: League | None, variant_key: str, user_ids: Collection[int], *, older: int | None = None
) -> Mapping[int, ShownRating]:
    """The ratings of these users at a game (`keys.key_of`) in `league`, None: overall. One query.

    `older`: the key of a list by an older formula that is asked in place of today's. Who has no rated game
    there is missing.
    """
    rows = _ratings(league, variant_key) if older is None else Rating.objects.filter(list=older)
    rows = rows.filter(user__in=user_ids)
    return {user: shown(mu, games) for user, mu, games in rows.values_list("user", "mu", "games")}


def by_rating(league: League, variant_key: str) -> list[OrderBy]:
    """How rows with a `user` are ordered by their rating at a game in `league`, the best first: settled ones,
    provisional ones, then who has none. Add `user_id`, so that no two rows are equal.
    """
    rated = _ratings(league, variant_key).filter(user=OuterRef("user"))
    settled = rated.annotate(settled=Case(When(games__gte=PROVISIONAL, then=1), default=0))
    return [Subquery(settled.values(each)[:1]).desc(nulls_last=True) for each in ("settled", "mu")]


def _ratings(league: League | None, variant_key: str) -> QuerySet[Rating]:
    return Rating.objects.filter(list__league=league, list__key=variant_key, list__is_older=False)
