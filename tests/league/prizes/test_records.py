"""What comes and goes by hand: recorded by one of two people, confirmed above the limit, corrected."""

from __future__ import annotations

import uuid
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction

from games.common import clock
from games.common.outbox.row import OutboxRow
from league.competitions import services
from league.competitions.errors import NoReason
from league.competitions.models import Entry
from league.competitions.rules.prize_rules import Extra
from league.competitions.services.locking import lock
from league.leagues.models import Membership
from league.prizes.book import ledger
from league.prizes.book.ledger import BookingDetails
from league.prizes.book.verifying import verify
from league.prizes.errors import (
    AlreadyDecided,
    AlreadyPaid,
    BadSum,
    InTheFuture,
    KeyReused,
    NoReference,
    NoSponsor,
    NothingByHand,
    NotOverYet,
    NotPromised,
    NotTheSecond,
    NotTrusted,
    Overdrawn,
    TooLate,
    Used,
)
from league.prizes.models import Booking, HandRecord, Payment, Refund, Trustee
from league.prizes.services.incoming import manual_entries
from league.prizes.services.incoming.receiving import book_refund
from league.prizes.services.opening import open_book
from tests.league.competitions.rows import make_season
from tests.league.prizes.money_seasons import FEE
from tests.league.prizes.pages import at, said, text_of, typed

pytestmark = pytest.mark.django_db

State = HandRecord.State


def record(season, kind="payment", amount=FEE, *, by=None, **given):
    data = {
        "received_on": clock.now().date(),
        "reference": "transfer 17",
        "key": uuid.uuid4(),
        **given,
    }
    return manual_entries.record(
        competition=season.competition, by=by or season.henrik, kind=kind, amount=amount, **data
    )


@pytest.fixture
def limited(make_money_season):
    """A season in which sums above 50.00 need the second person, and a sponsor has promised a prize."""
    extras = (
        Extra(rank=1, amount=4000, sponsor="Librairie"),
        Extra(rank=2, amount=4000, sponsor="Librairie"),
    )
    season = make_money_season({"second_above": 5000, "extras": extras}).agree()
    season.announce()
    return season


def test_a_fee_that_was_recorded_lets_its_entrant_in(money_season):
    entry = money_season.enter("p1")
    made = record(money_season, entry=entry)
    assert made.state == State.BOOKED
    assert made.holder == money_season.cash
    assert money_season.fresh(entry).state == Entry.State.ACCEPTED
    assert money_season.balance("cash") == FEE
    assert (money_season.balance("pool"), money_season.balance("organiser_fee")) == (-1140, -60)
    booked = Booking.objects.get(kind="payment")
    assert (booked.by, booked.entry, booked.reference) == (money_season.henrik, entry, "transfer 17")


def test_the_same_form_records_once(money_season):
    entry, key = money_season.enter("p1"), uuid.uuid4()
    first = record(money_season, entry=entry, key=key)
    again = record(money_season, entry=entry, key=key)
    assert first == again
    assert HandRecord.objects.count() == Payment.objects.count() == 1
    with pytest.raises(KeyReused):
        record(money_season, entry=entry, key=key, reference="another")
    with pytest.raises(KeyReused):
        record(money_season, entry=entry, key=key, by=money_season.ines)


@pytest.mark.parametrize("amount", [-FEE, 0, 10**9 + 1, 10**12])
def test_no_payment_is_nothing_or_boundless(money_season, amount):
    entry = money_season.enter("p1")
    with pytest.raises(BadSum):
        record(money_season, entry=entry, amount=amount)
    assert not HandRecord.objects.exists()
    assert not Booking.objects.exists()


@pytest.mark.parametrize("amount", [-1, 0, 10**9 + 1])
def test_no_gift_is_nothing_or_boundless(money_season, amount):
    with pytest.raises(BadSum):
        record(money_season, "gift", amount, name="Librairie")


def test_what_a_record_needs(money_season, ada, carl):
    entry = money_season.enter("p1")
    with pytest.raises(InTheFuture):
        record(money_season, entry=entry, received_on=clock.now().date() + timedelta(days=2))
    with pytest.raises(NoReference):
        record(money_season, entry=entry, reference="  ")
    with pytest.raises(NoSponsor):
        record(money_season, "gift", name=" ")
    for somebody in (ada, carl, entry.user):
        with pytest.raises(NotTrusted):
            record(money_season, entry=entry, by=somebody)
    assert not HandRecord.objects.exists()


