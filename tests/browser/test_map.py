"""The map as an instrument, and the sheet beside it: orders by mouse, by touch and by keys on either, the
closer look, and pages without scripts.

The games are the demo league's. What stands on three of the maps is set first: an army to convoy and a fleet
with a choice of coasts in "Letters from Smyrna", a dislodged army, powers with centres to build for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from tests.browser.clockwork import in_the_house
from tests.browser.demo import address_of, demo_folder, let_in
from tests.browser.player import Player, parts_of
from tests.browser.window import DESK, PHONE
from tests.house.process import house

pytestmark = pytest.mark.browser

SPRING, RETREAT, WINTER = "Letters from Smyrna", "The narrow seas", "Snow on the Alps"
FOG = "What the waiter heard"
SCENE = f"""
from games.engine import bridge
from games.models import Phase

def lay(game, homes, control, **board):
    # However the demo's games are played: of theirs only the phase is kept. Powers go to players by name.
    phase = Phase.objects.select_related("game").get(game__name=game, turn=None)
    seats = dict(phase.game.tenures.values_list("user__username", "seat__key"), nobody=None)
    phase.position.update(
        board,
        homes={{seats[name]: power for name, power in homes.items()}},
        control={{power: seats[name] for power, name in control.items()}},
        contested=[],
    )
    phase.due = bridge.opening(phase.game, phase.position).due
    phase.save(update_fields=["position", "due"])

lay(
    "{SPRING}",
    homes={{"ada": "AUSTRIA", "ben": "RUSSIA"}},
    control={{"ENGLAND": "ada", "FRANCE": "ada", "GERMANY": "ben", "ITALY": "nobody", "TURKEY": "ada"}},
    units={{
        "AUSTRIA": ["A GAL", "A VIE"],
        "ENGLAND": ["A EDI", "A YOR", "F NTH", "F NWY"],
        "FRANCE": ["A MAR", "A MUN", "A TYR", "F MAO"],
        "GERMANY": ["A BOH", "A SIL"],
        "ITALY": ["A ROM", "A TRI", "A VEN", "F APU"],
        "RUSSIA": ["A MOS", "A RUM", "A WAR", "F BAL", "F CON"],
        "TURKEY": ["A ANK", "A BUL", "A SYR", "F SEV"],
    }},
    centres={{
        "AUSTRIA": ["BUD", "VIE"],
        "ENGLAND": ["EDI", "LON", "LVP", "NWY"],
        "FRANCE": ["BRE", "MAR", "MUN", "PAR"],
        "GERMANY": ["BER", "KIE"],
        "ITALY": ["NAP", "ROM", "TRI", "VEN"],
        "RUSSIA": ["CON", "MOS", "RUM", "STP", "WAR"],
        "TURKEY": ["ANK", "BUL", "SEV", "SMY"],
    }},
)
lay(
    "{RETREAT}",
    homes={{"ada": "TURKEY", "eve": "GERMANY"}},
    control={{"AUSTRIA": "nobody", "ENGLAND": "ada", "FRANCE": "ada", "ITALY": "nobody", "RUSSIA": "eve"}},
    units={{
        "AUSTRIA": ["A TRI", "A VIE", "F EAS"],
        "ENGLAND": ["A LON", "F EDI", "F HEL"],
        "FRANCE": ["A BUR", "A KIE", "A MAR", "A MUN", "F NTH"],
        "GERMANY": ["A GAL", "A RUM", "F MAO"],
        "ITALY": ["A APU", "A NAP", "A SER", "F ION"],
        "RUSSIA": ["A MOS", "A WAR", "F FIN", "F SEV"],
        "TURKEY": ["A ANK", "A CON", "F AEG"],
    }},
    dislodged={{"TURKEY": [{{"unit": "A RUM", "from": "GAL", "by_convoy": False}}]}},
    centres={{
        "AUSTRIA": ["BUD", "TRI", "VIE"],
        "ENGLAND": ["EDI", "LON", "LVP"],
        "FRANCE": ["BEL", "BRE", "MAR", "MUN", "PAR"],
        "GERMANY": ["BER", "DEN", "KIE"],
        "ITALY": ["NAP", "ROM", "SER", "VEN"],
        "RUSSIA": ["MOS", "SEV", "STP", "WAR"],
        "TURKEY": ["ANK", "CON", "RUM", "SMY"],
    }},
)
lay(
    "{WINTER}",
    homes={{"eve": "ENGLAND", "ben": "ITALY"}},
    control={{"AUSTRIA": "nobody", "FRANCE": "ben", "GERMANY": "nobody", "RUSSIA": "ben", "TURKEY": "eve"}},
    units={{
        "AUSTRIA": ["A BUD", "A VIE", "F TRI"],
        "ENGLAND": ["A CLY", "F LON", "F NAO"],
        "FRANCE": ["A PIC", "A SPA", "F BRE"],
        "GERMANY": ["A BER", "A MUN", "F KIE"],
        "ITALY": ["A TUS", "A TYR", "F WES"],
        "RUSSIA": ["A NWY", "A STP", "F CON", "F LVN"],
        "TURKEY": ["A SER", "A SYR", "F AEG"],
    }},
    centres={{
        "AUSTRIA": ["BUD", "TRI", "VIE"],
        "ENGLAND": ["EDI", "LON", "LVP"],
        "FRANCE": ["BRE", "MAR", "PAR", "SPA"],
        "GERMANY": ["BER", "KIE", "MUN"],
        "ITALY": ["NAP", "ROM", "VEN"],
        "RUSSIA": ["CON", "MOS", "NWY", "SEV", "STP", "WAR"],
        "TURKEY": ["ANK", "SER", "SMY"],
    }},
)

