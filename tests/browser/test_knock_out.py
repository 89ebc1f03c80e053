"""A knock-out of seven with prizes, from its form to its end: seeds, a bye, a dispute, a void game that an
arbiter lets one go on from, an undecided game, a withdrawal, the final, prizes.

Carl organises and rules. Ada reads English, and Fay on a phone; Ben reads French on a phone whose browser
runs no scripts, Hal on one that does. No one's money is real.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.cup import BEGIN, CONCEDE, DRAW, SEEDS, SPEAKS_FRENCH, STALEMATE, later
from tests.browser.looking import NARROWEST, inspect
from tests.browser.money import Payer, also_pay, do
from tests.browser.money_steps import a_season_with_fees
from tests.browser.window import DESK, PHONE
from tests.league.competitions.check_elimination import faults_in

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]


def test_a_cup_from_its_form_to_its_end(
    open_window: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends_at = f"{datetime.now(UTC) + timedelta(days=600):%Y-%m-%dT00:00}"
    drafted = {"kind": "elimination", "largest": 8, "ends_at": ends_at}
    with a_season_with_fees(open_window, tmp_path, monkeypatch, "lou", "mia", **drafted) as cast:
        carl, _eve, ada, ben, comes = cast
        also_pay(
            tmp_path, by_hand=["fay", "gus", "hal", "lou", "mia"], online=[], recorder="eve", country="FR"
        )
        fay, hal = comes("fay", viewport=PHONE), comes("hal", locale="fr-FR", viewport=PHONE)
        do(tmp_path, SPEAKS_FRENCH)
        readers = (ada, hal)
        the_rules_say_how_the_bracket_is_made(readers)
        do(tmp_path, DRAW, seeds=SEEDS)
        the_seeds_are_shown(readers, carl)
        do(tmp_path, BEGIN)
        the_bracket_is_drawn(readers, ben)
        later(tmp_path, 0, CONCEDE, games=[("lou", "ben"), ("mia", "gus")])
        a_result_is_disputed_and_annulled(ben, carl)
        carl_says_who_goes_on(carl, ben)
        later(tmp_path, 0, STALEMATE)
        fay_withdraws(fay)
        later(tmp_path, 3, CONCEDE, games=[("ada", "mia")])
        the_measure_is_named(readers)
        later(tmp_path, 6, CONCEDE, games=[("ada", "ben")])
        the_final_is_provisional(ben)
        for days in (9, 9):
            later(tmp_path, days)
        it_is_over(readers, ben)
        prizes_are_shown(ada, carl)
        anyone_can_check_it(ada)


def look(readers: tuple[Payer, ...], what: str) -> None:
    """Their pages owe axe, the keyboard, the language and three widths nothing."""
    for reader in readers:
        inspect(
            reader,
            f"{what}-{reader.language}",
            *([DESK] if reader.language == "fr" else []),
            PHONE,
            NARROWEST,
        )


def the_rules_say_how_the_bracket_is_made(readers: tuple[Payer, ...]) -> None:
    for reader in readers:
        reader.go(f"{reader.season}rules/")
    readers[0].sees("Win and you go on; lose and you are out, until one player is left.")
    readers[1].sees("HR-13")
    look(readers, "rules")


def the_seeds_are_shown(readers: tuple[Payer, ...], carl: Payer) -> None:
    for reader in readers:
        reader.go(reader.season)
        seeds = [each.casefold() for each in reader.one("#seeds th[scope=row] > a").all_inner_texts()]
        assert seeds == [*SEEDS], seeds
    readers[0].sees("bye in the first round", "#seeds")
    look(readers, "seeds")
    carl.go(f"{carl.season}desk/")
    carl.sees("replaced by the first on the waiting list, with the same seed")
    carl.keep("desk-before")


def the_bracket_is_drawn(readers: tuple[Payer, ...], ben: Payer) -> None:
    """On a desk as a drawing, on a phone as a list of one round; both lead on to the games."""
    for reader, (next_, bye, is_drawn) in zip(
        readers, [("you against hal", "Bye", True), ("vous contre ada", "Exempt", False)], strict=True
    ):
        reader.go(reader.season)
        expect(reader.one(".plan svg")).to_be_visible(visible=is_drawn)
        expect(reader.one(".plan a")).to_have_count(8)
        expect(reader.one("#cup-list .tie")).to_have_count(4)
        reader.sees(next_, "#next")
        reader.sees(bye, "#cup-list")
    look(readers, "bracket")
    ben.go(ben.season)
    ben.sees("vous contre lou", "#next")
    ben.keep("bracket")


def a_result_is_disputed_and_annulled(ben: Payer, carl: Payer) -> None:
    ben.go(f"{ben.season}results/")
    ben.press('main a[href*="/disputes/2/"] >> nth=0')
    ben.fill({"dispute-said": "J’ai cliqué sur un téléphone qui n’était pas le mien."})
    ben.press("main form .button-main")
    ben.keep("disputed")
    carl.go(f"{carl.season}desk/")
    carl.sees("Disputed: waits for an arbiter’s ruling.", 'section[aria-labelledby="h-still"]')
    carl.keep("desk")
    carl.press('section[aria-labelledby="h-still"] a[href*="/disputes/2/"]')
    carl.one('[name="ruling"][value="annulled"]').check()
    carl.fill({"reason": "Both agree that the game was not conceded."})
    carl.keep("rules-on-it")
    carl.press("main form:has([name=ruling]) .button-main")


def carl_says_who_goes_on(carl: Payer, ben: Payer) -> None:
    """Refused once, without a reason; then with the keyboard alone."""
    carl.press("main .notice a.button-main")
    carl.sees("No year was finished.")
    inspect(carl, "goes-on", PHONE, NARROWEST)
    carl.one('main label:has-text("ben") [name="on"]').check()
    carl.press("main form .button-main")
    carl.sees("Give a reason.")
    carl.fill({"reason": "Of the two, ben had the better position."})
    carl.tab_to("main form .button-main")
    with carl.page.expect_navigation():
        carl.page.keyboard.press("Enter")
    carl.keep("ruled")
    ben.go(ben.season)
    ben.sees("vous contre fay", "#next")
    ben.keep("goes-on")


def fay_withdraws(fay: Payer) -> None:
    """Seed 1 had a bye, and plays a semi-final: leaving concedes it."""
    fay.go(f"{fay.season}withdraw/")
    fay.sees("You concede your running game, and the other player goes on.")
    inspect(fay, "withdraws", NARROWEST)
    fay.press("main form .button-main")
    fay.sees("You have withdrawn.", "body")
    fay.keep("withdrawn")


def the_measure_is_named(readers: tuple[Payer, ...]) -> None:
    """Ada goes on from a game that no one won; so says its line in the list, and in Hal's box."""
    for reader, (over, said) in zip(
        readers,
        [
            ("Undecided game: more centres under command (HR-13)", "you are third without a game"),
            ("Partie indécise, départage\u00a0: plus de centres commandés (HR-13)", "HR-13"),
        ],
        strict=True,
    ):
        reader.go(f"{reader.season}?round=1")
        measured = reader.one("#cup-list .tie:has-text('hal') abbr")
        expect(measured).to_have_text("HR-13 (d)")
        expect(measured).to_have_attribute("title", over)
        reader.sees(said, "#next")
    look(readers, "measure")


