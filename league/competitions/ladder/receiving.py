"""What a ladder hears of by the outbox."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.common.outbox.registry import Done, delivers_slowly
from games.common.outbox.row import OutboxRow
from league.competitions.ladder.services.answer_times import move_answers


@delivers_slowly("holidays")
def move_due_answers(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """Challenges wait for the end of a holiday, and no longer once it is taken back."""
    for row in rows:
        move_answers(league=row.payload["league"], user=row.payload["user"])
        yield [row], {}
