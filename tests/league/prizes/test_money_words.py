"""Days that texts about money promise are those of the services that decide them, in both languages."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

import polib
import pytest

from league.prizes.agreed import periods, roles
from league.prizes.services.incoming.charging_back import CHARGEBACK_DAYS
from league.prizes.services.payouts.unclaimed import RETURNED_AFTER
from league.prizes.services.treasurers import cancelling, closing
from league.server import catalogue


def days(given: timedelta) -> int:
    return given.days


PROMISED: Final = {
    "You have 7 days to pay again.": [CHARGEBACK_DAYS],
    "If your bank reverses your payment, you have 7 days": [CHARGEBACK_DAYS],
    "Claim your prize within 180 days.": [days(periods.CARRIED_AFTER)],
    "You can still claim them. After 180 days": [days(periods.CARRIED_AFTER)],
    "at least 7 days later": [days(closing.LEAST)],
    "gets the lost time back": [days(closing.LEAST)],
    "cancelling takes two people": [days(cancelling.TREASURERS), days(cancelling.TEAM)],
    "hasn’t answered for 7 days": [days(roles.SILENT_AFTER)],
    "They have another 14 days": [periods.ANSWER_DAYS],
    "a treasurer is missing or hasn’t answered": [periods.ANSWER_DAYS],
}
"""Part of an English text, and the numbers that it and its translation say."""


@pytest.mark.parametrize("words", PROMISED)
def test_a_text_promises_the_days_of_the_code(words):
    found = [entry for entry in polib.pofile(str(catalogue.catalogue_path("fr"))) if words in entry.msgid]
    assert found
    for entry in found:
        for said in (entry.msgid, entry.msgstr):
            assert [int(number) for number in re.findall(r"\d+", said)] == PROMISED[words], said


def test_after_a_year_is_when_unclaimed_prizes_go_back():
    assert timedelta(days=365) == RETURNED_AFTER
    said = [
        each
        for each in polib.pofile(str(catalogue.catalogue_path("fr")))
        if re.search("after a year .* paid", each.msgid)
    ]
    assert len(said) >= 4
    assert all("au bout d’un an" in each.msgstr.lower() for each in said)
