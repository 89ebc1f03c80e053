"""Payments by hand that are not just the fee of an entrant: in part, too much, from others, of no one."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta

import pytest
from django.core import mail

from games.common import clock
from games.common.outbox.row import OutboxRow
from league.competitions.errors import NoReason
from league.prizes.book.verifying import verify
from league.prizes.errors import AlreadyDecided, NoPayer, NotTrusted, Used
from league.prizes.models import Booking, HandRecord, Payment, Refund
from league.prizes.outbox.post import money_mails
from league.prizes.services.balances import BalanceKind, owed_as
from league.prizes.services.incoming import manual_entries
from league.prizes.services.payouts.paying_out import hand_refund
from tests.league.prizes.money_seasons import FEE
from tests.league.prizes.pages import at, text_of

pytestmark = pytest.mark.django_db


def record(season, amount=FEE, entry=None, **given):
    data = {
        "received_on": clock.now().date(),
        "reference": "transfer 17",
        "key": uuid.uuid4(),
        "by": season.henrik,
        **given,
    }
    return manual_entries.record(
        competition=season.competition, kind="payment", amount=amount, entry=entry, **data
    )


def states(entry):
    return list(Payment.objects.filter(entry=entry).order_by("pk").values_list("amount", "state"))


def sound(season):
    """The chain holds, and nothing of what came is counted twice."""
    assert verify(season.book).is_right
    return season.balance("cash"), season.balance("entrants"), season.balance("pool")


@pytest.fixture
def entry(money_season):
    return money_season.enter("p1")


# In part ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_fee_in_parts_is_counted_with_the_last_of_them(money_season, entry):
    record(money_season, 500, entry)
    assert states(entry) == [(500, "part")]
    assert (money_season.fresh(entry).payment, sound(money_season)) == ("due", (500, -500, 0))
    told = OutboxRow.objects.filter(topic="prize_mail", payload__occasion="part")
    assert told.get().person == entry.user_id
    list(money_mails.send(list(told)))
    [letter] = mail.outbox
    assert "5.00 tokens" in letter.subject and "7.00 tokens is still missing." in letter.body
    assert Booking.objects.get(kind="payment").sha256 in letter.body  # its receipt
    record(money_season, 400, entry)
    record(money_season, 300, entry)
    assert states(entry) == [(500, "in_fee"), (400, "in_fee"), (300, "fee")]
    assert (money_season.fresh(entry).payment, sound(money_season)) == ("paid", (FEE, 0, -1140))
    assert money_season.refunds == []


@pytest.mark.slow
def test_parts_go_back_when_the_rest_does_not_come_in_time(money_season, entry):
    record(money_season, 500, entry)
    money_season.turn(days=7, seconds=1)
    assert (money_season.fresh(entry).state, states(entry)) == ("withdrawn", [(500, "to_refund")])
    assert (money_season.refunds, sound(money_season)) == ([(500, "due")], (500, 0, 0))
    record(money_season, 700, money_season.fresh(entry))
    assert money_season.refunds == [(500, "due"), (700, "due")]


@pytest.mark.slow
def test_parts_go_back_when_the_fee_is_paid_online(money_season, entry):
    record(money_season, 500, entry)
    money_season.pay_online(money_season.fresh(entry))
    assert states(entry) == [(500, "to_refund"), (FEE, "fee")]
    assert money_season.refunds == [(500, "due")]


@pytest.mark.slow
def test_each_part_goes_back_by_itself_when_its_entrant_withdraws(money_season, entry):
    for amount in (500, 700):
        record(money_season, amount, money_season.fresh(entry))
    assert [due.amount for due in owed_as(BalanceKind.FEE_THAT_WOULD_COME_BACK, entry.user)] == [FEE]
    money_season.withdraw(money_season.fresh(entry))
    assert sorted(money_season.refunds) == [(500, "due"), (700, "due")]
    assert sound(money_season) == (FEE, 0, 0)
    for refund in Refund.objects.all():
        hand_refund(refund=refund, by=money_season.henrik, reference="back")
    assert {state for _amount, state in states(entry)} == {"refunded"}
    assert (money_season.fresh(entry).payment, sound(money_season)) == ("refunded", (0, 0, 0))


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("which", [0, 1])
def test_a_part_that_was_recorded_by_mistake_leaves_the_others(money_season, entry, which):
    made = [record(money_season, amount, money_season.fresh(entry)) for amount in (500, 700)]
    manual_entries.correct(record=made[which], by=money_season.henrik, reason="Another season")
    left = (700, 500)[which]
    assert sorted(states(entry)) == sorted([(left, "part"), (FEE - left, "reversed")])
    assert (money_season.fresh(entry).payment, sound(money_season)) == ("charged_back", (left, -left, 0))
    record(money_season, FEE - left, money_season.fresh(entry))
    assert (money_season.fresh(entry).payment, sound(money_season)) == ("paid", (FEE, 0, -1140))


@pytest.mark.slow
def test_each_part_of_a_fee_has_a_receipt_of_its_own(client_of, money_season, entry):
    for amount in (500, 400, 300):
        record(money_season, amount, money_season.fresh(entry))
    answer = client_of(entry.user).get(at("pay", money_season))
    text = text_of(answer)
    came = list(Booking.objects.filter(kind="payment").order_by("number"))
    shown = [(each.number, each.payment.amount) for each in answer.context["page"].receipts]
    assert shown == [(booking.number, amount) for booking, amount in zip(came, (500, 400, 300), strict=True)]
    for booking, amount in zip(came, ("5.00", "4.00", "3.00"), strict=True):
        assert text.count(f"Receipt no. {booking.number}<") == 1
        assert f"{amount} tokens, " in text
        assert " ".join(re.findall(".{4}", booking.sha256[:16])) in text
    assert text.count("11.40 tokens prize pool") == 1  # with the part that completed it
    assert "Withdraw and get 12.00 tokens back" in text


@pytest.mark.slow
def test_a_fee_that_goes_back_in_parts_is_said_as_a_whole(client_of, money_season, entry):
    for amount in (500, 700):
        record(money_season, amount, money_season.fresh(entry))
    money_season.withdraw(money_season.fresh(entry))
    client = client_of(entry.user)
    assert "You get 12.00 tokens back." in text_of(client.get(at("pay", money_season)))
    first, last = Refund.objects.order_by("pk")
    hand_refund(refund=last, by=money_season.henrik, reference="back")
    assert "You get 12.00 tokens back." in text_of(client.get(at("pay", money_season)))
    hand_refund(refund=first, by=money_season.henrik, reference="back")
    assert "You got 12.00 tokens back." in text_of(client.get(at("pay", money_season)))


@pytest.mark.slow
def test_a_receipt_has_nothing_of_another_payment_whose_key_begins_alike(client_of, money_season, entry):
    """Payments 1 and 10 to 19, say: the first part's receipt has its own booking alone."""
    for _number in range(12):
        record(money_season, 100, money_season.fresh(entry))
    receipts = client_of(entry.user).get(at("pay", money_season)).context["page"].receipts
    for each in receipts[:-1]:
        assert [row.key for row in each.bookings] == [f"payment:{each.payment.pk}"]
    assert len({each.number for each in receipts}) == 12


