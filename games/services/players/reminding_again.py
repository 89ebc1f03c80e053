"""An organiser has those at risk in a game reminded once more of its next deadline."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth import get_user_model
from django.db import transaction

from games import notices
from games.adjudication.locking import lock_game
from games.common import clock, outbox
from games.common.outbox.row import OutboxRow
from games.common.words import people
from games.common.words.people import Person
from games.facts.danger import danger_in
from games.models import AskedAgain, Game, Phase


@transaction.atomic
def remind_again(*, game: Game, by: Person) -> int:
    """Send the usual reminder to everyone at risk in `game` who has not had this one in its open phase; how
    many seats were asked. 0 where no one is at risk, as far as `by` may know, or all were asked before.

    As with every reminder it is looked only when the mail is written whether anything is saved. It waits for
    the end of its reader's quiet hours; where that is after the deadline, none is sent. Neither can be told
    from outside.
    """
    game = lock_game(game)
    now = clock.now()
    found = danger_in(game, by, now)
    asked = found.to_remind if found is not None else []
    if found is None or not asked:
        return 0
    AskedAgain.objects.bulk_create(AskedAgain(phase=found.phase, seat_id=each.seat, at=now) for each in asked)
    readers = get_user_model().objects.in_bulk([each.user for each in asked])
    rows = [_reminder(readers[each.user], found.phase, now) for each in asked]
    outbox.put(*filter(None, rows))
    return len(asked)


def _reminder(reader: Person, phase: Phase, now: datetime) -> OutboxRow | None:
    """None where the reader's quiet hours last until the deadline."""
    due_at = people.quiet_of(reader).ends(now, people.zone_of(reader)) or now
    return notices.reminder(reader.pk, phase, now, due_at) if due_at < phase.deadline else None
