"""Tables of seven: an event of fourteen with a substitute, from its form to its top board; and results that
are entered by hand, on a phone.

Carl organises. Ada reads English on a desk, Ben French on a phone by night; Hal is a substitute.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests import migrated
from tests.browser.looking import NARROWEST, inspect
from tests.browser.money import LEAGUE, Payer, do, opener, people_come
from tests.browser.tables import (
    BEGIN,
    CLOSE_CHECK_IN,
    CLOSE_ENTRIES,
    END,
    ENTER,
    RESIGN,
    TURN,
    announced,
    at,
    check_in,
)
from tests.browser.window import DESK, PHONE
from tests.house.process import house
from tests.league.competitions.check_tables import faults_in

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]

MORE = ("lou", "mia", "ned", "oda", "pia", "quy")
ENTRANTS = ("ada", "ben", "eve", "fay", "gus", "ivy", "jan", "kim", *MORE)
PHONE_BY_NIGHT: dict[str, Any] = {"locale": "fr-FR", "viewport": PHONE, "color_scheme": "dark"}


@pytest.fixture(scope="module")
def calais(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The house with its league, for both stories; in the end nothing must have gone wrong in it."""
    folder = tmp_path_factory.mktemp("tables")
    migrated.copy_to(folder / migrated.NAME)
    with house(folder, "--no-demo", DEBUG="0") as (address, _process, said):
        people_come(folder, *MORE)
        yield address, folder
        assert "Traceback" not in said.read_text()


