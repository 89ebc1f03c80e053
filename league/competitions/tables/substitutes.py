"""Substitutes: those on the list of an event take over seats that open at its tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.common import clock, outbox
from games.common.outbox.registry import Failures, delivers
from games.common.outbox.row import OutboxRow
from games.gate.contests import lets_replace
from league.competitions import kinds
from league.competitions.models import Entry, Pairing
from league.competitions.outbox import mail

SEAT: Final = "seat_open"
"""The occasion on which substitutes are told."""


@lets_replace
def may_sit_in(game: Any, user: int) -> bool:
    """Whether someone is on the list of the event that a game belongs to. One query."""
    listed = Entry.objects.filter(user=user, state=Entry.State.WAITING)
    return listed.filter(competition__pairings__game=game).exists()


@delivers("contest_seat")
def tell_substitutes(rows: Sequence[OutboxRow]) -> Failures:
    """Mail to those on the list that a seat has opened; not to someone who sits at that table."""
    now = clock.now()
    for row in rows:
        found = Pairing.objects.select_related("competition").filter(game=row.payload["game"]).first()
        if found is None or found.game_id is None or not kinds.of(found.competition).keeps_list:
            continue
        listed = Entry.objects.filter(competition=found.competition, state=Entry.State.WAITING)
        free = listed.exclude(user__tenures__game=found.game_id).order_by("number")
        outbox.put(
            *(mail(user, now, about=SEAT, pairing=found.pk) for user in free.values_list("user", flat=True))
        )
    return {}
