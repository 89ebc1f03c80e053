"""The page of a game that is over, on a phone in both languages: who won, what decided it, how it went."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.clockwork import in_the_house
from tests.browser.conftest import Demo
from tests.browser.looking import NARROWEST, inspect
from tests.browser.window import PHONE, PHONE_IN_FRENCH

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "The Bosporus question"
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
BY_NIGHT: dict[str, Any] = PHONE_IN_FRENCH | {"reduced_motion": "reduce"}
READERS: dict[str, tuple[str, dict[str, Any], str]] = {
    "ada": ("ada", TOUCH | {"locale": "en-GB"}, r"^You (won|lost to ben)\.$"),
    "ben": ("ben", BY_NIGHT, r"^Vous avez (gagné|perdu contre ada)\.$"),
    "visitor": (
        "visitor",
        TOUCH | {"locale": "en-GB", "color_scheme": "dark"},
        r"^(Ada|Ben|ada|ben) won against \w+\.$",
    ),
}


@pytest.mark.parametrize("reader", READERS)
def test_the_end_says_who_won_what_decided_it_and_how_it_went(demo: Demo, reader: str) -> None:
    name, traits, heading = READERS[reader]
    in_the_house(demo.folder, "make_courses")
    window = demo.visit(name, GAME, **traits)
    expect(window.one("h1")).to_have_text(re.compile(heading))
    tops = [window.one(f"#{part}").bounding_box() for part in ("moment", "deciding", "course")]
    places = [box["y"] for box in tops if box is not None]
    assert len(places) == len(tops) and places == sorted(places), "the end, the move, the curves"
    charts = window.one("#course svg.chart")
    expect(charts).to_have_count(2)
    assert 1 <= window.one("#course .turns li").count() <= 3
    assert window.one("#deciding .decided li").count() >= 1
    inspect(window, "the-end", NARROWEST)
    window.press("#course .turns a >> nth=0")
    expect(window.page).to_have_url(re.compile(r"/[SFW]?\w*19\d\d\w/"))
    inspect(window, "the-phase", NARROWEST)
