"""A stranger on a phone: ten seconds on the first page, then from a season's link to its form."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Demo
from tests.browser.player import Player
from tests.browser.window import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
WORDS = {
    "en-GB": ("Diplomacy for two, with an auction.", "Play now", "Sign up", "of play money"),
    "fr-FR": ("Diplomacy à deux, aux enchères.", "Jouer tout de suite", "S’inscrire", "argent fictif"),
}
NO_WIDER = "document.documentElement.scrollWidth <= innerWidth"
DRAWN = "it => it.complete && it.naturalWidth > 0"


def bottom(player: Player, selector: str) -> float:
    box = player.one(selector).bounding_box()
    assert box is not None, selector
    return box["y"] + box["height"]


@pytest.mark.parametrize("locale", WORDS)
def test_ten_seconds_then_from_a_seasons_link_to_its_form(demo: Demo, locale: str) -> None:
    """All of the first screen without scrolling; then four steps, the code counted as one."""
    title, play, sign_up, money = WORDS[locale]
    name = {"en-GB": "olive", "fr-FR": "ondine"}[locale]
    stranger = demo.open_window(name, demo.address, locale=locale, **TOUCH)
    stranger.go("/")
    expect(stranger.one("h1")).to_have_text(title)
    buttons = stranger.one(".first-do .button")
    expect(buttons).to_contain_text([play, sign_up])
    expect(stranger.one(".life")).to_contain_text(money)
    assert stranger.one(".board-still").evaluate(DRAWN)
    assert stranger.one(".board-still").bounding_box()["height"] == pytest.approx(200, abs=2)
    expect(stranger.one("figcaption a")).to_have_attribute("href", re.compile(r"^/l/cafe/g/\w+/$"))
    for part in (".first-do", "figcaption", ".life"):
        assert bottom(stranger, part) < PHONE["height"], part
    assert stranger.page.evaluate(NO_WIDER)
    stranger.keep("first-screen")
    stranger.page.set_viewport_size({"width": 320, "height": 640})
    assert stranger.page.evaluate(NO_WIDER)
    stranger.page.set_viewport_size(PHONE)

    stranger.press(".life a")
    season = stranger.page.url
    stranger.keep("season")
    stranger.press('main a.button-main[href^="/accounts/signup/"]')
    stranger.sign_up(demo.said)
    expect(stranger.page).to_have_url(f"{season}enter/")
    stranger.keep("join")
    stranger.press('form[action="/l/cafe/join/"] button')
    expect(stranger.page).to_have_url(f"{season}enter/")
    expect(stranger.one('form input[name="terms"]')).to_be_visible()
    stranger.keep("form-of-entry")

    stranger.go("/")
    expect(stranger.one(".suggest")).to_have_count(1)
    expect(stranger.one('.suggest a[href="/learn/"]')).to_be_visible()
    stranger.keep("signed-in")
    assert stranger.page.evaluate(NO_WIDER)


def test_the_board_is_drawn_for_the_night_too(demo: Demo) -> None:
    visitor = demo.visit("visitor", viewport=PHONE, color_scheme="dark")
    visitor.go("/")
    board = visitor.one(".board-still")
    assert "/night/" in board.evaluate("it => it.currentSrc") and board.evaluate(DRAWN)
    visitor.keep("first-screen")


def test_play_now_is_one_press_from_the_practice_game(demo: Demo) -> None:
    visitor = demo.visit("visitor", viewport=PHONE)
    visitor.go("/")
    visitor.press(".first-do .button-main")
    expect(visitor.page).to_have_url(re.compile("/learn/$"))
    visitor.press('form[action="/learn/start/"] button')
    for number in range(1, 8):
        expect(visitor.one(f"#rank-{number}")).not_to_have_value("")


def test_whoever_comes_back_sees_three_things_and_the_way_to_the_rest(demo: Demo) -> None:
    ada = demo.visit("ada", **TOUCH)
    ada.go("/")
    expect(ada.one("section:has(#needs) .entry")).to_have_count(3)
    expect(ada.one("section:has(#needs) .button-main")).to_have_count(1)
    assert ada.page.evaluate(NO_WIDER)
    ada.keep("needs-you")
    ada.press("section:has(#needs) .and-more")
    expect(ada.page).to_have_url(re.compile("/games/$"))
