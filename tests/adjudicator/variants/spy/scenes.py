"""Small scenes of Spy Diplomacy for its tests."""

from __future__ import annotations

from typing import Any

import adjudicator
from adjudicator.board import standard

POWERS = tuple(standard().powers)
Json = dict[str, Any]


def scene(phase: str, *, spies: dict[str, list[str]] | None = None, **more: Any) -> Json:
    """A position; spies by power as places, `NTH*` for one aboard the dislodged fleet there."""
    listed = {
        power: [{"at": at[:3], "aboard_dislodged": True} if at.endswith("*") else {"at": at} for at in places]
        for power, places in (spies or {}).items()
    }
    return {"phase": phase, "units": {}, "centres": {}, "spies": listed, **more}


def resolve(position: Json, settings: Json | None = None, **answers: Any) -> Json:
    """The turn; answers by power. Powers left out are silent."""
    return adjudicator.resolve("spy", settings or {}, position, answers)


def spies(turn: Json) -> dict[str, list[str]]:
    """Where everyone's spies are after a turn, in the words of `scene`."""
    return {
        power: [each["at"] + ("*" if each.get("aboard_dislodged") else "") for each in those]
        for power, those in turn["position"]["spies"].items()
    }


def results(turn: Json, power: str) -> dict[str, tuple[Any, ...]]:
    """Order -> (verdict, reason) of one power."""
    return {
        result["order"]: (result["verdict"], result.get("reason"))
        for result in turn["results"]
        if result["power"] == power
    }


def news(turn: Json, kind: str, seat: str | None = None) -> list[Json]:
    return [item for item in turn["news"] if item["kind"] == kind and seat in (None, item.get("seat"))]


def seen(turn: Json, seat: str | None, settings: Json | None = None) -> Json:
    """The turn as `seat` may know it."""
    view: Json = adjudicator.view("spy", settings or {}, seat=seat, turn=turn)["turn"]
    return view
