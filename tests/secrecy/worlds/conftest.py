"""`apart(pair)`: where its viewers can tell the two worlds apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.secrecy.worlds.apart import told_apart
from tests.secrecy.worlds.world import Pair

Apart = Callable[[Pair], list[str]]


@pytest.fixture
def apart(db: None, loud: None, monkeypatch: pytest.MonkeyPatch) -> Apart:
    return lambda pair: told_apart(pair, monkeypatch)
