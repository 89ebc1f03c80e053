"""Help for units that nobody sees: in fog every support and convoy that could be is allowed (SPY-7).

One list a unit would hold them all, hundreds of lines. So the lists keep to what is in sight, and a short
form of its own makes an order out of "who helps", "whom" and "where to".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games import wording
from games.forms.sheets.choices import Choice

Options = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Unseen:
    """The lists of the form: own units that could help, units that could be, places they could go to."""

    helpers: list[Choice]
    targets: list[Choice]
    goals: list[Choice]


def divided(options: Options, position: Mapping[str, Any]) -> tuple[Options, Unseen | None]:
    """`options` without help for units out of sight, and the form for those; None where there are none."""
    seen = {unit for units in position.get("units", {}).values() for unit in units}
    seen |= {unit[:5] for unit in seen}
    kept: dict[str, list[str]] = {}
    helpers: set[str] = set()
    targets: set[str] = set()
    goals: set[str] = set()
    for unit, orders in options.items():
        kept[unit] = []
        for order in orders:
            target, goal = _helped(order)
            if not target or target in seen:
                kept[unit].append(order)
            else:
                helpers.add(unit)
                targets.add(target)
                goals.add(goal)
    if not helpers:
        return options, None
    units = wording.full_unit
    return kept, Unseen(_choices(helpers, units), _choices(targets, units), _choices(goals, wording.place))


def order_of(post: Mapping[str, str]) -> str:
    """The order that the form asks for when its own button is pressed; empty while nobody is chosen."""
    if post.get("help") != "yes":
        return ""
    helper, target = post.get("unseen-unit", ""), post.get("unseen-target", "")
    if not (helper and target):
        return ""
    goal = post.get("unseen-to", "")
    verb = "C" if post.get("unseen-how") == "C" else "S"
    return f"{helper} {verb} {target}" + (f" - {goal}" if goal else "")


def _helped(order: str) -> tuple[str, str]:
    """Whom a support or a convoy helps, and where to: `A MUN`, `TYR`."""
    words = order.split(" ")
    if len(words) < 5 or words[2] not in ("S", "C"):
        return "", ""
    return f"{words[3]} {words[4]}", words[6] if len(words) > 6 else ""


def _choices(values: set[str], says: Callable[[str], str]) -> list[Choice]:
    made = (Choice(value, says(value), False) for value in values if value)
    return sorted(made, key=lambda each: each.says)
