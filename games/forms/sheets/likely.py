"""Which orders of a list come first: what one does for oneself before what one does for others."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from adjudicator.board import standard
from games.forms.sheets.helping import helped

KINDS = {"H": 0, "-": 1, "S": 3, "C": 4}
BY_CONVOY, FOR_OTHERS, OTHER = 2, 5, 6
"""Ranks of the orders whose sign alone does not tell: what is neither comes last."""


class Likelihood:
    """How likely an order is, from what its giver sees: a pair to sort by, the likeliest first.

    `position` is the seat's view; `powers` are those it orders, `units` theirs, `written` the orders that
    stand on its sheet, by unit. The first number ranks kinds of order: hold, move, move by convoy, support
    and convoy of one's own, help for others. The second ranks within a kind: moves to an empty centre that is
    not one's own before those to one where somebody stands; help for what its unit is ordered to do.
    """

    def __init__(
        self,
        position: Mapping[str, Any],
        powers: Collection[str],
        units: Collection[str],
        written: Mapping[str, str],
    ) -> None:
        self._own = {unit.partition("/")[0] for unit in units}
        held = {each for power in powers for each in position.get("centres", {}).get(power, ())}
        self._wanted = set(standard().centres) - held
        standing = [unit for there in position.get("units", {}).values() for unit in there]
        self._taken = {_province(unit.partition(" ")[2]) for unit in standing}
        self._going = {unit.partition("/")[0]: _goal(order) for unit, order in written.items()}

    def __call__(self, order: str) -> tuple[int, int]:
        whom, to = helped(order)
        if whom and not self.is_own(whom):
            return FOR_OTHERS, 0
        kind = BY_CONVOY if order.endswith(" VIA") else KINDS.get(_sign(order), OTHER)
        if whom:
            return kind, int(self._going.get(whom) != _province(to))
        return kind, self._rank(_goal(order))

    def is_own(self, unit: str) -> bool:
        """Whether `unit` is one of those ordered on this sheet, on whichever coast it stands."""
        return unit.partition("/")[0] in self._own

    def _rank(self, goal: str) -> int:
        """How little there is to win by going there; a unit that goes nowhere is not ranked by this."""
        return int(goal in self._taken) if goal in self._wanted else 2


def _sign(order: str) -> str:
    words = order.split(" ")
    return words[2] if len(words) > 2 else ""


def _goal(order: str) -> str:
    """The province to which an order moves its unit; empty: it stays."""
    return _province(order.split(" ")[3]) if _sign(order) == "-" else ""


def _province(location: str) -> str:
    return location.partition("/")[0]
