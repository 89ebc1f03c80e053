"""Nine people play Diable et Bon Dieu for two years. The seven write through plain forms; God sits at a desk
with scripts, the Devil reads French on a phone without any. Who they are is found out at their own pages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import expect

from league.demo.nine import SEATED
from tests.browser.conftest import Demo
from tests.browser.correspondent import Correspondent
from tests.browser.player import SLOW_PACE, Player, is_save
from tests.browser.table import POWERS, Table
from tests.browser.window import PHONE_IN_FRENCH

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]

PLAN = {
    "Spring 1901, moves": {
        "FRANCE": "A Par - Bur\nA Mar S A Par - Bur",
        "GERMANY": "A Mun - Bur\nA Ber - Mun",
    },
    "Autumn 1901, moves": {"FRANCE": "A Bur - Bel", "ITALY": "A Ven - Tri"},
    "Spring 1902, moves": {"RUSSIA": "A War - Gal", "AUSTRIA": "A Vie - Gal"},
    "Autumn 1902, moves": {"TURKEY": "A Con - Bul"},
}
"""What is written in each phase, by power; the others hold. Orders of winters and retreats are left empty."""


class Nine(Table):
    """The game at its table: seven correspondents, and two who watch over them."""

    def __init__(self, address: str) -> None:
        super().__init__(address, SEATED)
        self.seats: dict[str, Correspondent] = {}

    def all_sit_down(self) -> None:
        """Ada opens a game; all take seats, and no one is told who has come."""
        ben = self.people["ben"]
        ben.post(ben.form("/games/", "/language/"), language="en")  # so that all correspond in one language
        ada = self.people["ada"]
        form = ada.form("/l/cafe/games/new/", "/games/new/")
        form.fields.pop("play", None)
        room = ada.post(form, name="Nine lives", variant="devil-and-god", **SLOW_PACE)
        found = re.search(r'action="(/l/cafe/g/\w+/)seat/"', room)
        assert found, room
        self.game = found[1]
        for name in SEATED[:-1]:
            seats = self.sit_down(name).split('id="h-seats"')[1].split("</section>")[0]
            others = [other for other in SEATED if other != name]
            assert not [other for other in others if f">{other}<" in seats], "the room names somebody"
        self.sit_down(SEATED[-1])

    def find_seats(self) -> None:
        """Each learns from their own page what they play; the two left over are not told apart by the
        others.
        """
        for name, player in self.people.items():
            own = self.own_plate(name)
            power = re.search(r'data-power="(\w+)"', own)
            divine = "DEVIL" if "The Devil" in own or "Le Diable" in own else "GOD"
            self.seats[power[1].upper() if power else divine] = player
        assert sorted(self.seats) == sorted([*POWERS, "DEVIL", "GOD"])
        self.witness = self.seats["FRANCE"]

    def play(self, title: str) -> None:
        """The seven play the phase of this name, and what of retreats and builds comes after it."""
        self.is_at(title)
        self._write(PLAN[title], title)
        while not (shown := self.has_left(title)).endswith(", moves"):
            self._write({}, shown)
            title = shown

    def _write(self, orders: Mapping[str, str], title: str) -> None:
        for power in POWERS:
            self.answer(self.seats[power].name, orders.get(power, ""), title)


@pytest.fixture
def nine(demo: Demo) -> Nine:
    table = Nine(demo.address)
    table.all_sit_down()
    table.find_seats()
    return table


def test_nine_play_for_two_years(nine: Nine, demo: Demo) -> None:
    god = demo.visit(nine.seats["GOD"].name)
    devil = demo.visit(nine.seats["DEVIL"].name, **PHONE_IN_FRENCH)
    god.game = devil.game = nine.game
    in_french(devil)
    everybody_is_written_to(nine, god, devil)

    god_blesses(god, "A PAR", "Spring 1901, moves")
    devil_curses(devil, "A MUN")
    nine.play("Spring 1901, moves")
    the_first_spells_are_told(nine, god, devil)

    god_blesses_on_the_map(god, "A ROM")
    the_devil_leaves_germany_alone(devil)
    nine.play("Autumn 1901, moves")
    god_blesses(god, "A MUN", "Spring 1902, moves")
    devil_curses(devil, "A VIE")
    nine.play("Spring 1902, moves")
    god_blesses(god, "F LON", "Autumn 1902, moves")
    devil.is_at("Automne 1902, mouvements")
    devil.ready()
    nine.play("Autumn 1902, moves")
    nine.is_at("Spring 1903, moves")
    all_spells_stand_on_their_page(god, devil)
    nobody_is_named(nine)


def in_french(devil: Player) -> None:
    """Their account reads English until they say otherwise, at the foot of the page."""
    devil.go(devil.game)
    devil.press('footer [name="language"][value="fr"]')
    devil.go(devil.game)
    devil.sees("Choisir un sort", "#answer")


def everybody_is_written_to(nine: Nine, god: Player, devil: Player) -> None:
    """France writes to all: both read it, and neither has a box to answer in."""
    france = nine.seats["FRANCE"]
    form = france.form(f"{nine.game}?thread=new", "/press/")
    france.post(form, to=[power for power in POWERS if power != "FRANCE"], body="Nobody above us, I trust.")
    for window in (god, devil):
        window.go(nine.game)
        window.sees("Nobody above us, I trust.", "#press")
        assert window.one('#press [name="body"]').count() == 0
        assert window.one("#endings form").count() == 0
    god.keep("first-spring")
    devil.keep("first-spring")


def god_blesses(god: Player, unit: str, title: str) -> None:
    god.is_at(title)
    god.choose({"slot-spell": unit})
    god.ready()
    god.sees("You’re ready.", "#answer-state")


def god_blesses_on_the_map(god: Player, unit: str) -> None:
    god.is_at("Autumn 1901, moves")
    assert god.one('[name="slot-spell"] option[value="A BUR"]').count() == 0, "France has been touched"
    god.sees("leave it alone until spring", "#answer")
    with god.page.expect_response(is_save):
        god.one(f'#map [data-unit="{unit}"]').click()
    expect(god.one('[name="slot-spell"]')).to_have_value(unit)
    god.keep("on-the-map")
    god.ready()


def devil_curses(devil: Player, unit: str) -> None:
    devil.go(devil.game)
    devil.choose({"slot-spell": unit})
    devil.ready()
    devil.sees("Vous avez validé", "#answer-state")
    devil.keep("cursed")


def the_first_spells_are_told(nine: Nine, god: Player, devil: Player) -> None:
    """Paris is blessed and Munich cursed; both are ordered into Burgundy, so the spells cancel."""
    god.is_at("Autumn 1901, moves")
    god.sees_result("God blesses A Par (France)")
    god.sees_result("cancel each other out")
    devil.is_at("Automne 1901, mouvements")
    devil.sees_result("Le Diable maudit A Mun (Allemagne)")
    devil.sees_result("DG-4")
    assert "The Devil curses A Mun" in nine.seats["TURKEY"].read(nine.game)


def the_devil_leaves_germany_alone(devil: Player) -> None:
    devil.sees("laissez-la en paix", "#answer")
    devil.write("A Ber")
    devil.save()
    devil.sees("déjà touché", "#typed-says")
    devil.keep("touched")
    devil.write("")
    devil.ready()


def all_spells_stand_on_their_page(god: Player, devil: Player) -> None:
    god.go(f"{god.game}spells/")
    for told in (
        "1902",
        "God blesses F Lon (England)",
        "God blesses A Rom (Italy)",
        "The Devil curses A Vie",
    ):
        god.sees(told)
    god.keep("all-spells")
    devil.go(f"{devil.game}spells/")
    devil.sees("Le Bon Dieu bénit F Lon (Angleterre)")
    devil.sees("protège une puissance qui ne vous est pas révélée")
    devil.keep("all-spells")


def nobody_is_named(nine: Nine) -> None:
    """After two years no page of the league's tells the seven who the two are."""
    italy = nine.seats["ITALY"]
    hidden = {nine.seats[seat].name for seat in ("DEVIL", "GOD")}
    page = italy.read(nine.game)
    assert not [name for name in hidden if f">{name}<" in page.split('id="page"')[1]]
    for name in SEATED:
        assert ("Nine lives" in italy.read(f"/l/cafe/p/{name}/")) is (name not in hidden), name
