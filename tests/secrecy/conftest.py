"""A house to listen to, with its loggers turned up as far as they go."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from league.celery import app
from tests.secrecy.house import Chance, empty_house
from tests.secrecy.script import Envelope, Script
from tests.secrecy.transcript import Transcript

Play = Callable[[Envelope, Callable[[Script], Transcript]], Transcript]

TURNED_UP = ("", "games", "league", "django", "celery", "kombu", "channels", "allauth", "psycopg")


@pytest.fixture
def loud_loggers() -> Iterator[None]:
    """Every logger says all it has to say, but for those that the settings keep quiet."""
    before = {name: logging.getLogger(name).level for name in TURNED_UP}
    for name in TURNED_UP:
        logging.getLogger(name).setLevel(logging.DEBUG)
    yield
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture
def play(db: None, loud_loggers: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Play]:
    """`play(envelope, Script.whole)`: what can be heard of the script in a house that was empty before."""
    settings.ADMINS = [("admin", "admin@example.org")]
    app.finalize()

    def listen(envelope: Envelope, scenes: Callable[[Script], Transcript]) -> Transcript:
        with monkeypatch.context() as patch, empty_house(patch, Chance(patch)) as house:
            script = Script(house, envelope, patch)
            heard_by = [logging.getLogger(name) for name in ("", "django")]
            for logger in heard_by:
                logger.addHandler(script.ears.log)
            try:
                return scenes(script)
            finally:
                for logger in heard_by:
                    logger.removeHandler(script.ears.log)

    yield listen


@pytest.fixture(scope="module")
def told() -> dict[str, Transcript]:
    """Transcripts of this module's earlier tests: playing takes seconds."""
    return {}
