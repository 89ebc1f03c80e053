"""What a bot is handed: the sight of one seat that owes an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

import adjudicator


@dataclass(frozen=True, slots=True)
class Scene:
    """What one seat sees when it is to answer: the position through `view`, what it owes, what it may
    order.
    """

    seat: str
    position: Mapping[str, Any]
    owed: Mapping[str, Any]
    options: Mapping[str, Sequence[str]]
    sites: Mapping[str, Sequence[str]]
    random: Random


Bot: TypeAlias = Callable[[Scene], Any]
"""From what a seat sees to its answer."""


def look(
    *, variant: str, settings: Mapping[str, Any], position: dict[str, Any], seat: str, random: Random
) -> Scene:
    """The scene for a `seat` that owes something in `position`."""
    table: dict[str, Any] = {"variant": variant, "settings": settings, "position": position}
    choices = adjudicator.options(**table, seat=seat)
    return Scene(
        seat=seat,
        position=adjudicator.view(**table, seat=seat)["position"],
        owed=adjudicator.due(**table)["due"][seat],
        options=choices["options"],
        sites=choices["sites"],
        random=random,
    )
