"""Standings take the moment at which a game ended from its results. Where that puts a game into another year,
the league's games are counted again, in parts, by workers; until then its pages show the old year.
"""

from __future__ import annotations

from datetime import UTC
from typing import Any

from django.db import migrations
from django.db.models import F, OuterRef, Subquery
from django.utils import timezone


def count_again(apps: Any, schema_editor: Any) -> None:
    Counting, Played, AuctionGame = (
        apps.get_model("tournaments", name) for name in ("Counting", "Played", "AuctionGame")
    )
    Game, OutboxRow = (apps.get_model("games", name) for name in ("Game", "OutboxRow"))
    moved = Played.objects.exclude(ended_at=F("game__finished_at")).order_by()
    told = moved.values_list("league", "year", "game__finished_at").distinct()
    leagues = sorted(
        {league for league, year, ended in told.iterator() if ended.astimezone(UTC).year != year}
    )
    ended = Game.objects.filter(pk=OuterRef("game")).values("finished_at")
    for model in (Played, AuctionGame):
        model.objects.exclude(league__in=leagues).update(ended_at=Subquery(ended))
    Counting.objects.filter(league__in=leagues).update(upto=0)
    now = timezone.now()
    OutboxRow.objects.bulk_create(
        OutboxRow(
            topic="count_results", payload={"league": league, "after": 0}, created_at=now, due_at=now
        )
        for league in leagues
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0027_suspensions_and_acts_to_be_confirmed"),
        ("games", "0053_games_end_when_their_results_say"),
    ]

    operations = [migrations.RunPython(count_again, migrations.RunPython.noop)]
