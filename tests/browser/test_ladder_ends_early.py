"""A ladder on which challenges come to nothing, each in its way, and a game ends in its first spring.

Ada and Gus read English at a desk, Gus by night, Eve on a phone; Ben reads French on a phone whose browser
runs no scripts. Carl organises and does not play. Every page is held to both widths.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests import migrated
from tests.browser.demo import let_in
from tests.browser.entrant import AT_A_DESK, Entrant
from tests.browser.season import (
    LEAGUE,
    also_enter,
    game_goes_on,
    people_come,
    season_begins,
    season_is_announced,
)
from tests.browser.window import PHONE, PHONE_IN_FRENCH
from tests.house.process import house

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]

CUT = "(e => e.scrollWidth - e.clientWidth)(document.querySelector('.is-waiting .entry-facts'))"
"""By how much what a challenge takes is longer than its place on My games, which would hide its end."""
SECRET = "Shouted at the postman."
"""Why someone is suspended, which she alone reads, and the organisers."""


def test_challenges_that_come_to_nothing_and_a_game_that_is_conceded_at_once(
    open_window: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.browser.conftest.Player", Entrant)
    migrated.copy_to(tmp_path / migrated.NAME)
    with house(tmp_path, "--no-demo", DEBUG="0") as (address, _process, said):
        people_come(tmp_path)
        season = season_is_announced(tmp_path, cost=2, least_games=1)
        also_enter(tmp_path, "ada", "ben", "eve", "fay", "gus")
        season_begins(tmp_path, "ben", "eve", "fay", "ada", "gus")

        def comes(name: str, **traits: Any) -> Entrant:
            window: Entrant = open_window(name, address, **{**AT_A_DESK, **traits})
            window.season = season
            if name != "visitor":
                let_in(window, name)
            return window

        ada, gus, ben = comes("ada"), comes("gus", color_scheme="dark"), comes("ben", **PHONE_IN_FRENCH)
        eve, carl, visitor = comes("eve", viewport=PHONE), comes("carl"), comes("visitor")
        one_is_undone(ada)
        the_first_decline_is_one_press(gus, ben)
        the_second_asks_first_and_costs_ranks(eve, ben)
        somebody_challenged_is_suspended(gus, eve, carl, tmp_path)
        everybody_reads_by_whom_and_nobody_why(ben, visitor)
        a_game_is_conceded_in_its_first_spring(ada, ben, tmp_path)
        both_read_what_came_of_it(ada, ben)
        the_rules_say_for_whom_it_counts(ada, ben)
        assert "Traceback" not in said.read_text()


def one_is_undone(ada: Entrant) -> None:
    """For two minutes that takes one press. The row says from when she can challenge again, and tells her."""
    ada.challenge("eve")
    ada.sees("You have challenged eve, rank 2", "#next")
    ada.sees("You can undo it until", "#next")
    ada.keep_at_both("may-undo")
    ada.press('#next button:has-text("Undo")')
    ada.sees("Your challenge is undone.", "body")
    eve = ada.row("eve")
    expect(ada.one(f'{eve} button[name="of"]')).to_have_count(0)
    ada.sees("Your last challenge was declined or undone: again from", eve)
    expect(ada.one(f'{eve} button[name="tell"]')).to_contain_text("Tell me when I can")
    expect(ada.one(f'{ada.row("ben")} button[name="of"]')).to_be_visible()
    ada.keep_at_both("undone")
    ada.press(f'{eve} button[name="tell"]')
    ada.sees("We e-mail you when you can challenge this player.", "body")
    ada.sees("You will be told.", eve)
    expect(ada.one(f'{eve} button[name="stop"]')).to_contain_text("Don’t tell me")
    ada.keep_at_both("will-be-told")


def the_first_decline_is_one_press(gus: Entrant, ben: Entrant) -> None:
    """The number in the masthead, My games and the ladder agree, before and after."""
    ben.go(ben.season)
    expect(ben.one(".needs-you")).to_have_count(0)
    gus.challenge("ben")
    gus.sees("You have challenged ben, rank 1", "#next")
    ben.loads_until("1", ".needs-you .mark")
    ben.sees("gus, rang 5, vous défie", "#next")
    ben.go("/games/")
    ben.sees("gus, rang 5, vous défie", 'section[aria-labelledby="h-due"]')
    ben.sees("Acceptez ou refusez : sans réponse", "main .is-waiting")
    assert ben.page.evaluate(CUT) <= 0, "on a phone the end of it is cut off"
    ben.keep_at_both("my-games")
    ben.press('section[aria-labelledby="h-due"] a:has-text("gus")')
    ben.sees("Vous pouvez encore refuser 1 défi sans perdre de rang.")
    ben.keep_at_both("is-challenged")
    ben.press('main button[value="decline"]')
    assert ben.path == ben.season, "nothing is asked first"
    ben.sees("Vous avez refusé le défi (gus).", "body")
    ben.sees_ladder("ben", "eve", "fay", "ada", "gus")
    expect(ben.one(".needs-you")).to_have_count(0)
    ben.keep_at_both("declined-freely")
    gus.go(gus.season)
    gus.sees("Your last challenge was declined or undone: again from", gus.row("ben"))
    gus.sees("Tell me when I can", gus.row("ben"))
    gus.keep_at_both("was-declined")


def the_second_asks_first_and_costs_ranks(eve: Entrant, ben: Entrant) -> None:
    eve.challenge("ben")
    ben.go(ben.season)
    ben.sees("Un refus coûte 2 rangs.", "#next")
    ben.press('#next button[value="decline"]')
    ben.sees("Cela vous coûte 2 rangs : vous passez du rang 1 au rang 3.")
    ben.keep_at_both("asked-first")
    eve.go(eve.season)
    eve.sees_ladder("ben", "eve", "fay", "ada", "gus")
    ben.press('main button[value="decline"]')
    ben.sees("Vous avez refusé le défi (eve).", "body")
    ben.sees_ladder("eve", "fay", "ben", "ada", "gus")
    ben.keep_at_both("declined-at-a-cost")
    eve.sees_ladder("eve", "fay", "ben", "ada", "gus")
    eve.keep_at_both("has-risen")


def somebody_challenged_is_suspended(gus: Entrant, eve: Entrant, carl: Entrant, folder: Path) -> None:
    """Eve has the page open all the while; what she presses on it comes too late. It costs no one."""
    gus.challenge("eve")
    eve.go("/games/")
    eve.press('section[aria-labelledby="h-due"] a:has-text("gus, rank 5, challenges you")')
    challenge = eve.path
    carl.go(f"{LEAGUE}desk/p/eve/")
    until = datetime.now(UTC) + timedelta(days=9)
    carl.fill({"suspend-until": f"{until:%Y-%m-%d}", "suspend-reason": SECRET})
    carl.press('section[aria-labelledby="h-suspend"] form button')
    carl.sees("eve is suspended.", "body")
    gus.go(f"{gus.season}log/?part=season")
    gus.loads_until("eve is suspended in the league until")
    eve.press('main button[value="accept"]')
    assert eve.path == eve.season, "no game begins"
    eve.sees("This challenge has been answered or is no longer open.", ".notices")
    expect(eve.one('main button[value="accept"]')).to_have_count(0)
    eve.sees_ladder("eve", "fay", "ben", "ada", "gus")
    eve.keep_at_both("suspended")
    eve.go(challenge)
    eve.sees("A suspension cancelled it. No ranks are lost.")
    eve.keep_at_both("cancelled")
    eve.go(LEAGUE)
    eve.sees(SECRET)
    eve.keep_at_both("reads-why")
    gus.go(gus.season)
    gus.sees_ladder("eve", "fay", "ben", "ada", "gus")
    gus.sees("Can’t play right now.", gus.row("eve"))
    expect(gus.one('#next:has-text("You have challenged")')).to_have_count(0)
    gus.keep_at_both("is-free-again")


def everybody_reads_by_whom_and_nobody_why(ben: Entrant, visitor: Entrant) -> None:
    for reader, says, costs in (
        (visitor, "eve is suspended in the league until", "1 challenge that waited"),
        (ben, "Suspension dans la ligue jusqu’au", "1 défi"),
    ):
        reader.go(f"{reader.season}log/?part=season")
        line = reader.one("main li, main tr").filter(has_text=says).first
        expect(line).to_contain_text("carl")
        expect(line).to_contain_text(costs)
        assert SECRET not in reader.page.content()
        reader.keep_at_both("log")


def a_game_is_conceded_in_its_first_spring(ada: Entrant, ben: Entrant, folder: Path) -> None:
    ada.challenge("ben")
    ben.go(ben.season)
    ben.press('#next button[value="accept"]')
    ben.game = ada.game = ben.path
    ada.go(ada.game)
    ada.is_at("Choice of home powers")
    game_goes_on(folder, ada.game, "S1901M")
    ada.is_at("Spring 1901, moves")
    ben.is_at("Printemps 1901, mouvements")
    ben.go(f"{ben.game}concede/")
    ben.keep_at_both("concedes")
    ben.press("main form .button-main")
    ben.sees("Vous avez abandonné la partie.", "body")


def both_read_what_came_of_it(ada: Entrant, ben: Entrant) -> None:
    """Won or lost, the ranks before and after, until when that is provisional, and where to dispute it."""
    for reader, title, how, provisional, dispute in (
        (
            ben,
            "Vous avez perdu contre ada",
            "Vous avez abandonné.",
            "D’ici là, vous pouvez le contester.",
            "Contester ce résultat",
        ),
        (
            ada,
            "You won",
            "ben conceded.",
            "Until then you can dispute it.",
            "Dispute this result",
        ),
    ):
        reader.go(reader.game)
        reader.loads_until(title, "h1")
        reader.sees(how, "#moment")
        reader.sees(provisional, "#told")
        reader.keep_at_both("result")
        reader.press(f'.doubt a:has-text("{dispute}")')
        expect(reader.one('[name="dispute-said"]')).to_be_visible()
        reader.keep_at_both("may-dispute")
        reader.go(reader.season)
        reader.sees_ladder("eve", "fay", "ada", "ben", "gus")
        provisional = "provisional until" if reader.language == "en" else "provisoire jusqu’au"
        reader.sees(provisional, reader.row("ada"))
        reader.keep_at_both("ranks-moved")


def the_rules_say_for_whom_it_counts(ada: Entrant, ben: Entrant) -> None:
    for reader, says in (
        (ada, "A game that ends before its first autumn is resolved counts for its winner only"),
        (ben, "avant la résolution de son premier automne ne compte qu’en cas de victoire"),
    ):
        reader.go(f"{reader.season}rules/")
        reader.sees(says)
        reader.keep_at_both("rules")
