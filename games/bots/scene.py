"""What a bot is handed: the sight of one seat that owes an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

import adjudicator


@dataclass(frozen=True, slots=True)
class Scene:
    """What one seat sees when it is to answer: the position through `view`, what it owes, what it may
    order. `ahead` has, by letter, what it might order in later phases that have to be ordered now (SPY-22);
    `unknown` names what is withheld.
    """

    seat: str
    position: Mapping[str, Any]
    owed: Mapping[str, Any]
    options: Mapping[str, Sequence[str]]
    sites: Mapping[str, Sequence[str]]
    random: Random
    ahead: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    unknown: frozenset[str] = frozenset()

    def builds_of(self, power: str) -> list[str]:
        """The armies and fleets that `power` may build."""
        return [line for line in self.sites[power] if line[0] in "AF"]


Bot: TypeAlias = Callable[[Scene], Any]
"""A bot: a function from what a seat sees to its answer."""


def look(
    *, variant: str, settings: Mapping[str, Any], position: dict[str, Any], seat: str, random: Random
) -> Scene:
    """The scene for a `seat` that owes something in `position`."""
    table: dict[str, Any] = {"variant": variant, "settings": settings, "position": position}
    choices = adjudicator.options(**table, seat=seat)
    owed = adjudicator.due(**table)["due"][seat]
    at_once = adjudicator.about(variant, settings)["at_once"]
    ahead = {
        label[-1]: adjudicator.options(**table | {"position": position | {"phase": label}}, seat=seat)[
            "options"
        ]
        for label in owed.get("ahead", ())
        if label[-1] in at_once
    }
    seen = adjudicator.view(**table, seat=seat)
    return Scene(
        seat=seat,
        position=seen["position"],
        owed=owed,
        options=choices["options"],
        sites=choices["sites"],
        random=random,
        ahead=ahead,
        unknown=frozenset(seen["unknown"]),
    )
