"""What waits for who looks for an opponent: to say yes or no to whom was found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.db.models import Exists, QuerySet, Subquery
from django.utils.translation import gettext as _

from games.common import clock
from games.common.database.compiled import Param
from games.common.waiting import NEEDS_YOU, Corner, Scope, Waiting, is_one, waits_for
from games.common.words.addresses import address
from games.common.words.people import called
from league.leagues.models import Pool, Search
from league.leagues.opponents.options import GAMES


def _unanswered(user: Any) -> QuerySet[Search]:
    return Search.objects.filter(user_id=user, state=Search.State.ASKED, yes_at=None)


def _going_on(user: Any) -> QuerySet[Search]:
    return Search.objects.filter(user_id=user, state__in=Search.OPEN)


FOUND: Final = is_one("found", lambda: Exists(_unanswered(Param("user"))))
LOOKING: Final = is_one("looking", lambda: Exists(_going_on(Param("user"))))


@waits_for("opponent", of=[FOUND])
def opponents_to_answer(user: Any, scope: Scope) -> Iterator[Waiting]:
    """The game that is proposed to `user`, until they have said yes or its time is over. One query."""
    if scope.contest is not None:
        return
    pool = Pool.objects.filter(**scope.narrows("league"))
    rows = _unanswered(user.pk).filter(proposal__answer_by__gt=clock.shown())
    slug, name = (Subquery(pool.values(f"league__{each}")[:1]) for each in ("slug", "name"))
    columns = ("proposal__one", "proposal__one__username", "proposal__other__username")
    more = ("proposal__game_key", "proposal__answer_by", "league_slug", "league_name")
    found = rows.annotate(league_slug=slug, league_name=name).filter(league_slug__isnull=False)
    for one, first, second, game, until, *where in found.values_list(*columns, *more):
        yield Waiting(
            kind="opponent",
            urgency=NEEDS_YOU,
            says=_("You have an opponent: %(name)s") % {"name": called(second if one == user.pk else first)},
            more=_("Say yes or no. If you don’t answer, your search ends."),
            address=address("leagues:opponent"),
            league=Corner(*where),
            of=GAMES[game].name,
            due=until,
        )
