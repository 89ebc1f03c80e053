"""A ruling after prizes were confirmed: it books what is owed, and moves no money by itself."""

from __future__ import annotations

import uuid

import pytest

from games.common import clock
from games.common.outbox.row import OutboxRow
from league.competitions.errors import NoReason
from league.competitions.models import Entry
from league.competitions.services.locking import lock
from league.prizes.errors import (
    AnotherWaits,
    BadRuling,
    IsRuledOn,
    NotBack,
    NotOwed,
    NotTrusted,
    OwnPrize,
)
from league.prizes.models import Booking, HandRecord, Owed, Payout, Proposal
from league.prizes.services.payouts.confirming import ConfirmationOutcome, confirm, refuse
from league.prizes.services.payouts.paying_out import claim, fail, pay
from league.prizes.services.payouts.rulings_after import Taking, book_paid_back, propose_ruling

pytestmark = pytest.mark.django_db

POOL = 3 * 1140


def both_confirm(season) -> Proposal:
    proposal = Proposal.objects.get(book=season.book, state="open")
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    proposal.refresh_from_db()
    return proposal


@pytest.fixture
def paid(make_money_season):
    """Three prizes confirmed; the first is paid out, the others are not claimed yet."""
    season = make_money_season().begin(3).finish()
    both_confirm(season)
    season.prizes = list(Payout.objects.filter(book=season.book).order_by("rank"))
    claim(payout=season.prizes[0], user=season.prizes[0].entry.user)
    pay(payout=season.prizes[0], by=season.henrik, reference="play")
    for payout in season.prizes:
        payout.refresh_from_db()
    return season


def rule(season, *takings, by=None, reason="The first had help."):
    return propose_ruling(
        competition=season.competition,
        by=by or season.henrik,
        reason=reason,
        takings=[Taking(*each) for each in takings],
    )


def pays_back(season, entry: Entry, amount: int) -> HandRecord:
    record = HandRecord.objects.create(
        book=season.book,
        holder=season.cash,
        kind="paid_back",
        entry=entry,
        amount=amount,
        received_on=clock.now().date(),
        reference="transfer",
        by=season.henrik,
        at=clock.now(),
        state="booked",
        key=uuid.uuid4(),
    )
    book_paid_back(lock(season.competition), record, clock.now())
    return record


@pytest.mark.slow
def test_it_books_what_is_owed_and_moves_no_money(paid):
    first, second, _third = paid.prizes
    cash = paid.balance("cash")
    rule(paid, (first, 500, second.entry))
    assert paid.balance("owed_back") == 0
    assert both_confirm(paid).state == "confirmed"
    assert paid.balance("owed_back") == 500
    assert paid.balance("cash") == cash
    assert paid.balance("pool") == 0
    owed = Owed.objects.get()
    assert (owed.entry, owed.amount, owed.paid_back) == (first.entry, 500, 0)
    new = Payout.objects.get(proposal__kind="ruling")
    assert (new.entry, new.amount, new.state) == (second.entry, 500, "confirmed")


@pytest.mark.slow
def test_it_is_paid_out_only_once_the_money_is_back(paid):
    first, second, _third = paid.prizes
    rule(paid, (first, 500, second.entry))
    both_confirm(paid)
    new = Payout.objects.get(proposal__kind="ruling")
    claim(payout=new, user=second.entry.user)
    with pytest.raises(NotBack, match=r"5\.00"):
        pay(payout=new, by=paid.henrik, reference="play")
    pays_back(paid, first.entry, 300)
    with pytest.raises(NotBack, match=r"2\.00"):
        pay(payout=new, by=paid.henrik, reference="play")
    pays_back(paid, first.entry, 200)
    assert paid.balance("owed_back") == 0
    assert pay(payout=new, by=paid.henrik, reference="play").state == "paid"


@pytest.mark.slow
def test_nobody_pays_back_more_than_they_owe(paid):
    first, second, _third = paid.prizes
    rule(paid, (first, 500, second.entry))
    both_confirm(paid)
    for entry, amount in ((first.entry, 501), (second.entry, 1)):
        with pytest.raises(NotOwed):
            pays_back(paid, entry, amount)


