"""Who reads a season's book: no one who ever had an entry in it."""

from __future__ import annotations

import pytest

from games.common import clock
from league.competitions import services
from league.competitions.models import Entry
from tests.league.prizes.pages import at

pytestmark = pytest.mark.django_db

PRIVATE = ("book", "records")


def enter(season, user) -> Entry:
    return services.enter(competition=season.competition, user=user, accepts=season.accepts())


def test_an_organiser_who_entered_and_withdrew_reads_what_the_public_reads(money_season, client_of, carl):
    browser = client_of(carl)
    assert [browser.get(at(page, money_season)).status_code for page in PRIVATE] == [200, 200]
    entry = enter(money_season, carl)
    assert [browser.get(at(page, money_season)).status_code for page in PRIVATE] == [404, 404]
    money_season.withdraw(entry)
    assert [browser.get(at(page, money_season)).status_code for page in PRIVATE] == [404, 404]
    assert browser.get(at("statement", money_season)).status_code == 200


def test_an_entry_that_was_refused_was_none(money_season, client_of, carl):
    entry = enter(money_season, carl)
    Entry.objects.filter(pk=entry.pk).update(
        state=Entry.State.REFUSED, payment="none", pay_by=None, left_at=clock.now()
    )
    assert client_of(carl).get(at("book", money_season)).status_code == 200
