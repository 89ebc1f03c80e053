"""The Great War: two players, Italy neutral until a coin decides whose side it takes (RB-20)."""

from __future__ import annotations

from typing import Final

from adjudicator import news
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.position import Position
from adjudicator.variants.by_power import ByPower, Retreats
from adjudicator.variants.classic import units_by_seat
from adjudicator.variants.endings import end
from adjudicator.variants.owning import update_ownership
from adjudicator.variants.settings import Setting
from adjudicator.variants.standard import holding
from adjudicator.variants.standard.holding import having, held
from adjudicator.variants.variant import Answers, Step, Table

ITALY: Final = "ITALY"
ARMED: Final = 24
"""Units on the board that win."""
COIN: Final = "coin 1914"

NO_LAST_YEAR: Final = Setting(
    lambda value: value is None,
    None,
    "null",
    "null",
    refusal=(
        "The Great War has no last year, such as {value}: 24 units on the board alone win it (RB-20).",
        "La Grande Guerre n’a pas de dernière année, comme {value} : seules 24 unités sur la carte la "
        "gagnent (RB-20).",
    ),
)


def has_joined(table: Table, position: Position) -> bool:
    """Whether Italy is someone's ally: from the spring after the first year, once the coin was tossed."""
    later = position.phase.year > table.settings["first_year"]
    return later and any(ITALY in held(position, seat) for seat in table.seats)


def closed(table: Table, position: Position) -> frozenset[str]:
    """The provinces of neutral Italy (RB-26)."""
    return frozenset() if has_joined(table, position) else frozenset(table.board.powers[ITALY].territory)


def powers_of(table: Table, position: Position, seat: str) -> tuple[str, ...]:
    """The side's powers; Italy not before it has joined."""
    powers = holding.powers_of(table, position, seat)
    if ITALY in powers and not has_joined(table, position):
        return tuple([power for power in powers if power != ITALY])
    return powers


def in_disorder(table: Table, position: Position) -> dict[str, str]:
    """As elsewhere; neutral Italy is not in disorder: its units hold."""
    disordered = holding.in_disorder(table, position)
    if not has_joined(table, position):
        disordered.pop(ITALY, None)
    return disordered


class AutumnRetreats(ByPower):
    """The retreats of autumn; after them, before anyone adjusts, the coin."""

    def __init__(self) -> None:
        super().__init__(Retreats())

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        step = super().resolve(table, position, answers, lots)
        if any(ITALY in held(step.position, seat) for seat in table.seats):
            return step
        if lots is None:
            raise AdjudicatorError(
                "bad-input",
                "The coin for Italy is tossed after this phase, and no “lots” were given.",
                "Le sort décide après cette phase du camp de l’Italie, et aucun tirage n’est donné.",
            )
        seat = lots.one(COIN, table.seats)
        powers = {
            each: [*held(step.position, each), *([ITALY] if each == seat else [])] for each in table.seats
        }
        told = news.coin(year=position.phase.year, seat=seat, power=ITALY)
        return Step(having(step.position, powers), step.results, (*step.news, told))


def autumn_over(table: Table, position: Position) -> Step:
    """Ownership. No number of centres wins."""
    return update_ownership(table, position)


def year_over(table: Table, position: Position) -> Step:
    """24 units on the board win, all of the side's powers together."""
    units = units_by_seat(table, position)
    winners = [seat for seat in table.seats if units[seat] >= ARMED]
    if not winners:
        return Step(position)
    return end(position, "RB-20", winners, units={seat: units[seat] for seat in winners})
