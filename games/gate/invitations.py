"""Which invitations to a game count: those that their guest may still take up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet

from games.common import clock
from games.engine.hidden_players import masked_seats
from games.models import Game, GameInvitation, Tenure


def open_invitations() -> QuerySet[GameInvitation]:
    """Those to games that wait for players, neither declined nor withdrawn, whose guest is a member of the
    league and has no seat there.
    """
    return _standing().filter(game__state=Game.State.WAITING, game__league__memberships__user=F("user"))


def is_invited(game: Game, user: Any) -> bool:
    """Whether `user` may still take up an invitation to `game`. One query, while the game waits."""
    if not game.is_waiting or user is None or not user.is_authenticated:
        return False
    return open_invitations().filter(game=game, user=user.pk).exists()


def kept_until(game: Game, user: Any, free: int) -> datetime | None:
    """Until when all of the `free` seats of `game` are kept for others than `user`; None where one is not.

    A guest who declines gives the seat up, unless that would tell who sits in a game that hides it (DG-1).
    One query, in a rematch that is some days old at most.
    """
    until = game.seats_kept_until
    if until is None or until <= clock.shown():
        return None
    declined = {} if masked_seats(game.variant) else {"declined_at": None}
    waited_for = _not_seated().filter(
        game=game, withdrawn_at=None, game__league__memberships__user=F("user"), **declined
    )
    guests = set(waited_for.values_list("user", flat=True))
    return until if len(guests) >= free and user.pk not in guests else None


def left_out(game: Game) -> list[int]:
    """The people, by key, to whom a private game was open only while it waited, once it starts without them:
    those who are invited, and its host. Two queries for a private game.
    """
    if not game.is_private:
        return []
    guests = list(_standing().filter(game=game).values_list("user", flat=True))
    seated = Tenure.objects.filter(game=game, user=game.opened_by_id, left_at=None)
    return guests if game.opened_by_id == game.master_id or seated.exists() else [*guests, game.opened_by_id]


def _standing() -> QuerySet[GameInvitation]:
    return _not_seated().filter(declined_at=None, withdrawn_at=None)


def _not_seated() -> QuerySet[GameInvitation]:
    seated = Tenure.objects.filter(game=OuterRef("game"), user=OuterRef("user"), left_at=None)
    return GameInvitation.objects.filter(~Exists(seated))


@dataclass(frozen=True, slots=True)
class Guest:
    """One member whom the host of a game has invited, as the host may know it.

    In a game that hides who plays in it (DG-1), neither who has sat down nor who has declined. `counts`:
    against the number of seats. `is_listed`: not withdrawn.
    """

    user_id: int
    name: str
    is_seated: bool
    has_declined: bool
    is_listed: bool

    @property
    def counts(self) -> bool:
        return self.is_listed and not self.has_declined


def rematch_now(game: Game) -> Game | None:
    """The rematch of `game` that someone has opened and no one called off, if any. One query."""
    again = Game.objects.select_related("opened_by").filter(rematch_of=game)
    return again.exclude(state=Game.State.CANCELLED).first()
