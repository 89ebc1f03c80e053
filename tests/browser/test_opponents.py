"""Two who know no one find each other, on phones in both languages, and without scripts."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.clockwork import in_the_house
from tests.browser.conftest import Demo
from tests.browser.looking import NARROWEST, inspect
from tests.browser.player import Player
from tests.browser.window import PATIENCE, PHONE, PHONE_IN_FRENCH

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGE = "/opponent/"
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
BY_NIGHT: dict[str, Any] = {name: trait for name, trait in PHONE_IN_FRENCH.items() if name != "locale"}
WORDS = {
    "en-GB": (
        "Find an opponent",
        "We’re looking for your opponent",
        "You have an opponent",
        "1 person is waiting",
    ),
    "fr-FR": ("Trouver un adversaire", "Nous cherchons votre adversaire", "Votre adversaire", "1 personne"),
}
COME = """
from allauth.account.models import EmailAddress
from league.users.models import User
for name in {names!r}:
    user = User.objects.create_user(
        name, f"{{name}}@example.org", f"{{name}}-plays", time_zone="Europe/Paris", language={language!r}
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
"""
TURN = """
from league.leagues.opponents.turning import turn
turn()
"""


def come(demo: Demo, *names: str, locale: str, **traits: Any) -> list[Player]:
    """People without a game or a league, signed in, at the page on which one looks."""
    language = locale.partition("-")[0]
    in_the_house(demo.folder, "shell", "-c", COME.format(names=names, language=language))
    windows = [demo.visit(name, locale=locale, **traits) for name in names]
    for each in windows:
        each.go(PAGE)
    return windows


def loads_until(player: Player, heading: str) -> None:
    """Load the page until its heading begins so."""
    until = time.monotonic() + PATIENCE / 1000
    while not player.one("h1").inner_text().startswith(heading):
        assert time.monotonic() < until, f"{player.name} reads {player.one('h1').inner_text()!r}"
        time.sleep(0.3)
        player.go(PAGE)


@pytest.mark.parametrize("locale", WORDS)
def test_two_look_are_found_say_yes_and_play(demo: Demo, locale: str) -> None:
    title, first, found, waits = WORDS[locale]
    names = {"en-GB": ("nina", "oscar"), "fr-FR": ("lise", "marc")}[locale]
    one, other = come(demo, *names, locale=locale, **TOUCH)
    expect(one.one("h1")).to_have_text(title)
    inspect(one, "ticks", NARROWEST)
    one.press(f'form[action="{PAGE}"] .button-main')
    expect(one.one("h1")).to_have_text(first)
    inspect(one, "in-line", NARROWEST)

    # The count follows the ticks, before anything is sent.
    other.go(PAGE)
    expect(other.one("#truth")).to_contain_text(waits)
    other.one('[name="games"][value="intimate"]').uncheck()
    other.one('[name="games"][value="great-war"]').check()
    expect(other.one("#truth")).not_to_contain_text(waits)
    other.one('[name="games"][value="intimate"]').check()
    expect(other.one("#truth")).to_contain_text(waits)
    other.press(f'form[action="{PAGE}"] .button-main')
    in_the_house(demo.folder, "shell", "-c", TURN)

    for each, against in ((one, other), (other, one)):
        loads_until(each, found)
        expect(each.one("h1")).to_contain_text(against.name, ignore_case=True)
        for number in range(1, 8):
            expect(each.one(f"#rank-{number}, [name=rank-{number}]").first).not_to_have_value("")
    inspect(one, "found", NARROWEST)
    one.line_in(demo.said, one.address, rf"(http\S+{PAGE})$")
    second = one.one('[name="rank-2"]').input_value()
    called = one.one('[name="rank-2"] option:checked').text_content() or ""
    one.one('.ranks [data-move="1"]').first.tap()
    expect(one.one('[name="rank-1"]')).to_have_value(second)
    one.press('button[name="yes"]')
    inspect(one, "yes-said")
    other.press('button[name="yes"]')
    expect(other.page).to_have_url(re.compile("/l/open-tables/g/"))
    inspect(other, "the-game", NARROWEST)

    # The ranking that was given beforehand is what the game was begun with.
    one.go(other.path)
    shown = one.one("main").inner_text()
    assert called and called in shown, "the power ranked first is named"
    inspect(one, "the-game", NARROWEST)


def test_without_scripts_one_counts_stops_and_is_found(demo: Demo) -> None:
    _title, first, found, waits = WORDS["fr-FR"]
    one, other = come(demo, "rose", "yves", locale="fr-FR", **BY_NIGHT)
    one.press(f'form[action="{PAGE}"] .button-main')
    expect(one.one("h1")).to_have_text(first)
    one.press('form[action="/opponent/stop/"] button')
    one.sees("Nous ne cherchons plus", "body")
    inspect(one, "stopped", NARROWEST)

    other.press('button[name="counting"]')
    assert waits not in other.one("#truth").inner_text(), "who stopped waits no more"
    other.one('[name="paces"][value="two-days"]').check()
    other.press(f'form[action="{PAGE}"] .button-main')
    one.one('[name="paces"][value="day"]').uncheck()
    one.press('button[name="counting"]')
    one.one('[name="paces"][value="two-days"]').check()
    one.press('button[name="counting"]')
    one.sees(waits, "#truth")
    expect(one.one('[name="paces"][value="day"]')).not_to_be_checked()
    one.press(f'form[action="{PAGE}"] .button-main')
    in_the_house(demo.folder, "shell", "-c", TURN)

    loads_until(one, found)
    loads_until(other, found)
    inspect(one, "found", NARROWEST)
    ranks = [one.one(f'[name="rank-{number}"]') for number in (1, 2)]
    held = [each.input_value() for each in ranks]
    ranks[0].select_option(held[1])
    one.press('button[name="yes"]')
    expect(one.one(".field-error").first).to_be_visible()
    inspect(one, "ranked-twice", NARROWEST)
    ranks[1].select_option(held[0])
    one.press('button[name="yes"]')
    other.press('button[name="yes"]')
    assert other.path.startswith("/l/open-tables/g/")
    inspect(other, "the-game", NARROWEST)
