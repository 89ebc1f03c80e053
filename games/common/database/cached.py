"""What costs something to make, kept in the cache for some seconds. A cache may lose everything, or be away:
then it is made each time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache import cache

logger = logging.getLogger(__name__)


def under(name: str, make: Callable[[], Any], *, seconds: int) -> Any:
    """What is kept under `name`, or what `make` gives, kept from now on for so many `seconds`; never None.

    `name` says all it depends on, its shape included: another release may have kept it.
    """
    try:
        kept = cache.get(name)
    except Exception as error:  # each cache has errors of its own
        logger.warning("The cache keeps nothing: %s", type(error).__name__)
        return make()
    if kept is None:
        kept = make()
        try:
            cache.set(name, kept, seconds)
        except Exception as error:
            logger.warning("The cache keeps nothing: %s", type(error).__name__)
    return kept
