"""Which orders of a list come first: what one does for oneself before what one does for others."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

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
    not one's own before those to one where someone stands; help for what its unit is ordered to do.
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
        self._going = {unit.partition("/")[0]: _read(order).goal for unit, order in written.items()}

    def __call__(self, order: str) -> tuple[int, int]:
        read = _read(order)
        if not read.whom:
            return read.kind, self._rank(read.goal)
        if not self.is_own(read.whom):
            return FOR_OTHERS, 0
        return read.kind, int(self._going.get(read.whom) != read.to)

    def is_own(self, unit: str) -> bool:
        """Whether `unit` is one of those ordered on this sheet, on whichever coast it stands."""
        return unit.partition("/")[0] in self._own

    def _rank(self, goal: str) -> int:
        """How little there is to win by going there; a unit that goes nowhere is not ranked by this."""
        return int(goal in self._taken) if goal in self._wanted else 2


class _Read(NamedTuple):
    """An order: of which of KINDS it is; the province to which it moves its unit; whom it helps, and to which
    province. Empty: it moves nothing, it helps no one.
    """

    kind: int
    goal: str
    whom: str
    to: str


@lru_cache(maxsize=8192)
def _read(order: str) -> _Read:
    words = order.split(" ")
    sign = words[2] if len(words) > 2 else ""
    whom, to = helped(order)
    return _Read(
        kind=BY_CONVOY if order.endswith(" VIA") else KINDS.get(sign, OTHER),
        goal=_province(words[3]) if sign == "-" else "",
        whom=whom,
        to=_province(to),
    )


def _province(location: str) -> str:
    return location.partition("/")[0]
