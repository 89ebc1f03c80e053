"""Counting what the drains do. A count is worth less than a game: failing to count disturbs nothing."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.db import DatabaseError, transaction
from django.db.models import F

from games.models.tally import STEPS, Tally

logger = logging.getLogger(__name__)

DRAIN = "drain"


def count(lateness: Sequence[float], failed: int) -> None:
    """Add a batch to the tally: of each phase adjudicated its lateness in seconds, and the failed attempts.

    One statement, after the batch was committed.
    """
    if not lateness and not failed:
        return
    added = {
        "adjudicated": len(lateness),
        "failed": failed,
        "lateness_ms": round(sum(lateness) * 1000),
        **{f"within_{step}": sum(late <= step for late in lateness) for step in STEPS},
    }
    try:
        with transaction.atomic():
            if not Tally.objects.filter(pk=DRAIN).update(**{name: F(name) + n for name, n in added.items()}):
                Tally.objects.get_or_create(name=DRAIN)
                Tally.objects.filter(pk=DRAIN).update(**{name: F(name) + n for name, n in added.items()})
    except DatabaseError:
        logger.warning("A batch of %s phases was not counted.", len(lateness))
