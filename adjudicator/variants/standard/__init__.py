"""Standard: seven powers, 34 supply centres, the classic rulebook. The short game is a setting, and so is a
table for fewer players (RB-13, RB-16 to RB-21).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from adjudicator.board import standard
from adjudicator.lots import Lots
from adjudicator.position import Position
from adjudicator.variants import classic
from adjudicator.variants.by_power import ADJUSTMENTS, MOVEMENT, RETREATS
from adjudicator.variants.endings import concession
from adjudicator.variants.open_sight import OpenSight
from adjudicator.variants.settings import FIRST_YEAR, RULEBOOK, Setting, flag, one_of, year
from adjudicator.variants.standard import great_war, holding
from adjudicator.variants.standard.divisions import GREAT_WAR, SEVEN_NAMES, SMALL, Division
from adjudicator.variants.variant import Stage, Table, Variant

_PLAYERS: Final = (2, "3a", "3b", 4, 5, 6, 7)
SHORT: Final = year(None, clause="RB-13")


def _settings(players: Any, first_year: int, last_year: Setting) -> Mapping[str, Setting]:
    return {
        **RULEBOOK,
        "players": one_of(*_PLAYERS, default=players),
        "first_year": year(first_year),
        "last_year": last_year,
        "draws": flag(True),
    }


_SEVEN: Final = Variant(
    key="standard",
    names={"en": "Diplomacy", "fr": "Diplomacy"},
    rules=("RB",),
    board=standard(),
    seats=tuple(standard().powers),
    settings=_settings(7, FIRST_YEAR, SHORT),
    keys=frozenset(),
    opening=(),
    year=(
        Stage("S", MOVEMENT),
        Stage("S", RETREATS),
        Stage("F", MOVEMENT),
        Stage("F", RETREATS, classic.autumn_over),
        Stage("W", ADJUSTMENTS, classic.year_over),
    ),
    start=classic.start,
    checked=classic.checked,
    powers_of=classic.powers_of,
    silence="RB-14",
    disordered=classic.in_disorder,
    policies=classic.policies,
    agreements={"draw": classic.draw},
    deals_seats=True,
    sight=OpenSight(),
    table_names=SEVEN_NAMES,
)


def _small(players: Any, division: Division, last_year: Setting) -> Variant:
    """A table whose seats are numbers, each with its powers."""

    def start(table: Table, lots: Lots | None) -> Position:
        return holding.start(table, lots).having(disorder=division.disorder)

    return replace(
        _SEVEN,
        seats=tuple(division.by_seat),
        settings=_settings(players, division.first_year, last_year),
        keys=holding.KEYS,
        start=start,
        checked=holding.checked,
        powers_of=holding.powers_of,
        disordered=holding.in_disorder,
        table_names=division.names,
        groups=division.by_seat,
    )


_GREAT_WAR: Final = replace(
    _small(2, GREAT_WAR, great_war.NO_LAST_YEAR),
    year=(
        Stage("S", MOVEMENT),
        Stage("S", RETREATS),
        Stage("F", MOVEMENT),
        Stage("F", great_war.AutumnRetreats(), great_war.autumn_over),
        Stage("W", ADJUSTMENTS, great_war.year_over),
    ),
    powers_of=great_war.powers_of,
    disordered=great_war.in_disorder,
    closed=great_war.closed,
    agreements={"draw": classic.draw, "concession": partial(concession, clause="HR-4")},
)

_TABLES: Final[Mapping[Any, Variant]] = {
    7: _SEVEN,
    **{players: _small(players, division, SHORT) for players, division in SMALL.items()},
    2: _GREAT_WAR,
}

VARIANT: Final = replace(_SEVEN, tables={"players": _TABLES})
