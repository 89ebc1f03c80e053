"""An organiser has the players at risk in a game reminded once more."""

from __future__ import annotations

from django.db import transaction

from games.common import clock
from games.models import Game
from games.services.players.reminding_again import remind_again
from league.leagues.errors import NotAllowed
from league.leagues.models import League, OrganiserAct
from league.leagues.services.locking import check_organiser, lock
from league.leagues.services.log import enter
from league.users.models import User


@transaction.atomic
def remind_players(*, league: League, by: User, game: Game) -> int:
    """Send the usual reminder to those at risk in `game` of `league` who have had none by an organiser in its
    open phase; how many. The log says that someone had the game reminded, and of no one in it.

    NotAllowed unless `by` organises. 0 where no one is at risk, or `by` may not know.
    """
    league = lock(league)
    check_organiser(league, by)
    if game.league_id != league.pk:
        raise NotAllowed
    asked = remind_again(game=game, by=by)
    if asked:
        enter(league, OrganiserAct.Kind.REMINDED, by=by, now=clock.now(), name=game.name, game=game.code)
    return asked
