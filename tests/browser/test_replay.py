"""A finished game runs again on a phone, by fingers and keys, in both languages; and without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Demo
from tests.browser.window import DESK, PHONE, PHONE_IN_FRENCH

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "The Bosporus question"
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}
WORDS = {
    "en-GB": ("Spring 1901, moves, ", "orders", "outcome", "bids", "Pause"),
    "fr-FR": ("Printemps 1901, mouvements, ", "ordres", "issue", "offres", "Pause"),
}
MOVING = "document.getAnimations().filter(each => each.effect.target?.closest('.units')).length"
VIEW = "document.querySelector('#map .board-svg').getAttribute('viewBox')"


@pytest.mark.parametrize("locale", WORDS)
def test_a_game_runs_again_on_a_phone(demo: Demo, locale: str) -> None:
    spring, orders, outcome, bids, pause = WORDS[locale]
    visitor = demo.visit("visitor", GAME, locale=locale, **TOUCH)
    visitor.go(f"{visitor.game}replay/S1901M/")
    title, keys = visitor.one(".game-head h1"), visitor.page.keyboard
    expect(visitor.one("#reel")).to_be_visible()
    expect(visitor.one(".timeline")).to_be_hidden()
    expect(title).to_have_text(f"{spring}{orders}")
    visitor.keep("orders")

    # Orders, then what came of them: the arrows stay, the tokens go.
    arrows = visitor.one("#map .orders .o-move")
    count = arrows.count()
    assert count and visitor.one("#map .orders .o-failed").count() == 0
    visitor.one("[data-reel=outcome]").tap()
    expect(title).to_have_text(f"{spring}{outcome}")
    assert visitor.page.evaluate(MOVING) > 0
    expect(arrows).to_have_count(count)
    expect(visitor.page).to_have_url(re.compile(r"/replay/S1901M/#outcome$"))
    visitor.keep("outcome")

    # An order of the list is shown alone, and the map stays as near as it was.
    visitor.one("#map-in").tap()
    near = visitor.page.evaluate(VIEW)
    visitor.one("[data-pick]").first.tap()
    expect(visitor.one("#map .board")).to_have_attribute("data-one", "")
    assert visitor.one("#map [data-order].is-one").count() > 0
    keys.press("ArrowLeft")
    expect(title).to_have_text(f"{spring}{orders}")
    expect(visitor.one("#map .board[data-one]")).to_have_count(0)
    assert visitor.page.evaluate(VIEW) == near

    # An auction is a beat of its own: first the bids, then who takes what.
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    expect(title).to_have_text(re.compile(f"{bids}$"))
    expect(visitor.one(".reel-news .versus tbody td:last-child").first).to_be_hidden()
    keys.press("ArrowRight")
    expect(visitor.one(".reel-news .versus tbody td:last-child").first).to_be_visible()
    visitor.keep("auction")

    keys.press("End")
    slider = visitor.one("#reel-at")
    expect(slider).to_have_value(str(slider.get_attribute("max")))
    keys.press("Home")
    expect(slider).to_have_value("0")
    slider.press("ArrowRight")
    expect(slider).to_have_value("1")
    visitor.one("[data-speed='4']").tap()
    visitor.one("[data-reel=play]").tap()
    expect(visitor.one("[data-reel=play]")).to_have_attribute("aria-label", pause)
    expect(slider).not_to_have_value("1")
    visitor.one("[data-reel=play]").tap()
    expect(visitor.one("[data-reel=play]")).not_to_have_attribute("aria-label", pause)
    visitor.one("#reel-year").select_option("1901")
    expect(visitor.page).to_have_url(re.compile(r"/replay/S1901[BH]/"))
    visitor.page.set_viewport_size({"width": 320, "height": 640})
    visitor.check()


def test_nothing_glides_where_motion_is_unwanted(demo: Demo) -> None:
    visitor = demo.visit("visitor", GAME, viewport=DESK, reduced_motion="reduce")
    visitor.press('#map a[href$="/replay/"]')
    visitor.go(f"{visitor.game}replay/S1901M/")
    expect(visitor.one("#reel")).to_be_visible()
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.one(".game-head h1")).to_have_text(re.compile("outcome$"))
    assert visitor.page.evaluate(MOVING) == 0
    visitor.keep("desk")


def test_without_scripts_a_link_to_a_phase_shows_it_with_its_neighbours(demo: Demo) -> None:
    reader = demo.visit("visitor", GAME, **PHONE_IN_FRENCH)
    reader.go(f"{reader.game}replay/S1901M/")
    expect(reader.one("#reel")).to_be_hidden()
    expect(reader.one("#map .o-move").first).to_be_attached()
    reader.keep("plain")
    reader.press(".timeline [rel=next]")
    expect(reader.page).to_have_url(re.compile(r"/replay/(S1901R|F1901M)/$"))
    reader.press(".timeline [rel=prev]")
    expect(reader.page).to_have_url(re.compile("/replay/S1901M/$"))
