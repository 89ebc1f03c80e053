"""The demo's table of nine: seven powers, and two of whom nobody is told who they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from games.models import Game, Phase
from games.pace import Pace
from games.services import letters, opening, seating
from league.demo.table import in_the_past, play
from league.leagues.models import League
from league.users.models import User

VARIANT = "devil-and-god"
SEATED = ("ada", "ben", "eve", "fay", "gus", "hal", "ivy", "jan", "kim")
TO_ALL = "The Alps have no friends, gentlemen, and neither has Heaven. Peace until the autumn?"


def running(
    league: League,
    people: Mapping[str, User],
    *,
    name: str,
    pace: Pace,
    seed: int,
    until: Callable[[Phase], bool],
) -> Phase | None:
    """Play such a game in `league` up to the phase of which `until` says yes; everybody has had a letter."""
    with in_the_past(days=3) as calendar:
        game = opening.open_game(
            league=league, user=people[SEATED[0]], name=name, variant=VARIANT, settings={}, pace=pace
        )
        for person in SEATED:
            calendar.wait(0.2)
            seating.take_seat(game=game, user=people[person], nonce=f"{name} {person}")
        game.refresh_from_db()
        players = _players(game)
        phase = play(game, players, calendar, Random(seed), until=until)
        if phase is not None and phase.kind == "M":
            everybody = [seat for seat in players if seat in phase.position["centres"]]
            sender, *to = sorted(everybody)
            letters.send_letter(
                game=game, user=players[sender], to=to, body=TO_ALL, key=f"demo-{game.pk}-all"
            )
    return phase


def _players(game: Game) -> dict[str, User]:
    """Who sits where, now that lots have dealt the seats."""
    held = game.tenures.filter(left_at=None).select_related("seat", "user")
    return {tenure.seat.key: tenure.user for tenure in held}
