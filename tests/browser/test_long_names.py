"""Names without a single space, as long as the forms allow: such a name of an account, a game or a
league spoils no one's page.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from tests.browser.demo import demo_folder, let_in
from tests.browser.looking import NARROWEST, edge_faults
from tests.browser.player import Player
from tests.browser.window import DESK, PHONE
from tests.house.process import house

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LONGEST = "Wolkenkuckucksheimer" * 4  # 80 letters, the most that games and leagues may have
PLAYER = "Benvenuto-von-Wolkenkuckucksheim"[:30]
GAMES = (
    "Five for Germany",
    "Letters from Smyrna",
    "First choice",
    "Who will sit down?",
    "The Bosporus question",
    "A concert of seven",
    "What the waiter heard",
    "Nobody knows whose",
    "Bell, book and candle",
)


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """A demo house where everything has a long name, and the addresses of its games by their old names."""
    folder = demo_folder(tmp_path_factory, "long-names")
    (file,) = folder.glob("*.sqlite3")
    with closing(sqlite3.connect(file)) as base, base:
        codes = dict(base.execute("SELECT name, code FROM games_game"))
        base.execute("UPDATE games_game SET name = ?", [LONGEST])
        base.execute("UPDATE leagues_league SET name = ?, description = ?", [LONGEST, LONGEST * 5])
        base.execute("UPDATE users_user SET username = ? WHERE username = 'ben'", [PLAYER])
    with house(folder, DEBUG="0") as (address, _process, _said):
        yield address, {name: f"/l/cafe/g/{codes[name]}/" for name in GAMES}


def test_no_page_grows_wider_than_its_window(
    renamed: tuple[str, dict[str, str]], open_window: Callable[..., Player]
) -> None:
    address, games = renamed
    frames = ["/", "/leagues/", "/l/cafe/", "/l/cafe/members/", f"/l/cafe/p/{PLAYER}/", "/l/cafe/games/"]
    letters = games["Letters from Smyrna"]
    paths = {
        "visitor": [*frames, letters, games["Who will sit down?"]],
        "ada": [
            "/games/",
            "/profile/",
            "/l/cafe/leave/",
            "/l/cafe/games/new/",
            *games.values(),
            *(f"{letters}{part}/" for part in ("press", "concede", "auctions")),
        ],
        "carl": ["/l/cafe/settings/", "/l/cafe/members/", f"{games['A concert of seven']}master/desk/"],
    }
    faults = []
    for name, visited in paths.items():
        window = open_window(name, address)
        if name != "visitor":
            let_in(window, name)
        for path in visited:
            window.go(path)
            faults += [f"{name} at {path} {fault}" for fault in edge_faults(window, DESK, PHONE, NARROWEST)]
    assert not faults, "\n".join(faults)
