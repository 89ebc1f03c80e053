"""What is done for a whole league a batch at a time: each row does one, and puts out the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.common.outbox.registry import Done, delivers_slowly
from games.common.outbox.row import OutboxRow
from league.leagues.services.announcing import mail_more
from league.leagues.services.extending import extend_more


@delivers_slowly("league_announcement")
def mail_announcements(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    for row in rows:
        mail_more(announcement=row.payload["announcement"], after=row.payload["after"])
        yield [row], {}


@delivers_slowly("league_extension")
def extend_all_games(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    for row in rows:
        extend_more(extension=row.payload["extension"], after=row.payload["after"])
        yield [row], {}
