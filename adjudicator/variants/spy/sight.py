"""Fog: what each seat may know, and nothing else (SPY-1 to SPY-7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from adjudicator import asking
from adjudicator.board import Board
from adjudicator.phases import retreats
from adjudicator.position import Dislodged, Position
from adjudicator.rulebook import Rulebook
from adjudicator.variants.open_sight import OpenSight
from adjudicator.variants.spy.state import having, spies_of
from adjudicator.variants.spy.terrain import terrain
from adjudicator.variants.spy.told import told
from adjudicator.variants.variant import Sight, Table

UNKNOWN: Final = (
    *("answers", "centres", "contested", "dislodged", "disorder", "later", "news", "results", "spies"),
    "units",
)
"""The keys of a position that a seat sees only for its own part and its national territory."""

OPEN: Final = OpenSight()


class Fog:
    """A seat sees its own side, and every unit in its own national territory; the public the date alone.

    When the game is over everything opens (SPY-6), unless `reveal_at` puts it off: the engine knows no
    dates, so after that day the caller asks without the setting.
    """

    def unknown(self, table: Table, seat: str | None) -> list[str]:
        return list(UNKNOWN)

    def known(self, table: Table, position: Position, seat: str | None) -> Position:
        """SPY-1 to SPY-3. Of an own dislodged unit: where it may not go, whatever bars it."""
        if position.outcome is not None and _opens(table):
            return position
        if seat is None:
            return having(Position(position.phase, outcome=position.outcome), {})
        territory = frozenset(table.board.powers[seat].territory)
        units: dict[str, tuple[str, ...]] = {}
        for power, stood in position.units.items():
            in_sight = stood if power == seat else tuple([u for u in stood if u[2:5] in territory])
            if in_sight:
                units[power] = in_sight
        spies: Mapping[str, Any] = position.extra["spies"]
        return Position(
            phase=position.phase,
            units=units,
            dislodged=_dislodged(position, seat, territory, table.rulebook, table.board),
            centres={seat: position.centres[seat]} if seat in position.centres else {},
            disorder=(seat,) if seat in position.disorder else (),
            outcome=position.outcome,
            extra={"spies": {seat: list(spies[seat])} if spies.get(seat) else {}},
        )

    def turn(self, table: Table, turn: Mapping[str, Any], seat: str | None) -> dict[str, Any]:
        if turn.get("outcome") is not None and _opens(table):
            return OPEN.turn(table, turn, seat)
        given = OPEN.turn(table, turn, seat)
        given.pop("agreed", None)
        position = Position.from_json(given["position"], table.board)
        given["position"] = self.known(table, position, seat).to_json()
        for key in ("answers", "later"):
            if isinstance(given.get(key), Mapping):
                given[key] = {power: sent for power, sent in given[key].items() if power == seat}
            else:
                given.pop(key, None)
        for key, tell in (("results", _result), ("news", _item)):
            if key in given:
                given[key] = _told(given[key], key, tell, seat)
        return given

    def start(self, table: Table, start: Position, seat: str | None) -> Position:
        """The board as it is set up is known to all (SPY-5)."""
        if start == table.variant.start(table, None):
            return start
        return self.known(table, start, seat)

    def over(self, table: Table) -> Sight:
        return OPEN if _opens(table) else self

    def watched(self, table: Table, position: Position, seat: str) -> Mapping[str, frozenset[str]]:
        """Own territory and units at all times (SPY-1, SPY-3); around its spies when they report (SPY-4)."""
        own = frozenset(unit[2:5] for unit in position.units.get(seat, ()))
        near = terrain(table.board).near
        met = frozenset(spy.at for spy in spies_of(position).get(seat, ()))
        beside = frozenset().union(*[near[at] for at in met]) - met
        return {"now": own.union(table.board.powers[seat].territory), "met": met, "near": beside}


def _told(
    items: object, key: str, tell: Callable[[Mapping[str, Any], str | None], Any], seat: str | None
) -> list[Any]:
    """Those of a turn's results or news that `seat` may know, as it may know them."""
    try:
        return [said for each in asking.items(items, key) if (said := tell(each, seat)) is not None]
    except (LookupError, TypeError, ValueError, AttributeError):
        raise asking.bad(
            f"“{key}” holds something that is none of the engine’s.",
            f"« {key} » contient quelque chose qui ne vient pas du moteur.",
        ) from None


def _opens(table: Table) -> bool:
    return table.settings["reveal_at"] is None


def _dislodged(
    position: Position, seat: str, territory: frozenset[str], rules: Rulebook, board: Board
) -> dict[str, tuple[Dislodged, ...]]:
    """The seat's own dislodged units, without what barred which way; others' that lie in its territory."""
    seen: dict[str, tuple[Dislodged, ...]] = {}
    for power, units in position.dislodged.items():
        if power == seat:
            seen[power] = tuple(
                Dislodged(unit.unit, "", barred=_barred(position, unit, rules, board)) for unit in units
            )
        elif there := tuple(Dislodged(unit.unit, "") for unit in units if unit.unit[2:5] in territory):
            seen[power] = there
    return seen


def _barred(position: Position, unit: Dislodged, rules: Rulebook, board: Board) -> tuple[str, ...]:
    open_to_it = {place[:3] for place in retreats.places(position, unit, rules, board)}
    return tuple(sorted({place[:3] for place in board.steps(unit.unit)} - open_to_it))


def _result(result: Mapping[str, Any], seat: str | None) -> Mapping[str, Any] | None:
    return told(result) if seat is not None and result.get("power") == seat else None


def _item(item: Mapping[str, Any], seat: str | None) -> Mapping[str, Any] | None:
    """A piece of news as `seat` may know it; None if it may not."""
    kind = item.get("kind")
    if kind == "victory":  # told to all (SPY-23)
        return {key: item[key] for key in ("kind", "how", "winners", "agreed", "cause") if key in item}
    if kind == "ownership":
        mine = _own_centres(item["changes"].items(), seat)
        return {**item, "changes": mine} if mine else None
    if seat is None or item.get("seat") != seat or kind not in ("disorder", "report", "carried", "lost"):
        return None
    return {**item, "clause": "SPY-19"} if kind == "lost" else item


def _own_centres(
    changes: Iterable[tuple[str, Mapping[str, Any]]], seat: str | None
) -> dict[str, dict[str, str | None]]:
    """Centres that the seat won or lost, without the other side (SPY-2)."""
    return {
        centre: {end: owner if owner == seat else None for end, owner in change.items()}
        for centre, change in changes
        if seat is not None and seat in change.values()
    }
