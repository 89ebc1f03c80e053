"""Standard: seven powers, 34 supply centres, the classic rulebook; the short game is a setting."""

from __future__ import annotations

from typing import Final

from adjudicator.board import standard
from adjudicator.variants.by_power import ADJUSTMENTS, MOVEMENT, RETREATS
from adjudicator.variants.classic import (
    autumn_over,
    checked,
    draw,
    in_disorder,
    policies,
    powers_of,
    start,
    year_over,
)
from adjudicator.variants.open_sight import OpenSight
from adjudicator.variants.settings import FIRST_YEAR, RULEBOOK, flag, one_of, year
from adjudicator.variants.variant import Stage, Variant

VARIANT: Final = Variant(
    key="standard",
    names={"en": "Diplomacy", "fr": "Diplomatie"},
    rules=("RB",),
    board=standard(),
    seats=tuple(standard().powers),
    settings={
        **RULEBOOK,
        "players": one_of(7),
        "first_year": year(FIRST_YEAR),
        "last_year": year(None),
        "draws": flag(True),
    },
    keys=frozenset(),
    opening=(),
    year=(
        Stage("S", MOVEMENT),
        Stage("S", RETREATS),
        Stage("F", MOVEMENT),
        Stage("F", RETREATS, autumn_over),
        Stage("W", ADJUSTMENTS, year_over),
    ),
    start=start,
    checked=checked,
    powers_of=powers_of,
    silence="RB-14",
    disordered=in_disorder,
    policies=policies,
    agreements={"draw": draw},
    deals_seats=True,
    sight=OpenSight(),
)
