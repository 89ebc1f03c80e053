"""Writing past the ledger's guards, as someone could who holds the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from league.prizes.book import guards
from league.prizes.models import Booking, Leg, Seal


@contextmanager
def unguarded() -> Iterator[None]:
    """Without triggers during the block, all in one transaction."""
    with transaction.atomic():
        run(*guards.lifting(connection))
        yield
        if connection.vendor == "postgresql":
            # Else some triggers still wait for the end, and meanwhile none can be made.
            run("SET CONSTRAINTS ALL IMMEDIATE", "SET CONSTRAINTS ALL DEFERRED")
        run(*guards.setting(connection))


def run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def change_amount(booking: Booking, by: int = 1) -> None:
    """One leg's amount, with a balance that fits it."""
    leg = booking.legs.order_by("pk")[0]
    with unguarded():
        Leg.objects.filter(pk=leg.pk).update(amount=leg.amount + by, balance=leg.balance + by)


def change_hash(booking: Booking) -> None:
    with unguarded():
        Booking.objects.filter(pk=booking.pk).update(sha256="0" * 64)


def change_words(booking: Booking) -> None:
    with unguarded():
        Booking.objects.filter(pk=booking.pk).update(reason="Something else")


def change_reference(booking: Booking) -> None:
    with unguarded():
        Booking.objects.filter(pk=booking.pk).update(reference="Another one")


def take_away(booking: Booking) -> None:
    """The booking with all that belongs to it."""
    with unguarded():
        Leg.objects.filter(booking=booking.pk)._raw_delete("default")
        Seal.objects.filter(booking=booking.pk)._raw_delete("default")
        Booking.objects.filter(pk=booking.pk)._raw_delete("default")


def take_leg(booking: Booking) -> None:
    leg = booking.legs.order_by("pk")[0]
    with unguarded():
        Leg.objects.filter(pk=leg.pk)._raw_delete("default")


def swap(one: Booking, other: Booking) -> None:
    """Let two bookings follow each other the other way round."""
    with unguarded():
        for booking, number in ((one, 2**30), (other, one.number), (one, other.number)):
            Booking.objects.filter(pk=booking.pk).update(number=number)
