"""Who may see what: rankings are sealed for good (ID2-6), a secret satellite is its seat's alone (ID2-10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudicator.position import Position
from adjudicator.variants.intimate_ii.bonds import Bonds
from adjudicator.variants.open_sight import OpenSight
from adjudicator.variants.variant import Table

Json = dict[str, Any]

_UNKNOWN: Final = ("answers", "charged", "clause", "entered", "satellites")
_PUBLIC_ANSWERS: Final = ("bids", "preferences")
"""Keys of an answer that are everyone's to see once it is resolved (ID-9)."""


class SealedSight(OpenSight):
    """Everything resolved is everyone's, but for what others wrote and were charged about satellites."""

    def unknown(self, table: Table, seat: str | None) -> list[str]:
        return list(_UNKNOWN)

    def known(self, table: Table, position: Position, seat: str | None) -> Position:
        bonds = Bonds.of(position)
        seen = {who: each if who == seat else each.veiled() for who, each in bonds.satellites.items()}
        return bonds.having(satellites=seen).into(position)

    def turn(self, table: Table, turn: Mapping[str, Any], seat: str | None) -> Json:
        seen = super().turn(table, turn, seat)
        if isinstance(position := seen.get("position"), dict):
            satellites = {who: _veiled(who, each, seat) for who, each in position["satellites"].items()}
            seen["position"] = position | {"satellites": satellites}
        if isinstance(answers := seen.get("answers"), dict):
            seen["answers"] = {who: _answer(who, each, seat) for who, each in answers.items()}
        if isinstance(items := seen.get("news"), list):
            seen["news"] = [_item(item, seat) if isinstance(item, dict) else item for item in items]
        return seen


def _answer(who: str, answer: Any, seat: str | None) -> Any:
    """An answer as `seat` sees it: of others' the bids and not what goes with them."""
    if who == seat or not isinstance(answer, dict):
        return answer
    return {key: answer[key] for key in _PUBLIC_ANSWERS if key in answer}


def _veiled(who: str, satellite: Any, seat: str | None) -> Any:
    """A satellite as it stands in positions and news: another's is not named while it is secret."""
    if who == seat or not isinstance(satellite, dict) or not satellite.get("secret"):
        return satellite
    if satellite.get("power") is None:
        return satellite
    return {"secret": True}


def _item(item: Json, seat: str | None) -> Json:
    kind = item.get("kind")
    if kind == "auction":
        return _auction(item, seat)
    if kind == "satellite":
        return _satellite(item, seat)
    if kind == "victory":
        return _victory(item, seat)
    return item


def _auction(item: Json, seat: str | None) -> Json:
    """Totals are public; what a charge was for is not (ID2-10)."""
    charged = item.get("charged")
    if not isinstance(charged, dict):
        return item
    return item | {"charged": {who: made for who, made in charged.items() if who == seat}}


def _satellite(item: Json, seat: str | None) -> Json:
    """The clause that a nomination went by would tell whether both rankings were the same: no one's."""
    seen = dict(item)
    if "satellite" in item:
        seen["satellite"] = _veiled(str(item.get("seat")), item["satellite"], seat)
    if item.get("event") == "nominated":
        seen.pop("clause", None)
    return seen


def _victory(item: Json, seat: str | None) -> Json:
    """A tie does not tell in which centres a secret satellite stands; a victory hides nothing it rests on."""
    entered, satellites = item.get("entered"), item.get("satellites")
    if not isinstance(entered, dict) or not isinstance(satellites, dict):
        return item
    seen = {who: _veiled(who, each, seat) for who, each in satellites.items()}
    hidden = {who: _places(each.get("entered")) for who, each in satellites.items() if seen[who] != each}
    return item | {
        "entered": {
            who: [place for place in _places(places) if place not in hidden.get(who, [])]
            for who, places in entered.items()
        },
        "satellites": seen,
    }


def _places(value: Any) -> list[Any]:
    """A list of centres; nothing, where someone else's news has something else there."""
    return value if isinstance(value, list) else []
