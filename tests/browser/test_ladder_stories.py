"""A season of the ladder as its people see it, from the organiser's form to the champions.

Carl organises and rules. Ada and Gus read English at a desk, Gus by night; Ben reads French on a phone whose
browser runs no scripts; Eve comes when all places are taken, and Hal has not played enough. The games between
them are really played, if not for long.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from league.demo.recorded import Recorded
from tests import migrated
from tests.browser.clockwork import deadline_comes
from tests.browser.demo import let_in
from tests.browser.entrant import AT_A_DESK, Entrant
from tests.browser.season import (
    LEAGUE,
    also_enter,
    game_goes_on,
    idle_weeks_pass,
    last_day_passes,
    people_come,
    season_begins,
    undoing_ends,
)
from tests.browser.window import PHONE, PHONE_IN_FRENCH
from tests.house.process import house

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]

POWERS = ("France", "England", "Germany", "Russia", "Turkey", "Italy", "Austria")


def test_a_season_from_its_form_to_its_champions(
    open_window: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.browser.conftest.Player", Entrant)
    migrated.copy_to(tmp_path / migrated.NAME)
    with house(tmp_path, "--no-demo", DEBUG="0") as (address, _process, said):
        people_come(tmp_path)

        def comes(name: str, **traits: Any) -> Entrant:
            window: Entrant = open_window(name, address, **{**AT_A_DESK, **traits})
            let_in(window, name)
            return window

        carl, ada, gus = comes("carl"), comes("ada"), comes("gus", color_scheme="dark")
        ben = comes("ben", **PHONE_IN_FRENCH)
        eve, hal = comes("eve", viewport=PHONE), comes("hal", viewport=PHONE)
        an_organiser_drafts_and_announces(carl)
        for each in (ada, gus, ben, eve, hal):
            each.season = carl.season
        two_enter_one_is_refused_and_one_waits(ada, ben, hal, eve, tmp_path)
        it_begins(gus, eve, tmp_path)
        a_challenge_up_is_played_to_a_win(ada, ben, gus, tmp_path, said)
        declining_is_free_once(gus, ben)
        absence_forfeits(gus, ada, tmp_path)
        a_dispute_is_raised_answered_and_ruled(ada, gus, carl, said)
        idle_weeks_cost_ranks(ada, gus, tmp_path)
        a_game_is_open_at_the_end(ben, gus, tmp_path, said)
        it_ends(gus, ben, carl, tmp_path)
        assert "Traceback" not in said.read_text()


def an_organiser_drafts_and_announces(carl: Entrant) -> None:
    """The form says when challenges end before anything is saved, and what will be frozen before it is."""
    carl.go(f"{LEAGUE}competitions/")
    carl.keep("no-competition-yet")
    carl.press('main a[href$="/competitions/new/?kind=ladder"]')
    carl.keep("form")
    today = datetime.now(UTC).replace(hour=0, minute=0, tzinfo=None)
    days = {"enters_from": -1, "enters_until": 7, "starts_at": 7, "ends_at": 200}
    carl.unfold()
    carl.fill({name: f"{today + timedelta(days=number):%Y-%m-%dT%H:%M}" for name, number in days.items()})
    carl.fill({"name": "Season 1", "last_year": "1902", "smallest": "9", "largest": "4"})
    carl.press('button[name="check"]')
    carl.sees("can’t be below the minimum")
    carl.keep("form-refused")
    numbers = {"smallest": "2", "entry_games": "1", "cost": "1", "least_games": "1", "pause_days": "0"}
    numbers |= {"decline_pause_days": "0", "idle_weeks": "1"}
    carl.fill(numbers)
    carl.one(".absence summary").click()
    carl.fill({"absence-extensions": "0"})
    carl.press('button[name="check"]')
    carl.sees("It may take up to", 'section[aria-labelledby="h-computed"]')
    carl.keep("form-checked")
    carl.press("main form .button-main")
    carl.sees("This is a draft.")
    carl.season = carl.path
    carl.keep("draft")
    carl.press('main a[href$="/announce/"]')
    carl.sees("This freezes the rules")
    carl.sees("1 finished game in this league.")
    carl.keep("announce")
    carl.press("main form .button-main")
    carl.sees("Announced. The rules are frozen.", "body")
    carl.sees("carl", 'section[aria-labelledby="h-facts"]')
    carl.keep("announced")
    carl.go(f"{carl.season}edit/", status=404)
    carl.go(f"{carl.season}rules/")
    carl.keep("rules")


def two_enter_one_is_refused_and_one_waits(
    ada: Entrant, ben: Entrant, hal: Entrant, eve: Entrant, folder: Path
) -> None:
    ada.go(f"{LEAGUE}competitions/")
    ada.keep("competitions")
    ada.press('main a:text-is("Season 1")')
    ada.press('main a[href$="/enter/"]')
    ada.fill({"word": "chestnuts"})
    ada.keep("enter")
    ada.press("main form .button-main")
    ada.sees("You are in.")
    ada.keep("entered")

    ben.go(ben.season)
    ben.press('main a[href$="/enter/"]')
    ben.keep("enter")
    ben.press("main form .button-main")
    ben.sees("Votre inscription est acceptée.")
    ben.keep("entered")

    hal.go(hal.season)
    hal.sees("not met")
    expect(hal.one('main a[href$="/enter/"]')).to_have_count(0)
    hal.keep("may-not-enter")
    hal.go(f"{hal.season}enter/")
    hal.press("main form .button-main")
    hal.sees("You need 1 finished game in this league; you have 0.", "[role=alert]")
    hal.keep("refused")

    also_enter(folder, "fay", "gus")
    eve.go(f"{eve.season}enter/")
    eve.sees("4 of 4 places taken")
    eve.press("main form .button-main")
    eve.sees("You are number 1 on the waiting list.")
    eve.keep("waits")


def it_begins(gus: Entrant, eve: Entrant, folder: Path) -> None:
    """Eve's page was open all the time; it becomes the ladder's by itself."""
    season_begins(folder, "fay", "ben", "gus", "ada")
    gus.go(gus.season)
    gus.sees_ladder("fay", "ben", "gus", "ada")
    gus.keep("begins")
    eve.sees_ladder("fay", "ben", "gus", "ada")
    eve.keep("still-waits")


def a_challenge_up_is_played_to_a_win(
    ada: Entrant, ben: Entrant, onlooker: Entrant, folder: Path, said: Path
) -> None:
    """Two years to the end of the last one, when Ada has more centres (HR-7). The homes, the first bids and
    the last winter are given on the pages; what is between goes on as it was recorded. On the open page of
    the ladder Ada rises.
    """
    recorded = Recorded().won_by("1")
    ada.challenge("ben")
    ada.sees("You have challenged ben", "body")
    ada.keep("has-challenged")
    undoing_ends(folder)
    ben.follows_mail(said, "challenges")
    ben.keep("is-challenged")
    ben.press('main button[value="accept"]')
    ben.game = ada.game = ben.path
    ben.keep("game")
    players = {"1": ada, "2": ben}
    ada.go(ada.game)
    ada.is_at("Choice of home powers")
    for seat, player in players.items():
        player.write(*recorded["S1901H"][seat]["preferences"])
        player.ready()
    ada.is_at("Auction for 1901")
    ben.is_at("Enchères pour 1901")
    for seat, player in players.items():
        bids = recorded["S1901B"][seat]["bids"]
        player.fill({f"bid-{power}": str(bid) for power, bid in bids.items()})
        player.ready()
    ada.is_at("Spring 1901, moves")
    ada.keep("game")
    ben.is_at("Printemps 1901, mouvements")
    onlooker.sees("plays", "#ladder")
    game_goes_on(folder, ada.game, "W1902A")
    ada.is_at("Winter 1902, adjustments")
    ben.is_at("Hiver 1902, ajustements")
    ben.keep("last-winter")
    for seat, player in players.items():
        player.write(*recorded["W1902A"][seat])
        player.ready()
    expect(ada.one("#outcome")).to_contain_text("You have won.")
    ada.keep("won")
    onlooker.sees_ladder("fay", "ada", "ben", "gus")
    onlooker.sees("ada beat ben", "main")
    onlooker.keep("ranks-moved")
    ben.sees_ladder("fay", "ada", "ben", "gus")
    ben.keep("ranks-moved")
    ada.line_in(said, ada.address, r"^Subject: .*(You won: rank 4 → 2)$")


def declining_is_free_once(gus: Entrant, ben: Entrant) -> None:
    for number in (1, 2):
        gus.challenge("ben")
        ben.go(ben.season)
        ben.keep(f"may-decline-{number}")
        ben.press('#next button[value="decline"]')
        if number == 2:
            ben.sees("Cela vous coûte 1 rang : vous passez du rang 3 au rang 4.")
            ben.press('main button[value="decline"]')
        ben.keep(f"declined-{number}")
        gus.sees_ladder("fay", "ada", *(("ben", "gus") if number == 1 else ("gus", "ben")))
    gus.go(f"{gus.season}log/")
    gus.keep("log")


def absence_forfeits(gus: Entrant, ada: Entrant, folder: Path) -> None:
    """Ada accepts and is not seen again: two misses in a row end it (HR-2, HR-5)."""
    gus.challenge("ada")
    ada.go(ada.season)
    ada.keep("is-challenged")
    ada.press('#next button[value="accept"]')
    gus.game = ada.game = ada.path
    ada.go(ada.season)
    gus.go(gus.game)
    gus.is_at("Choice of home powers")
    gus.write(*POWERS)
    gus.ready()
    deadline_comes(folder, gus.game)
    gus.is_at("Auction for 1901")
    gus.one('[name^="bid-"] >> nth=0').fill("8")  # Ada's home power was drawn: any of the others
    gus.ready()
    deadline_comes(folder, gus.game)
    expect(gus.one("#outcome")).to_contain_text("You have won.")
    gus.keep("won-by-forfeit")
    ada.sees_ladder("fay", "gus", "ada", "ben")
    ada.keep("forfeited")


def a_dispute_is_raised_answered_and_ruled(ada: Entrant, gus: Entrant, carl: Entrant, said: Path) -> None:
    """Both players are told of it."""
    ada.go(f"{ada.season}results/")
    ada.keep("results")
    ada.press('main a[href*="/disputes/"] >> nth=0')
    ada.keep("may-dispute")
    ada.fill({"dispute-said": "The power was cut in the whole street, for two days."})
    ada.press("main form .button-main")
    ada.keep("disputed")
    dispute = ada.path
    for each in (ada, gus):
        each.follows_mail(said, "disputes")
        assert each.path == dispute
    gus.fill({"answer-said": "I believe her."})
    gus.press("main form .button-main")
    gus.keep("answered")
    carl.go(f"{carl.season}desk/")
    carl.keep("desk")
    carl.press('section[aria-labelledby="h-needs"] a[href*="/disputes/"]')
    carl.one('[name="ruling"][value="annulled"]').check()
    carl.fill({"reason": "The cut is in the newspaper. Play again."})
    carl.keep("rules-on-it")
    carl.press("main form .button-main")
    carl.sees("ruled by carl")
    carl.keep("has-ruled")
    ada.go(ada.season)
    ada.sees_ladder("fay", "ada", "gus", "ben")
    ada.sees("final by a ruling")
    ada.keep("ranks-are-back")


def idle_weeks_cost_ranks(ada: Entrant, gus: Entrant, folder: Path) -> None:
    """One idle week costs a rank in this season. Gus challenges in the second week; Ada and Ben could, and do
    not. No one is below Ben.
    """
    idle_weeks_pass(folder, by="gus", of="ada")
    ada.go(ada.season)
    ada.sees_ladder("fay", "gus", "ada", "ben")
    gus.go(f"{gus.season}log/")
    gus.sees("ada was inactive, and drops from rank")
    gus.keep("log-of-idle-weeks")


def a_game_is_open_at_the_end(ben: Entrant, gus: Entrant, folder: Path, said: Path) -> None:
    """Ben challenges Gus, for Ada has one to answer; and both forget about their game."""
    ben.challenge("gus")
    undoing_ends(folder)
    gus.follows_mail(said, "challenges", of="ben challenges you")
    gus.press('main button[value="accept"]')
    gus.is_at("Choice of home powers")


def it_ends(gus: Entrant, ben: Entrant, carl: Entrant, folder: Path) -> None:
    """No one has to do anything: the last day passes, and those for playing out; then the site voids the game
    that is open, for no year of it was finished. Fay and Gus have no game that counts and no rank.
    """
    gus.go(gus.season)
    last_day_passes(folder)
    gus.go(f"{gus.season}results/")
    gus.sees("ben and gus: void")
    gus.go(gus.season)
    gus.sees("Podium")
    gus.sees("ada", ".champions li:first-child")
    gus.sees("unranked")
    gus.keep("final-table")
    ben.go(ben.season)
    ben.keep("final-table")
    carl.go(f"{LEAGUE}competitions/")
    carl.sees("Season 2", 'section[aria-labelledby="h-drafts"]')
    carl.keep("next-season")
    carl.press('main a:text-is("Season 2")')
    carl.sees("This is a draft.")
    carl.keep("next-draft")
