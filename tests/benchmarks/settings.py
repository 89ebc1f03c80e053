"""Production settings for the commands that measure: everything that differs comes from the environment."""

import os
from pathlib import Path

from league.settings.production import *  # noqa: F403
from tests.benchmarks import push_sink

STATIC_ROOT = Path(os.environ["BENCHMARK_FOLDER"], "static")

push_sink.use()
