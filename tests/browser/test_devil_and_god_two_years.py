"""Nine people play Diable et Bon Dieu for two years. The seven write through plain forms; God sits at a desk
with scripts, the Devil reads French on a phone without any. Who they are is found out at their own pages.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from league.demo.nine import SEATED
from tests.browser.conftest import Demo
from tests.browser.correspondent import Correspondent
from tests.browser.player import Player, is_save
from tests.browser.window import PATIENCE, PHONE
from tests.games.pages.conftest import forms_of

pytestmark = pytest.mark.browser

SEATS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")

PLAN = {
    "Spring 1901, moves": {
        "FRANCE": "A Par - Bur\nA Mar S A Par - Bur",
        "GERMANY": "A Mun - Bur\nA Ber - Mun",
    },
    "Autumn 1901, moves": {"FRANCE": "A Bur - Bel", "ITALY": "A Ven - Tri"},
    "Spring 1902, moves": {"RUSSIA": "A War - Gal", "AUSTRIA": "A Vie - Gal"},
    "Autumn 1902, moves": {"TURKEY": "A Con - Bul"},
}
"""What is written in each phase, by power; the others hold. Sheets of winters and retreats are left empty."""


class Nine:
    """The game at its table: seven correspondents, and two who watch over them."""

    def __init__(self, address: str) -> None:
        with ThreadPoolExecutor(3) as pool:
            self.people = dict(
                zip(SEATED, pool.map(lambda name: Correspondent(address, name), SEATED), strict=True)
            )
        self.game = ""
        self.seats: dict[str, Correspondent] = {}

    def sit_down(self) -> None:
        """Ada opens a game; all take seats, and nobody is told who has come."""
        ben = self.people["ben"]
        ben.post(ben.form("/games/", "/language/"), language="en")  # so that all correspond in one language
        ada = self.people["ada"]
        form = ada.form("/l/cafe/games/new/", "/games/new/")
        form.fields.pop("play", None)
        pace = {"pace-kind": "custom"}
        for name in ("first", "movement", "retreats", "adjustments", "auctions"):
            pace |= {f"pace-{name}_number": "900", f"pace-{name}_unit": "1"}
        room = ada.post(form, name="Nine lives", variant="devil-and-god", **pace)
        found = re.search(r'action="(/l/cafe/g/\w+/)seat/"', room)
        assert found, room
        self.game = found[1]
        for number, player in enumerate(self.people.values()):
            page = player.post(player.form(self.game, "/seat/"), nonce=f"part {number}")
            if number < len(self.people) - 1:
                others = [name for name in SEATED if name != player.name]
                seats = page.split('id="h-seats"')[1].split("</section>")[0]
                assert not [name for name in others if f">{name}<" in seats], "the room names somebody"

    def find_seats(self) -> None:
        """Each learns from his own page what he plays; the two left over are not told apart by the others."""
        for player in self.people.values():
            page = player.read(self.game)
            table = page.split('id="table"')[1].split("</section>")[0]
            (own,) = [plate for plate in table.split('<div class="plate">') if "small soft caps" in plate]
            power = re.search(r'data-power="(\w+)"', own)
            divine = "DEVIL" if "The Devil" in own or "Le Diable" in own else "GOD"
            self.seats[power[1].upper() if power else divine] = player
        assert sorted(self.seats) == sorted([*SEATS, "DEVIL", "GOD"])

    def is_at(self, title: str) -> None:
        until = time.monotonic() + PATIENCE / 1000
        while (shown := self.seats["FRANCE"].title(self.game)) != title:
            assert time.monotonic() < until, f"still {shown}, not {title}"
            time.sleep(0.3)

    def play(self, title: str) -> None:
        """The seven play the phase of this name, and what of retreats and builds comes after it."""
        self.is_at(title)
        self._write(PLAN[title])
        while not (shown := self._next(title)).endswith(", moves"):
            self._write({})
            title = shown

    def _next(self, title: str) -> str:
        until = time.monotonic() + PATIENCE / 1000
        while (shown := self.seats["FRANCE"].title(self.game)) == title:
            assert time.monotonic() < until, f"still {title}"
            time.sleep(0.3)
        return shown

    def _write(self, orders: Mapping[str, str]) -> None:
        """Each of the seven who owes something saves his sheet and is ready."""
        for power in SEATS:
            player = self.seats[power]
            forms = [form for form in forms_of(player.read(self.game)) if form.action.endswith("/answer/")]
            for form in forms:
                player.post(form, text=orders.get(power, ""), ready="yes")


@pytest.fixture
def nine(demo: Demo) -> Nine:
    table = Nine(demo.address)
    table.sit_down()
    table.find_seats()
    return table


def test_nine_play_for_two_years(nine: Nine, demo: Demo) -> None:
    phone = {"locale": "fr-FR", "viewport": PHONE, "color_scheme": "dark", "java_script_enabled": False}
    god = demo.visit(nine.seats["GOD"].name)
    devil = demo.visit(nine.seats["DEVIL"].name, **phone)
    god.game = devil.game = nine.game
    in_french(devil)
    everybody_is_written_to(nine, god, devil)

    god_blesses(god, "A PAR")
    devil_curses(devil, "A MUN")
    nine.play("Spring 1901, moves")
    the_first_spells_are_told(nine, god, devil)

    god_blesses_on_the_map(god, "A ROM")
    the_devil_leaves_germany_alone(devil)
    nine.play("Autumn 1901, moves")
    god_blesses(god, "A MUN")
    devil_curses(devil, "A VIE")
    nine.play("Spring 1902, moves")
    god_blesses(god, "F LON")
    devil.is_at("Automne 1902, mouvements")
    devil.ready()
    nine.play("Autumn 1902, moves")
    nine.is_at("Spring 1903, moves")
    all_spells_stand_on_their_page(god, devil)
    nobody_is_named(nine)


def in_french(devil: Player) -> None:
    """His account reads English until he says otherwise, at the foot of the page."""
    devil.go(devil.game)
    devil.press('footer [name="language"][value="fr"]')
    devil.go(devil.game)
    devil.sees("Choisir un sort", "#answer")


def everybody_is_written_to(nine: Nine, god: Player, devil: Player) -> None:
    """France writes to all: both read it, and neither has a box to answer in."""
    france = nine.seats["FRANCE"]
    form = france.form(f"{nine.game}?thread=new", "/press/")
    france.post(form, to=[power for power in SEATS if power != "FRANCE"], body="Nobody above us, I trust.")
    for window in (god, devil):
        window.go(nine.game)
        window.sees("Nobody above us, I trust.", "#press")
        assert window.one('#press [name="body"]').count() == 0
        assert window.one("#endings form").count() == 0
    god.keep("first-spring")
    devil.keep("first-spring")


def god_blesses(god: Player, unit: str) -> None:
    god.choose({"slot-spell": unit})
    god.ready()
    god.sees("You are ready.", "#answer-state")


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
    devil.sees("Vous êtes prêt", "#answer-state")
    devil.keep("cursed")


def the_first_spells_are_told(nine: Nine, god: Player, devil: Player) -> None:
    """Paris is blessed and Munich cursed; both are ordered into Burgundy, so the spells cancel."""
    god.is_at("Autumn 1901, moves")
    god.sees("God blesses A Par (France)", "#results")
    god.sees("cancel each other out", "#results")
    devil.is_at("Automne 1901, mouvements")
    devil.sees("Le Diable maudit A Mun (Allemagne)", "#results")
    devil.sees("DG-4", "#results")
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
