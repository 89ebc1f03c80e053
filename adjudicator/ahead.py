"""What sheets ask about orders given ahead (SPY-21), beside the engine's seven: it decides nothing.

A variant answers it in its phase kinds; where nothing can be given ahead there is no answer.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias, runtime_checkable

from adjudicator import asking
from adjudicator.position import Phase, Position
from adjudicator.variants import course
from adjudicator.variants.tables import checked_position, table_for
from adjudicator.variants.variant import Table

Json: TypeAlias = dict[str, Any]


@runtime_checkable
class Foresighted(Protocol):
    """A phase kind whose answers may hold orders for later phases."""

    def parts(self, phase: Phase, text: str) -> Json:
        """See `parts`."""


def parts(variant: str, settings: dict[str, Any] | None, position: Json, text: str) -> Json | None:
    """What someone typed, as it stands, divided by the phases that it is for; None where there is but one.

    `{"now": [[line, text], …], "later": {"E": [{"if": [texts], "orders": [texts]}, …]}}`: nothing is read,
    so nothing is lost; `line` counts from 1.
    """
    table: Table = table_for(variant, settings)
    value: Position = checked_position(table, position)
    kind = course.stage_of(table, value).kind
    return kind.parts(value.phase, asking.text(text)) if isinstance(kind, Foresighted) else None
