"""The house as a process of its own, as someone would start it: for tests that look at it from outside."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

PATIENCE = 120
"""Seconds; the demo league's games are played meanwhile."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def production_environment(folder: Path) -> dict[str, str]:
    """What a process needs that runs with the settings of production, and neither database nor Redis."""
    return {name: value for name, value in os.environ.items() if not name.startswith("TEST_")} | {
        "DJANGO_SETTINGS_MODULE": "league.settings.production",
        "SECRET_KEY": "x" * 60,
        "ALLOWED_HOSTS": "post.example",
        "DATABASE_URL": f"sqlite:///{folder}/none.sqlite3",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "EMAIL_HOST": "localhost",
        "DEFAULT_FROM_EMAIL": "post@post.example",
    }


@contextmanager
def house(
    folder: Path, *arguments: str, **environment: str
) -> Iterator[tuple[str, subprocess.Popen[str], Path]]:
    """The house with its data in `folder`, once it is open: its address, its process, what it printed.

    `arguments` go to `manage.py up`, `environment` is added to this process's own.
    """
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE")
    }
    output = folder / "said"
    with output.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(free_port()), *arguments],
            cwd=settings.ROOT,
            env={**inherited, "VAR_DIR": str(folder), **environment},
            stdout=file,
            stderr=subprocess.STDOUT,
            text=True,
        )
    try:
        until = time.monotonic() + PATIENCE
        while not (found := re.search(r"open: (http\S+)", output.read_text())):
            assert process.poll() is None, output.read_text()
            assert time.monotonic() < until, output.read_text()
            time.sleep(0.1)
        yield found[1], process, output
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
