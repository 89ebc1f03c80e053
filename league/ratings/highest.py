"""Who is rated highest in a league."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q

from games.common.database import cached
from league.leagues.models import League
from league.ratings.keys import KINDS, RatedKind
from league.ratings.models import Rating, RatingList
from league.ratings.parameters import PROVISIONAL
from league.ratings.shown import ShownRating, shown

MOST_SHOWN: Final = 25
SECONDS: Final = 3600


@dataclass(frozen=True, slots=True)
class Rated:
    """How many people have a rating at a game, and how many one that is not provisional. `list`: its key."""

    list: int
    kind: RatedKind
    people: int
    settled: int


@dataclass(frozen=True, slots=True)
class High:
    """One line of the table. Who is rated alike shares a `place`."""

    place: int
    user: int
    username: str
    rating: ShownRating


def rated_in(league: League) -> list[Rated]:
    """The games that anyone is rated at in `league`, those of most settled ratings first. One query, and one
    more where no one has asked since a rating changed.
    """
    lists = RatingList.objects.filter(league=league, is_older=False).order_by("pk")
    stamps = "".join(stamp.hex for stamp in lists.values_list("stamp", flat=True))
    which = hashlib.sha256(stamps.encode()).hexdigest()[:24]
    counted = cached.under(f"rated-lists-{league.pk}-{which}", lambda: _counted(league), seconds=SECONDS)
    found = [Rated(pk, KINDS[key], people, settled) for pk, key, people, settled in counted if people]
    return sorted(found, key=lambda each: (-each.settled, -each.people, each.kind.key))


def _counted(league: League) -> list[tuple[int, str, int, int]]:
    """By list: its key, the game, how many people have a rating, how many a settled one."""
    lists = RatingList.objects.filter(league=league, is_older=False).order_by()
    counted = lists.annotate(
        people=Count("ratings"), settled=Count("ratings", filter=Q(ratings__games__gte=PROVISIONAL))
    )
    return list(counted.values_list("pk", "key", "people", "settled"))


def highest_in(rated: Rated) -> list[High]:
    """The highest ratings that are not provisional, of people who have an account. One query: the list's own
    key lets an index give them in their order.
    """
    rows = Rating.objects.filter(list=rated.list, games__gte=PROVISIONAL, user__is_active=True)
    rows = rows.order_by("-mu", "user")
    lines: list[High] = []
    for user, name, mu, games in rows.values_list("user", "user__username", "mu", "games")[:MOST_SHOWN]:
        rating = shown(mu, games)
        is_shared = bool(lines) and lines[-1].rating.points == rating.points
        lines.append(High(lines[-1].place if is_shared else len(lines) + 1, user, name, rating))
    return lines
