"""What a seat pays in an auction besides the prices: nomination, upkeep, secrecy (ID2-6, ID2-8, ID2-10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from adjudicator.position import Position
from adjudicator.variants.intimate_ii.bonds import Bonds, holds
from adjudicator.variants.variant import Table

COSTS: Final[Mapping[str, int]] = {"nomination": 3, "upkeep": 1, "secrecy": 2}
"""Credits by what they are for."""

Charges = dict[str, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """What a seat may be charged for in one auction; all of it is public."""

    may_nominate: bool
    holds: bool
    """Whether it has a satellite to keep up."""
    is_revealed: bool
    """Whether the satellite it holds is known."""
    allows_secrecy: bool
    """Whether the game's settings do."""
    was_secret: bool
    """The choice it made last year."""

    @property
    def may_hide(self) -> bool:
        """Whether asking for secrecy can have a meaning."""
        return self.allows_secrecy and (self.may_nominate or (self.holds and not self.is_revealed))

    def offered(self) -> Charges:
        """The charges that a seat may be offered, by their purpose."""
        may = {"nomination": self.may_nominate, "upkeep": self.holds, "secrecy": self.may_hide}
        return {name: COSTS[name] for name in COSTS if may[name]}


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a seat asks for besides its bids, as far as it can have it; None: not a word about it."""

    ranking: tuple[str, ...] | None = None
    keep: bool | None = None
    secret: bool | None = None


def standing(table: Table, position: Position, bonds: Bonds, seat: str) -> Standing:
    """Nomination is for the first auction, and the second if the first failed (ID2-6 to ID2-8)."""
    satellite = bonds.satellites.get(seat)
    held = holds(satellite, position)
    is_first = position.phase.year == table.settings["first_year"]
    return Standing(
        may_nominate=not held and (is_first or bonds.renominate),
        holds=held,
        is_revealed=held and satellite is not None and not satellite.secret,
        allows_secrecy=table.settings["secrecy"],
        was_secret=satellite is not None and satellite.secret,
    )


def chosen(wishes: Wishes) -> Charges:
    """The charges that the seat asked for by name: they count toward bust (ID2-4)."""
    asked = {
        "nomination": wishes.ranking is not None,
        "upkeep": wishes.keep is True,
        "secrecy": wishes.secret is True,
    }
    return {name: COSTS[name] for name in COSTS if asked[name]}


def settled(wishes: Wishes, standing: Standing, left: int) -> Charges:
    """All that is charged, given the credits `left` after net prices and chosen charges.

    Without a word upkeep is paid if a credit is left (ID2-8), then secrecy as last year if that is left
    (ID2-10) for a satellite that is kept or nominated; so neither ever makes anyone bust.
    """
    charges = chosen(wishes)
    if standing.holds and wishes.keep is None and left >= COSTS["upkeep"]:
        charges["upkeep"] = COSTS["upkeep"]
        left -= COSTS["upkeep"]
    has_one = "upkeep" in charges or "nomination" in charges
    is_wanted = wishes.secret is None and standing.was_secret and standing.may_hide and has_one
    if is_wanted and left >= COSTS["secrecy"]:
        charges["secrecy"] = COSTS["secrecy"]
    return {name: charges[name] for name in COSTS if name in charges}
