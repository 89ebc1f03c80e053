"""A world's game that is the first of a running knock-out, begun through the services that people use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from games.common import clock
from games.models import Game
from league.competitions import services
from league.competitions.knock_out.rules import Seeding
from league.competitions.knock_out.seeding import seed_by_hand
from league.competitions.models import Pairing
from league.competitions.services import turning
from league.leagues.models import League
from league.users.models import User
from tests.league.competitions.knock_outs import KNOCK_OUT

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def begun(
    league: League, two: Sequence[User], others: Sequence[User], *, organiser: User, arbiter: User
) -> Game:
    """The game of `two` in a cup of four that began an hour ago; the other game runs beside it."""
    now = clock.now()
    moments = {"enters_from": now - 9 * DAY, "enters_until": now - 2 * DAY, "starts_at": now - HOUR}
    rules = replace(KNOCK_OUT, league=league.slug, seeding=Seeding.HAND, ends_at=now + 600 * DAY, **moments)
    entrants = [two[0], *others, two[1]]
    with clock.reading(lambda: moments["enters_from"]):
        season = services.create_season(league=league, by=organiser, rules=rules, arbiters=[arbiter])
        season = services.announce(competition=season, by=organiser)
        for person in entrants:
            services.enter(competition=season, user=person)
    given: dict[str, Any] = {"competition": season, "by": organiser}
    with clock.reading(lambda: moments["enters_until"]):
        turning.turn(season)
        seed_by_hand(**given, order=range(1, len(entrants) + 1), reason="Two sisters, kept apart.")
    with clock.reading(lambda: moments["starts_at"]):
        turning.turn(season)
    game = Pairing.objects.select_related("game").get(competition=season, number=1).game
    assert game is not None
    return game
