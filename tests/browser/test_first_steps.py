"""The first steps that docs/first-steps.md describes, and what a newcomer trips over on the way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Demo
from tests.browser.window import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STEPS = Path(__file__).parents[2] / "docs/first-steps.md"


def test_the_first_sealed_bid_goes_as_the_page_says(demo: Demo) -> None:
    steps = " ".join(STEPS.read_text().split())
    ada = demo.visit("ada")
    for said in ("My games", "Waiting for you", "Five for Germany", "Save, and I am ready"):
        assert f"“{said}”" in steps
    expect(ada.one("h1")).to_have_text("My games")
    due = ada.one("section:has(#h-due)")
    expect(due).to_contain_text("Waiting for you")
    due.get_by_role("link", name="Five for Germany").click()
    ada.page.wait_for_load_state("load")
    go_on = ada.one("[data-fresh=on]")
    assert "“Continue to …”" in steps and re.match("Continue to ", go_on.inner_text())
    go_on.click()
    head = ada.one(".game-head")
    assert head.evaluate("it => it.getBoundingClientRect().top") >= 0, "the title is whole"
    ada.one(".lot input").first.fill("2")
    expect(ada.one("#answer-state")).to_contain_text("Saved")
    ada.page.context.set_offline(True)
    ada.one(".lot input").nth(1).fill("3")
    expect(ada.one("#tally output")).to_have_text("5")
    expect(ada.one("#bids-sum b").first).to_have_text("5")
    ada.page.context.set_offline(False)
    expect(ada.one("button[name=ready][value=yes]")).to_have_text("Save, and I am ready")


def test_totals_of_an_auction_come_after_its_slips(demo: Demo) -> None:
    ada = demo.visit("ada", "Letters from Smyrna", viewport=PHONE)
    sealed = "document.querySelectorAll('.slips tbody tr').forEach(row => row.classList.add('is-sealed'))"
    expect(ada.one("#fresh .slips")).to_be_visible()
    ada.page.evaluate(sealed)
    expect(ada.one("#fresh .slips tfoot")).to_have_css("opacity", "0")
    expect(ada.one("#fresh .prose").first).to_be_hidden()
    ada.one("[data-fresh=skip]").evaluate("it => it.click()")
    expect(ada.one("#fresh .slips tfoot")).to_have_css("opacity", "1")
    expect(ada.one("#fresh .prose").first).to_be_visible()


def test_tabs_of_a_phone_stand_in_one_line_whatever_badges_they_have(demo: Demo) -> None:
    ben = demo.visit("ben", "Letters from Smyrna", viewport=PHONE)
    badge = "document.querySelectorAll('#tabs button').forEach(tab => tab.append(' ', Object.assign("
    ben.page.evaluate(badge + "document.createElement('span'), {className: 'mark', textContent: '12'})))")
    heights = ben.page.evaluate(
        "[...document.querySelectorAll('#tabs button')].map(tab => tab.getBoundingClientRect().height)"
    )
    assert max(heights) < 60
    wide = "document.documentElement.scrollWidth <= innerWidth"
    assert ben.page.evaluate(wide)
    ben.one("#tab-for-table").click()
    right = ben.one("#tab-for-table").evaluate("it => it.getBoundingClientRect().right")
    assert right <= PHONE["width"] + 1