@pytest.mark.slow
def test_the_page_says_what_is_missing(client_of, money_season, entry):
    record(money_season, 500, entry)
    text = text_of(client_of(entry.user).get(at("pay", money_season)))
    assert "5.00 tokens has arrived; 7.00 tokens is missing." in text
    assert "Receipt no. 1" in text
    assert "Your bank reversed" not in text


# Too much --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_too_much_goes_back_and_the_rest_is_the_fee(money_season, entry):
    record(money_season, FEE + 300, entry)
    assert states(entry) == [(FEE + 300, "fee")]
    assert money_season.refunds == [(300, "due")]
    assert sound(money_season) == (FEE + 300, 0, -1140)
    hand_refund(refund=Refund.objects.get(), by=money_season.henrik, reference="back")
    assert (states(entry), money_season.fresh(entry).payment) == ([(FEE + 300, "fee")], "paid")
    money_season.withdraw(money_season.fresh(entry))
    assert money_season.refunds == [(300, "done"), (FEE, "due")]
    assert sound(money_season) == (FEE, 0, 0)


@pytest.mark.slow
def test_a_surplus_that_was_recorded_by_mistake_is_owed_no_more(money_season, entry):
    made = record(money_season, FEE + 300, entry)
    manual_entries.correct(record=made, by=money_season.henrik, reason="It was another")
    assert (sound(money_season), money_season.balance("refunds")) == ((0, 0, 0), 0)
    other = record(money_season, FEE + 300, money_season.fresh(entry))
    hand_refund(refund=Refund.objects.get(state="due"), by=money_season.henrik, reference="back")
    with pytest.raises(Used):
        manual_entries.correct(record=other, by=money_season.henrik, reason="It was another")


