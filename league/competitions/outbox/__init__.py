"""What leaves the house for competitions: rows of the one outbox, with keys and never facts."""

from __future__ import annotations

from datetime import datetime

from games.common.outbox import tell_person
from games.common.outbox.row import OutboxRow

__all__ = ["mail"]


def mail(user: int, now: datetime, *, about: str, **keys: int) -> OutboxRow:
    """An e-mail to the person with the key `user`: `about` says on what occasion (`occasions`), `keys` name
    what it is about by kind (`entry`, `challenge`, `competition`, `dispute`, `suspicion`, `move`, `notice`,
    `act`, `nudge`).
    """
    return tell_person("season_mail", user, now, about="league", occasion=about, **keys)
