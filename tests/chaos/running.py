"""What both ways of running have in common: laying out, waiting, telling."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.benchmarks import push_sink
from tests.chaos.processes import Missing, Process, free_port

Act = Callable[[], None]

PATIENCE = 45
"""Seconds after the last deadline until what is still open counts as lost; so long after their lease is over
also mails of a worker that was killed with them in its hands.
"""


def run(way: Callable[[int, int, Path], Any]) -> int:
    """Run one way as the command line asks and tell what came of it; the exit status."""
    games, seconds = int(sys.argv[1]), int(sys.argv[2])
    stop_tidily()
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        sink = _sink(Path(folder))
        try:
            report = way(games, seconds, Path(folder))
        except Missing as missing:
            print(f"Cannot run: {missing}.", file=sys.stderr)
            return 2
        finally:
            sink.kill()
        print(report.table(), flush=True)
        for violation in report.violations:
            print(f"VIOLATION: {violation}")
        if report.violations:
            for log in sorted(Path(folder).glob("*.log")):
                print(f"\n{log.name}, its end:\n{log.read_text(errors='replace')[-3000:]}")
    print(flush=True)
    return 1 if report.violations else 0


def _sink(folder: Path) -> Process:
    """The push service that all of it reaches: it is never killed, so that it can count."""
    port = free_port()
    os.environ[push_sink.PLACE] = f"{port}:{folder}"
    command = [sys.executable, "-m", "tests.benchmarks.push_sink", str(port), str(folder)]
    sink = Process("push-sink", command, folder, {})
    sink.wait_until_it_says("ready")
    return sink


def stop_tidily() -> None:
    """Let a request to stop unwind the stack, so that nothing that was started is left running."""

    def unwind(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: let it finish
        sys.exit(128 + signal.SIGTERM)

    signal.signal(signal.SIGTERM, unwind)


def by_turns(*several: Sequence[Act]) -> list[Act]:
    """Acts of `several` kinds, each in their own order, spread evenly between each other."""
    placed = [(number / len(acts), act) for acts in several for number, act in enumerate(acts)]
    return [act for _place, act in sorted(placed, key=lambda each: each[0])]


def wait_until_done(expected: Mapping[int, Any], until: float) -> None:
    """Wait until every phase is adjudicated, the outbox empty and the events over, or so long after `until`
    that no one comes for them any more.
    """
    from django.db import DatabaseError, connection

    from games.common.outbox.delivery import MAIL_LEASE
    from games.models import OutboxRow, Phase
    from tests.chaos import events

    lost_at = until + MAIL_LEASE.total_seconds() + PATIENCE
    while time.monotonic() < lost_at:
        try:
            open_phases = Phase.objects.filter(pk__in=expected, adjudicated_at=None).exists()
            waits = OutboxRow.objects.filter(sent_at=None).exists()
            if not open_phases and not waits and events.are_over():
                return
        except DatabaseError:
            connection.close()
        time.sleep(0.25)


def wait_for_work(expected: Mapping[int, Any], seconds: float = 3) -> None:
    """Wait until someone is in the middle of adjudicating: the best moment to strike."""
    from games.models import Phase

    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if Phase.objects.filter(pk__in=expected, adjudicated_at=None, attempts__gt=0).exists():
            return
        time.sleep(0.01)


@contextmanager
def told(what: str) -> Iterator[None]:
    """Say what is being done, on one line."""
    print(f"{time.strftime('%H:%M:%S')} {what}", flush=True)
    yield
