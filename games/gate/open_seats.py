"""Seats of running games that no one plays for now, and those that someone else may take over (HR-3, HR-4).

What a row of `Vacancy` means follows from two facts: whether it is offered (`opened_at`), and whether its
tenure lasts. Offered and held: its player looks for a replacement. Offered and not held: it stands open. Held
and given up but not offered: no one may see it before the game year is over (HR-3).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Q

from adjudicator.variants.variant import GAME_MASTER
from games.common.errors import GameError
from games.common.words.people import Person
from games.engine import bridge
from games.engine.elimination import is_out
from games.errors import AlreadySeated, HasLeft, HasPresided, MasterSits, OnlyByMaster, OnlySubstitutes
from games.gate.contests import may_replace
from games.gate.reliability import unmet
from games.models import Game, MasterAct, Seat, Tenure, Vacancy, Vote


def is_open(prefix: str = "") -> Q:
    """The vacancies of seats that stand open: no one holds them. `prefix` leads to the vacancy."""
    return Q(**{f"{prefix}opened_at__isnull": False, f"{prefix}tenure__left_at__isnull": False})


def is_pending(prefix: str = "") -> Q:
    """The vacancies of seats that are given up, and open at the end of the game year (HR-3)."""
    return Q(**{f"{prefix}tenure__left_at": None}) & ~Q(**{f"{prefix}cause": Vacancy.Cause.WANTED})


def open_seats(game: Game) -> list[str]:
    """The seats of `game` that stand open, by their keys: votes do not ask them (HR-4). One query."""
    standing = Seat.objects.filter(is_open("vacancy__"), game=game).order_by("order")
    return list(standing.values_list("key", flat=True))


def agreed_by(how: str, by: Iterable[str], absent: Collection[str]) -> dict[str, Any]:
    """An agreement as the engine takes it, and a record keeps it; only draws name who is `absent`."""
    agreed: dict[str, Any] = {"how": how, "by": sorted(by)}
    if how == Vote.Kind.DRAW and absent:
        agreed["absent"] = sorted(absent)
    return agreed


def by_master(game: Game, kind: str) -> list[str]:
    """Who agrees on an ending when the game master declares it: they, and the seats that voted for it."""
    votes = Vote.objects.filter(game=game, kind=kind).order_by("seat__order")
    return [*votes.values_list("seat__key", flat=True), GAME_MASTER]


def is_concession(game: Game) -> bool:
    """Whether a player who resigns from `game` concedes it to the other player (ID-19, HR-4)."""
    return "concession" in bridge.about(game.variant, game.settings)["agreements"]


def offer_of(game: Game, seat: str) -> Vacancy | None:
    """The vacancy by which `seat` can be taken over, with its tenure; None if it cannot. One query."""
    offered = Vacancy.objects.select_related("tenure__seat", "tenure__user", "seat")
    return offered.filter(game=game, seat__key=seat, opened_at__isnull=False).first()


def refusal(game: Game, user: Any) -> GameError | None:
    """Why the member `user` may take no seat of `game` over; None where nothing is in the way.

    Neither its master, past or present, nor anyone who plays in it or has left it: someone who is out of it
    gets another seat by the master's choice alone (RB-14). A competition's seats are for its substitutes.
    `NotReliable` where the game asks for more.
    """
    if game.master_id == user.pk:
        return MasterSits()
    if has_presided(game, user):
        return HasPresided()
    tenures = Tenure.objects.select_related("seat").filter(game=game, user=user)
    for tenure in tenures.exclude(left_how=Tenure.Leaving.BEFORE):
        if tenure.left_at is not None:
            return HasLeft()
        phase = game.phases.get(ordinal=game.phase_number)
        is_lost = is_out(game, phase.position, tenure.seat.key)
        return OnlyByMaster() if is_lost else AlreadySeated()
    if game.is_contest and not may_replace(game, user.pk):
        return OnlySubstitutes()
    return unmet(game, user)


def has_presided(game: Game, user: Person) -> bool:
    """Whether `user` has handed the game over to another master: what they saw then no player may know."""
    return MasterAct.objects.filter(game=game, kind=MasterAct.Kind.CHAIR, by=user).exists()
