"""Two years of Spy Diplomacy with every seat, a deadline a season, from the opening to an agreed end.

Ada plays in a window with scripts, Ben reads French on a phone without any; the five others post the forms of
the same pages. Everyone orders units, spies and what hangs on something for the whole season at once.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.clockwork import deadline_comes, in_the_house
from tests.browser.correspondent import Correspondent
from tests.browser.demo import let_in
from tests.browser.looking import MAGNIFIED, faults_of, spoken_faults
from tests.browser.player import Player, is_save
from tests.browser.window import DESK, PATIENCE, PHONE_IN_FRENCH
from tests.house.process import house

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]

NAMES = ("ada", "ben", "fay", "gus", "hal", "ivy", "jan")

SETTLE = """
from league.demo.people import make_people
from league.leagues import services
from league.leagues.models import League
people = make_people()
league = services.create_league(
    user=people["carl"], slug="fog", name="Fog", description="", visibility=League.Visibility.PUBLIC)
for name in {names}:
    services.join(league=league, user=people[name])
"""
PAPER = {"width": 718, "height": 1047}
"""A4 within margins of a centimetre, in the browser's pixels."""
ORDER = '#answer select[name^="order-"]'
OTHERS_WORDS = ("not ready", "nothing to do", "wanted by")
"""What a page of an open game would say of others; here of no one."""


class Spymaster(Correspondent):
    """Orders anything, by chance: units, spies and what hangs on something."""

    def __init__(self, address: str, name: str) -> None:
        super().__init__(address, name)
        self.random = Random(name)

    def order(self, game: str) -> None:
        """Any order for each unit and each spy, and for winter everything that could be built."""
        page = self.read(game)
        for word in OTHERS_WORDS:
            assert word not in page
        form = self.form_in(page, game, "/answer/")
        chosen = {
            name: self.random.choice([value for value in values if "VIA" not in value])
            for name, values in form.options.items()
            if name.startswith("order-") or (name.startswith("spy-") and name.endswith("-to"))
        }
        spy = next((name.removesuffix("-to") for name in chosen if name.startswith("spy-")), None)
        if spy:
            chosen[f"{spy}-kill"] = self.random.choice(form.options[f"{spy}-kill"])
        unit = next((name.removeprefix("order-") for name in chosen if name.startswith("order-")), None)
        if unit:
            chosen |= {"ahead-R-0-if-0": f"{unit} DISLODGED", "ahead-R-0-then": f"{unit[:5].title()} D"}
        if "ahead-A-else" in form.fields:
            homes = {name.split("-")[1] for name in form.fields if name.startswith("spy-")}
            chosen["ahead-A-else"] = "\n".join(f"A {home.title()} B" for home in sorted(homes))
        page = self.post(form, **chosen)
        assert " data-refused" not in page
        assert self.form_in(page, game, "/answer/").fields["version"] != "0", (
            f"{self.name}'s orders are saved"
        )


def test_two_years_in_fog(open_window: Callable[..., Player], tmp_path: Path) -> None:
    with house(tmp_path, "--no-demo", SHORTEST_PHASE="5", DEBUG="0") as (address, _process, said):
        in_the_house(tmp_path, "shell", "-c", SETTLE.format(names=NAMES))
        traits: dict[str, Any] = {"locale": "en-GB", "timezone_id": "Europe/London", "viewport": DESK}
        ada = open_window("ada", address, **traits)
        ben = open_window("ben", address, **PHONE_IN_FRENCH)
        others = [Spymaster(address, name) for name in NAMES[2:]]
        for window in (ada, ben):
            let_in(window, window.name)
        all_sit_down(ada, ben, others)
        season(ada, ben, others, tmp_path, "Spring 1901, moves", in_full=True)
        season(ada, ben, others, tmp_path, "Autumn 1901, moves")
        season(ada, ben, others, tmp_path, "Spring 1902, moves")
        season(ada, ben, others, tmp_path, "Autumn 1902, moves")
        what_one_was_told_can_be_read_again(ada)
        all_agree_to_a_draw(ada, ben, others)
        the_full_report_opens(ada, ben)
        proof = in_the_house(tmp_path, "replay_games", ada.game.rstrip("/").rpartition("/")[2])
        assert "15 turns: 0 differ" in proof, proof
        assert "Traceback" not in said.read_text()


def all_sit_down(ada: Player, ben: Player, others: list[Spymaster]) -> None:
    ada.go("/l/fog/games/new/")
    ada.fill({"name": "Two years in fog"})
    ada.one('[name="variant"][value="spy"]').check()
    ada.set_slow_pace()
    ada.keep("open-a-game")
    ada.press("main form .button-main")
    ada.game = ben.game = ada.path
    ben.go(ben.game)
    ben.keep("waiting-room")
    ben.press('form[action$="/seat/"] .button-main')
    for each in others:
        each.post(each.form(ada.game, "/seat/"))
    ada.is_at("Spring 1901, moves")


def season(
    ada: Player,
    ben: Player,
    others: list[Spymaster],
    folder: Path,
    title: str,
    *,
    in_full: bool = False,
) -> None:
    """Everyone orders, the two at their screens `in_full` or one unit alone; then the deadline comes, and
    the whole season is over at once. A player who stayed silent would lose the seat (HR-2).
    """
    ada.is_at(title)
    for each in others:
        each.order(ada.game)
    if in_full:
        she_orders_a_season(ada)
        he_orders_a_season(ben)
    else:
        she_moves_a_unit(ada)
        ben.go(ben.game)
        ben.one(ORDER).first.select_option(index=1)
        ben.save()
    ada.check()
    deadline_comes(folder, ada.game, seconds=2)
    until = time.monotonic() + 2 * PATIENCE / 1000
    page = ""
    while not re.search(r"<h1>\w+ \d+, moves</h1>", page) or f"<h1>{title}</h1>" in page:
        assert time.monotonic() < until, f"{title} goes on"
        time.sleep(0.2)
        page = others[0].read(ada.game)


