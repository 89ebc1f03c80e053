"""Chromium as Debian installs it, in windows that notice whatever goes wrong on a page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import count
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.demo import address_of, demo_folder, let_in
from tests.browser.player import Player
from tests.browser.window import DESK
from tests.house.process import house

ARTIFACTS = Path(__file__).parents[1] / "artifacts"
GALLERY = """<!doctype html><meta charset="utf-8"><title>Pictures</title><style>
body{font:14px sans-serif}div{display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start}
a{width:240px;overflow-wrap:anywhere}img{width:100%;max-height:480px;object-fit:cover;object-position:top}
</style>"""
FLAGS = [
    "--font-render-hinting=none",  # else the shell's letters stand further apart than anyone's
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
    # The shell is the same browser without windows, and takes a fifth less of the processors.
    executable = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if executable is None:
        pytest.skip("Chromium is not installed (Debian, Ubuntu: apt install chromium-headless-shell)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session", autouse=True)
def index() -> Iterator[None]:
    """A page that shows all pictures kept, of this run and of those before it."""
    yield
    lines = []
    for folder in sorted(path for path in ARTIFACTS.glob("*") if path.is_dir()):
        pictures = [picture.relative_to(ARTIFACTS).as_posix() for picture in sorted(folder.glob("*.jpg"))]
        shown = [
            f'<a href="{quote(picture)}"><img loading="lazy" src="{quote(picture)}" alt="">'
            f"{escape(Path(picture).stem)}</a>"
            for picture in pictures
        ]
        if shown:
            lines += [f"<h2>{escape(folder.name)}</h2>", f"<div>{''.join(shown)}</div>"]
    if lines:
        (ARTIFACTS / "index.html").write_text("\n".join([GALLERY, *lines]))


@pytest.fixture
def open_window(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Player]]:
    """Opens windows that share nothing; with `--pictures` theirs go to `tests/artifacts/<test>/`."""
    folder = ARTIFACTS / request.node.name.removeprefix("test_") if request.config.option.pictures else None
    if folder is not None:
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


@dataclass(frozen=True, slots=True)
class Demo:
    """A house with the demo league, for the tests of one module."""

    address: str
    folder: Path
    said: Path
    open_window: Callable[..., Player]

    def visit(self, name: str, game: str = "", **traits: object) -> Player:
        """A window of one of the demo's people, signed in, or of a visitor; at the page of `game`.

        Without a game it shows one's own games, a visitor's nothing.
        """
        window = self.open_window(name, self.address, **{"viewport": DESK, "locale": "en-GB"} | traits)
        if name != "visitor":
            let_in(window, name)
        if game:
            window.game = address_of(window, game)
            window.go(window.game)
        elif name != "visitor":
            window.go("/games/")
        return window


@pytest.fixture(scope="module")
def demo_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path, Path]]:
    folder = demo_folder(tmp_path_factory, "demo")
    with house(folder, DEBUG="0") as (address, _process, said):
        yield address, folder, said


@pytest.fixture
def demo(demo_house: tuple[str, Path, Path], open_window: Callable[..., Player]) -> Demo:
    return Demo(*demo_house, open_window)
