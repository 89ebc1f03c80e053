"""What the reader may lean on: the phase, the units in sight, and the powers whose orders are being read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from adjudicator.board import Board
from adjudicator.position import Position

ORDERS_OF: Final[Mapping[str, frozenset[str]]] = {
    "M": frozenset(("H", "-", "S", "C")),
    "R": frozenset(("R", "D")),
    "A": frozenset(("B", "D", "WAIVE")),
}
"""The orders of each kind of phase, by their canonical words."""


@dataclass(frozen=True, slots=True)
class Context:
    """What one seat may know when its text is read.

    `powers`: whose orders these are. `units`: power -> units in sight. `dislodged`: power -> units that must
    retreat. `building`: powers that have builds to make, for a WAIVE that names none.
    """

    board: Board
    kind: str
    powers: tuple[str, ...]
    units: Mapping[str, tuple[str, ...]]
    dislodged: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    building: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, position: Position, board: Board, powers: Iterable[str], *, building: Iterable[str] = ()
    ) -> Context:
        """The context of `powers` in `position`, which must hold no more than their seat may see."""
        return cls(
            board=board,
            kind=position.phase.kind,
            powers=tuple(powers),
            units=position.units,
            dislodged={
                power: tuple(unit.unit for unit in units) for power, units in position.dislodged.items()
            },
            building=tuple(building),
        )

    def orderable(self) -> Mapping[str, tuple[str, ...]]:
        """The units, by power, that this phase asks orders of: the dislodged ones in retreats."""
        return self.dislodged if self.kind == "R" else self.units

    def unit_at(self, province: str, *, ordered: bool) -> str | None:
        """The unit in `province`; for one to be `ordered`, the seat's own before anyone else's."""
        units = self.orderable() if ordered else self.units
        mine = [*self.powers, *(power for power in units if power not in self.powers)]
        for power in mine:
            for unit in units.get(power, ()):
                if unit[2:5] == province:
                    return unit
        return None

    def owner_of(self, unit: str, *, ordered: bool) -> str | None:
        """The power of the unit in the province that `unit` names."""
        units = self.orderable() if ordered else self.units
        for power, theirs in units.items():
            if any(one[2:5] == unit[2:5] for one in theirs):
                return power
        return None
