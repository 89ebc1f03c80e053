"""Small scenes for tests of the face: positions of Intimate Diplomacy and of the standard game."""

from __future__ import annotations

from typing import Any

import adjudicator
from adjudicator.board import standard

POWERS = tuple(standard().powers)


def intimate(
    phase: str,
    *,
    homes: tuple[str, str] = ("FRANCE", "TURKEY"),
    units: dict[str, list[str]] | None = None,
    centres: dict[str, list[str]] | None = None,
    control: dict[str, str] | None = None,
    treasury: tuple[int, int] = (20, 20),
    **more: Any,
) -> dict[str, Any]:
    """An Intimate position; mercenaries not named in `control` are no one's."""
    mercenaries = [power for power in POWERS if power not in homes]
    return {
        "phase": phase,
        "units": units or {},
        "centres": centres or {},
        "homes": {"1": homes[0], "2": homes[1]},
        "treasury": {"1": treasury[0], "2": treasury[1]},
        "control": {power: (control or {}).get(power) for power in mercenaries},
        "tied_until": None,
        "quiet_years": 0,
        **more,
    }


def at_start(phase: str, **more: Any) -> dict[str, Any]:
    """An Intimate position with the board as it is set up."""
    board = standard()
    return intimate(
        phase,
        units={power: list(board.powers[power].units) for power in POWERS},
        centres={power: list(board.powers[power].homes) for power in POWERS},
        **more,
    )


def resolve(
    position: dict[str, Any], settings: dict[str, Any] | None = None, **answers: Any
) -> dict[str, Any]:
    """The turn; `answers` by seat as keywords: `one=[...]`, `two=[...]`. A seat left out is silent."""
    seats = {"one": "1", "two": "2"}
    return adjudicator.resolve(
        "intimate", settings or {}, position, {seats[key]: answer for key, answer in answers.items()}
    )


def results(turn: dict[str, Any], power: str) -> dict[str, tuple[Any, ...]]:
    """Order -> (verdict, reason) of one power."""
    return {
        result["order"]: (result["verdict"], result.get("reason"))
        for result in turn["results"]
        if result["power"] == power
    }


def news(turn: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [item for item in turn["news"] if item["kind"] == kind]
