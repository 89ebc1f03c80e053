"""Whom a reader has blocked: told to that reader alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.common.database.compiled import Param, PreparedQuery
from games.models import Block

_BLOCKED = PreparedQuery(lambda: Block.objects.filter(blocker_id=Param("reader")).values_list("blocked_id"))


@dataclass(frozen=True, slots=True)
class Blocked:
    """Someone whom the reader has blocked, and since when."""

    name: str
    since: datetime


def blocked_by(reader: int | None) -> frozenset[int]:
    """The keys of the people whom a reader, by key, has blocked. One query."""
    return frozenset(pk for (pk,) in _BLOCKED.rows(reader=reader)) if reader is not None else frozenset()


def has_blocked(user: Any, person: Any) -> bool:
    return Block.objects.filter(blocker_id=user.pk, blocked_id=person.pk).exists()


def blocks_of(user: Any) -> list[Blocked]:
    """Whom `user` has blocked, by name. One query."""
    rows = Block.objects.filter(blocker_id=user.pk).order_by("blocked__username")
    return [Blocked(name, since) for name, since in rows.values_list("blocked__username", "since")]
