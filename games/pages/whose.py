"""Whose each power on the map is, at tables where one player may command several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.board import GROUPS, NOBODY
from games.engine.commands import commanders_of, powers_of
from games.pages.seats import Place


@dataclass(frozen=True, slots=True)
class Whose:
    """The group of each power on the map (`games.board.whose`), and the groups' names for its legend."""

    groups: Mapping[str, int] = field(default_factory=dict)
    names: Sequence[tuple[int, str]] = ()


def whose_of(position: Mapping[str, Any], places: Sequence[Place]) -> Whose:
    """Whose each power in `position` is, the reader's own first; nothing at tables where each seat plays one.

    It says no more than `position`, as its reader sees it. No queries.
    """
    is_shared = len(places) == 2 or any(len(place.powers) > 1 for place in places)
    seats = sorted(places, key=lambda place: not place.is_own)
    commanders = commanders_of(position, {place.key: place.key for place in seats})
    if not is_shared or not commanders or len(seats) > GROUPS:
        return Whose()
    numbers = {place.key: number for number, place in enumerate(seats)}
    alive = {*position.get("units", {}), *position.get("centres", {}), *position.get("dislodged", {})}
    groups = {power: numbers[commanders[power]] if power in commanders else NOBODY for power in sorted(alive)}
    names = [
        (numbers[place.key], _("yours: no pattern") if place.is_own else place.name or place.key)
        for place in seats
    ]
    if NOBODY in groups.values():
        names.append((NOBODY, _("no one’s")))
    return Whose(groups, names)


@dataclass(frozen=True, slots=True)
class Who:
    """The powers that the reader plays, and those of the one player they play against: home powers alone,
    where mercenaries come and go; the seat itself where its player only listens (DG-1). Empty for
    spectators, and as long as no one has any.

    `sides`, for spectators of a game for two: each player's name and powers.
    """

    own: Sequence[str] = ()
    rival: Sequence[str] = ()
    sides: Sequence[tuple[str, Sequence[str]]] = ()


def who_is_who(position: Mapping[str, Any], places: Sequence[Place]) -> Who:
    """The powers of the reader of `position`, and those of the opponent. No queries."""
    own = next((place for place in places if place.is_own), None)
    if own is None:
        sides = [(place.name, _played(position, place)) for place in places] if len(places) == 2 else []
        return Who(sides=sides if all(powers for _name, powers in sides) else [])
    if own.is_masked:
        return Who([own.key] if position else [])
    others = [place for place in places if not place.is_own] if len(places) == 2 else []
    return Who(_played(position, own), [power for place in others for power in _played(position, place)])


def _played(position: Mapping[str, Any], place: Place) -> Sequence[str]:
    home = position.get("homes", {}).get(place.key)
    return [home] if home else powers_of(position, place.key)
