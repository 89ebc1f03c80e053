"""A player at a game's page: their orders, saving them, being ready, and what the page says of the game."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Response, expect

from tests.browser.window import PATIENCE, Window

PASSWORD = "a stamp from Ruritania"
LONG = 900
"""Seconds a phase may take, on any machine: it closes when all are ready, or at a deadline moved near."""
LENGTHS = ("first", "movement", "retreats", "adjustments", "auctions")
SLOW_PACE = {"pace-kind": "custom"} | {
    f"pace-{name}_{part}": value for name in LENGTHS for part, value in (("number", str(LONG)), ("unit", "1"))
}
"""What a form for a new game says of a pace at which each phase takes LONG."""


def is_save(response: Response) -> bool:
    """Whether that was an answer, taken."""
    return response.url.endswith("/answer/") and response.status < 400


def parts_of(order: str) -> list[str]:
    """What is chosen for a canonical order, list by list: verb, target; or verb, whom it helps, where to."""
    words = order.split(" ")
    if words[-1] == "VIA":
        return ["VIA", order]
    if len(words) < 4:
        return [order]
    return [words[2], order] if words[2] == "-" else [words[2], " ".join(words[3:5]), order]


class Player(Window):
    """Someone with a window and, after a while, a game.

    `has_scripts` says whether their browser runs any; without them they load pages again to see what is new.
    """

    game: str

    def __init__(self, *arguments: Any, **traits: Any) -> None:
        super().__init__(*arguments, **traits)
        self.has_scripts: bool = traits.get("java_script_enabled", True)

    @property
    def address(self) -> str:
        return f"{self.name}@example.org"

    def sign_up(self, said: Path) -> None:
        """From the form to the page after it; the code comes from the mails printed into `said`."""
        self.fill(
            {
                "email": self.address,
                "username": self.name,
                "password1": PASSWORD,
                "password2": PASSWORD,
            }
        )
        self.keep("sign-up")
        self.press("main form .button-main")
        expect(self.one('[name="code"]')).to_be_visible()
        self.keep("code-wanted")
        self.fill({"code": self.code_in(said)})
        self.press("main form .button-main")

    def code_in(self, said: Path) -> str:
        """The code of the last mail to this player, once it has been printed."""
        return self.line_in(said, self.address, r"^    (\S+)$")

    def line_in(self, said: Path, address: str, pattern: str) -> str:
        """What `pattern` holds in the last mail to `address` that has it, once it has been printed."""
        until = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < until:
            letters = said.read_text().split("\nTo: ")
            for letter in reversed(letters):
                if letter.startswith(address) and (found := re.search(pattern, letter, re.MULTILINE)):
                    return found[1]
            time.sleep(0.1)
        raise AssertionError(f"no such letter came to {address}")

    def is_at(self, title: str) -> None:
        """Wait until the game's page shows this phase; with scripts it gets there by itself."""
        heading = self.one("h1")
        if self.has_scripts:
            expect(heading).to_have_text(title)
            return
        until = time.monotonic() + PATIENCE / 1000
        self.go(self.game)
        while heading.inner_text() != title:
            assert time.monotonic() < until, f"{self.name} still sees {heading.inner_text()}, not {title}"
            time.sleep(0.3)
            self.go(self.game)

    def set_slow_pace(self) -> None:
        """On the form for a new game: LONG for each phase."""
        self.one('[name="pace-kind"][value="custom"]').check()
        for name in LENGTHS:
            self.fill({f"pace-{name}_number": str(LONG)})
            self.one(f'[name="pace-{name}_unit"]').select_option("1")

    def choose(self, choices: Mapping[str, str]) -> None:
        """Choose in selects, by their names. With scripts each is saved, and written if it is a line."""
        for name, value in choices.items():
            if not self.has_scripts:
                self.pick(name, value)
                continue
            written = self.one(f'[name="was-{name.partition("-")[2]}"]')
            is_line = written.count() > 0
            with self.page.expect_response(is_save):
                self.pick(name, value)
            if is_line:
                expect(written).to_have_value(value)

    def pick(self, name: str, value: str) -> None:
        """Choose in one select, or in the lists for verb and target that stand in its place."""
        lists = self.lists(name)
        if not lists.count():
            self.one(f'select[name="{name}"]').select_option(value)
            return
        for part, each in zip(parts_of(value), lists.all(), strict=False):
            each.select_option(part)

    def lists(self, name: str) -> Locator:
        """The lists for verb, target and goal of a unit's order; none where one select offers all."""
        return self.one(f'select[data-of="{name}"]')

    def written(self) -> list[str]:
        return self.one("#typed").input_value().splitlines()

    def write(self, *lines: str) -> None:
        self.one("#typed").fill("\n".join(lines))

    def save(self) -> None:
        self._answer('.answer-buttons [name="ready"][value=""]')

    def ready(self) -> None:
        """Save, and be ready."""
        self._answer('.answer-buttons [name="ready"][value="yes"]')

    def check_without_saving(self) -> None:
        self._answer(".answer-buttons [formaction]")

    def _answer(self, button: str) -> None:
        if self.has_scripts:
            wanted = f"ready={self.one(button).get_attribute('value')}"
            with self.page.expect_response(
                lambda response: is_save(response) and wanted in (response.request.post_data or "").split("&")
            ):
                self.one(button).click()
        else:
            self.press(button)

    def send(self, letter: str) -> None:
        self.one('#press [name="body"]').fill(letter)
        if not self.has_scripts:
            self.press("#press .write .button-main")
            return
        with self.page.expect_response(
            lambda response: response.url.endswith("/press/") and response.request.method == "POST"
        ):
            self.one("#press .write .button-main").click()
