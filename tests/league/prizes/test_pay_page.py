"""The page of one's own fee: to be paid and how, credited by the provider's word alone, on its way back."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.common import clock
from league.competitions import services
from league.competitions.models import Entry
from league.competitions.rules.prize_rules import PrizeRules
from league.competitions.words.money_terms import conditions
from league.prizes.models import Booking, Checkout, HandRecord, Payment, PurseSetting
from league.prizes.providers import sandbox
from league.prizes.providers.port import OpenedCheckout
from league.prizes.services.incoming import manual_entries
from tests.conftest import count_queries
from tests.league.prizes.money_seasons import FEE
from tests.league.prizes.online import deliver
from tests.league.prizes.pages import at, said, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(money_season):
    return money_season.enter("p1")


@pytest.fixture
def payer(client_of, entry):
    return client_of(entry.user)


def pay_online(client, season):
    return client.post(at("pay-online", season))


@pytest.mark.slow
def test_both_ways_to_pay_are_shown_with_the_deadline(payer, money_season):
    PurseSetting.objects.create(competition=money_season.competition, bank_details="FR76 3000")
    text = text_of(payer.get(at("pay", money_season)))
    for words in (
        "Your place is kept until",
        "Pay 12.00 tokens online",
        "To henrik. A treasurer logs it when it arrives.",
        f"PR1-{money_season.competition.code}",
        "FR76 3000",
        "you leave before your first game starts",
        "7 days of entering",
        "3 days of getting a place from the waiting list",
    ):
        assert words in text, words


@pytest.mark.parametrize(
    ("countries", "said"),
    [
        (("FR",), {"en": "in this country: France.", "fr": "dans ce pays\u00a0: France."}),
        (
            ("GB", "FR"),
            {
                "en": "in one of these countries: France and United Kingdom.",
                "fr": "dans l’un de ces pays\u00a0: France et Royaume-Uni.",
            },
        ),
    ],
)
def test_living_in_one_of_the_countries_is_enough(countries, said):
    for language, words in said.items():
        with translation.override(language):
            (condition,) = conditions(PrizeRules(countries=countries))
            assert condition.endswith(words)


@pytest.mark.slow
def test_beside_the_fee_stand_places_pace_and_what_it_takes_to_enter(client_of, make_money_season):
    season = make_money_season({"least_age": 16}, largest=24).agree()
    season.announce()
    accepts = season.accepts(is_old_enough=True)
    other, entry = (season.enter(name, accepts=accepts) for name in ("p1", "p2"))
    person = entry.user
    season.pay_by_hand(entry)
    text = text_of(client_of(person).get(at("pay", season)))
    for words in (
        "24: 1 paid, 1 unpaid",
        "<dt>Last game year</dt><dd>1902</dd>",
        "<dt>To enter</dt><dd>Your e-mail address is confirmed.<br>An age of 16 years or more.</dd>",
    ):
        assert words in text, words
    assert "An entry fee of" not in text
    season.pay_by_hand(other)
    season.clock(season.competition.starts_at)
    season.turn()
    assert "<dt>To enter</dt>" not in text_of(client_of(person).get(at("pay", season)))


@pytest.mark.slow
def test_queries_of_the_pay_page_do_not_grow(client_of, payer, money_season):
    payer.get(at("pay", money_season))
    few = count_queries(payer, at("pay", money_season))
    for number in range(2, 6):
        money_season.enter(f"p{number}")
    assert count_queries(payer, at("pay", money_season)) == few


@pytest.mark.slow
def test_bank_details_are_for_those_who_have_to_pay(client_of, payer, money_season, entry, ada, carl):
    PurseSetting.objects.create(competition=money_season.competition, bank_details="FR76 3000")
    money_season.pay_by_hand(entry)
    assert "FR76 3000" not in text_of(payer.get(at("pay", money_season)))
    for somebody in (ada, carl, money_season.ines):
        assert client_of(somebody).get(at("pay", money_season)).status_code == 404


@pytest.mark.slow
def test_paying_online_leads_to_the_provider_and_its_word_alone_credits(payer, money_season, entry):
    done = pay_online(payer, money_season)
    checkout = Checkout.objects.get()
    assert done.url == checkout.address
    back = f"{at('pay', money_season)}?back=yes"
    # Coming back credits nothing, however often, paid or not.
    for _time in range(2):
        text = text_of(payer.get(back))
        assert "Your payment is being confirmed." in text
        assert checkout.address in text
    sandbox.pay(checkout.provider_id)
    text_of(payer.get(back))
    assert not Payment.objects.exists()
    assert money_season.fresh(entry).payment == Entry.Payment.DUE
    deliver()
    text = text_of(payer.get(back))
    assert "You are in." in text
    assert "We received 12.00 tokens." in text
    assert money_season.fresh(entry).state == Entry.State.ACCEPTED


@pytest.mark.slow
def test_the_open_page_is_told_when_something_changes(payer, money_season):
    pay_online(payer, money_season)
    page = payer.get(at("pay", money_season)).context["page"]
    state = at("pay-state", money_season)
    assert payer.get(state, {"stamp": page.stamp}).status_code == 204
    sandbox.pay(page.checkout.provider_id)
    deliver()
    changed = payer.get(state, {"stamp": page.stamp})
    assert (changed.status_code, changed["HX-Refresh"]) == (200, "true")


@pytest.mark.slow
def test_a_provider_elsewhere_is_reached_by_a_link(payer, money_season, monkeypatch):
    """A form that leads to another site is refused by the content security policy of the page."""
    address = "https://pay.example.org/c/1"

    def create(self, asked):
        return OpenedCheckout("c1", address)

    monkeypatch.setattr(sandbox.Sandbox, "create", create)
    done = pay_online(payer, money_season)
    assert done.url == at("pay", money_season)
    assert f'href="{address}"' in text_of(payer.get(done.url))


@pytest.mark.slow
def test_refusals_are_said_on_the_page(payer, money_season, entry):
    money_season.pay_by_hand(entry)
    done = payer.post(at("pay-online", money_season), follow=True)
    assert said(done) == ["There is nothing to pay for this entry now."]
    assert not Checkout.objects.exists()


@pytest.mark.slow
def test_another_pays_nobodys_fee(client_of, visitor, ada, dora, money_season, entry):
    for somebody in (ada, dora, money_season.henrik):
        client = client_of(somebody)
        for name in ("pay", "pay-state"):
            assert client.get(at(name, money_season)).status_code == 404
        assert client.post(at("pay-online", money_season)).status_code == 404
    assert visitor.get(at("pay", money_season)).status_code == 302
    assert visitor.post(at("pay-online", money_season)).status_code == 302
    assert not Checkout.objects.exists()


@pytest.mark.slow
def test_the_receipt_has_the_bookings_and_their_seals(payer, money_season, entry):
    money_season.pay_by_hand(entry)
    text = text_of(payer.get(at("pay", money_season)))
    for booking in Booking.objects.all():
        sha = booking.sha256
        assert f"{sha[:4]} {sha[4:8]} {sha[8:12]} {sha[12:16]}" in text
    for words in (
        "12.00 tokens",
        "11.40 tokens prize pool",
        "0.60 tokens league’s costs",
        "bank transfer or cash",
        "henrik",
    ):
        assert words in text
    assert "Withdraw and get 12.00 tokens back" in text


@pytest.mark.slow
def test_what_waits_for_the_second_person_is_said(client_of, make_money_season):
    season = make_money_season({"second_above": FEE - 1}).agree()
    season.announce()
    entry = season.enter("p1")
    manual_entries.record(
        competition=season.competition,
        by=season.henrik,
        kind=HandRecord.Kind.PAYMENT,
        amount=FEE,
        received_on=clock.now().date(),
        reference="transfer",
        key="6d5a3f0e-7f39-4f5e-9a65-0c4a4ee6b1c1",
        entry=entry,
    )
    text = text_of(client_of(entry.user).get(at("pay", season)))
    assert "Your payment is logged. A second treasurer has to confirm it." in text


@pytest.mark.slow
def test_after_a_withdrawal_the_refund_is_followed(payer, money_season, entry):
    money_season.pay_by_hand(entry)
    money_season.withdraw(entry)
    text = text_of(payer.get(at("pay", money_season)))
    assert "You get 12.00 tokens back." in text
    assert "It comes from henrik, by bank transfer or in cash." in text
    assert "Withdraw and get" not in text


@pytest.mark.slow
def test_without_payment_in_time_the_place_is_gone_and_said_so(payer, money_season, entry):
    money_season.turn(days=7)
    text = text_of(payer.get(at("pay", money_season)))
    assert "Your place went to someone else: your fee didn’t arrive in time." in text
    assert "Enter again" in text
    assert "Pay 12.00 tokens online" not in text


@pytest.mark.slow
def test_in_the_moment_between_nothing_can_be_paid(payer, money_season, entry):
    money_season.clock.pass_(days=7)
    text = text_of(payer.get(at("pay", money_season)))
    assert "The time to pay is over." in text
    assert "Pay 12.00 tokens online" not in text
    done = payer.post(at("pay-online", money_season), follow=True)
    assert said(done) == ["There is nothing to pay for this entry now."]


@pytest.mark.slow
def test_after_a_chargeback_the_fee_is_owed_again(payer, money_season, entry):
    checkout = money_season.pay_online(entry)
    assert "You are in." in text_of(payer.get(at("pay", money_season)))
    money_season.provider_says(checkout, charged_back=FEE)
    text = text_of(payer.get(at("pay", money_season)))
    assert "Your bank reversed your payment." in text
    assert "Pay 12.00 tokens online" in text
    money_season.pay_by_hand(entry)
    assert "You are in." in text_of(payer.get(at("pay", money_season)))


@pytest.mark.slow
def test_after_a_correction_the_reason_is_read(payer, money_season, entry):
    payment = money_season.pay_by_hand(entry)
    manual_entries.correct(record=payment.record, by=money_season.ines, reason="It was another’s transfer.")
    text = text_of(payer.get(at("pay", money_season)))
    assert "Your payment was logged by mistake. Please pay again." in text
    assert "It was another’s transfer." in text


@pytest.mark.slow
def test_a_player_owes_while_the_season_goes_on(client_of, make_money_season):
    season = make_money_season().begin()
    entry = Entry.objects.select_related("user").get(number=1)
    payment = Payment.objects.select_related("record").get(entry=entry)
    manual_entries.correct(record=payment.record, by=season.ines, reason="Never came.")
    client = client_of(entry.user)
    assert "or you forfeit your open games" in text_of(client.get(at("pay", season)))
    assert "Pay the entry fee again." in text_of(client.get(season.competition.get_absolute_url()))


@pytest.mark.slow
def test_once_a_game_has_begun_no_refund_is_offered(client_of, make_money_season):
    season = make_money_season().begin()
    one, other = season.entry(2), season.entry(1)
    client = client_of(one.user)
    assert "Withdraw and get 12.00 tokens back" in text_of(client.get(at("pay", season)))
    season.begin_game(one, other)
    assert "Withdraw and get" not in text_of(client.get(at("pay", season)))


@pytest.mark.slow
def test_a_cancelled_season_gives_back(payer, money_season, entry):
    money_season.pay_by_hand(entry)
    services.cancel(competition=money_season.competition, by=money_season.henrik, reason="Nobody has time.")
    assert "You get 12.00 tokens back." in text_of(payer.get(at("pay", money_season)))
