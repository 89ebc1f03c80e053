"""A rematch: the same game once more, with seats for whoever played."""

from __future__ import annotations

from datetime import timedelta

from games import clock
from games.absence import Absence
from games.models import Game, Tenure
from games.models.game import code_from
from games.pace import Pace
from games.people import Person
from games.services.opening import open_game

KEPT = timedelta(days=3)
"""So long the seats of a rematch are kept for those who played."""

TRIES = 9
"""How many rematches one game has at most; all but the last were called off."""


def rematch_of(game: Game) -> Game | None:
    """The rematch of `game` that somebody has opened and nobody called off, if any. One query."""
    return next((again for again in reversed(_opened(game)) if again.state != Game.State.CANCELLED), None)


def open_rematch(*, game: Game, user: Person) -> Game:
    """Open a game with the settings of `game`, which is over, or find the one that is open already.

    Its seats are empty, kept for some days for those who played to the end, and its powers are dealt anew.
    Whoever opens it invites the others who did, so that they may join whatever reliability it asks for: when
    a game is over, everybody knows who did, in those too that hid it (DG-1). Nobody presides; `BadSettings`
    if the variant has changed so that nobody can play it.
    """
    opened = _opened(game)
    absence = Absence.from_json(game.absence)
    if opened and (len(opened) == TRIES or opened[-1].state != Game.State.CANCELLED):
        return opened[-1]
    return open_game(
        league=game.league,
        user=user,
        name=_named(game.name),
        variant=game.variant,
        settings=game.settings,
        pace=Pace.from_json(game.pace),
        press=game.press,
        press_pauses="closed" if game.press_pauses else "open",
        press_opens=game.press_opens,
        press_locks=game.press_locks,
        successors_read=game.successors_read,
        dealing=game.dealing,
        visibility=game.visibility,
        reliability=game.reliability,
        absence=absence.renewed() if absence else None,
        code=_codes(game)[len(opened)],
        seats_kept_until=clock.now() + KEPT,
        guests=[
            tenure.user for tenure in Tenure.objects.filter(game=game, left_at=None).select_related("user")
        ],
    )


def _opened(game: Game) -> list[Game]:
    """The rematches of `game`, in the order in which they were opened: all but the last were called off."""
    again = Game.objects.select_related("opened_by")
    return list(again.filter(code__in=_codes(game), league_id=game.league_id).order_by("pk"))


def _codes(game: Game) -> list[str]:
    """The codes of its rematches, one after the other: two who ask for one at once get the same game."""
    return [code_from(f"rematch {game.pk}{' again' * time}") for time in range(TRIES)]


def _named(name: str) -> str:
    """`Channel` is followed by `Channel (2)`, and that by `Channel (3)`."""
    base, opening, number = name.removesuffix(")").rpartition(" (")
    if name.endswith(")") and opening and number.isdigit():
        return f"{base[:72]} ({int(number) + 1})"
    return f"{name[:72]} (2)"
