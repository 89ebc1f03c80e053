"""The data base lets two people have one open challenge between them, whichever of them made it."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.db.models import Q

WRITTEN_TOGETHER = 1000


def name_pairs(apps: Any, schema_editor: Any) -> None:
    """Write the two people of every challenge, the lower key first."""
    Challenge = apps.get_model("tournaments", "Challenge")
    rows = Challenge.objects.select_related("by", "of").order_by("pk")
    batch = []
    for row in rows.iterator(chunk_size=WRITTEN_TOGETHER):
        row.pair = "-".join(map(str, sorted((row.by.user_id, row.of.user_id))))
        batch.append(row)
        if len(batch) == WRITTEN_TOGETHER:
            Challenge.objects.bulk_update(batch, ["pair"])
            batch = []
    Challenge.objects.bulk_update(batch, ["pair"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_suspicions")]

    operations = [
        migrations.AddField(
            model_name="challenge",
            name="pair",
            field=models.CharField(
                default="",
                editable=False,
                help_text="the keys of the two people, in order",
                max_length=41,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(name_pairs, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="challenge", name="one_open_challenge_a_pair"),
        migrations.AddConstraint(
            model_name="challenge",
            constraint=models.UniqueConstraint(
                condition=Q(("state__in", ["waiting", "playing"])),
                fields=("competition", "pair"),
                name="one_open_challenge_between_two_people",
            ),
        ),
    ]
