"""The site's share of the fees can be handed over to it."""

from __future__ import annotations

from django.db import migrations, models

BOOKINGS = [
    ("payment", "payment received"),
    ("fee", "entry fee"),
    ("gift", "gift"),
    ("guarantee", "guarantor’s deposit"),
    ("top_up", "pool filled up by the guarantor"),
    ("fee_back", "entry fee given back"),
    ("refund_due", "refund due"),
    ("refund", "refund"),
    ("charges", "provider’s charges"),
    ("chargeback", "chargeback"),
    ("guarantor_owes", "carried by the guarantor"),
    ("prize", "prize confirmed"),
    ("payout", "prize paid out"),
    ("costs", "costs paid out"),
    ("site_share", "site’s share handed over"),
    ("carried", "carried to the next season"),
    ("owed_back", "prize to be paid back"),
    ("paid_back", "prize paid back"),
    ("not_kept", "no fee kept of a cancelled season"),
    ("reversal", "correction"),
]
RECORDS = [
    ("payment", "entry fee"),
    ("gift", "sponsor’s gift to the pool"),
    ("extra", "sponsor’s own prize"),
    ("guarantee", "guarantor’s deposit"),
    ("costs", "league’s costs paid"),
    ("site_share", "site’s share handed over"),
    ("paid_back", "prize paid back"),
]


class Migration(migrations.Migration):
    dependencies = [("prizes", "0014_payments_in_parts")]

    operations = [
        # Names alone: no table of the ledger is touched, and its triggers stay.
        migrations.AlterField(
            model_name="booking", name="kind", field=models.CharField(choices=BOOKINGS, max_length=14)
        ),
        migrations.AlterField(
            model_name="handrecord", name="kind", field=models.CharField(choices=RECORDS, max_length=10)
        ),
    ]
