"""Chromium as Debian installs it, in windows that notice whatever goes wrong on a page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.player import Player

ARTIFACTS = Path(__file__).parents[1] / "artifacts"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser, for one module: outside it no test may find Playwright's event loop running."""
    executable = shutil.which("chromium")
    if executable is None:
        pytest.skip("Chromium is not installed (Debian, Ubuntu: apt install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_window(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Player]]:
    """Opens windows that share nothing; their pictures go to `tests/artifacts/<test>/`."""
    folder = ARTIFACTS / request.node.name.removeprefix("test_")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    opened: list[Player] = []
    numbers = count(1)

    def open_one(name: str, house: str, **traits: object) -> Player:
        opened.append(Player(chromium, name, house, folder, numbers, **traits))
        return opened[-1]

    yield open_one
    for window in opened:
        window.close()
