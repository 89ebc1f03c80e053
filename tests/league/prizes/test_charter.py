"""What a book is opened with stands before its first booking, and whatever is changed of it is found."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps

from league.competitions.models import Competition
from league.competitions.rules.canonical import sha256_of
from league.prizes import signing
from league.prizes.book.charter import charter_of, sha256_of_charter
from league.prizes.book.ledger import BookingDetails, post
from league.prizes.book.verifying import verify
from league.prizes.models import Account, Book, Booking, BookWalk, Guarantor, Holder, LedgerCheck
from league.prizes.services import checking
from tests.conftest import make_user
from tests.league.competitions import rows
from tests.league.prizes import tampering

pytestmark = pytest.mark.django_db


def pay(shelf, number, **about):
    sums = {("cash", shelf.henrik): 1200, ("entrants", shelf.henrik): -1200}
    return post(shelf.book, "payment", sums, key=f"paid {number}", about=BookingDetails(**about))


@pytest.fixture
def booked(shelf):
    pay(shelf, 1)
    pay(shelf, 2)
    return shelf


def faults(shelf):
    return " / ".join(verify(Book.objects.select_related("competition").get(pk=shelf.book.pk)).faults)


def test_the_first_booking_follows_the_charter(booked):
    charter = charter_of(booked.book, booked.book.holders.all())
    assert Booking.objects.get(number=1).previous == sha256_of(charter)
    assert (charter["season"], charter["currency"]) == (booked.season.code, "EUR")
    assert charter["rules_sha256"] == booked.season.rules_sha256
    assert [(each["kind"], each["name"]) for each in charter["holders"]] == [
        ("operator", "Relais Jeux"),
        ("person", "henrik"),
    ]
    assert len({each["person"] for each in charter["holders"]}) == 2
    assert verify(booked.book).charter == sha256_of(charter)


CHANGES = {
    "a holder's name": lambda shelf: Holder.objects.filter(pk=shelf.henrik.pk).update(name="eve"),
    "who a holder is": lambda shelf: Holder.objects.filter(pk=shelf.henrik.pk).update(user=make_user("eve")),
    "a holder more": lambda shelf: Holder.objects.create(
        book=shelf.book, kind="person", user=make_user("eve"), name="eve"
    ),
    "the currency": lambda shelf: (
        Book.objects.filter(pk=shelf.book.pk).update(currency="XTS"),
        Account.objects.filter(book=shelf.book).update(currency="XTS"),
    ),
    "the opening": lambda shelf: Book.objects.filter(pk=shelf.book.pk).update(
        opened_at=shelf.book.opened_at - timedelta(days=1)
    ),
    "the season": lambda shelf: Book.objects.filter(pk=shelf.book.pk).update(
        competition=rows.make_season(shelf.season.league, shelf.season.opened_by, state="announced")
    ),
    "its rules": lambda shelf: Competition.objects.filter(pk=shelf.season.pk).update(rules_sha256="0" * 64),
}


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("age", ["new", "old", "empty"])
def test_what_was_changed_is_found(shelf, what, age):
    """By the first booking; in a book of an earlier release, or without any booking, by the last check."""
    if age != "empty":
        pay(shelf, 1)
    if age == "old":
        begin_with_nothing(shelf.book)
    if age != "new":
        assert checking.check(shelf.book).is_right
    with tampering.unguarded():
        CHANGES[what](shelf)
    said = faults(shelf)
    assert "the charter (season, currency, opening, rules, holders)" in said


def begin_with_nothing(book):
    """Let a book begin as those of earlier releases do."""
    first = book.bookings.get()
    first.previous, first.format = "", 1
    legs = [(leg.account.kind, leg.account.holder_id, leg.amount) for leg in first.legs.order_by("account")]
    from league.prizes.book.ledger import content

    with tampering.unguarded():
        Booking.objects.filter(pk=first.pk).update(
            previous="", format=1, sha256=sha256_of(content(first, legs, []))
        )


def test_two_holders_who_change_names_are_found(booked):
    with tampering.unguarded():
        Holder.objects.filter(pk=booked.henrik.pk).update(name="Relais Jeux")
        Holder.objects.filter(pk=booked.operator.pk).update(name="henrik")
    assert "charter" in faults(booked)


def test_whose_entry_a_booking_is_about_is_in_its_hash(booked):
    entry = rows.enter(booked.season, make_user("paula"), 1)
    pay(booked, 3, entry=entry)
    assert faults(booked) == ""
    entry.user = make_user("eve")
    entry.save()
    assert faults(booked) == "booking 3: its content has another hash"


class TestCarried:
    """Someone who came to hold money with a sum that was carried over."""

    @pytest.fixture
    def carried(self, booked):
        dora = Holder.objects.create(
            book=booked.book, kind="person", user=make_user("dora"), name="dora", is_carried=True
        )
        sums = {("cash", dora): 500, ("pool", dora): -500}
        post(booked.book, "carried", sums, key="carried:x:in", about=BookingDetails(reason="Autumn"))
        booked.dora = dora
        return booked

    def test_is_named_by_that_booking_and_not_by_the_charter(self, carried):
        assert faults(carried) == ""
        assert sha256_of_charter(carried.book) == Booking.objects.get(number=1).previous

    def test_and_found_when_changed(self, carried):
        with tampering.unguarded():
            Holder.objects.filter(pk=carried.dora.pk).update(name="eve")
        assert faults(carried) == "booking 3: its content has another hash"

    def test_nobody_is_added_without_a_booking(self, booked):
        Holder.objects.create(
            book=booked.book, kind="person", user=make_user("eve"), name="eve", is_carried=True
        )
        assert faults(booked) == "eve: stands in no charter, and no booking has added them"


class TestChecks:
    def test_the_end_cut_off_with_all_checks_is_found(self, booked):
        checking.check(booked.book)
        with tampering.unguarded():
            LedgerCheck.objects.all()._raw_delete("default")
        tampering.take_away(Booking.objects.get(number=2))
        assert faults(booked) == "it was checked before, and no check of it is kept"

    def test_one_that_is_gone_from_among_them_is_found(self, booked):
        for number in (3, 4, 5):
            checking.check(booked.book)
            pay(booked, number)
        with tampering.unguarded():
            LedgerCheck.objects.filter(number=2)._raw_delete("default")
        assert faults(booked) == "an earlier check that a later one names is gone, or was changed"

    def test_one_that_was_changed_is_not_believed(self, booked):
        checking.check(booked.book)
        with tampering.unguarded():
            LedgerCheck.objects.update(bookings=1, sha256="f" * 64)
        verdict = verify(booked.book)
        assert (verdict.faults, verdict.kept.disbelieved) == ((), 1)

    def test_a_new_key_signs_anew_and_what_the_old_one_signed_stays_believed(self, booked, settings):
        checking.check(booked.book)
        old = settings.SECRET_KEY
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new one" * 9, [old]
        checking.check(booked.book)
        checking.check(booked.book)
        assert booked.book.checks.count() == 2
        settings.SECRET_KEY_FALLBACKS = []
        kept = verify(booked.book).kept
        assert (len(kept.believed), kept.disbelieved, kept.has_gap) == (2, 0, False)
        tampering.take_away(Booking.objects.get(number=2))
        assert "is gone" in faults(booked)

    def test_without_the_old_key_none_is_believed_and_that_is_told_once(self, booked, settings, set_clock):
        checking.check(booked.book)
        settings.SECRET_KEY = "a new one" * 9
        set_clock.pass_(days=1)
        assert checking.check_all() == [booked.season.code]
        set_clock.pass_(days=1)
        assert checking.check_all() == []
        assert verify(booked.book).kept.disbelieved == 1

    def test_a_book_that_is_gone_is_told_of(self, money_season):
        assert checking.check_all() == []
        book = money_season.book
        with tampering.unguarded():
            for model in (LedgerCheck, BookWalk):
                model.objects.filter(book=book)._raw_delete("default")
            for model in (Holder, Guarantor, Book):
                model.objects.all()._raw_delete("default")
        assert checking.check_all() == [money_season.competition.code]


def test_the_migration_signs_the_checks_of_books_that_walk_right(booked, make_shelf):
    wrong = make_shelf(code="wrong")
    for shelf in (booked, wrong):
        if shelf is wrong:
            post(shelf.book, "gift", {("cash", shelf.henrik): 1, ("pool", shelf.henrik): -1}, key="gift")
        old_chain(shelf.book)
        checking.check(shelf.book)
    with tampering.unguarded():
        LedgerCheck.objects.update(signature="", charter="")
        LedgerCheck.objects.create(
            book=booked.book, number=2, at=booked.book.opened_at, bookings=9, sha256="f" * 64, is_right=True
        )
        Booking.objects.filter(book=wrong.book).update(reason="Another")
        import_module("league.prizes.migrations.0019_signed_checks").sign(apps, None)
    kept = signing.sort(booked.book.checks.order_by("-number"))
    assert ([each.number for each in kept.believed], kept.disbelieved) == ([1], 1)
    assert signing.sort(wrong.book.checks.order_by("-number")).believed == ()


def old_chain(book):
    """The book as an earlier release has written it."""
    from league.prizes.book.ledger import content

    before = ""
    with tampering.unguarded():
        for each in book.bookings.order_by("number"):
            each.previous, each.format = before, 1
            legs = each.legs.order_by("account").values_list("account__kind", "account__holder", "amount")
            each.sha256 = before = sha256_of(content(each, legs, []))
            Booking.objects.filter(pk=each.pk).update(previous=each.previous, format=1, sha256=each.sha256)
