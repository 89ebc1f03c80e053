"""Phase `R` in fog: dislodged fleets take their spies along, or down with them (SPY-14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator import news
from adjudicator.options import retreating
from adjudicator.phases import retreats
from adjudicator.position import Position
from adjudicator.results import SUCCEEDS, VOID, PhaseTurn
from adjudicator.variants.by_power import Core, Lines
from adjudicator.variants.spy.conceiving import reader
from adjudicator.variants.spy.state import Spies, Spy, spies_of
from adjudicator.variants.variant import Choices, Table


class Retreats(Core):
    """Dislodged units that have somewhere to go."""

    letter = "R"
    kind = "retreats"
    facts: tuple[str, ...] = ("units",)

    def owed(self, table: Table, position: Position) -> dict[str, dict[str, Any]]:
        owing = retreats.due(position, table.rulebook, table.board)
        return {power: {"units": list(units)} for power, units in owing.items()}

    def judge(self, table: Table, position: Position, lines: Lines) -> PhaseTurn:
        def resolve(position: Position, lines: Lines) -> PhaseTurn:
            return retreats.resolve(
                position, lines, table.rulebook, board=table.board, reader=reader(table, position)
            )

        return judged(table, position, lines, resolve)

    def choices(self, table: Table, position: Position, powers: Sequence[str]) -> Choices:
        found: dict[str, Sequence[str]] = {}
        for power in powers:
            found |= retreating(position, power, table.rulebook, board=table.board)
        return Choices(found)


def judged(
    table: Table, position: Position, lines: Lines, resolve: Callable[[Position, Lines], PhaseTurn]
) -> PhaseTurn:
    """The phase resolved, what was void told as its power could know it: as it would be in its own world.

    What cannot be is the same in both; only why may depend on what the power does not see.
    """
    turn = resolve(position, lines)
    told = list(turn.results)
    for power in sorted({result.power for result in told if result.verdict == VOID}):
        known = table.variant.sight.known(table, position, power)
        own = [result for result in resolve(known, {power: lines[power]}).results if result.power == power]
        at = [place for place, result in enumerate(told) if result.power == power]
        for place, result in zip(at, own, strict=True):
            if told[place].verdict == VOID:
                told[place] = result
    return PhaseTurn(turn.position, tuple(told))


def retreated(table: Table, before: Position, turn: PhaseTurn) -> tuple[Spies, tuple[news.News, ...]]:
    """The spies of powers that had any aboard, after their fleets have retreated, ashore in port; others go
    down with theirs.
    """
    listed: Mapping[str, list[dict[str, Any]]] = before.extra["spies"]
    if not any("aboard_dislodged" in each for those in listed.values() for each in those):
        return {}, ()
    fleets = {unit.unit for units in before.dislodged.values() for unit in units}
    reached = {
        result.order[2:5]: Spy(result.order.split(" R ")[1][:3])
        for result in turn.results
        if result.verdict == SUCCEEDS and " R " in result.order and result.order.split(" R ")[0] in fleets
    }
    spies = spies_of(before)
    after: dict[str, tuple[Spy, ...]] = {}
    told: list[news.News] = []
    for power, those in spies.items():
        stay = [spy for spy in those if not spy.adrift]
        gone = [spy for spy in those if spy.adrift]
        if not gone:
            continue
        ways = [{"from": spy.at, "to": reached[spy.at].at} for spy in gone if spy.at in reached]
        lost = [spy.at for spy in gone if spy.at not in reached]
        after[power] = (*stay, *(reached[spy.at] for spy in gone if spy.at in reached))
        if ways:
            told.append(news.carried(seat=power, spies=ways, clause="SPY-14"))
        if lost:
            told.append(news.lost(seat=power, spies=lost, clause="SPY-14"))
    return after, tuple(told)
