"""Each payout has a key of season, entry and prize line; bookings of earlier ones are named after their rows."""

from django.db import migrations, models
from django.db.models import CharField, Q
from django.db.models.functions import Cast


def name_old_ones(apps, schema_editor):
    """They keep the names that their bookings have: `prize:17` is of the payout 17."""
    payouts = apps.get_model("prizes", "Payout").objects
    payouts.update(key=Cast("pk", CharField(max_length=80)), line="old")


class Migration(migrations.Migration):
    dependencies = [("prizes", "0009_holders_and_charges")]

    operations = [
        migrations.AddField(
            model_name="payout",
            name="line",
            field=models.CharField(
                default="old", help_text="which prize of the rules: pool, extra1, rest, ruling7:3", max_length=40
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="payout",
            name="key",
            field=models.CharField(
                default="",
                help_text="season, entry, prize line and holder: its bookings are named after it",
                max_length=80,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(name_old_ones, migrations.RunPython.noop),
    ]
