"""Messages are kept as they are written, read once they are seen, and lost in no way that a line can
break.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Demo
from tests.browser.player import Player
from tests.browser.window import DESK, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "First choice"
BOX, STATE, TROUBLE, MARK = "#write textarea", "#draft-state", "#letter-trouble", "#read-mark"
KEPT = re.compile(r"(Draft saved at|Brouillon enregistré à)\s+\d\d:\d\d:\d\d\.")


def begin(player: Player, words: str) -> None:
    box = player.one(BOX)
    box.fill("")
    box.press_sequentially(words)


def press_tab(player: Player) -> None:
    """On a phone the messages stand behind a tab."""
    tab = player.one("#tab-for-press")
    if tab.is_visible():
        tab.click()


@pytest.mark.parametrize(
    ("name", "traits"),
    [
        ("ada", {"viewport": DESK}),
        ("ben", {"viewport": PHONE, "locale": "fr-FR", "color_scheme": "dark"}),
    ],
    ids=["at-a-desk", "on-a-phone-in-French"],
)
def test_a_letter_is_kept_as_one_writes(demo: Demo, name: str, traits: dict[str, Any]) -> None:
    player = demo.visit(name, GAME, **traits)
    press_tab(player)
    begin(player, "Dear friend, about ")
    expect(player.one(STATE)).to_contain_text(KEPT)
    player.one("[data-insert]").click()
    expect(player.one(BOX)).to_have_value("Dear friend, about [S1901H]")
    assert player.page.evaluate("document.activeElement.name") == "body", "one writes on where one was"
    expect(player.one(STATE)).to_contain_text(KEPT)
    player.keep("begun")
    player.go(player.game)
    press_tab(player)
    expect(player.one(BOX)).to_have_value("Dear friend, about [S1901H]")
    player.send("Dear friend, about [S1901H]:\n\nno.")
    expect(player.one("#press-said")).to_be_visible()
    expect(player.one(".letter").last).to_contain_text("no.")
    expect(player.one(".letter").last.locator(f'a[href="{player.game}"]')).to_be_visible()
    expect(player.one(BOX)).to_have_value("")
    player.keep("sent")


def told(title: str) -> tuple[int, str]:
    """How many messages a page's title says are new, and the rest of it."""
    found = re.fullmatch(r"(?:\((\d+)\) )?(.*)", title)
    assert found
    return int(found[1] or 0), found[2]


def test_a_letter_is_new_until_it_has_been_seen(demo: Demo) -> None:
    ada, ben = demo.visit("ada", GAME), demo.visit("ben", GAME, locale="fr-FR")
    ben.page.set_viewport_size({"width": 1280, "height": 400})
    ben.page.evaluate("scrollTo(0, 0)")
    came, (before, title) = ben.one("#letter-came"), told(ben.page.title())
    expect(came).to_be_hidden()
    ada.send("Have you seen this?")
    last = ben.one(".letter").last
    expect(last).to_contain_text("Have you seen this?")
    expect(last.locator(".letter-head strong").last).to_have_text("nouveau")
    expect(ben.page).to_have_title(f"({before + 1}) {title}")
    expect(came).to_contain_text(f"{before + 1} nouveau")
    expect(came).to_be_in_viewport()
    ben.page.set_viewport_size({"width": 390, "height": 400})
    expect(came).to_be_hidden()  # its tab says so
    ben.page.set_viewport_size({"width": 1280, "height": 400})
    ben.keep("a-letter-came")
    came.get_by_role("link").click()
    expect(came).to_be_hidden()
    ben.one(MARK).scroll_into_view_if_needed()
    expect(ben.one(MARK)).to_contain_text("Marquer comme non lu")
    expect(ben.one(".press-news").first).to_be_empty()
    expect(ben.page).to_have_title(title)
    ben.page.evaluate("scrollTo(0, 0)")
    ada.send("And this?")
    came.get_by_role("button").click()
    expect(came).to_be_hidden()
    expect(ben.page).to_have_title(f"(1) {title}")
    ben.one(MARK).scroll_into_view_if_needed()
    expect(ben.one(".press-news").first).to_be_empty()
    assert not ben.faults
    ben.one(f"{MARK} button").click()
    expect(ben.one(MARK)).to_contain_text("Marquer comme lu")
    ben.go("/games/")
    assert "1 nouveau message" in ben.one("main .entry", has_text=GAME).inner_text()
    expect(ben.one(".masthead nav .mine-news .mark")).to_be_visible()


