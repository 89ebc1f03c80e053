"""Small scenes of Intimate Diplomacy II: France (seat 1) against Turkey (seat 2), unless told otherwise."""

from __future__ import annotations

from typing import Any

import adjudicator
from tests.adjudicator import tables

KEY = "intimate-ii"
MERCENARIES = ("AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA")
Json = dict[str, Any]


def ranking(*first: str) -> list[str]:
    """The five mercenaries, `first` first."""
    return [*first, *(power for power in MERCENARIES if power not in first)]


def bonds(
    loyalty: dict[str, tuple[str, int]] | None = None,
    satellites: dict[str, tuple[str, bool]] | None = None,
    *,
    renominate: bool = False,
) -> Json:
    """Runs of control as `(seat, years)`, satellites as `(power, secret)`."""
    return {
        "loyalty": {
            power: {"seat": seat, "years": years} for power, (seat, years) in (loyalty or {}).items()
        },
        "satellites": {
            seat: {"power": power, "secret": secret} for seat, (power, secret) in (satellites or {}).items()
        },
        "renominate": renominate,
    }


def position(phase: str, **more: Any) -> Json:
    """A bare board; see `tables.intimate` for what there is to say."""
    return bonds() | tables.intimate(phase, **more)


def at_start(phase: str, **more: Any) -> Json:
    """The board as it is set up."""
    return bonds() | tables.at_start(phase, **more)


def resolve(before: Json, settings: Json | None = None, **answers: Any) -> Json:
    """The turn; `answers` by seat as keywords: `one=…`, `two=…`. A seat left out is silent."""
    seats = {"one": "1", "two": "2"}
    return adjudicator.resolve(
        KEY, settings or {}, before, {seats[key]: answer for key, answer in answers.items()}
    )


def offer(satellite: list[str] | None = None, **more: Any) -> Json:
    """An answer to an auction: bids by power in lower case, and `keep_satellite`, `secret`."""
    answer: Json = {"bids": {key.upper(): more[key] for key in more if key.upper() in MERCENARIES}}
    if satellite is not None:
        answer["satellite"] = satellite
    return answer | {key: more[key] for key in ("keep_satellite", "secret") if key in more}


def auction(turn: Json) -> Json:
    (item,) = tables.news(turn, "auction")
    return item


def told(turn: Json) -> list[tuple[str, str, str]]:
    """What the turn tells of satellites: (seat, event, clause)."""
    return [(item["seat"], item["event"], item["clause"]) for item in tables.news(turn, "satellite")]


def satellites(turn: Json) -> dict[str, tuple[str, bool]]:
    return {seat: (each["power"], each["secret"]) for seat, each in turn["position"]["satellites"].items()}
