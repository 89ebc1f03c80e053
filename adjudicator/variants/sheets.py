"""From answers by seat to order lines by power: who is silent, and whose unit a line is for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator import asking, news
from adjudicator.board import Board
from adjudicator.errors import OrderSyntaxError
from adjudicator.notation import Context, orders_in, read_line
from adjudicator.position import Position
from adjudicator.reading import Reader
from adjudicator.variants.variant import Answers, Table


@dataclass(frozen=True, slots=True)
class Sheets:
    """Order lines by power; None: the power is in disorder. `news` tells which seats were silent.

    `unheard` are lines for powers that are in disorder for good, each with its power.
    """

    by_power: Mapping[str, list[str] | None]
    news: tuple[news.News, ...]
    unheard: tuple[tuple[str, str], ...]


def sheets(table: Table, position: Position, answers: Answers, owed: Collection[str]) -> Sheets:
    """Divide `answers` among the powers. A seat without an answer, any of whose powers is one that `owed`
    names, is silent: its powers are in disorder.
    """
    by_power: dict[str, list[str] | None] = dict.fromkeys(table.variant.disordered(table, position))
    told: list[news.News] = []
    unheard: list[tuple[str, str]] = []
    for seat in table.seats:
        powers = table.variant.powers_of(table, position, seat)
        if seat in answers:
            given = _lines(answers[seat], table.board)
            heard = divided(table, position, powers, given)
            by_power.update(heard)
            if not powers:
                heard = {seat: given}
            if position.disorder:
                for power in sorted(heard.keys() & set(position.disorder)):
                    unheard += ((power, line) for line in sorted(heard[power]))
        elif any(power in owed for power in powers):
            by_power.update(dict.fromkeys(powers))
            told.append(news.disorder(seat=seat, powers=powers, clause=table.variant.silence))
        else:
            by_power.update({power: [] for power in powers})
    for power in table.board.powers:
        by_power.setdefault(power, [])  # no one's, and not in disorder: it holds
    return Sheets(by_power, tuple(told), tuple(unheard))


def _lines(answer: Any, board: Board) -> list[str]:
    """The order lines of a raw answer; several on one line each become their own."""
    found: list[str] = []
    for line, orders in orders_in(asking.lines(answer), board):
        found += [line] if orders == [line] else ([each.strip() for each in orders if each.strip()] or [line])
    return found


def divided(
    table: Table, position: Position, powers: tuple[str, ...], lines: list[str]
) -> dict[str, list[str]]:
    """Each line to the one of a seat's `powers` that it is for; to the first where it is for none of them."""
    if len(powers) == 1:
        return {powers[0]: lines}
    by_power: dict[str, list[str]] = {power: [] for power in powers}
    if by_power:
        owned = _ownership(table, position, powers)
        read = reader(table, position, powers)
        for line in lines:
            by_power[_owner(line, owned, read)].append(line)
    return by_power


def reader(table: Table, position: Position, powers: tuple[str, ...] | None = None) -> Reader:
    """A reader of lines that are not canonical, for a seat with `powers` or, if None, for one power at a
    time.
    """
    contexts: dict[str, Context] = {}

    def read(line: str, power: str) -> str:
        if power not in contexts:
            contexts[power] = Context.of(position, table.board, powers or (power,))
        return read_line(line, contexts[power])

    return read


@dataclass(frozen=True, slots=True)
class _Ownership:
    """Province -> power: whose unit an order there is for, and whose home centre a build there is in."""

    powers: tuple[str, ...]
    units: Mapping[str, str]
    homes: Mapping[str, str]

    def of(self, line: str) -> str | None:
        """The power that the canonical `line` is for, if it is for any of these."""
        if line.startswith("WAIVE"):
            named = line.removeprefix("WAIVE").strip() or self.powers[0]
            return named if named in self.powers else None
        owners = self.homes if line.endswith(" B") else self.units
        return owners.get(line[2:5]) if line[:2] in ("A ", "F ") else None


def _ownership(table: Table, position: Position, powers: tuple[str, ...]) -> _Ownership:
    if position.phase.kind == "R":
        units = {unit.unit[2:5]: power for power in powers for unit in position.dislodged.get(power, ())}
    else:
        units = {unit[2:5]: power for power in powers for unit in position.units.get(power, ())}
    homes = {home: power for power in powers for home in table.board.powers[power].homes}
    return _Ownership(powers, units, homes)


def _owner(line: str, owned: _Ownership, read: Reader) -> str:
    """Whom `line` is for, as it stands or, if it is in other words, as it reads; the first power if for
    no one.
    """
    owner = owned.of(line)
    if owner is None:
        try:
            owner = owned.of(read(line, owned.powers[0]))
        except OrderSyntaxError:
            owner = None
    return owner or owned.powers[0]
