"""Invitations to games as their guests and their hosts see them; no one else sees any."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import QuerySet

from games.agreed.dealing import RANKING
from games.common.database.compiled import Param, PreparedQuery
from games.common.words.people import Person
from games.engine.hidden_players import masked_seats
from games.gate.invitations import Guest, open_invitations
from games.gate.tenancy import LeagueLike
from games.models import Block, Game, GameInvitation
from games.words import wording
from games.words.addresses import game_address

SHOWN = 20
"""Invitations that a page lists, the latest."""


@dataclass(frozen=True, slots=True)
class Invited:
    """One game that someone asks the reader to join."""

    host: str
    name: str
    code: str
    league: str
    league_slug: str
    variant: str
    at: datetime
    ranks_seats: bool
    """Whether a seat is taken with a list of wishes (RB-25), so on the game's page alone."""

    @property
    def address(self) -> str:
        return game_address(self.league_slug, self.code)


@cache
def _invitations(of_league: bool) -> PreparedQuery:
    def ask() -> Any:
        found = open_invitations().filter(user_id=Param("user")).exclude(by__in=_blocked())
        if of_league:
            found = found.filter(game__league_id=Param("league"))
        return found.order_by("-pk").values_list(
            *("by__username", "game__name", "game__code", "game__league__name", "game__league__slug"),
            *("game__variant", "game__settings", "at", "game__dealing"),
        )[:SHOWN]

    return PreparedQuery(ask)


def _blocked() -> QuerySet[Block, Any]:
    return Block.objects.filter(blocker_id=Param("user")).values("blocked")


def invitations_to(user: Person, league: LeagueLike | None = None) -> list[Invited]:
    """What `user` may still take up, in `league` or in all, the latest first. One query."""
    given = {"user": user.pk} if league is None else {"user": user.pk, "league": league.pk}
    return [
        Invited(
            host=host,
            name=name,
            code=code,
            league=in_league,
            league_slug=slug,
            variant=wording.game(variant, settings),
            at=at,
            ranks_seats=dealing == RANKING,
        )
        for host, name, code, in_league, slug, variant, settings, at, dealing in _invitations(
            league is not None
        ).rows(**given)
    ]


def host_of(game: Game, user: int) -> str:
    """The name of the person who invites `user` (a key) to `game`; empty where no one does. One query."""
    found = open_invitations().filter(game=game, user=user)
    return found.values_list("by__username", flat=True).first() or ""


def guests_of(game: Game, seated: Collection[int]) -> list[Guest]:
    """Whom its host has invited to `game`, in that order, those too whose invitation is withdrawn. One query.

    `seated` are the people, by key, of whom the host may know that they have a seat.
    """
    hides = bool(masked_seats(game.variant))
    rows = GameInvitation.objects.filter(game=game).order_by("pk")
    columns = ("user_id", "user__username", "declined_at", "withdrawn_at")
    return [
        Guest(
            user_id=user,
            name=name,
            is_seated=user in seated and not hides,
            has_declined=declined_at is not None and not hides,
            is_listed=withdrawn_at is None,
        )
        for user, name, declined_at, withdrawn_at in rows.values_list(*columns)
    ]