phase = Phase.objects.select_related("game").get(game__name="{FOG}", turn=None)
seat = phase.game.tenures.get(user__username="ada").seat.key
phase.position["phase"] = phase.label = phase.label[:-1] + "E"
phase.position["spies"][seat] = [{{"at": "SWI"}}, {{"at": "SWI"}}]
phase.due = bridge.opening(phase.game, phase.position).due
phase.save()
"""

BY_MOUSE = {
    "A GAL": ["UKR"],
    "A VIE": ["BOH"],
    "A EDI": ["EDI"],  # itself: it holds
    "A YOR": ["DEN"],
    "F NTH": ["YOR", "text=Convoy A Yor to Denmark"],  # the army has its order: the convoy comes first
    "F NWY": ["STP"],
    "A MAR": ["#map-hold"],
    "A MUN": ["#map-support", "VIE", "BOH"],
    "A TYR": ["#map-support", "MUN", "MUN"],
    "F MAO": ["SPA", "text=Move to Spain (south coast)"],
    "A ANK": ["SMY"],
    "A BUL": ["#map-support", "SEV"],  # there is but one way to help it
    "A SYR": ["ARM"],
    "F SEV": ["RUM"],
}
ORDERED_BY_MOUSE = {
    "A GAL": "A GAL - UKR",
    "A VIE": "A VIE - BOH",
    "A EDI": "A EDI H",
    "A YOR": "A YOR - DEN VIA",
    "F NTH": "F NTH C A YOR - DEN",
    "F NWY": "F NWY - STP/NC",
    "A MAR": "A MAR H",
    "A MUN": "A MUN S A VIE - BOH",
    "A TYR": "A TYR S A MUN",
    "F MAO": "F MAO - SPA/SC",
    "A ANK": "A ANK - SMY",
    "A BUL": "A BUL S F SEV - RUM",
    "A SYR": "A SYR - ARM",
    "F SEV": "F SEV - RUM",
}
BY_TOUCH = {
    "A MOS": ["LVN"],
    "A RUM": ["#map-support", "CON", "BUL"],
    "A WAR": ["GAL"],
    "F BAL": ["SWE"],
    "F CON": ["BUL", "text=Bulgarie (côte sud)"],
    "A BOH": ["#map-support", "SIL", "SIL"],
    "A SIL": ["#map-hold"],
}
ORDERED_BY_TOUCH = {
    "A MOS": "A MOS - LVN",
    "A RUM": "A RUM S F CON - BUL",
    "A WAR": "A WAR - GAL",
    "F BAL": "F BAL - SWE",
    "F CON": "F CON - BUL/SC",
    "A BOH": "A BOH S A SIL",
    "A SIL": "A SIL H",
}

BY_KEYS = {
    "A GAL": ["Move", "Bohemia"],
    "A VIE": ["Support", "A Gal", "to Bohemia"],
    "A EDI": ["Move", "Clyde"],
    "A YOR": ["By convoy", "Norway"],
    "F NTH": ["Convoy", "A Yor", "to Norway"],
    "F NWY": ["Move", "Barents"],
    "A MAR": ["Move", "Piedmont"],
    "A MUN": ["Hold"],
    "A TYR": ["Support", "A Mun", "to hold"],
    "F MAO": ["Move", "Spain (north"],
    "A ANK": ["Hold"],
    "A BUL": ["Move", "Rumania"],
    "A SYR": ["Move", "Smyrna"],
    "F SEV": ["Support", "A Bul", "to Rumania"],
}
ORDERED_BY_KEYS = {
    "A GAL": "A GAL - BOH",
    "A VIE": "A VIE S A GAL - BOH",
    "A EDI": "A EDI - CLY",
    "A YOR": "A YOR - NWY VIA",
    "F NTH": "F NTH C A YOR - NWY",
    "F NWY": "F NWY - BAR",
    "A MAR": "A MAR - PIE",
    "A MUN": "A MUN H",
    "A TYR": "A TYR S A MUN",
    "F MAO": "F MAO - SPA/NC",
    "A ANK": "A ANK H",
    "A BUL": "A BUL - RUM",
    "A SYR": "A SYR - SMY",
    "F SEV": "F SEV S A BUL - RUM",
}
BY_LISTS = {
    "A MOS": "A MOS - UKR",
    "A RUM": "A RUM H",
    "A WAR": "A WAR S A MOS - UKR",
    "F BAL": "F BAL - KIE",
    "F CON": "F CON - BUL/EC",
    "A BOH": "A BOH - MUN",
    "A SIL": "A SIL S A BOH - MUN",
}

SPOT = """place => {
    const at = document.querySelector(`[data-out$=" ${place}"]`)?.getAttribute("transform").match(/[-\\d.]+/g)
        || document.querySelector(`[data-province="${place}"]`).dataset.at.split(" ");
    const frame = document.querySelector("#map .board-svg > svg");
    const spot = () => new DOMPoint(...at.map(Number)).matrixTransform(frame.getScreenCTM());
    scrollBy(0, spot().y - innerHeight / 2);
    return [spot().x, spot().y];
}"""


class Cartographer(Player):
    """A player who works the map: `finger` says whether by taps or by clicks."""

    finger = False
    last: tuple[float, float] = (0, 0)

    def touch(self, *places: str) -> None:
        """Choose places on the map, one after the other, or buttons by their selectors."""
        for place in places:
            if place.startswith(("#", "text=")):
                self.one(f"#map-line >> {place}" if place.startswith("text=") else place).click()
                continue
            x, y = self.page.evaluate(SPOT, place)
            if math.dist(self.last, (x, y)) < 40:  # a second tap within a moment is a double tap
                self.page.wait_for_timeout(400)
                x, y = self.page.evaluate(SPOT, place)  # the page may have moved meanwhile
            self.last = (x, y)
            (self.page.touchscreen.tap if self.finger else self.page.mouse.click)(x, y)

    def value(self, name: str) -> str:
        return self.one(f'[name="{name}"]').input_value()

    def chosen(self, unit: str) -> list[str]:
        """What the lists for verb, target and goal of a unit's order show; those not asked are left out."""
        return [each.input_value() for each in self.lists(f"order-{unit}").all() if each.is_visible()]

    def type_choice(self, selector: str, text: str) -> None:
        """Go to a list by Tab and type how a choice begins.

        Between two letters a list forgets after a second what was typed, which a busy machine may take: then
        people who type see another choice, wait and type again.
        """
        self.tab_to(selector)
        for _try in range(5):
            self.page.keyboard.type(text)
            if self.one(f"{selector} option:checked").inner_text().startswith(text):
                return
            self.page.wait_for_timeout(1500)
        raise AssertionError(f"{self.name} cannot type {text!r} in {selector}")

    def is_written(self, name: str, order: str) -> None:
        """Wait until the order is chosen, and until the site has taken it."""
        expect(self.one(f'[name="{name}"]')).to_have_value(order)
        expect(self.one(f'[name="was-{name.partition("-")[2]}"]')).to_have_value(order)

    def says(self, text: str) -> None:
        expect(self.one("#map-line [role=status]")).to_contain_text(text)

    def seen(self) -> str:
        """The part of the map that is seen."""
        return str(self.one("#map .board-svg").get_attribute("viewBox"))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = demo_folder(tmp_path_factory, "map")
    with house(folder, DEBUG="0") as (address, _process, _said):
        in_the_house(folder, "shell", "-c", SCENE)
        yield address


