"""People who look for an opponent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.common import clock
from league.leagues.models import Search
from league.leagues.opponents import services
from tests.games.conftest import NOON, Clock

RANKING = ["FRANCE", "ENGLAND", "GERMANY", "AUSTRIA", "ITALY", "RUSSIA", "TURKEY"]
OTHER_RANKING = list(reversed(RANKING))


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """The clock stands at noon, 1 March 2026 UTC."""
    stopped = Clock(NOON)
    monkeypatch.setattr(clock, "read", lambda: stopped.now)
    yield stopped


@pytest.fixture
def look(set_clock: Clock) -> Callable[..., Search]:
    """Someone looks: for Intimate, a day a phase, in English, if nothing else is said."""

    def look(user: Any, games: str = "intimate", paces: str = "day", languages: str = "en") -> Search:
        given = {"games": games.split(), "paces": paces.split(), "languages": languages.split()}
        return services.look(user=user, **given)

    return look
