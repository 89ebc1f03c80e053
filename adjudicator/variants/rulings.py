"""Endings that players do not vote for, the same in every game: forfeit (HR-5) and void (HR-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator import asking
from adjudicator.agreed import Agreed
from adjudicator.position import Position
from adjudicator.variants.endings import end, not_allowed
from adjudicator.variants.variant import Agreement, Step, Table

FORFEIT: Final = "HR-5"
VOID: Final = "HR-6"
"""The clause of games that ended so: no one won, and no draw was shared."""


def forfeit(table: Table, position: Position, agreed: Agreed) -> Step:
    """One seat of two loses the game to the other (HR-5); `not-allowed` at larger tables."""
    if len(table.seats) != 2:
        raise not_allowed(
            "Only a game for two can be forfeited (HR-5); at this table a seat is opened to another player.",
            "Seule une partie à deux peut être perdue par forfait (HR-5) ; à cette table, la place est "
            "ouverte à une autre personne.",
        )
    if len(agreed.by) != 1 or agreed.by[0] not in table.seats:
        raise not_allowed(
            "A forfeit is by one seat, which loses; where both would forfeit, the game is void (HR-6).",
            "Un forfait est celui d’une seule place, qui perd ; si les deux devaient perdre ainsi, la partie "
            "est annulée (HR-6).",
        )
    others = [seat for seat in table.seats if seat not in agreed.by]
    return end(position, FORFEIT, others, agreed="forfeit", by=list(agreed.by), cause=agreed.cause)


def void(table: Table, position: Position, agreed: Agreed) -> Step:
    """No one wins (HR-6)."""
    if agreed.by:
        raise asking.bad(
            'A void game is by no one: "by" is an empty list.',
            'Une partie sans résultat ne l’est par aucune place : "by" est une liste vide.',
        )
    return end(position, VOID, [], agreed="void", by=[], cause=agreed.cause)


RULINGS: Final[Mapping[str, Agreement]] = {"forfeit": forfeit, "void": void}


def rulings_of(seats: tuple[str, ...]) -> list[str]:
    """Those of `RULINGS` that a table with these seats may end by."""
    return sorted(RULINGS if len(seats) == 2 else RULINGS.keys() - {"forfeit"})
