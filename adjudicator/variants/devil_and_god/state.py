"""What a position holds besides the board: whom the divine protect, whom they touched, and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from adjudicator.board import Board
from adjudicator.errors import AdjudicatorError
from adjudicator.position import Position
from adjudicator.variants.variant import Table

DEVIL: Final = "DEVIL"
GOD: Final = "GOD"
DIVINE: Final = (DEVIL, GOD)
KEYS: Final = frozenset(("protected", "cast", "favour", "divine_winner", "divine_retired"))


@dataclass(frozen=True, slots=True)
class DivineState:
    """`protected`: the power that each divine seat protects (DG-2). `cast`: the powers that each has touched
    this year (DG-3). `favour`: the power that may keep a unit more this winter (DG-14).
    `divine_winner`, `divine_retired`: how their part of the game ended (DG-15, DG-16).
    """

    protected: Mapping[str, str] = field(default_factory=dict)
    cast: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    favour: str | None = None
    divine_winner: str | None = None
    divine_retired: bool = False

    @classmethod
    def of(cls, position: Position) -> DivineState:
        """The state of a position, as far as it is there: of one that was withheld in part, the rest."""
        facts = position.extra
        return cls(
            protected=facts.get("protected", {}),
            cast={seat: tuple(powers) for seat, powers in facts.get("cast", {}).items()},
            favour=facts.get("favour"),
            divine_winner=facts.get("divine_winner"),
            divine_retired=facts.get("divine_retired", False),
        )

    def having(self, **changes: Any) -> DivineState:
        return replace(self, **changes)

    def into(self, position: Position) -> Position:
        """`position` with this state in place of its own."""
        return position.having(
            extra={
                "cast": {seat: sorted(self.cast.get(seat, ())) for seat in DIVINE},
                "divine_retired": self.divine_retired,
                "divine_winner": self.divine_winner,
                "favour": self.favour,
                "protected": dict(sorted(self.protected.items())),
            }
        )

    def touched(self, seat: str) -> tuple[str, ...]:
        """The powers that `seat` has touched this year."""
        return self.cast.get(seat, ())


def is_alive(power: str, position: Position) -> bool:
    """Whether `power` has a unit, on the board or in retreat, or a centre (DG-15)."""
    return bool(position.units.get(power) or position.dislodged.get(power) or position.centres.get(power))


def is_year_of_favour(table: Table, year: int) -> bool:
    """Whether `year` is the third of the game, or the second, fourth … after it (DG-14)."""
    years = year - int(table.settings["first_year"])
    return years >= 2 and not years % 2


def checked(position: Position, board: Board) -> Position:
    """`position` with this game's keys complete and in order; `bad-position` where they cannot be."""
    facts = position.extra
    protected = facts.get("protected", {})
    if not _by_seat(protected) or not all(_is_power(power, board) for power in protected.values()):
        raise _fault(
            "protected", "a power for DEVIL and one for GOD", "une puissance pour DEVIL et une pour GOD"
        )
    if len(set(protected.values())) < len(protected):
        raise _fault("protected", "two different powers", "deux puissances différentes")
    cast = facts.get("cast", {})
    if not _by_seat(cast) or not all(_are_powers(powers, board) for powers in cast.values()):
        raise _fault(
            "cast", "lists of powers for DEVIL and GOD", "des listes de puissances pour DEVIL et GOD"
        )
    favour = facts.get("favour")
    if favour is not None and not _is_power(favour, board):
        raise _fault("favour", "null or a power", "null ou une puissance")
    winner = facts.get("divine_winner")
    if winner is not None and winner not in DIVINE:
        raise _fault("divine_winner", "null, DEVIL or GOD", "null, DEVIL ou GOD")
    if not isinstance(facts.get("divine_retired", False), bool):
        raise _fault("divine_retired", "true or false", "true ou false")
    return DivineState.of(position).into(position)


def _by_seat(value: object) -> bool:
    return isinstance(value, Mapping) and set(value) <= set(DIVINE)


def _is_power(power: object, board: Board) -> bool:
    return isinstance(power, str) and power in board.powers


def _are_powers(powers: object, board: Board) -> bool:
    if not isinstance(powers, (list, tuple)) or not all(_is_power(power, board) for power in powers):
        return False
    return len(set(powers)) == len(powers)


def _fault(key: str, expected: str, attendu: str) -> AdjudicatorError:
    return AdjudicatorError(
        "bad-position", f"“{key}” must be {expected}.", f"« {key} » doit être : {attendu}."
    )
