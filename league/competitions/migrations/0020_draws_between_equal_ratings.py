"""The draw between equal ratings, in the words of its label."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0019_auctions_of_older_games_are_counted"),
    ]

    operations = [
        migrations.AlterField(
            model_name="draw",
            name="label",
            field=models.CharField(help_text="as SEASON names it: initial, ties", max_length=16),
        ),
    ]
