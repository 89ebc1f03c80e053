"""A question that pages of games in fog ask beside the engine's seven: which provinces a seat watches.

The sight of a variant answers it; where everything resolved is everyone's to see there is no answer. It
says nothing that the seat's own view does not: places that it knows to be empty are told from unknown ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeAlias, runtime_checkable

from adjudicator import asking
from adjudicator.position import Position
from adjudicator.variants.tables import checked_position, table_for
from adjudicator.variants.variant import Table

Json: TypeAlias = dict[str, Any]


@runtime_checkable
class Lookout(Protocol):
    """The sight of a game in fog."""

    def watched(self, table: Table, position: Position, seat: str) -> Mapping[str, Iterable[str]]:
        """See `watched`. `position` is what the seat knows of it."""


def is_in_fog(variant: str, settings: Mapping[str, Any] | None = None, *, over: bool = False) -> bool:
    """Whether a seat sees but a part of the board while a game with these settings goes on or, if it is
    `over`, still.
    """
    table = table_for(variant, settings)
    sight = table.variant.sight
    return isinstance(sight.over(table) if over else sight, Lookout)


def watched(
    variant: str, settings: Mapping[str, Any] | None, position: Json, seat: str
) -> dict[str, list[str]] | None:
    """The provinces of which `seat` knows who stands there; None for a variant without fog.

    `{"now": […], "met": […], "near": […]}`, each sorted. `now`: every army and fleet there is in its view of
    `position`. Of `met` and `near` its spies would report as they stand: army and fleet in both; of spies
    their nationality and number in `met`, their presence alone in `near` (SPY-3, SPY-4).
    """
    table = table_for(variant, settings)
    value = checked_position(table, position)
    asking.seat(seat, table.seats)
    sight = table.variant.sight
    if not isinstance(sight, Lookout):
        return None
    places = sight.watched(table, sight.known(table, value, seat), seat)
    return {name: sorted(places[name]) for name in ("now", "met", "near")}
