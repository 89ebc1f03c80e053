"""What standings and ratings add to a league's home and to a player's page there."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists
from django.http import HttpRequest
from django.utils.translation import pgettext_lazy

from games.common.database.compiled import Param
from games.common.words.local import alphabetical
from league.leagues.models import League, Membership
from league.leagues.sections import GameFilter, game_filters, has_a_page, on_home, on_player_page
from league.ratings.keys import KINDS
from league.ratings.players import ratings_of
from league.standings.models import GameCount
from league.standings.selectors import against, played
from league.standings.selectors.standings_top import head_of
from league.users.models import User


@on_home("standings", lambda: Exists(GameCount.objects.filter(league_id=Param("league"))))
def _standings(league: League, reader: Any, _membership: Membership | None) -> Any:
    return head_of(league, reader.pk if reader.is_authenticated else None)


has_a_page(played.has_results)


def _results(league: League, person: User, request: HttpRequest) -> Any:
    return played.results_of(league, person, request.GET.get("game", ""))


on_player_page("results", _results)


def _you_against(league: League, person: User, request: HttpRequest) -> Any:
    """How the reader's games against someone went; None for a visitor, for oneself, and of no one's."""
    if not request.user.is_authenticated or request.user.pk == person.pk:
        return None
    return against.meeting_of(league, request.user, person)


on_player_page("lately", lambda league, person, _request: played.form_of(league, person))
on_player_page("you_against", _you_against)
game_filters["game"] = GameFilter(
    pgettext_lazy("which game is played", "Game"),
    lambda _league, _person: sorted(
        ((kind.key, kind.name) for kind in KINDS.values()), key=lambda each: alphabetical(str(each[1]))
    ),
    lambda _league, kind: KINDS[kind].games(),
)
on_player_page("ratings", lambda league, person, _request: ratings_of(league, person))
