"""What is always true of what seats owe, in every game and at every table."""

from __future__ import annotations

from typing import Any

import adjudicator
from adjudicator.position import Phase, Position
from adjudicator.variants import course
from adjudicator.variants.tables import checked_position, table_for
from adjudicator.variants.variant import Table


def check_due(variant: str, settings: dict[str, Any], position: dict[str, Any]) -> dict[str, Any]:
    """What is due in `position`. AssertionError if no one owes anything in a phase that is open, a game that
    is over asks for something, a phase would be skipped in which someone owes, or kept where no one does, or
    a seat is asked for its only possible answer.
    """
    due: dict[str, Any] = adjudicator.due(variant, settings, position)["due"]
    table = table_for(variant, settings)
    value = checked_position(table, position)
    assert bool(due) == (value.outcome is None), "somebody owes something until the game is over"
    settled = () if value.outcome else course.stage_of(table, value).kind.settled(table, value)
    assert not due.keys() & {*settled}, f"{value.phase}: there is only one possible answer"
    for phase in _phases(table, value):
        _agree(table, value.having(phase=phase))
    for seat, owed in due.items():
        # `hosting_rules.asking` puts this to the database, where a number means a place in a list
        assert owed["powers"] or not seat.isdigit(), f"seat {seat} is asked for nothing"
    return due


def _phases(table: Table, position: Position) -> list[Phase]:
    """The phases of the year, this one among them; before the first year this one alone."""
    season, year, kind = position.phase
    stages = table.variant.year
    if not any((stage.season, stage.kind.letter) == (season, kind) for stage in stages):
        return [position.phase]
    return [Phase(stage.season, year, stage.kind.letter) for stage in stages]


def _agree(table: Table, position: Position) -> None:
    for stage in table.variant.opening + table.variant.year:
        if (stage.season, stage.kind.letter) == (position.phase.season, position.phase.kind):
            owes = bool(stage.kind.due(table, position))
            assert stage.kind.is_due(table, position) is owes, f"{position.phase}: whether anybody owes"
