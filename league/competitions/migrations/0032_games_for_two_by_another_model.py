"""Games for two are rated by a model of their own: workers compute the lists of formula 2 anew."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db import migrations

FIRST = datetime(1970, 1, 1, tzinfo=UTC)
"""Before every game."""


def leave_word(apps: Any, schema_editor: Any) -> None:
    RatingList, LateResult = (apps.get_model("tournaments", name) for name in ("RatingList", "LateResult"))
    lists = RatingList.objects.filter(formula=2, is_older=False)
    LateResult.objects.bulk_create(LateResult(list=found, at=FIRST) for found in lists)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0031_ratings_by_another_formula")]

    operations = [migrations.RunPython(leave_word, migrations.RunPython.noop)]
