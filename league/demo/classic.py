"""The demo's table of seven: the classic game, and a game master who presides over it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.features.rehearsal import RULES, Until, in_the_past, play, sit_down, where, write_letter
from games.services.masters import presiding
from league.leagues.models import League
from league.users.models import User

SEVEN = ("ada", "ben", "eve", "fay", "gus", "hal", "ivy")
WISHES = {"ada": ["FRANCE", "ENGLAND"], "ben": ["FRANCE", "TURKEY", "ITALY"], "gus": ["RUSSIA"]}
"""How some of them rank the powers; the others take what is left."""
TO_ALL = "Seven of us and thirty-four centres: that does not come out even. Shall we talk?"
RULING = (
    "“Paris holds” leaves no doubt about which army is meant: there is but one. It stands as it was read."
)


def of_seven(
    league: League,
    people: Mapping[str, User],
    *,
    name: str,
    seed: int,
    until: Until,
) -> str:
    """Seven who have ranked the powers, and carl, who presides over them and has settled a case."""
    with in_the_past(days=3) as calendar:
        game, players = sit_down(
            league,
            people,
            SEVEN,
            calendar,
            wishes=WISHES,
            name=name,
            variant="standard",
            settings=RULES,
            dealing="ranking",
            master=people["carl"],
        )
        phase = play(game, players, calendar, Random(seed), until=until)
        presiding.offer_to_stand_in(game=game, user=people["kim"])
        presiding.rule(game=game, user=people["carl"], reason=RULING)
        sender, *to = sorted(players)
        write_letter(game, players, sender, to, TO_ALL)
    return where(phase)
