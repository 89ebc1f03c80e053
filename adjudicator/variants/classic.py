"""The classic game's policies and endings, for every variant that keeps them (RB-10 to RB-13, RB-16).

A seat may have several powers: centres are counted by power, units of a short game by player (RB-21).
"""

from __future__ import annotations

from typing import Any, Final

from adjudicator.agreed import Agreed
from adjudicator.lots import Lots
from adjudicator.phases.adjustments import NO_POLICIES, Policies
from adjudicator.position import Position
from adjudicator.variants.course import first_phase
from adjudicator.variants.endings import agreed_draw, end, need_draws_allowed, need_votes, present
from adjudicator.variants.opening import opening_position
from adjudicator.variants.owning import update_ownership
from adjudicator.variants.variant import Step, Table

SOLO: Final = 18
"""Centres that win a game (RB-12)."""


def start(table: Table, lots: Lots | None) -> Position:
    """The starting map (RB-1)."""
    return opening_position(table.board, first_phase(table))


def checked(table: Table, position: Position) -> Position:
    """The position unchanged: classic positions have no keys of their own."""
    return position


def powers_of(table: Table, position: Position, seat: str) -> tuple[str, ...]:
    """A seat is its power, unless that is in disorder for good (RB-16)."""
    return () if seat in position.disorder else (seat,)


def in_disorder(table: Table, position: Position) -> dict[str, str]:
    return dict.fromkeys(position.disorder, "RB-14")


def policies(table: Table, position: Position) -> Policies:
    """Builds are optional for everyone (RB-11)."""
    return NO_POLICIES


def autumn_over(table: Table, position: Position) -> Step:
    """Ownership; 18 centres win (RB-10, RB-12)."""
    owned = update_ownership(table, position)
    counts = {power: len(held) for power, held in owned.position.centres.items() if len(held) >= SOLO}
    if not counts:
        return owned
    winners = {
        seat: power
        for seat in table.seats
        for power in table.variant.powers_of(table, owned.position, seat)
        if power in counts
    }
    if not winners:  # a power in disorder for good
        return owned
    grounds: dict[str, Any] = {"centres": {power: counts[power] for power in winners.values()}}
    if any(seat != power for seat, power in winners.items()):
        grounds["powers"] = winners
    won = end(owned.position, "RB-12", winners, **grounds)
    return Step(won.position, news=owned.news + won.news)


def year_over(table: Table, position: Position) -> Step:
    """In a short game's last year the player with the most units on the board wins; several with the most
    share (RB-13, RB-21).
    """
    last_year = table.settings["last_year"]
    if last_year is None or position.phase.year < last_year:
        return Step(position)
    units = units_by_seat(table, position)
    most = max(1, *units.values())
    return end(position, "RB-13", [seat for seat in table.seats if units[seat] == most], units=units)


def units_by_seat(table: Table, position: Position) -> dict[str, int]:
    """How many units each player has on the board, over all powers that the player orders."""
    return {
        seat: sum(
            len(position.units.get(power, ())) for power in table.variant.powers_of(table, position, seat)
        )
        for seat in table.seats
    }


def draw(table: Table, position: Position, agreed: Agreed) -> Step:
    """All who have units or centres agree; all who have units share the game (RB-12), but for the absent
    (HR-4).
    """
    need_draws_allowed(table)
    sharing, voting = [], []
    for seat in table.seats:
        powers = table.variant.powers_of(table, position, seat)
        has_units = any(power in position.units or power in position.dislodged for power in powers)
        if has_units:
            sharing.append(seat)
        if has_units or any(power in position.centres for power in powers):
            voting.append(seat)
    need_votes(voting, agreed)
    return agreed_draw(position, "RB-12", present(sharing, agreed), agreed)
