"""A list in order of preference: dragged by the mouse, moved by buttons, by keys and by touch."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Demo
from tests.browser.player import Player, is_save
from tests.browser.window import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RANKED = "First choice"
BEFORE = ("FRANCE", "TURKEY", "AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA")


def in_order(player: Player, powers: Sequence[str]) -> None:
    """The list shows `powers`, and so does what is typed below it."""
    for number, power in enumerate(powers, start=1):
        expect(player.one(f"#rank-{number}")).to_have_value(power)
    assert [line.upper() for line in player.written()] == list(powers)


def moves(player: Player, change: Callable[[], None], powers: Sequence[str]) -> None:
    """What `change` does is posted as `powers`, one a rank, and shown so."""
    with player.page.expect_response(is_save) as answer:
        change()
    sent = dict(pair.split("=") for pair in (answer.value.request.post_data or "").split("&"))
    assert [sent[f"rank-{number}"] for number in range(1, 8)] == list(powers)
    in_order(player, powers)


@pytest.mark.parametrize("by_touch", [False, True], ids=["desk", "phone"])
def test_a_list_moved_by_any_means_is_what_is_saved(demo: Demo, by_touch: bool) -> None:
    """The last order stands after loading the page again; keys stay on the power that they move."""
    traits = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if by_touch else {}
    ada = demo.visit("ada", RANKED, **traits)
    ada.write(*(power.title() for power in BEFORE))
    ada.save()
    ada.go(ada.game)
    in_order(ada, BEFORE)
    down = ada.one('.ranks [data-move="1"]')
    if by_touch:
        order = ("TURKEY", "FRANCE", *BEFORE[2:])
        moves(ada, down.first.tap, order)
        moves(ada, ada.one('.ranks [data-move="-1"]').nth(1).tap, BEFORE)
        moves(ada, down.first.tap, order)
    else:
        rows = ada.one(".ranks li")
        order = ("TURKEY", "AUSTRIA", "FRANCE", *BEFORE[3:])
        moves(ada, lambda: rows.nth(0).locator("label").drag_to(rows.nth(2)), order)
        order = ("AUSTRIA", "TURKEY", *order[2:])
        moves(ada, ada.one('.ranks [data-move="-1"]').nth(1).click, order)
        ada.page.evaluate("document.querySelector('#rank-1').focus()")
        ada.tab_to('.ranks [data-move="1"]')
        order = ("TURKEY", "AUSTRIA", *order[2:])
        moves(ada, lambda: ada.page.keyboard.press("Enter"), order)
        expect(down.nth(1)).to_be_focused()
    ada.keep("moved")
    ada.go(ada.game)
    in_order(ada, order)
