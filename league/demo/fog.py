"""The demo's game in fog: seven powers and their spies, by season, so that orders are given ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from games.models import Game, Phase
from games.pace import Pace
from games.services import opening, seating
from league.demo.table import in_the_past, play
from league.leagues.models import League
from league.users.models import User

SEATED = ("ada", "ben", "fay", "gus", "hal", "ivy", "jan")


def running(
    league: League,
    people: Mapping[str, User],
    *,
    name: str,
    pace: Pace,
    seed: int,
    days: float,
    until: Callable[[Phase], bool],
) -> Phase | None:
    """Play such a game, opened `days` ago, up to the phase of which `until` says yes; none closes early."""
    with in_the_past(days=days) as calendar:
        game = opening.open_game(
            league=league, user=people[SEATED[0]], name=name, variant="spy", settings={}, pace=pace
        )
        for person in SEATED:
            calendar.wait(0.2)
            seating.take_seat(game=game, user=people[person], nonce=f"{name} {person}")
        game.refresh_from_db()
        return play(game, _players(game), calendar, Random(seed), until=until)


def _players(game: Game) -> dict[str, User]:
    """Who sits where, now that lots have dealt the seats."""
    held = game.tenures.filter(left_at=None).select_related("seat", "user")
    return {tenure.seat.key: tenure.user for tenure in held}
