"""How a season with fees begins: drafted, announced, paid for. The steps that all stories of money share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import expect

from tests import migrated
from tests.browser.money import LEAGUE, Payer, opener, people_come
from tests.browser.window import PHONE, PHONE_IN_FRENCH
from tests.house.process import house


class Cast(NamedTuple):
    """Who is there once the season is announced; `comes` opens a window for more."""

    carl: Payer
    eve: Payer
    ada: Payer
    ben: Payer
    comes: Callable[..., Payer]


@contextmanager
def a_season_with_fees(
    open_window: Callable[..., Any], folder: Path, monkeypatch: Any, *more: str, **drafted: Any
) -> Iterator[Cast]:
    """A house whose season with fees, `drafted` so, is announced, and in which ada and ben have paid by hand.
    `more` are people who pay too, without a window. In the end nothing must have gone wrong in the house.
    """
    migrated.copy_to(folder / migrated.NAME)
    with house(folder, "--no-demo", DEBUG="0") as (address, _process, said):
        people_come(folder, *more)
        comes = opener(open_window, address, monkeypatch)
        carl, eve = comes("carl"), comes("eve", viewport=PHONE)
        eve.season = an_organiser_drafts_a_season(carl, **drafted)
        it_is_announced_once_two_have_agreed(carl, eve)
        comes = opener(open_window, address, monkeypatch, carl.season)
        ada, ben = comes("ada"), comes("ben", **PHONE_IN_FRENCH)
        two_pay_by_hand(ada, ben, carl, eve)
        yield Cast(carl, eve, ada, ben, comes)
        assert "Traceback" not in said.read_text()


LADDER = {"least_games": "1", "answer_days": "0"}


def an_organiser_drafts_a_season(carl: Payer, kind: str = "ladder", largest: int = 16, **own: str) -> str:
    """First the season, with what is its kind's `own`, then its money; what the prizes would come to shows
    before anything is saved.
    """
    carl.go(f"{LEAGUE}competitions/")
    carl.press(f'main a[href$="kind={kind}"]')
    today = datetime.now(UTC).replace(hour=0, minute=0, tzinfo=None)
    days = {"enters_from": -1, "enters_until": 7, "starts_at": 7, "ends_at": 200}
    carl.unfold()
    carl.fill({name: f"{today + timedelta(days=number):%Y-%m-%dT%H:%M}" for name, number in days.items()})
    numbers = {"smallest": "4", "largest": str(largest), "dispute_days": "2", **(own or LADDER)}
    carl.fill({"name": "Season 1", "arbiters": "carl, eve", "last_year": "1902", **numbers})
    carl.press('main form .button-main:not([name="check"])')
    carl.sees("This is a draft.")
    season = carl.season = carl.path
    carl.press('main a[href$="/money/rules/"]')
    carl.keep("money-rules")
    carl.fill({"fee": "10", "league_percent": "5", "prize_games": "1", "least_age": "16"})
    carl.one('[name="online"]').check()
    carl.one('[name="cash_holder"]').select_option("carl")
    carl.fill({"second_above": "25"})
    carl.fill({"confirmations": "2"})
    carl.one("details:has([name=countries]) summary").click()
    for country in ("FR", "GB"):
        carl.one(f'[name="countries"][value="{country}"]').check()
    carl.fill({"extra_sponsor_1": "Librairie du Port", "extra_rank_1": "3", "extra_sum_1": "15"})
    pool = f"{largest * 10 * 0.95:.2f}"  # so many fees of 10, but for 5 % of them
    expect(carl.one("#split tfoot")).to_contain_text(pool)
    carl.press("main form .button-main")
    carl.sees("Name a guarantor: they bear payments that banks reverse")
    carl.keep("money-rules-refused")
    carl.fill({"guarantor": "carl"})
    carl.press("main form .button-main")
    carl.sees("No one has been asked yet", "body")
    return season


def it_is_announced_once_two_have_agreed(carl: Payer, eve: Payer) -> None:
    carl.press('main form[action$="/trust/ask/"] button')
    carl.sees("2 people have been asked by e-mail.", "body")
    carl.keep("trust")
    carl.at("bank/")
    carl.fill({"bank_details": "Carl Martin, FR76 3000 6000 0112 3456 7890 189", "password": "carl-plays"})
    carl.press('main button[value="save"]')
    carl.sees("Saved.", "body")
    carl.keep("bank")
    carl.at("trust/")
    carl.press('main button[value="agree"]')
    carl.press('main a[href$="/announce/"]')
    carl.sees("eve has not agreed yet (treasurer).")
    carl.keep("announce-too-soon")
    carl.press("main form .button-main")
    carl.sees("eve has not agreed yet (treasurer).", "body")
    carl.keep("announce-refused")
    eve.at("trust/")
    eve.keep("trust")
    eve.tab_to('button[value="agree"]')
    with eve.page.expect_navigation():
        eve.page.keyboard.press("Enter")
    eve.sees("Everyone needed has agreed.")
    carl.go(f"{carl.season}announce/")
    carl.press("main form .button-main")
    carl.sees("Announced. The rules are frozen.", "body")
    carl.keep("announced")
    carl.at("rules/", 404)


def two_pay_by_hand(ada: Payer, ben: Payer, carl: Payer, eve: Payer) -> None:
    """Each is told how to pay; Carl records one as their list offers it, Eve the other, on her phone."""
    ada.go(ada.season)
    ada.keep("season")
    ada.press('main a[href$="/enter/"]')
    ada.keep("enter")
    ada.press("main form .button-main")
    ada.sees("Choose the country you live in.")
    ada.keep("enter-refused")
    ada.enters()
    ada.sees("FR76 3000 6000")
    ada.keep("pay")
    ben.enters("GB")
    ben.sees("FR76 3000 6000")
    ben.keep("pay")
    for recorder, entrant in ((carl, ada), (eve, ben)):
        recorder.at("records/")
        recorder.keep("records")
        recorder.press(f'main tr:has(th:text-is("{entrant.name}")) a')
        recorder.fill({"reference": f"Transfer of {entrant.name}", "amount": "0"})
        recorder.press("main form .button-main")
        recorder.sees("Give a sum above 0.")
        recorder.fill({"amount": "10"})
        recorder.keep("record-payment")
        recorder.press("main form .button-main")
        recorder.sees("Logged, and in the ledger.", "body")
        entrant.at("pay/")
        expect(entrant.one("#h-receipt")).to_be_visible()
        entrant.keep("paid")


def a_sponsor_gives(carl: Payer, eve: Payer) -> None:
    """What is above the limit counts once the second person has confirmed it."""
    carl.at("records/new/extra/")
    carl.fill({"reference": "Cheque 12"})
    carl.press("main form .button-main")
    carl.sees("Logged, and in the ledger.", "body")
    carl.at("records/new/gift/")
    carl.fill({"name": "Librairie du Port", "amount": "40", "reference": "Cheque 13"})
    carl.keep("record-gift")
    carl.press("main form .button-main")
    carl.sees("It counts once a second treasurer has confirmed it.", "body")
    carl.keep("gift-waits")
    eve.at("records/")
    eve.keep("gift-waits")
    eve.press('#waiting form[action$="/confirm/"] button')
    eve.sees("Confirmed, and in the ledger.", "body")
    eve.keep("records")
