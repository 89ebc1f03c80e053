"""An engine that takes its time, so that a worker can be killed while it is adjudicating."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from typing import Any

from games import bridge
from games.services import outage


def slow_down() -> None:
    """Let every adjudication of this process take `CHAOS_SECONDS_A_GAME` longer; `CHAOS_BEAT_EVERY` are the
    seconds between two heartbeats, where an outage is to be short.
    """
    seconds = float(os.environ.get("CHAOS_SECONDS_A_GAME", "0.05"))
    resolve = bridge.resolve

    def resolve_slowly(*args: Any, **kwargs: Any) -> Any:
        time.sleep(seconds / 2)
        turn = resolve(*args, **kwargs)
        time.sleep(seconds / 2)
        return turn

    bridge.resolve = resolve_slowly
    if every := os.environ.get("CHAOS_BEAT_EVERY"):
        outage.BEAT_EVERY = timedelta(seconds=float(every))