def test_a_line_that_breaks_loses_nothing(demo: Demo) -> None:
    ada = demo.visit("ada", GAME)
    begin(ada, "first")
    expect(ada.one(STATE)).to_contain_text(KEPT)
    ada.context.set_offline(True)
    ada.one(BOX).press_sequentially(" and more")
    expect(ada.one(TROUBLE)).to_contain_text("Not saved.")
    expect(ada.one(STATE)).to_contain_text("Not saved yet.")
    ada.picture("not-kept")
    ada.context.set_offline(False)
    expect(ada.one(STATE)).to_contain_text(KEPT)
    expect(ada.one(TROUBLE)).to_be_hidden()

    count = ada.one(".letter").count()
    ada.context.set_offline(True)
    ada.one("#write .button-main").click()
    expect(ada.one(TROUBLE)).to_contain_text("Not sent.")
    assert ada.one(BOX).input_value() == "first and more"
    ada.picture("not-sent")
    ada.context.set_offline(False)
    expect(ada.one(".letter")).to_have_count(count + 1)
    expect(ada.one(BOX)).to_have_value("")


def test_an_answer_that_gets_lost_does_not_send_twice(demo: Demo) -> None:
    """The message arrives, the answer does not; the page sends it again, and it arrives once."""
    ada = demo.visit("ada", GAME)
    lost: list[str] = []

    def lose_once(route: Any) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().text())
            route.abort("connectionreset")
        else:
            route.continue_()

    ada.page.route("**/press/", lose_once)
    begin(ada, "only once")
    ada.one("#write .button-main").click()
    expect(ada.one(TROUBLE)).to_contain_text("Not sent.")
    expect(ada.one(BOX)).to_have_value("")
    assert lost and "only once" in lost[0]
    expect(ada.one(".letter", has_text="only once")).to_have_count(1)


def test_a_session_that_ends_loses_nothing(demo: Demo) -> None:
    ada = demo.visit("ada", GAME)
    cookies = ada.context.cookies()
    ada.context.clear_cookies()
    begin(ada, "signed out meanwhile")
    expect(ada.one(TROUBLE)).to_contain_text("Not sent, not saved.")
    ada.context.add_cookies(cookies)
    ada.one("#write .button-main").click()
    expect(ada.one(".letter").last).to_contain_text("signed out meanwhile")


def test_two_windows_do_not_overwrite_each_other(demo: Demo) -> None:
    ada = demo.visit("ada", GAME)
    begin(ada, "in one window")
    expect(ada.one(STATE)).to_contain_text(KEPT)
    second = ada.context.new_page()
    second.goto(ada.game)
    second.locator(BOX).fill("in the other")
    expect(second.locator(STATE)).to_contain_text(KEPT)
    ada.one(BOX).press_sequentially(", still")
    expect(ada.one(STATE)).to_contain_text("another tab")
    ada.picture("two-windows")
    ada.one(f"{STATE} button").click()
    expect(ada.one(STATE)).to_contain_text(KEPT)
    second.reload()
    expect(second.locator(BOX)).to_have_value("in one window, still")


def test_letters_are_written_by_keyboard_alone(demo: Demo) -> None:
    ada = demo.visit("ada", GAME)
    ada.tab_to(BOX)
    ada.page.keyboard.press("Control+A")
    ada.page.keyboard.type("from the keyboard")
    ada.tab_to("#write .button-main")
    ada.page.keyboard.press("Enter")
    expect(ada.one(".letter").last).to_contain_text("from the keyboard")
    assert ada.page.evaluate("document.activeElement.id") == "press-said"
    ada.tab_to(BOX, limit=2)


def test_all_of_it_works_without_scripts(demo: Demo) -> None:
    ada = demo.visit("ada", GAME, java_script_enabled=False)
    ada.one(BOX).fill("Half a thought")
    ada.press("[data-keeps]")
    expect(ada.one(BOX)).to_have_value("Half a thought")
    expect(ada.one(STATE)).to_contain_text(KEPT)
    ada.press("[data-insert]")
    expect(ada.one(BOX)).to_have_value("Half a thought [S1901H]")
    ada.send("A whole thought")
    expect(ada.one(".letter").last).to_contain_text("A whole thought")
    expect(ada.one("#notices")).to_contain_text("Message sent.")
    ben = demo.visit("ben", GAME, java_script_enabled=False, locale="fr-FR", viewport=PHONE)
    expect(ben.one(".letter").last).to_contain_text("nouveau")
    ben.one(BOX).fill("Un mot.")
    with ben.page.expect_navigation():
        ben.one(".letter button").last.click()
    expect(ben.one(BOX)).to_have_value("Un mot.\n\n> A whole thought\n\n")
    ben.keep("quoted")
    ben.press(f"{MARK} button")
    expect(ben.one(".letter").last).not_to_contain_text("nouveau")
