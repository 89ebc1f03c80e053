"""Who missed a phase: it asked the seat for a decision, and at its deadline nothing was saved (HR-1).

An empty text is an answer, an incomplete ranking is none, and a winter in which only builds could be waived
asked for nothing. A phase that lay with someone for less than half of its length, or that was closed there
and then, does not count for them if they had saved nothing (`adjudication.waived_misses`). `closing` keeps
the answers with each turn (`Turn.asked`, `Turn.missed`, `Turn.excused`); nothing else decides them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.db.models import F

import adjudicator
from games.common.database.compiled import Among
from games.engine import hosting_rules
from games.models import Phase, Tenure, Turn

Due = Mapping[str, Mapping[str, Any]]
"""What each seat owes in a phase, as `adjudicator.due` says."""


def may_miss(variant: str, letter: str, due: Due, seat: str) -> bool:
    """Whether `seat` can miss a phase of `variant` whose code ends in `letter`, and where that is `due`."""
    kinds = adjudicator.VARIANTS[variant]["missed"]
    if (kinds and letter not in kinds) or not hosting_rules.is_asked(due, seat):
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


def without(seats: Mapping[str, bool], excused: Iterable[str]) -> dict[str, bool]:
    """`seats` but for those for which a phase does not count."""
    return {seat: True for seat in seats if seat not in set(excused)}


@dataclass(frozen=True)
class Attendance:
    """Who could have missed `phase`, which is adjudicated with `answers`, and who did: each asked once."""

    phase: Phase
    answers: dict[str, Any] = field(repr=False)
    excused: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def asked(self) -> dict[str, bool]:
        """The seats of `asked_in` without the `excused`."""
        return without(asked_in(self.phase.game.variant, self.phase), self.excused)

    @cached_property
    def missed(self) -> dict[str, bool]:
        """The seats of `missed_in` without the `excused`."""
        return missed_in(self.phase, self.asked, self.answers)


class Misses(NamedTuple):
    """Of one person in one seat: the phases missed in a row until now, and in all."""

    in_a_row: int = 0
    in_all: int = 0

    def and_one(self) -> Misses:
        """The count with one more miss after these."""
        return Misses(self.in_a_row + 1, self.in_all + 1)


_TENURES: Final = Among(
    lambda games: (
        Tenure.objects.filter(game__pk__in=games, left_at=None)
        .order_by("seat__order")
        .values_list("game", "seat__key", "taken_at")
    )
)
_TURNS: Final = Among(
    lambda games: (
        Turn.objects.filter(phase__game__pk__in=games, phase__deadline__gt=F("phase__opened_at"))
        .order_by("phase__game", "phase__ordinal")
        .values_list("phase__game", "phase__adjudicated_at", "asked", "missed")
    )
)


def misses_so_far(since: Mapping[int, datetime | None]) -> dict[int, dict[str, Misses]]:
    """By game and seat, what those who hold the seats now have missed there. Two queries.

    `since` names the games, by their keys, and from when on misses count in each, if not from the start. They
    are counted as `games.gate.reliability` counts them: over a person's own time in the seat.
    """
    if not since:
        return {}
    found: dict[int, dict[str, Misses]] = {game: {} for game in since}
    held: dict[int, list[tuple[str, datetime]]] = {game: [] for game in since}
    for game, seat, taken_at in _TENURES.rows(list(since)):
        start = since[game]
        held[game].append((seat, max(taken_at, start) if start else taken_at))
        found[game][seat] = Misses()
    for game, at, asked, missed in _TURNS.rows(list(since)):
        for seat, start in held[game]:
            if seat in asked and at is not None and at >= start:
                before = found[game][seat]
                found[game][seat] = before.and_one() if seat in missed else before._replace(in_a_row=0)
    return found


def _is_answered(owed: Mapping[str, Any], answer: Any) -> bool:
    if answer is None or owed["kind"] != "homes":
        return answer is not None
    listed = answer.get("preferences") if isinstance(answer, dict) else None
    return isinstance(listed, list) and len({str(power) for power in listed}) == len(owed["powers"])
