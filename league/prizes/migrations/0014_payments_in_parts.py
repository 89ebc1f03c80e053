"""Payments by hand in part, too much, from a third person, or of which it is not known whose they are."""

from __future__ import annotations

from django.db import migrations, models

RECORDS = [
    ("waiting", "waits for the second person"),
    ("booked", "booked"),
    ("unknown", "held: whose fee it is is not known"),
    ("returned", "goes back to who paid it"),
    ("refused", "refused by the second person"),
    ("reversed", "corrected"),
]
PAYMENTS = [
    ("held", "received"),
    ("part", "part of the entry fee, held until the rest comes"),
    ("in_fee", "counted as part of the entry fee"),
    ("fee", "counted as entry fee"),
    ("to_refund", "to be refunded"),
    ("refunded", "refunded"),
    ("taken_back", "taken back through the bank"),
    ("reversed", "recorded by mistake"),
]


class Migration(migrations.Migration):
    dependencies = [("prizes", "0013_answers_of_providers")]

    operations = [
        migrations.AddField(
            model_name="handrecord",
            name="payer",
            field=models.CharField(
                blank=True,
                default="",
                help_text="of a fee, not public; none: the entrant",
                max_length=80,
            ),
        ),
        migrations.AddField(
            model_name="refund",
            name="payer",
            field=models.CharField(
                blank=True,
                default="",
                help_text="who paid for somebody else, and gets it back",
                max_length=80,
            ),
        ),
        migrations.AddField(
            model_name="payment", name="surplus", field=models.BigIntegerField(default=0)
        ),
        migrations.AlterField(
            model_name="handrecord",
            name="state",
            field=models.CharField(choices=RECORDS, max_length=8),
        ),
        migrations.AlterField(
            model_name="payment",
            name="state",
            field=models.CharField(choices=PAYMENTS, default="held", max_length=10),
        ),
        migrations.AddConstraint(
            model_name="handrecord",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("entry", None), ("kind", "payment"), _negated=True),
                    models.Q(("payer", ""), _negated=True),
                    _connector="OR",
                ),
                name="a_payment_names_who_paid",
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(("surplus__gte", 0), ("surplus__lt", models.F("amount"))),
                name="a_payment_is_more_than_its_surplus",
            ),
        ),
    ]
