"""Spy Diplomacy Allégé: seven powers in fog, and spies that walk, sail, kill and report."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from adjudicator.agreed import Agreed
from adjudicator.board import standard
from adjudicator.lots import Lots
from adjudicator.position import Position
from adjudicator.variants import classic
from adjudicator.variants.endings import agreed_draw, can_share, need_draws_allowed, not_allowed, present
from adjudicator.variants.settings import FIRST_YEAR, RULEBOOK, Setting, flag, one_of, year
from adjudicator.variants.spy.adjustments import Adjustments
from adjudicator.variants.spy.espionage import Espionage
from adjudicator.variants.spy.in_fog import MOVEMENT, RETREATS
from adjudicator.variants.spy.reports import spring_over, year_over
from adjudicator.variants.spy.seasons import Seasonal
from adjudicator.variants.spy.sight import Fog
from adjudicator.variants.spy.state import KEYS, Spy, having
from adjudicator.variants.spy.state import checked as spies_checked
from adjudicator.variants.variant import Manners, Stage, Step, Table, Variant


def start(table: Table, lots: Lots | None) -> Position:
    """The starting map, and a spy in each home centre (SPY-8)."""
    homes = {power.id: [Spy(home) for home in power.homes] for power in table.board.powers.values()}
    return having(classic.start(table, lots), homes)


def checked(table: Table, position: Position) -> Position:
    return spies_checked(position, table.board)


def draw(table: Table, position: Position, agreed: Agreed) -> Step:
    """All who have units or centres agree; who has none is passed over in silence (RB-12, SPY-23), and so is
    who is absent (HR-4).
    """
    need_draws_allowed(table)
    alive = {*position.units, *position.dislodged}
    everybody = {*agreed.by, *agreed.absent}
    if not alive | {*position.centres} <= everybody or not can_share(alive, agreed):
        raise not_allowed("Not everyone has agreed.", "Tous ne sont pas d’accord.")
    return agreed_draw(position, "RB-12", present(sorted(alive), agreed), agreed)


_DAY: Final = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
_MOVEMENT: Final = Seasonal(MOVEMENT)
_ESPIONAGE: Final = Seasonal(Espionage())
_RETREATS: Final = Seasonal(RETREATS)

_BY_SEASON: Final = Manners(
    shows_readiness=False, closes_early=False, orders_ahead=True, at_once="ERA", missed="M"
)
_BY_PHASE: Final = replace(_BY_SEASON, at_once="")

_SPY: Final = Variant(
    key="spy",
    names={"en": "Spy Diplomacy", "fr": "Spy Diplomacy"},
    rules=("SPY", "RB"),
    board=standard(),
    seats=tuple(standard().powers),
    settings={
        **RULEBOOK,
        "players": one_of(7),
        "first_year": year(FIRST_YEAR),
        "last_year": year(None, clause="RB-13"),
        "draws": flag(True),
        "pace": one_of("season", "phase"),
        "reveal_at": Setting(
            lambda value: value is None or (isinstance(value, str) and _DAY.fullmatch(value) is not None),
            None,
            "a day such as 2030-08-01, or null",
            "un jour comme 2030-08-01, ou null",
        ),
    },
    keys=KEYS,
    opening=(),
    year=(
        Stage("S", _MOVEMENT),
        Stage("S", _ESPIONAGE),
        Stage("S", _RETREATS, spring_over),
        Stage("F", _MOVEMENT),
        Stage("F", _ESPIONAGE),
        Stage("F", _RETREATS, classic.autumn_over),
        Stage("W", Seasonal(Adjustments()), year_over),
    ),
    start=start,
    checked=checked,
    powers_of=classic.powers_of,
    silence="RB-14",
    disordered=classic.in_disorder,
    policies=classic.policies,
    agreements={"draw": draw},
    sight=Fog(),
    deals_seats=True,
    skips=False,
    manners=_BY_SEASON,
)
VARIANT: Final = replace(_SPY, tables={"pace": {"phase": replace(_SPY, manners=_BY_PHASE)}})
