"""Orders as values, and their one canonical spelling.

    A PAR H            A PAR - BUR         A LON - BEL VIA      A BUR S A MUN     A BUR S A PAR - MUN
    F NTH C A LON - BEL                    A MUN R TYR          A MUN D           F STP/NC B
    WAIVE              WAIVE FRANCE

Units and places are the board's own text (`F STP/NC`, `BUR`). Here only the spelling is judged:
`adjudicator.notation` reads what people write, `adjudicator.legality` says what may be ordered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from adjudicator.board import Board
from adjudicator.errors import OrderSyntaxError


@dataclass(frozen=True, slots=True)
class Hold:
    """Stay where it stands."""

    unit: str

    def __str__(self) -> str:
        return f"{self.unit} H"


@dataclass(frozen=True, slots=True)
class Move:
    """Go to a neighbouring province, or across water by fleets that convoy; `via` asks for the convoy."""

    unit: str
    destination: str
    via: bool = False

    def __str__(self) -> str:
        return f"{self.unit} - {self.destination}{' VIA' if self.via else ''}"


@dataclass(frozen=True, slots=True)
class Support:
    """Lend strength to the unit `target`; no `destination` means support to hold."""

    unit: str
    target: str
    destination: str | None = None

    def __str__(self) -> str:
        if self.destination is None:
            return f"{self.unit} S {self.target}"
        return f"{self.unit} S {self.target} - {self.destination}"


@dataclass(frozen=True, slots=True)
class Convoy:
    """A fleet at sea carries the unit `army` on its way to `destination`."""

    unit: str
    army: str
    destination: str

    def __str__(self) -> str:
        return f"{self.unit} C {self.army} - {self.destination}"


@dataclass(frozen=True, slots=True)
class Retreat:
    """A dislodged unit goes to `destination`."""

    unit: str
    destination: str

    def __str__(self) -> str:
        return f"{self.unit} R {self.destination}"


@dataclass(frozen=True, slots=True)
class Build:
    """A new unit in a home centre."""

    unit: str

    def __str__(self) -> str:
        return f"{self.unit} B"


@dataclass(frozen=True, slots=True)
class Disband:
    """Take a unit off the board: instead of a retreat, or as a removal in winter."""

    unit: str

    def __str__(self) -> str:
        return f"{self.unit} D"


@dataclass(frozen=True, slots=True)
class Waive:
    """Leave one build unused; `power` is named where a seat has several."""

    power: str | None = None

    def __str__(self) -> str:
        return "WAIVE" if self.power is None else f"WAIVE {self.power}"


UnitOrder: TypeAlias = Hold | Move | Support | Convoy | Retreat | Build | Disband
Order: TypeAlias = UnitOrder | Waive


def parse(text: str, board: Board) -> Order:
    """The order that the canonical line `text` spells; OrderSyntaxError (`unreadable`) for any other text.

    `str(parse(text, board)) == text`. Unit letters and places must exist, but `F SPA` or `A LYO` pass
    here: whether such a unit can be is a question of legality.
    """
    words = text.split(" ")
    match words:
        case ["WAIVE"]:
            return Waive()
        case ["WAIVE", power] if power in board.powers:
            return Waive(power)
        case [("A" | "F"), place, *order] if place in board.locations:
            read = _order(text[: len(place) + 2], order, board)
            if read is not None:
                return read
    raise OrderSyntaxError(
        "unreadable",
        f"This is no order in canonical spelling (such as A PAR - BUR): {text!r}.",
        f"Ceci n’est pas un ordre en notation canonique (comme A PAR - BUR) : {text!r}.",
    )


def _order(unit: str, words: list[str], board: Board) -> Order | None:
    match words:
        case ["H"]:
            return Hold(unit)
        case ["B"]:
            return Build(unit)
        case ["D"]:
            return Disband(unit)
        case ["-", place] if place in board.locations:
            return Move(unit, place)
        case ["-", place, "VIA"] if place in board.locations:
            return Move(unit, place, via=True)
        case ["R", place] if place in board.locations:
            return Retreat(unit, place)
        case ["S", ("A" | "F") as letter, target] if target in board.locations:
            return Support(unit, f"{letter} {target}")
        case ["S", ("A" | "F") as letter, target, "-", place] if _all_places(board, target, place):
            return Support(unit, f"{letter} {target}", place)
        case ["C", ("A" | "F") as letter, target, "-", place] if _all_places(board, target, place):
            return Convoy(unit, f"{letter} {target}", place)
    return None


def _all_places(board: Board, *places: str) -> bool:
    return all(place in board.locations for place in places)
