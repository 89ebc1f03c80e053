"""Results that may still change, as apps above know: their games hold no record until they are final."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import Q

Unsettled = Callable[[Any, datetime], Q]
"""Whether the result of a game (an `OuterRef` to its key) may still change at a moment."""

_asked: list[Unsettled] = []


def knows_unsettled(function: Unsettled) -> Unsettled:
    """Register one, when the apps are loaded."""
    _asked.append(function)
    return function


def is_unsettled(game: Any, now: datetime) -> Q:
    found = Q()
    for function in _asked:
        found |= function(game, now)
    return found
