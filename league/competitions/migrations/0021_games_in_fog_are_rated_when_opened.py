"""Lists that rated a game in fog before the day on which it is opened are computed anew without it (SPY-6)."""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.utils import timezone


def leave_word(apps: Any, schema_editor: Any) -> None:
    RatingStep, LateResult = (apps.get_model("tournaments", name) for name in ("RatingStep", "LateResult"))
    today = timezone.now().date().isoformat()
    early = RatingStep.objects.filter(list__key="spy", game__settings__reveal_at__gt=today)
    places = early.order_by("at", "code").values_list("list", "at", "code").distinct()
    LateResult.objects.bulk_create(
        LateResult(list_id=found, at=at, code=code) for found, at, code in places.iterator()
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_draws_between_equal_ratings"), ("games", "0052_terms_in_one_place")]

    operations = [migrations.RunPython(leave_word, migrations.RunPython.noop)]
