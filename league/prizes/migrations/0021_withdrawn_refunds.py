from django.db import migrations, models
from django.db.models import Q


def withdraw(apps, schema_editor):
    """Refunds of payments that never came were said to be given back: they are owed no more."""
    refund, booking = apps.get_model("prizes", "Refund"), apps.get_model("prizes", "Booking")
    begins = "reversal:refund_due:"
    keys = booking.objects.filter(key__startswith=begins).order_by("pk").values_list("key", flat=True)
    for key in keys.iterator(500):
        row = refund.objects.filter(pk=int(key.removeprefix(begins)))
        row.filter(state="done").update(state="withdrawn", given=0)


def forget(apps, schema_editor):
    """As it was before there was a word for it."""
    rows = apps.get_model("prizes", "Refund").objects.filter(state="withdrawn")
    rows.update(state="done", given=models.F("amount"))


class Migration(migrations.Migration):
    dependencies = [
        ("prizes", "0020_third_guards"),
        ("tournaments", "0022_kept_until_something_is_counted"),
    ]

    operations = [
        migrations.AddField(
            model_name="refund",
            name="asked",
            field=models.BigIntegerField(
                default=0, help_text="of the provider, which has not answered yet"
            ),
        ),
        migrations.AddField(
            model_name="refund",
            name="asked_as",
            field=models.CharField(blank=True, default="", help_text="by which key", max_length=80),
        ),
        migrations.AlterField(
            model_name="refund",
            name="state",
            field=models.CharField(
                choices=[
                    ("due", "due"),
                    ("sent", "on its way"),
                    ("done", "given back"),
                    ("withdrawn", "not owed any more"),
                ],
                default="due",
                max_length=9,
            ),
        ),
        migrations.RunPython(withdraw, forget),
        migrations.AddConstraint(
            model_name="refund",
            constraint=models.CheckConstraint(
                condition=~Q(state="withdrawn") | Q(given=0),
                name="a_refund_that_is_withdrawn_gave_nothing",
            ),
        ),
    ]
