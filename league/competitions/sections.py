"""What competitions add to a league's home, to its record book and to what ratings know."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Exists, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.common.database.compiled import Param
from league.competitions.ladder.selectors.reigns import games_of_reign, reigns_of_book
from league.competitions.ladder.services.reigns import make_reigns
from league.competitions.models import Competition
from league.competitions.selectors.home import home_of
from league.competitions.selectors.player import competing_of, games_of_season, seasons_of
from league.competitions.selectors.titles import titles_beside
from league.competitions.state.finality import may_still_change
from league.leagues.models import League, Membership
from league.leagues.sections import (
    FirstStep,
    GameFilter,
    beside_names,
    first_steps,
    game_filters,
    on_home,
    on_player_page,
)
from league.ratings.lists import asks_older_lists
from league.standings import chapters
from league.standings.unsettled import knows_unsettled

ENDED: Final = (Competition.State.FINISHED, Competition.State.CANCELLED)


@on_home(
    "competitions",
    lambda: Exists(Competition.objects.filter(league_id=Param("league")).exclude(state__in=ENDED)),
)
def _competitions(league: League, reader: Any, membership: Membership | None) -> Any:
    return home_of(league, reader, membership)


beside_names(titles_beside)
on_player_page("competing", competing_of)
game_filters["season"] = GameFilter(_("Season"), seasons_of, games_of_season)


first_steps.append(
    FirstStep(
        says=_("Draft a season"),
        more=_("Choose a kind and dates. No one sees it before you announce it."),
        address=lambda slug: reverse("tournaments:create", args=[slug]),
        is_done=lambda: Exists(Competition.objects.filter(league_id=Param("league"))),
    )
)


class Reigns:
    """The longest times at the top of a ladder."""

    name = "reigns"
    asked = "reign"
    make = staticmethod(make_reigns)
    of = staticmethod(reigns_of_book)
    games = staticmethod(games_of_reign)


chapters.add(Reigns())


knows_unsettled(may_still_change)


@asks_older_lists
def _asked_by_seasons() -> QuerySet[Competition, Any]:
    """Seasons that are not over and were announced under an older formula."""
    seasons = Competition.objects.exclude(state__in=ENDED)
    return seasons.filter(older_ratings__isnull=False).values("older_ratings")
