"""Which results each player has been shown. Whoever plays when this is put in has seen what there is."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.db.models import Max, OuterRef, Subquery
from django.db.models.functions import Coalesce


def all_seen(apps: Any, schema_editor: Any) -> None:
    phases = apps.get_model("games", "Phase").objects.filter(
        game=OuterRef("game"), adjudicated_at__isnull=False
    )
    last = phases.order_by().values("game").annotate(last=Max("ordinal")).values("last")
    apps.get_model("games", "Tenure").objects.update(results_seen=Coalesce(Subquery(last) + 1, 0))


class Migration(migrations.Migration):
    dependencies = [("games", "0018_mails_about_seats_and_misses")]

    operations = [
        migrations.AddField(
            "tenure",
            "results_seen",
            models.PositiveIntegerField(
                default=0,
                help_text="how many phases of the game this person has seen the result of, from the first",
            ),
        ),
        migrations.RunPython(all_seen, migrations.RunPython.noop, elidable=True),
    ]
