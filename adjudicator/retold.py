"""Results as earlier releases told them: their records still replay, the same events in other words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

RECITED: Final = frozenset((("RB-14", "ID-5"),))
"""Clauses of results that earlier releases cited, each with what is cited since: anarchy."""


def means(told: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether `told`, a result of an earlier release, means what `now` says of the same order today.

    Both are in their JSON form without the sentence.
    """
    if (told.get("clause"), now.get("clause")) in RECITED:
        return told == {**now, "clause": told["clause"]}
    if _is_unused_convoy(now):
        carried = {"power": now["power"], "order": now["order"], "verdict": "succeeds", "clause": "RB-5h"}
        return told == carried or (told.get("order"), told.get("detail")) == (now["order"], "severed")
    return told == _as_before(now)


def _is_unused_convoy(now: Mapping[str, Any]) -> bool:
    """Whether a fleet offered a convoy that was not used: earlier releases called it carried out."""
    if " C " not in now["order"]:
        return False
    is_cut_off = now["verdict"] == "succeeds" and now.get("detail") in ("cut-off", "severed")
    return is_cut_off or now.get("detail") == "by-land" or now.get("reason") == "no-convoy"


def _as_before(now: Mapping[str, Any]) -> dict[str, Any]:
    """`now` as it was told before uncut supports of dislodged units, and void orders, had their own words."""
    before = dict(now)
    if now["verdict"] == "succeeds" and "dislodged_by" in now and " S " in now["order"]:
        before |= {"verdict": "fails", "reason": "dislodged", "clause": "RB-5c"}
    if now.get("detail") == "void-order":
        del before["detail"]
    return before
