"""The way to the broker: a process that loses it asks for it again every second, for as long as it takes.

Celery's own pauses grow to half a minute, and games would stand still for that long after the broker is back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from celery.app.amqp import AMQP
from kombu.connection import Connection

PAUSE = 1.0
"""Seconds between two attempts to connect."""


class PatientConnection(Connection):
    """A connection that is tried again at even, short intervals."""

    def ensure_connection(
        self, errback: Callable[..., Any] | None = None, max_retries: int | None = None, **kwargs: Any
    ) -> Connection:
        evenly = {"interval_start": PAUSE, "interval_step": 0, "interval_max": PAUSE}
        super().ensure_connection(errback, max_retries, **(evenly | kwargs))  # type: ignore[no-untyped-call]
        return self


class PatientAMQP(AMQP):  # type: ignore[misc]
    Connection = PatientConnection
    BrokerConnection = PatientConnection
