"""A round robin with prizes, from its draft to what its winner is owed and the file that anyone can check.

Carl organises and rules, Eve is the second treasurer, on a phone. Ada reads English, Ben French on a phone
whose browser runs no scripts; Lou and Mia pay by hand. No one's money is real.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.money import Payer, also_pay, do
from tests.browser.money_steps import a_season_with_fees
from tests.league.competitions.check_groups import faults_in

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]

BEGIN = """
now = clock.now()
Competition.objects.filter(pk=season.pk).update(enters_until=now, starts_at=now)
turning.turn_all()
"""

PLAY = """
from games.services.players import votes
for winner, loser in {games!r}:
    sides = season.pairings.filter(sides__entry=entry_of(winner)).filter(sides__entry=entry_of(loser))
    game = sides.get().game
    votes.concede(game=game, user=person(loser))
    results.take_results([game.pk])
"""

END = """
after = clock.now() + timedelta(days=3)
clock.read = lambda: after
for _time in range(3):
    turning.turn_all()
"""


def test_a_round_robin_from_its_draft_to_its_prizes(
    open_window: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drafted = {"kind": "groups", "largest": 8, "playing_out_days": "7"}
    with a_season_with_fees(open_window, tmp_path, monkeypatch, "lou", "mia", **drafted) as cast:
        carl, eve, ada, ben, comes = cast
        also_pay(tmp_path, by_hand=["lou", "mia"], online=[], recorder="eve", country="FR")
        the_rules_say_how_the_table_is_made(ada, ben)
        do(tmp_path, BEGIN)
        everybody_has_a_game_against_everybody(ada, ben)
        do(tmp_path, PLAY, games=[("ada", "ben"), ("lou", "ben"), ("ada", "mia")])
        the_table_follows(ada, ben)
        do(tmp_path, PLAY, games=[("ada", "lou"), ("lou", "mia"), ("mia", "ben")])
        ada.go(ada.season)
        ada.press('main a:has-text("see or dispute this result") >> nth=0')
        ada.keep("result")
        do(tmp_path, END)
        it_is_over(ada, ben, eve)
        two_confirm_and_the_winner_claims(carl, eve, ada)
        anybody_can_check_it(comes("hal"))


def the_rules_say_how_the_table_is_made(ada: Payer, ben: Payer) -> None:
    ada.go(f"{ada.season}rules/")
    ada.sees("Everyone plays everyone once.")
    ada.sees("None: no one can enter after the season begins.")
    assert "challenge" not in ada.one("main").inner_text().lower()
    ada.keep("rules")
    ben.go(f"{ben.season}rules/")
    ben.sees("Chacun joue une fois contre chacun.")
    ben.keep("rules")


def everybody_has_a_game_against_everybody(ada: Payer, ben: Payer) -> None:
    ada.go(ada.season)
    ada.keep("begun")
    expect(ada.one("#next tbody tr")).to_have_count(4)
    expect(ada.one("#next tr.is-me td a[title*='being played']")).to_have_count(3)
    ada.press("#next tr.is-me td a >> nth=0")
    ada.sees("Season 1", "body")
    ben.go(ben.season)
    ben.sees("Le classement", "#next")
    ben.keep("begun")


def the_table_follows(ada: Payer, ben: Payer) -> None:
    ada.go(ada.season)
    ada.sees("2", "#next tr.is-me strong")
    expect(ada.one("#next tr.is-me td a[title*='won']")).to_have_count(2)
    ada.keep("table")
    ben.go(ben.season)
    ben.sees("Derniers résultats", "#next")
    ben.keep("table")
    ben.go("/l/calais/")
    ben.sees("1 partie à jouer")
    ben.keep("home")


def it_is_over(ada: Payer, ben: Payer, eve: Payer) -> None:
    for window in (ada, ben):
        window.go(window.season)
        window.sees("ada", ".champions")
        window.keep("over")
    eve.go(f"{eve.season}p/1/")
    eve.keep("entrant")


def two_confirm_and_the_winner_claims(carl: Payer, eve: Payer, ada: Payer) -> None:
    for window in (carl, eve):
        window.at("desk/")
        window.press("main .entry-side a.button-main")
        window.keep("proposal")
        window.press('main form:has([value="confirm"]) button')
    eve.sees("Confirmed. The winners have been told to claim their prizes.", "body")
    ada.go(ada.season)
    ada.press('main a:has-text("Claim")')
    ada.keep("claim")


def anybody_can_check_it(hal: Payer) -> None:
    answer = hal.context.request.get(f"{hal.house}{hal.season}season.json")
    assert answer.ok, answer.status
    assert faults_in(json.loads(answer.text())) == []
