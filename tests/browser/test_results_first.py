"""When a phase closes its result comes first, on a desk and a phone; messages are read once they are seen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Demo
from tests.browser.player import Player
from tests.browser.window import DESK, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "Letters from Smyrna"
IN_SIGHT = (
    "it => { const box = it.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }"
)
TOUCHED = "document.querySelectorAll('#page [id]').forEach(it => { it.style.top = '0'; it.style.top = ''; })"
HELD = """() => {
  const begin = setTimeout;
  window.setTimeout = (act, ms, ...rest) => ms === 3000 ? (window.endRun = act, 0) : begin(act, ms, ...rest);
}"""
"""The three seconds of a run last until `endRun`, however slow the machine that looks at it."""
FREE = """it => [...it.querySelectorAll(":scope > a, summary")].every(each => {
    const box = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(box.left + box.width / 2, box.bottom - 2));
})"""
TOP = "it => it.getBoundingClientRect().top"
TOP_OF_PAGE = "it => it.getBoundingClientRect().top + scrollY"
BOTTOM = "it => it.getBoundingClientRect().bottom"


def test_the_moves_run_before_the_new_task(demo: Demo) -> None:
    """The windows hold that nothing is said on their consoles, though something has touched styles."""
    ada = demo.visit("ada", GAME)
    ben = demo.visit("ben", GAME, viewport=PHONE, color_scheme="dark")
    watcher = demo.visit("visitor", GAME, reduced_motion="reduce")
    ada.page.evaluate(TOUCHED)
    for player in (ada, ben):
        player.page.evaluate(HELD)
    expect(watcher.one("#fresh")).to_be_hidden()
    expect(ada.one("#fresh")).to_be_in_viewport()
    expect(ada.one("#map-line")).to_have_css("position", "static")
    for player in (ada, ben):
        player.one("[data-fresh=on]").click()
        expect(player.one("#fresh")).to_be_hidden()
        expect(player.one("#results > [data-happened] .slips")).to_have_count(1)
    the_line_under_the_map_gives_way(ada)
    ben.one("#tab-for-results").click()
    ben.one("#tab-for-sheet").click()
    ada.ready()
    with ben.page.expect_response(re.compile("/seen/$")) as marked:
        ben.ready()
        for window in (ada, ben, watcher):
            expect(window.one("#h-fresh")).to_have_text(
                re.compile("Spring 1902, moves|Printemps 1902, mouvements")
            )
            expect(window.one("#h-fresh")).to_be_focused()
            assert window.one("#h-fresh").evaluate(IN_SIGHT)
            assert window.one("#h-fresh").evaluate("it => getComputedStyle(it).outlineStyle") == "none"
        expect(ada.one("#map .board")).to_have_attribute("data-run", "on")
        ada.keep("moves-run")
        below = ben.one("#fresh .row a").last.evaluate(TOP_OF_PAGE)
        expect(ben.one("[data-fresh=skip]")).to_be_visible()
        ada.page.keyboard.press("Escape")
        expect(ada.one("#map .board")).to_have_attribute("data-run", "")
        ben.page.evaluate("endRun()")
        expect(ben.one("[data-fresh=skip]")).to_be_hidden()
        assert ben.one("#fresh .row a").last.evaluate(TOP_OF_PAGE) == below, "nothing moves when all is shown"
        expect(watcher.one("#map .board")).to_have_attribute("data-run", "")
        expect(watcher.one("[data-fresh=skip]")).to_be_hidden()
        ben.keep("moves-run")
    assert marked.value.status == 204, "what has run counts as seen"
    ada.one("[data-fresh=on]").click()
    expect(ada.one("#map .board")).not_to_have_attribute("data-run", re.compile(""))
    for window in (ada, ben, watcher):
        window.page.reload()
        expect(window.one("#fresh:not([hidden])")).to_have_count(0)
    ada.page.keyboard.press("ArrowLeft")
    ada.is_at("Spring 1902, moves")
    ada.page.keyboard.press("ArrowLeft")
    ada.is_at("Auction for 1902")


def the_line_under_the_map_gives_way(player: Player) -> None:
    """To the way through the phases, that is; but not while a unit is being ordered."""
    line, way = player.one("#map-line"), player.one("#map .timeline")
    player.page.set_viewport_size({"width": 1280, "height": 700})
    player.one("#map .board").evaluate(
        "it => scrollTo(0, scrollY + it.getBoundingClientRect().bottom - innerHeight - 40)"
    )
    expect(line).to_have_css("position", "sticky")
    way.evaluate("it => scrollBy(0, it.getBoundingClientRect().bottom - innerHeight)")
    expect(line).to_have_css("position", "static")
    assert way.evaluate(FREE), "nothing lies over its buttons"
    player.one(".choices select[data-of]").first.evaluate("it => it.focus({preventScroll: true})")
    expect(line).to_have_css("position", "sticky")
    player.page.set_viewport_size(DESK)


@pytest.mark.slow
def test_slips_turn_on_the_open_page_and_a_summary_stands_without_scripts(demo: Demo) -> None:
    ada = demo.visit("ada", "Five for Germany", viewport=PHONE)
    ben = demo.visit("ben", "Five for Germany")
    ben.page.route("**/seen/", lambda route: route.fulfill(status=204))  # the player has to find it again
    for player in (ada, ben):
        player.ready()
    plain = demo.visit("ben", viewport=PHONE, java_script_enabled=False)
    expect(ada.one("#fresh .slips")).to_be_visible()
    expect(ada.one(".is-sealed")).to_have_count(0)
    first, second = (ada.one("#fresh .slips tbody .num").nth(place).bounding_box() for place in (0, 1))
    assert first and second and abs(first["width"] - second["width"]) < 1
    plain.go(ben.game)
    expect(plain.one("#fresh [data-fresh=skip]")).to_be_hidden()
    plain.keep("without-scripts")
    plain.press("[data-fresh=on]")
    expect(plain.one("#fresh")).to_have_count(0)
    expect(plain.one("#results .versus")).to_be_visible()


def test_on_a_phone_tabs_open_at_their_top_and_what_is_covered_stays_unread(demo: Demo) -> None:
    ben = demo.visit("ben", "First choice")
    ada = demo.visit("ada", "First choice", viewport=PHONE, has_touch=True)
    badge = ada.one("#tabs .press-news .mark")
    for tab, part in (("press", "#press"), ("table", "#table")):
        ada.one("#tab-for-sheet").click()
        ada.page.evaluate("scrollTo({top: document.body.scrollHeight, behavior: 'instant'})")
        ada.one(f"#tab-for-{tab}").click()
        assert ada.one(part).evaluate(TOP) >= ada.one("#tabs").evaluate(BOTTOM)
        ada.keep(f"top-of-{tab}")
    ben.send("Shall we meet in Burgundy?")
    expect(badge).to_be_visible()
    stays_unread(ada)  # behind a tab
    ada.one("#tab-for-press").click()
    letter = ada.one("#letters [data-new]").last
    letter.evaluate("it => scrollBy({top: it.getBoundingClientRect().bottom - 4, behavior: 'instant'})")
    stays_unread(ada)  # above the screen, or under what sticks to its edge
    letter.evaluate("it => it.scrollIntoView({block: 'end', behavior: 'instant'})")
    expect(badge).to_have_count(0)


def stays_unread(player: Player) -> None:
    player.page.wait_for_timeout(1800)
    expect(player.one("#tabs .press-news .mark")).to_have_count(1)
