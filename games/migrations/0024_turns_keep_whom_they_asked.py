"""Turns keep whom their phase asked; those that there are get it from what was due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import migrations, models

AT_ONCE = 500


def _may_miss(label: str, variant: str, owed: Mapping[str, Any]) -> bool:
    """As games.misses said it when this was written."""
    if not owed.get("powers", True) or (variant == "spy" and label[-1] != "M"):
        return False
    return owed["kind"] != "adjustments" or bool(owed["removals"] or owed.get("compulsory"))


def fill(apps: Any, schema_editor: Any) -> None:
    turns = apps.get_model("games", "Turn").objects.filter(answers__isnull=False).order_by("pk")
    columns = turns.select_related("phase__game").only(
        "phase__label", "phase__due", "phase__game__variant"
    )
    last = 0
    while rows := list(columns.filter(pk__gt=last)[:AT_ONCE]):
        last, changed = rows[-1].pk, []
        for turn in rows:
            phase = turn.phase
            turn.asked = {
                seat: True
                for seat, owed in phase.due.items()
                if _may_miss(phase.label, phase.game.variant, owed)
            }
            if turn.asked:
                changed.append(turn)
        apps.get_model("games", "Turn").objects.bulk_update(changed, ["asked"])


class Migration(migrations.Migration):
    dependencies = [("games", "0023_whoever_leaves_says_how")]

    operations = [
        migrations.AddField(
            "turn",
            "asked",
            models.JSONField(
                blank=True,
                default=dict,
                help_text="the seats that could have missed the phase, each with true",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
