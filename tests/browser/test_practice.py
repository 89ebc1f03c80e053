"""The first lessons of the practice game, by someone without an account: at a desk with scripts; on a phone
by night without any, in French. Pages are looked at with axe.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.looking import inspect
from tests.browser.player import Player
from tests.browser.window import DESK, PHONE_IN_FRENCH
from tests.house.process import house

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEND, FILL = '.answer-buttons [value="send"]', '#lesson [value="fill"]'
RESULT_FIRST = """() => {
    const top = each => each.getBoundingClientRect().top;
    const results = document.getElementById("results"), lesson = document.getElementById("lesson");
    return !results || top(results) < top(lesson);
}"""
GO_ON = 'form[action="/learn/on/"] .button-main'


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with house(tmp_path_factory.mktemp("practice"), "--no-demo", DEBUG="0") as (address, _process, _said):
        yield address


def test_the_first_year_at_a_desk(address: str, open_window: Callable[..., Player]) -> None:
    anna = open_window("anna", address, locale="en-GB", viewport=DESK)
    anna.go("/")
    anna.press('.masthead nav a[href="/learn/"]')
    look_at(anna, "the-board")
    anna.tab_to('form[action="/learn/start/"] button')
    with anna.page.expect_navigation():
        anna.page.keyboard.press("Enter")
    expect(anna.one("h1")).to_have_text("Choice of home powers")
    look_at(anna, "homes")
    anna.press(SEND)
    anna.sees("How you win", "#lesson")
    anna.press(GO_ON)
    anna.fill({"bid-RUSSIA": "18", "bid-ENGLAND": "5"})
    expect(anna.one("#tally")).to_contain_text("23")
    look_at(anna, "too-much")
    anna.press(FILL)
    anna.press(SEND)
    anna.sees("Yours for a year", "#lesson")
    look_at(anna, "bids-opened")
    remarks, panel = anna.one("#lesson .remarks").bounding_box(), anna.one("#lesson").bounding_box()
    assert remarks and panel and remarks["width"] == panel["width"], (
        "what is told stands in half of its column"
    )
    anna.press(GO_ON)

    with anna.page.expect_response(lambda response: "/learn/preview/" in response.url):
        anna.pick("order-A PAR", "A PAR - PIC")
    expect(anna.one("#typed")).to_have_value(re.compile("A Par - Pic"))
    expect(anna.one("#map .o-move")).to_have_count(1)
    anna.page.reload()
    expect(anna.one("#typed")).to_have_value(re.compile("A Par - Pic"))
    anna.one("#typed").fill("A Par - Pic\nA Mar - Moon")
    expect(anna.one("#typed-says")).to_contain_text("A Mar - Moon")
    anna.press(SEND)
    anna.sees("Not sent yet.", "#answer-state")
    look_at(anna, "mistyped")
    anna.press(FILL)
    expect(anna.one("#typed-before")).to_have_value(re.compile("A Mar - Moon"))
    look_at(anna, "spring")
    anna.press(SEND)
    anna.sees("A bounce", "#lesson")
    anna.sees("Support decides", "#lesson")
    look_at(anna, "spring-opened")
    anna.press(GO_ON)
    anna.press('form[action="/learn/back/"] button')
    anna.press('form[action="/learn/back/"] button')
    expect(anna.one("#typed")).to_have_value(re.compile("A Mar - Pie"))


def test_the_first_year_on_a_phone_without_scripts(address: str, open_window: Callable[..., Player]) -> None:
    bruno = open_window("bruno", address, **PHONE_IN_FRENCH)
    bruno.go("/learn/")
    bruno.keep("le-plateau")
    bruno.press('form[action="/learn/start/"] button')
    titles = []
    while (title := bruno.one("h1").inner_text()) != "Enchères pour 1902":
        if bruno.one(GO_ON).count():
            bruno.keep(f"lu-{len(titles)}")
            assert bruno.page.evaluate(RESULT_FIRST), "what happened comes before why, and before the way on"
            bruno.press(GO_ON)
        else:
            titles.append(title)
            if len(titles) > 1:  # the first list is there from the start
                bruno.press(FILL)
            bruno.keep(f"feuille-{len(titles)}")
            bruno.press(SEND)
    assert titles == [
        "Choix des puissances",
        "Enchères pour 1901",
        "Printemps 1901, mouvements",
        "Automne 1901, mouvements",
        "Hiver 1901, ajustements",
    ]
    bruno.sees("Jusqu’au bout", ".stages [aria-current]")


def look_at(window: Player, name: str) -> None:
    """No fault, nothing beyond the edge, nothing that keeps people out; with a picture."""
    inspect(window, name)
