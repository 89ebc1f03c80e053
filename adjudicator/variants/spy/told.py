"""What a seat is told of its own orders: how they went, never why (SPY-1, SPY-19)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudicator.results import FAILS, SUCCEEDS, VOID, Result

LOST: Final = "lost"
ATTACKED: Final = "cut"
"""The detail of a support that no one matched and an attack would have cut: its giver is told of the cut."""

Told = dict[str, Any]


def told(result: Mapping[str, Any]) -> Told:
    """`result`, in its JSON form, as the seat that gave the order may know it.

    Moved, failed, dislodged (with its retreats), lost; of supports and convoys: given, cut, dislodged. What
    was void was so from what the seat could know, and stays as it is.
    """
    kept = {key: result[key] for key in ("power", "order", "implied", "by_rule", "retreats") if key in result}
    if result["verdict"] == VOID:
        return _with(kept, VOID, result, "reason", "detail", "clause")
    if result.get("clause") == "RB-14":
        kept |= {key: result[key] for key in ("clause", "detail") if key in result}
    else:
        kept["clause"] = "SPY-1"
    if "retreats" in kept:
        return kept | {"verdict": FAILS, "reason": "dislodged"}
    kind = kind_of(result["order"])
    if kind == "S":
        is_cut = result.get("reason") == "cut" or result.get("detail") == ATTACKED
        return kept | ({"verdict": FAILS, "reason": "cut"} if is_cut else {"verdict": SUCCEEDS})
    if kind == "C":
        return kept | {"verdict": SUCCEEDS}
    if kind in ("-", "H"):
        if result.get("reason") == LOST:
            return kept | {"verdict": FAILS, "reason": LOST, "clause": "SPY-19"}
        return kept | {"verdict": result["verdict"]}
    if result["verdict"] == FAILS:  # two retreated to one place
        return kept | {"verdict": FAILS, "reason": LOST}
    return _with(kept, SUCCEEDS, result, "detail", "clause")


def kind_of(order: str) -> str:
    """The sign of a canonical order: `-`, `H`, `S`, `C`, `R`, `B`, `D`; empty for any other text."""
    words = order.split(" ")
    return words[2] if len(words) > 2 and words[0] in ("A", "F", "E") else ""


def own(results: tuple[Result, ...], power: str) -> list[Told]:
    """The seat's own of a phase's results, as it is told of them."""
    return [told(result.to_json()) for result in results if result.power == power]


def _with(kept: Told, verdict: str, result: Mapping[str, Any], *keys: str) -> Told:
    return kept | {"verdict": verdict} | {key: result[key] for key in keys if key in result}
