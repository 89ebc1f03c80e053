"""One person's browser window: goes to pages, works their controls, keeps pictures, notices faults."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Request, Response, expect

PATIENCE = 45_000
"""Milliseconds for a page or a part of it, on a busy machine."""

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
PHONE_IN_FRENCH: dict[str, Any] = {
    "locale": "fr-FR",
    "viewport": PHONE,
    "color_scheme": "dark",
    "java_script_enabled": False,
}
"""A reader whose browser runs no scripts, on a phone, by night."""

NO_FAULTS = ("Failed to load resource", "htmx:sendAbort", "htmx:afterRequest")
"""How lines of the console begin that tell of no fault; a request that failed has a line of its own."""

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

expect.set_options(timeout=PATIENCE)


class Window:
    """A window of its own, with its own cookies.

    `pictures` is where `keep` writes, if anywhere, under the next of `numbers`; `traits` are Playwright's
    for a browser context (language, size, whether scripts run). Addresses are given from the house's root.
    """

    def __init__(
        self,
        browser: Browser,
        name: str,
        house: str,
        pictures: Path | None,
        numbers: Iterator[int],
        **traits: Any,
    ) -> None:
        self.name, self.house, self.pictures = name, house.rstrip("/"), pictures
        # A page's worker would hide from tests what the page asks for.
        traits = {"service_workers": "block", **traits}
        self.context = browser.new_context(base_url=house, **traits)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.has_scripts = bool(traits.get("java_script_enabled", True))
        self.language = str(traits.get("locale", "en")).partition("-")[0]
        self.numbers = numbers
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        self.page.on("response", self._answered)
        self.page.on("requestfailed", self._failed)

    def _heard(self, message: ConsoleMessage) -> None:
        # What the browser says of an answer of 400 or more is said, with its address, by `_answered`. What
        # HTMX says of a request that it gave up for a newer one is no fault, as in `_failed`.
        if message.type == "error" and not message.text.startswith(NO_FAULTS):
            self.faults.append(f"console: {message.text} {message.location}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status}: {response.url}")

    def _failed(self, request: Request) -> None:
        # A page that is left while it still loads gives up its requests; that is no one's fault.
        if request.failure != "net::ERR_ABORTED":
            self.faults.append(f"{request.failure}: {request.url}")

    def go(self, path: str, status: int = 200) -> None:
        """Go there, and be answered with `status`. A page that is being loaded again just then is let be: the
        browser gives its own answer up, or has none to tell.
        """
        answer = None
        with suppress(Error):
            answer = self.page.goto(path, wait_until="load")
        if answer is None:
            self.page.wait_for_load_state("load")
            answer = self.page.goto(path, wait_until="load")
        assert answer is not None and answer.status == status, f"{path}: {answer and answer.status}"
        if status >= 400:
            self.expected(status)

    @property
    def path(self) -> str:
        """Where the window is, from the house's root."""
        return urlsplit(self.page.url).path

    def expected(self, status: int) -> None:
        """An answer with this status was what one wanted to see."""
        self.faults = [fault for fault in self.faults if not fault.startswith(f"{status}: ")]

    def one(self, selector: str, **wanted: Any) -> Locator:
        return self.page.locator(selector, **wanted)

    def fill(self, fields: dict[str, str]) -> None:
        """Fill fields by their names."""
        for name, value in fields.items():
            self.one(f'[name="{name}"]').fill(value)

    def unfold(self) -> None:
        """Show what the form for a new game or season has folded away."""
        self.one(".more-box > summary").click()

    def press(self, selector: str) -> None:
        """Press a button or a link that leads to another page, and wait for that page."""
        with self.page.expect_navigation(wait_until="load"):
            self.one(selector).click()

    def sees_result(self, text: str) -> None:
        """Of the last phase: above the task while it is new, among the results afterwards."""
        told = self.page.locator("#fresh:not([hidden]), #results").filter(has_text=text)
        expect(told.first).to_be_attached()

    def sees(self, text: str, where: str = "main") -> None:
        expect(self.one(where).first).to_contain_text(text)

    def tab_to(self, selector: str, limit: int = 120) -> None:
        """Go there with the Tab key alone, as someone without a mouse does."""
        for _step in range(limit):
            if self.page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{self.name} cannot reach {selector} with the Tab key")

    def keep(self, what: str) -> None:
        """Hold the page to what every page owes, and take a picture of it where pictures are wanted."""
        self.picture(what)
        self.check()

    def picture(self, what: str) -> None:
        if self.pictures is None:
            return
        file = self.pictures / f"{next(self.numbers):02}-{self.name}-{what}.jpg"
        # Hiding the caret would leave empty style attributes on the page, which its policy forbids.
        self.page.screenshot(path=file, type="jpeg", quality=80, full_page=True, caret="initial")

    def check(self) -> None:
        """No fault so far, and nothing beyond the page's edge."""
        where = f"{self.page.url} in {self.name}'s window"
        assert not self.faults, f"{where}: {self.faults}"
        assert self.page.evaluate(SIDEWAYS) <= 0, f"{where} scrolls sideways"

    def close(self) -> None:
        self.context.close()
