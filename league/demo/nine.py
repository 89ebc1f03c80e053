"""The demo's table of nine: seven powers, and two of whom no one is told who they are."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.features.rehearsal import Until, in_the_past, play, sit_down, where, write_letter
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
    seed: int,
    until: Until,
) -> str:
    """Play such a game in `league` up to the phase of which `until` says yes; everyone has had a message."""
    with in_the_past(days=3) as calendar:
        game, players = sit_down(league, people, SEATED, calendar, name=name, variant=VARIANT)
        phase = play(game, players, calendar, Random(seed), until=until)
        if phase is not None and phase.kind == "M":
            everybody = [seat for seat in players if seat in phase.position["centres"]]
            sender, *to = sorted(everybody)
            write_letter(game, players, sender, to, TO_ALL)
    return where(phase)
