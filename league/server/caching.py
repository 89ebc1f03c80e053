"""The cache of production: Redis, and while that is away each process's own memory."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextvars import Context
from functools import wraps
from typing import Any, Final

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError, TimeoutError

logger = logging.getLogger(__name__)

PAUSE: Final = 5.0
"""Seconds for which a Redis that did not answer is not asked again: each asking may take its time-out."""


MOST: Final = 1000
"""Entries a process keeps by itself, pages of watched games among them; Django's own 300 are soon flooded."""


class PatientRedisCache(RedisCache):
    """No one is kept from signing in because Redis is away, and limits go on counting, in each process apart.

    What a process noted of its own meanwhile is not carried over to Redis afterwards.
    """

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._own = LocMemCache(f"instead of {server}", params | {"OPTIONS": {"MAX_ENTRIES": MOST}})
        self._away_until = 0.0

    def answers(self) -> bool:
        """Whether Redis does, asked now."""
        try:
            return bool(self._cache.get_client(None, write=True).ping())
        except (ConnectionError, TimeoutError):
            return False

    def _either(self, name: str, *arguments: Any, **options: Any) -> Any:
        if time.monotonic() >= self._away_until:
            try:
                return getattr(RedisCache, name)(self, *arguments, **options)
            except (ConnectionError, TimeoutError) as error:
                self._away_until = time.monotonic() + PAUSE
                # Not with what this request is about: the fault is not its own.
                Context().run(logger.warning, "The cache is away: %s", type(error).__name__)
        return getattr(self._own, name)(*arguments, **options)


def _patiently(name: str) -> Callable[..., Any]:
    @wraps(getattr(RedisCache, name))
    def method(self: PatientRedisCache, *arguments: Any, **options: Any) -> Any:
        return self._either(name, *arguments, **options)

    return method


for _name in (
    "add",
    "get",
    "set",
    "touch",
    "delete",
    "get_many",
    "set_many",
    "delete_many",
    "has_key",
    "incr",
):
    setattr(PatientRedisCache, _name, _patiently(_name))