# From a third person ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_who_paid_for_somebody_gets_it_back(money_season, entry):
    made = record(money_season, entry=entry, payer="  Aunt Zoé ")
    assert (made.payer, states(entry)) == ("Aunt Zoé", [(FEE, "fee")])
    money_season.withdraw(money_season.fresh(entry))
    refund = Refund.objects.get()
    assert (refund.payer, refund.entry) == ("Aunt Zoé", entry)


@pytest.mark.slow
def test_an_entrant_who_paid_is_no_third_person(money_season, entry):
    assert record(money_season, entry=entry, payer=entry.user.get_username().upper()).payer == ""


# Of no one -------------------------------------------------------------------------------------------------


@pytest.fixture
def unknown(money_season):
    return record(money_season, payer="A. Smith")


@pytest.mark.slow
def test_a_payment_of_nobody_is_held(money_season, entry, unknown):
    assert (unknown.state, unknown.entry) == ("unknown", None)
    assert sound(money_season) == (FEE, -FEE, 0)
    assert money_season.fresh(entry).payment == "due"
    with pytest.raises(NoPayer):
        record(money_season, payer=" ")


@pytest.mark.slow
def test_a_payment_that_is_matched_counts_once(money_season, entry, unknown):
    for _time in range(2):
        made = manual_entries.match(record=unknown, by=money_season.ines, entry=entry)
    assert (made.state, made.entry, states(entry)) == ("booked", entry, [(FEE, "fee")])
    assert (money_season.fresh(entry).payment, sound(money_season)) == ("paid", (FEE, 0, -1140))
    with pytest.raises(AlreadyDecided):
        manual_entries.match(record=unknown, by=money_season.ines, entry=money_season.enter("p2"))
    with pytest.raises(AlreadyDecided):
        manual_entries.send_back(record=unknown, by=money_season.ines, reason="Nobody's")
    manual_entries.correct(record=made, by=money_season.henrik, reason="It was another's")
    assert sound(money_season) == (0, 0, 0)


@pytest.mark.slow
def test_a_matched_payment_keeps_its_day(make_money_season):
    season = make_money_season().agree()
    season.announce()
    entry = season.enter("p1")
    unknown = record(season, payer="A. Smith")
    season.turn(days=8)
    assert season.fresh(entry).state == "withdrawn"
    manual_entries.match(record=unknown, by=season.henrik, entry=entry)
    assert (season.fresh(entry).state, season.fresh(entry).payment) == ("accepted", "paid")


