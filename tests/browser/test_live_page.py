"""An open page follows its game by itself, whatever hints are lost; nothing that is being written goes."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Route, WebSocketRoute, expect

from tests.browser.clockwork import pauses
from tests.browser.conftest import Demo
from tests.browser.player import Player, is_save
from tests.browser.window import PHONE

pytestmark = pytest.mark.browser

HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.mark.slow
def test_two_hints_close_together_are_both_followed(demo: Demo) -> None:
    """The answer to the first is still on its way when the second comes. Polling is too rare to help."""
    ada, ben = demo.visit("ada"), demo.visit("ben", "Letters from Smyrna")
    heard: list[int] = []
    ada.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: heard.append(json.loads(frame)["version"])),
    )
    ada.go(ben.game)
    wait_for(ada, lambda: heard)
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    ada.page.route("**/status/**", hold)
    vote(ben)
    wait_for(ada, lambda: held)
    before = len(heard)
    vote(ben)
    wait_for(ada, lambda: len(heard) > before)
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(ada.one("#status")).to_have_attribute("data-version", str(max(heard)))
    expect(ada.one("#endings")).not_to_contain_text("wanted by")


@pytest.mark.slow
def test_what_others_do_shows_on_an_open_page(demo: Demo) -> None:
    ada, visitor = demo.visit("ada", "First choice"), demo.visit("visitor", "First choice")
    ben = demo.visit("ben", "First choice")
    ben.write("France", "England", "Germany", "Austria", "Italy", "Russia", "Turkey")
    ben.ready()
    for page in (ada, visitor):
        expect(page.one(".turns .tag-done")).to_have_count(1)
        page.sees("ben", "#said")
    vote(ben)
    for page in (ada, visitor):
        page.sees("wanted by ben", "#endings")
    ada.one('#press [name="body"]').fill("While I write this")
    ben.send("Shall we?")
    ada.sees("Shall we?", "#letters")
    expect(ada.one('#press [name="body"]')).to_have_value("While I write this")
    expect(visitor.one("main")).not_to_contain_text("Shall we?")
    vote(ben)


def test_the_page_moves_on_by_itself_and_a_letter_goes_on_being_written(demo: Demo) -> None:
    ada, visitor = demo.visit("ada", "Five for Germany"), demo.visit("visitor", "Five for Germany")
    ben = demo.visit("ben", "Five for Germany")
    address = ada.page.url
    ada.page.evaluate("window.isTheSamePage = true")
    for player in (ben, ada):
        player.ready()
    body = ada.one('#press [name="body"]')
    body.fill("Dear ben, I thought")
    body.focus()
    for page in (ada, visitor):
        page.is_at("Spring 1902, moves")
        expect(page.one("#said")).to_have_text("The game has moved on: Spring 1902, moves")
        expect(page.page).to_have_title(re.compile("Spring 1902, moves"))
    expect(body).to_have_value("Dear ben, I thought")
    expect(body).to_be_focused()
    body.press_sequentially(" of Munich")
    expect(body).to_have_value("Dear ben, I thought of Munich")
    assert ada.page.evaluate("window.isTheSamePage"), "nothing was loaded anew"
    assert ada.page.url == address
    with ada.page.expect_response(is_save):
        ada.one(".choices select").first.select_option(index=1)
    ada.keep("moved-on")


def test_a_page_that_slept_catches_up(demo: Demo) -> None:
    """Its socket looks open and says nothing: as after sleep, or behind a broken line."""
    ada, ben = demo.visit("ada"), demo.visit("ben", "Letters from Smyrna")

    def mute(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda _message: None)

    ada.page.route_web_socket(re.compile("/ws/"), mute)
    ada.go(ben.game)
    vote(ben)
    expect(ben.one("#endings")).to_contain_text("ben")
    expect(ada.one("#endings")).not_to_contain_text("wanted by ben")
    ada.page.evaluate("dispatchEvent(new Event('online'))")
    expect(ada.one("#endings")).to_contain_text("wanted by ben")
    vote(ben)
    expect(ben.one("#endings")).not_to_contain_text("ben")
    ada.page.evaluate(HIDE, True)
    ada.page.evaluate(HIDE, False)
    expect(ada.one("#endings")).not_to_contain_text("wanted by ben")


@pytest.mark.slow
def test_without_a_socket_the_page_asks_by_itself(demo: Demo) -> None:
    ada, ben = demo.visit("ada"), demo.visit("ben", "Letters from Smyrna")
    ada.page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    ada.go(ben.game)
    vote(ben)
    expect(ada.one("#endings")).to_contain_text("wanted by ben")
    vote(ben)


@pytest.mark.slow
def test_the_countdown_goes_by_the_servers_clock(demo: Demo) -> None:
    """A visitor whose clock is years ahead is told the same; and it ticks."""
    plain, ahead = demo.visit("visitor", "First choice"), demo.visit("visitor")
    ahead.page.clock.install(time="2040-01-01T00:00:00Z")
    ahead.go(plain.game)
    pattern = re.compile(r"(\d+) days? (\d+) h left")
    clocks = [page.one(".clock-left") for page in (plain, ahead)]
    wait_for(ahead, lambda: len({clock.inner_text() for clock in clocks}) == 1)
    told = pattern.fullmatch(clocks[1].inner_text())
    assert told
    days, hours = int(told[1]), int(told[2])
    ahead.page.route("**/status/**", lambda route: route.abort())  # or the server would put it right
    ahead.page.clock.fast_forward("24:00:00")
    expect(ahead.one(".clock-left")).to_have_text(re.compile(rf"^{days - 1} days? {hours} h left$"))
    ahead.page.clock.fast_forward(f"{24 * days}:00:00")
    expect(ahead.one(".clock-left")).to_have_text("Being resolved")
    ahead.page.unroute("**/status/**")
    ahead.page.evaluate("dispatchEvent(new Event('online'))")
    expect(ahead.one(".clock-left")).to_have_text(pattern)


@pytest.mark.slow
def test_an_open_page_goes_on_when_a_pause_expires(demo: Demo) -> None:
    """Nothing hints at it: the page asks at the moment that it names."""
    ada, visitor = demo.visit("ada", "First choice"), demo.visit("visitor", "First choice")
    pauses(demo.folder, ada.game, seconds=8)
    for page in (ada, visitor):
        expect(page.one("#status")).to_contain_text("Paused until")
    for page in (ada, visitor):
        expect(page.one("#status")).not_to_contain_text("Paused until", timeout=15000)
        expect(page.one(".clock-left")).to_contain_text(" left")


@pytest.mark.slow
def test_a_tab_in_the_background_says_in_its_title_that_something_came(demo: Demo) -> None:
    ada, ben = demo.visit("ada", "First choice"), demo.visit("ben", "First choice")
    title = re.sub(r"^\(\d+\) ", "", ada.page.title())
    ada.page.evaluate(HIDE, True)
    ben.send("Are you there?")
    expect(ada.page).to_have_title(re.compile(rf"^• \(\d+\) {re.escape(title)}$"))
    ada.page.evaluate(HIDE, False)
    expect(ada.page).to_have_title(re.compile(rf"^(\(\d+\) )?{re.escape(title)}$"))


def test_on_a_phone_the_parts_stand_behind_tabs(demo: Demo) -> None:
    ada = demo.visit("ada", "Letters from Smyrna", viewport=PHONE, color_scheme="dark")
    panels = {"sheet": "#answer", "results": "#results", "press": "#press", "table": "#table"}

    def shows(wanted: str) -> None:
        for name, panel in panels.items():
            expect(ada.one(panel)).to_be_visible(visible=name == wanted)
            chosen = "true" if name == wanted else "false"
            expect(ada.one(f"#tab-for-{name}")).to_have_attribute("aria-selected", chosen)

    shows("sheet")
    ada.keep("sheet")
    ada.tab_to("#tab-for-sheet")
    ada.page.keyboard.press("ArrowRight")
    shows("results")
    ada.page.keyboard.press("End")
    shows("table")
    ada.keep("table")
    ada.one("#tab-for-press").click()
    shows("press")
    ada.keep("press")
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    for panel in panels.values():
        expect(ada.one(panel)).to_be_visible()
    expect(ada.one("#tabs")).to_be_hidden()
    ada.page.set_viewport_size(PHONE)
    ada.page.evaluate("location.hash = '#results'")
    shows("results")


def test_on_a_phone_without_scripts_all_parts_stand_in_the_page(demo: Demo) -> None:
    ada = demo.visit("ada", "Letters from Smyrna", viewport=PHONE, java_script_enabled=False)
    for panel in ("#status", "#answer", "#results", "#press", "#table", "#endings", ".jump"):
        expect(ada.one(panel)).to_be_visible()
    expect(ada.one("#tabs")).to_be_hidden()
    ada.picture("without-scripts")


def test_a_phones_page_stands_where_it_will_before_its_scripts_come(demo: Demo) -> None:
    """On a slow line they come a second after the page; nothing that is read may jump then."""
    ada = demo.visit("ada", "Letters from Smyrna", viewport=PHONE)
    expect(ada.one("#tab-for-sheet")).to_have_attribute("aria-selected", "true")
    parts = ("h1", "#map .board", "#tabs", "#status", "#map-line", "#answer")

    def tops() -> list[float]:
        return [(ada.one(part).first.bounding_box() or {"y": -1.0})["y"] for part in parts]

    laid_out = tops()
    ada.page.route("**/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    ada.page.reload()
    assert tops() == pytest.approx(laid_out, abs=2)
    assert len(set(laid_out)) == len(parts)


def vote(player: Player) -> None:
    """Vote for a draw, or take that back."""
    player.one("#endings form button").first.click()
    player.page.wait_for_load_state()


def wait_for(player: Player, is_so: Any) -> None:
    """Wait for what Playwright is told of, while it goes on listening."""
    for _step in range(400):
        if is_so():
            return
        player.page.wait_for_timeout(50)
    raise AssertionError("it never came")


@pytest.mark.slow
def test_a_waiting_room_follows_its_game_to_the_start(demo: Demo) -> None:
    """The seats fill on open pages, what someone has typed there stays, the game begins before their eyes."""
    ada, carl, eve = (demo.visit(name) for name in ("ada", "carl", "eve"))
    ada.go("/l/cafe/games/new/")
    ada.fill({"name": "Three at the door"})
    ada.one("[name=play]").uncheck()
    ada.press("main form .button-main")
    room = ada.page.url
    carl.go(room)
    eve.go(room)
    carl.press(".sign-form .button-main")
    expect(ada.one("#room")).to_contain_text("1 seat free")
    expect(ada.one("#room .entry-name").first).to_have_text("carl")
    eve.one(".sign-form summary").click()
    eve.one(".sign-form input[type=text]").fill("half typed")
    carl.press("#room form[action$='/leave/'] button")
    expect(ada.one("#room")).to_contain_text("2 seats free")
    expect(eve.one(".sign-form input[type=text]")).to_have_value("half typed")
    carl.go(room)
    carl.press(".sign-form .button-main")
    eve.press(".sign-form .button-main")
    for page in (ada, carl):
        expect(page.one("#status")).to_be_visible()
        expect(page.one("h1")).to_have_text("Choice of home powers")
