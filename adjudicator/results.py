"""What became of orders: a `Result` for each, fit to be shown as it stands, and the turn of a phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from adjudicator.position import Position

Verdict = Literal["succeeds", "fails", "void"]

SUCCEEDS: Final = "succeeds"
FAILS: Final = "fails"
VOID: Final = "void"

REASONS: Final = (
    "illegal",
    "bounced",
    "cut",
    "dislodged",
    "unmatched",
    "no-convoy",
    "convoy-disrupted",
    "paradox",
    "collision",
    "occupied",
    "not-home",
    "not-owned",
    "too-many",
    "duplicate",
    "coast-missing",
    "no-unit",
    "no-fleet",
    "lost",
)
VOID_REASONS: Final = frozenset(
    ("illegal", "no-unit", "coast-missing", "duplicate", "too-many", "occupied", "not-home", "not-owned")
)
DETAILS: Final = (
    "unreadable",
    "ambiguous",
    "wrong-phase",
    "wrong-owner",
    "unreachable",
    "same-place",
    "coast-missing",
    "wrong-coast",
    "closed",
    "self",
    "own-area",
    "no-target",
    "target-unreachable",
    "not-convoyable",
    "not-at-sea",
    "not-needed",
    "no-convoy-possible",
    "by-land",
    "cut-off",
    "void-order",
    "not-a-centre",
    "not-dislodged",
    "attackers-origin",
    "contested",
    "barred",
    "nothing-due",
    "disorder",
    "no-order",
    "no-retreat",
    "occupied",
    "identical",
    "compulsory",
    "swap",
    "rooted",
    "assured",
    "steadfast",
    "prone",
    "unaided",
    "helpless",
    "doomed",
    "no-effect",
    "severed",
    "touched",
    "cut",
    "moved",
    "stayed",
    "own-spies",
    "sea-to-sea",
    "dislodged-fleet",
)
"""Finer than a reason, where there is something finer to say."""


class Result(NamedTuple):
    """What became of one order.

    `by`: the units that caused it (for a broken convoy each sunk fleet is followed by the unit that
    dislodged it). `strength`: own, against. `clause`: the rule, such as `RB-5a`. `implied`: there was no
    order. `by_rule`: no one ordered it, a rule did. `dislodged_by`: the province its attacker came from,
    with the `retreats` it has (none: it is gone).
    """

    power: str
    order: str
    verdict: Verdict
    reason: str | None = None
    by: tuple[str, ...] = ()
    strength: tuple[int, int] | None = None
    clause: str | None = None
    detail: str | None = None
    dislodged_by: str | None = None
    retreats: tuple[str, ...] = ()
    implied: bool = False
    by_rule: bool = False

    def to_json(self) -> dict[str, Any]:
        """The JSON form, empty keys left out."""
        given: dict[str, Any] = {"power": self.power, "order": self.order, "verdict": self.verdict}
        if self.reason is not None:
            given["reason"] = self.reason
        if self.by:
            given["by"] = list(self.by)
        if self.strength is not None:
            given["strength"] = {"own": self.strength[0], "against": self.strength[1]}
        if self.clause is not None:
            given["clause"] = self.clause
        if self.detail is not None:
            given["detail"] = self.detail
        if self.implied:
            given["implied"] = True
        if self.by_rule:
            given["by_rule"] = True
        if self.dislodged_by is not None:
            given["dislodged_by"] = self.dislodged_by
            given["retreats"] = list(self.retreats)
        return given


@dataclass(frozen=True, slots=True)
class PhaseTurn:
    """What resolving one phase gave: the position after its events, its calendar not yet moved on."""

    position: Position
    results: tuple[Result, ...]
