"""How a game for two opens: with the choice of home powers, or with homes that were given (HR-11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudicator.board import Board, standard
from adjudicator.errors import AdjudicatorError
from adjudicator.position import Phase, Position
from adjudicator.variants import opening
from adjudicator.variants.course import first_phase
from adjudicator.variants.intimate.state import SEATS, IntimateState, mercenaries
from adjudicator.variants.settings import Setting, year
from adjudicator.variants.variant import Table


def _are_homes(value: Any) -> bool:
    if value is None:
        return True
    powers = standard().powers
    return (
        isinstance(value, dict)
        and sorted(value) == list(SEATS)
        and all(isinstance(power, str) and power in powers for power in value.values())
        and value["1"] != value["2"]
    )


SETTINGS: Final[Mapping[str, Setting]] = {
    "last_year": year(None, clause="HR-7"),
    "homes": Setting(
        _are_homes,
        None,
        'null, or two different powers by seat, such as {"1": "FRANCE", "2": "TURKEY"}',
        'null, ou deux puissances différentes par place, comme {"1": "FRANCE", "2": "TURKEY"}',
        clause="HR-11",
    ),
}
"""The settings of games for two that house rules bring."""


def homely(homes: Mapping[str, str], treasury: Mapping[str, int], board: Board) -> IntimateState:
    """What a game goes on from once each seat has its home power: treasuries as `treasury` has them by power
    (ID-2), no mercenary under anyone's control.
    """
    return IntimateState(
        homes=dict(homes),
        treasury={seat: treasury[power] for seat, power in homes.items()},
        control=dict.fromkeys(mercenaries(homes, board)),
    )


def opened(table: Table, treasury: Mapping[str, int]) -> Position:
    """The starting map: homes yet to be chosen, or the first auction where they are given (HR-11)."""
    phase, homes = first_phase(table), table.settings["homes"]
    if homes is None:
        return IntimateState().into(opening.opening_position(table.board, phase))
    auction = table.variant.year[0]
    phase = Phase(auction.season, phase.year, auction.kind.letter)
    return homely(homes, treasury, table.board).into(opening.opening_position(table.board, phase))


def check_phase(table: Table, position: Position) -> None:
    """`bad-position` for a choice of homes that are given (HR-11)."""
    is_choice = any(position.phase.kind == stage.kind.letter for stage in table.variant.opening)
    if is_choice and table.settings["homes"] is not None:
        first = f"{table.variant.year[0].season}{table.settings['first_year']}B"
        raise AdjudicatorError(
            "bad-position",
            f"The homes of this game are given, no one chooses them (HR-11): it has no phase like "
            f"{position.phase} and starts in {first}.",
            f"Les puissances d’origine de cette partie sont données, personne ne les choisit (HR-11) : elle "
            f"n’a pas de phase comme {position.phase} et commence en {first}.",
        )
