"""The table a practice game is played at: which game, which seats, and the engine's questions about it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import adjudicator
from games.bots import Scene, look
from games.common.words import local
from games.models import Practice

VARIANT: Final = "intimate"
SEAT: Final = "1"
"""The player's seat, as the engine names it."""
BOT: Final = "2"
LAST_YEAR: Final = 1912
"""A practice game that has not ended by then is drawn: no one has to play a program for ever."""

_TABLE: Final[dict[str, Any]] = {"variant": VARIANT, "settings": {}}


def opening(lots: str) -> dict[str, Any]:
    """The position that a game begins with."""
    return dict(adjudicator.start(**_TABLE, lots=lots)["position"])


def due(position: Mapping[str, Any]) -> dict[str, Any]:
    """What each seat owes, by seat; nothing when the game is over."""
    return dict(adjudicator.due(**_TABLE, position=dict(position))["due"])


def options(position: Mapping[str, Any]) -> dict[str, Any]:
    """What the player may order: `{"options": {unit: [orders]}, "sites": {power: [orders]}}`."""
    return adjudicator.options(**_TABLE, position=dict(position), seat=SEAT)


def read(position: Mapping[str, Any], text: str) -> dict[str, Any]:
    """What the engine makes of the player's text: `{"answer", "problems"}`, in the reader's language."""
    asked = _TABLE | {"position": dict(position), "seat": SEAT, "text": text}
    return adjudicator.read(**asked, language=local.language())


def outlook(position: Mapping[str, Any], answer: Any) -> dict[str, Any] | None:
    """What the player's bids may come to; None where the phase is no auction."""
    return adjudicator.outlook(**_TABLE, position=dict(position), seat=SEAT, answer=answer)


def seen(position: Mapping[str, Any]) -> dict[str, Any]:
    """A position as the player sees it."""
    return dict(adjudicator.view(**_TABLE, position=dict(position), seat=SEAT)["position"])


def seen_turn(turn: Mapping[str, Any]) -> dict[str, Any]:
    """A turn as the player sees it, with its sentences in the reader's language."""
    asked = _TABLE | {"turn": dict(turn), "seat": SEAT}
    return dict(adjudicator.view(**asked, language=local.language())["turn"])


def scene(practice: Practice, seat: str) -> Scene:
    """What the bot in `seat` is shown, or the player's adviser: that seat's own sight and nothing else.

    The same phase of the same game brings the same moods, however often it is played again.
    """
    moods = Random(f"{practice.lots} {practice.label} {seat}")
    return look(**_TABLE, position=practice.position, seat=seat, random=moods)


def resolve(practice: Practice, answers: Mapping[str, Any]) -> dict[str, Any]:
    """The turn that the open phase comes to with these answers by seat."""
    asked = _TABLE | {"position": practice.position, "lots": practice.lots}
    return dict(adjudicator.resolve(**asked, answers=dict(answers)))


def draw(practice: Practice) -> dict[str, Any]:
    """The turn by which a game that went on for too long ends (ID-19)."""
    asked = _TABLE | {"position": practice.position, "lots": practice.lots}
    return dict(adjudicator.resolve(**asked, agreed={"how": "draw", "by": [BOT, SEAT]}))
