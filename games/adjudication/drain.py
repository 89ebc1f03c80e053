"""One round of adjudicating: all that is due, in batches, until nothing or no time is left."""

from __future__ import annotations

import time

from django.conf import settings
from django.db import InterfaceError, OperationalError

from games.adjudication import outage
from games.adjudication.processing import Outcome, adjudicate, batch_size, claim


def drain(*, budget: float | None = None, linger: float = 0.0) -> Outcome:
    """Adjudicate what is due for at most about `budget` seconds (`GAMES_DRAIN_BUDGET`); what became of it.

    For `linger` seconds it goes on looking for what falls due meanwhile, so that players who are all ready
    need not wait for the next one. Any number of drains may run at once. It may be killed at any instant:
    what was not committed is found again. It may be frozen at any instant, too: `claim` takes nothing after
    an outage, which the next round makes up for.
    """
    began = time.monotonic()
    until = began + (settings.GAMES_DRAIN_BUDGET if budget is None else budget)
    outage.make_up_for_outage()
    total = Outcome()
    while time.monotonic() < until:
        keys = claim(batch_size())
        if not keys:
            if time.monotonic() >= began + linger:
                break
            time.sleep(settings.GAMES_LOOK_EVERY)
            continue
        try:
            batch = adjudicate(keys)
        except (OperationalError, InterfaceError):
            time.sleep(settings.GAMES_FAULT_PAUSE)
            raise
        total = Outcome(total.adjudicated + batch.adjudicated, total.failed + batch.failed)
    outage.beat()
    return total
