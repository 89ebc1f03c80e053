"""Ratings as pages and ladders show them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

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
    which: dict[str, Any] = {"list": older}
    if older is None:
        which = {"list__league": league, "list__key": variant_key, "list__is_older": False}
    rows = Rating.objects.filter(**which, user__in=user_ids)
    return {user: shown(mu, games) for user, mu, games in rows.values_list("user", "mu", "games")}
