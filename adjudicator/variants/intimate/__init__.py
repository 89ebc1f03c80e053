"""Intimate Diplomacy: two players, a home power each, five mercenaries under the hammer every year."""

from __future__ import annotations

from typing import Final

from adjudicator.board import standard
from adjudicator.lots import Lots
from adjudicator.position import Position
from adjudicator.variants.by_power import ADJUSTMENTS, MOVEMENT, RETREATS
from adjudicator.variants.intimate.agreements import concession, declared_stalemate, draw
from adjudicator.variants.intimate.auction import Auction
from adjudicator.variants.intimate.calendar import autumn_over, spring_over, year_over
from adjudicator.variants.intimate.choice import OPENING_TREASURY
from adjudicator.variants.intimate.command import in_disorder, policies, powers_of
from adjudicator.variants.intimate.homes import Homes
from adjudicator.variants.intimate.opening import SETTINGS, check_phase, opened
from adjudicator.variants.intimate.state import KEYS, SEATS
from adjudicator.variants.intimate.state import checked as state_checked
from adjudicator.variants.open_sight import OpenSight
from adjudicator.variants.settings import FIRST_YEAR, RULEBOOK, flag, one_of, year
from adjudicator.variants.variant import Stage, Table, Variant


def start(table: Table, lots: Lots | None) -> Position:
    """The starting map, with homes given or yet to be chosen."""
    return opened(table, OPENING_TREASURY)


def checked(table: Table, position: Position) -> Position:
    """The position with the keys of this game; `bad-position` where they cannot be."""
    check_phase(table, position)
    return state_checked(position, table.board)


VARIANT: Final = Variant(
    key="intimate",
    names={"en": "Intimate Diplomacy", "fr": "Intimate Diplomacy"},
    rules=("ID", "RB"),
    board=standard(),
    seats=SEATS,
    settings={
        **RULEBOOK,
        "players": one_of(2),
        "first_year": year(FIRST_YEAR),
        "draws": flag(True),
        **SETTINGS,
    },
    keys=KEYS,
    opening=(Stage("S", Homes(OPENING_TREASURY)),),
    year=(
        Stage("S", Auction()),
        Stage("S", MOVEMENT),
        Stage("S", RETREATS, spring_over),
        Stage("F", MOVEMENT),
        Stage("F", RETREATS, autumn_over),
        Stage("W", ADJUSTMENTS, year_over),
    ),
    start=start,
    checked=checked,
    powers_of=powers_of,
    silence="ID-14",
    disordered=in_disorder,
    policies=policies,
    agreements={"draw": draw, "stalemate": declared_stalemate, "concession": concession},
    sight=OpenSight(),
)
