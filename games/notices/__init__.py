"""What a game tells: rows for the outbox, made by services inside their transaction, and who delivers them.

Other floors listen to `results`: rows were written of what came of a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal

from games.common.outbox import tell, tell_person
from games.common.outbox.row import OutboxRow
from games.models import Game, Phase, Seat

About = Literal[
    "started",
    "waiting",
    "reminder",
    "missed",
    "extended",
    "rules",
    "letters",
    "proposal",
    "opened",
    "given_up",
    "taken",
    "seated",
    "replaced",
    "announcement",
    "taken_back",
    "clock",
    "clock_vote",
    "nomination",
    "invited",
    "finished",
    "set_aside",
]


LETTERS_WAIT = timedelta(minutes=10)
"""So long a message may be found on the site before a mail tells of it."""


def hint(game: Game, now: datetime) -> OutboxRow:
    """Open pages of this game should look again."""
    return tell("hint", now, game=game.pk)


def seat_hint(seat: Seat, now: datetime) -> OutboxRow:
    """Open pages of this seat's holder should look again; no one else learns of it."""
    return tell("hint", now, game=seat.game_id, seat=seat.pk)


def left_hint(game: Game, user: int, now: datetime) -> OutboxRow:
    """`user` has no seat in this game any more, nor presides over it, or is to: open pages that they may see
    no more hear nothing further.
    """
    return tell("hint", now, game=game.pk, user=user, left=True)


def mails(
    about: About,
    users: Iterable[int],
    *,
    game: Game,
    now: datetime,
    phase: Phase | None = None,
    act: int | None = None,
    seat: int | None = None,
    vote: str = "",
    entry: int | None = None,
    proposal: int | None = None,
    nomination: int | None = None,
    dropped: bool = False,
) -> list[OutboxRow]:
    """A mail to each of `users` (ids). `person` is what their matters are brought together by.

    `act` is the key of what a game master did, `seat` that of a seat that changed hands, `vote` the ending
    that is proposed, `entry` what changed the clock, `proposal` what is proposed about it, `nomination` who
    is to preside, where it is about that; `dropped`: votes were, when a seat opened.
    """
    said = {"phase": phase.pk if phase else None, "act": act, "seat": seat, "vote": vote}
    said |= {"entry": entry, "proposal": proposal, "nomination": nomination, "dropped": dropped}
    extra = {name: value for name, value in said.items() if value}
    return [tell_person("mail", user, now, about=about, game=game.pk, **extra) for user in users]


def reminder(user: int, phase: Phase, now: datetime, due_at: datetime | None = None) -> OutboxRow:
    """To `user`, if they have saved nothing by the time it is written (from `due_at` on), that `phase` closes
    soon.
    """
    row = tell_person("mail", user, now, about="reminder", game=phase.game_id, phase=phase.pk)
    row.due_at = due_at or now
    return row


def letters(
    users: Iterable[int], game: int, now: datetime, due_at: datetime | None = None
) -> list[OutboxRow]:
    """To each of `users` that messages wait for them in a game, if by `due_at` they have not read them."""
    due_at = due_at or now + LETTERS_WAIT
    return [
        OutboxRow(
            topic="mail",
            payload={"about": "letters", "user": user, "game": game},
            created_at=now,
            due_at=due_at,
            person=user,
        )
        for user in users
    ]


def alarm(phase: Phase, now: datetime) -> OutboxRow:
    """Something only an administrator can put right."""
    return tell("alarm", now, phase=phase.pk)
