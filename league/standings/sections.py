"""What standings and ratings add to a league's home and to a player's page there."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists
from django.http import HttpRequest

from games.common.database.compiled import Param
from league.leagues.models import League, Membership
from league.leagues.sections import has_a_page, on_home, on_player_page
from league.ratings.players import ratings_of
from league.standings.models import GameCount
from league.standings.selectors import played
from league.standings.selectors.standings_top import head_of
from league.users.models import User


@on_home("standings", lambda: Exists(GameCount.objects.filter(league_id=Param("league"))))
def _standings(league: League, reader: Any, _membership: Membership | None) -> Any:
    return head_of(league, reader.pk if reader.is_authenticated else None)


has_a_page(played.has_results)


def _results(league: League, person: User, request: HttpRequest) -> Any:
    return played.results_of(league, person, request.GET.get("game", ""))


on_player_page("results", _results)
on_player_page("ratings", lambda league, person, _request: ratings_of(league, person))
