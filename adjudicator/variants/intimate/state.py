"""What an Intimate position holds besides the board: homes, treasuries, who controls whom, and two clocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from adjudicator.board import Board
from adjudicator.errors import AdjudicatorError
from adjudicator.position import Position
from adjudicator.variants.settings import is_whole

SEATS: Final = ("1", "2")
KEYS: Final = frozenset(("homes", "treasury", "control", "tied_until", "quiet_years"))


@dataclass(frozen=True, slots=True)
class IntimateState:
    """Credits by seat, the mercenaries' controllers by power (None: no one); empty before homes are chosen.

    `tied_until`: the year before whose autumn victory is not looked at (ID-16). `quiet_years`: whole
    years without mercenaries in which no centre changed owner (ID-18).
    """

    homes: Mapping[str, str] = field(default_factory=dict)
    treasury: Mapping[str, int] = field(default_factory=dict)
    control: Mapping[str, str | None] = field(default_factory=dict)
    tied_until: int | None = None
    quiet_years: int = 0

    @classmethod
    def of(cls, position: Position) -> IntimateState:
        """The state of a position that has been `checked`; keys that other rules brought are left aside."""
        extra = position.extra
        return cls(
            extra["homes"], extra["treasury"], extra["control"], extra["tied_until"], extra["quiet_years"]
        )

    def having(self, **changes: Any) -> IntimateState:
        return replace(self, **changes)

    def into(self, position: Position) -> Position:
        """`position` with this state in place of its own."""
        return position.having(
            extra={
                **position.extra,
                "control": dict(sorted(self.control.items())),
                "homes": dict(sorted(self.homes.items())),
                "quiet_years": self.quiet_years,
                "tied_until": self.tied_until,
                "treasury": dict(sorted(self.treasury.items())),
            }
        )

    def powers_of(self, seat: str) -> tuple[str, ...]:
        """The powers that `seat` orders: its home power, then the mercenaries it controls."""
        home = (self.homes[seat],) if self.homes else ()
        return home + tuple(power for power, controller in self.control.items() if controller == seat)

    def opponent_of(self, seat: str) -> str:
        return SEATS[1 - SEATS.index(seat)]

    def free(self) -> IntimateState:
        """A copy of this state with no mercenary under anyone's control."""
        return self.having(control=dict.fromkeys(self.control))


def mercenaries(homes: Mapping[str, str], board: Board) -> tuple[str, ...]:
    """The five powers that are no one's home, in alphabetical order; none before homes are chosen."""
    return tuple(power for power in board.powers if power not in homes.values()) if homes else ()


def is_alive(power: str, position: Position) -> bool:
    """Whether `power` has a unit, on the board or in retreat, or a centre (ID-3, ID-18)."""
    return bool(position.units.get(power) or position.dislodged.get(power) or position.centres.get(power))


def remaining(position: Position, board: Board) -> tuple[str, ...]:
    """The mercenaries that are still in the game."""
    return tuple(
        power for power in mercenaries(IntimateState.of(position).homes, board) if is_alive(power, position)
    )


def checked(position: Position, board: Board) -> Position:
    """`position` with Intimate's keys complete and in order; `bad-position` where they cannot be."""
    facts = position.extra
    homes = _object(facts, "homes")
    chosen = homes != {}
    if chosen and (
        sorted(homes) != list(SEATS) or not all(_is_power(power, board) for power in homes.values())
    ):
        raise _fault(
            "homes", "a power for each of the seats 1 and 2", "une puissance pour chacune des places 1 et 2"
        )
    if chosen and homes["1"] == homes["2"]:
        raise _fault("homes", "two different powers", "deux puissances différentes")
    if not chosen and position.phase.kind != "H" and position.outcome is None:
        raise _fault(
            "homes", "the two home powers, once they are chosen", "les deux puissances, une fois choisies"
        )
    treasury = _object(facts, "treasury")
    if not set(treasury) <= set(SEATS) or not all(is_whole(n) and n >= 0 for n in treasury.values()):
        raise _fault("treasury", "credits, 0 or more, by seat", "des crédits, 0 ou plus, par place")
    control = _object(facts, "control")
    hired = mercenaries(homes, board)
    if not set(control) <= set(hired) or not all(who is None or who in SEATS for who in control.values()):
        raise _fault(
            "control", "a seat or null for mercenaries alone", "une place ou null, pour les seuls mercenaires"
        )
    tied_until, quiet_years = facts.get("tied_until"), facts.get("quiet_years", 0)
    if not (tied_until is None or is_whole(tied_until)):
        raise _fault("tied_until", "null or a year", "null ou une année")
    if not is_whole(quiet_years) or quiet_years < 0:
        raise _fault("quiet_years", "a number of years", "un nombre d’années")
    return IntimateState(
        homes=homes,
        treasury={seat: treasury.get(seat, 0) for seat in SEATS} if chosen else {},
        control={power: control.get(power) for power in hired},
        tied_until=tied_until,
        quiet_years=quiet_years,
    ).into(position)


def _object(facts: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = facts.get(key, {})
    if not isinstance(value, Mapping):
        raise _fault(key, "an object", "un objet")
    return value


def _is_power(power: object, board: Board) -> bool:
    return isinstance(power, str) and power in board.powers


def _fault(key: str, expected: str, attendu: str) -> AdjudicatorError:
    return AdjudicatorError(
        "bad-position", f"“{key}” must be {expected}.", f"« {key} » doit être : {attendu}."
    )
