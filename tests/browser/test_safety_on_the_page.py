"""Orders are saved by themselves as they are typed, said to be saved, and lost in no way of leaving a
page.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Demo
from tests.browser.player import Player, is_save

pytestmark = pytest.mark.browser

MOVES, HOMES = "Letters from Smyrna", "First choice"
SAVED = re.compile(r"Saved\s+\d\d:\d\d:\d\d\.")


def test_what_is_typed_is_saved_by_itself(demo: Demo) -> None:
    ada = demo.visit("ada", MOVES)
    expect(ada.one("[data-no-script]")).to_be_hidden()
    ada.write("")
    units = ada.one('.choices select[name^="order-"]').count()
    ada.one("#typed").press_sequentially("Edi - Yor")
    expect(ada.one("#answer-count")).to_have_text(f"1 of {units} written")
    expect(ada.one("#answer-state")).to_contain_text(SAVED)
    ada.one("#typed").press_sequentially("\nnonsense")
    ada.sees("Line 2", "#typed-says")
    assert ada.page.evaluate("document.activeElement.id") == "typed", "the caret stays where one types"
    assert ada.page.evaluate("document.activeElement.selectionEnd") == len("Edi - Yor\nnonsense")
    ada.keep("saved-by-itself")
    ada.go(ada.game)
    assert ada.written() == ["Edi - Yor", "nonsense"]
    expect(ada.one('[name="order-A EDI"]')).to_have_value("A EDI - YOR")


@pytest.mark.slow
def test_choices_and_text_follow_each_other(demo: Demo) -> None:
    ada = demo.visit("ada", MOVES)
    edinburgh = ada.one('[name="order-A EDI"]')
    ada.write("A Edi - Cly")
    expect(edinburgh).to_have_value("A EDI - CLY")
    target = ada.lists("order-A EDI").nth(1)
    target.focus()
    ada.choose({"order-A EDI": "A EDI - YOR"})
    assert ada.written() == ["A Edi - Yor"]
    expect(target).to_be_focused()
    ada.choose({"order-A EDI": ""})
    expect(ada.one("#typed")).to_have_value("")


@pytest.mark.slow
def test_what_is_typed_survives_a_bad_line(demo: Demo) -> None:
    """A line so slow that they type on meanwhile; a session that ends while they write; no line at all."""
    ada = demo.visit("ada", MOVES)
    ada.write("")
    expect(ada.one("#typed-says")).to_be_empty()
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
    expect(ada.one("#answer-state")).to_contain_text(SAVED)

    cookies = ada.context.cookies()
    ada.context.clear_cookies()
    typed.press("x")
    expect(trouble).to_be_visible()
    ada.context.set_offline(True)
    ada.one('.answer-buttons [name="ready"][value=""]').click()
    expect(trouble).to_be_visible()
    ada.picture("not-saved")
    assert "x" in typed.input_value()
    ada.context.add_cookies(cookies)
    ada.context.set_offline(False)
    expect(ada.one("#answer-state")).to_contain_text(SAVED)
    expect(trouble).to_be_hidden()
    assert typed.input_value().replace("x", "") == text
    ada.go(ada.game)
    assert "x" in typed.input_value()


def test_a_page_is_not_left_unasked_while_something_is_unsaved(demo: Demo) -> None:
    ada = demo.visit("ada", MOVES)
    asked: list[str] = []

    def stay(dialog: object) -> None:
        asked.append(dialog.type)  # type: ignore[attr-defined]
        dialog.dismiss()  # type: ignore[attr-defined]

    ada.page.on("dialog", stay)
    ada.page.route("**/answer/", lambda route: route.abort())
    ada.one("#typed").press_sequentially("unsaved ")
    expect(ada.one("#answer-trouble")).to_be_visible()
    ada.one(".masthead-name").click(no_wait_after=True)
    expect(ada.one("#typed")).to_have_value(re.compile("unsaved"))
    assert asked == ["beforeunload"]
    ada.page.unroute("**/answer/")
    ada.page.evaluate("dispatchEvent(new Event('online'))")
    expect(ada.one("#answer-trouble")).to_be_hidden()
    ada.press(".masthead-name")
    assert asked == ["beforeunload"]


@pytest.mark.slow
def test_of_two_tabs_the_old_one_says_so_and_loses_nothing(demo: Demo) -> None:
    first, second = demo.visit("ada", MOVES), demo.visit("ada", MOVES)
    first.write("from the first tab")
    first.save()
    second.write("from the second tab")
    second.sees("in another tab", "#answer-state")
    expect(second.one("#stored")).to_have_value("from the first tab")
    assert second.written() == ["from the second tab"]
    second.one("#typed").press_sequentially(", and on")
    second.keep("two-tabs")
    first.go(first.game)
    assert first.written() == ["from the first tab"], "nothing was replaced unasked"
    second.save()
    expect(second.one("#stored")).to_have_count(0)
    first.page.evaluate("dispatchEvent(new Event('online'))")
    expect(first.one("#typed")).to_have_value(re.compile("from the second tab")), "a tab that is idle follows"


@pytest.mark.slow
def test_what_was_saved_elsewhere_can_be_taken_instead(demo: Demo) -> None:
    first, second = demo.visit("ada", MOVES), demo.visit("ada", MOVES)
    first.write("from here")
    first.save()
    second.write("from there")
    second.one("[data-give-up]").click()
    expect(second.one("#typed")).to_have_value("from here")
    expect(second.one("#answer-state")).to_contain_text("Saved")


def test_whoever_writes_on_is_not_ready_any_more(demo: Demo) -> None:
    """Else a half-written line would be played as soon as the other is ready."""
    ada, ben = demo.visit("ada", MOVES), demo.visit("ben", MOVES)
    ada.write("Edi - Yor")
    ada.ready()
    ada.sees("You’re ready.", "#answer-state")
    expect(ben.one(".turns .tag-done")).to_have_count(1)
    ada.one("#typed").press_sequentially("\nLvp - ")
    ada.sees("you’re no longer ready", "#answer-state")
    expect(ben.one(".turns .tag-done")).to_have_count(0)
    ada.keep("not-ready-any-more")
    ada.ready()
    ada.one("#answer-ready button").click()
    expect(ada.one("#answer-ready button")).to_have_count(0)
    expect(ben.one(".turns .tag-done")).to_have_count(0)


def test_a_sheet_that_comes_too_late_is_given_back(demo: Demo) -> None:
    """ada writes in one window, is ready in another, and the phase is over before the first gets through."""
    late, ada, ben = demo.visit("ada", HOMES), demo.visit("ada", HOMES), demo.visit("ben", HOMES)
    held: list[object] = []
    late.page.route("**/answer/", lambda route: held.append(route))
    with late.page.expect_request("**/answer/"):
        late.write("Turkey", "Russia")
    for player in (ada, ben):
        player.write("France", "England", "Germany", "Austria", "Italy", "Russia", "Turkey")
        player.ready()
    expect(late.one("#status[data-moved-on]")).to_be_visible()
    with late.page.expect_response("**/answer/"):
        held[0].continue_()  # type: ignore[attr-defined]
    late.page.unroute("**/answer/")
    expect(late.one("h1")).to_have_text("Auction for 1901")
    late.sees("Too late", "#given-back")
    expect(late.one("#given-back textarea")).to_have_value(re.compile("Turkey\nRussia"))
    late.keep("given-back")


def test_bids_are_saved_by_themselves_too(demo: Demo) -> None:
    ada = demo.visit("ada", "Five for Germany")
    field = ada.one('[name^="bid-"]').first
    with ada.page.expect_response(is_save):
        field.fill("3")
    expect(ada.one("#answer-state")).to_contain_text(SAVED)
    name = str(field.get_attribute("name"))
    sign_of_life(ada)
    ada.go(ada.game)
    expect(ada.one(f'[name="{name}"]')).to_have_value("3")


def sign_of_life(player: Player) -> None:
    """The tally has followed what was typed."""
    expect(player.one("#tally")).to_contain_text("3")
