"""Comparing lists of ratings with the results they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final, TypeAlias

from django.db import transaction

from games.common import clock, outbox
from games.common.outbox.row import OutboxRow
from league.ratings import lists
from league.ratings.folding import Fold
from league.ratings.keys import KINDS
from league.ratings.models import LateResult, RatingList
from league.ratings.results import AT_ONCE, games_of

Line: TypeAlias = tuple[int, int, int, int, float, float]
"""A step: game, user, place, the number of the user's game, and mu and sigma after it."""

TOPICS: Final = ("results", "count_results", "league_rates")
"""By which results reach the lists."""


def compare_all() -> list[RatingList]:
    """Compare every list; those that drifted. They are left as they are, and an alarm tells of them.

    Lists of another formula are computed again soon; nothing is said of one to which results are on their
    way.
    """
    lists.drop_unasked()
    drifted = []
    for found in RatingList.objects.all():
        if found.formula != lists.formula_of(found):
            LateResult.objects.create(list=found, at=clock.now())
        elif _has_drifted(found):
            drifted.append(found)
    if drifted:
        outbox.put(outbox.tell("alarm", clock.now(), ratings=[found.pk for found in drifted]))
    return drifted


def _has_drifted(found: RatingList) -> bool:
    return bool(differences(found)) and not _is_behind(found)


def _is_behind(found: RatingList) -> bool:
    """Whether results may not have reached the list yet."""
    coming = OutboxRow.objects.filter(topic__in=TOPICS, sent_at=None, given_up_at=None)
    return found.late.exists() or coming.filter(due_at__lte=clock.now()).exists()


@transaction.atomic
def differences(found: RatingList) -> int:
    """In how many steps and ratings a list is not what its games come to, compared to the last digit."""
    locked = RatingList.objects.select_for_update(of=("self",), no_key=True).get(pk=found.pk)
    fold = lists.fold_of(locked)
    pairs = zip_longest(_stored(locked), _computed(locked, fold))
    steps: int = sum(stored != computed for stored, computed in pairs)
    ratings = {user: (mu, sigma, games) for user, mu, sigma, games in _ratings(locked)}
    skills = {user: (skill.mu, skill.sigma, skill.games) for user, skill in fold.skills.items()}
    return steps + sum(ratings.get(user) != skills.get(user) for user in ratings.keys() | skills.keys())


def _ratings(found: RatingList) -> Iterator[tuple[int, float, float, int]]:
    return found.ratings.values_list("user", "mu", "sigma", "games").iterator(chunk_size=AT_ONCE)


def _stored(found: RatingList) -> Iterator[Line]:
    steps = found.steps.order_by("at", "code", "user")
    lines = steps.values_list("game", "user", "place", "number", "mu", "sigma")
    return lines.iterator(chunk_size=AT_ONCE)


def _computed(found: RatingList, fold: Fold) -> Iterator[Line]:
    for played in games_of(found.league, KINDS[found.key]):
        for step in fold.rate(played):
            yield (
                played.game,
                step.user,
                step.place,
                step.after.games,
                step.after.mu,
                step.after.sigma,
            )
