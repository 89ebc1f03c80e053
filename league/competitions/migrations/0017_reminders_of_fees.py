"""When an entrant is reminded of a fee that is to be paid."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_moved_dates")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="remind_at",
            field=models.DateTimeField(
                blank=True, help_text="when an e-mail reminds of the fee; none: it was sent", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=models.Q(("remind_at__isnull", False)),
                fields=["remind_at"],
                name="entries_to_be_reminded",
            ),
        ),
    ]
