"""The courses of finished games, made by a worker once each is over: no page waits for them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any, Final

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

A_DAY: Final = 5_000
"""Games that are looked at in one go of the daily chore."""


READ_AT_ONCE: Final = 20
"""Games whose records are held in memory together."""

_LAST: Final = Phase.objects.filter(game=OuterRef("pk")).order_by("-ordinal").values("pk")[:1]


@delivers_slowly("results")
@delivers_slowly("count_results")
def follow_ends(rows: Sequence[OutboxRow]) -> Iterable[Done]:
    """Make the courses of games that have ended, or whose records are opened (SPY-6); again does no harm."""
    for first in range(0, len(rows), READ_AT_ONCE):
        some = rows[first : first + READ_AT_ONCE]
        keys = {row.payload.get("game", 0) for row in some}
        keep_courses(list(_with_ends(Game.objects.filter(pk__in=keys))))
        yield some, {}


def keep_course(game: Game) -> Course | None:
    """Make the course of `game` unless the one that is kept stands for it; None of a game that goes on, that
    never began, or whose record is not everyone's yet (SPY-6).
    """
    keep_courses(list(_with_ends(Game.objects.filter(pk=game.pk))))
    if game.state != Game.State.FINISHED or game.started_at is None or sight.is_in_fog(game):
        return None
    return Course.objects.filter(pk=game.pk).first()


def keep_courses(games: Sequence[Game]) -> int:
    """Make the courses of these games (of `_with_ends`) where none stands for them that is kept, and their
    records are everyone's; how many. Six queries at most.

    They are of what everyone may see, through the one door: nothing else is ever kept.
    """
    missing = [game for game in games if _is_to_be_made(game)]
    records = bridge.records_of(missing) if missing else {}
    made = [course for game in missing if (course := _course_of(game, records[game.pk])) is not None]
    Course.objects.bulk_create(
        made,
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["edition", "last", "facts", "made_at"],
    )
    return len(made)


def _with_ends(games: QuerySet[Game]) -> QuerySet[Game]:
    """Each with the phase that it ended with, and the course that is kept, if any. One query."""
    return games.select_related("course").annotate(ended_with=Subquery(_LAST)).order_by("pk")


def _is_to_be_made(game: Any) -> bool:
    if game.state != Game.State.FINISHED or game.started_at is None or game.ended_with is None:
        return False
    kept = getattr(game, "course", None)
    stands = kept is not None and (kept.edition, kept.last) == (EDITION, game.ended_with)
    return not stands and not sight.is_in_fog(game)


def _course_of(game: Any, whole: dict[str, Any]) -> Course | None:
    try:
        record = sight.record_of(game, whole, None)
        facts = course_of(bridge.seats(game.variant, game.settings), record)
    except AdjudicatorError as error:  # damaged: the page of such a game does without
        logger.error("A course cannot be made: %s", place_of(error), extra={"game": game.code})
        return None
    return Course(game=game, edition=EDITION, last=game.ended_with, facts=facts, made_at=clock.now())


def games_without() -> QuerySet[Game]:
    """Finished games whose record is everyone's and that have no course which stands for them."""
    over = Game.objects.filter(sight.opened(), started_at__isnull=False).alias(ended_with=Subquery(_LAST))
    stale = ~Q(course__edition=EDITION) | ~Q(course__last=F("ended_with"))
    return over.filter(Q(course=None) | stale, ended_with__isnull=False).order_by("pk")


def keep_missing(limit: int = A_DAY) -> int:
    """Make the courses that are missing, of the oldest games first; how many were made. For games that ended
    before there were any, and after facts are computed otherwise.
    """
    made = after = looked = 0
    while looked < limit:
        games = list(_with_ends(games_without().filter(pk__gt=after))[:READ_AT_ONCE])
        if not games:
            break
        made += keep_courses(games)
        looked, after = looked + len(games), games[-1].pk
    return made