def she_moves_a_unit(ada: Player) -> str:
    """By a list, which saves itself; the order."""
    unit = ada.one(ORDER).first
    move = unit.locator("option", has_text="Move to").first.get_attribute("value")
    assert move is not None
    with ada.page.expect_response(is_save):
        ada.pick(str(unit.get_attribute("name")), move)
    return move


def she_orders_a_season(ada: Player) -> None:
    """By the lists, each of which saves itself; then an order that hangs on something."""
    move = she_moves_a_unit(ada)
    spy = ada.one('#answer select[name^="spy-"][name$="-to"]').first
    goal = spy.locator("option", has_text="To ").first.get_attribute("value")
    assert goal is not None
    with ada.page.expect_response(is_save):
        spy.select_option(goal)
    expect(ada.one("#typed")).to_have_value(re.compile(r"Espionage:\nE \w+ - \w+"))
    ada.one('summary:has-text("retreats")').click()
    name = move.split(" - ")[0]
    with ada.page.expect_response(is_save):
        ada.one('[name="ahead-R-0-if-0"]').select_option(f"{name[:5]} DISLODGED")
    with ada.page.expect_response(is_save):
        ada.one('[name="ahead-R-0-then"]').fill(f"{name[:5].title()} D")
    expect(ada.one("#typed")).to_have_value(re.compile(r"Retreats:\nif .+ was dislodged: .+ D"))
    assert ada.one('[name="ready"][value="yes"]').count() == 0
    ada.keep("season-ordered")
    ada.page.reload()
    expect(ada.one('[name="ahead-R-0-if-0"]')).to_have_value(f"{name[:5]} DISLODGED")


def he_orders_a_season(ben: Player) -> None:
    ben.go(ben.game)
    ben.sees("Printemps 1901", "h1")
    unit = ben.one(ORDER).first
    move = unit.locator("option", has_text="Aller").first.get_attribute("value")
    assert move is not None
    unit.select_option(move)
    name = move.split(" - ")[0][:5]
    ben.one('summary:has-text("retraites")').click()
    ben.one('[name="ahead-R-0-if-0"]').select_option(f"{name} DISLODGED")
    ben.one('[name="ahead-R-0-then"]').fill(f"{name.title()} D")
    ben.press('[name="more"][value="R"]')
    expect(ben.one('[name="ahead-R-1-if-0"]')).to_have_value("")
    assert "a été délogée" in ben.one("#typed").input_value()
    ben.one('[name="ahead-R-1-if-0"]').select_option(f"{name} FAILED")
    ben.one('[name="ahead-R-1-then"]').fill("n’importe quoi")
    ben.press('[name="more"][value="R"]')
    ben.sees("n’importe quoi", "#typed-says")
    ben.press('[name="less"][value="R-1"]')
    assert "n’importe quoi" not in ben.one("#typed").input_value()
    ben.keep("checked-without-saving")
    ben.save()
    ben.sees("Enregistré", "#answer-state")
    ben.keep("season-ordered")


def what_one_was_told_can_be_read_again(ada: Player) -> None:
    ada.is_at("Spring 1903, moves")
    ada.keep("two-years-later")
    for label in ("S1901E", "W1901A", "F1902R"):
        ada.go(f"{ada.game}{label}/")
        ada.sees("1901" if "1901" in label else "1902", "h1")
        ada.check()


def all_agree_to_a_draw(ada: Player, ben: Player, others: list[Spymaster]) -> None:
    """All seven are asked, and no one learns who has agreed."""
    for each in others:
        page = each.post(each.form(ada.game, "/vote/"), cast="yes")
        assert page.count("wanted by") == 1 and f"wanted by {each.name}" in page
    ben.go(ben.game)
    ben.press('form[action$="/vote/"] button')
    ada.go(ada.game)
    assert ada.one("#endings .entry-more").count() == 0
    ada.press('form[action$="/vote/"] button')
    ada.sees("Draw: ", "#outcome")
    ada.keep("drawn")


def the_full_report_opens(ada: Player, ben: Player) -> None:
    """Everyone's orders, spies and reports, year by year (SPY-6), on any screen."""
    for page in ("", "1902/"):
        ada.go(f"{ada.game}report/{page}")
        assert faults_of(ada, DESK, MAGNIFIED) == []
        ada.keep(f"report-{page.rstrip('/')}")
        ben.go(f"{ada.game}report/{page}")
        assert spoken_faults(ben) == []
        ben.keep(f"report-{page.rstrip('/')}")
    ada.sees("What the spies reported", "main")
    ben.sees("Ce que les espions ont rapporté", "main")
    it_can_be_printed(ada)


def it_can_be_printed(ada: Player) -> None:
    """On paper nothing is to be pressed, and each phase's map fits on a sheet."""
    ada.page.emulate_media(media="print")
    ada.page.set_viewport_size({"width": PAPER["width"], "height": PAPER["height"]})
    for control in (".masthead nav", ".footer", ".pages", ".button"):
        assert ada.one(control).count() and not ada.one(f"{control} >> visible=true").count(), control
    heights = ada.page.evaluate("Array.from(document.querySelectorAll('main .board'), e => e.offsetHeight)")
    assert len(heights) == ada.one("main section h2").count() == 7
    assert all(PAPER["width"] / 4 < height < PAPER["height"] for height in heights), heights
    ada.keep("report-on-paper")
