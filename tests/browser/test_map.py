"""The map as an instrument: orders by mouse and by touch, the closer look, and pages without scripts.

The games are the demo league's. In "Letters from Smyrna" some units are set elsewhere first, so that there is
an army to convoy and a fleet with a choice of coasts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.clockwork import in_the_house
from tests.browser.demo import address_of, demo_folder, let_in
from tests.browser.player import Player
from tests.browser.window import DESK, PHONE
from tests.house.process import house

pytestmark = pytest.mark.browser

SPRING, RETREAT, WINTER = "Letters from Smyrna", "The narrow seas", "Snow on the Alps"
FOG = "What the waiter heard"
SCENE = f"""
from games.models import Phase
phase = Phase.objects.get(game__name="{SPRING}", turn=None)
phase.position["units"].update(
    ENGLAND=["A EDI", "A YOR", "F NTH", "F NWY"], FRANCE=["A MAR", "A MUN", "A TYR", "F MAO"]
)
phase.save(update_fields=["position"])

from games import bridge
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
    "F NTH": ["#map-convoy", "YOR", "DEN"],
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

SPOT = """place => {
    const at = document.querySelector(`[data-out$=" ${place}"]`)?.getAttribute("transform").match(/[-\\d.]+/g)
        || document.querySelector(`[data-province="${place}"]`).dataset.at.split(" ");
    const frame = document.querySelector("#map .board-svg > svg");
    const spot = () => new DOMPoint(...at.map(Number)).matrixTransform(frame.getScreenCTM());
    scrollBy(0, spot().y - innerHeight / 2);
    return [spot().x, spot().y];
}"""


class Cartographer(Player):
    """A player who works the map: `finger` says whether he taps or clicks."""

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


def test_a_whole_spring_is_ordered_by_touch_on_a_phone(sit_at: Callable[..., Cartographer]) -> None:
    ben = sit_at("ben", SPRING, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    for unit, steps in BY_TOUCH.items():
        ben.touch(unit[2:5], *steps)
        ben.is_written(f"order-{unit}", ORDERED_BY_TOUCH[unit])
    ben.picture("ordered")
    ben.go(ben.page.url)
    assert {unit: ben.value(f"order-{unit}") for unit in ORDERED_BY_TOUCH} == ORDERED_BY_TOUCH
    ben.check()


@pytest.mark.parametrize("finger", [False, True])
def test_spies_are_sent_out_on_the_map(sit_at: Callable[..., Cartographer], finger: bool) -> None:
    ada = sit_at("ada", FOG, **({"viewport": PHONE, "has_touch": True} if finger else {}))
    ada.says("To send a spy out, choose him on the map.")
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
    ada.picture("spies")
    if not finger:  # the sheet is behind a tab on a phone; whoever comes next finds nothing written
        ada.one("#typed").fill("")
        expect(ada.one("#answer-count")).to_contain_text("0 of 2")


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


def test_without_scripts_a_phone_shows_results_after_the_sheet(sit_at: Callable[..., Cartographer]) -> None:
    ada = sit_at("ada", FOG, viewport=PHONE, java_script_enabled=False)
    parts = ["#status", "#answer", "[id^=results]", "[id^=results] ~ [id^=results]", "#press", "#table"]
    boxes = [ada.one(f".game-page {part}").first.bounding_box() for part in parts]
    tops = [box["y"] for box in boxes if box]
    assert len(tops) == len(parts) and tops == sorted(tops)


def test_the_unit_being_ordered_is_always_named_and_nothing_happens_by_accident(
    sit_at: Callable[..., Cartographer],
) -> None:
    """Elsewhere on the map is no order and no cancellation; a double tap is no hold; undo brings back."""
    ada = sit_at("ada", SPRING)
    before = ada.value("order-A VIE")
    ada.touch("VIE")
    ada.says("Army Vienna: choose where it goes")
    expect(ada.one("#map .pick")).to_have_count(2)
    expect(ada.one(".is-picked select")).to_have_id("order-A VIE")
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
    ada.says("Taken back.")
    ada.is_written("order-A VIE", before)
    ada.check()


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
    ben.says("Vous n’en devez pas davantage.")
    ben.touch("MAR", "text=Construire une armée à Marseille")
    ben.is_written("slot-FRANCE-1", "A MAR B")
    ben.touch("WAR")
    ben.is_written("slot-RUSSIA-1", "A WAR B")
    ben.touch("MAR", "text=Y renoncer")
    ben.is_written("slot-FRANCE-1", "")
    ben.touch("#map-undo")
    ben.is_written("slot-FRANCE-1", "A MAR B")
    ben.check()


def test_a_closer_look_stays_while_orders_are_saved(sit_at: Callable[..., Cartographer]) -> None:
    """By buttons, keys, drag and double tap; the wheel alone scrolls the page; a drag orders nothing."""
    ada = sit_at("ada", SPRING)
    whole = ada.seen()
    ada.touch("MUN", "#map-in")
    closer = ada.seen()
    assert closer != whole
    ada.one('[name="order-A GAL"]').select_option("A GAL - SIL")
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


def test_the_sheet_and_the_map_point_at_each_other_for_the_keyboard(
    sit_at: Callable[..., Cartographer],
) -> None:
    ada = sit_at("ada", SPRING)
    ada.tab_to("#order-A\\ MUN")
    expect(ada.one("#map .pick")).to_have_count(2)
    ada.says("Army Munich")
    ada.page.keyboard.press("Tab")
    ada.says("Army Tyrolia")
    ada.one("#typed").focus()
    expect(ada.one("#map .pick")).to_have_count(0)


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


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_a_map_in_use_keeps_nobody_out(sit_at: Callable[..., Cartographer], width: int) -> None:
    """axe finds nothing while a unit is picked and a choice is open, in French, by night."""
    ada = sit_at("ada", SPRING, viewport={"width": width, "height": 800}, color_scheme="dark", locale="fr-FR")
    ada.touch("#map-in", "MUN")
    expect(ada.one("#map-support")).to_be_visible()
    ada.touch("TYR")
    expect(ada.one("#map-choice-0")).to_be_visible()
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