def test_a_season_without_somebody_who_holds_money_takes_none_by_hand(make_money_season):
    season = make_money_season({"cash_holder": ""}).agree()
    season.announce()
    with pytest.raises(NothingByHand):
        record(season, entry=season.enter("p1"))


def test_a_fee_is_not_recorded_twice(money_season):
    entry = money_season.enter("p1")
    record(money_season, entry=entry)
    with pytest.raises(AlreadyPaid):
        record(money_season, entry=entry, by=money_season.ines)
    assert money_season.balance("cash") == FEE


def test_above_the_limit_the_second_person_decides(make_money_season):
    season = make_money_season({"second_above": FEE - 1}).agree()
    season.announce()
    entry = season.enter("p1")
    made = record(season, entry=entry)
    assert made.state == State.WAITING
    assert not Booking.objects.exists()
    assert season.fresh(entry).payment == Entry.Payment.DUE
    told = OutboxRow.objects.filter(payload__occasion="record_waits")
    assert [row.payload["user"] for row in told] == [season.ines.pk]
    with pytest.raises(AlreadyPaid):
        record(season, entry=entry, by=season.ines)
    with pytest.raises(NotTheSecond):
        manual_entries.confirm_record(record=made, by=season.henrik)
    with pytest.raises(NotTrusted):
        manual_entries.confirm_record(record=made, by=entry.user)
    for _time in range(2):
        done = manual_entries.confirm_record(record=made, by=season.ines)
    assert (done.state, done.second_by) == (State.BOOKED, season.ines)
    assert Booking.objects.filter(kind="payment").count() == 1
    assert season.fresh(entry).state == Entry.State.ACCEPTED
    with pytest.raises(AlreadyDecided):
        manual_entries.refuse_record(record=made, by=season.ines, reason="no")


def test_the_second_person_refuses_with_a_reason(limited):
    made = record(limited, "gift", 9000, name="Librairie")
    with pytest.raises(NoReason):
        manual_entries.refuse_record(record=made, by=limited.ines, reason=" ")
    with pytest.raises(NotTheSecond):
        manual_entries.refuse_record(record=made, by=limited.henrik, reason="Never came.")
    done = manual_entries.refuse_record(record=made, by=limited.ines, reason="Never came.")
    assert (done.state, done.reason) == (State.REFUSED, "Never came.")
    assert not Booking.objects.exists()
    with pytest.raises(AlreadyDecided):
        manual_entries.confirm_record(record=made, by=limited.ines)
    with pytest.raises(AlreadyDecided):
        manual_entries.correct(record=made, by=limited.ines, reason="Again")


def test_who_recorded_what_waits_takes_it_back_alone(limited):
    made = record(limited, "gift", 9000, name="Librairie")
    done = manual_entries.correct(record=made, by=limited.henrik, reason="A slip of the pen.")
    assert done.state == State.REVERSED
    assert not Booking.objects.exists()


def test_gifts_prizes_and_deposits_are_booked_where_they_belong(limited):
    record(limited, "gift", 4000, name="Librairie du Port")
    record(limited, "extra", 4000, name="Librairie", promise=0)
    record(limited, "guarantee", 3000)
    assert limited.balance("cash") == 11000
    assert limited.balance("pool") == -4000
    assert limited.balance("sponsors") == -4000
    assert limited.balance("guarantor") == -3000
    assert list(Booking.objects.values_list("kind", "name")) == [
        ("gift", "Librairie du Port"),
        ("gift", "Librairie"),
        ("guarantee", "henrik"),
    ]


@pytest.mark.slow
def test_a_sponsors_prize_is_recorded_as_often_as_it_is_promised(limited):
    for amount, name, promise in (
        (3999, "Librairie", 0),
        (4000, "Café", 0),
        (4000, "Librairie", 2),
        (4000, "Librairie", -1),
        (4000, "Librairie", None),
    ):
        with pytest.raises(NotPromised):
            record(limited, "extra", amount, name=name, promise=promise)
    second = record(limited, "extra", 4000, name="Librairie", promise=1)
    record(limited, "extra", 4000, name="Librairie", promise=0)
    for promise in (0, 1):
        with pytest.raises(NotPromised):
            record(limited, "extra", 4000, name="Librairie", promise=promise)
    manual_entries.correct(record=second, by=limited.ines, reason="It went to the café.")
    record(limited, "extra", 4000, name="Librairie", promise=1)


