"""What is done with many competitions at once is done with each by itself: one that fails stops no other."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator

from django.db import OperationalError, connection

from games.common.guards.sealing import place_of
from league.competitions.models import Competition

logger = logging.getLogger(__name__)


def one_by_one(
    competitions: Iterable[Competition], act: Callable[[Competition], object]
) -> Iterator[Competition]:
    """Let `act` be done with each; yields those of which it said that something was done.

    What fails is logged, without what it was about, and tried again the next time; so is what waited for a
    lock too long. A database that is gone stops it all.
    """
    for competition in competitions:
        try:
            done = act(competition)
        except Exception as error:
            if isinstance(error, OperationalError) and not connection.is_usable():
                raise
            logger.error("Competition %s failed: %s", competition.code, place_of(error))
            continue
        if done:
            yield competition
