"""Production settings for the commands that measure: everything that differs comes from the environment."""

import os
from pathlib import Path

from league.settings.production import *  # noqa: F403

STATIC_ROOT = Path(os.environ["BENCHMARK_FOLDER"], "static")

if "BENCHMARK_PUSHES" in os.environ:
    from games.common.guards import outgoing
    from tests.benchmarks import push_sink

    outgoing.internet = push_sink.network()
