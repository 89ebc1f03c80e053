"""Letters of a game, as one of its seats reads them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Message, Seat

PAGE = 20
"""Letters on the page at a time."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter, by the keys of the seats it went between."""

    pk: int
    sender: str
    recipients: list[str]
    is_own: bool
    body: str
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class Letters:
    """Some letters, oldest first; `older` is where to go on reading back, `newest` the last there is."""

    letters: list[Letter]
    older: int | None = None
    newest: int = 0


def letters_of(game: Game, seat: Seat | None, before: int | None = None) -> Letters:
    """What `seat` sent and received; nothing for anybody else. At most three queries."""
    if seat is None:
        return Letters([])
    rows = Message.objects.filter(game=game, circle__seats=seat)
    newest = None
    if before is not None:
        newest = rows.order_by("-pk").values_list("pk", flat=True).first()
        rows = rows.filter(pk__lt=before)
    messages = list(
        rows.order_by("-pk").select_related("sender").prefetch_related("circle__seats")[: PAGE + 1]
    )
    letters = [
        Letter(
            pk=message.pk,
            sender=message.sender.key,
            recipients=[each.key for each in message.circle.seats.all() if each != message.sender],
            is_own=message.sender_id == seat.pk,
            body=message.body,
            sent_at=message.sent_at,
        )
        for message in messages[:PAGE][::-1]
    ]
    if newest is None:
        newest = letters[-1].pk if letters else 0
    return Letters(letters, letters[0].pk if len(messages) > PAGE else None, newest)
