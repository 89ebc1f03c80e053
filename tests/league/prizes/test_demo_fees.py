"""The demo's season with an entry fee: what someone who looks around finds there."""

from __future__ import annotations

import pytest

from games.common import clock
from league.competitions.models import Competition
from league.demo import fees
from league.demo.league import SLUG
from league.demo.nine import SEATED
from league.demo.people import make_people
from league.leagues import services as leagues
from league.prizes.book import ledger
from league.prizes.book.verifying import verify
from league.prizes.models import Book, Payment


@pytest.mark.slow
@pytest.mark.django_db
def test_the_demo_takes_fees_in_play_money_and_ada_owes_hers(client_of):
    people = make_people()
    league = leagues.create_league(
        user=people["carl"], slug=SLUG, name="Café", description="", visibility="public"
    )
    for name in SEATED:
        leagues.join(league=league, user=people[name])
    season = fees.collecting(league, people)
    assert season.state == Competition.State.ANNOUNCED and season.terms.money.is_play
    assert sorted(season.entries.values_list("payment", flat=True)) == ["due", *["paid"] * len(fees.PAID)]
    owed = season.entries.get(user=people["ada"])
    assert owed.pay_by > clock.now()
    book = Book.objects.get(competition=season)
    assert Payment.objects.filter(book=book).count() == len(fees.PAID)
    pool = len(fees.PAID) * fees.FEE * 95 // 100 + fees.GIFT
    assert -ledger.balance(book, "pool") == pool
    assert verify(book).is_right
    here = season.get_absolute_url()
    ada = client_of(people["ada"])
    assert "10.00" in ada.get(here + "money/pay/").content.decode()
    assert client_of(people["ben"]).get(here + "enter/").status_code == 200
    assert "97.00" in ada.get(here + "money/").content.decode()