@pytest.fixture
def sit_at(address: str, open_window: Callable[..., Player]) -> Callable[..., Cartographer]:
    """Opens a window at a demo game's page, for one of its players."""

    def sit(name: str, game: str, **traits: object) -> Cartographer:
        player = open_window(name, address, **({"viewport": DESK, "locale": "en-GB"} | traits))
        player.__class__ = Cartographer
        assert isinstance(player, Cartographer)
        player.finger = bool(traits.get("has_touch"))
        let_in(player, name)
        player.go(address_of(player, game))
        return player

    return sit


@pytest.mark.slow
def test_a_whole_spring_is_ordered_by_mouse(sit_at: Callable[..., Cartographer]) -> None:
    ada = sit_at("ada", SPRING)
    expect(ada.one("#map-line")).to_be_visible()
    for unit, steps in BY_MOUSE.items():
        ada.touch(unit[2:5], *steps)
        ada.is_written(f"order-{unit}", ORDERED_BY_MOUSE[unit])
    expect(ada.one("#answer-count")).to_contain_text("14 of 14")
    expect(ada.one("#map .o-convoyed")).to_have_count(1)
    ada.picture("ordered")
    ada.go(ada.page.url)
    assert {unit: ada.value(f"order-{unit}") for unit in ORDERED_BY_MOUSE} == ORDERED_BY_MOUSE
    ada.check()


