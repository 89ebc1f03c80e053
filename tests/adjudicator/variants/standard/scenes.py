"""Small scenes for the tables of the classic game."""

from __future__ import annotations

from typing import Any

import adjudicator
from adjudicator.board import standard

POWERS = tuple(standard().powers)
TABLES = (7, 6, 5, 4, "3a", "3b", 2)
LOTS = "11" * 32
"""Lots whose coin falls for seat 1."""
OTHER_LOTS = "22" * 32
"""Lots whose coin falls for seat 2."""


def start(players: Any) -> dict[str, Any]:
    return adjudicator.start("standard", {"players": players})["position"]


def position(players: Any, phase: str, **more: Any) -> dict[str, Any]:
    """An empty board at a table, with what `more` says."""
    return {"phase": phase, "powers": start(players).get("powers"), **more}


def resolve(
    players: Any,
    before: dict[str, Any],
    answers: dict[str, Any] | None = None,
    *,
    lots: str | None = LOTS,
    **settings: Any,
) -> dict[str, Any]:
    """The turn; seats that `answers` leaves out hold, those with None are silent."""
    settings = {"players": players, **settings}
    everybody: dict[str, Any] = {seat: [] for seat in adjudicator.about("standard", settings)["seats"]}
    return adjudicator.resolve(
        "standard", settings, before, everybody | (answers or {}), lots=lots, language="en"
    )


def told(turn: dict[str, Any], order: str) -> dict[str, Any]:
    """The one result of an order."""
    (result,) = [each for each in turn["results"] if each["order"] == order]
    return result


def news(turn: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The news of one kind, without their sentences."""
    return [
        {key: value for key, value in item.items() if key != "text"}
        for item in turn["news"]
        if item["kind"] == kind
    ]