def test_the_database_takes_a_promise_once(limited):
    record(limited, "extra", 4000, name="Librairie", promise=0)
    with pytest.raises(IntegrityError, match=r"promise"), transaction.atomic():
        limited.record("extra", 4000, name="Librairie", promise=0)
    with pytest.raises(IntegrityError, match="a_sponsors_own_prize_was_promised"), transaction.atomic():
        limited.record("extra", 4000, name="Librairie")


def test_older_records_of_sponsors_prizes_find_their_promises(limited):
    """Those of the same sponsor and sum, in their order; what was corrected takes no one's place."""
    gone = limited.record("extra", 4000, name="Librairie", promise=7)
    HandRecord.objects.filter(pk=gone.pk).update(state=State.REVERSED)
    for promise in (8, 9):
        limited.record("extra", 4000, name="Librairie", promise=promise)
    import_module("league.prizes.migrations.0007_which_promise").find_promises(apps, None)
    assert list(HandRecord.objects.order_by("pk").values_list("promise", flat=True)) == [0, 0, 1]


def test_nothing_is_given_once_prizes_are_confirmed_or_the_season_is_cancelled(money_season):
    money_season.enter_and_pay("p1")
    money_season.cancel()
    for kind in ("gift", "guarantee"):
        with pytest.raises(TooLate):
            record(money_season, kind, 100, name="Librairie")


