"""Rows of money that say something else than the ledger, one column each: administrators are told."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail

from games.common import clock
from games.common.outbox.delivery import deliver as deliver_outbox
from games.common.outbox.row import OutboxRow
from league.competitions.models import Competition, Entry, FinalPlace
from league.prizes import tasks
from league.prizes.book import comparing
from league.prizes.book.ledger import BookingDetails, post
from league.prizes.book.verifying import verify
from league.prizes.models import Book, Booking, HandRecord, Holder, Owed, Payment, Payout, Proposal, Refund
from league.prizes.services import checking
from league.prizes.services.payouts import paying_out
from league.prizes.services.payouts.confirming import confirm
from tests.conftest import make_user
from tests.league.prizes.money_seasons import MoneySeason

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(make_money_season: Any) -> MoneySeason:
    """Over: four have paid, one of them online; p4 got the fee back; a gift, and prizes that two confirmed,
    of which one was paid out.
    """
    season = make_money_season({"hold_days": 0})
    season.agree().announce()
    season.pay_online(season.enter("p1"))
    for name in ("p2", "p3"):
        season.enter_and_pay(name)
    gone = season.enter_and_pay("p4")
    season.withdraw(gone)
    season.enter("p5")
    season.give("gift", "pool", 4000)
    refund = Refund.objects.get()
    paying_out.hand_refund(refund=refund, by=season.henrik, reference="transfer 7")
    season.start()
    season.finish()
    proposal = Proposal.objects.get(state="open")
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    payout = Payout.objects.filter(holder=season.cash).first()
    assert payout is not None and payout.entry is not None
    paying_out.claim(payout=payout, user=payout.entry.user, pay_to="FR76")
    paying_out.pay(payout=Payout.objects.get(pk=payout.pk), by=season.ines, reference="transfer 9")
    assert comparing.differences(season.book) == []
    assert verify(season.book).faults == ()
    return season


def found(season: MoneySeason) -> str:
    book = Book.objects.select_related("competition").get(pk=season.book.pk)
    return " / ".join(comparing.differences(book))


def a_payment() -> Payment:
    return Payment.objects.filter(record__isnull=False, state="fee").earliest("pk")


def paid_out() -> Payout:
    return Payout.objects.get(state="paid")


def change(model: Any, row: Any, **columns: Any) -> Any:
    return lambda _season: model.objects.filter(pk=row().pk).update(**columns)


CHANGES: dict[str, tuple[Any, str]] = {
    "payment.amount": (change(Payment, a_payment, amount=1300), "is 1300, its booking 1200"),
    "payment.state": (change(Payment, a_payment, state="taken_back"), "marked as paid"),
    "payment.state held": (change(Payment, a_payment, state="held"), "is held, and is booked as a fee"),
    "payment.state reversed": (change(Payment, a_payment, state="reversed"), "its booking stands"),
    "payment.taken": (change(Payment, a_payment, taken=5), "the ledger says 0"),
    "payment.entry": (
        lambda season: Payment.objects.filter(pk=a_payment().pk).update(
            entry=Entry.objects.get(user__username="p4")
        ),
        "is of another entry than its booking",
    ),
    "payment.holder": (
        lambda season: Payment.objects.filter(pk=a_payment().pk).update(holder=season.operator),
        "its booking 0 with that holder",
    ),
    "a payment gone": (
        lambda _season: (Refund.objects.all().delete(), Payment.objects.filter(state="refunded").delete()),
        "is of a row that is gone",
    ),
    "a payment made up": (
        lambda season: Payment.objects.create(
            book=season.book,
            entry=Entry.objects.get(user__username="p5"),
            holder=season.cash,
            amount=1200,
            at=clock.now(),
            state="fee",
            record=season.record("payment", 1200, entry=Entry.objects.get(user__username="p5")),
        ),
        "is not booked",
    ),
    "refund.amount": (
        lambda _season: Refund.objects.update(amount=1300, given=1300),
        "is 1300, its booking 1200",
    ),
    "refund.given": (
        lambda _season: Refund.objects.update(state="due", given=0),
        "0 given back, the ledger says 1200",
    ),
    "refund.entry": (
        lambda _season: Refund.objects.update(entry=Entry.objects.get(user__username="p5")),
        "refund 1 is of another entry",
    ),
    "a refund made up": (
        lambda season: Refund.objects.create(
            book=season.book, holder=season.cash, amount=900, way="hand", at=clock.now(), key="x", name="eve"
        ),
        "is owed by no booking",
    ),
    "payout.amount": (lambda _season: Payout.objects.update(amount=99), "is 99, its booking"),
    "payout.entry": (
        lambda _season: Payout.objects.filter(pk=paid_out().pk).update(
            entry=Entry.objects.get(user__username="p5")
        ),
        "is of another entry than its booking",
    ),
    "payout.state": (change(Payout, paid_out, state="claimed"), "is claimed, and is booked as paid"),
    "payout.state carried": (change(Payout, paid_out, state="carried"), "is not booked as carried"),
    "payout.state back": (change(Payout, paid_out, state="returned"), "0 of it went back"),
    "handrecord.amount": (
        lambda _season: HandRecord.objects.filter(kind="gift").update(amount=1),
        "is 1 Librairie du Port, its booking 4000",
    ),
    "handrecord.amount of a fee": (
        lambda _season: HandRecord.objects.filter(kind="payment").update(amount=1),
        "is not what its payment",
    ),
    "handrecord.name": (
        lambda _season: HandRecord.objects.filter(kind="gift").update(name="Eve & Co"),
        "is 4000 Eve & Co",
    ),
    "handrecord.state": (
        lambda _season: HandRecord.objects.filter(kind="gift").update(state="reversed"),
        "is reversed, and its booking stands",
    ),
    "a record made up": (lambda season: season.record("gift", 700, name="Eve"), "its booking does not"),
    "entry.payment": (
        lambda _season: Entry.objects.filter(user__username="p5").update(payment="paid"),
        "entry 5 is marked as paid, and no payment of it is there",
    ),
    "entry.payment refunded": (
        lambda _season: Entry.objects.filter(user__username="p2").update(payment="refunded"),
        "entry 2 is marked as refunded, and its fee counts",
    ),
    "proposal.content": (
        lambda _season: Proposal.objects.update(content={"payouts": []}),
        "is not what its hash says",
    ),
    "proposal.sha256": (
        lambda _season: Proposal.objects.update(sha256="0" * 64),
        "is not what its hash says",
    ),
    "rules": (
        lambda season: Competition.objects.filter(pk=season.competition.pk).update(
            rules=season.competition.rules | {"money": season.competition.rules["money"] | {"fee": 1}}
        ),
        "its frozen rules are not those of their hash",
    ),
    "final_place.rank": (
        lambda season: FinalPlace.objects.filter(
            competition=season.competition, rank=FinalPlace.objects.latest("rank").rank
        ).update(rank=9),
        "its final ranks do not follow each other",
    ),
    "final places swapped": (lambda _season: swap_places(), "other ranks than the final table"),
}


def swap_places() -> None:
    one, other = FinalPlace.objects.filter(rank__in=[1, 2]).order_by("rank")
    FinalPlace.objects.filter(pk=one.pk).update(place=90, rank=90)
    FinalPlace.objects.filter(pk=other.pk).update(place=one.place, rank=one.rank)
    FinalPlace.objects.filter(pk=one.pk).update(place=other.place, rank=other.rank)


@pytest.mark.parametrize("column", CHANGES)
def test_what_was_changed_is_told(season: MoneySeason, column: str) -> None:
    act, said = CHANGES[column]
    act(season)
    assert said.replace("refund 1 ", "") in found(season)


def test_an_entry_of_another_person_is_told(season: MoneySeason) -> None:
    """Whose it is stands in the hashes of its bookings."""
    Entry.objects.filter(user__username="p2").update(user=make_user("eve"))
    verdict = verify(season.book)
    number = Booking.objects.filter(entry__user__username="eve").earliest("number").number
    assert f"booking {number}: its content has another hash" in verdict.faults


def test_a_debt_that_no_ruling_made_is_told(season: MoneySeason) -> None:
    payout = paid_out()
    Owed.objects.create(proposal=payout.proposal, entry=payout.entry, holder=payout.holder, amount=5)
    assert "is not what a booking says" in found(season)


def test_administrators_are_told_every_night(season: MoneySeason, settings: Any) -> None:
    settings.ADMINS = [("Root", "root@example.org")]
    Payment.objects.filter(pk=a_payment().pk).update(amount=1300)
    OutboxRow.objects.filter(topic="alarm").delete()
    tasks.verify_ledger()
    (row,) = OutboxRow.objects.filter(topic="alarm")
    assert set(row.payload) == {"rows"}
    assert not Booking.objects.filter(kind="reversal").exists(), "nothing is put right by itself"
    assert season.book.checks.latest("number").is_right, "the chain is"
    mail.outbox.clear()
    deliver_outbox()
    (told,) = [each for each in mail.outbox if each.to == ["root@example.org"]]
    assert told.subject.endswith("Rows of prize money differ from the ledger")
    assert f"season {season.competition.code}: payment {a_payment().pk} is 1300" in told.body


def test_rows_that_cannot_be_compared_are_told_and_stop_nothing(
    season: MoneySeason, monkeypatch: pytest.MonkeyPatch
) -> None:
    Proposal.objects.update(content={"payouts": "none"})
    (line,) = checking.differences(season.book)
    assert line.startswith("its rows of money could not be compared: ")
    assert checking.check_all() == [season.competition.code]
    assert season.book.checks.latest("number").is_right


def test_as_many_queries_for_more_rows(season: MoneySeason, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(12):
        assert comparing.differences(season.book) == []
    for number in range(5):
        record = season.record("gift", 100 + number, name="Baker")
        sums: Any = {("cash", season.cash): 100 + number, ("pool", season.cash): -100 - number}
        post(season.book, "gift", sums, key=f"record:{record.pk}", about=BookingDetails(name="Baker"))
    with django_assert_num_queries(12):
        assert comparing.differences(season.book) == []
    assert Holder.objects.filter(book=season.book).count() == 2
