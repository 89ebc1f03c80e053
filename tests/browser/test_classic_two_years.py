"""The classic game for two years with every seat: four players at a small table, seven under a game master.

One plays in a window with scripts, one on a phone without any, in French; the others through plain forms.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.browser.conftest import Demo
from tests.browser.player import Player
from tests.browser.table import POWERS, Table
from tests.browser.window import PHONE_IN_FRENCH

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]

PLAN = {
    "S1901M": {
        "AUSTRIA": ["A VIE - TYR"],
        "FRANCE": ["A PAR - BUR", "A MAR - SPA"],
        "TURKEY": ["A CON - BUL"],
        "ENGLAND": ["F LON - NTH"],
        "GERMANY": ["F KIE - DEN"],
        "RUSSIA": ["A MOS - UKR"],
    },
    "F1901M": {"AUSTRIA": ["F TRI - VEN", "A TYR S F TRI - VEN"], "FRANCE": ["A BUR - BEL"]},
    "F1901R": {"ITALY": ["A VEN R APU"]},
    "W1901A": {
        "AUSTRIA": ["A VIE B"],
        "FRANCE": ["A PAR B", "A MAR B"],
        "TURKEY": ["A CON B"],
        "GERMANY": ["F KIE B"],
        "ITALY": ["A APU D"],
    },
    "S1902M": {"FRANCE": ["A PAR - BUR"], "ENGLAND": ["F NTH - NWY"], "RUSSIA": ["A UKR - RUM"]},
    "F1902M": {"FRANCE": ["A MAR - GAS"], "TURKEY": ["A BUL - GRE"]},
    "W1902A": {"RUSSIA": ["A MOS B"], "TURKEY": ["F ANK B"], "ENGLAND": ["F LON B"]},
}
"""What is ordered in each phase, by power; all else holds, or is not built."""

SAID = dict(zip("SFWMRA", ("Spring", "Autumn", "Winter", "moves", "retreats", "adjustments"), strict=True))
EN_FRANCAIS = {
    "S": "Printemps",
    "F": "Automne",
    "W": "Hiver",
    "M": "mouvements",
    "R": "retraites",
    "A": "ajustements",
}


def title_of(label: str, language: str = "en") -> str:
    words = SAID if language == "en" else EN_FRANCAIS
    return f"{words[label[0]]} {label[1:-1]}, {words[label[-1]]}"


class Classic(Table):
    """A game of the classic rules, and what each plays; those in windows write there."""

    def __init__(self, address: str, names: Sequence[str]) -> None:
        super().__init__(address, names)
        self.desk: Player | None = None
        self.phone: Player | None = None
        self.powers: dict[str, list[str]] = {}

    def find_powers(self, seated: Sequence[str]) -> None:
        """Each learns from their own page what they play."""
        for name in seated:
            own = self.own_plate(name)
            self.powers[name] = [power.upper() for power in re.findall(r'data-power="(\w+)"', own)]
        assert sorted(power for powers in self.powers.values() for power in powers) == [*POWERS]

    def is_at_phase(self, label: str) -> None:
        self.is_at(title_of(label), title_of(label, "fr"))

    def play(self, label: str) -> None:
        """Everyone who is asked in this phase writes what is planned, and is ready: those in windows first,
        so that they see it before the last answer closes it.
        """
        english, french = titles = title_of(label), title_of(label, "fr")
        self.is_at(*titles)
        if self.phone:
            self.phone.is_at(french)
        if self.desk:
            self.desk.is_at(english)
        windows = [window for window in (self.phone, self.desk) if window]
        asked = [window for window in windows if window.one("#answer .answer-buttons").count()]
        for window in asked:
            if window is self.desk:
                window.choose(self._choices(window.name, label))
            else:
                window.write(*self._orders(window.name, label))
            window.keep(label)
            window.ready()
        in_windows = [window.name for window in windows]
        for name in (name for name in self.powers if name not in in_windows):
            self.answer(name, "\n".join(self._orders(name, label)), *titles)

    def _orders(self, name: str, label: str) -> list[str]:
        return [line for power in self.powers[name] for line in PLAN[label].get(power, [])]

    def _choices(self, name: str, label: str) -> Mapping[str, str]:
        if not label.endswith("A"):
            return {f"order-{' '.join(line.split()[:2])}": line for line in self._orders(name, label)}
        return {
            f"slot-{power}-{number}": line
            for power in self.powers[name]
            for number, line in enumerate(PLAN[label].get(power, []), start=1)
        }


def open_form(window: Player, name: str, players: str) -> None:
    """Fill in the form of a game of the classic rules, with phases long enough for any machine."""
    window.go("/l/cafe/games/new/")
    window.fill({"name": name})
    window.unfold()
    assert window.one('[name="spy-pace"]').first.is_hidden(), "another game's settings are out of the way"
    window.one('[name="variant"][value="standard"]').check()
    window.one(f'[name="standard-players"][value="{players}"]').check()
    window.one('[name="rulebook"][value="classic"]').check()
    window.set_slow_pace()
    window.one('[name="play"]').uncheck()


def test_four_play_for_two_years(demo: Demo) -> None:
    """Each has one power or two; two of them want the same pair, and lots decide who chooses first."""
    table = Classic(demo.address, ("ada", "ben", "eve", "fay"))
    ada = table.desk = demo.visit("ada")
    ben = table.phone = demo.visit("ben", **PHONE_IN_FRENCH)
    open_form(ada, "A round of four", "4")
    ada.one('[name="dealing"][value="ranking"]').check()
    ada.keep("open-a-table-of-four")
    ada.press("main form .button-main")
    table.game = ada.game = ben.game = ada.path
    for window in (ada, ben):
        window.go(table.game)
        window.one('[name="rank-1"]').select_option("2")
        window.one('[name="rank-2"]').select_option("4")
        window.keep("ranking")
        window.press('form[action$="/seat/"] .button-main')
    table.sit_down("eve", **{"rank-1": "1"})
    table.sit_down("fay", **{"rank-1": "3"})
    ada.is_at("Spring 1901, moves")
    ada.go(f"{table.game}dealing/")
    ada.sees("Austria and France · Italy and Russia", "main")
    ada.keep("dealt")
    table.find_powers(["ada", "ben", "eve", "fay"])
    assert {tuple(table.powers[name]) for name in ("ada", "ben")} == {
        ("AUSTRIA", "FRANCE"),
        ("ITALY", "RUSSIA"),
    }
    ada.go(table.game)
    for label in PLAN:
        table.play(label)
        if label == "F1901M":
            press_pauses(ada)
    table.is_at_phase("S1903M")
    ada.is_at("Spring 1903, moves")
    ada.keep("two-years-on")
    a_past_phase_stands_by_powers(ada)


def press_pauses(ada: Player) -> None:
    """RB-22: while retreats are ordered no one writes, and the page says why and until when."""
    ada.is_at("Autumn 1901, retreats")
    ada.sees("Press is closed during retreats and adjustments", "#write")
    assert ada.one("#write .button-main").count() == 0


def a_past_phase_stands_by_powers(ada: Player) -> None:
    ada.go(f"{ada.game}W1901A/")
    ada.sees_result("A Par B")
    ada.sees_result("A Apu D")


def test_seven_play_for_two_years_under_a_game_master(demo: Demo) -> None:
    """Carl presides: gives more time, and hands a seat over; the players read why (RB-24)."""
    seated = ("ada", "ben", "eve", "fay", "gus", "hal", "ivy")
    table = Classic(demo.address, (*seated, "carl", "kim"))
    carl = demo.visit("carl")
    open_form(carl, "Seven at the stove", "7")
    carl.fill({"master": "carl"})
    carl.press("main form .button-main")
    table.game = carl.game = carl.path
    for name in seated:
        table.sit_down(name)
    table.find_powers(seated)
    table.desk = demo.visit("ada")
    table.desk.game = table.game
    table.desk.go(table.game)
    letter = table.people["eve"]
    form = letter.form(f"{table.game}?thread=new", "/press/")
    letter.post(form, to=table.powers["ada"], body="Between us alone?")

    table.play("S1901M")
    table.play("F1901M")
    he_gives_more_time(carl, table.desk)
    a_seat_goes_to_somebody_else(table, carl)
    for label in list(PLAN)[2:]:
        table.play(label)
    table.is_at_phase("S1903M")
    carl.go(f"{table.game}master/letters/")
    carl.sees("Between us alone?", "main")
    carl.keep("all-letters")


def he_gives_more_time(carl: Player, ada: Player) -> None:
    carl.go(f"{carl.game}master/desk/")
    carl.keep("desk")
    carl.one("summary:has(#h-deadline)").click()
    in_a_month = (timezone.localdate() + timedelta(days=30)).isoformat()
    carl.fill({"deadline-day": in_a_month, "deadline-time": "12:00", "deadline-reason": "The ferry is late."})
    carl.press('form:has([name="act"][value="deadline"]) .button')
    carl.sees("The ferry is late.", "main")
    ada.sees("The ferry is late.", "#status")


def a_seat_goes_to_somebody_else(table: Classic, carl: Player) -> None:
    """Kim offers herself; carl gives her gus's seat, and she plays on from where gus left."""
    kim = table.people["kim"]
    kim.post(kim.form(f"{table.game}master/", "/stand-in/"), offer="yes")
    carl.go(f"{carl.game}master/desk/")
    carl.one("summary:has(#h-replace)").click()
    carl.one('[name="replacement-seat"]').select_option(table.powers["gus"][0])
    carl.one('[name="replacement-stand_in"]').select_option(label="kim")
    carl.fill({"replacement-reason": "Gus has gone to sea."})
    carl.press('form:has([name="act"][value="replacement"]) .button')
    carl.one('[name="replacement-confirm"]').check()
    carl.press('form:has([name="act"][value="replacement"]) .button')
    carl.sees("kim takes over from gus", "main")
    carl.keep("acts")
    table.powers["kim"] = table.powers.pop("gus")
    assert 'id="answer"' not in table.people["gus"].read(table.game)
