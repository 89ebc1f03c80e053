"""A game whose players write through plain forms; some of them may have windows as well."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.browser.correspondent import Correspondent, heading_of
from tests.browser.window import PATIENCE
from tests.games.pages.conftest import forms_of

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


class Table:
    """Everyone by name, and the game they sit at; `witness` is who looks what phase it is."""

    def __init__(self, address: str, names: Sequence[str]) -> None:
        with ThreadPoolExecutor(3) as pool:
            people = pool.map(lambda name: Correspondent(address, name), names)
            self.people = dict(zip(names, people, strict=True))
        self.game = ""
        self.witness = self.people[names[0]]

    def sit_down(self, name: str, **wishes: str) -> str:
        """Take a seat; the page that comes of it."""
        player = self.people[name]
        return player.post(player.form(self.game, "/seat/"), nonce=f"part of {name}", **wishes)

    def own_plate(self, name: str) -> str:
        """The part of their own page that says what they play."""
        table = self.people[name].read(self.game).split('id="table"')[1].split("</section>")[0]
        (own,) = [plate for plate in table.split('<div class="plate">') if "small soft caps" in plate]
        return own.partition("<p ")[0]  # below the last plate stands what wins

    def answer(self, name: str, text: str, *titles: str) -> None:
        """A player who owes something saves their orders and is ready, while the page's heading is one of
        `titles`: the next phase may be open by now, if those before them were all that this one waited for.
        """
        player = self.people[name]
        page = player.read(self.game)
        if heading_of(page) not in titles:
            return
        for form in forms_of(page):
            if form.action.endswith("/answer/"):
                player.post(form, text=text, ready="yes")

    def is_at(self, *titles: str) -> None:
        """Wait until the page's heading is one of `titles`."""
        until = time.monotonic() + PATIENCE / 1000
        while (shown := self.witness.title(self.game)) not in titles:
            assert time.monotonic() < until, f"still {shown}, not {titles}"
            time.sleep(0.2)

    def has_left(self, title: str) -> str:
        """Wait until the page's heading is another one, which is given back."""
        until = time.monotonic() + PATIENCE / 1000
        while (shown := self.witness.title(self.game)) == title:
            assert time.monotonic() < until, f"still {title}"
            time.sleep(0.2)
        return shown
