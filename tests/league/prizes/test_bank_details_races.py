"""Two at once over bank details and closed payment: real threads, real transactions."""

from __future__ import annotations

from contextlib import suppress

import pytest

from league.prizes.errors import PrizeError
from league.prizes.models import BankDetailsChange, PaymentClosing, PurseSetting
from tests.games.test_races import at_once
from tests.league.competitions.seasons import DAY
from tests.league.prizes.test_bank_details import NEW, change, confirm, draft, real  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)

THIRD = "a third account"


def test_what_was_shown_is_confirmed_or_nothing(real):  # noqa: F811
    change(real)

    def confirm_shown() -> None:
        with suppress(PrizeError):
            confirm(real)

    at_once(confirm_shown, lambda: change(real, THIRD))
    found = PurseSetting.objects.get()
    assert found.next_details == THIRD and found.bank_details != THIRD
    assert PaymentClosing.objects.filter(opened_at=None).count() == 1
    is_confirmed = BankDetailsChange.objects.filter(confirmed_by=real.ines).exists()
    assert (found.bank_details == NEW) == is_confirmed


def test_two_confirmations_at_once_move_times_to_pay_once(real):  # noqa: F811
    entry = real.enter("p1")
    change(real)

    def confirm_shown() -> None:
        with suppress(PrizeError):
            confirm(real)

    at_once(confirm_shown, confirm_shown, confirm_shown)
    assert real.fresh(entry).pay_by == entry.pay_by + 7 * DAY
    assert PaymentClosing.objects.count() == 1
