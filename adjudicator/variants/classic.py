"""The classic game's policies and endings, for every variant that keeps them (RB-10 to RB-13, RB-16)."""

from __future__ import annotations

from typing import Final

from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.phases.adjustments import NO_POLICIES, Policies
from adjudicator.position import Position
from adjudicator.variants.course import first_phase
from adjudicator.variants.endings import end, need_draws_allowed, need_votes
from adjudicator.variants.opening import opening_position
from adjudicator.variants.owning import update_ownership
from adjudicator.variants.variant import Step, Table

SOLO: Final = 18
"""Centres that win a game (RB-12)."""


def start(table: Table, lots: Lots | None) -> Position:
    """The starting map (RB-1); `bad-setting` for a last year before the first (RB-13)."""
    first, last = table.settings["first_year"], table.settings["last_year"]
    if last is not None and last < first:
        raise AdjudicatorError(
            "bad-setting",
            f"The last year, {last}, is before the first, {first}.",
            f"La dernière année, {last}, précède la première, {first}.",
        )
    return opening_position(table.board, first_phase(table))


def checked(table: Table, position: Position) -> Position:
    """As it is: classic positions have no keys of their own."""
    return position


def powers_of(table: Table, position: Position, seat: str) -> tuple[str, ...]:
    """A seat is its power, unless that is in disorder for good (RB-16)."""
    return () if seat in position.disorder else (seat,)


def in_disorder(table: Table, position: Position) -> frozenset[str]:
    return frozenset(position.disorder)


def policies(table: Table, position: Position) -> Policies:
    """Builds are optional for everybody (RB-11)."""
    return NO_POLICIES


def autumn_over(table: Table, position: Position) -> Step:
    """Ownership; 18 centres win (RB-10, RB-12)."""
    owned = update_ownership(table, position)
    winners = [
        power
        for power, centres in owned.position.centres.items()
        if len(centres) >= SOLO and power not in position.disorder
    ]
    if not winners:
        return owned
    counts = {power: len(owned.position.centres[power]) for power in winners}
    won = end(owned.position, "RB-12", winners, centres=counts)
    return Step(won.position, news=owned.news + won.news)


def year_over(table: Table, position: Position) -> Step:
    """In a short game's last year the most units on the board win; several with the most share (RB-13)."""
    last_year = table.settings["last_year"]
    if last_year is None or position.phase.year < last_year:
        return Step(position)
    units = {seat: len(position.units.get(seat, ())) for seat in table.seats}
    most = max(1, *units.values())
    return end(position, "RB-13", [seat for seat in table.seats if units[seat] == most], units=units)


def draw(table: Table, position: Position, by: tuple[str, ...]) -> Step:
    """All who have units or centres agree; all who have units share the game (RB-12)."""
    need_draws_allowed(table)
    alive = {*position.units, *position.dislodged}
    need_votes(sorted(alive | {*position.centres}), by)
    return end(position, "RB-12", sorted(alive), agreed="draw", by=list(by))
