"""Refunds that a provider gives in part, refuses or answers late, while the payer's bank acts as well."""

from __future__ import annotations

from random import Random

import pytest

from league.prizes.book.verifying import verify
from league.prizes.models import Booking, Leg, Payment, Refund, SandboxRefund, SandboxSession
from league.prizes.services.incoming import reconciling
from league.prizes.services.payouts import paying_out
from tests.league.prizes import unruly
from tests.league.prizes.money_seasons import FEE
from tests.league.prizes.online import begin_and_pay, run_tasks

pytestmark = pytest.mark.django_db

TAKEN = 200


def live(season, minutes: int) -> None:
    """Let so many minutes pass, with all that beat does in them."""
    for _minute in range(minutes):
        season.clock.pass_(seconds=61)
        run_tasks()


def given_by_provider() -> int:
    return sum(SandboxRefund.objects.values_list("given", flat=True))


def booked_by_provider() -> int:
    """What the ledger says that the provider gave back."""
    legs = Leg.objects.filter(booking__kind=Booking.Kind.REFUND, booking__by=None, account__kind="refunds")
    return sum(legs.values_list("amount", flat=True))


def test_what_a_refused_refund_got_is_not_booked_a_second_time_for_another(money_season):
    made = begin_and_pay(money_season.enter("p1"), partial_refund=True)
    run_tasks()
    unruly.charge_back(made.provider_id, TAKEN)
    run_tasks()
    money_season.withdraw(money_season.fresh(made.entry))
    live(money_season, 3)
    whole = Refund.objects.get(key__startswith="payment:")
    assert (whole.way, whole.given, given_by_provider()) == ("hand", (FEE - TAKEN) // 2, 500)
    unruly.return_charge_back(made.provider_id)
    live(money_season, 3)
    returned = Refund.objects.get(key__startswith="returned:")
    assert (returned.way, returned.given, returned.state) == ("hand", 0, "due")
    assert booked_by_provider() == given_by_provider() == 500
    assert reconciling.compare_all() == []


def test_what_a_person_gave_of_another_refund_is_not_the_providers(money_season):
    """The provider gave a part of one, the rest was sent by hand; what it gave of the next is booked."""
    made = begin_and_pay(money_season.enter("p1"), partial_refund=True)
    run_tasks()
    unruly.charge_back(made.provider_id, TAKEN)
    run_tasks()
    money_season.withdraw(money_season.fresh(made.entry))
    live(money_season, 3)
    whole = Refund.objects.get(key__startswith="payment:")
    paying_out.hand_refund(refund=whole, by=money_season.ines, reference="transfer")
    unruly.behave(made.provider_id, refund_refused=True)
    session = SandboxSession.objects.get(code=made.provider_id)
    unruly.return_charge_back(made.provider_id)
    SandboxRefund.objects.create(session=session, key="by their desk", amount=150, given=150, state="done")
    live(money_season, 3)
    returned = Refund.objects.get(key__startswith="returned:")
    assert (returned.way, returned.given) == ("hand", 150)
    assert booked_by_provider() == given_by_provider() == 650


def test_a_refund_that_is_refused_waits_for_one_whose_answer_was_lost(money_season):
    made = begin_and_pay(money_season.enter("p1"))
    run_tasks()
    unruly.charge_back(made.provider_id, TAKEN)
    run_tasks()
    money_season.withdraw(money_season.fresh(made.entry))
    unruly.behave(made.provider_id, time_out=True)
    run_tasks()  # all of what was left is given, and no one hears it
    assert (booked_by_provider(), given_by_provider()) == (0, FEE - TAKEN)
    unruly.behave(made.provider_id, refund_refused=True)
    unruly.return_charge_back(made.provider_id)
    run_tasks()
    whole, returned = Refund.objects.order_by("pk")
    assert (returned.given, returned.way) == (0, "provider"), "it is not known yet of which that was"
    live(money_season, 4)
    whole.refresh_from_db()
    returned.refresh_from_db()
    assert (whole.state, whole.given) == ("done", FEE - TAKEN)
    assert (returned.state, returned.given, returned.way) == ("due", 0, "hand")
    assert booked_by_provider() == given_by_provider() == FEE - TAKEN


SWITCHES = (
    {},
    {"partial_refund": True},
    {"refund_refused": True},
    {"time_out": True},
    {"partial_refund": True, "time_out": True},
    {"lost": True},
    {"reordered": True, "duplicate": True},
)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_whatever_provider_bank_and_people_do_both_books_come_to_the_same(make_money_season, seed):
    random = Random(seed)
    season = make_money_season().agree()
    season.announce()
    made = begin_and_pay(season.enter("p1"), **random.choice(SWITCHES))
    run_tasks()
    for _step in range(10):
        act(season, made, random)
        live(season, random.randrange(3))
        assert verify(season.book).is_right
    unruly.behave(made.provider_id, **random.choice((SWITCHES[0], SWITCHES[2])))
    for _later in range(5):
        season.clock.pass_(hours=13)
        run_tasks()
    assert booked_by_provider() == given_by_provider()
    assert reconciling.compare_all() == []
    session = SandboxSession.objects.get(code=made.provider_id)
    by_hand = Leg.objects.filter(booking__by__isnull=False, account__kind="clearing")
    kept = session.amount - session.charges - session.charged_back - given_by_provider()
    assert season.balance("clearing") == kept + sum(by_hand.values_list("amount", flat=True))
    check_payments(season)


def act(season, made, random: Random) -> None:
    """Something that bank, payer, provider or treasurer may do."""
    entry = season.fresh(made.entry)
    match random.choice(("take", "take", "return", "behave", "pay", "withdraw", "by hand")):
        case "take":
            unruly.charge_back(made.provider_id, random.choice((1, TAKEN, 500, None)))
        case "return":
            unruly.return_charge_back(made.provider_id)
        case "behave":
            unruly.behave(made.provider_id, **random.choice(SWITCHES))
        case "pay" if entry.payment == "charged_back" and entry.pay_by:
            held = sum(row.rest for row in Payment.objects.filter(entry=entry, state="part"))
            season.pay_by_hand(entry, random.choice((FEE, FEE - held)))
        case "withdraw" if entry.state == "accepted" and random.random() < 0.5:
            season.withdraw(entry)
        case "by hand":
            due = Refund.objects.filter(way="hand", state="due").order_by("pk").first()
            if due is not None:
                paying_out.hand_refund(refund=due, by=season.ines, reference="transfer")


def check_payments(season) -> None:
    """What is counted, held and owed is what the rows say, each cent once."""
    rows = Payment.objects.filter(book=season.book)
    counted = sum(row.rest for row in rows.filter(state__in=["fee", "in_fee"]))
    shares = sum(season.balance(kind) for kind in ("pool", "organiser_fee", "charges"))
    kept = Leg.objects.filter(booking__kind=Booking.Kind.CHARGES, account__kind="clearing")
    assert shares == -counted - sum(kept.values_list("amount", flat=True))
    assert season.balance("entrants") == -sum(row.rest for row in rows.filter(state="part"))
    due = Refund.objects.filter(book=season.book, state__in=Refund.OPEN)
    assert season.balance("refunds") == -sum(row.amount - row.given for row in due)
    whole = rows.filter(state="fee").count()
    assert whole <= 1 and (whole or not rows.filter(state="in_fee").exists())
