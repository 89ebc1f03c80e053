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


@dataclass(frozen=True, slots=True)
class Seen:
    """What an open page shows: a phase by its label, the version of the game, the newest letter, the version
    of the reader's own answer. None: it does not say.
    """

    phase: str = ""
    version: int | None = None
    letter: int | None = None
    answer: int | None = None


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


def answer_version_of(access: Access, phase: Phase) -> int | None:
    """Which version of his own answer the reader has saved, 0 for none; None for whoever has no seat."""
    if access.seat is None:
        return None
    own = Answer.objects.filter(phase=phase, seat=access.seat)
    return own.values_list("version", flat=True).first() or 0


def newest_letter_of(access: Access) -> int:
    """The newest letter that the reader's seat wrote or was sent; 0 if there is none."""
    if access.seat is None:
        return 0
    letters = Message.objects.filter(game=access.game, circle__seats=access.seat)
    return letters.order_by("-pk").values_list("pk", flat=True).first() or 0


def has_letter_after(access: Access, letter: int) -> bool:
    """Whether something came for the reader's seat after the letter he saw last."""
    return (
        access.seat is not None
        and Message.objects.filter(game=access.game, circle__seats=access.seat, pk__gt=letter)
        .exclude(sender=access.seat)
        .exists()
    )
