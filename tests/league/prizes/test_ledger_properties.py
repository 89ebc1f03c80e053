"""Whatever is booked in whatever order, over several books and holders: what is always true of the ledger.

Beside the ledger a model in plain Python says of each act whether it must be taken, and what every balance
comes to.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F, Sum
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from league.prizes.book import ledger
from league.prizes.book.ledger import BookingDetails, post, reverse
from league.prizes.book.verifying import verify
from league.prizes.errors import KeyReused, Overdrawn
from league.prizes.models import Account, Booking, Leg
from league.prizes.services import checking
from tests.league.prizes import tampering

pytestmark = [pytest.mark.django_db, pytest.mark.long]

UNHURRIED = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
"""A machine that is busy takes its time."""

KINDS = [str(kind) for kind in Account.Kind]
FLOWS = {
    "payment": ("cash", "entrants"),
    "fee": ("entrants", "pool"),
    "fee_back": ("pool", "entrants"),
    "refund_due": ("entrants", "refunds"),
    "refund": ("refunds", "cash"),
    "gift": ("cash", "pool"),
    "guarantee": ("cash", "guarantor"),
    "top_up": ("guarantor", "pool"),
    "prize": ("pool", "payouts"),
    "payout": ("payouts", "cash"),
    "chargeback": ("entrants", "clearing"),
    "owed_back": ("owed_back", "pool"),
}
"""By kind of booking: the account that gets a sum, and the one that gives it."""

SMALL = st.integers(min_value=1, max_value=6)


class Flow(NamedTuple):
    """A usual booking: `kind`, in which book, with which holder, how much, by which key."""

    kind: str
    book: int
    holder: int
    amount: int
    key: int


class Odd(NamedTuple):
    """Any sums over any accounts of any holders."""

    book: int
    legs: tuple[tuple[str, int, int], ...]
    key: int


class Back(NamedTuple):
    """What was booked as number `which`, taken back, by this or that key."""

    which: int
    key: int = 0


flows = st.builds(
    Flow, st.sampled_from(sorted(FLOWS)), st.integers(0, 1), st.integers(0, 1), SMALL, st.integers(0, 30)
)
legs = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 1), st.integers(-6, 6)),
    max_size=4,
    unique_by=lambda leg: leg[:2],
)
balanced = st.tuples(st.permutations(KINDS), st.integers(0, 1), SMALL, SMALL).map(
    lambda drawn: (
        (drawn[0][0], drawn[1], drawn[2]),
        (drawn[0][1], drawn[1], drawn[3]),
        (drawn[0][2], drawn[1], -drawn[2] - drawn[3]),
    )
)
odd = st.builds(Odd, st.integers(0, 1), st.one_of(legs.map(tuple), balanced), st.integers(0, 30))
acts = st.lists(
    st.one_of(flows, flows, flows, odd, st.builds(Back, st.integers(0, 12), st.integers(0, 1))), max_size=16
)


class World:
    """Two books with two holders each, and the model of what is in them."""

    def __init__(self, make_shelf: Any) -> None:
        self.shelves = [make_shelf(code="one"), make_shelf(code="two", currency="XTS")]
        self.books = [shelf.book for shelf in self.shelves]
        self.holders = [(shelf.operator, shelf.henrik) for shelf in self.shelves]
        self.forget()

    def forget(self) -> None:
        self.balances: Counter[tuple[int, str, int]] = Counter()
        self.keys: dict[str, tuple[Any, Booking]] = {}
        self.booked: list[tuple[int, dict[tuple[str, int], int], Booking]] = []
        self.reversed: set[Any] = set()

    @contextmanager
    def example(self):
        """For one example of many: nothing of it is left."""
        self.forget()
        with transaction.atomic():
            yield
            transaction.set_rollback(True)

    def act(self, act: Any) -> None:
        if isinstance(act, Back):
            self.take_back(act.which, act.key)
            return
        if isinstance(act, Flow):
            gets, gives = FLOWS[act.kind]
            legs = {(gets, act.holder): act.amount, (gives, act.holder): -act.amount}
            kind = act.kind
        else:
            legs, kind = {(name, holder): amount for name, holder, amount in act.legs}, "transfer"
        key = f"key:{act.key}"
        sums = {(name, self.holders[act.book][holder]): amount for (name, holder), amount in legs.items()}
        legs = {place: amount for place, amount in legs.items() if amount}
        self.expect(
            self.refusal(act.book, legs, (act.book, kind, legs), key),
            lambda: post(self.books[act.book], kind, sums, key=key),
            (act.book, kind, legs),
            key,
        )

    def take_back(self, which: int, nonce: int) -> None:
        if which >= len(self.booked):
            return
        book, legs, booking = self.booked[which]
        back, key = {place: -amount for place, amount in legs.items()}, f"back:{which}:{nonce}"
        what = (book, "reversal", back)
        refusal = self.refusal(book, back, what, key)
        if key not in self.keys and booking.pk in self.reversed:
            refusal = IntegrityError
        act = lambda: reverse(booking, key=key, about=BookingDetails(reason="A slip of the pen"))  # noqa: E731
        self.expect(refusal, act, what, key)
        if refusal is None:
            self.reversed.add(booking.pk)

    def refusal(self, book: int, legs: Any, what: Any, key: str) -> type[Exception] | None:
        """What the model says: None, or the error that must come."""
        if key in self.keys:
            return None if self.keys[key][0] == what else KeyReused
        totals: Counter[int] = Counter()
        for (_kind, holder), amount in legs.items():
            totals[holder] += amount
        if any(totals.values()) or not legs:
            return IntegrityError
        for (kind, holder), amount in legs.items():
            then = self.balances[book, kind, holder] + amount
            if (kind in Account.NOT_OVERDRAWN and then > 0) or (kind in Account.NOT_NEGATIVE and then < 0):
                return Overdrawn
        return None

    def expect(self, refusal: Any, act: Any, what: Any, key: str) -> None:
        before = Booking.objects.count()
        if refusal is not None:
            with pytest.raises(refusal):
                act()
            assert Booking.objects.count() == before
            return
        booking = act()
        if key in self.keys:
            assert booking == self.keys[key][1]
            assert Booking.objects.count() == before, "the same key books once"
            return
        assert Booking.objects.count() == before + 1
        book, _kind, legs = what
        self.keys[key] = (what, booking)
        self.booked.append((book, legs, booking))
        for (kind, holder), amount in legs.items():
            self.balances[book, kind, holder] += amount

    def check(self) -> None:
        """What is always true."""
        for at, book in enumerate(self.books):
            found = ledger.balances(book)
            holders = [each.pk for each in self.holders[at]]
            expected = {
                (kind, holders[holder]): balance
                for (where, kind, holder), balance in self.balances.items()
                if where == at
            }
            assert {place: sum_ for place, sum_ in found.items() if sum_ or place in expected} == expected
            assert sum(found.values()) == 0
            for kind in Account.NOT_OVERDRAWN:
                assert all(sum_ <= 0 for (name, _holder), sum_ in found.items() if name == kind)
            sums = Account.objects.filter(book=book).annotate(total=Sum("legs__amount"))
            assert {(each.kind, each.holder_id): each.total or 0 for each in sums} == found
            numbers = list(book.bookings.order_by("number").values_list("number", flat=True))
            assert numbers == list(range(1, len(numbers) + 1))
            verdict = verify(book)
            assert verdict.faults == ()
            assert verdict.bookings == len(numbers)
        keys = list(Booking.objects.values_list("key", flat=True))
        assert len(keys) == len(set(keys)) == len(self.keys)


@pytest.fixture
def world(make_shelf):
    return World(make_shelf)


PAID = [Flow("payment", 0, 1, 5, 1), Flow("fee", 0, 1, 5, 2)]


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=UNHURRIED)
@given(acts)
@example([*PAID, Flow("prize", 0, 1, 5, 3), Flow("prize", 0, 1, 1, 4), Flow("payout", 0, 1, 5, 5)])
@example([*PAID, Flow("prize", 0, 0, 5, 3), Flow("fee", 0, 1, 5, 2), Flow("fee", 1, 1, 5, 2)])
@example([*PAID, Back(0), Back(1), Back(0), Back(0, 1), Back(1), Back(2), Back(3)])
@example([*PAID, Odd(0, (("cash", 0, 3), ("pool", 1, -3)), 3), Odd(0, (("cash", 0, 3),), 4), Odd(0, (), 5)])
def test_the_ledger_takes_what_it_must_and_always_adds_up(world, drawn):
    with world.example():
        for act in drawn:
            world.act(act)
        world.check()


def move_a_cent(booking: Booking) -> None:
    """From one leg to another, with every later balance made to fit: sums alone do not tell. So many
    that both still move something, or the database refuses it.
    """
    one, other = booking.legs.order_by("pk")[:2]
    cents = next(each for each in (1, -1, 2) if one.amount + each and other.amount - each)
    with tampering.unguarded():
        for leg, by in ((one, cents), (other, -cents)):
            later = Leg.objects.filter(account=leg.account_id, ordinal__gte=leg.ordinal)
            later.update(balance=F("balance") + by)
            Leg.objects.filter(pk=leg.pk).update(amount=F("amount") + by)


def change_balance(booking: Booking) -> None:
    leg = booking.legs.order_by("pk")[0]
    with tampering.unguarded():
        Leg.objects.filter(pk=leg.pk).update(balance=F("balance") + 1)


def swap_with_the_next(booking: Booking) -> None:
    after = Booking.objects.get(book=booking.book_id, number=booking.number + 1)
    tampering.swap(booking, after)


TAMPERING = {
    act.__name__: act
    for act in (
        tampering.change_amount,
        tampering.change_hash,
        tampering.change_words,
        tampering.change_reference,
        tampering.take_away,
        tampering.take_leg,
        swap_with_the_next,
        move_a_cent,
        change_balance,
    )
}


@pytest.mark.slow
@settings(max_examples=80, deadline=None, suppress_health_check=UNHURRIED)
@given(
    st.lists(st.one_of(flows, flows, odd), min_size=1, max_size=10),
    st.sampled_from(sorted(TAMPERING)),
    st.integers(0, 40),
    st.booleans(),
)
def test_whatever_was_changed_past_the_guards_is_found(world, drawn, how, which, was_checked):
    with world.example():
        for act in [*PAID, *drawn]:
            world.act(act)
        book = world.books[0]
        count = book.bookings.count()
        number = which % count + 1
        if number == count:
            assume(how != "swap_with_the_next")
            assume(was_checked or how != "take_away")  # a chain does not know what should come next
        if was_checked:
            assert checking.check(book).is_right
        assert verify(book).is_right
        TAMPERING[how](book.bookings.get(number=number))
        assert not verify(book).is_right
        assert verify(world.books[1]).is_right, "another book has nothing to do with it"
