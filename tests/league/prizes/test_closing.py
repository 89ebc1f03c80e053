"""Payment is closed for a while: no one loses a place by it, and what comes meanwhile counts afterwards."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.db import transaction

from games.common import clock
from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from league.competitions.errors import NoReason
from league.competitions.models import Entry
from league.competitions.services import turning
from league.competitions.services.locking import lock
from league.prizes.errors import DetailsWait, NotHolder, PaymentClosed
from league.prizes.models import Checkout, Payment, PaymentClosing, TrustStep
from league.prizes.services.incoming.checkout import begin
from league.prizes.services.incoming.manual_entries import correct
from league.prizes.services.treasurers.closing import close, close_by_hand, open_again, open_by_hand
from league.users.deletion import CannotDelete, delete_account
from tests.league.competitions.seasons import DAY, RULES
from tests.league.prizes.pages import at, said, text_of
from tests.league.prizes.test_bank_details import change, confirm, draft, real  # noqa: F401

pytestmark = pytest.mark.django_db

Why = PaymentClosing.Why


def shut(season, why=Why.PROPOSAL) -> None:
    with transaction.atomic():
        close(lock(season.competition), why, None, clock.now())


def unlock(season, why=Why.PROPOSAL) -> bool:
    with transaction.atomic():
        return open_again(lock(season.competition), why, None, clock.now())


def told(about: str) -> set[int]:
    rows = OutboxRow.objects.filter(topic="prize_mail", payload__occasion=about)
    return {row.payload["user"] for row in rows}


# Times to pay ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("days", "moved"), [(1, 7), (7, 7), (10, 10), (30, 30)])
def test_no_time_to_pay_passes_and_each_moves_on_by_as_long(money_season, days, moved):
    entry = money_season.enter("p1")
    before = entry.pay_by
    shut(money_season)
    money_season.clock.pass_(days=days)
    turning.turn(money_season.refresh().competition)
    assert money_season.fresh(entry).state == Entry.State.ACCEPTED
    assert not OutboxRow.objects.filter(payload__occasion="fee_reminder").exists()
    assert unlock(money_season)
    fresh = money_season.fresh(entry)
    assert fresh.pay_by == before + timedelta(days=moved)
    assert clock.now() < fresh.remind_at < fresh.pay_by
    money_season.clock(fresh.pay_by - timedelta(minutes=1))
    turning.turn(money_season.refresh().competition)
    assert money_season.fresh(entry).state == Entry.State.ACCEPTED
    money_season.clock.pass_(minutes=2)
    turning.turn(money_season.refresh().competition)
    assert money_season.fresh(entry).state == Entry.State.WITHDRAWN


def test_it_moves_on_past_the_end_of_entries(money_season):
    money_season.clock(RULES.enters_until - DAY)
    entry = money_season.enter("p1")
    assert entry.pay_by == RULES.enters_until
    shut(money_season)
    money_season.clock.pass_(minutes=5)
    unlock(money_season)
    assert money_season.fresh(entry).pay_by == RULES.enters_until + 7 * DAY


def test_closings_that_overlap_count_once_from_the_first_to_the_last(money_season):
    entry = money_season.enter("p1")
    before = entry.pay_by
    shut(money_season, Why.HOLDER)
    money_season.clock.pass_(days=6)
    shut(money_season)
    unlock(money_season, Why.HOLDER)
    assert money_season.fresh(entry).pay_by == before and not told("opened")
    money_season.clock.pass_(days=6)
    unlock(money_season)
    assert money_season.fresh(entry).pay_by == before + 12 * DAY
    money_season.clock.pass_(days=1)
    shut(money_season)
    money_season.clock.pass_(days=8)
    unlock(money_season)
    assert money_season.fresh(entry).pay_by == before + 20 * DAY
    assert not unlock(money_season)


def test_closing_twice_and_opening_twice_change_nothing(money_season):
    money_season.enter("p1")
    shut(money_season)
    shut(money_season)
    assert PaymentClosing.objects.count() == 1
    assert unlock(money_season) and not unlock(money_season)
    assert OutboxRow.objects.filter(payload__occasion="opened").count() == 1


def test_a_fee_that_a_bank_took_back_waits_as_well(make_money_season):
    season = make_money_season()
    checkout = season.begin_with_one_online(4)
    season.provider_says(checkout, charged_back=1200)
    entry = season.fresh(checkout.entry)
    assert entry.payment == Entry.Payment.CHARGED_BACK
    shut(season)
    season.clock.pass_(days=20)
    turning.turn(season.refresh().competition)
    assert season.fresh(entry).state == Entry.State.PLAYING
    unlock(season)
    assert season.fresh(entry).pay_by == entry.pay_by + 20 * DAY


def test_who_owes_is_mailed_at_closing_and_opening(money_season):
    entry, paid = money_season.enter("p1"), money_season.enter_and_pay("p2")
    shut(money_season, Why.HOLDER)
    assert entry.user_id in told("closed") and paid.user_id not in told("closed")
    deliver()
    found = next(
        each
        for each in mail.outbox
        if each.subject and "Do not transfer anything now" in each.subject + each.body
    )
    assert "the time to pay stops" in found.body and at("pay", money_season) not in found.body
    mail.outbox.clear()
    money_season.clock.pass_(days=1)
    unlock(money_season, Why.HOLDER)
    assert told("opened") == {entry.user_id}
    deliver()
    found = next(each for each in mail.outbox if "You can pay your entry fee again" in each.subject)
    assert found.to == [entry.user.email] and "You now have until" in found.body


# The season's course ---------------------------------------------------------------------------------------


def test_too_few_is_not_decided_while_payment_is_closed_or_somebody_may_still_pay(money_season):
    entries = [money_season.enter(f"p{number}") for number in range(3)]
    shut(money_season)
    money_season.clock(RULES.starts_at + 3 * DAY)
    turning.turn(money_season.refresh().competition)
    assert money_season.refresh().competition.state == "announced"
    unlock(money_season)
    turning.turn(money_season.refresh().competition)
    assert money_season.refresh().competition.state == "announced"
    for entry in entries[:2]:
        money_season.pay_by_hand(entry)
    turning.turn(money_season.refresh().competition)
    assert money_season.refresh().competition.state == "running"
    assert money_season.fresh(entries[0]).state == Entry.State.PLAYING


def test_nobody_pays_in_the_end_and_the_season_is_cancelled_by_its_rules(money_season):
    money_season.enter("p1")
    shut(money_season)
    money_season.clock(RULES.enters_until + DAY)
    unlock(money_season)
    money_season.clock(RULES.enters_until + 30 * DAY)
    for _turn in range(2):
        turning.turn(money_season.refresh().competition)
        money_season.clock.pass_(days=3)
    assert money_season.refresh().competition.state == "cancelled"


def test_it_begins_without_who_still_owes_and_they_join_when_their_fee_counts(money_season):
    for number in range(2):
        money_season.enter_and_pay(f"p{number}")
    late = money_season.enter("late")
    shut(money_season)
    payment = money_season.pay_by_hand(late)
    money_season.start()
    assert money_season.competition.state == "running"
    assert money_season.fresh(late).state == Entry.State.ACCEPTED
    assert Payment.objects.get(pk=payment.pk).state == "held"
    unlock(money_season)
    assert money_season.fresh(late).state == Entry.State.PLAYING
    assert Payment.objects.get(pk=payment.pk).state == "fee"


# Money -----------------------------------------------------------------------------------------------------


def test_no_new_checkout_begins_nor_is_an_open_one_shown(money_season, client_of):
    entry = money_season.enter("p1")
    begin(entry=entry, user=entry.user)
    shut(money_season)
    with pytest.raises(PaymentClosed):
        begin(entry=entry, user=entry.user)
    client = client_of(entry.user)
    page = text_of(client.get(at("pay", money_season)))
    assert "Do not pay anything now." in page and Checkout.objects.get().address not in page
    assert "Your place is kept while payment is closed." in page
    done = client.post(at("pay-online", money_season), follow=True)
    assert said(done)[0].startswith("Payment is closed for now.")


def test_with_offline_payment_closed_one_still_pays_online(money_season, client_of):
    entry = money_season.enter("p1")
    close_by_hand(competition=money_season.competition, by=money_season.henrik, reason="I am ill.")
    money_season.clock(entry.pay_by + DAY)
    page = text_of(client_of(entry.user).get(at("pay", money_season)))
    assert "Pay 12.00 tokens online" in page and "To henrik. A treasurer logs it" not in page
    assert "I am ill." in page
    checkout = begin(entry=entry, user=entry.user)
    assert checkout.address
    money_season.provider_says(checkout)
    assert money_season.fresh(entry).payment == Entry.Payment.PAID


@pytest.mark.parametrize("online", [True, False])
def test_money_that_comes_meanwhile_is_held_and_counts_when_payment_opens(money_season, client_of, online):
    entry = money_season.enter("p1")
    checkout = money_season.checkout(entry)
    shut(money_season)
    money_season.clock.pass_(days=12)
    if online:
        for _answer in range(2):
            money_season.provider_says(checkout)
    else:
        money_season.pay_by_hand(entry)
    payment = Payment.objects.get()
    assert payment.state == "held" and money_season.fresh(entry).payment == Entry.Payment.DUE
    assert money_season.balance("entrants", payment.holder) == -1200
    assert OutboxRow.objects.filter(payload__occasion="held").count() == 1 and not told("paid")
    assert "Your payment has arrived and is held." in text_of(
        client_of(entry.user).get(at("pay", money_season))
    )
    unlock(money_season)
    assert Payment.objects.get().state == "fee" and money_season.fresh(entry).payment == Entry.Payment.PAID
    assert told("paid") == {entry.user_id} and not told("opened")


def test_held_money_goes_back_to_who_withdraws_or_when_the_season_is_cancelled(money_season):
    first, second = money_season.enter("p1"), money_season.enter("p2")
    shut(money_season)
    for entry in (first, second):
        money_season.pay_by_hand(entry)
    money_season.withdraw(first)
    assert money_season.refunds == [(1200, "due")]
    money_season.cancel()
    assert money_season.refunds == [(1200, "due")] * 2


@pytest.mark.parametrize("amount", [1200, 500])
def test_nobody_leaves_the_site_whose_money_is_held(money_season, amount):
    entry = money_season.enter("p1")
    shut(money_season)
    money_season.pay_by_hand(entry, amount)
    for _time in ("closed", "open"):
        with pytest.raises(CannotDelete, match="Withdraw from the season first"):
            delete_account(user=entry.user)
        unlock(money_season)
    money_season.withdraw(money_season.fresh(entry))
    with pytest.raises(CannotDelete, match="has to be given back"):
        delete_account(user=entry.user)


def test_a_held_payment_that_was_recorded_by_mistake_is_corrected(money_season):
    entry = money_season.enter("p1")
    shut(money_season)
    payment = money_season.pay_by_hand(entry)
    correct(record=payment.record, by=money_season.henrik, reason="It was another's.")
    assert Payment.objects.get().state == "reversed" and money_season.balance("cash", money_season.cash) == 0
    unlock(money_season)
    assert money_season.fresh(entry).payment == Entry.Payment.DUE


def test_what_came_by_hand_within_the_moved_time_brings_an_entry_back(money_season):
    entry = money_season.enter("p1")
    shut(money_season)
    money_season.clock.pass_(days=10)
    unlock(money_season)
    until = money_season.fresh(entry).pay_by
    money_season.clock(until + timedelta(hours=1))
    turning.turn(money_season.refresh().competition)
    assert money_season.fresh(entry).state == Entry.State.WITHDRAWN
    money_season.clock(RULES.enters_until + DAY / 2)
    came = until.date() if until < clock.now() else clock.now().date()
    money_season.pay_by_hand(money_season.fresh(entry), day=came)
    assert money_season.fresh(entry).state == Entry.State.ACCEPTED


# Closing by hand -------------------------------------------------------------------------------------------


def test_a_holder_closes_with_a_reason_that_everybody_reads_and_a_treasurer_opens(real, client_of, ada):  # noqa: F811
    real.enter("p1")
    henrik, ines = client_of(real.henrik), client_of(real.ines)
    page = henrik.post(at("bank", real), {"act": "close", "reason": ""})
    assert "This field is required" in text_of(page)
    henrik.post(at("bank", real), {"act": "close", "reason": "My post was opened."})
    public = text_of(client_of(ada).get(at("statement", real)))
    assert "closed offline payment" in public and "My post was opened." in public
    assert "Open offline payment" in text_of(ines.get(at("bank", real)))
    ines.post(at("bank", real), {"act": "open"})
    assert not PaymentClosing.objects.filter(opened_at=None).exists()
    kinds = TrustStep.objects.filter(kind__in=["closed", "opened"]).values_list("user__username", "kind")
    assert list(kinds.order_by("pk")) == [("henrik", "closed"), ("ines", "opened")]


def test_nobody_else_closes_or_opens(real, carl, ada):  # noqa: F811
    with pytest.raises(NoReason):
        close_by_hand(competition=real.competition, by=real.henrik, reason="  ")
    for person in (carl, ada, real.ines, real.grete):
        with pytest.raises(NotHolder):
            close_by_hand(competition=real.competition, by=person, reason="x")
    close_by_hand(competition=real.competition, by=real.henrik, reason="x")
    for person in (carl, ada, real.grete):
        with pytest.raises(NotHolder):
            open_by_hand(competition=real.competition, by=person)


def test_it_does_not_open_while_new_details_wait(real):  # noqa: F811
    close_by_hand(competition=real.competition, by=real.henrik, reason="x")
    change(real)
    for person in (real.henrik, real.ines):
        with pytest.raises(DetailsWait):
            open_by_hand(competition=real.competition, by=person)
    confirm(real)
    assert PaymentClosing.objects.get(opened_at=None).why == Why.HOLDER
    open_by_hand(competition=real.competition, by=real.henrik)
    assert not PaymentClosing.objects.filter(opened_at=None).exists()
