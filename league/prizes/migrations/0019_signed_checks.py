"""Signatures for the checks of books that walk right: from here on a check without one is not believed.

What is signed, and how, is written out: `league.prizes.signing` may say it otherwise one day.
"""

import hashlib
import json
from collections import Counter
from datetime import UTC

from django.conf import settings
from django.db import migrations
from django.utils.crypto import salted_hmac


def sign(apps, _editor):
    """Sign the checks that found nothing wrong, of each book in which what they saw is still there."""
    for book in apps.get_model("prizes", "Book").objects.order_by("pk").iterator():
        hashes = _walk(apps, book)
        previous = ""
        for check in book.checks.order_by("number") if hashes else ():
            if not check.is_right or hashes.get(check.bookings) != check.sha256:
                continue
            check.previous = previous
            said = {
                "at": _written(check.at),
                "book": book.pk,
                "bookings": check.bookings,
                "charter": check.charter,
                "disbelieved": check.disbelieved,
                "is_right": check.is_right,
                "number": check.number,
                "previous": check.previous,
                "sha256": check.sha256,
            }
            digest = salted_hmac("league.prizes.signing", _json(said), secret=settings.SECRET_KEY, algorithm="sha256")
            check.signature = digest.hexdigest()
            check.save(update_fields=["previous", "signature"])
            previous = _sha256(said | {"signature": check.signature})


def _walk(apps, book):
    """By number, the hashes of a book's bookings, 0 with the empty one; none of a book that does not walk right."""
    hashes, before = {0: ""}, ""
    legs_of = apps.get_model("prizes", "Leg").objects.select_related("account").order_by("account_id", "pk")
    bookings = apps.get_model("prizes", "Booking").objects.filter(book=book).select_related("entry", "reverses")
    balances = Counter()
    for number, booking in enumerate(bookings.order_by("number").iterator(), start=1):
        legs = list(legs_of.filter(booking=booking))
        private = {"by": booking.by_id, "key": booking.key, "reference": booking.reference, "salt": booking.salt}
        content = {
            "format": 1,
            "book": book.pk,
            "number": number,
            "kind": booking.kind,
            "at": _written(booking.at),
            "entry": booking.entry.number if booking.entry else None,
            "name": booking.name,
            "reason": booking.reason,
            "reverses": booking.reverses.number if booking.reverses else None,
            "legs": [[leg.account.kind, leg.account.holder_id, leg.amount] for leg in legs],
            "private": _sha256(private),
            "previous": before,
        }
        by_holder = Counter()
        for leg in legs:
            by_holder[leg.account.holder_id] += leg.amount
            balances[leg.account_id] += leg.amount
        is_right = len(legs) > 1 and not any(by_holder.values())
        is_right = is_right and all(leg.balance == balances[leg.account_id] for leg in legs)
        if not is_right or booking.number != number or _sha256(content) != booking.sha256:
            return {}
        hashes[number] = before = booking.sha256
    return hashes


def _written(moment):
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _json(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _sha256(value):
    return hashlib.sha256(_json(value).encode()).hexdigest()


class Migration(migrations.Migration):
    dependencies = [("prizes", "0018_charters_and_checks")]

    operations = [migrations.RunPython(sign, migrations.RunPython.noop)]
