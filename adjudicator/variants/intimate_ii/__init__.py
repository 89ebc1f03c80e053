"""Intimate Diplomacy II: loyal mercenaries, and a satellite for each player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.board import standard
from adjudicator.lots import Lots
from adjudicator.position import Position
from adjudicator.variants.by_power import ADJUSTMENTS, MOVEMENT, RETREATS
from adjudicator.variants.intimate.agreements import concession, declared_stalemate, draw
from adjudicator.variants.intimate.command import in_disorder, policies, powers_of
from adjudicator.variants.intimate.homes import Homes
from adjudicator.variants.intimate.opening import SETTINGS, check_phase, opened
from adjudicator.variants.intimate.state import KEYS, SEATS
from adjudicator.variants.intimate.state import checked as state_checked
from adjudicator.variants.intimate_ii.auction import Auction
from adjudicator.variants.intimate_ii.bonds import KEYS as BOND_KEYS
from adjudicator.variants.intimate_ii.bonds import Bonds
from adjudicator.variants.intimate_ii.bonds import checked as bonds_checked
from adjudicator.variants.intimate_ii.calendar import autumn_over, spring_over, year_over
from adjudicator.variants.intimate_ii.sight import SealedSight
from adjudicator.variants.settings import FIRST_YEAR, RULEBOOK, flag, one_of, year
from adjudicator.variants.variant import Manners, Stage, Table, Variant

OPENING_TREASURY: Final[Mapping[str, int]] = {
    "AUSTRIA": 22,
    "ENGLAND": 18,
    "FRANCE": 20,
    "GERMANY": 22,
    "ITALY": 20,
    "RUSSIA": 23,
    "TURKEY": 18,
}
"""Credits that a home power opens with (ID2-1)."""


def start(table: Table, lots: Lots | None) -> Position:
    """The starting map, with homes given or yet to be chosen."""
    return Bonds().into(opened(table, OPENING_TREASURY))


def checked(table: Table, position: Position) -> Position:
    """The position with the keys of this game; `bad-position` where they cannot be."""
    check_phase(table, position)
    return bonds_checked(state_checked(position, table.board), table.board)


VARIANT: Final = Variant(
    key="intimate-ii",
    names={"en": "Intimate Diplomacy II", "fr": "Intimate Diplomacy II"},
    rules=("ID2", "ID", "RB"),
    board=standard(),
    seats=SEATS,
    settings={
        **RULEBOOK,
        "players": one_of(2),
        "first_year": year(FIRST_YEAR),
        "draws": flag(True),
        **SETTINGS,
        "secrecy": flag(True),
    },
    keys=KEYS | BOND_KEYS,
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
    sight=SealedSight(),
    manners=Manners(all_lose=("ID2-5",), sealed_for_good="ID2-6"),
)
