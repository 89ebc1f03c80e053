"""Every page of the demo house, at a desk by day and on a phone by night: no faults, nothing out of reach.

axe-core looks for what keeps people out; its serious and critical findings fail, as do scripts or styles that
the page's policy refuses, pages that scroll sideways, and answers nobody expected. With `KEEP_PICTURES=1`
every page's picture is kept in `tests/artifacts/`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.window import DESK, PHONE
from tests.house.process import house

pytestmark = pytest.mark.browser

FOR_EVERYBODY = [
    "/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/security/",
    "/learn/",
    "/leagues/",
    "/l/cafe/",
    "/l/cafe/games/",
    "/l/cafe/p/ada/",
    "/rules/",
    "/rules/rulebook/",
    "/rules/intimate/",
    "/rules/notation/",
]
OF_ONES_OWN = [
    "/",
    "/games/",
    "/profile/",
    "/profile/mails/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/keys/",
    "/accounts/sessions/",
    "/accounts/logout/",
    "/leagues/new/",
    "/l/cafe/members/",
    "/l/cafe/games/new/",
    "/l/cafe/leave/",
]
OF_ORGANISERS = ["/l/cafe/settings/", "/l/cafe/invitations/"]
GAMES_OF_ADA = [
    "First choice",
    "Five for Germany",
    "Letters from Smyrna",
    "The narrow seas",
    "Between friends",
]
GAMES_OF_BEN = ["Snow on the Alps", "Who will sit down?", "Five for Germany"]
FINISHED = "The Bosporus question"

ASKED = {"resultTypes": ["violations"]}
LOOKED_AT = {"exclude": [["option"], ["svg *"]]}
"""Hundreds of time zones and shapes of the map have no rule of their own, and take most of the time."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The demo house, as visitors of a real one see it: without Django's own error pages."""
    with house(tmp_path_factory.mktemp("demo"), DEBUG="0") as (address, _process, _said):
        yield address


@pytest.fixture
def visit(address: str, open_window: Callable[..., Player]) -> Callable[..., Player]:
    """Opens a window in which one of the demo's people is signed in, or nobody."""

    def open_one(name: str, **traits: str) -> Player:
        window = open_window(name, address, viewport=DESK, **traits)
        if name != "visitor":
            window.go("/accounts/login/")
            window.fill({"login": name, "password": f"{name}-plays"})
            window.press("main form .button-main")
        return window

    return open_one


def test_pages_for_everybody_hold_up(visit: Callable[..., Player]) -> None:
    visitor = visit("visitor", locale="en-GB")
    for path in FOR_EVERYBODY:
        hold(visitor, path)
    hold(visitor, "/l/nowhere/", status=404)
    games = games_of(visitor)
    hold(visitor, games["Letters from Smyrna"])


def test_pages_of_a_player_hold_up(visit: Callable[..., Player]) -> None:
    ada = visit("ada", locale="en-GB")
    for path in OF_ONES_OWN:
        hold(ada, path)
    games = games_of(ada)
    for name in GAMES_OF_ADA:
        hold(ada, games[name])
    over = games[FINISHED]
    for path in (
        over,
        f"{over}auctions/",
        f"{over}S1901B/",
        f"{over}F1901M/",
        f"{games['First choice']}concede/",
    ):
        hold(ada, path)


def test_pages_hold_up_in_french(visit: Callable[..., Player]) -> None:
    ben = visit("ben", locale="fr-FR")
    games = games_of(ben)
    for name in GAMES_OF_BEN:
        hold(ben, games[name])
    for path in (
        "/",
        "/games/",
        "/profile/",
        "/l/cafe/p/ben/",
        games[FINISHED],
        f"{games[FINISHED]}auctions/",
    ):
        hold(ben, path)
    hold(ben, "/rules/intimate/")


def test_pages_of_an_organiser_hold_up(visit: Callable[..., Player]) -> None:
    carl = visit("carl", locale="en-GB")
    for path in OF_ORGANISERS:
        hold(carl, path)


def test_what_is_typed_survives_a_bad_line(visit: Callable[..., Player]) -> None:
    """A line so slow that he types on meanwhile; a session that ends while he writes; no line at all."""
    ada = visit("ada", locale="en-GB")
    ada.go(games_of(ada)["Letters from Smyrna"])
    typed, trouble = ada.one("#typed"), ada.one("#answer-trouble")
    line = ada.context.new_cdp_session(ada.page)
    line.send("Network.enable")
    slow = {"offline": False, "latency": 1000, "downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", slow)
    ada.write("first")
    ada.one(".choices select").first.select_option(index=1)
    typed.focus()
    ada.page.keyboard.press("Control+End")
    ada.page.keyboard.type(" and more")
    expect(typed).to_have_value(re.compile(r"^first and more\n[AF] \w+"))
    text = typed.input_value()
    line.send("Network.emulateNetworkConditions", slow | {"latency": 0})

    cookies = ada.context.cookies()
    ada.context.clear_cookies()
    save = ada.one('.answer-buttons [name="ready"][value=""]')
    save.click()
    expect(trouble).to_be_visible()
    ada.context.add_cookies(cookies)
    ada.context.set_offline(True)
    save.click()
    expect(trouble).to_be_visible()
    assert typed.input_value() == text
    ada.context.set_offline(False)
    save.click()
    expect(ada.one("#answer-state")).to_contain_text("Saved")
    expect(trouble).to_be_hidden()
    assert typed.input_value() == text


def games_of(window: Player) -> dict[str, str]:
    """The league's games that this reader is shown, by name, with their addresses."""
    window.go("/l/cafe/games/")
    links = window.one("main .entry-name a").all()
    return {link.inner_text(): str(link.get_attribute("href")) for link in links}


def hold(window: Player, path: str, status: int = 200) -> None:
    """Look at one page at a desk by day, then on a phone by night."""
    name = re.sub(r"\W+", "-", path.split("?")[0]).strip("-") or "home"
    page = window.page
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESK)
    window.go(path, status=status)
    inspect(window, f"{name}-desk")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    inspect(window, f"{name}-phone")


def inspect(window: Player, name: str) -> None:
    """Look for faults; there is a picture of the page only if it has any."""
    found = Axe().run(window.page, context=LOOKED_AT, options=ASKED).response["violations"]
    grave = [
        f"{finding['id']} ({finding['impact']}): {node['html'][:200]}"
        for finding in found
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"]
    ]
    if grave or os.environ.get("KEEP_PICTURES"):
        window.picture(name)
    window.check()
    assert grave == [], f"{window.page.url}, {name}"
