"""What leaves the house for prize money: rows of the one outbox, with keys and never facts."""

from __future__ import annotations

from datetime import datetime

from games.common.outbox import tell, tell_person
from games.common.outbox.row import OutboxRow

__all__ = ["mail", "tell_admins"]


def mail(user: int, now: datetime, *, about: str, **keys: int) -> OutboxRow:
    """An e-mail to the person with the key `user`: `about` says on what occasion (`occasions`), `keys` name
    what it is about by kind (`payment`, `refund`, `entry`, `proposal`, `payout`, `competition`, `record`,
    `trustee`, `holder`, `agreement`, `change`, `closing`, `cancelling`).
    """
    return tell_person("prize_mail", user, now, about="league", occasion=about, **keys)


def tell_admins(now: datetime, *, about: str, **keys: int) -> OutboxRow:
    """An e-mail to those who run the site: `about` says on what occasion (`trust`), `keys` as in `mail`."""
    return tell("alarm", now, occasion=about, **keys)
