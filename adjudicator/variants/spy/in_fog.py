"""The classic phases in fog: every seat is asked, lines are judged by sight, fleets carry spies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from adjudicator import news
from adjudicator.lots import Lots
from adjudicator.position import Position
from adjudicator.results import VOID, PhaseTurn, Result
from adjudicator.variants.by_power import ByPower, Core
from adjudicator.variants.sheets import sheets
from adjudicator.variants.spy.movement import Movement, carried
from adjudicator.variants.spy.retreats import Retreats, retreated
from adjudicator.variants.spy.state import Spies, changing
from adjudicator.variants.variant import Answers, Owed, Step, Table

Journey: TypeAlias = Callable[[Table, Position, PhaseTurn], tuple[Spies, tuple[news.News, ...]]]
"""What becomes of spies aboard, by power where anything does, and the news of it: from the position
before and the turn.
"""


class ByPowerInFog(ByPower):
    """A phase of the core in which every seat is asked, whether it owes anything or not (SPY-22)."""

    def __init__(self, core: Core, journey: Journey) -> None:
        super().__init__(core)
        self.journey = journey

    def due(self, table: Table, position: Position) -> dict[str, Owed]:
        owing = super().due(table, position)
        nothing: Owed = {"kind": self.core.kind, "powers": [], **{name: {} for name in self.core.facts}}
        return {seat: owing.get(seat, dict(nothing)) for seat in table.seats}

    def is_due(self, table: Table, position: Position) -> bool:
        return True  # every seat is asked

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        given = sheets(table, position, answers, self.core.owed(table, position))
        turn = self.core.judge(table, position, given.by_power)
        spies, told = self.journey(table, position, turn)
        unheard = (
            Result(seat, line, VOID, "illegal", clause="RB-14", detail="disorder")
            for seat, line in given.unheard
        )
        return Step(changing(turn.position, spies), (*turn.results, *unheard), (*given.news, *told))


MOVEMENT: Final = ByPowerInFog(Movement(), carried)
RETREATS: Final = ByPowerInFog(Retreats(), retreated)
