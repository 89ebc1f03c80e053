"""Entries whose fee has gone back say so, now that they have a column for it."""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.models import Exists, OuterRef


def say_refunded(apps: Any, schema_editor: Any) -> None:
    Entry, Payment = apps.get_model("tournaments", "Entry"), apps.get_model("prizes", "Payment")
    own = Payment.objects.filter(entry=OuterRef("pk"))
    back, left = own.filter(state="refunded"), own.filter(state__in=["held", "fee", "to_refund"])
    Entry.objects.filter(Exists(back), ~Exists(left), payment="paid").update(payment="refunded")


class Migration(migrations.Migration):
    dependencies = [
        ("prizes", "0011_prize_lines_owed_once"),
        ("tournaments", "0015_standing_and_payment_kept"),
    ]

    operations = [migrations.RunPython(say_refunded, migrations.RunPython.noop)]
