"""Turns keep who missed their phase (HR-1); those that there are get it from what was due and what was sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import migrations, models

AT_ONCE = 500


def _has_missed(label: str, variant: str, owed: Mapping[str, Any], answer: Any) -> bool:
    """As games.misses said it when this was written; due builds that are compulsory were not told then."""
    if not owed.get("powers", True) or (variant == "spy" and label[-1] != "M"):
        return False
    if owed["kind"] == "adjustments":
        return answer is None and bool(owed["removals"])
    if owed["kind"] == "homes" and isinstance(answer, dict):
        return len(set(answer.get("preferences") or [])) < len(owed["powers"])
    return answer is None


def fill(apps: Any, schema_editor: Any) -> None:
    turns = apps.get_model("games", "Turn").objects.filter(answers__isnull=False).order_by("pk")
    last = 0
    while True:
        rows = list(
            turns.select_related("phase__game")
            .only("answers", "phase__label", "phase__due", "phase__game__variant")
            .filter(pk__gt=last)[:AT_ONCE]
        )
        if not rows:
            return
        last = rows[-1].pk
        changed = []
        for turn in rows:
            phase, answers = turn.phase, turn.answers
            turn.missed = {
                seat: True
                for seat, owed in phase.due.items()
                if _has_missed(phase.label, phase.game.variant, owed, answers.get(seat))
            }
            if turn.missed:
                changed.append(turn)
        apps.get_model("games", "Turn").objects.bulk_update(changed, ["missed"])


class Migration(migrations.Migration):
    dependencies = [("games", "0015_heartbeat_owes_time")]

    operations = [
        migrations.AddField(
            "turn",
            "missed",
            models.JSONField(
                blank=True,
                default=dict,
                help_text="the seats that missed the phase (HR-1), each with true",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
