"""A rematch: the same game once more, with seats for those who played."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from games.adjudication.locking import lock_game
from games.common import clock
from games.common.words.people import Person
from games.gate.game_terms import GameTerms
from games.gate.invitations import rematch_now
from games.models import Game, Tenure
from games.services.seats.opening import open_game

KEPT = timedelta(days=3)
"""The time for which the seats of a rematch are kept for those who played."""


@transaction.atomic
def open_rematch(*, game: Game, user: Person) -> Game:
    """Open a game with the settings of `game`, which is over, or find the one that is open already.

    Its seats are empty, kept for some days for those who played to the end, and its powers are dealt again.
    Its creator invites the others who played, so that they may join whatever reliability it asks for:
    when a game is over, everyone knows who did, in those too that hid it (DG-1). No one presides;
    `BadSettings` if the variant has changed so that no one can play it. Two who ask for one at once get the
    same game.
    """
    game = lock_game(game)
    if (again := rematch_now(game)) is not None:
        return again
    league = game.league
    return open_game(
        league=league,
        user=user,
        name=_named(game.name),
        terms=GameTerms.of_game(game, league),
        rematch_of=game,
        seats_kept_until=clock.now() + KEPT,
        guests=[
            tenure.user for tenure in Tenure.objects.filter(game=game, left_at=None).select_related("user")
        ],
    )


def _named(name: str) -> str:
    """`Channel` is followed by `Channel (2)`, and that by `Channel (3)`."""
    base, opening, number = name.removesuffix(")").rpartition(" (")
    if name.endswith(")") and opening and number.isdigit():
        return f"{base[:72]} ({int(number) + 1})"
    return f"{name[:72]} (2)"
