"""The recorded cases: the DATC's, the source's examples, real games. Data stay data; tests run them."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from adjudicator.board import standard
from adjudicator.phases import adjustments, movement, retreats
from adjudicator.position import Position
from adjudicator.results import PhaseTurn, Result
from adjudicator.rulebook import Rulebook

DATA = Path(__file__).parents[2] / "data"
BOARD = standard()

Json = dict[str, Any]


def lines(name: str) -> list[Json]:
    """The objects of a JSON lines file under tests/data."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


@cache
def games() -> list[Json]:
    """Real games, every phase with what the record has `after` it."""
    with lzma.open(DATA / "games.jsonl.xz", "rt", encoding="utf-8") as file:
        played = [json.loads(line) for line in file]
    for game in played:
        for phase, following in pairwise([*game["phases"], None]):
            phase.setdefault("after", following)
    return played


def phases(kind: str) -> Iterator[Json]:
    """Every recorded phase of a kind (`M`, `R`, `A`)."""
    for game in games():
        for phase in game["phases"]:
            if phase["phase"][-1] == kind:
                yield phase


def position(state: Mapping[str, Any]) -> Position:
    """A recorded position, whatever else was recorded with it left aside."""
    keys = ("phase", "units", "dislodged", "contested", "centres")
    return Position.from_json({key: state[key] for key in keys if key in state}, BOARD)


def answered(orders: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Every power has answered, those without recorded orders with no orders."""
    return {power: orders.get(power, []) for power in BOARD.powers}


def resolve(before: Position, orders: Mapping[str, list[str]], rules: Rulebook) -> PhaseTurn:
    """Resolve a phase of any kind."""
    kind = {"M": movement, "R": retreats, "A": adjustments}[before.phase.kind]
    return kind.resolve(before, answered(orders), rules)


def unit_of(result: Result) -> str:
    """The unit that a result's order is for."""
    return " ".join(result.order.split(" ")[:2])


def standing(state: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Units by power in canonical form, from a record."""
    return {power: tuple(sorted(units)) for power, units in sorted(state["units"].items()) if units}
