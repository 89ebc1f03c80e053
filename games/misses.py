"""Who missed a phase: it asked the seat for a decision, and at its deadline nothing was saved (HR-1).

An empty sheet is an answer, an incomplete ranking is none, and a winter in which only builds could be waived
asked for nothing. `closing` keeps both answers with each turn (`Turn.asked`, `Turn.missed`); nothing else
decides them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import adjudicator
from games import manners
from games.models import Phase

Due = Mapping[str, Mapping[str, Any]]
"""What each seat owes in a phase, as `adjudicator.due` says."""


def may_miss(variant: str, letter: str, due: Due, seat: str) -> bool:
    """Whether `seat` can miss a phase of `variant` whose code ends in `letter`, and where that is `due`."""
    kinds = adjudicator.VARIANTS[variant]["missed"]
    if (kinds and letter not in kinds) or not manners.is_asked(due, seat):
        return False
    owed = due[seat]
    if owed["kind"] == "adjustments":
        return bool(owed["removals"] or owed.get("compulsory"))
    return True


def asked_in(variant: str, phase: Phase) -> dict[str, bool]:
    """The seats that `phase` can be missed by, each with True."""
    due: Due = phase.due
    return {seat: True for seat in due if may_miss(variant, phase.kind, due, seat)}


def missed_in(phase: Phase, asked: Iterable[str], answers: Mapping[str, Any]) -> dict[str, bool]:
    """Which of `asked`, the seats of `asked_in`, missed `phase`, each with True; `answers` are those that it
    was adjudicated with.
    """
    due: Due = phase.due
    return {seat: True for seat in asked if not _is_answered(due[seat], answers.get(seat))}


def _is_answered(owed: Mapping[str, Any], answer: Any) -> bool:
    if answer is None or owed["kind"] != "homes":
        return answer is not None
    listed = answer.get("preferences") if isinstance(answer, dict) else None
    return isinstance(listed, list) and len({str(power) for power in listed}) == len(owed["powers"])
