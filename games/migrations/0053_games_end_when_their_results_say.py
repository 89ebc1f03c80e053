"""A game is over since the moment that its results say, not since a worker came to it: pages, lists and files
had two moments of one end, and by them other months and years.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.models import F, OuterRef, Subquery


def take_the_moment_of_the_results(apps: Any, schema_editor: Any) -> None:
    Game, SeatResult = apps.get_model("games", "Game"), apps.get_model("games", "SeatResult")
    ended = SeatResult.objects.filter(game=OuterRef("pk"), supersedes=None).order_by("pk").values("at")[:1]
    over = Game.objects.filter(state="finished").annotate(ended=Subquery(ended))
    over.exclude(ended=None).exclude(ended=F("finished_at")).update(finished_at=Subquery(ended))


class Migration(migrations.Migration):
    dependencies = [("games", "0052_terms_in_one_place")]

    operations = [migrations.RunPython(take_the_moment_of_the_results, migrations.RunPython.noop)]
