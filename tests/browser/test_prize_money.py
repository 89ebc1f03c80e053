"""A season with fees as its people see it, from the draft to the last payout.

Carl organises, rules and holds what is paid by hand; Eve is the second who confirms. Ada reads English at a
desk, Gus by night; Ben reads French on a phone whose browser runs no scripts. No one's money is real.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.money import (
    Payer,
    also_pay,
    days_against_chargebacks_pass,
    days_pass_unclaimed,
    games_are_played,
    last_day_passes,
    pays_otherwise,
    provider_is_asked,
    reload_until,
    season_begins,
)
from tests.browser.money_steps import a_season_with_fees, a_sponsor_gives
from tests.browser.window import PHONE
from tests.league.prizes.check_book import check

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]

BY_HAND = ("jan", "lou", "mia", "nia", "oli", "pia")
ONLINE = ("rae", "sam", "tea", "uma")
CONFIRMED = ("csrfmiddlewaretoken", "act", "sha256")


def test_a_season_with_fees_from_its_draft_to_its_last_payout(
    open_window: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = (*BY_HAND[1:], *ONLINE)
    with a_season_with_fees(open_window, tmp_path, monkeypatch, *more) as (carl, eve, ada, ben, comes):
        gus, fay = comes("gus", color_scheme="dark"), comes("fay", viewport=PHONE)
        hal, ivy = comes("hal"), comes("ivy")
        also_pay(tmp_path, by_hand=BY_HAND, online=ONLINE, recorder="eve", country="FR")
        four_pay_at_the_sandbox(gus, fay, ivy, hal, tmp_path)
        a_bank_takes_a_payment_back(ivy)
        a_sponsor_gives(carl, eve)
        all_have_paid(ada, ben, carl)
        season_begins(tmp_path, "fay", "ada", "gus")
        a_ruling_changes_who_would_win_what(fay, ada, gus, carl, tmp_path)
        last_day_passes(tmp_path)
        two_confirm_the_payouts(carl, eve, ada)
        winners_claim_and_are_paid(fay, ada, carl, eve, tmp_path)
        one_prize_stays_unclaimed(gus, eve, tmp_path)
        a_bank_takes_one_back_after_the_payout(hal, carl)
        anybody_can_check_it(comes("jan"), ben)


def four_pay_at_the_sandbox(gus: Payer, fay: Payer, ivy: Payer, hal: Payer, folder: Path) -> None:
    """Gus is declined first; of Fay the site hears twice, of Hal nothing; Ivy's bank asks her once more."""
    for each in (gus, fay, ivy, hal):
        each.enters()
        each.goes_to_checkout()
    gus.keep("sandbox")
    gus.does("decline")
    gus.sees("The card was declined. You can try again.", "body")
    gus.keep("declined")
    gus.does("pay")
    gus.sees("Your payment is being confirmed.")
    gus.keep("being-confirmed")
    pays_otherwise(fay, folder, "duplicate")
    ivy.tab_to('main [name="act"][value="step"]')
    with ivy.page.expect_navigation():
        ivy.page.keyboard.press("Enter")
    ivy.keep("extra-step")
    ivy.does("confirm")
    pays_otherwise(hal, folder, "lost")
    hal.sees("Your payment is being confirmed.")
    for each in (gus, fay, ivy):
        each.sees("We received 10.00 tokens.")
    gus.keep("paid")
    hal.sees("Your payment is being confirmed.")
    provider_is_asked(folder)
    hal.sees("We received 10.00 tokens.")
    hal.keep("paid")


def a_bank_takes_a_payment_back(ivy: Payer) -> None:
    """She owes it again, sees until when, and pays once more."""
    ivy.go(ivy.checkout)
    ivy.keep("sandbox-paid")
    ivy.does("charge-back")
    ivy.at("pay/")
    reload_until(ivy, "Your bank reversed your payment.")
    ivy.keep("owes")
    ivy.go("/money/")
    ivy.sees("10.00 tokens to pay")
    ivy.keep("own-owes")
    ivy.press('main a[href$="/money/pay/"] >> nth=0')
    ivy.goes_to_checkout()
    ivy.does("pay")
    ivy.sees("We received 10.00 tokens.")
    ivy.keep("paid-again")


def all_have_paid(ada: Payer, ben: Payer, carl: Payer) -> None:
    """17 fees of 10, one of which a bank took back, and 55 of a sponsor."""
    assert ada.adds_up() == 225
    ada.sees("16 counted, 160.00 tokens")
    ada.sees("Gift from Librairie du Port (added after entries opened)")
    ada.keep("statement")
    assert ben.adds_up() == 225
    ben.keep("statement")
    carl.at("book/")
    carl.keep("book")


def a_ruling_changes_who_would_win_what(
    fay: Payer, ada: Payer, gus: Payer, carl: Payer, folder: Path
) -> None:
    """The pool is 16 times 9.50, and a gift of 40. Ada takes the first rank from Fay, who disputes it. The
    page that Ada has open meanwhile follows the ruling by itself.
    """
    games_are_played(folder, ("ada", "fay", True), ("", "gus", False), ("", "fay", False), ("", "ada", False))
    ada.sees_prizes("ada 96.00", "fay 57.60", "gus 38.40", "gus 15.00")
    ada.keep("would-win")
    fay.go(f"{fay.season}results/")
    fay.press('main li:has-text("fay conceded to ada") a[href*="/disputes/"]')
    fay.fill({"dispute-said": "The power was cut in the whole street, for two days."})
    fay.press("main form .button-main")
    fay.sees("The result is disputed", "body")
    carl.go(fay.path)
    carl.one('.choice:has(label:has-text("forfeit by ada")) input').check()
    carl.fill({"reason": "She should have waited."})
    carl.press("main form .button-main")
    carl.sees("The ruling is published.", "body")
    ada.sees("fay", "#money tbody tr >> nth=0")
    gus.sees_prizes("fay 96.00", "ada 57.60", "gus 38.40", "gus 15.00")
    gus.keep("would-win")
    gus.at("")
    gus.keep("statement-now")