@pytest.mark.slow
def test_a_prize_that_was_not_paid_yet_goes_to_somebody_else_at_once(paid):
    _first, second, third = paid.prizes
    rule(paid, (second, 400, third.entry))
    both_confirm(paid)
    second.refresh_from_db()
    assert second.state == "withdrawn"
    new = dict(Payout.objects.filter(proposal__kind="ruling").values_list("entry", "amount"))
    assert new == {third.entry_id: 400, second.entry_id: second.amount - 400}
    assert paid.balance("payouts") == -(second.amount + third.amount)
    assert not Owed.objects.exists()
    won = Payout.objects.get(proposal__kind="ruling", entry=third.entry)
    claim(payout=won, user=third.entry.user)
    assert pay(payout=won, by=paid.ines, reference="play").state == "paid"


@pytest.mark.slow
def test_a_prize_that_a_ruling_waits_about_is_not_paid_out(paid):
    _first, second, third = paid.prizes
    rule(paid, (second, 400, third.entry))
    claim(payout=second, user=second.entry.user)
    with pytest.raises(IsRuledOn):
        pay(payout=second, by=paid.henrik, reference="play")


@pytest.mark.slow
def test_it_says_what_is_right_and_is_proposed_by_one_who_confirms(paid, dora):
    first, second, third = paid.prizes
    with pytest.raises(NoReason):
        rule(paid, (first, 500, second.entry), reason=" ")
    for person in (paid.organiser, dora, second.entry.user):
        with pytest.raises(NotTrusted):
            rule(paid, (first, 500, second.entry), by=person)
    for takings in (
        [],
        [(first, 0, second.entry)],
        [(first, -5, second.entry)],
        [(first, first.amount + 1, second.entry)],
        [(first, first.amount, second.entry), (first, 1, third.entry)],
        [(first, 5, first.entry)],
    ):
        with pytest.raises(BadRuling):
            rule(paid, *takings)
    assert not Proposal.objects.filter(kind="ruling").exists()


@pytest.mark.slow
def test_no_more_is_taken_of_a_prize_than_is_left(paid):
    first, second, third = paid.prizes
    rule(paid, (first, first.amount - 10, second.entry))
    both_confirm(paid)
    with pytest.raises(BadRuling):
        rule(paid, (first, 11, third.entry))
    rule(paid, (first, 10, third.entry))


@pytest.mark.slow
def test_one_proposal_waits_at_a_time(paid):
    first, second, third = paid.prizes
    rule(paid, (first, 500, second.entry))
    with pytest.raises(AnotherWaits):
        rule(paid, (first, 500, third.entry))


@pytest.mark.slow
def test_nobody_rules_for_or_against_themselves(paid):
    first, second, _third = paid.prizes
    Entry.objects.filter(pk=second.entry_id).update(user=paid.ines)
    second.refresh_from_db()
    with pytest.raises(NotTrusted):
        rule(paid, (first, 500, second.entry), by=paid.ines)
    made = rule(paid, (first, 500, second.entry))
    with pytest.raises(OwnPrize):
        confirm(proposal=made, by=paid.ines, sha256=made.sha256)


@pytest.mark.slow
def test_it_can_be_refused_with_a_reason(paid):
    first, second, _third = paid.prizes
    made = rule(paid, (first, 500, second.entry))
    refuse(proposal=made, by=paid.ines, reason="The replay shows nothing.")
    confirm(proposal=made, by=paid.henrik, sha256=made.sha256)
    assert paid.balance("owed_back") == 0


@pytest.mark.slow
def test_a_ruling_on_what_has_changed_is_withdrawn(paid):
    first, second, _third = paid.prizes
    made = rule(paid, (first, 500, second.entry))
    fail(payout=first, by=paid.ines, reason="The bank sent it back.")
    assert confirm(proposal=made, by=paid.ines, sha256=made.sha256) is ConfirmationOutcome.CHANGED
    made.refresh_from_db()
    assert made.state == "withdrawn"
    assert not Payout.objects.filter(proposal=made).exclude(state="withdrawn").exists()
    assert OutboxRow.objects.filter(topic="prize_mail", payload__occasion="withdrawn").count() == 2
    assert not Booking.objects.filter(kind="owed_back").exists()


@pytest.mark.slow
def test_confirming_it_again_books_nothing(paid):
    first, second, _third = paid.prizes
    made = rule(paid, (first, 500, second.entry))
    both_confirm(paid)
    before = Booking.objects.count()
    for person in (paid.henrik, paid.ines):
        assert confirm(proposal=made, by=person, sha256=made.sha256) is ConfirmationOutcome.CARRIED_OUT
    assert Booking.objects.count() == before
