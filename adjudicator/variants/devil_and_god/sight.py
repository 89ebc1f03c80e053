"""What nine seats may see: the board is open; protections, favours and, by setting, spells are not (DG-2,
DG-5, DG-14).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from adjudicator.position import Dislodged, Position
from adjudicator.variants.devil_and_god.state import DEVIL, DIVINE, GOD, DivineState, is_year_of_favour
from adjudicator.variants.open_sight import OpenSight
from adjudicator.variants.variant import Sight, Table

_REASONS: Final = frozenset(("reason", "by", "strength", "clause", "detail"))
"""What a result says of why; where spells are secret, why would tell of them."""


class DivineSight(OpenSight):
    """Sight until the game is over; then nothing is withheld."""

    def unknown(self, table: Table, seat: str | None) -> list[str]:
        others = [divine for divine in DIVINE if divine != seat]
        withheld = [f"answers.{divine}" for divine in others]
        if seat != GOD:
            withheld += ["answers.winter", "favour", "protected.GOD", "waived.winter"]
        if seat not in DIVINE:
            withheld.append("protected.DEVIL")
        if _are_secret(table):
            withheld += ["reasons", *(f"{key}.{divine}" for key in ("cast", "spells") for divine in others)]
        return sorted(withheld)

    def known(self, table: Table, position: Position, seat: str | None) -> Position:
        if position.outcome is not None:
            return position
        extra = _known_keys(table, position.extra, position.phase.kind, seat)
        if _are_secret(table) and position.dislodged:
            return position.having(extra=extra, dislodged=_without_needless_bars(position))
        return position.having(extra=extra)

    def turn(self, table: Table, turn: Mapping[str, Any], seat: str | None) -> dict[str, Any]:
        seen = super().turn(table, turn, seat)
        if turn.get("outcome") is not None:
            return seen
        position = Position.from_json(turn["position"], table.board)
        seen["position"] = self.known(table, position, seat).to_json()
        if isinstance(seen.get("answers"), Mapping):
            seen["answers"] = {
                who: answer for who, answer in seen["answers"].items() if who not in DIVINE or who == seat
            }
        if isinstance(seen.get("news"), list):
            seen["news"] = [item for item in seen["news"] if _is_told(table, item, seat)]
        if isinstance(seen.get("results"), list):
            seen["results"] = [_told(table, item) for item in _results(seen["results"], seat)]
        if seat != GOD and _was_winter_of_favour(table, position, turn.get("news")):
            _hide_waived(seen, seat)
        return seen

    def over(self, table: Table) -> Sight:
        return OpenSight()


def _are_secret(table: Table) -> bool:
    """Whether spells are shown at the end alone (DG-5)."""
    return bool(table.settings["spells_shown"] == "end")


def _known_keys(table: Table, facts: Mapping[str, Any], kind: str, seat: str | None) -> dict[str, Any]:
    """The keys special to this game that `seat` may see, in a phase of this `kind`."""
    seen = {key: facts[key] for key in ("divine_retired", "divine_winner") if key in facts}
    cast = facts.get("cast", {})
    if not _are_secret(table):
        seen["cast"] = cast
    elif seat in DIVINE:
        seen["cast"] = {seat: cast.get(seat, [])}
    favour = facts.get("favour")
    if seat == GOD or (favour is not None and favour == seat and kind == "A"):
        seen["favour"] = favour
    protected = facts.get("protected", {})
    if seat in DIVINE:
        theirs = (DEVIL, GOD) if seat == GOD else (DEVIL,)
        seen["protected"] = {divine: protected[divine] for divine in theirs if divine in protected}
    return dict(sorted(seen.items()))


def _without_needless_bars(position: Position) -> dict[str, tuple[Dislodged, ...]]:
    """The dislodged units, barred from no place that is closed to them anyhow: that would tell of a curse."""
    closed = {*position.occupied(), *position.contested}
    return {
        power: tuple(
            unit._replace(barred=tuple(place for place in unit.barred if place not in closed | {unit.origin}))
            for unit in units
        )
        for power, units in position.dislodged.items()
    }


def _is_told(table: Table, item: Any, seat: str | None) -> bool:
    kind = item.get("kind") if isinstance(item, Mapping) else None
    if kind == "favour":
        return seat is not None and seat in (GOD, item.get("power"))
    return kind != "spell" or not _are_secret(table) or (seat is not None and item.get("seat") == seat)


def _results(results: Iterable[Any], seat: str | None) -> list[Any]:
    """The results without void spells of other divine seats."""
    return [
        item
        for item in results
        if not isinstance(item, Mapping) or item.get("power") not in DIVINE or item.get("power") == seat
    ]


def _was_winter_of_favour(table: Table, after: Position, told: Any) -> bool:
    """Whether the turn that led to `after` and `told` this news was a winter in which some power may have
    been favoured: the divine played until then, if they retired now.
    """
    season, year, kind = after.phase
    if (season, kind) != ("S", "M") or not is_year_of_favour(table, year - 1):
        return False
    retire = any(isinstance(item, Mapping) and item.get("kind") == "victory" for item in told or ())
    return retire or not DivineState.of(after).divine_retired


def _hide_waived(seen: dict[str, Any], seat: str | None) -> None:
    """Leave out of a winter's turn what others sent and did not use: a seat that waives a unit may have been
    favoured, and it alone is told (DG-14). What was built and disbanded stands in the results.
    """
    if isinstance(seen.get("answers"), Mapping):
        seen["answers"] = {who: answer for who, answer in seen["answers"].items() if who == seat}
    if isinstance(seen.get("results"), list):
        seen["results"] = [
            item
            for item in seen["results"]
            if not isinstance(item, Mapping) or item.get("power") == seat or not _is_waive(item)
        ]


def _is_waive(item: Mapping[str, Any]) -> bool:
    return str(item.get("order")).split()[:1] == ["WAIVE"]


def _told(table: Table, item: Any) -> Any:
    """A result as everyone may read it: without its reasons where they would tell of secret spells."""
    if not _are_secret(table) or not isinstance(item, Mapping) or not _is_of_movement(item):
        return item
    is_disorder = item.get("detail") == "disorder"
    withheld = _REASONS - {"clause", "detail"} if is_disorder else _REASONS
    return {key: value for key, value in item.items() if key not in withheld}


def _is_of_movement(item: Mapping[str, Any]) -> bool:
    """Whether a result is of an order of movement that was followed: void ones are so before any spell."""
    words = str(item.get("order")).split()
    return item.get("verdict") != "void" and not {"R", "D", "B", "WAIVE"} & {*words[:1], *words[2:3]}
