"""Who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import FilteredRelation, Q, QuerySet

from games.compiled import Given, Question
from games.models import Game, Phase, Seat, Tenure
from games.tenancy import LeagueLike


@dataclass(frozen=True, slots=True)
class Place:
    """One seat of a game as everybody who sees the game sees it. `player` is empty while the seat is free.

    `tenure` is the key of the player's tenure. `is_ready`: to close the phase that was asked about before its
    deadline.
    """

    key: str
    player: str
    user_id: int | None
    is_own: bool
    nonce: str = ""
    place: int = 0
    tenure: int | None = None
    is_ready: bool = False

    @property
    def is_free(self) -> bool:
        return self.user_id is None


def _seats_of_game() -> QuerySet[Seat]:
    sitting = FilteredRelation("tenures", condition=Q(tenures__left_at=None))
    return Seat.objects.filter(game_id=Given("game")).order_by("order").annotate(sitting=sitting)


_SITTING = [
    "key",
    "pk",
    "sitting",
    "sitting__user__username",
    "sitting__user",
    "sitting__nonce",
    "sitting__place",
]

_PLACES = Question(lambda: _seats_of_game().values_list(*_SITTING))

_PLACES_IN_PHASE = Question(
    lambda: (
        _seats_of_game()
        .annotate(draft=FilteredRelation("drafts", condition=Q(drafts__phase=Given("phase"))))
        .values_list(*_SITTING, "draft__ready_at")
    )
)


def places_of(game: Game, own: Seat | None, phase: Phase | None = None) -> list[Place]:
    """The game's seats in the engine's order, with who sits in each, and is ready in `phase`. One query.

    Nonces are among what anybody needs to check the lots; pages show them once the game is over.
    """
    if phase is None:
        rows = _PLACES.rows(game=game.pk)
    else:
        rows = _PLACES_IN_PHASE.rows(game=game.pk, phase=phase.pk)
    return [
        Place(
            key=key,
            player=player or "",
            user_id=user_id,
            is_own=own is not None and own.pk == pk,
            nonce=nonce or "",
            place=place or 0,
            tenure=tenure,
            is_ready=any(ready_at),
        )
        for key, pk, tenure, player, user_id, nonce, place, *ready_at in rows
    ]


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