def two_confirm_the_payouts(carl: Payer, eve: Payer, ada: Payer) -> None:
    """Each in a window of their own. What is confirmed once more, before or after, books nothing."""
    carl.at("desk/")
    carl.keep("desk")
    before = ada.bookings()
    carl.press("main .entry-side a.button-main")
    carl.keep("proposal")
    form = {each: carl.one(f'aside form [name="{each}"]').first.input_value() for each in CONFIRMED}
    proposal = carl.path

    def confirms_once_more() -> None:
        answer = carl.context.request.post(
            proposal, form=form, headers={"Referer": f"{carl.house}{proposal}"}
        )
        assert answer.ok, answer.status

    carl.press('main form:has([value="confirm"]) button')
    carl.sees("It takes effect once enough treasurers have.", "body")
    confirms_once_more()
    assert ada.bookings() == before
    ada.sees("1 of 2 confirmations")
    ada.keep("statement-one-confirmed")
    eve.at("desk/")
    eve.keep("desk")
    eve.press("main .entry-side a.button-main")
    eve.keep("proposal")
    eve.press('main form:has([value="confirm"]) button')
    eve.sees("Confirmed. The winners have been told to claim their prizes.", "body")
    after = ada.bookings()
    assert after == before + 5, "a prize from each holder, and the sponsor's own"
    confirms_once_more()
    eve.context.request.post(proposal, form=form, headers={"Referer": f"{eve.house}{proposal}"})
    assert ada.bookings() == after


def winners_claim_and_are_paid(fay: Payer, ada: Payer, carl: Payer, eve: Payer, folder: Path) -> None:
    """Fay's prize is in Carl's hands; Ada's came online, and is kept for some days."""
    for winner in (fay, ada):
        winner.go("/money/")
        winner.keep("own-won")
        winner.press('main a[href^="/money/claims/"]')
        winner.keep("claim")
        winner.press("main form .button-main")
        winner.sees("You have claimed it.")
    carl.at("desk/")
    carl.sees("Online payments are held until then", 'tr:has-text("ada")')
    carl.keep("desk-claimed")
    carl.press('tr:has-text("fay") a')
    carl.fill({"pay-reference": ""})
    carl.press('main form:has([value="pay"]) .button-main')
    carl.sees("Give the reference of the payment")
    carl.fill({"pay-reference": "Transfer 96"})
    carl.keep("payout")
    carl.press('main form:has([value="pay"]) .button-main')
    carl.sees("Logged: the prize is paid.", "body")
    days_against_chargebacks_pass(folder)
    eve.at("desk/")
    eve.press('tr:has-text("ada") a')
    eve.press('main form:has([value="pay"]) .button-main')
    eve.sees("Logged: the prize is paid.", "body")
    ada.go("/money/")
    ada.sees("57.60 tokens")
    ada.keep("own-paid")


def one_prize_stays_unclaimed(gus: Payer, eve: Payer, folder: Path) -> None:
    mails = days_pass_unclaimed(folder, 8)
    assert "To: gus@example.org" in mails
    assert "To: fay@example.org" not in mails
    eve.at("desk/")
    eve.sees("Reminded once.", 'section[aria-labelledby="h-unclaimed"]')
    eve.keep("desk-unclaimed")
    gus.at("")
    expect(gus.one("#prizes tr:has-text('gus')").first).to_contain_text("not claimed yet")
    gus.keep("statement-unclaimed")


def a_bank_takes_one_back_after_the_payout(hal: Payer, carl: Payer) -> None:
    """No one loses a prize by it: Kim, who guarantees it, owes it, and then pays. Now the site hears."""
    hal.go(hal.checkout)
    hal.does("charge-back")
    hal.at("")
    reload_until(hal, "Owed by the guarantor")
    assert hal.adds_up() == 225
    hal.keep("statement-guarantor")
    carl.at("records/new/guarantee/")
    carl.fill({"amount": "10", "reference": "Transfer of kim"})
    carl.press("main form .button-main")
    carl.sees("Logged, and in the ledger.", "body")
    assert hal.adds_up() == 235
    expect(hal.one("main")).not_to_contain_text("Owed by the guarantor")


def anybody_can_check_it(jan: Payer, ben: Payer) -> None:
    """The files of the statement say what the page does, and can be checked without the site."""
    assert ben.adds_up() == jan.adds_up() == 235
    ben.keep("statement-in-the-end")
    seal = jan.one("dt:text-is('Last fingerprint') + dd").inner_text()
    last, balances = check(jan.fetches("JSON"))
    assert last == seal
    of: Counter[str] = Counter()
    for (account, _holder), amount in balances.items():
        of[account] += amount
    # Gus has not claimed 38.40 and 15.00; 16 shares of 0.50 have borne nine charges of 0.39.
    assert {account: amount for account, amount in of.items() if amount} == {
        "clearing": 889,
        "cash": 4900,
        "payouts": -5340,
        "organiser_fee": -449,
    }
    rows = list(csv.DictReader(jan.fetches("CSV").removeprefix("\ufeff").splitlines()))
    assert len({row["number"] for row in rows}) == jan.bookings()
    assert sum(Decimal(row["amount"]) for row in rows) == 0