def test_an_event_of_fourteen_from_its_form_to_its_top_table(
    calais: tuple[str, Path], open_window: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, folder = calais
    carl = opener(open_window, address, monkeypatch)("carl")
    season = an_organiser_drafts_it(carl)
    at(folder, season, ENTER, names=[*ENTRANTS, "hal"])
    at(folder, season, CLOSE_ENTRIES)
    comes = opener(open_window, address, monkeypatch, season)
    ada, ben, hal = comes("ada"), comes("ben", **PHONE_BY_NIGHT), comes("hal", viewport=PHONE)
    readers = (ada, ben)
    the_rules_and_the_scoring_are_shown(readers)
    pairs_are_kept_apart(carl)
    one_click_checks_in(ada, ben, carl)
    check_in(folder, season, ENTRANTS[2:])
    at(folder, season, CLOSE_CHECK_IN)
    at(folder, season, BEGIN)
    two_tables_are_played(readers)
    at(folder, season, RESIGN, name="gus")
    a_substitute_takes_the_seat_over(hal)
    at(folder, season, END, best=["ada", "ben"])
    the_standings_lead_to_the_games(readers)
    wishes_for_the_top_table(readers)
    check_in(folder, season, [name for name in (*ENTRANTS[2:], "hal") if name != "gus"])
    at(folder, season, CLOSE_CHECK_IN)
    the_drawing_is_looked_after(carl)
    the_top_table_is_played(readers)
    at(folder, season, END, best=["ben", "ada"])
    it_is_over(readers)
    anyone_can_check_it(ada)


def look(readers: tuple[Payer, ...], what: str) -> None:
    """Their pages owe axe, the keyboard, the language and three widths nothing."""
    for reader in readers:
        sizes = [DESK] if reader.language == "fr" else []
        inspect(reader, f"{what}-{reader.language}", *sizes, PHONE, NARROWEST)


def an_organiser_drafts_it(carl: Payer) -> str:
    carl.go(f"{LEAGUE}competitions/")
    carl.press('main a[href$="kind=tables"]')
    today = datetime.now(UTC).replace(hour=0, minute=0, tzinfo=None)
    days = {"enters_from": -1, "enters_until": 7, "starts_at": 8, "ends_at": 400}
    carl.unfold()
    inspect(carl, "form", PHONE, NARROWEST)
    carl.fill({name: f"{today + timedelta(days=number):%Y-%m-%dT%H:%M}" for name, number in days.items()})
    carl.fill({"name": "Toussaint tables", "largest": "14", "rounds": "2", "dispute_days": "0"})
    carl.one('[name="top_powers"][value="rankings"]').check()
    carl.press('main form .button-main:not([name="check"])')
    carl.sees("This is a draft.")
    season = carl.season = carl.path
    carl.press('main a[href$="/announce/"]')
    inspect(carl, "announce", PHONE, NARROWEST)
    carl.press("main form .button-main")
    carl.sees("Announced. The rules are frozen.", "body")
    return season


def the_rules_and_the_scoring_are_shown(readers: tuple[Payer, ...]) -> None:
    tops = ("the best seven play at the top board", "les sept en tête du classement jouent à la table finale")
    for reader, said in zip(readers, tops, strict=True):
        reader.go(f"{reader.season}rules/")
        reader.sees(said)
    look(readers, "rules")
    for reader in readers:
        reader.go(f"{reader.season}scoring/")
        reader.fill({"AUSTRIA": "18", "ENGLAND": "0", "FRANCE": "3"})
        reader.press("main form .button-main")
        reader.sees("100", "main table")
    look(readers, "scoring")


def pairs_are_kept_apart(carl: Payer) -> None:
    """Refused once, of a name that no one has."""
    carl.go(f"{carl.season}desk/")
    inspect(carl, "desk-called", PHONE, NARROWEST)
    carl.press('main a[href$="/apart/"]')
    carl.fill({"pairs": "ada, ben\nlou, nobody", "reason": "They share a flat."})
    carl.press("main form .button-main")
    carl.sees("No one who has entered is called nobody.")
    inspect(carl, "apart", PHONE, NARROWEST)
    carl.fill({"pairs": "ada, ben"})
    carl.press("main form .button-main")
    carl.sees("List saved.", "body")


def one_click_checks_in(ada: Payer, ben: Payer, carl: Payer) -> None:
    """Ben checks in by one click on a phone; Ada says that a second seat is welcome."""
    for reader in (ada, ben):
        reader.go(reader.season)
    look((ada, ben), "called")
    ben.press("#next form button")
    ben.sees("Votre présence est confirmée.", "#next")
    ada.go(f"{ada.season}check-in/")
    ada.one('[name="twice"]').check()
    inspect(ada, "check-in", PHONE, NARROWEST)
    ada.press("main form .button-main")
    ada.sees("You are checked in.", "#next")
    carl.go(f"{carl.season}desk/")
    carl.sees("2 of 14 have checked in")


def two_tables_are_played(readers: tuple[Payer, ...]) -> None:
    """Who is kept apart sits at two tables; the standings are as if all games ended now."""
    for reader in readers:
        reader.go(reader.season)
        expect(reader.one("#round .way")).to_have_count(2)
        expect(reader.one("#round .way tr.is-me")).to_have_count(1)
        expect(reader.one("#standings tr.is-me").first).to_be_visible()
    look(readers, "round")


def a_substitute_takes_the_seat_over(hal: Payer) -> None:
    hal.go(hal.season)
    hal.keep("listed")
    hal.press("#next .is-waiting a")
    hal.press('main a[href*="take-over"] >> nth=0')
    hal.sees("Take over")
    inspect(hal, "take-over", NARROWEST)
    hal.press(".sign-form button")
    hal.sees("You now play")
    hal.go(hal.season)
    hal.sees("You play here as a substitute.", "#next")
    hal.keep("sits-in")


def the_standings_lead_to_the_games(readers: tuple[Payer, ...]) -> None:
    for reader in readers:
        reader.go(reader.season)
        reader.press("#standings tr.is-me th a")
        expect(reader.one("#h-way")).to_be_visible()
        expect(reader.one("section[aria-labelledby=h-met] li")).to_have_count(6)
    look(readers, "way")
    ada = readers[0]
    ada.go(ada.season)
    ada.press("#standings tr.is-me td.num a >> nth=0")
    ada.sees("Toussaint tables", "body")


def wishes_for_the_top_table(readers: tuple[Payer, ...]) -> None:
    """The powers that they want; one wish twice is refused."""
    ada, ben = readers
    for reader in readers:
        reader.go(reader.season)
        reader.press('#next a.button-main[href$="/check-in/"]')
    ben.one('[name="power-0"]').select_option("FRANCE")
    ben.one('[name="power-1"]').select_option("FRANCE")
    ben.press("main form .button-main")
    ben.one('[name="power-1"]').select_option("TURKEY")
    ada.one('[name="power-0"]').select_option("TURKEY")
    look(readers, "wishes")
    for reader in readers:
        reader.press("main form .button-main")
        expect(reader.one("#next .is-open").first).to_be_visible()


def the_drawing_is_looked_after(carl: Payer) -> None:
    """Two at the second table are swapped; refused once, without a reason. Then the round begins."""
    carl.go(f"{carl.season}desk/")
    carl.press('main a[href$="/drawing/"]')
    expect(carl.one("#flaw-1")).to_be_visible()
    inspect(carl, "drawing", PHONE, NARROWEST)
    seated = carl.one("section[aria-labelledby=t-4] li > span:nth-of-type(2)")
    names = seated.all_inner_texts()
    carl.one('[name="swap-one"]').select_option("4 AUSTRIA")
    carl.one('[name="swap-other"]').select_option("4 TURKEY")
    carl.press('main [value="swap"]')
    carl.sees("Give a reason.")
    carl.keep("swap-refused")
    carl.fill({"swap-reason": "Both asked for it."})
    carl.press('main [value="swap"]')
    carl.sees("The two are swapped.", "body")
    assert seated.all_inner_texts() == [names[6], *names[1:6], names[0]]
    carl.keep("swapped")
    carl.press('main [value="begin"]')
    carl.sees("The round begins.", "body")
    inspect(carl, "desk-begun", PHONE, NARROWEST)


def the_top_table_is_played(readers: tuple[Payer, ...]) -> None:
    for reader in readers:
        reader.go(reader.season)
        expect(reader.one("#round .way").first.locator("tr.is-me")).to_have_count(1)
    readers[0].sees("for the other six alone", "#round")
    look(readers, "top")


def it_is_over(readers: tuple[Payer, ...]) -> None:
    for reader in readers:
        reader.go(reader.season)
        expect(reader.one(".champions .is-first")).to_contain_text("ben", ignore_case=True)
        expect(reader.one("section[aria-labelledby=h-best] tbody tr").first).to_be_visible()
    look(readers, "over")
    readers[1].press(".champions .is-first a")
    look(readers[1:], "way-over")


def anyone_can_check_it(ada: Payer) -> None:
    """The file alone, by the page that says what it holds."""
    ada.go(f"{ada.season}log/")
    ada.keep("log")
    with ada.page.expect_download() as download:
        ada.one('main a[href$="/season.json"]').click()
    assert faults_in(json.loads(download.value.path().read_text())) == []


SPEAKS_FRENCH = """
User.objects.filter(username="carl").update(language="fr")
"""


def test_results_are_entered_by_hand_on_a_phone(
    calais: tuple[str, Path], open_window: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The roll, the drawing, years and a correction, the end."""
    address, folder = calais
    season = announced(folder)
    at(folder, season, ENTER, names=ENTRANTS[:8])
    at(folder, season, CLOSE_ENTRIES)
    do(folder, SPEAKS_FRENCH)
    carl = opener(open_window, address, monkeypatch, season)("carl", **PHONE_BY_NIGHT)
    the_roll_is_called(carl)
    at(folder, season, BEGIN)
    years_are_entered(carl)
    the_game_is_over(carl)
    at(folder, season, TURN)
    carl.go(season)
    expect(carl.one(".champions .is-first")).to_be_visible()
    look((carl,), "hand-over")


def the_roll_is_called(carl: Payer) -> None:
    """Eight have entered, and one is not there."""
    carl.go(f"{carl.season}desk/")
    carl.keep("hand-desk")
    carl.press('main a[href$="/roll/"]')
    look((carl,), "roll")
    boxes = carl.one('main [name^="here-"]')
    expect(boxes).to_have_count(8)
    for box in boxes.all()[:7]:
        box.check()
    carl.press('main [value="draw"]')
    expect(carl.one("section[aria-labelledby=t-1] li")).to_have_count(7)
    look((carl,), "hand-drawing")


def enters(carl: Payer, year: int, *centres: int, reason: str = "") -> None:
    carl.one('[name="year"]').select_option(str(year))
    powers = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
    carl.fill({power: str(owned) for power, owned in zip(powers, centres, strict=True)} | {"reason": reason})
    carl.press('main [value="year"]')


def years_are_entered(carl: Payer) -> None:
    """Two years; the first is corrected, which is refused without a reason."""
    carl.go(f"{carl.season}desk/")
    carl.press('main a[href$="/desk/tables/1/"]')
    look((carl,), "hand-empty")
    enters(carl, 1901, 5, 5, 5, 5, 5, 5, 3)
    enters(carl, 1902, 8, 7, 6, 6, 4, 3, 0)
    enters(carl, 1901, 5, 5, 5, 5, 5, 5, 4)
    carl.sees("Donnez un motif")
    look((carl,), "hand-refused")
    enters(carl, 1901, 5, 5, 5, 5, 5, 5, 4, reason="La Turquie en avait quatre.")
    carl.sees("4", 'section[aria-labelledby="h-years"] tr:has-text("1901") td >> nth=6')
    look((carl,), "hand-years")
    carl.go(carl.season)
    look((carl,), "hand-round")


def the_game_is_over(carl: Payer) -> None:
    carl.go(f"{carl.season}desk/tables/1/")
    carl.press('main [value="over"]')
    carl.sees("Le résultat est enregistré.", "body")
