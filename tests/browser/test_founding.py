"""A season founded in a minute on a phone, with scripts and without; then an organiser's week."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.clockwork import in_the_house, time_goes_by
from tests.browser.conftest import Demo
from tests.browser.looking import NARROWEST, inspect
from tests.browser.player import Player
from tests.browser.window import PHONE, PHONE_IN_FRENCH

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
FRENCH = '.footer [name="language"][value="fr"]'
FOUND = """
from league.leagues.services import create_league, join
from league.users.models import User
person = {{name: User.objects.get(username=name) for name in ("carl", "ben", "ada", "eve")}}
league = create_league(
    user=person[{by!r}], name={name!r}, slug={slug!r}, description="", visibility="public"
)
for name in ("ada", "eve"):
    join(league=league, user=person[name])
"""
LEAGUES = {
    "en-GB": ("carl", "Dover", "less than half", "Announced. The rules are frozen.", "Copied"),
    "fr-FR": ("ben", "Le Havre", "moins de la moitié", "La saison est annoncée.", "Copié"),
}


def founded(demo: Demo, by: str, name: str) -> str:
    """The address of a new league with two members besides its organiser."""
    slug = name.lower().replace(" ", "-")
    in_the_house(demo.folder, "shell", "-c", FOUND.format(by=by, name=name, slug=slug))
    return f"/l/{slug}/"


def width(player: Player, part: str) -> float:
    return float(player.one(f"#span .{part}").first.get_attribute("width") or 0)


@pytest.mark.parametrize("locale", LEAGUES)
def test_a_season_from_the_quick_card_to_its_mail(demo: Demo, locale: str) -> None:
    by, name, short, announced, copied = LEAGUES[locale]
    league = founded(demo, by, name)
    founder = demo.visit(by, locale=locale, **TOUCH)
    founder.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=demo.address)
    founder.go(f"{league}competitions/new/")
    with founder.page.expect_response(lambda answer: answer.request.method == "POST"):
        founder.one('label[for="start-quick"]').tap()
    expect(founder.one('[name="filled"]')).to_have_value("quick")
    expect(founder.one('[name="last_year"]')).to_have_value("1903")
    inspect(founder, "quick", NARROWEST)

    # The bar moves with what is typed, warns below half, and the way out that it offers puts that right.
    before = width(founder, "bar-challenge")
    assert before > 500
    founder.fill({"last_year": "1904"})
    founder.sees(short, "#span .notice-care")
    assert width(founder, "bar-short") < before
    founder.picture("short")
    with founder.page.expect_response(lambda answer: answer.request.method == "POST"):
        founder.one('#span button[name="way"]').first.tap()
    expect(founder.one("#span .notice-care")).to_have_count(0)
    founder.fill({"name": "Ruritania"})
    founder.press("#season-form .button-main")
    inspect(founder, "draft", NARROWEST)
    founder.press('main a[href$="/announce/"]')
    expect(founder.one('[name="mail"]')).to_be_checked()
    inspect(founder, "announce", NARROWEST)
    founder.press("main form .button-main")
    founder.sees(announced, "body")
    founder.one('[data-copy="link-season"]').tap()
    expect(founder.one('[data-copy="link-season"]')).to_have_text(copied)
    assert (
        founder.page.evaluate("navigator.clipboard.readText()") == f"{demo.address.rstrip('/')}{founder.path}"
    )
    inspect(founder, "announced", NARROWEST)
    for member in ("ada", "eve"):
        founder.line_in(demo.said, f"{member}@example.org", rf"(http\S+{founder.path}\S*)$")


def test_without_scripts_the_card_is_computed_and_announced(demo: Demo) -> None:
    league = founded(demo, "ben", "Honfleur")
    ben = demo.visit("ben", **PHONE_IN_FRENCH)
    ben.go(f"{league}competitions/new/")
    ben.one('[name="start"][value="quick"]').check()
    ben.press('button[name="check"]')
    expect(ben.one('[name="last_year"]')).to_have_value("1903")
    inspect(ben, "quick", NARROWEST)
    ben.press("#season-form .button-main")
    expect(ben.one(".field-error").first).to_be_visible()
    inspect(ben, "without-a-name", NARROWEST)
    ben.fill({"name": "Printemps"})
    ben.press("#season-form .button-main")
    ben.press('main a[href$="/announce/"]')
    ben.one('[name="mail"]').uncheck()
    ben.press("main form .button-main")
    expect(ben.one("#link-season")).to_have_value(f"{demo.address.rstrip('/')}{ben.path}")
    inspect(ben, "announced", NARROWEST)


STRICT = """
from games.models import Game
Game.objects.filter(code={code!r}).update(absence={{"policy": "tournament", "extensions": 0}})
"""
SOON = """
from datetime import timedelta
from games.common import clock
from games.models import Phase
from games.adjudication.deadlines import move_deadline
phase = Phase.objects.select_related("game").get(game__code={code!r}, adjudicated_at=None)
move_deadline(phase=phase, to=clock.now() + timedelta(hours=30), by=None, note="The train leaves.")
"""


def test_an_organiser_reminds_and_nudges_in_their_week(demo: Demo) -> None:
    """A game whose player missed a phase, and people of the season who are not heard of."""
    carl = demo.visit("carl", "Five for Germany", locale="en-GB", **TOUCH)
    code = carl.game.rstrip("/").rpartition("/")[2]
    in_the_house(demo.folder, "shell", "-c", STRICT.format(code=code))
    time_goes_by(demo.folder, carl.game, "ben")
    in_the_house(demo.folder, "shell", "-c", SOON.format(code=code))
    carl.go("/l/cafe/desk/week/")
    danger = carl.one("section:has(#h-danger) li", has_text="Five for Germany")
    expect(danger).to_contain_text("ben missed 1 phase.")
    inspect(carl, "week", NARROWEST)
    with carl.page.expect_navigation():
        danger.get_by_role("button").tap()
    carl.sees("reminded", "section:has(#h-danger)")
    carl.line_in(demo.said, "ben@example.org", rf"(http\S+{code}/\S*)$")
    silent = carl.one("section:has(#h-silent) li:has(button)")
    count = silent.count()
    assert count > 1
    with carl.page.expect_navigation():
        silent.first.get_by_role("button").tap()
    carl.sees("They are told whom they can challenge now.", "body")
    expect(silent).to_have_count(count - 1)
    carl.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=demo.address)
    carl.one('[data-copy="link-digest"]').tap()
    expect(carl.one('[data-copy="link-digest"]')).to_have_text("Copied")
    assert carl.page.evaluate("navigator.clipboard.readText()") == carl.one("#link-digest").input_value()
    carl.press(FRENCH)
    carl.language = "fr"
    carl.page.emulate_media(color_scheme="dark")
    carl.sees("rappel demandé", "section:has(#h-danger)")
    with carl.page.expect_navigation():
        silent.first.get_by_role("button").tap()
    carl.sees("Cette personne apprend qui elle peut défier maintenant.", "body")
    inspect(carl, "la-semaine", NARROWEST)
    carl.press('.footer [name="language"][value="en"]')  # it would stay so for others
