"""A season with fees that is cancelled half played: everyone gets back what they paid, to the cent.

Carl cancels it and gives back what came by hand, with Eve; what came online goes back by itself. No one's
money is real.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.browser.money import (
    Payer,
    also_pay,
    games_are_played,
    reload_until,
    season_begins,
)
from tests.browser.money_steps import a_season_with_fees, a_sponsor_gives
from tests.league.prizes.check_book import check

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]


def test_a_season_with_fees_that_is_cancelled_gives_every_cent_back(
    open_window: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_season_with_fees(open_window, tmp_path, monkeypatch, "lou", "rae") as (carl, eve, ada, ben, comes):
        gus = comes("gus", color_scheme="dark")
        one_pays_at_the_sandbox(gus)
        also_pay(tmp_path, by_hand=("lou",), online=("rae",), recorder="eve", country="FR")
        a_sponsor_gives(carl, eve)
        ada.at("")
        reload_until(ada, "5 counted, 50.00 tokens")
        season_begins(tmp_path, "gus", "ada", "ben")
        games_are_played(tmp_path, ("ada", "gus", True))
        it_is_cancelled_half_played(carl, ada, ben)
        what_came_online_goes_back_by_itself(gus)
        what_came_by_hand_is_given_back(carl, eve, ada, ben)
        nothing_is_left(ada, ben)


def one_pays_at_the_sandbox(gus: Payer) -> None:
    gus.enters()
    gus.goes_to_checkout()
    gus.does("pay")
    gus.sees("We received 10.00 tokens.")


def it_is_cancelled_half_played(carl: Payer, ada: Payer, ben: Payer) -> None:
    """The arbiter gives a reason that everyone reads; each reads what they get back, from whom."""
    carl.go(f"{carl.season}desk/")
    carl.press('main a[href$="/cancel/"]')
    carl.fill({"reason": "The hall has burnt down."})
    carl.keep("cancel")
    carl.press("main form .button-main")
    carl.sees("The season is cancelled.")
    ada.go(ada.season)
    ada.sees("The hall has burnt down.")
    ada.keep("cancelled")
    ada.at("pay/")
    ada.sees("You get 10.00 tokens back. It comes from carl, by bank transfer or in cash.")
    ada.keep("to-be-refunded")
    ben.at("pay/")
    ben.keep("to-be-refunded")


def what_came_online_goes_back_by_itself(gus: Payer) -> None:
    """Whole: what the provider keeps of it is not the entrant's to bear."""
    gus.at("pay/")
    reload_until(gus, "You got 10.00 tokens back. It goes back the way it came.")
    gus.keep("refunded")


def what_came_by_hand_is_given_back(carl: Payer, eve: Payer, ada: Payer, ben: Payer) -> None:
    """Three fees and both sums of the sponsor; the season's desk says so, and leads to the list."""
    carl.go(f"{carl.season}desk/")
    carl.keep("desk-refunds")
    carl.press('section[aria-labelledby="h-needs"] a:has-text("5 offline refunds to make")')
    for number, each in enumerate((carl, carl, carl, eve, eve)):
        each.at("desk/")
        each.press('section[aria-labelledby="h-refunds"] td a >> nth=0')
        if number in (0, 3):
            each.keep("refund")
        each.press("main form .button-main")
        each.sees("Logged: the refund is made.", "body")
    eve.sees("Nothing to do")
    eve.keep("desk-empty")
    ada.at("pay/")
    ada.sees("You got 10.00 tokens back.")
    ada.keep("refunded")
    ada.go("/money/")
    ada.keep("own-refunded")
    ben.go("/money/")
    ben.keep("own-refunded")


def nothing_is_left(ada: Payer, ben: Payer) -> None:
    """Five fees of 10 and 55 of the sponsor have come and gone; only the provider's 0.39 a payment is
    missing, and the holder of what was paid online bears it.
    """
    assert ada.adds_up() == ben.adds_up() == 105
    ada.sees("Refunds")
    ada.keep("statement-cancelled")
    ben.keep("statement-cancelled")
    moved, _total = ada.reads("h-now")
    assert sorted(moved) == [Decimal("-0.78"), Decimal("0.78"), Decimal(105)]
    _last, balances = check(ada.fetches("JSON"))
    left = {account: amount for (account, _holder), amount in balances.items() if amount}
    assert left == {"clearing": -78, "charges": 78}
