"""The pictures of the README, taken anew: `python -m tests.pictures`.

The demo league is played in a folder of its own, and Chromium opens its pages as a desk shows them. What was
in `docs/pictures/` is replaced; no test compares it, for every release of a browser draws a little otherwise.
Exit status 1: together they are larger than a README should be.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
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

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
MOST = 400_000
"""Bytes of all pictures together."""
QUALITY = 82
WIDE = {"width": 1280, "height": 800}


class Picture(NamedTuple):
    """What one shows: a game of the demo, or else its running season. `part` is at the top of the window once
    the button `press` was pressed, or is `alone` in the picture.
    """

    name: str
    part: str
    game: str = ""
    press: str = ""
    alone: bool = False


PICTURES = (
    Picture("board", "#map .board", game="A concert of seven", alone=True),
    Picture("auction", ".game-head", game="Five for Germany", press="[data-fresh=on]"),
    Picture("ladder", "#ladder"),
)


def main() -> int:
    """Take all of them; 1 if they have grown too large."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="pictures-") as folder:
        lay_out(Path(folder))
        with house(Path(folder), DEBUG="0") as (address, _process, _said), browser() as chromium:
            for picture in PICTURES:
                take(chromium, address, picture)
    size = sum(path.stat().st_size for path in FOLDER.glob("*.jpg"))
    print(f"{len(PICTURES)} pictures in {FOLDER}, {size / 1000:.0f} kB together (at most {MOST / 1000:.0f})")
    return 0 if size <= MOST else 1


@contextmanager
def browser() -> Iterator[Browser]:
    executable = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if executable is None:
        sys.exit("Chromium is not installed (Debian, Ubuntu: apt install chromium-headless-shell).")
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=executable, args=FLAGS)


def take(chromium: Browser, address: str, picture: Picture) -> None:
    """One picture, as ada sees the page."""
    window = Window(chromium, "ada", address, None, count(), viewport=WIDE, locale="en-GB")
    with closing(window):
        let_in(window, "ada")
        window.go(address_of(window, picture.game) if picture.game else season_of(window))
        if picture.press:
            window.one(picture.press).click()
        part = window.one(picture.part)
        part.evaluate("it => it.scrollIntoView({block: 'start'})")
        shot = part.screenshot if picture.alone else window.page.screenshot
        shot(path=FOLDER / f"{picture.name}.jpg", type="jpeg", quality=QUALITY, caret="initial")


def season_of(window: Window) -> str:
    """Where the demo's running season stands."""
    window.go("/l/cafe/competitions/")
    return str(window.one('main a[href*="/competitions/"]').first.get_attribute("href"))


if __name__ == "__main__":
    sys.exit(main())