@pytest.mark.slow
def test_a_payment_that_is_sent_back_is_owed_to_who_made_it(money_season, entry, unknown):
    with pytest.raises(NoReason):
        manual_entries.send_back(record=unknown, by=money_season.henrik, reason=" ")
    for _time in range(2):
        made = manual_entries.send_back(record=unknown, by=money_season.henrik, reason="Nobody knows them")
    refund = Refund.objects.get()
    assert (made.state, refund.payer, refund.amount, refund.entry) == ("returned", "A. Smith", FEE, None)
    with pytest.raises(AlreadyDecided):
        manual_entries.match(record=unknown, by=money_season.henrik, entry=entry)
    with pytest.raises(AlreadyDecided):
        manual_entries.correct(record=unknown, by=money_season.henrik, reason="It was another")
    hand_refund(refund=refund, by=money_season.henrik, reference="back")
    assert sound(money_season) == (0, 0, 0)


@pytest.mark.slow
def test_a_payment_of_nobody_is_corrected_like_any_other(money_season, unknown):
    assert (
        manual_entries.correct(record=unknown, by=money_season.ines, reason="Never came").state == "reversed"
    )
    assert sound(money_season) == (0, 0, 0)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("end", ["cancel", "finish"])
def test_what_is_matched_with_nobody_goes_back_when_the_season_is_over(make_money_season, end):
    season = make_money_season().begin(4)
    unknown = record(season, 900, payer="A. Smith")
    getattr(season, end)()
    unknown.refresh_from_db()
    assert unknown.state == "returned"
    assert Refund.objects.filter(payer="A. Smith", amount=900, state="due").count() == 1
    assert verify(season.book).is_right


@pytest.mark.slow
def test_a_payment_of_nobody_above_the_limit_waits_for_the_second_person(make_money_season):
    season = make_money_season({"second_above": 100}).agree()
    season.announce()
    made = record(season, payer="A. Smith")
    assert made.state == "waiting" and not Booking.objects.exists()
    for _time in range(2):
        assert manual_entries.confirm_record(record=made, by=season.ines).state == "unknown"
    assert sound(season) == (FEE, -FEE, 0)


@pytest.mark.slow
def test_only_those_who_answer_for_the_money_match_and_send_back(money_season, entry, unknown, ada, carl):
    for somebody in (ada, carl, entry.user):
        with pytest.raises(NotTrusted):
            manual_entries.match(record=unknown, by=somebody, entry=entry)
        with pytest.raises(NotTrusted):
            manual_entries.send_back(record=unknown, by=somebody, reason="Mine")
    assert HandRecord.objects.get().state == "unknown"


@pytest.mark.slow
def test_the_records_page_offers_both_ways_out(client_of, money_season, entry, unknown):
    henrik = client_of(money_season.henrik)
    for page in ("records", "desk"):
        text = text_of(henrik.get(at(page, money_season)))
        assert "Payments we can’t match to a player" in text
        assert "paid by A. Smith" in text
    assert client_of(entry.user).get(at("match-record", money_season, unknown.pk)).status_code == 404
    done = henrik.post(at("match-record", money_season, unknown.pk), {"entry": str(entry.number)})
    assert done.status_code == 302
    assert money_season.fresh(entry).payment == "paid"


@pytest.mark.slow
def test_the_form_takes_a_payment_of_nobody_and_wants_to_know_who_paid(client_of, money_season, entry):
    henrik = client_of(money_season.henrik)
    given = {
        "entry": "unknown",
        "amount": "7.50",
        "received_on": clock.now().date().isoformat(),
        "reference": "transfer 9",
        "key": str(uuid.uuid4()),
    }
    page = at("record", money_season, "payment")
    assert "Say who paid" in text_of(henrik.post(page, given))
    assert henrik.post(page, given | {"payer": "A. Smith"}).status_code == 302
    made = HandRecord.objects.get()
    assert (made.state, made.amount, made.payer) == ("unknown", 750, "A. Smith")
    done = henrik.post(at("send-back-record", money_season, made.pk), {"reason": "Nobody knows them"})
    assert done.status_code == 302
    assert "A. Smith" in text_of(henrik.get(at("desk", money_season)))
    assert Refund.objects.get().at <= clock.now() + timedelta(seconds=1)
