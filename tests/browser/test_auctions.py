"""The auction room, the opening of bids and their history, as people work them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Demo
from tests.browser.window import DESK, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROOM, OPENED, OVER = "Five for Germany", "Letters from Smyrna", "The Bosporus question"


def test_bids_are_weighed_while_they_are_typed(demo: Demo) -> None:
    """By keyboard alone, at a desk; what is no number says so beside itself, and all of it is saved."""
    ada = demo.visit("ada", ROOM)
    first, second, third = (ada.one(".lot input").nth(number) for number in range(3))
    treasury = int(ada.one("#tally dd").first.inner_text())
    ada.tab_to(".lot input")
    expect(first).to_be_focused()
    ada.page.keyboard.type(str(treasury))
    expect(ada.one("#tally output")).to_have_text(str(treasury))
    expect(ada.one("#tally")).to_contain_text("Whatever you win, you can pay.")
    expect(ada.one("#tally")).to_contain_text(f"If your bid wins, you pay {treasury} and keep 0.")
    ada.page.keyboard.press("ArrowUp")
    expect(first).to_have_value(str(treasury + 1))
    expect(ada.one("#tally")).to_contain_text("You bid 1 more than you have.")
    expect(ada.one(".lot").first).to_contain_text("winning it makes you bust")
    expect(first).to_be_focused()
    ada.page.keyboard.press("ArrowDown")
    second.focus()
    ada.page.keyboard.type("2")
    expect(ada.one("#tally")).to_contain_text("You bid 2 more than you have.")
    third.focus()
    ada.page.keyboard.type("2.5")
    expect(ada.one(".lot").nth(2)).to_contain_text("“2.5” is not a whole number")
    expect(ada.one("#tally")).to_contain_text("1 field holds no bid and counts as 0.")
    expect(ada.one("#answer-state")).to_contain_text("Saved")
    ada.keep("weighed")
    ada.one(".auction summary").click()
    expect(ada.one("#outcomes tbody tr")).to_have_count(3)
    ada.go(ada.game)
    for field, value in ((first, str(treasury)), (second, "2"), (third, "2.5")):
        expect(field).to_have_value(value)
    expect(ada.one("#tally")).to_contain_text("You go bust if you win")
    ada.page.set_viewport_size(PHONE)
    ada.page.emulate_media(color_scheme="dark")
    expect(ada.one("#bids-sum")).to_contain_text("you may go bust")
    ada.keep("weighed-phone")


def test_the_map_stays_beside_the_bids_and_lights_the_power_of_the_bid_in_hand(demo: Demo) -> None:
    ada = demo.visit("ada", ROOM)
    lots, map_, lit = ada.one(".lot"), ada.one("#map .board"), ada.one("#map .board svg .is-lit")
    figures = ada.one(".lot .facts").all_inner_texts()
    expect(ada.one("#map .board[data-lit]")).to_have_count(0)
    for lot in (lots.first, lots.last):
        lot.locator("input").focus()
        power = lot.get_attribute("data-lot")
        expect(ada.one("#map .board[data-lit]")).to_have_count(1)
        assert {shape.get_attribute("data-power") for shape in lit.all()} == {power}
        field, board = lot.locator("input").bounding_box(), map_.bounding_box()
        assert field and board and board["x"] >= field["x"] + field["width"], "beside, not above"
        assert 0 <= board["y"] < DESK["height"] / 2, "in sight with the last bid as with the first"
    ada.keep("lit")
    lots.last.locator("input").blur()
    expect(ada.one("#map .board[data-lit]")).to_have_count(0)
    expect(lit).to_have_count(0)
    assert ada.one(".lot .facts").all_inner_texts() == figures, "looking changes nothing, Borders included"


def test_buttons_add_one_and_take_one_away(demo: Demo) -> None:
    ben = demo.visit("ben", ROOM, locale="fr-FR", viewport=PHONE)
    lot = ben.one(".lot").nth(3)
    field = lot.locator("input")
    field.fill("")
    more, less = lot.get_by_role("button", name="Un de plus"), lot.get_by_role("button", name="Un de moins")
    for _press in range(3):
        more.click()
    less.click()
    expect(field).to_have_value("2")
    expect(ben.one("#bids-sum")).to_contain_text("Offres 2")
    field.fill("deux")
    more.click()  # which leaves alone what is no number
    expect(field).to_have_value("deux")
    expect(lot).to_contain_text("n’est pas un nombre")
    ben.keep("french")


def test_without_scripts_bids_can_be_checked_and_saved(demo: Demo) -> None:
    ben = demo.visit("ben", ROOM, java_script_enabled=False)
    expect(ben.one(".stepper button").first).to_be_hidden()
    ben.one(".lot input").nth(0).fill("1000")
    ben.one(".lot input").nth(1).fill("x")
    ben.press(".answer-buttons [formaction]")
    expect(ben.one("#answer-state")).to_contain_text("Pas encore enregistré")
    expect(ben.one("#tally output")).to_have_text("1\u202f000")
    expect(ben.one("#tally")).to_contain_text("de plus que votre trésor")
    expect(ben.one(".lot input").nth(1)).to_have_value("x")
    ben.press('.answer-buttons [name="ready"][value=""]')
    expect(ben.one("#answer-state")).to_contain_text("Enregistré")
    expect(ben.one(".lot input").nth(0)).to_have_value("1000")
    ben.keep("without-scripts")


def test_opened_bids_turn_over_once(demo: Demo) -> None:
    """For a watcher they lie among the results; players have them on top while they are new."""
    watcher = demo.visit("visitor", OPENED)
    rows = watcher.one(".slips tbody tr")
    expect(rows.first).to_have_class(re.compile("is-sealed"))
    watcher.keep("sealed")
    for row in rows.all():
        row.scroll_into_view_if_needed()
    expect(watcher.one(".slips .is-sealed")).to_have_count(0)
    watcher.go(watcher.game)
    expect(watcher.one(".slips")).to_contain_text("ID-4")
    expect(watcher.one(".slips .is-sealed")).to_have_count(0)
    watcher.keep("opened")


@pytest.mark.slow
def test_opened_bids_are_plain_without_scripts(demo: Demo) -> None:
    visitor = demo.visit("visitor", java_script_enabled=False)
    ada = demo.visit("ada", OPENED)
    visitor.go(ada.game)
    expect(visitor.one(".slips .is-sealed")).to_have_count(0)
    expect(visitor.one(".slips tbody")).to_contain_text("beats")


def test_the_history_can_be_narrowed_and_taken_away(demo: Demo, tmp_path: Path) -> None:
    visitor = demo.visit("visitor", viewport=DESK)
    visitor.go("/l/cafe/games/")
    game = str(visitor.one("main .entry-name a", has_text=OVER).get_attribute("href"))
    visitor.go(f"{game}auctions/")
    whole = visitor.one("#history tbody").first.locator("tr")
    years = whole.count()
    assert years > 1
    visitor.keep("history")
    visitor.one("#id_to").select_option(index=0)
    expect(whole).to_have_count(1)
    expect(visitor.page).to_have_url(re.compile("to=1901"))
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Download as CSV").click()
    file = tmp_path / "auctions.csv"
    download.value.save_as(file)
    assert len(file.read_text(encoding="utf-8-sig").splitlines()) == 1 + 5
    visitor.page.go_back()
    expect(whole).to_have_count(years)
    visitor.page.set_viewport_size(PHONE)
    visitor.page.emulate_media(color_scheme="dark")
    visitor.keep("history-phone")


@pytest.mark.slow
def test_the_history_is_narrowed_without_scripts(demo: Demo) -> None:
    ben = demo.visit("ben", OVER, locale="fr-FR", viewport=PHONE, java_script_enabled=False)
    ben.go(f"{ben.game}auctions/")
    ben.one("#id_taker").select_option("nobody")
    ben.press(".history-form button")
    expect(ben.one("#history")).to_contain_text("anarchie")
    expect(ben.one("#history tbody").first.locator(".win")).to_have_count(0)
    ben.keep("history-french")