@pytest.mark.slow
def test_the_sites_share_is_handed_over_once_the_season_is_over(make_money_season, settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_SITE_PERCENT = True, 5
    settings.PRIZES_OPERATOR, settings.PRIZES_FEE_CAP = "Les Postes", FEE
    season = make_money_season({"currency": "EUR", "online": False}).begin()
    with pytest.raises(NotOverYet):
        record(season, "site_share", 1)
    season.finish()
    share = -season.balance("platform_fee")
    assert share > 0
    with pytest.raises(Overdrawn):
        record(season, "site_share", share + 1)
    before = season.balance("organiser_fee"), season.balance("pool")
    made = record(season, "site_share", share)
    assert Booking.objects.get(key=f"record:{made.pk}").kind == "site_share"
    assert (season.balance("platform_fee"), season.balance("cash")) == (0, 4 * FEE - share)
    assert (season.balance("organiser_fee"), season.balance("pool")) == before
    with pytest.raises(Overdrawn):
        record(season, "site_share", 1)
    manual_entries.correct(record=made, by=season.henrik, reason="It was not sent")
    assert season.balance("platform_fee") == -share
    assert verify(season.book).is_right


@pytest.mark.slow
def test_the_leagues_costs_are_paid_once_the_season_is_over(make_money_season):
    season = make_money_season().begin()
    with pytest.raises(NotOverYet):
        record(season, "costs", 100)
    season.finish()
    with pytest.raises(Overdrawn):
        record(season, "costs", 4 * 60 + 1)
    record(season, "costs", 4 * 60)
    assert season.balance("organiser_fee") == 0
    assert season.balance("cash") == 4 * FEE - 4 * 60
    with pytest.raises(Overdrawn):
        record(season, "costs", 1)


@pytest.mark.slow
def test_a_correction_takes_a_fee_out_of_the_book_and_gives_time_to_pay(money_season):
    entry = money_season.enter("p1")
    made = record(money_season, entry=entry)
    with pytest.raises(NoReason):
        manual_entries.correct(record=made, by=money_season.henrik, reason="")
    with pytest.raises(NotTrusted):
        manual_entries.correct(record=made, by=entry.user, reason="Mine")
    for _time in range(2):
        done = manual_entries.correct(record=made, by=money_season.henrik, reason="It was another’s.")
    assert (done.state, done.reason) == (State.REVERSED, "It was another’s.")
    for account in ("cash", "pool", "organiser_fee", "entrants"):
        assert money_season.balance(account) == 0
    undone = Booking.objects.get(kind="reversal")
    assert (undone.reverses.kind, undone.reason, undone.by) == (
        "payment",
        "It was another’s.",
        money_season.henrik,
    )
    entry = money_season.fresh(entry)
    assert (entry.state, entry.payment) == (Entry.State.ACCEPTED, Entry.Payment.CHARGED_BACK)
    assert entry.pay_by == clock.now() + timedelta(days=7)
    told = OutboxRow.objects.get(payload__occasion="record_corrected")
    assert told.payload["user"] == entry.user_id
    # The right one is recorded afterwards.
    record(money_season, entry=entry, by=money_season.ines)
    assert money_season.fresh(entry).payment == Entry.Payment.PAID


@pytest.mark.slow
def test_a_correction_while_the_season_is_played_leaves_the_entrant_owing(make_money_season):
    season = make_money_season().begin()
    entry = Entry.objects.get(number=1)
    made = Payment.objects.get(entry=entry).record
    manual_entries.correct(record=made, by=season.ines, reason="Never came.")
    entry = season.fresh(entry)
    assert (entry.state, entry.pay_by) == (Entry.State.PLAYING, clock.now() + timedelta(days=7))
    season.turn(days=7)
    assert season.fresh(entry).state == Entry.State.REMOVED


@pytest.mark.slow
def test_a_fee_of_a_season_that_is_over_stays(make_money_season):
    season = make_money_season().begin().finish()
    made = HandRecord.objects.filter(kind="payment").first()
    with pytest.raises(Used):
        manual_entries.correct(record=made, by=season.ines, reason="Never came.")


@pytest.mark.slow
def test_a_payment_that_waits_to_be_refunded_is_corrected_until_it_is_given_back(money_season):
    first, second = money_season.enter("p1"), money_season.enter("p2")
    records = []
    for entry in (first, second):
        money_season.withdraw(entry)
        records.append(record(money_season, entry=entry))
    assert money_season.balance("refunds") == -2 * FEE
    manual_entries.correct(record=records[0], by=money_season.henrik, reason="Never came.")
    assert money_season.balance("refunds") == -FEE
    assert money_season.balance("cash") == FEE
    assert Payment.objects.get(entry=first).state == Payment.State.REVERSED
    assert Refund.objects.get(entry=first).state == Refund.State.WITHDRAWN
    refund = Refund.objects.select_related("holder", "payment", "book").get(entry=second)
    competition = lock(money_season.competition)
    book_refund(competition, refund, FEE, clock.now(), BookingDetails(by=money_season.henrik))
    with pytest.raises(Used):
        manual_entries.correct(record=records[1], by=money_season.henrik, reason="Never came.")


def test_before_entries_open_a_gift_is_corrected_by_who_recorded_it(make_money_season):
    season = make_money_season().agree()
    services.announce(competition=season.competition, by=season.organiser)
    season.refresh()
    made = record(season, "gift", 4000, name="Librairie")
    manual_entries.correct(record=made, by=season.henrik, reason="It was 40 cents.")
    assert season.balance("pool") == season.balance("cash") == 0


def test_once_entries_are_open_only_another_corrects_what_sponsors_gave(money_season):
    made = record(money_season, "gift", 4000, name="Librairie")
    with pytest.raises(NotTheSecond):
        manual_entries.correct(record=made, by=money_season.henrik, reason="They want it back.")
    manual_entries.correct(record=made, by=money_season.ines, reason="It was 40 cents.")
    assert money_season.balance("pool") == 0


def test_what_has_been_used_is_not_corrected(money_season):
    """The guarantor's deposit filled a hole; the pool went to prizes: both stay."""
    made = record(money_season, "guarantee", 3000)
    sums = {("guarantor", money_season.cash): 2000, ("pool", money_season.cash): -2000}
    ledger.post(money_season.book, "top_up", sums, key="top up")
    with pytest.raises(Used):
        manual_entries.correct(record=made, by=money_season.ines, reason="Never came.")
    gift = record(money_season, "gift", 1000, name="Librairie")
    sums = {("pool", money_season.cash): 2500, ("payouts", money_season.cash): -2500}
    ledger.post(money_season.book, "prize", sums, key="prize")
    with pytest.raises(Used):
        manual_entries.correct(record=gift, by=money_season.ines, reason="Never came.")
    assert HandRecord.objects.get(pk=gift.pk).state == State.BOOKED


# On pages


def post(client, season, kind, **given):
    page = client.get(at("record", season, kind))
    return client.post(at("record", season, kind), typed(page.context["form"]) | given)


@pytest.mark.slow
def test_a_trustee_records_a_fee_by_its_form(client_of, money_season):
    entry, other = money_season.enter("p1"), money_season.enter("p2")
    henrik = client_of(money_season.henrik)
    page = text_of(henrik.get(at("records", money_season)))
    assert f"PR1-{money_season.competition.code}" in page
    assert "Log 12.00 tokens" in page
    form = henrik.get(at("record", money_season, "payment") + "?entry=2").context["form"]
    assert (form["entry"].value(), form["amount"].value()) == ("2", "12.00")
    done = post(henrik, money_season, "payment", entry="1", reference="transfer 17")
    assert done.url == at("records", money_season)
    assert money_season.fresh(entry).state == Entry.State.ACCEPTED
    assert money_season.fresh(other).payment == Entry.Payment.DUE
    page = henrik.get(at("records", money_season))
    text = text_of(page)
    assert said(page) == ["Logged, and in the ledger."]
    assert "Entry fee: p1" in text
    assert "transfer 17" in text
    assert f"PR1-{money_season.competition.code}" not in text


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"entry": "unknown"}, "Say who paid, as the account statement names them."),
        ({"amount": "-12"}, "Enter 0 or more."),
        ({"amount": "0"}, "Give a sum above 0."),
        ({"amount": "12.001"}, "at most 2 digits"),
        ({"amount": "€12.00"}, "Enter a sum such as"),
        ({"amount": "12.00 CHF"}, "Enter a sum such as"),
        ({"amount": "123456789012"}, "too large"),
        ({"received_on": "2099-01-01"}, "Choose a day within ten years"),
        ({"reference": ""}, "This field is required."),
        ({"entry": "99"}, "99 is not one of the available choices"),
        ({"entry": ""}, "This field is required."),
        ({"key": "guessed"}, "valid UUID"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(client_of, money_season, given, words):
    money_season.enter("p1")
    henrik = client_of(money_season.henrik)
    data = {"entry": "1", "reference": "a reference of mine", **given}
    page = text_of(post(henrik, money_season, "payment", **data))
    assert words in page
    assert "a reference of mine" in page or given.get("reference") == ""
    assert not HandRecord.objects.exists()


def test_a_day_to_come_is_refused_by_the_form(client_of, money_season):
    money_season.enter("p1")
    tomorrow = clock.now().date() + timedelta(days=1)
    done = post(
        client_of(money_season.henrik),
        money_season,
        "payment",
        entry="1",
        reference="x",
        received_on=tomorrow.isoformat(),
    )
    assert "This day is in the future." in text_of(done)


@pytest.mark.slow
def test_gifts_deposits_prizes_and_costs_have_forms_of_their_own(client_of, limited):
    henrik = client_of(limited.henrik)
    today = clock.now().date().isoformat()
    common = {"reference": "in cash", "received_on": today}
    assert post(henrik, limited, "gift", name="Librairie", amount="40", **common).status_code == 302
    assert post(henrik, limited, "extra", what="1", **common).status_code == 302
    assert post(henrik, limited, "guarantee", amount="12,50", **common).status_code == 302
    assert limited.balance("cash") == 4000 + 4000 + 1250
    costs = text_of(henrik.get(at("record", limited, "costs")))
    assert "There is nothing of this kind to log now." in costs
    back = text_of(henrik.get(at("record", limited, "paid_back")))
    assert "There is nothing of this kind to log now." in back
    assert henrik.get(at("record", limited, "nothing")).status_code == 404


@pytest.mark.slow
def test_the_second_person_confirms_or_refuses_on_the_page(client_of, limited):
    first = record(limited, "gift", 6000, name="Librairie")
    second = record(limited, "gift", 7000, name="Café")
    henrik, ines = client_of(limited.henrik), client_of(limited.ines)
    own = text_of(henrik.get(at("records", limited)))
    assert at("confirm-record", limited, first.pk) not in own
    theirs = text_of(ines.get(at("records", limited)))
    assert at("confirm-record", limited, first.pk) in theirs
    assert said(henrik.post(at("confirm-record", limited, first.pk), follow=True)) == [
        "Another treasurer has to do that."
    ]
    done = ines.post(at("confirm-record", limited, first.pk), follow=True)
    assert said(done) == ["Confirmed, and in the ledger."]
    page = text_of(ines.post(at("refuse-record", limited, second.pk), {"reason": ""}))
    assert "Give a reason." in page
    done = ines.post(at("refuse-record", limited, second.pk), {"reason": "Never came."}, follow=True)
    assert said(done) == ["Refused."]
    assert "Never came." in text_of(henrik.get(at("records", limited)))
    assert limited.balance("pool") == -6000
    done = ines.post(at("correct-record", limited, first.pk), {"reason": "Twice as much."}, follow=True)
    assert said(done) == ["Corrected."]
    assert limited.balance("pool") == 0


@pytest.mark.slow
def test_only_those_who_answer_for_the_money_come_near_records(client_of, visitor, ada, carl, dora, limited):
    made = record(limited, "gift", 100, name="Librairie")
    entrant = limited.enter("p1").user
    for somebody in (None, ada, dora, entrant):
        client = client_of(somebody) if somebody else visitor
        assert client.get(at("records", limited)).status_code == 404
    for somebody in (ada, dora, entrant, carl):
        client = client_of(somebody)
        for name, args in (
            ("record", ["gift"]),
            ("correct-record", [made.pk]),
            ("refuse-record", [made.pk]),
        ):
            assert client.get(at(name, limited, *args)).status_code == 404, (somebody, name)
            assert client.post(at(name, limited, *args), {"reason": "x"}).status_code == 404
        assert client.post(at("confirm-record", limited, made.pk)).status_code == 404
    # The organiser, who does not play, reads and records nothing.
    page = text_of(client_of(carl).get(at("records", limited)))
    assert "Librairie" in page
    assert "Record:" not in page


@pytest.mark.slow
def test_a_record_of_another_season_is_not_found(
    client_of, limited, make_money_season, calais, carl, set_clock
):
    made = record(limited, "gift", 100, name="Librairie")
    other = make_season(calais, carl, state="announced", arbiters=[limited.henrik], money=limited.money)
    open_book(other, clock.now())
    Trustee.objects.create(
        competition=other,
        user=limited.henrik,
        agreed_at=clock.now(),
        agreed_sha256=limited.money.agreed_sha256,
    )
    assert Membership.objects.filter(league=calais, user=limited.henrik).exists()
    henrik = client_of(limited.henrik)
    url = at("correct-record", limited, made.pk).replace(limited.competition.code, other.code)
    assert henrik.get(url).status_code == 404
    assert henrik.post(url, {"reason": "x"}).status_code == 404
    assert HandRecord.objects.get(pk=made.pk).state == State.BOOKED


@pytest.mark.slow
def test_records_are_found_by_kind_and_state_and_page(client_of, limited):
    for number in range(60):
        record(limited, "gift", 100 + number, name=f"Sponsor {number:02}")
    record(limited, "gift", 9000, name="Big one")
    henrik = client_of(limited.henrik)
    page = henrik.get(at("records", limited))
    part = page.context["part"]
    assert len(part.rows) == 50
    assert part.previous == 0
    following = henrik.get(at("records", limited) + f"?after={part.next}").context["part"]
    assert len(following.rows) == 11
    assert following.next == 0
    back = henrik.get(at("records", limited) + f"?before={following.previous}").context["part"]
    assert [row.key for row in back.rows] == [row.key for row in part.rows]
    waiting = henrik.get(at("records", limited) + "?state=waiting").context["part"]
    assert [row.who for row in waiting.rows] == ["Big one"]
    assert not henrik.get(at("records", limited) + "?kind=payment").context["part"].rows
    for nonsense in ("?kind=zz&state=zz", "?after=zz&before=-1", "?after=99999999999999999999"):
        assert henrik.get(at("records", limited) + nonsense).status_code == 200


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    "amount", ["12.001", "0.005", "12,0000001", "1e3", "0", "-12", "12 EUR", "NaN", "9" * 30]
)
def test_no_fraction_of_a_cent_and_no_other_nonsense_is_recorded(client_of, limited, amount):
    henrik = client_of(limited.henrik)
    today = clock.now().date().isoformat()
    given = {"name": "Librairie", "amount": amount, "reference": "in cash", "received_on": today}
    response = post(henrik, limited, "gift", **given)
    assert response.status_code == 200
    assert not HandRecord.objects.exists() and limited.balance("cash") == 0
