"""Payments of which a bank takes back a part."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def fill(apps: Any, _schema_editor: Any) -> None:
    """Until now a payment was taken back as a whole or not at all."""
    payments = apps.get_model("prizes", "Payment")
    payments.objects.filter(state="taken_back").update(taken=models.F("amount"))


class Migration(migrations.Migration):
    dependencies = [("prizes", "0015_share_of_the_site")]

    operations = [
        migrations.AddField(model_name="payment", name="taken", field=models.BigIntegerField(default=0)),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(("taken__gte", 0), ("taken__lte", models.F("amount"))),
                name="no_more_of_a_payment_is_taken_back_than_came",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
