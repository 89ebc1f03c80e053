"""Dates that were moved as rows; and no first table by ratings any more: seasons that have not begun are drawn."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def draw_instead_of_ratings(apps: Any, schema_editor: Any) -> None:
    Competition, Entry = (apps.get_model("tournaments", name) for name in ("Competition", "Entry"))
    for competition in Competition.objects.filter(started_at=None, rules__order="rating").order_by("pk"):
        before, rules = competition.rules_sha256, competition.rules | {"order": "draw"}
        frozen = _sha256(rules) if before else ""
        Competition.objects.filter(pk=competition.pk).update(rules=rules, rules_sha256=frozen)
        competition.draws.filter(label="ties").update(label="initial")
        if frozen:
            accepted = Entry.objects.filter(competition=competition.pk, accepted_sha256=before)
            accepted.update(accepted_sha256=frozen)


def _sha256(rules: dict[str, Any]) -> str:
    written = json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0015_standing_and_payment_kept"),
    ]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="few_told_at",
            field=models.DateTimeField(
                blank=True, help_text="when its organisers were told that too few had entered", null=True
            ),
        ),
        migrations.AlterField(
            model_name="draw",
            name="label",
            field=models.CharField(help_text="as SEASON names it: initial", max_length=16),
        ),
        migrations.CreateModel(
            name="DateMove",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                ("key", models.UUIDField(unique=True)),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                ("extends_registration", models.BooleanField(default=False)),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="date_moves",
                        to="tournaments.competition",
                    ),
                ),
            ],
            options={
                "verbose_name": "moved dates of a competition",
                "verbose_name_plural": "moved dates of competitions",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(extends_registration=True),
                        fields=("competition",),
                        name="registration_is_extended_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="moved_dates_have_a_reason"
                    ),
                ],
            },
        ),
        migrations.RunPython(draw_instead_of_ratings, migrations.RunPython.noop),
    ]
