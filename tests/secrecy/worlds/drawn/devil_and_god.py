"""Diable et Bon Dieu: protections, the favour, secret spells, and who is divine (DG-1 to DG-5)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from adjudicator.board import standard
from games.bots import Scene, greedy_bot, random_bot
from tests.fuzz.devil_and_god import DIVINE, divine_bot
from tests.secrecy.worlds.drawn.twins import Kind
from tests.secrecy.worlds.world import Json


def bot(scene: Scene) -> Any:
    """The player of the seat."""
    if scene.seat in DIVINE:
        return divine_bot(scene)
    return (greedy_bot if scene.random.random() < 0.5 else random_bot)(scene)


def openings(random: Random, game: Json, start: Json, viewer: str | None) -> tuple[Json, Json]:
    """Other powers are protected, as far as the viewer may not know: God knows both, the Devil one (DG-2)."""
    if viewer == "GOD":
        return start, start
    devil, god = random.sample(sorted(standard().powers), 2)
    mine = start["protected"]
    protected = {"DEVIL": mine["DEVIL"] if viewer == "DEVIL" else devil, "GOD": god}
    if protected["DEVIL"] == god:
        return start, start
    return start, start | {"protected": protected}


def seated(random: Random, players: Mapping[str, str], viewer: str | None) -> Mapping[str, str]:
    """The two who are divine, the other way about (DG-1)."""
    if viewer in DIVINE or random.random() < 0.3:
        return players
    return {**players, "DEVIL": players["GOD"], "GOD": players["DEVIL"]}


KIND = Kind(
    "devil-and-god",
    (bot,),
    {"spells_shown": ("turn", "end", "end")},
    longest=7,
    openings=openings,
    seated=seated,
)
