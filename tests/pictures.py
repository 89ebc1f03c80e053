"""The pictures of the README and of the guides in docs/, taken again: `python -m tests.pictures [NAME …]`.

The demo league is played in a folder of its own, and Chromium opens its pages as a desk or a phone shows
them. What was in `docs/pictures/` is replaced; no test compares it, for every release of a browser draws a
little otherwise. Exit status 1: those of a page are larger together than a page should be.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.developers import need_packages

need_packages()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.test")

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from tests.browser.conftest import FLAGS  # noqa: E402
from tests.browser.demo import address_of, lay_out, let_in  # noqa: E402
from tests.browser.window import Window  # noqa: E402
from tests.house.process import house  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("guide-*.md")))
"""The pages that show pictures."""
MOST = 400_000
"""Bytes of all pictures of one page together."""
QUALITY = 74
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 760}


class Picture(NamedTuple):
    """What one shows: the page `at`, where `{…}` is a game of the demo or else one of its competitions.

    `part` is at the top of the window once the button `press` was pressed, or is `alone` in the picture.
    """

    name: str
    at: str
    part: str = "main"
    reader: str = "ada"
    press: str = ""
    alone: bool = False
    size: dict[str, int] = DESK


PICTURES = (
    Picture("board", "{A concert of seven}", "#map .board", alone=True),
    Picture("auction", "{Five for Germany}", ".game-head", press="[data-fresh=on]"),
    Picture("ladder", "{Season 1}", "#ladder"),
    Picture("my-games", "/games/"),
    Picture("orders", "{Letters from Smyrna}", ".game-head", press="[data-fresh=on]", size=PHONE),
    Picture("desk", "/l/cafe/desk/", reader="carl"),
    Picture("new-season", "/l/cafe/competitions/new/", reader="carl"),
    Picture("agreement", "{Season 2, with prizes}money/trust/", reader="carl"),
    Picture("log-payment", "{Season 2, with prizes}money/records/new/payment/", reader="carl"),
    Picture("statement", "{Season 2, with prizes}money/", reader="carl"),
    Picture("admin", "/admin/", "#content", reader="admin"),
    Picture("phases", "/admin/games/phase/", "#content", reader="admin"),
)


def main(names: Sequence[str] = ()) -> int:
    """Take those of these names, or all; 1 if a page's have grown too large."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="pictures-") as folder:
        lay_out(Path(folder))
        with house(Path(folder), DEBUG="0") as (address, _process, _said), browser() as chromium:
            for picture in PICTURES:
                if not names or picture.name in names:
                    take(chromium, address, picture)
    sizes = {page.name: sum(path.stat().st_size for path in shown_on(page)) for page in PAGES}
    for page, size in sizes.items():
        print(f"{page}: {size / 1000:.0f} kB of pictures (at most {MOST / 1000:.0f})")
    return 0 if max(sizes.values()) <= MOST else 1


def shown_on(page: Path) -> list[Path]:
    """The files of the pictures of a page."""
    return [page.parent / link for link in re.findall(r"!\[[^\]]*\]\(([^)]+\.jpg)\)", page.read_text())]


@contextmanager
def browser() -> Iterator[Browser]:
    executable = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if executable is None:
        sys.exit("Chromium is not installed (Debian, Ubuntu: apt install chromium-headless-shell).")
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=executable, args=FLAGS)


def take(chromium: Browser, address: str, picture: Picture) -> None:
    """One picture, as its reader sees the page."""
    window = Window(chromium, picture.reader, address, None, count(), viewport=picture.size, locale="en-GB")
    with closing(window):
        let_in(window, picture.reader)
        window.go("/")  # says who has signed in, once
        window.go(place_of(window, picture.at))
        if picture.press:
            window.one(picture.press).click()
        part = window.one(picture.part)
        part.evaluate("it => it.scrollIntoView({block: 'start'})")
        shot = part.screenshot if picture.alone else window.page.screenshot
        shot(path=FOLDER / f"{picture.name}.jpg", type="jpeg", quality=QUALITY, caret="initial")


def place_of(window: Window, at: str) -> str:
    """The address that stands for `at` in this house."""
    named = re.fullmatch(r"\{(.+)\}(.*)", at)
    if named is None:
        return at
    window.go("/l/cafe/competitions/")
    season = window.page.locator("main").get_by_role("link", name=named[1], exact=True)
    if season.count():
        return f"{season.first.get_attribute('href')}{named[2]}"
    return address_of(window, named[1]) + named[2]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
