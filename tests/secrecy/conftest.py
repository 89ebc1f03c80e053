"""A house to listen to, with its loggers turned up as far as they go."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import pytest

from tests.secrecy.acts import Envelope
from tests.secrecy.house import Chance, empty_house, loud_house
from tests.secrecy.script import Script
from tests.secrecy.transcript import Transcript

Play = Callable[[Envelope, Callable[[Script], Transcript]], Transcript]


@pytest.fixture(scope="module", autouse=True)
def pages_are_read_as_browsers_read_them() -> None:
    """Not here: two worlds that differ by white space alone can be told apart by it."""


@pytest.fixture
def loud() -> Iterator[None]:
    with loud_house():
        yield


@pytest.fixture
def play(db: None, loud: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Play]:
    """`play(envelope, Script.whole)`: what can be heard of the script in a house that was empty before."""

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
