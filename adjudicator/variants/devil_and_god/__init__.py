"""Diable et Bon Dieu: the seven powers, and two anonymous divine players who bless and curse their units."""

from __future__ import annotations

from typing import Final

from adjudicator.board import standard
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.position import Position
from adjudicator.variants.classic import in_disorder
from adjudicator.variants.course import first_phase
from adjudicator.variants.devil_and_god.seasons import (
    ADJUSTING,
    RETREATING,
    autumn_over,
    draw,
    policies,
    year_over,
)
from adjudicator.variants.devil_and_god.sight import DivineSight
from adjudicator.variants.devil_and_god.spells import Movement
from adjudicator.variants.devil_and_god.state import DEVIL, DIVINE, GOD, KEYS, DivineState
from adjudicator.variants.devil_and_god.state import checked as state_checked
from adjudicator.variants.opening import opening_position
from adjudicator.variants.settings import FIRST_YEAR, RULEBOOK, flag, one_of, year
from adjudicator.variants.variant import Manners, Stage, Table, Variant


def start(table: Table, lots: Lots | None) -> Position:
    """The starting map; lots give each divine seat another power to protect (DG-2)."""
    if lots is None:
        raise AdjudicatorError(
            "bad-input",
            "A random draw decides whom the Devil and God protect, and no “lots” were given.",
            "Le sort décide qui le Diable et le Bon Dieu protègent, et aucun tirage n’est donné.",
        )
    devils = lots.one("protect DEVIL", table.board.powers)
    gods = lots.one("protect GOD", (power for power in table.board.powers if power != devils))
    state = DivineState(protected={DEVIL: devils, GOD: gods})
    return state.into(opening_position(table.board, first_phase(table)))


def checked(table: Table, position: Position) -> Position:
    return state_checked(position, table.board)


def powers_of(table: Table, position: Position, seat: str) -> tuple[str, ...]:
    """A seat is its power; the divine have none."""
    return () if seat in DIVINE or seat in position.disorder else (seat,)


_MOVEMENT: Final = Movement()

VARIANT: Final = Variant(
    key="devil-and-god",
    names={"en": "The Devil and God", "fr": "Diable et Bon Dieu"},
    rules=("DG", "RB"),
    board=standard(),
    seats=(*standard().powers, *DIVINE),
    settings={
        **RULEBOOK,
        "players": one_of(9),
        "first_year": year(FIRST_YEAR),
        "draws": flag(True),
        "spells_shown": one_of("turn", "end"),
    },
    keys=KEYS,
    opening=(),
    year=(
        Stage("S", _MOVEMENT),
        Stage("S", RETREATING),
        Stage("F", _MOVEMENT),
        Stage("F", RETREATING, autumn_over),
        Stage("W", ADJUSTING, year_over),
    ),
    start=start,
    checked=checked,
    powers_of=powers_of,
    silence="RB-14",
    disordered=in_disorder,
    policies=policies,
    agreements={"draw": draw},
    deals_seats=True,
    sight=DivineSight(),
    manners=Manners(masked_seats=DIVINE, won_apart=("DG-15",)),
)
