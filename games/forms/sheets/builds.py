"""Builds and removals: as many choices for a power as it has to make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.forms.sheets.ahead import Season, SeasonSheet, joined
from games.forms.sheets.choices import Group, grouped
from games.forms.sheets.desk import Rewriter, orders_of, typed
from games.words import order_words


@dataclass(frozen=True, slots=True)
class Slot:
    """One build or removal that a power may or must make. `order` is what the text says; empty: nothing."""

    name: str
    number: int
    order: str
    groups: list[Group]


@dataclass(frozen=True, slots=True)
class PowerSlots:
    """One power's builds (or removals), `count` of them. `by_rule`: what is not ordered is built by rule."""

    power: str
    builds: bool
    count: int
    slots: list[Slot]
    by_rule: bool = False
    are_spies: bool = False

    @property
    def ordered(self) -> int:
        return sum(bool(slot.order) for slot in self.slots)


class BuildsSheet(SeasonSheet):
    """Selects that each stand for one line of the text."""

    template = "sheets/builds"

    def compose(self, post: Mapping[str, str]) -> str:
        season = Season(self.desk)
        head, rest = season.head_and_rest(typed(post))
        rewriter = Rewriter(head, self.orders_in)
        for name, chosen in post.items():
            if not name.startswith("slot-"):
                continue
            was = post.get(f"was-{name.removeprefix('slot-')}", "")
            if chosen != was:
                rewriter.replace_one(was, order_words.as_typed(chosen))
        return season.compose(post, joined(rewriter.text, rest))

    def show(self, text: str) -> dict[str, Any]:
        written = self.orders_in(text)
        options = self.desk.options()
        powers = []
        for power in self.desk.due["powers"]:
            if count := self.desk.due.get("builds", {}).get(power, 0):
                waiver = self._waiver(power)
                sites = options.get("sites", {}).get(power, [])
                offered = [*(line for line in sites if not _is_about_a_spy(line)), *waiver]
                powers.append(_power(power, True, count, offered, written, by_rule=not waiver))
            elif count := self.desk.due.get("removals", {}).get(power, 0):
                units = self.desk.position.get("units", {}).get(power, [])
                powers.append(_power(power, False, count, [f"{unit} D" for unit in units], written))
            powers += self._spies(power, options, written)
        ahead = Season(self.desk).show(text)
        was = {slot.name: slot.order for power in powers for slot in power.slots} | ahead.was
        removes = any(not power.builds for power in powers)
        return super().show(text) | {"powers": powers, "was": was, "removes": removes, "ahead": ahead}

    def _spies(self, power: str, options: Mapping[str, Any], written: Sequence[str]) -> Iterator[PowerSlots]:
        """Spies to be built or taken off, where the game has any (SPY-9)."""
        due = self.desk.due
        if count := due.get("spy_builds", {}).get(power, 0):
            sites = [line for line in options.get("sites", {}).get(power, []) if _is_about_a_spy(line)]
            yield _power(power, True, count, sites, written, are_spies=True)
        elif count := due.get("spy_removals", {}).get(power, 0):
            lines = [line for unit, lines in options["options"].items() if unit[0] == "E" for line in lines]
            yield _power(power, False, count, lines, written, are_spies=True)

    def _waiver(self, power: str) -> list[str]:
        """The line that leaves a build unused, if the engine takes it: mercenaries have to build (ID-12)."""
        reading = self.read(f"WAIVE {power}")
        return [] if reading["problems"] else orders_of(reading)


def _power(
    power: str,
    builds: bool,
    count: int,
    offered: Sequence[str],
    written: Sequence[str],
    by_rule: bool = False,
    are_spies: bool = False,
) -> PowerSlots:
    orders = [order for order in written if order in offered][:count]
    orders += [""] * (count - len(orders))
    slots = [
        Slot(f"{power}-{'E' if are_spies else ''}{number}", number, order, grouped(offered, order))
        for number, order in enumerate(orders, start=1)
    ]
    return PowerSlots(power, builds, count, slots, by_rule, are_spies)


def _is_about_a_spy(line: str) -> bool:
    return line.startswith("E ")
