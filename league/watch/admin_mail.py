"""Mails about failures to `ADMINS`: one an hour for each kind of failure, and no failure of their own."""

from __future__ import annotations

import hashlib
import logging
import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.utils.log import AdminEmailHandler

from games.common.guards.sealing import place_of

logger = logging.getLogger(__name__)

EVERY = 3600
"""Seconds between two mails about failures of one kind."""

MOST_KINDS = 1000
_mailed: dict[str, float] = {}
"""When this process mailed last about each kind: asked while the cache, which all share, does not answer."""


class AdminMailHandler(AdminEmailHandler):
    """Django's handler, which a visitor who makes pages fail cannot make write a mail for each time."""

    def emit(self, record: logging.LogRecord) -> None:
        """Mail about `record`, unless someone was told of its kind within the hour. Raises nothing: the
        visitor whose page failed would get no answer at all.
        """
        try:
            if settings.ADMINS and _is_first_of_its_kind(record):
                super().emit(record)
        except Exception as error:
            # Not `handleError`, which prints what the record quotes.
            logger.warning("A failure was not mailed to ADMINS: %s", place_of(error))

    def send_mail(self, subject: Any, message: Any, *args: Any, **options: Any) -> None:
        note = "For the next hour no other failure of this kind is mailed; the log has them all."
        super().send_mail(subject, f"{note}\n\n{message}", *args, **options)


def kind_of(record: logging.LogRecord) -> str:
    """Who logged it, and the kind and place of the error: nothing of it is a visitor's choice."""
    error = record.exc_info[1] if record.exc_info else None
    place = place_of(error) if error is not None else f"{record.pathname}:{record.lineno}"
    return hashlib.sha256(f"{record.name} {place}".encode()).hexdigest()


def _is_first_of_its_kind(record: logging.LogRecord) -> bool:
    """Whether no mail of this kind went out within the hour, as far as is known; notes that one does now."""
    kind = kind_of(record)
    try:
        return bool(cache.add(f"mailed:{kind}", 1, EVERY))
    except Exception:
        return _is_first_in_this_process(kind)


def _is_first_in_this_process(kind: str) -> bool:
    now = time.monotonic()
    if now - _mailed.get(kind, -EVERY) < EVERY:
        return False
    if len(_mailed) >= MOST_KINDS:
        _mailed.clear()
    _mailed[kind] = now
    return True
