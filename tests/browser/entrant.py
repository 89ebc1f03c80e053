"""Someone who follows a season of the ladder in a window: its table, its buttons, its e-mails."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.looking import spoken_faults
from tests.browser.player import Player
from tests.browser.window import DESK, PATIENCE, PHONE

AT_A_DESK: dict[str, Any] = {"locale": "en-GB", "timezone_id": "Europe/London", "viewport": DESK}


class Entrant(Player):
    """Someone who follows the season at `season`."""

    season: str

    def ladder(self) -> list[str]:
        """The names from the top, as the page that is open shows them."""
        return [name.casefold() for name in self.one(".table-ladder th[scope=row] > a").all_inner_texts()]

    def sees_ladder(self, *names: str) -> None:
        """Wait until the ladder stands so; with scripts the open page gets there by itself."""
        if not self.has_scripts:
            self.go(self.season)
        for rank, name in enumerate(names, start=1):
            row = self.one(".table-ladder tr:has(td.place)").nth(rank - 1)
            expect(row.locator("th > a")).to_have_text(name, ignore_case=True)
        assert len(self.ladder()) == len(names)

    def challenge(self, name: str) -> None:
        """One click beside a name."""
        self.go(self.season)
        self.press(f'{self.row(name)} button[name="of"]')

    def follows_mail(self, said: Path, page: str, *, of: str = "") -> None:
        """Go where the last e-mail leads that links to such a page, and whose subject says `of`."""
        link = self.line_in(said, self.address, rf"^Subject: .*(?i:{of})[^@]*?\n    (http\S+/{page}/\d+/)$")
        self.go(urlsplit(link).path)

    def row(self, name: str) -> str:
        """Where a name's row of the ladder is."""
        return f'.table-ladder tr:has(th > a:text-is("{name}"))'

    def loads_until(self, text: str, where: str = "main") -> None:
        """Load the page that is open until it says `text` there: what others do reaches it by the outbox."""
        until = time.monotonic() + PATIENCE / 1000
        while text not in " ".join(" ".join(self.one(where).first.all_inner_texts()).split()):
            assert time.monotonic() < until, f"{self.name} does not read {text!r} in {where} at {self.path}"
            time.sleep(0.3)
            self.go(self.page.url)

    def keep_at_both(self, what: str) -> None:
        """Hold the page to what every page owes, in this reader's language, at a desk and on a phone."""
        own = self.page.viewport_size
        for width, size in (("desk", DESK), ("phone", PHONE)):
            self.page.set_viewport_size(size)  # type: ignore[arg-type]
            self.keep(f"{what}-{width}")
        self.page.set_viewport_size(own)  # type: ignore[arg-type]
        assert not (faults := spoken_faults(self)), f"{self.path} in {self.name}'s window: {faults}"
