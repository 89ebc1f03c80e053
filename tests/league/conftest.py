"""The clock of the league's tests."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from games.common import clock

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Set the database's clock: to NOW, and then to whatever the test says."""

    def set_to(moment: datetime) -> None:
        monkeypatch.setattr(clock, "read", lambda: moment)

    set_to(NOW)
    return set_to
