"""Ratings are computed by another formula: workers compute every list anew.

Seasons that are announced and not over go on asking ratings by the formula of before, where their rules speak of
ratings: each gets a copy of its list, which is kept up to date until they are over.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db import migrations

OLDER = 1
"""The number of the formula of before."""
FIRST = datetime(1970, 1, 1, tzinfo=UTC)
"""Before every game."""
UNDER_WAY = ("announced", "running", "closing")
COPIED = {
    "tournaments_rating": "user_id, mu, sigma, games",
    "tournaments_ratingstep": (
        "game_id, user_id, at, code, place, number, mu_before, sigma_before, mu, sigma"
    ),
}


def keep_for_seasons(apps: Any, schema_editor: Any) -> None:
    Competition, RatingList = (apps.get_model("tournaments", name) for name in ("Competition", "RatingList"))
    for season in Competition.objects.filter(state__in=UNDER_WAY).order_by("pk"):
        rules = season.rules
        if rules.get("order") != "rating" and rules.get("challenges", {}).get("reach") != "rating":
            continue
        is_great_war = season.variant == "standard" and rules["settings"].get("players") == 2
        which = {"league": season.league, "key": season.variant + "-2" * is_great_war}
        older, is_new = RatingList.objects.get_or_create(**which, is_older=True, defaults={"formula": OLDER})
        today = RatingList.objects.filter(**which, is_older=False, formula=OLDER).first()
        if is_new and today is not None:
            for table, columns in COPIED.items():
                copy = f"INSERT INTO {table} (list_id, {columns}) SELECT %s, {columns} FROM {table} WHERE list_id = %s"
                with schema_editor.connection.cursor() as cursor:
                    cursor.execute(copy, [older.pk, today.pk])
        Competition.objects.filter(pk=season.pk).update(older_ratings=older)


def leave_word(apps: Any, schema_editor: Any) -> None:
    RatingList, LateResult = (apps.get_model("tournaments", name) for name in ("RatingList", "LateResult"))
    LateResult.objects.bulk_create(LateResult(list=found, at=FIRST) for found in RatingList.objects.all())


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0030_older_ratings_for_seasons")]

    operations = [
        migrations.RunPython(keep_for_seasons, migrations.RunPython.noop),
        migrations.RunPython(leave_word, migrations.RunPython.noop),
    ]
