"""A year of Spy Diplomacy in which each phase has its deadline, played by the lists of its sheets.

England's window runs scripts, so each list is saved by itself, half a sentence or not; France reads French on
a phone that runs none. The others post the forms of the same pages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.clockwork import deadline_comes, in_the_house
from tests.browser.correspondent import Correspondent
from tests.browser.demo import let_in
from tests.browser.player import LONG, Player, is_save
from tests.browser.test_map import Cartographer
from tests.browser.test_spy_two_years import NAMES, SETTLE
from tests.browser.window import DESK, PHONE_IN_FRENCH
from tests.house.process import house

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]

OPEN = """
import json
import re
from games.agreed.pace import LENGTHS, Pace
from games.services.seats import seating
from tests.opening import open_game
game = open_game(
    league=league, user=people["ada"], name="A year by phases", variant="spy", settings={{"pace": "phase"}},
    pace=Pace.from_json({{name: {long} for name in LENGTHS}}))
for name in {names}:
    seating.take_seat(game=game, user=people[name], nonce=name)
seats = dict(game.tenures.values_list("seat__key", "user__username"))
type(people["ada"]).objects.update(language="en")
type(people["ada"]).objects.filter(username=seats["FRANCE"]).update(language="fr")
print(json.dumps([game.code, seats]))
"""
OTHERS: Mapping[str, Mapping[str, str]] = {
    "Spring 1901, moves": {"GERMANY": "F Kie - Den\nA Mun - Ruh", "RUSSIA": "A Mos - Ukr"},
    "Spring 1901, espionage": {"RUSSIA": "E Stp - Nwy (Eng)"},
    "Autumn 1901, moves": {"GERMANY": "A Ruh - Hol", "AUSTRIA": "A Bud - Ser"},
}
"""What the five others write; nothing else, and nothing in other phases."""


def test_a_year_by_phases(open_window: Callable[..., Player], tmp_path: Path) -> None:
    with house(tmp_path, "--no-demo", SHORTEST_PHASE="5", DEBUG="0") as (address, _process, said):
        script = SETTLE.format(names=NAMES) + OPEN.format(names=NAMES, long=LONG)
        code, seats = json.loads(in_the_house(tmp_path, "shell", "-c", script).splitlines()[-1])
        traits: dict[str, Any] = {"locale": "en-GB", "timezone_id": "Europe/London", "viewport": DESK}
        england = open_window(seats.pop("ENGLAND"), address, **traits)
        france = open_window(seats.pop("FRANCE"), address, **PHONE_IN_FRENCH)
        others = {power: Correspondent(address, name) for power, name in seats.items()}
        for window in (england, france):
            let_in(window, window.name)
            window.game = f"/l/fog/g/{code}/"
            window.go(window.game)

        def over(title: str, next_title: str) -> None:
            for power, each in others.items():
                each.post(each.form(england.game, "/answer/"), text=OTHERS.get(title, {}).get(power, ""))
            england.check()
            deadline_comes(tmp_path, england.game, seconds=1)
            england.is_at(next_title)
            france.go(france.game)

        spring_moves(england, france)
        over("Spring 1901, moves", "Spring 1901, espionage")
        spring_espionage(england, france)
        over("Spring 1901, espionage", "Spring 1901, retreats")
        assert england.one('#answer select[name^="order-"]').count() == 0, "nobody was dislodged"
        over("Spring 1901, retreats", "Autumn 1901, moves")
        autumn_moves(england)
        over("Autumn 1901, moves", "Autumn 1901, espionage")
        autumn_espionage(england, france)
        over("Autumn 1901, espionage", "Autumn 1901, retreats")
        over("Autumn 1901, retreats", "Winter 1901, adjustments")
        winter(england, france)
        over("Winter 1901, adjustments", "Spring 1902, moves")
        england.keep("a-year-later")
        france.keep("a-year-later")
        assert "Traceback" not in said.read_text()


def choose(player: Player, name: str, value: str) -> None:
    """Choose in one list; with scripts it is saved, and stands in its list when it is."""
    field = player.one(f'select[name="{name}"]')
    if not player.has_scripts:
        player.pick(name, value)
        return
    with player.page.expect_response(is_save):
        player.pick(name, value)
    expect(player.one("#answer-state")).to_contain_text("Saved")
    expect(field).to_have_value(value)


def writes(player: Player, line: str) -> None:
    assert line in player.written(), player.written()


def spring_moves(england: Player, france: Player) -> None:
    """What waits for a button of its own is left alone by saving, and named when it is not whole."""
    england.one("#unseen > summary").click()
    england.one('[name="unseen-unit"]').select_option("A LVP")
    choose(england, "order-F LON", "F LON - NTH")
    choose(england, "order-F EDI", "F EDI - NWG")
    expect(england.one('[name="unseen-unit"]')).to_have_value("A LVP")
    put(england)
    expect(england.one("#unseen-says")).to_contain_text("choose which unit is helped")
    expect(england.one('[name="unseen-unit"]')).to_have_value("A LVP")
    england.keep("half-of-the-help")
    england.one('[name="unseen-target"]').select_option(index=1)
    put(england)
    expect(england.one("#typed")).to_have_value(lines_with("A Lvp S "))
    expect(england.one('[name="unseen-unit"]')).to_have_value("")
    choose(england, "order-A LVP", "A LVP - YOR")
    assert len(england.written()) == 3, england.written()
    orders_that_hang_on_something(england)
    france.one("#unseen > summary").click()
    france.one('[name="unseen-unit"]').select_option("A PAR")
    france.one('[name="order-F BRE"]').select_option("F BRE - MAO")
    france.press('.answer-buttons [name="ready"][value=""]')
    france.sees("Pas encore dans vos ordres", "#unseen-says")
    writes(france, "F Bre - Mao")
    france.keep("half-of-the-help")
    france.one('[name="unseen-target"]').select_option(index=1)
    france.press("#unseen-put")
    france.sees("A Par S ", "#typed")
    france.save()


def put(player: Player) -> None:
    with player.page.expect_response(is_save):
        player.one("#unseen-put").click()


def lines_with(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text))


def orders_that_hang_on_something(england: Player) -> None:
    """Saving leaves alone what is being typed, down to its spaces; the box says it as saved afterwards."""
    england.one("#ahead-E > summary").click()
    choose(england, "ahead-E-0-if-0", "F LON FAILED")
    box = england.one('[name="ahead-E-0-then"]')
    box.click()
    for piece in ("E Lon - Wal ", ";\n", "E Edi - Lvp; "):
        before = box.input_value()
        with england.page.expect_response(is_save):
            box.press_sequentially(piece)
        expect(england.one("#answer-state")).to_contain_text("Saved")
        assert box.input_value() == before + piece
    assert box.evaluate("e => e === document.activeElement")
    expect(england.one("#typed")).to_have_value(lines_with("if F Lon failed: E Lon - Wal; E Edi - Lvp"))
    england.one("#typed").focus()
    expect(box).to_have_value("E Lon - Wal\nE Edi - Lvp")
    with england.page.expect_response(is_save):
        england.one("#more-E").click()
    choose(england, "ahead-E-0-if-1", "A LVP MOVED")
    with england.page.expect_response(is_save):
        england.one("#less-E-0").click()
    expect(england.one("#typed")).not_to_have_value(lines_with("E Lon - Wal"))
    expect(england.one("#ahead-E")).to_have_attribute("open", "")
    assert england.page.evaluate("document.activeElement !== document.body"), "the focus is not lost"


def spring_espionage(england: Player, france: Player) -> None:
    """Each list of a convoy is saved by itself, and none is put back."""
    choose(england, "spy-EDI-0-to", "NWY VIA")
    choose(england, "spy-LON-0-to", "NTH")
    choose(england, "spy-LVP-0-kill", "RUS")
    choose(england, "carry-NTH-power", "ENGLAND")
    choose(england, "carry-NTH-from", "EDI")
    expect(england.one("#typed-says .notice-grave")).to_have_count(1)
    england.keep("half-a-convoy")
    choose(england, "carry-NTH-to", "NWY")
    expect(england.one("#typed-says .notice-grave")).to_have_count(0)
    england.page.reload()
    assert england.written() == [
        "E Edi - Nwy Via",
        "E Lon - Nth",
        "E Lvp H (Rus)",
        "F Nth C England E Edi - Nwy",
    ]
    expect(england.one('[name="carry-NTH-from"]')).to_have_value("EDI")
    england.keep("a-whole-convoy")
    france.choose({"spy-PAR-0-to": "PIC", "carry-MAO-power": "FRANCE", "carry-MAO-to": "POR"})
    france.save()
    expect(france.one('[name="carry-MAO-to"]')).to_have_value("POR")
    france.one("#typed-says .notice-grave").wait_for()
    france.keep("half-a-convoy")
    france.choose({"carry-MAO-from": "BRE", "spy-BRE-0-to": "POR VIA"})
    france.save()
    assert france.one("#typed-says .notice-grave").count() == 0
    assert "F Mao C France E Bre - Por" in france.written()


def autumn_moves(england: Player) -> None:
    """Each is a choice from one list: a convoy, a move by convoy, a support."""
    england.sees("Norway", "#answer")
    choose(england, "order-F NTH", "F NTH C A YOR - NWY")
    choose(england, "order-A YOR", "A YOR - NWY VIA")
    choose(england, "order-F NWG", "F NWG S A YOR - NWY")
    assert england.written() == ["F Nth C A Yor - Nwy", "A Yor - Nwy Via", "F Nwg S A Yor - Nwy"]
    england.keep("a-convoy")


def autumn_espionage(england: Player, france: Player) -> None:
    choose(england, "spy-NTH-0-to", "BEL")
    choose(england, "spy-NTH-0-kill", "FRA")
    writes(england, "E Nth - Bel (Fra)")
    england.keep("ashore")
    france.choose({"spy-PIC-0-to": "BEL"})
    france.save()
    assert "E Pic - Bel" in france.written()


def winter(england: Player, france: Player) -> None:
    """A spy has been killed on each side, so each may build one; by mouse beside a unit, at one place."""
    england.__class__ = Cartographer
    assert isinstance(england, Cartographer)
    england.touch("LON", "text=Build a spy in London")
    england.is_written("slot-ENGLAND-E1", "E LON B")
    england.touch("LON", "text=Build a fleet in London")
    england.is_written("slot-ENGLAND-1", "F LON B")
    england.touch("LON", "text=Undo it (Build a spy in London)")
    england.is_written("slot-ENGLAND-E1", "")
    england.touch("EDI", "text=Build a spy in Edinburgh")
    england.is_written("slot-ENGLAND-E1", "E EDI B")
    assert england.written() == ["F Lon B", "E Edi B"]
    expect(england.one("#map .o-build")).to_have_count(2)
    england.keep("builds")
    france.choose({"slot-FRANCE-E1": "E PAR B"})
    france.save()
    france.sees("E Par B", "#typed")
    france.keep("builds-a-spy")
