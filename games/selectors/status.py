"""What everybody may know of the open phase: until when it runs, who owes something, who is ready."""

from __future__ import annotations

from dataclasses import dataclass

from games.access import Access
from games.models import Answer, ClockEntry, Message, Phase
from games.selectors.seats import Place


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat in the open phase. Whether it has saved anything is not said to anybody."""

    player: str
    is_own: bool
    owes: bool
    is_ready: bool


def turns_of(phase: Phase, places: list[Place]) -> list[Turn]:
    """Who is waited for. One query."""
    ready = set(
        Answer.objects.filter(phase=phase, ready_at__isnull=False).values_list("seat__key", flat=True)
    )
    return [
        Turn(place.player or place.key, place.is_own, place.key in phase.due, place.key in ready)
        for place in places
    ]


def clock_entries_of(phase: Phase) -> list[ClockEntry]:
    """How this phase's deadline has been moved. One query."""
    return list(ClockEntry.objects.filter(phase=phase).order_by("pk"))


def has_letter_after(access: Access, letter: int) -> bool:
    """Whether something came for the reader's seat after the letter he saw last."""
    return (
        access.seat is not None
        and Message.objects.filter(game=access.game, circle__seats=access.seat, pk__gt=letter)
        .exclude(sender=access.seat)
        .exists()
    )
