"""Orders about spies as values, and their one canonical spelling.

    E MUN - SIL (RUS)     E MUN H     E LON - BEL VIA (RUS)     F NTH C FRANCE E LON - BEL
    E PAR B               E PAR D

In brackets: the first three letters of the nationality to be killed (SPY-15).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, TypeAlias

from adjudicator.board import Board

LONGEST: Final = 40
"""Characters that no canonical line has more of."""


@dataclass(frozen=True, slots=True)
class SpyMove:
    """Go to `destination`: on foot, aboard, ashore, or over water by fleets (`via` asks for a convoy)."""

    at: str
    destination: str
    via: bool = False
    kill: str | None = None

    def __str__(self) -> str:
        return f"E {self.at} - {self.destination}{' VIA' if self.via else ''}{_target(self.kill)}"


@dataclass(frozen=True, slots=True)
class SpyStay:
    """An order to a spy: stay in the province, perhaps to kill."""

    at: str
    kill: str | None = None

    def __str__(self) -> str:
        return f"E {self.at} H{_target(self.kill)}"


@dataclass(frozen=True, slots=True)
class SpyConvoy:
    """The fleet in the sea `fleet` carries one spy of `power` on its way (SPY-12)."""

    fleet: str
    power: str
    start: str
    destination: str

    def __str__(self) -> str:
        return f"F {self.fleet} C {self.power} E {self.start} - {self.destination}"


@dataclass(frozen=True, slots=True)
class SpyBuild:
    """A new spy in a home centre (SPY-9)."""

    at: str

    def __str__(self) -> str:
        return f"E {self.at} B"


@dataclass(frozen=True, slots=True)
class SpyRemoval:
    """Take a spy off the board (SPY-9)."""

    at: str

    def __str__(self) -> str:
        return f"E {self.at} D"


Espionage: TypeAlias = SpyMove | SpyStay | SpyConvoy
SpyOrder: TypeAlias = Espionage | SpyBuild | SpyRemoval


def _target(kill: str | None) -> str:
    return f" ({kill[:3]})" if kill else ""


def parse(text: str, board: Board) -> SpyOrder | None:
    """The order that the canonical line `text` spells; None for any other text.

    `str(parse(text, board)) == text`. Places must exist; whether a spy gets there is not asked here.
    """
    return _parsed(text, board) if len(text) <= LONGEST else None


@lru_cache(maxsize=8192)
def _parsed(text: str, board: Board) -> SpyOrder | None:
    words = text.split(" ")
    kill = None
    places = _places(board)
    if words[-1][:1] == "(":
        kill = _nations(board).get(words.pop())
        if kill is None:
            return None
    match words:
        case ["E", at, "-", to] if at in places and to in places:
            return SpyMove(at, to, kill=kill)
        case ["E", at, "-", to, "VIA"] if at in places and to in places:
            return SpyMove(at, to, via=True, kill=kill)
        case ["E", at, "H"] if at in places:
            return SpyStay(at, kill)
        case ["E", at, ("B" | "D") as sign] if kill is None and at in places:
            return SpyBuild(at) if sign == "B" else SpyRemoval(at)
        case ["F", fleet, "C", power, "E", at, "-", to] if kill is None and power in board.powers:
            if {fleet, at, to} <= places:
                return SpyConvoy(fleet, power, at, to)
    return None


@cache
def _nations(board: Board) -> dict[str, str]:
    """Each power's first three letters in brackets -> the power."""
    return {f"({power[:3]})": power for power in board.powers}


@cache
def _places(board: Board) -> frozenset[str]:
    return frozenset((*board.provinces, *board.impassable))
