"""Orders and retreats: a choice a unit, and a text box that holds everything typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from adjudicator.board import standard
from games.engine.commands import idle_units
from games.forms.sheets import unseen
from games.forms.sheets.ahead import Season, SeasonSheet, joined
from games.forms.sheets.choices import Group, grouped
from games.forms.sheets.desk import Desk, Rewriter, typed
from games.forms.sheets.helping import without_moves_of
from games.forms.sheets.likely import Likelihood
from games.words import order_words, wording


@dataclass(frozen=True, slots=True)
class UnitRow:
    """One unit and what it may do. `order` is what the text says now, canonical; empty: nothing."""

    unit: str
    power: str
    order: str
    groups: list[Group]

    @property
    def name(self) -> str:
        return wording.full_unit(self.unit)

    @property
    def is_fleet(self) -> bool:
        return self.unit.startswith("F")


@dataclass(frozen=True, slots=True)
class PowerRows:
    """One power's units."""

    power: str
    rows: list[UnitRow]

    @property
    def ordered(self) -> int:
        return sum(bool(row.order) for row in self.rows)


class UnitsSheet(SeasonSheet):
    """One select a unit. A select that comes back changed rewrites its unit's line, and nothing else."""

    template = "sheets/units"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.is_retreat = desk.due["kind"] == "retreats"

    @property
    def is_waiting(self) -> bool:
        return unseen.is_waiting(self.desk.post)

    def compose(self, post: Mapping[str, str]) -> str:
        season = Season(self.desk)
        head, rest = season.head_and_rest(typed(post))
        rewriter = Rewriter(head, self.orders_in)
        for name, chosen in post.items():
            unit = name.removeprefix("order-")
            if unit != name and chosen != post.get(f"was-{unit}", ""):
                rewriter.replace(partial(_is_for, unit), order_words.as_typed(chosen))
        if help_ := unseen.order_of(post):
            rewriter.replace(partial(_is_for, order_words.unit_of(help_)), order_words.as_typed(help_))
        return season.compose(post, joined(rewriter.text, rest))

    def show(self, text: str) -> dict[str, Any]:
        written = {order_words.unit_of(order): order for order in self.orders_in(text)}
        useful = without_moves_of(idle_units(self.desk.position), self.desk.options()["options"])
        options, hidden = unseen.divided(useful, self.desk.position, self.desk.post)
        due = self._units()
        own = [unit for units in due.values() for unit in units]
        likely = Likelihood(self.desk.position, due.keys(), own, written)
        powers = [
            PowerRows(
                power,
                [_row(unit, power, written.get(unit, ""), options.get(unit, []), likely) for unit in units],
            )
            for power, units in due.items()
        ]
        ahead = Season(self.desk).show(text)
        return super().show(text) | {
            "powers": powers,
            "unseen": hidden,
            "ahead": ahead,
            "count": sum(len(power.rows) for power in powers),
            "ordered": sum(power.ordered for power in powers),
            "is_retreat": self.is_retreat,
            "verbs": None if self.is_retreat else order_words.for_lists(),
            "was": {row.unit: row.order for power in powers for row in power.rows} | ahead.was,
        }

    def _units(self) -> dict[str, Sequence[str]]:
        """The units that this seat is to order, by power."""
        units = self.desk.due.get("units") or self.desk.position.get("units", {})
        return {power: units[power] for power in self.desk.due["powers"] if units.get(power)}


def _is_for(unit: str, order: str) -> bool:
    return order_words.unit_of(order) == unit


def _row(unit: str, power: str, order: str, options: Sequence[str], likely: Likelihood) -> UnitRow:
    offered = _told_apart(unit, options)
    if order and order not in offered:
        offered.append(order)
    return UnitRow(unit, power, order, grouped(offered, order, likely))


def _told_apart(unit: str, options: Sequence[str]) -> list[str]:
    """`options` without what says the same twice: where only a convoy leads, a move is "by convoy"."""
    steps = standard().steps(unit)
    carried = {order.removesuffix(" VIA") for order in options if order.endswith(" VIA")}
    return [order for order in options if order not in carried or order.removeprefix(f"{unit} - ") in steps]
