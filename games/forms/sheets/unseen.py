"""Help for units that no one sees: in fog every support and convoy that could be is allowed (SPY-7).

One list a unit would hold them all, hundreds of lines. So the lists keep to what is in sight, and a short
form of its own makes an order out of "who helps", "whom" and "where to".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.forms.sheets.choices import Choice, alphabetical
from games.forms.sheets.helping import helped
from games.words import wording

Options = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Unseen:
    """The lists of the form: own units that could help, units that could be, places they could go to."""

    helpers: list[Choice]
    targets: list[Choice]
    goals: list[Choice]
    is_convoy: bool
    says: str
    """What has to be done before what was chosen is an order; empty: nothing was chosen."""


FIELDS = UNIT, TARGET, GOAL = "unseen-unit", "unseen-target", "unseen-to"
HOW = "unseen-how"


def divided(
    options: Options, position: Mapping[str, Any], post: Mapping[str, str]
) -> tuple[Options, Unseen | None]:
    """`options` without help for units out of sight, and the form for those; None where there are none.

    What was chosen in the form's lists and did not become an order stands in them still.
    """
    seen = {unit for units in position.get("units", {}).values() for unit in units}
    seen |= {unit[:5] for unit in seen}
    kept: dict[str, list[str]] = {}
    helpers: set[str] = set()
    targets: set[str] = set()
    goals: set[str] = set()
    for unit, orders in options.items():
        kept[unit] = []
        for order in orders:
            target, goal = helped(order)
            if not target or target in seen:
                kept[unit].append(order)
            else:
                helpers.add(unit)
                targets.add(target)
                goals.add(goal)
    if not helpers:
        return options, None
    units = wording.full_unit
    chosen = post if is_waiting(post) else {}
    form = Unseen(
        _choices(helpers, units, chosen.get(UNIT)),
        _choices(targets, units, chosen.get(TARGET)),
        _choices(goals, wording.place, chosen.get(GOAL)),
        chosen.get(HOW) == "C",
        _what_is_missing(chosen) if chosen else "",
    )
    return kept, form


def is_waiting(post: Mapping[str, str]) -> bool:
    """Whether something is chosen in the form's lists that has not become an order."""
    return any(post.get(name) for name in FIELDS) and not order_of(post)


def _what_is_missing(chosen: Mapping[str, str]) -> str:
    if not chosen.get(UNIT):
        return _("Not in your orders yet: choose which of your units helps.")
    if not chosen.get(TARGET):
        return _("Not in your orders yet: choose which unit is helped.")
    if chosen.get(HOW) == "C" and not chosen.get(GOAL):
        return _("Not in your orders yet: choose where the convoy goes.")
    return _("Not in your orders yet: press the button below.")


def order_of(post: Mapping[str, str]) -> str:
    """The order that the form asks for when its own button is pressed; empty while it is not chosen whole."""
    if post.get("help") != "yes":
        return ""
    helper, target, goal = (post.get(name, "") for name in FIELDS)
    verb = "C" if post.get(HOW) == "C" else "S"
    if not (helper and target and (goal or verb == "S")):
        return ""
    return f"{helper} {verb} {target}" + (f" - {goal}" if goal else "")


def _choices(values: set[str], says: Callable[[str], str], chosen: str | None) -> list[Choice]:
    return alphabetical(Choice(value, says(value), value == chosen) for value in values if value)
