"""Seats of running games that nobody plays for now, and those that somebody else may take over (HR-3, HR-4).

What a row of `Vacancy` means follows from two facts: whether it is offered (`opened_at`), and whether its
tenure lasts. Offered and held: its player looks for a replacement. Offered and not held: it stands open. Held
and given up but not offered: nobody may see it before the game year is over (HR-3).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Q

from games.models import Game, Seat, Vacancy, Vote


def is_open(prefix: str = "") -> Q:
    """The vacancies of seats that stand open: nobody holds them. `prefix` leads to the vacancy."""
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
