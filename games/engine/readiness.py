"""What keeps a seat from being ready: an answer that counts for nothing, all of it or a part.

Nothing else decides which faults these are. Whatever was typed is saved all the same, and what is saved at
the deadline counts as the rules say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import ngettext

from games.models import Answer, Phase, Tenure
from games.words import wording


@dataclass(frozen=True, slots=True)
class Fault:
    """Why no one can be ready with an answer, in the reader's language; `line` is 0 for the whole of it."""

    line: int
    message: str


def faults(
    due: Mapping[str, Any],
    reading: Mapping[str, Any],
    position: Mapping[str, Any],
    choices: Callable[[], Mapping[str, Any]],
) -> list[Fault]:
    """What keeps a seat from being ready with the answer that `reading` (as `adjudicator.read`) tells.

    `due` is what the seat owes, `position` what it sees, `choices` asks what it may order, as
    `adjudicator.options`.
    """
    found = [
        Fault(problem["line"], problem.get("message", ""))
        for problem in reading["problems"]
        if _is_ignored(due["kind"], problem["code"])
    ]
    if due["kind"] == "adjustments":
        found += _left_to_the_rules(due, set(reading["answer"] or ()), position, choices)
    return found


def _is_ignored(kind: str, code: str) -> bool:
    """Whether a problem with this code, in an answer of this kind, means that something counts for nothing.

    An incomplete list is drawn by lots (ID-1); a bid with a problem counts as 0 (ID-3), and a wish with one
    is void (ID2-6). Orders are never ignored as a whole: where one is illegal, its unit holds (RB-3).
    """
    return kind == "bids" or (kind == "homes" and code == "incomplete")


def _left_to_the_rules(
    due: Mapping[str, Any],
    orders: set[str],
    position: Mapping[str, Any],
    choices: Callable[[], Mapping[str, Any]],
) -> Iterator[Fault]:
    """The removals, and the builds that may not be waived, that no one has ordered (RB-15, ID-12)."""
    for power, count in due.get("removals", {}).items():
        units = position["units"].get(power, ())
        missing = count - len(orders & {f"{unit} D" for unit in units})
        if missing > 0:
            said = ngettext(
                "Choose %(count)s more unit to disband: %(power)s (RB-15).",
                "Choose %(count)s more units to disband: %(power)s (RB-15).",
                missing,
            )
            yield Fault(0, said % {"count": missing, "power": wording.power(power)})
    for power in due.get("compulsory", ()):
        sites = choices()["sites"].get(power, ())
        missing = due["builds"][power] - len({order[2:5] for order in orders.intersection(sites)})
        if missing > 0:
            said = ngettext(
                "Choose %(count)s more build: %(power)s (ID-12).",
                "Choose %(count)s more builds: %(power)s (ID-12).",
                missing,
            )
            yield Fault(0, said % {"count": missing, "power": wording.power(power)})


def all_are_ready(phase: Phase) -> bool:
    """Whether no one who sits in the game and owes something in `phase` is still to be ready. One query.

    Seats that stand open, or were left, wait for no one (HR-4).
    """
    ready = Answer.objects.filter(phase=phase, seat=OuterRef("seat"), ready_at__isnull=False)
    owing = Tenure.objects.filter(game=phase.game_id, left_at=None, seat__key__in=list(phase.due))
    return not owing.filter(~Exists(ready)).exists()
