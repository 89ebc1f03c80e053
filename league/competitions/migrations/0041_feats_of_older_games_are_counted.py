"""Games that the record book has already are counted again, in parts, for what their players did."""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.utils import timezone


def count_again(apps: Any, schema_editor: Any) -> None:
    AuctionGame, Counting = (apps.get_model("tournaments", name) for name in ("AuctionGame", "Counting"))
    OutboxRow = apps.get_model("games", "OutboxRow")
    leagues = sorted(set(AuctionGame.objects.order_by().values_list("league", flat=True)))
    Counting.objects.filter(league__in=leagues).update(upto=0)
    now = timezone.now()
    OutboxRow.objects.bulk_create(
        OutboxRow(
            topic="count_results", payload={"league": league, "after": 0}, created_at=now, due_at=now
        )
        for league in leagues
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0040_feats_of_the_record_book")]

    operations = [migrations.RunPython(count_again, migrations.RunPython.noop)]
