"""Whom a phase counts for (HR-1): judged from how long it lay with them, from what masters did and from
rulings, by none of the site's own functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.agreed.pace import Pace
from games.models import Game, MasterAct, Phase, Tenure

RANKED = 7


class Attendance:
    """Who could miss the phases of one game, and who did."""

    def __init__(self, game: Game) -> None:
        self.variant, self.pace = game.variant, Pace.from_json(game.pace)
        self.phases = list(Phase.every.filter(game=game).select_related("branch__act").order_by("opened_at"))
        acts = list(MasterAct.objects.filter(game=game).order_by("pk"))
        self.closed = {act.phase_id for act in acts if act.kind == MasterAct.Kind.CLOSING}
        self.excused = [act for act in acts if act.kind == MasterAct.Kind.EXCUSED]
        tenures = Tenure.objects.filter(game=game).exclude(left_how="before")
        self.tenures = list(tenures.select_related("seat").order_by("pk"))

    def counts(self, phase: Phase, seat: str, at: datetime | None = None) -> bool:
        """Whether `seat` could miss `phase`, as it was judged at the moment `at`, or in the end."""
        if not asks(self.variant, phase, seat):
            return False
        return is_answered(phase, seat) or not self._is_let_off(phase, seat, at)

    def is_missed(self, phase: Phase, seat: str, at: datetime | None = None) -> bool:
        return self.counts(phase, seat, at) and not is_answered(phase, seat)

    def _is_let_off(self, phase: Phase, seat: str, at: datetime | None) -> bool:
        """Whether `phase` does not count for `seat`, which saved nothing: its master closed it early, it lay
        open for less than half of its length, or a ruling took the miss back by then.
        """
        if phase.pk in self.closed or any(_takes_back(act, phase, seat, at) for act in self.excused):
            return True
        assert phase.adjudicated_at is not None
        came = [each.taken_at for each in self.tenures if _held(each, seat, phase.adjudicated_at)]
        length = self.pace.length(phase.kind, first=is_first(self.phases, phase))
        return phase.closes_at - max([phase.opened_at, *came]) < length / 2


def _held(tenure: Tenure, seat: str, moment: datetime) -> bool:
    """Whether someone held `seat` at a deadline that was acted upon then, even if they lost it by that."""
    return (
        tenure.seat.key == seat
        and tenure.taken_at <= moment
        and (tenure.left_at is None or tenure.left_at >= moment)
    )


def _takes_back(act: MasterAct, phase: Phase, seat: str, at: datetime | None) -> bool:
    """Whether a ruling made by the moment `at` is about this phase, which counted when it was made."""
    if (act.facts["label"], act.facts["seat"]) != (phase.label, seat) or (at is not None and act.at > at):
        return False
    assert phase.adjudicated_at is not None
    return phase.adjudicated_at <= act.at and (phase.branch is None or phase.branch.act.at > act.at)


def is_first(phases: Sequence[Phase], phase: Phase) -> bool:
    """Whether no movement phase that counted when `phase` opened came before it."""
    before = [each for each in phases if each.kind == "M" and each.opened_at < phase.opened_at]
    counted = [each for each in before if each.branch is None or each.branch.act.at > phase.opened_at]
    return phase.kind == "M" and not [each for each in counted if each.ordinal < phase.ordinal]


def asks(variant: str, phase: Phase, seat: str) -> bool:
    """Whether `phase` asked `seat` for a decision that can be missed."""
    owed: Mapping[str, Any] | None = phase.due.get(seat)
    if owed is None or phase.turn.answers is None or phase.deadline <= phase.opened_at:
        return False
    if owed.get("powers") == [] or (variant == "spy" and not phase.label.endswith("M")):
        return False
    if owed["kind"] == "adjustments":
        return any(owed["removals"].values()) or bool(owed.get("compulsory"))
    return True


def is_answered(phase: Phase, seat: str) -> bool:
    """Whether anything was saved for `seat`; of a choice of homes, all seven of them."""
    answer = phase.turn.answers.get(seat)
    if phase.due[seat]["kind"] != "homes" or answer is None:
        return answer is not None
    listed: Sequence[Any] = answer.get("preferences", []) if isinstance(answer, dict) else []
    return len(set(listed)) == RANKED
