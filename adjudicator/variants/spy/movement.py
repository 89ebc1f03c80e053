"""Phase `M` in fog: orders judged by what each power knows, resolved in truth; fleets take spies along."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from adjudicator import news
from adjudicator.movement.facts import Facts
from adjudicator.phases import movement
from adjudicator.position import Position
from adjudicator.results import FAILS, SUCCEEDS, VOID, PhaseTurn, Result
from adjudicator.variants.by_power import Core, Lines
from adjudicator.variants.spy.conceiving import Sheet, reader
from adjudicator.variants.spy.offering import orders
from adjudicator.variants.spy.state import Spies, Spy, spies_of
from adjudicator.variants.spy.terrain import terrain
from adjudicator.variants.spy.told import ATTACKED
from adjudicator.variants.variant import Choices, Table

FOG: Final = Facts(blind=True, fleets_wait=True)


class Movement(Core):
    """Orders to every unit."""

    letter = "M"
    kind = "orders"
    facts: tuple[str, ...] = ()

    def owed(self, table: Table, position: Position) -> dict[str, dict[str, Any]]:
        return {power: {} for power in movement.due(position)}

    def judge(self, table: Table, position: Position, lines: Lines) -> PhaseTurn:
        turn = self._resolve(table, position, lines)
        doubtful = sorted({result.power for result in turn.results if result.verdict == VOID})
        if doubtful:
            known = {power: table.variant.sight.known(table, position, power) for power in doubtful}
            sheets = {power: Sheet(table, known[power], power, lines[power] or ()) for power in doubtful}
            followed = {power: sheet.followed() for power, sheet in sheets.items()}
            turn = self._resolve(table, position, {**lines, **followed})
            turn = PhaseTurn(turn.position, tuple(_amended(turn.results, sheets)))
        return PhaseTurn(turn.position, _with_cuts(table, turn.results))

    def choices(self, table: Table, position: Position, powers: Sequence[str]) -> Choices:
        found: dict[str, Sequence[str]] = {}
        for power in powers:
            found |= orders(table, position, power)
        return Choices(found)

    def _resolve(self, table: Table, position: Position, lines: Lines) -> PhaseTurn:
        return movement.resolve(
            position, lines, table.rulebook, facts=FOG, board=table.board, reader=reader(table, position)
        )


def _amended(results: Iterable[Result], sheets: Mapping[str, Sheet]) -> list[Result]:
    """`results` with what was void told as its power could know it; what it could not know merely fails."""
    told: list[Result] = []
    for result in results:
        sheet = sheets.get(result.power)
        entry = None if sheet is None else sheet.entries.get(result.order[2:5])
        if sheet is None or entry is None:
            told.append(result)
            continue
        if entry.fault is not None:
            void = sheet.void(entry.line, entry.fault)
            result = void._replace(dislodged_by=result.dislodged_by, retreats=result.retreats)
        elif result.verdict == VOID:
            clause = "RB-7" if " C " in entry.line else "RB-5b"
            result = result._replace(verdict=FAILS, reason="unmatched", clause=clause, detail=None)
        told += (result, *entry.again)
    for sheet in sheets.values():
        told += sheet.strays
    return sorted(told, key=lambda result: result.power)


def _with_cuts(table: Table, results: tuple[Result, ...]) -> tuple[Result, ...]:
    """`results` with those supports marked that no one matched and an attack would have cut.

    Their givers are told of the cut, or they would learn that no one was there to support (SPY-1).
    """
    if not any(result.reason == "unmatched" for result in results):
        return results
    attacks: dict[str, list[Result]] = {}
    for result in results:
        order = result.order
        has_way = result.verdict == SUCCEEDS or result.reason == "bounced"
        if has_way and " - " in order and not (" S " in order or " C " in order):
            attacks.setdefault(order.split(" - ")[1][:3], []).append(result)
    return tuple([_with_cut(table, result, attacks) for result in results])


def _with_cut(table: Table, result: Result, attacks: Mapping[str, Sequence[Result]]) -> Result:
    if result.reason != "unmatched" or " S " not in result.order:
        return result
    unit, target = result.order.split(" S ")
    aimed = target.split(" - ")[1][:3] if " - " in target else target[2:5]
    for attack in attacks.get(unit[2:5], ()):
        origin = attack.order[2:5]
        overseas = attack.order.endswith(" VIA") or unit[2:5] not in table.board.provinces[origin].army
        spares = origin == aimed and not (
            overseas and attack.order[0] == "A" and table.rulebook.convoyed_cut == "cut"
        )
        if attack.power != result.power and not spares:
            return result._replace(detail=ATTACKED)
    return result


def carried(table: Table, before: Position, turn: PhaseTurn) -> tuple[Spies, tuple[news.News, ...]]:
    """The spies of powers of whose fleets one with a spy aboard has moved or was dislodged, and news of those
    that were taken along (SPY-13, SPY-14).
    """
    ground = terrain(table.board)
    spies = spies_of(before)
    if not any(ground.is_sea(spy.at) for those in spies.values() for spy in those):
        return {}, ()
    gone: dict[str, Spy] = {
        unit.unit[2:5]: Spy(unit.unit[2:5], adrift=True)
        for units in turn.position.dislodged.values()
        for unit in units
        if ground.is_sea(unit.unit[2:5])
    }
    for result in turn.results:
        order = result.order
        if result.verdict == SUCCEEDS and order[5:8] == " - " and ground.is_sea(order[2:5]):
            gone[order[2:5]] = Spy(order[8:11])
    moved: dict[str, tuple[Spy, ...]] = {}
    told = []
    for power, those in spies.items():
        after = tuple(gone.get(spy.at, spy) if ground.is_sea(spy.at) else spy for spy in those)
        if after == those:
            continue
        moved[power] = after
        ways = [
            {"from": was.at, "to": now.at} for was, now in zip(those, after, strict=True) if was.at != now.at
        ]
        if ways:
            told.append(news.carried(seat=power, spies=ways, clause="SPY-13"))
    return moved, tuple(told)
