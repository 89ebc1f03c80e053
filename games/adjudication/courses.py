"""The courses of finished games, made by a worker once each is over: no page waits for them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Final

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from adjudicator.errors import AdjudicatorError
from games.common import clock
from games.common.guards.sealing import place_of
from games.common.outbox.registry import Done, delivers_slowly
from games.common.outbox.row import OutboxRow
from games.engine import bridge, sight
from games.engine.turning import EDITION, course_of
from games.models import Course, Game, Phase

logger = logging.getLogger(__name__)

AT_ONCE: Final = 200
"""Games without a course that are looked for at one time."""

A_DAY: Final = 5_000
"""Games that are looked at in one go of the daily chore."""


@delivers_slowly("results")
@delivers_slowly("count_results")
def follow_ends(rows: Sequence[OutboxRow]) -> Iterable[Done]:
    """Make the courses of games that have ended, or whose records are opened (SPY-6); again does no harm."""
    for row in rows:
        game = Game.objects.filter(pk=row.payload.get("game", 0)).first()
        if game is not None:
            keep_course(game)
        yield [row], {}


def keep_course(game: Game) -> Course | None:
    """Make the course of `game` unless the one that is kept stands for it; None of a game that goes on, that
    never began, or whose record is not everybody's yet (SPY-6). Six queries at most.

    It is of what everybody may see, through the one door: nothing else is ever kept.
    """
    if game.state != Game.State.FINISHED or game.started_at is None or sight.is_in_fog(game):
        return None
    last = Phase.objects.filter(game=game).order_by("-ordinal").values_list("pk", flat=True).first()
    kept = Course.objects.filter(pk=game.pk).first()
    if last is None or (kept is not None and (kept.edition, kept.last) == (EDITION, last)):
        return kept
    try:
        record = sight.record_of(game, bridge.record_of(game), None)
        facts = course_of(bridge.seats(game.variant, game.settings), record)
    except AdjudicatorError as error:  # damaged: the page of such a game does without
        logger.error("A course cannot be made: %s", place_of(error), extra={"game": game.code})
        return None
    values = {"edition": EDITION, "last": last, "facts": facts, "made_at": clock.now()}
    return Course.objects.update_or_create(game=game, defaults=values)[0]


def games_without() -> QuerySet[Game]:
    """Finished games whose record is everybody's and that have no course which stands for them."""
    last = Phase.objects.filter(game=OuterRef("pk")).order_by("-ordinal").values("pk")[:1]
    over = Game.objects.filter(sight.opened(), started_at__isnull=False).alias(ended_with=Subquery(last))
    stale = ~Q(course__edition=EDITION) | ~Q(course__last=F("ended_with"))
    return over.filter(Q(course=None) | stale, ended_with__isnull=False).order_by("pk")


def keep_missing(limit: int = A_DAY) -> int:
    """Make the courses that are missing, of the oldest games first; how many were made. For games that ended
    before there were any, and after facts are computed otherwise.
    """
    made = after = looked = 0
    while looked < limit and (games := list(games_without().filter(pk__gt=after)[:AT_ONCE])):
        made += sum(keep_course(game) is not None for game in games)
        looked, after = looked + len(games), games[-1].pk
    return made
