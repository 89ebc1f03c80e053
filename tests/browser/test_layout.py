"""Pages fill a desktop: no half of one stands empty beside what it has to show."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Demo
from tests.browser.window import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

REACH = """() => {
  const main = document.querySelector('main').getBoundingClientRect();
  const panels = [...document.querySelectorAll('main .panel-head, main .field')];
  return Math.max(...panels.map(e => e.getBoundingClientRect().right - main.left)) / main.width;
}"""
"""How far to the right the page has anything to show, as a part of its width."""
SHORTER = """() => {
  const columns = [...document.querySelector('main .columns').children];
  const heights = columns.map(column => {
    const last = column.lastElementChild.getBoundingClientRect();
    return last.bottom - column.getBoundingClientRect().top;
  });
  return Math.min(...heights) / Math.max(...heights);
}"""
"""How high the shorter of the page's first two columns is, as a part of the other."""


def test_no_page_leaves_half_of_a_desk_empty(demo: Demo) -> None:
    carl = demo.visit("carl")
    for path in ("/rules/", "/l/cafe/settings/"):
        carl.go(path)
        assert carl.page.evaluate(REACH) > 0.9, path
        carl.keep(path.strip("/").rpartition("/")[2])
    ada = demo.visit("ada", "What the waiter heard")
    ada.go(f"{ada.game}reports/")
    places = {box["x"] for panel in ada.one("main .panel").all() if (box := panel.bounding_box())}
    assert len(places) == 2, "reports stand in two columns"
    ada.go("/")
    assert ada.page.evaluate(SHORTER) > 0.5
    ada.keep("home")


def test_on_a_phone_the_ways_back_and_on_stand_in_one_row(demo: Demo) -> None:
    visitor = demo.visit("visitor", "The Bosporus question", viewport=PHONE)
    visitor.go(f"{visitor.game}S1901M/")
    back, on = (visitor.one(f".timeline [rel={way}]").bounding_box() for way in ("prev", "next"))
    assert back and on and back["y"] == on["y"]
    visitor.keep("steps")


WHOLE = """row => {
    const more = row.querySelector('.entry-more'), edge = more.getBoundingClientRect().right;
    const task = [...more.children].find(each => !each.matches('.tag'));
    const parts = [...more.querySelectorAll('.icon'), task];
    return parts.every(each => each.getBoundingClientRect().right <= edge);
}"""
"""Whether a row of one's games shows all its marks and what is to be done."""


def test_on_a_phone_the_rows_of_my_games_show_their_marks_and_eight_fit(demo: Demo) -> None:
    ada = demo.visit("ada", locale="fr-FR", viewport=PHONE, has_touch=True)
    ada.press('.footer [name="language"][value="fr"]')
    ada.go("/games/")
    rows = ada.one(".rows .is-waiting")
    assert rows.count() >= 8
    for row in rows.all():
        assert row.evaluate(WHOLE), row.inner_text()
    assert "rien d’enregistré" in ada.one(".rows").first.aria_snapshot(), "said in words to who listens"
    last = rows.nth(7).bounding_box()
    assert last and last["y"] + last["height"] <= PHONE["height"]
    ada.keep("rows")


def test_on_a_phone_a_finished_game_says_first_how_it_ended(demo: Demo) -> None:
    ben = demo.visit("ben", "The Bosporus question", viewport=PHONE)
    expect(ben.one(".who")).to_contain_text(re.compile("You were|Vous jouiez"))
    outcome, following = (ben.one(part).bounding_box() for part in ("#outcome", "#next"))
    assert outcome and following and outcome["y"] < following["y"]
    ben.keep("outcome")
