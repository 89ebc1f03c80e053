"""The plates at the table: who plays what, and how much of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.common.words.people import at_start
from games.engine.commands import powers_of
from games.pages.seats import Place
from games.words import wording


@dataclass(frozen=True, slots=True)
class Plate:
    """One player at the table: their powers, and what they have: credits, and units of all their powers that
    the reader sees. Without one who may be named, `player` is the seat's name; `role` is what the seat was
    called, of one who is named at last.
    """

    seat: str
    player: str
    has_player: bool
    is_own: bool
    home: str
    commands: list[str]
    credits: int | None
    units: int
    role: str = ""


def plates_of(position: Mapping[str, Any], places: list[Place]) -> list[Plate]:
    """Who plays what, and with how many credits, as far as the position says."""
    plates = []
    for place in places:
        home = position.get("homes", {}).get(place.key, "")
        powers = [power for power in powers_of(position, place.key) if power != home]
        plates.append(
            Plate(
                seat=place.key,
                player=at_start(place.name) or place.key,
                has_player=bool(place.player) and not place.is_hidden and not place.is_former,
                is_own=place.is_own,
                home=home,
                commands=powers,
                credits=position.get("treasury", {}).get(place.key),
                role=wording.seat(place.key) if place.is_masked and not place.is_hidden else "",
                units=sum(
                    len(position.get("units", {}).get(power, ())) for power in powers_of(position, place.key)
                ),
            )
        )
    return plates
