"""`apart(pair, …)`: where viewers tell two worlds apart; `found(secrets)`: which secrets they find out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pytest

from tests.secrecy.worlds.apart import told_apart, told_of
from tests.secrecy.worlds.world import Pair, Secrets


class Apart(Protocol):
    def __call__(self, *pairs: Pair) -> list[str]: ...


Found = Callable[[Secrets], list[str]]


@pytest.fixture
def apart(db: None, loud: None, monkeypatch: pytest.MonkeyPatch) -> Apart:
    return lambda *pairs: told_apart(monkeypatch, *pairs)


@pytest.fixture
def found(db: None, loud: None, monkeypatch: pytest.MonkeyPatch) -> Found:
    return lambda secrets: told_of(monkeypatch, secrets)
