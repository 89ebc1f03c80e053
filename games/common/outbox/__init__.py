"""The outbox: what has to leave the house, written with the change it tells of, delivered after the commit.

A row carries ids, never facts. Services `put` rows inside their transaction; `delivery` hands them to the
handlers that apps name in `registry`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.common.outbox.registry import outside
from games.common.outbox.row import OutboxRow

OWN = ("reminder", "letters", "missed")
"""What mails are about that tell what their reader has not done: no one else learns of them."""


def put(*rows: OutboxRow) -> None:
    """Write rows, in one statement."""
    OutboxRow.objects.bulk_create(rows)


def put_rings(*rows: OutboxRow) -> None:
    """Write rows that ring (`ring_of`), in one statement, but those whose telling has rung before."""
    OutboxRow.objects.bulk_create(rows, ignore_conflicts=True)


def tell(topic: str, now: datetime, **payload: Any) -> OutboxRow:
    """Write a row for the listener of `topic`."""
    return OutboxRow(topic=topic, payload=payload, created_at=now, due_at=now)


def tell_person(topic: str, user: int, now: datetime, **payload: Any) -> OutboxRow:
    """A row for an e-mail to the person with the key `user`."""
    payload["user"] = user
    return OutboxRow(topic=topic, payload=payload, created_at=now, due_at=now, person=user)


def is_own(row: OutboxRow) -> bool:
    """Whether `row` is a mail about what its reader has not done (`OWN`): of those, neither log nor alarm."""
    return row.payload.get("about") in OWN


def alarms_of_given_up(rows: Sequence[OutboxRow], now: datetime) -> list[OutboxRow]:
    """An alarm that `rows` were given up; none of alarms, which would be told of for ever, nor of what is its
    reader's own, since there being one tells, nor of what went to a server that someone named.
    """
    silent = {"alarm", *outside()}
    keys = [row.pk for row in rows if row.topic not in silent and not is_own(row)]
    return [tell("alarm", now, outbox=keys)] if keys else []