@pytest.mark.slow
def test_a_whole_spring_is_ordered_by_touch_on_a_phone(sit_at: Callable[..., Cartographer]) -> None:
    ben = sit_at("ben", SPRING, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    for unit, steps in BY_TOUCH.items():
        ben.touch(unit[2:5], *steps)
        ben.is_written(f"order-{unit}", ORDERED_BY_TOUCH[unit])
    ben.picture("ordered")
    ben.go(ben.page.url)
    assert {unit: ben.value(f"order-{unit}") for unit in ORDERED_BY_TOUCH} == ORDERED_BY_TOUCH
    ben.check()


@pytest.mark.slow
def test_a_whole_spring_is_ordered_by_verb_and_target_with_keys_alone(
    sit_at: Callable[..., Cartographer],
) -> None:
    ada = sit_at("ada", SPRING)
    ada.write("")
    expect(ada.one("#answer-count")).to_contain_text("0 of 14")
    for unit, words in BY_KEYS.items():
        for number, word in enumerate(words):
            ada.type_choice(f'[data-of="order-{unit}"][id$="-{number}"]', word)
        ada.is_written(f"order-{unit}", ORDERED_BY_KEYS[unit])
    assert [ada.value(f"order-{unit}") for unit in BY_KEYS] == list(ORDERED_BY_KEYS.values())
    expect(ada.one("#answer-count")).to_contain_text("14 of 14")
    expect(ada.one("#map .o-convoyed")).to_have_count(1)
    ada.picture("ordered")
    ada.go(ada.page.url)
    for unit, order in ORDERED_BY_KEYS.items():
        assert ada.chosen(unit) == parts_of(order)
    ada.check()


@pytest.mark.slow
def test_a_whole_spring_is_ordered_by_verb_and_target_on_a_phone(sit_at: Callable[..., Cartographer]) -> None:
    """In French, by night: verb and target side by side, each as high as a fingertip."""
    ben = sit_at("ben", SPRING, viewport=PHONE, has_touch=True, locale="fr-FR", color_scheme="dark")
    ben.write("")
    expect(ben.one("#answer-count")).to_contain_text("0")
    for unit, order in BY_LISTS.items():
        for part, each in zip(parts_of(order), ben.lists(f"order-{unit}").all(), strict=False):
            each.tap()
            expect(ben.one(".is-picked select[name]")).to_have_id(f"order-{unit}")
            each.select_option(part)
        ben.is_written(f"order-{unit}", order)
    verb, target = (box for box in map(Locator.bounding_box, ben.lists("order-A MOS").all()) if box)
    assert verb["y"] == target["y"] and verb["x"] + verb["width"] < target["x"]
    assert min(verb["height"], target["height"], verb["width"], target["width"]) >= 44
    ben.picture("ordered")
    ben.go(ben.page.url)
    for unit, order in BY_LISTS.items():
        assert ben.chosen(unit) == parts_of(order)
    ben.check()


@pytest.mark.slow
def test_verb_and_target_stay_in_step_with_the_map_and_the_text(sit_at: Callable[..., Cartographer]) -> None:
    """A verb alone is no order yet: a player who goes on to something else is told so, and cannot be
    ready.
    """
    ada = sit_at("ada", SPRING)
    ada.write("A Vie - Bud")
    expect(ada.one('[name="was-A VIE"]')).to_have_value("A VIE - BUD")
    assert ada.chosen("A VIE") == ["-", "A VIE - BUD"]
    assert ada.chosen("A GAL") == [""]
    ada.touch("VIE", "BOH")
    ada.is_written("order-A VIE", "A VIE - BOH")
    assert ada.chosen("A VIE") == ["-", "A VIE - BOH"]
    ada.pick("order-A VIE", "A VIE S A TYR")
    ada.is_written("order-A VIE", "A VIE S A TYR")
    expect(ada.one("#map .o-support").first).to_be_attached()
    assert ada.written() == ["A Vie S A Tyr"]

    verb, whom, _goal = ada.lists("order-A VIE").all()
    verb.focus()
    verb.select_option("-")
    assert ada.chosen("A VIE") == ["-", ""]
    assert ada.value("order-A VIE") == "A VIE S A TYR"
    expect(ada.one(".order-half")).to_have_count(0)
    ada.one("#typed").focus()
    assert ada.chosen("A VIE") == ["-", ""]
    assert ada.written() == ["A Vie S A Tyr"]
    half = "A Vie: choose where it goes. Until then its order stands: Support A Tyr."
    expect(ada.one(".order-half")).to_have_text(half)
    expect(ada.one("#answer-half")).to_have_text(half)
    gal = ada.lists("order-A GAL").all()
    gal[0].select_option("S")
    gal[1].focus()
    ada.one('.answer-buttons [value="yes"]').click()
    expect(ada.one(".order-half").first).to_have_text(
        "A Gal: choose which unit it supports. Until then it holds."
    )
    expect(gal[1]).to_be_focused()
    expect(ada.one("#answer-brief")).to_contain_text("Saved")
    expect(ada.one("#answer-state[data-ready]")).to_have_count(0)
    ada.keep("half-chosen")
    gal[0].select_option("")
    ada.pick("order-A VIE", "A VIE S A TYR")
    expect(ada.one(".order-half, [aria-invalid]")).to_have_count(0)
    expect(ada.one("#answer-half")).to_be_empty()

    expect(whom).to_have_accessible_name("Army Vienna: target")
    ada.one('label[for="order-A VIE-0"]').click()
    expect(verb).to_be_focused()
    expect(verb).to_have_accessible_name("Army Vienna: order")
    ada.says("Army Vienna")
    ada.page.evaluate(
        """() => htmx.ajax("GET", location.pathname, {
            target: "#answer", select: "#answer", selectOOB: "#map", swap: "outerHTML"})"""
    )
    expect(verb).to_be_focused()
    assert ada.chosen("A VIE") == ["S", "A TYR", "A VIE S A TYR"]
    ada.check()


def test_on_a_phone_no_button_slides_away_from_under_a_finger(sit_at: Callable[..., Cartographer]) -> None:
    """What is said of a row that is left by pressing a button moves it only once the press is a click."""
    ben = sit_at("ben", SPRING, viewport=PHONE, has_touch=True, is_mobile=True)
    ben.write("")
    for unit in ("A MOS", "F BAL"):
        ben.is_written(f"order-{unit}", "")
        verb, target, *_rest = ben.lists(f"order-{unit}").all()
        verb.tap()
        verb.focus()
        verb.select_option("-")
        ben.one('.answer-buttons [value="yes"]').tap()
        expect(target).to_be_focused()
        expect(ben.one("#answer-half")).not_to_be_empty()
        expect(ben.one("#answer-brief")).to_contain_text(re.compile("Saved|Enregistré"))
        verb.select_option("")
        expect(ben.one("#answer-half")).to_be_empty()


@pytest.mark.slow
@pytest.mark.parametrize("finger", [pytest.param(False, marks=pytest.mark.slow), True])
def test_spies_are_sent_out_on_the_map(sit_at: Callable[..., Cartographer], finger: bool) -> None:
    ada = sit_at("ada", FOG, **({"viewport": PHONE, "has_touch": True} if finger else {}))
    ada.says("To move a spy, choose it on the map.")
    ada.touch("SWI")
    ada.says("choose where it goes")
    ada.touch("TYR")
    expect(ada.one('[name="spy-SWI-0-to"]')).to_have_value("TYR")
    ada.touch("SWI", "MUN")
    expect(ada.one('[name="spy-SWI-1-to"]')).to_have_value("MUN")
    expect(ada.one("#answer-count")).to_contain_text("2 of 2")
    expect(ada.page.locator("#map .order-mark")).to_have_count(2)
    ada.touch("SWI", "SWI")
    expect(ada.one('[name="spy-SWI-0-to"]')).to_have_value("")
    expect(ada.one("#answer-count")).to_contain_text("1 of 2")
    ada.picture("spies")
    if not finger:  # the sheet is behind a tab on a phone; the next player finds nothing written
        ada.one("#typed").fill("")
        expect(ada.one("#answer-count")).to_contain_text("0 of 2")


@pytest.mark.slow
def test_on_a_phone_the_map_stays_in_sight_while_the_sheet_moves_below_it(
    sit_at: Callable[..., Cartographer],
) -> None:
    """But not while one types: a phone's keys need the room."""
    ada = sit_at("ada", FOG, viewport=PHONE, has_touch=True)
    board, tabs = ada.one("#map .board"), ada.one(".sheet-tabs")
    ada.one("#sheet .answer-buttons button").first.scroll_into_view_if_needed()
    ada.page.mouse.wheel(0, 300)
    expect(board).to_be_in_viewport(ratio=1)
    below, above = tabs.bounding_box(), board.bounding_box()
    assert below and above and below["y"] == pytest.approx(above["y"] + above["height"], abs=1)
    ada.picture("map-in-sight")
    ada.one("#typed").focus()
    expect(board).not_to_be_in_viewport()
    ada.check()


BELOW_THE_MAP = """() => {
    const line = document.getElementById("map-line").getBoundingClientRect();
    const parts = [...document.querySelectorAll("#map-line [role=status], #map-line button:not([hidden])")];
    return line.top - document.querySelector("#map .board").getBoundingClientRect().bottom < 1
        && parts.every(part => {
            const box = part.getBoundingClientRect();
            return [1, box.height - 1].every(down =>
                part.contains(document.elementFromPoint(box.left + box.width / 2, box.top + down)));
        });
}"""
"""Whether the line that says what to choose sticks to the map's foot, whole, with its buttons."""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_on_a_phone_what_is_asked_about_a_unit_stays_in_sight_with_the_map(
    sit_at: Callable[..., Cartographer], locale: str
) -> None:
    ben = sit_at("ben", SPRING, viewport=PHONE, has_touch=True, is_mobile=True, locale=locale)
    ben.one("#sheet .answer-buttons button").first.scroll_into_view_if_needed()
    tabs = ben.one(".sheet-tabs")
    expect(tabs).to_be_in_viewport(ratio=1)
    ben.touch("BOH")
    expect(ben.one("#map-cancel")).to_be_visible()
    assert ben.page.evaluate(BELOW_THE_MAP)
    ben.picture("asked")
    ben.touch("#map-support")
    assert ben.page.evaluate(BELOW_THE_MAP)
    ben.touch("#map-cancel")
    expect(ben.one("#map-cancel")).to_be_hidden()
    assert tabs.evaluate(
        "it => it.contains(document.elementFromPoint(195, it.getBoundingClientRect().top + 9))"
    )
    ben.check()


def test_without_scripts_a_phone_shows_results_after_the_sheet(sit_at: Callable[..., Cartographer]) -> None:
    ada = sit_at("ada", FOG, viewport=PHONE, java_script_enabled=False)
    parts = ["#status", "#answer", "[id^=results]", "[id^=results] ~ [id^=results]", "#press", "#table"]
    boxes = [ada.one(f".game-page {part}").first.bounding_box() for part in parts]
    tops = [box["y"] for box in boxes if box]
    assert len(tops) == len(parts) and tops == sorted(tops)


@pytest.mark.slow
def test_the_unit_being_ordered_is_always_named_and_nothing_happens_by_accident(
    sit_at: Callable[..., Cartographer],
) -> None:
    """Elsewhere on the map is no order and no cancellation; a double tap is no hold; undo brings back."""
    ada = sit_at("ada", SPRING)
    before = ada.value("order-A VIE")
    ada.touch("VIE")
    ada.says("Army Vienna: choose where it goes")
    expect(ada.one("#map .pick")).to_have_count(2)
    expect(ada.one(".is-picked select[name]")).to_have_id("order-A VIE")
    ada.touch("LVN")
    ada.says("Not possible there: Livonia. Army Vienna:")
    ada.page.keyboard.press("Escape")
    expect(ada.one(".is-picked")).to_have_count(0)
    expect(ada.one("#map .picked circle")).to_have_count(0)

    x, y = ada.page.evaluate(SPOT, "VIE")
    ada.page.mouse.dblclick(x, y)
    ada.says("Army Vienna: choose where it goes")
    assert ada.value("order-A VIE") == before
    ada.touch("GAL")
    ada.says("Army Vienna: which do you mean?")
    ada.touch("text=Order Army Galicia instead")
    ada.says("Army Galicia: choose where it goes")
    ada.touch("#map-cancel", "VIE", "BUD")
    ada.is_written("order-A VIE", "A VIE - BUD")
    ada.says("Army Vienna: Move to Budapest.")
    ada.touch("#map-undo")
    ada.says("Undone.")
    ada.is_written("order-A VIE", before)
    ada.check()


@pytest.mark.slow
def test_a_retreat_is_ordered_by_touch(sit_at: Callable[..., Cartographer]) -> None:
    ada = sit_at("ada", RETREAT, viewport=PHONE, has_touch=True, is_mobile=True)
    ada.says("choose a dislodged unit")
    ada.touch("RUM", "BUL")
    ada.is_written("order-A RUM", "A RUM R BUL")
    expect(ada.one("#map .o-retreat")).to_have_count(1)
    ada.touch("RUM", "#map-disband")
    ada.is_written("order-A RUM", "A RUM D")
    ada.touch("#map-undo")
    ada.is_written("order-A RUM", "A RUM R BUL")
    ada.check()


def test_builds_are_ordered_changed_and_taken_back_in_french(sit_at: Callable[..., Cartographer]) -> None:
    ben = sit_at("ben", WINTER, locale="fr-FR")
    ben.says("Pour construire")
    ben.touch("MAR", "text=Construire une flotte à Marseille")
    ben.is_written("slot-FRANCE-1", "F MAR B")
    expect(ben.one("#map .is-new")).to_have_count(1)
    ben.touch("PAR")
    ben.says("Il n’en reste plus à donner.")
    ben.touch("MAR", "text=Construire une armée à Marseille")
    ben.is_written("slot-FRANCE-1", "A MAR B")
    ben.touch("WAR")
    ben.is_written("slot-RUSSIA-1", "A WAR B")
    ben.touch("MAR", "text=Annuler cet ordre")
    ben.is_written("slot-FRANCE-1", "")
    ben.touch("#map-undo")
    ben.is_written("slot-FRANCE-1", "A MAR B")
    ben.check()


@pytest.mark.slow
def test_a_closer_look_stays_while_orders_are_saved(sit_at: Callable[..., Cartographer]) -> None:
    """By buttons, keys, drag and double tap; the wheel alone scrolls the page; a drag orders nothing."""
    ada = sit_at("ada", SPRING)
    whole = ada.seen()
    ada.touch("MUN", "#map-in")
    closer = ada.seen()
    assert closer != whole
    ada.pick("order-A GAL", "A GAL - SIL")
    ada.is_written("order-A GAL", "A GAL - SIL")
    expect(ada.one("#map .o-move").first).to_be_attached()
    assert ada.seen() == closer

    ada.page.keyboard.press("Escape")
    x, y = ada.page.evaluate(SPOT, "BUR")
    ada.page.mouse.move(x, y)
    ada.page.mouse.down()
    ada.page.mouse.move(x + 120, y + 40, steps=6)
    ada.page.mouse.up()
    dragged = ada.seen()
    assert dragged != closer
    expect(ada.one(".is-picked")).to_have_count(0)
    ada.one("#map .board-pan").focus()
    ada.page.keyboard.press("ArrowLeft")
    assert ada.seen() != dragged
    for _step in range(4):
        ada.touch("#map-out")
    assert ada.seen() == whole
    assert ada.one("#map .board-pan").get_attribute("tabindex") is None

    x, y = ada.page.evaluate(SPOT, "RUH")
    ada.page.mouse.move(x, y)
    top = ada.page.evaluate("scrollY")
    ada.page.mouse.wheel(0, 60)
    ada.page.wait_for_function("top => scrollY > top", arg=top)
    assert ada.seen() == whole
    ada.page.keyboard.down("Control")
    ada.page.mouse.wheel(0, -100)
    ada.page.keyboard.up("Control")
    expect(ada.one("#map .board[data-closer]")).to_have_count(1)
    ada.check()


@pytest.mark.slow
def test_two_fingers_look_closer_and_order_nothing(sit_at: Callable[..., Cartographer]) -> None:
    ada = sit_at("ada", SPRING, viewport=PHONE, has_touch=True, is_mobile=True)
    x, y = ada.page.evaluate(SPOT, "MUN")
    hand = ada.context.new_cdp_session(ada.page)

    def move(kind: str, spread: float) -> None:
        points = [{"x": x - spread, "y": y, "id": 1}, {"x": x + spread, "y": y, "id": 2}] if spread else []
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    move("touchStart", 20)
    for spread in range(24, 64, 4):
        move("touchMove", spread)
    move("touchEnd", 0)
    expect(ada.one("#map .board[data-closer]")).to_have_count(1)
    expect(ada.one(".is-picked")).to_have_count(0)
    ada.check()


@pytest.mark.slow
def test_the_sheet_and_the_map_point_at_each_other_for_the_keyboard(
    sit_at: Callable[..., Cartographer],
) -> None:
    ada = sit_at("ada", SPRING)
    ada.tab_to('[data-of="order-A MUN"]')
    expect(ada.one("#map .pick")).to_have_count(2)
    ada.says("Army Munich")
    ada.tab_to('[data-of="order-A TYR"]')
    ada.says("Army Tyrolia")
    ada.one("#typed").focus()
    expect(ada.one("#map .pick")).to_have_count(0)


@pytest.mark.slow
def test_the_map_says_what_lies_under_the_pointer_and_hides_its_marks_when_asked(
    sit_at: Callable[..., Cartographer],
) -> None:
    eve = sit_at("eve", SPRING)
    eve.page.mouse.move(*eve.page.evaluate(SPOT_OF_TOKEN, "A MUN"))
    expect(eve.one("#map-here")).to_have_text("Munich (supply centre: France) · Army Munich, France")
    assert eve.one("#map .board-svg svg title").count() == 0
    eve.go(f"{eve.page.url}S1901M/")
    marks = eve.one("#map .order-mark").first
    expect(marks).to_be_visible()
    eve.touch("#map-marks")
    expect(marks).to_be_hidden()
    expect(eve.one("#map-marks")).to_have_attribute("aria-pressed", "false")
    eve.touch("#map-marks")
    expect(marks).to_be_visible()
    eve.check()


SPOT_OF_TOKEN = """unit => {
    const token = document.querySelector(`#map [data-unit="${unit}"]`);
    token.scrollIntoView({block: "center"});
    const box = token.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 390, 320])
def test_a_map_in_use_keeps_nobody_out(sit_at: Callable[..., Cartographer], width: int) -> None:
    """axe finds nothing while a unit is picked and a choice is open, in French, by night."""
    ada = sit_at("ada", SPRING, viewport={"width": width, "height": 800}, color_scheme="dark", locale="fr-FR")
    ada.touch("#map-in", "MUN")
    expect(ada.one("#map-support")).to_be_visible()
    ada.touch("TYR")
    expect(ada.one("#map-choice-0")).to_be_visible()
    # The slips of the auction come in for a second: colours are looked at when they have come.
    ada.page.evaluate("Promise.all(document.getAnimations().map(each => each.finished)).then(() => null)")
    found = Axe().run(
        ada.page, context={"exclude": [["option"], ["svg *"]]}, options={"resultTypes": ["violations"]}
    )
    grave = [one["id"] for one in found.response["violations"] if one["impact"] in ("serious", "critical")]
    assert grave == []
    small = ada.page.evaluate(
        "[...document.querySelectorAll('#map button')].map(one => one.getBoundingClientRect())"
        ".filter(box => box.width && (box.height < 44 || box.width < 44)).length"
    )
    assert small == 0
    ada.check()


def test_without_scripts_the_map_is_a_picture_and_the_sheet_does_it_all(
    sit_at: Callable[..., Cartographer],
) -> None:
    ada = sit_at("ada", SPRING, java_script_enabled=False)
    expect(ada.one("#map .board-svg")).to_be_visible()
    expect(ada.one("#map-line")).to_be_hidden()
    expect(ada.one("#map .board-tools")).to_be_hidden()
    ada.one('[name="order-A GAL"]').select_option("A GAL H")
    ada.press('.answer-buttons [name="ready"][value=""]')
    expect(ada.one('[name="order-A GAL"]')).to_have_value("A GAL H")
    ada.check()
