"""Idle weeks by seven checks at midnight. What the hourly looks had found is no part of it: it goes, and
counting begins anew with the first week whose seven checks have run. Ranks that were paid stay paid.
"""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_logs_by_the_clause")]

    operations = [
        migrations.RemoveField(model_name="competition", name="looked_at"),
        migrations.RemoveField(model_name="competition", name="unseen_weeks"),
        migrations.DeleteModel(name="IdleWeek"),
        migrations.CreateModel(
            name="IdleCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "day",
                    models.DateField(help_text="the day that begins with that midnight, in the season's zone"),
                ),
                ("ran_at", models.DateTimeField()),
                (
                    "offered",
                    models.JSONField(help_text="the numbers of the entries, from the top of the table"),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="idle_checks",
                        to="tournaments.competition",
                    ),
                ),
            ],
            options={
                "verbose_name": "check for idle weeks",
                "verbose_name_plural": "checks for idle weeks",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("competition", "day"), name="one_check_a_midnight")
                ],
            },
        ),
        migrations.CreateModel(
            name="IdleWeek",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "week",
                    models.PositiveSmallIntegerField(
                        help_text="from 0, counted from the season's first day"
                    ),
                ),
                ("in_a_row", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="idle_weeks",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "verbose_name": "idle week",
                "verbose_name_plural": "idle weeks",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "week"), name="one_row_a_week"),
                    models.CheckConstraint(
                        condition=models.Q(("in_a_row__gte", 1)), name="an_idle_week_counts"
                    ),
                ],
            },
        ),
    ]
