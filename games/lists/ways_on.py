"""Where one goes on from pages of games: ways to pages above, which games do not know. Apps enter them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise


class To(Enum):
    """What one finds at the end of a way."""

    PEOPLE = "people"
    """Someone to play with."""
    GAMES = "games"
    """Games with free seats."""


@dataclass(frozen=True, slots=True)
class Way:
    """A link: what it says, and the name of the address that it leads to."""

    says: str | Promise
    view: str

    @property
    def address(self) -> str:
        return reverse(self.view)


_ways: Final[dict[To, Way]] = {}


def leads_to(end: To, way: Way) -> None:
    """Register the way to `end`, once, when the apps are loaded. ValueError where there is one already."""
    if end in _ways:
        raise ValueError(f"a way leads to {end.value} already: {_ways[end].view}")
    _ways[end] = way


def way_to(end: To) -> Way | None:
    """The way to `end`; None where no app has one."""
    return _ways.get(end)
