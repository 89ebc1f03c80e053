"""`apart(pair)`: where its viewers can tell the two worlds apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from league.celery import app
from tests.secrecy.worlds.apart import told_apart
from tests.secrecy.worlds.world import Pair

Apart = Callable[[Pair], list[str]]


@pytest.fixture
def apart(db: None, loud_loggers: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Apart:
    settings.ADMINS = [("admin", "admin@example.org")]
    app.finalize()
    return lambda pair: told_apart(pair, monkeypatch)
