"""Whether messages are carried in a phase: the game's press, its pauses, its lock, the time for writing."""

from __future__ import annotations

from datetime import datetime

from games.agreed.pace import Pace
from games.engine import hosting_rules
from games.models import Answer, Game, Phase, Tenure

CLOSED_IN = frozenset("RA")
"""Letters of the phases in which press pauses where the game has it so: retreats, adjustments (RB-22)."""


def is_press_open(game: Game, phase: Phase, now: datetime) -> bool:
    """Whether messages are carried at `now`. A phase past its deadline carries none."""
    closes = press_closes(game, phase)
    return game.is_running and phase.is_open and closes is not None and now < closes


def waits_for_one(game: Game, phase: Phase) -> bool:
    """Whether private messages are locked in `phase`: the game has it so, and all who hold a seat and owe
    something but one are ready. Two queries, where the game has it so.
    """
    if not game.press_locks or not hosting_rules.closes_early(game.variant, phase.due):
        return False
    held = Tenure.objects.filter(game=game, left_at=None, seat__key__in=phase.due)
    ready = Answer.objects.filter(phase=phase, ready_at__isnull=False).values_list("seat__key", flat=True)
    owing = set(held.values_list("seat__key", flat=True))
    return lacks_one(len(owing), len(owing.intersection(ready)))


def lacks_one(owing: int, ready: int) -> bool:
    """Whether of those who owe something all but one are ready; never where one alone owes anything."""
    return 0 < ready == owing - 1


def is_pausing(game: Game, phase: Phase) -> bool:
    """Whether this game has press, but none in `phase`: retreats and adjustments, where it pauses (RB-22)."""
    return game.press == Game.Press.OPEN and game.press_pauses and phase.kind in CLOSED_IN


def press_closes(game: Game, phase: Phase) -> datetime | None:
    """Until when messages are carried in `phase`: its deadline, or before the time for writing (RB-23).

    None where none are carried at all.
    """
    if game.press != Game.Press.OPEN or is_pausing(game, phase):
        return None
    return Pace.from_json(game.pace).press_closes(phase.kind, phase.opened_at, phase.deadline)
