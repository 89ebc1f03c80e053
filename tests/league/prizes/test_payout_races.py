"""Two at once on the way out: real threads, real transactions, on whichever database the tests run."""

from __future__ import annotations

from contextlib import suppress

import pytest

from league.prizes.book import ledger
from league.prizes.errors import PrizeError
from league.prizes.models import Booking, Confirmation, Payout, Proposal, Refund
from league.prizes.services.payouts.confirming import confirm, refuse
from league.prizes.services.payouts.paying_out import claim, fail, hand_refund, pay
from league.prizes.services.payouts.unclaimed import carry, give_back
from league.prizes.services.watching import watch
from tests.games.test_races import at_once
from tests.league.prizes.test_unclaimed import another

pytestmark = pytest.mark.django_db(transaction=True)

POOL = 3 * 1140


@pytest.fixture
def over(make_money_season):
    return make_money_season().begin(3).finish()


def both_confirm(season) -> Proposal:
    proposal = Proposal.objects.get(book=season.book, state="open")
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    return proposal


def is_right(season) -> bool:
    """Every account of the season is what its legs come to, and all of them together come to 0."""
    return sum(ledger.balances(season.book).values()) == 0


@pytest.mark.slow
def test_two_confirmations_at_once_are_carried_out_once(over):
    proposal = Proposal.objects.get()
    at_once(
        *(
            lambda person=person: confirm(proposal=proposal, by=person, sha256=proposal.sha256)
            for person in (over.henrik, over.ines, over.henrik, over.ines)
        )
    )
    assert Confirmation.objects.count() == 2
    assert Booking.objects.filter(kind="prize").count() == 3
    assert over.balance("payouts") == -POOL and is_right(over)


@pytest.mark.slow
def test_a_refusal_and_a_confirmation_at_once_end_one_way(over):
    proposal = Proposal.objects.get()
    confirm(proposal=proposal, by=over.henrik, sha256=proposal.sha256)

    def answer(act, **given):
        with suppress(PrizeError):
            act(proposal=proposal, by=over.ines, **given)

    at_once(
        lambda: answer(confirm, sha256=proposal.sha256),
        lambda: answer(refuse, reason="The second had help."),
    )
    proposal.refresh_from_db()
    is_carried_out = proposal.state == "confirmed"
    assert over.balance("payouts") == (-POOL if is_carried_out else 0)
    assert proposal.confirmations.filter(by=over.ines).exists() == is_carried_out


@pytest.mark.slow
def test_a_prize_is_paid_once_whoever_presses(over):
    both_confirm(over)
    payout = Payout.objects.order_by("rank").first()
    claim(payout=payout, user=payout.entry.user)
    at_once(
        *(
            lambda person=person: pay(payout=payout, by=person, reference="play")
            for person in (over.henrik, over.ines, over.henrik, over.ines)
        )
    )
    assert Booking.objects.filter(kind="payout").count() == 1
    assert over.balance("payouts") == -(POOL - payout.amount) and is_right(over)


@pytest.mark.slow
def test_paid_and_failed_at_once_is_booked_back_at_most_once(over):
    both_confirm(over)
    payout = Payout.objects.order_by("rank").first()
    claim(payout=payout, user=payout.entry.user)

    def act(service, **given):
        with suppress(PrizeError):
            service(payout=payout, **given)

    at_once(
        lambda: act(pay, by=over.henrik, reference="play"),
        lambda: act(fail, by=over.ines, reason="No such account."),
        lambda: act(fail, by=over.henrik, reason="No such account."),
    )
    payout.refresh_from_db()
    paid = Booking.objects.filter(kind="payout").count()
    back = Booking.objects.filter(kind="reversal").count()
    assert (payout.state, paid - back) in (("paid", 1), ("failed", 0))
    assert is_right(over)


@pytest.mark.slow
def test_a_refund_by_hand_is_given_once(money_season):
    entry = money_season.enter_and_pay("p1")
    money_season.withdraw(entry)
    refund = Refund.objects.get()
    at_once(
        *(
            lambda person=person: hand_refund(refund=refund, by=person, reference="SEPA")
            for person in (money_season.henrik, money_season.ines, money_season.henrik)
        )
    )
    assert Booking.objects.filter(kind="refund").count() == 1
    assert money_season.balance("cash") == 0


@pytest.mark.slow
def test_a_prize_is_claimed_or_carried_and_never_both(over):
    both_confirm(over)
    target = another(over)
    over.clock.pass_(days=366)
    payouts = list(Payout.objects.select_related("entry__user", "book").order_by("rank"))

    def claim_it(payout):
        with suppress(PrizeError):
            claim(payout=payout, user=payout.entry.user)

    at_once(
        *(lambda payout=payout: carry(payout) for payout in payouts),
        *(lambda payout=payout: give_back(payout) for payout in payouts),
        *(lambda payout=payout: claim_it(payout) for payout in payouts),
        lambda: watch(over.competition),
    )
    left = sum(Payout.objects.filter(state="claimed").values_list("amount", flat=True))
    carried = sum(Payout.objects.filter(state="carried").values_list("amount", flat=True))
    returned = sum(Payout.objects.filter(state="returned").values_list("amount", flat=True))
    assert left + carried + returned == POOL
    assert over.balance("payouts") == -left
    assert ledger.balance(target.book, "pool") == -carried
    assert over.balance("refunds") == -returned
    assert is_right(over)
