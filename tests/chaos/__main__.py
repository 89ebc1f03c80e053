"""Kills and freezes everything that can be while games are adjudicated, and counts what became of them.

    python -m tests.chaos             production (PostgreSQL, Redis, two workers, two beats), then embedded;
                                      then both again, frozen for longer than an outage in place of killed
    python -m tests.chaos --only production_freezes
    python -m tests.chaos --only embedded --games 200 --seconds 40

It starts its own servers on free ports with data of their own in temporary folders, kills none but those,
and leaves nothing behind. Exit status 1: something was lost, doubled, wrong or slow. Status 2: something it
needs is not installed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from tests.chaos.processes import ROOT
from tests.chaos.running import stop_tidily

WAYS = ("production", "embedded", "production_freezes", "embedded_freezes")


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=400, help="games with a phase that falls due (400)")
    asked.add_argument("--seconds", type=int, default=60, help="within which they fall due (60)")
    asked.add_argument("--only", choices=WAYS, help="one way of running instead of both")
    options = asked.parse_args()
    began, status = time.monotonic(), 0
    stop_tidily()
    for way in [options.only] if options.only else WAYS:
        # Django can be set up once a process, and each way has settings of its own.
        command = [sys.executable, "-m", f"tests.chaos.{way}_run", str(options.games), str(options.seconds)]
        with subprocess.Popen(command, cwd=ROOT) as run:
            try:
                status = max(status, run.wait())
            finally:
                run.terminate()
    print(f"{time.monotonic() - began:.0f} s in all. {'Nothing lost.' if not status else 'NOT GOOD.'}")
    return status


if __name__ == "__main__":
    sys.exit(main())
