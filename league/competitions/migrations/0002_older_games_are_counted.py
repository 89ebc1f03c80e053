"""Games that were over before there were ratings and standings: workers count them after the release, in parts.

Reading 200,000 games takes minutes, for which no release should wait; each league's first outbox row begins.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.utils import timezone


def begin_first_counts(apps: Any, schema_editor: Any) -> None:
    Game, OutboxRow = (apps.get_model("games", name) for name in ("Game", "OutboxRow"))
    Counting = apps.get_model("tournaments", "Counting")
    leagues = sorted(set(Game.objects.filter(state="finished").order_by().values_list("league", flat=True)))
    now = timezone.now()
    Counting.objects.bulk_create([Counting(league_id=league, upto=0) for league in leagues])
    OutboxRow.objects.bulk_create(
        OutboxRow(
            topic="count_results", payload={"league": league, "after": 0}, created_at=now, due_at=now
        )
        for league in leagues
    )


TABLES_FOR_TWO = {("standard", 2): "standard-2"}


def rate_what_was_played_before(apps: Any, schema_editor: Any) -> None:
    """Leave word in the lists of games that are over already: they are computed as soon as the house is up."""
    lists, late = apps.get_model("tournaments", "RatingList"), apps.get_model("tournaments", "LateResult")
    over = apps.get_model("games", "Game").objects.filter(state="finished", visibility="public").order_by()
    found = over.values_list("league", "league__rates_overall", "variant", "settings__players").distinct()
    wanted = set()
    for league, is_overall, variant, players in found:
        key = TABLES_FOR_TWO.get((variant, players), variant)
        wanted |= {(league, key), (None, key)} if is_overall else {(league, key)}
    for league, key in sorted(wanted, key=str):
        late.objects.create(list=lists.objects.create(league_id=league, key=key), at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_competitions")]

    operations = [
        migrations.RunPython(rate_what_was_played_before, migrations.RunPython.noop),
        migrations.RunPython(begin_first_counts, migrations.RunPython.noop),
    ]
