"""Who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from games.models import Game, Seat, Tenure
from games.tenancy import LeagueLike


@dataclass(frozen=True, slots=True)
class Place:
    """One seat of a game as everybody who sees the game sees it. `player` is empty while the seat is free."""

    key: str
    player: str
    user_id: int | None
    is_own: bool
    nonce: str = ""
    place: int = 0

    @property
    def is_free(self) -> bool:
        return self.user_id is None


def places_of(game: Game, own: Seat | None) -> list[Place]:
    """The game's seats in the engine's order, with who sits in each. One query.

    Nonces are among what anybody needs to check the lots; pages show them once the game is over.
    """
    seats = game.seats.order_by("order").values_list("key", "pk")
    sitting = {
        tenure.seat_id: tenure
        for tenure in Tenure.objects.filter(game=game, left_at=None).select_related("user")
    }
    places = []
    for key, pk in seats:
        tenure = sitting.get(pk)
        places.append(
            Place(
                key=key,
                player=tenure.user.get_username() if tenure else "",
                user_id=tenure.user_id if tenure else None,
                is_own=own is not None and own.pk == pk,
                nonce=tenure.nonce if tenure else "",
                place=tenure.place if tenure else 0,
            )
        )
    return places


def names_of(places: list[Place]) -> dict[str, str]:
    """The players' names by seat, for sentences and headings."""
    return {place.key: place.player for place in places if place.player}


def holds_seat(league: LeagueLike, user: AbstractBaseUser | Any) -> bool:
    """Whether `user` sits in a game of `league` that is not over: he cannot leave the league then."""
    return Tenure.objects.filter(
        user_id=user.pk,
        left_at=None,
        game__league_id=league.pk,
        game__state__in=[Game.State.WAITING, Game.State.RUNNING],
    ).exists()
