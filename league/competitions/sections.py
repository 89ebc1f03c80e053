"""What competitions, standings and ratings add to a league's home and to a player's page there."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Exists, QuerySet
from django.http import HttpRequest

from games.common.database.compiled import Given
from league.competitions.models import Competition, GameCount
from league.competitions.selectors import played
from league.competitions.selectors.head import head_of
from league.competitions.selectors.home import home_of
from league.leagues.models import League, Membership
from league.leagues.sections import has_a_page, on_home, on_player_page
from league.ratings.lists import asks_older_lists
from league.ratings.players import ratings_of
from league.users.models import User

ENDED: Final = (Competition.State.FINISHED, Competition.State.CANCELLED)


@on_home("standings", lambda: Exists(GameCount.objects.filter(league_id=Given("league"))))
def _standings(league: League, reader: Any, _membership: Membership | None) -> Any:
    return head_of(league, reader.pk if reader.is_authenticated else None)


@on_home(
    "competitions",
    lambda: Exists(Competition.objects.filter(league_id=Given("league")).exclude(state__in=ENDED)),
)
def _competitions(league: League, reader: Any, membership: Membership | None) -> Any:
    return home_of(league, reader, membership)


has_a_page(played.has_results)


def _results(league: League, person: User, request: HttpRequest) -> Any:
    return played.results_of(league, person, request.GET.get("game", ""))


on_player_page("results", _results)
on_player_page("ratings", lambda league, person, _request: ratings_of(league, person))


@asks_older_lists
def _asked_by_seasons() -> QuerySet[Competition, Any]:
    """Seasons that are not over and were announced under an older formula."""
    seasons = Competition.objects.exclude(state__in=ENDED)
    return seasons.filter(older_ratings__isnull=False).values("older_ratings")
