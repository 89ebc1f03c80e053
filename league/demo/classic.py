"""The demo's tables of the classic game: seven players and a game master, four players, the Great War."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from games.models import Game, Phase
from games.pace import Pace
from games.services import letters, opening, presiding, seating
from league.demo.table import Calendar, in_the_past, play
from league.leagues.models import League
from league.users.models import User

SEVEN = ("ada", "ben", "eve", "fay", "gus", "hal", "ivy")
WISHES = {"ada": ["FRANCE", "ENGLAND"], "ben": ["FRANCE", "TURKEY", "ITALY"], "gus": ["RUSSIA"]}
"""How some of them rank the powers; the others take what is left."""
TO_ALL = "Seven of us and thirty-four centres: that does not come out even. Shall we talk?"
RULING = (
    "“Paris holds” leaves no doubt about which army is meant: there is but one. It stands as it was read."
)

Until = Callable[[Phase], bool]


def of_seven(
    league: League, people: Mapping[str, User], *, name: str, pace: Pace, seed: int, until: Until
) -> Phase | None:
    """Seven who have ranked the powers, and carl, who presides over them and has settled a case."""
    with in_the_past(days=3) as calendar:
        game = opening.open_game(
            league=league,
            user=people["carl"],
            name=name,
            variant="standard",
            settings={"rulebook": "classic", "draws": True},
            pace=pace,
            dealing="ranking",
            master=people["carl"],
        )
        players = _sit_down(game, people, SEVEN, calendar)
        phase = play(game, players, calendar, Random(seed), until=until)
        presiding.offer_to_stand_in(game=game, user=people["kim"])
        presiding.rule(game=game, user=people["carl"], reason=RULING)
        sender, *to = sorted(players)
        letters.send_letter(game=game, user=players[sender], to=to, body=TO_ALL, key=f"demo-{game.pk}-all")
    return phase


def of_few(
    league: League,
    people: Mapping[str, User],
    seated: Sequence[str],
    *,
    name: str,
    pace: Pace,
    seed: int,
    until: Until,
) -> Phase | None:
    """A table of as many players as there are names in `seated`, each with several powers or one."""
    with in_the_past(days=4) as calendar:
        game = opening.open_game(
            league=league,
            user=people[seated[0]],
            name=name,
            variant="standard",
            settings={"rulebook": "classic", "draws": True, "players": len(seated)},
            pace=pace,
        )
        players = _sit_down(game, people, seated, calendar)
        return play(game, players, calendar, Random(seed), until=until)


def _sit_down(
    game: Game, people: Mapping[str, User], seated: Sequence[str], calendar: Calendar
) -> dict[str, User]:
    """Who sits where, once lots have dealt the seats."""
    for person in seated:
        calendar.wait(0.2)
        ranking = WISHES.get(person, []) if game.dealing == "ranking" else []
        seating.take_seat(game=game, user=people[person], nonce=f"{game.name} {person}", ranking=ranking)
    game.refresh_from_db()
    held = game.tenures.filter(left_at=None).select_related("seat", "user")
    return {tenure.seat.key: tenure.user for tenure in held}
