"""Which of the sponsors' own prizes a record is: earlier ones named a sponsor and a sum alone."""

from django.db import migrations, models


def find_promises(apps, schema_editor):
    """Each record takes the first promise of its sponsor and sum that an earlier one has not taken; one that
    does not count any more takes any of them.
    """
    HandRecord = apps.get_model("prizes", "HandRecord")
    taken = set()
    rows = HandRecord.objects.filter(kind="extra").select_related("book__competition")
    for record in rows.order_by("pk"):
        extras = record.book.competition.rules["money"]["extras"]
        fitting = [
            place
            for place, extra in enumerate(extras)
            if (extra["sponsor"], extra["amount"]) == (record.name, record.amount)
        ]
        free = [place for place in fitting if (record.book_id, place) not in taken]
        if record.state in ("waiting", "booked"):
            record.promise = free[0]
            taken.add((record.book_id, record.promise))
        else:
            record.promise = fitting[0]
        record.save(update_fields=["promise"])


class Migration(migrations.Migration):
    dependencies = [("prizes", "0006_details_and_reasons")]

    operations = [
        migrations.AddField(
            model_name="handrecord",
            name="promise",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="of a sponsor's own prize: its place in the rules, from 0", null=True
            ),
        ),
        migrations.RunPython(find_promises, migrations.RunPython.noop),
    ]