def the_final_is_provisional(ben: Payer) -> None:
    ben.go(ben.season)
    ben.sees("vous contre ada", "#next")
    ben.keep("final")


def it_is_over(readers: tuple[Payer, ...], ben: Payer) -> None:
    """Three steps led Ada to the title, and all see them; so does her own page among the entries."""
    for reader in (*readers, ben):
        reader.go(reader.season)
        expect(reader.one(".champions .is-first")).to_contain_text("ada", ignore_case=True)
        expect(reader.one(".ties-way .tie")).to_have_count(3)
    ben.keep("over")
    look(readers, "over")
    for reader in readers:
        reader.press(".champions .is-first a")
        expect(reader.one(".ties-way .tie")).to_have_count(3)
    look(readers, "way")


def prizes_are_shown(ada: Payer, carl: Payer) -> None:
    """Mia is third without a game, for the other one beaten in a semi-final has left."""
    ada.sees_prizes("ada 33.25", "ben 19.95", "mia 13.30")
    ada.at("")
    ada.keep("prizes")
    carl.go(f"{carl.season}desk/")
    carl.keep("desk-over")


def anyone_can_check_it(ada: Payer) -> None:
    """The file alone, by the page that says what it holds."""
    ada.go(f"{ada.season}log/")
    ada.keep("log")
    with ada.page.expect_download() as download:
        ada.one('main a[href$="/season.json"]').click()
    assert faults_in(json.loads(download.value.path().read_text())) == []
