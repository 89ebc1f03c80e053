"""Results of before keep the moment at which their game ended, not that of its adjudication or of a ruling."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.db.models import F

AT_ONCE = 500
BY_THE_CLOCK = ("absence", "silence")


def move_to_the_end(apps: Any, schema_editor: Any) -> None:
    Game, Phase = apps.get_model("games", "Game"), apps.get_model("games", "Phase")
    over, last = Game.objects.filter(state="finished", finished_at__isnull=False).order_by("pk"), 0
    while games := list(over.filter(pk__gt=last)[:AT_ONCE]):
        last = games[-1].pk
        acted_at = {game.pk: game.finished_at for game in games}
        ends, before = {}, {}
        phases = Phase.objects.filter(game__in=games, ordinal__gte=F("game__phase_number") - 2)
        columns = ("game", "closes_at", "turn__agreed")
        for game, closes_at, agreed in phases.order_by("game", "ordinal").values_list(*columns):
            if agreed is None:
                ends[game] = closes_at
            elif agreed.get("cause") in BY_THE_CLOCK and game in before:
                ends[game] = before[game]
            else:
                ends[game] = acted_at[game]
            before[game] = closes_at
        _write(apps, ends)


def _write(apps: Any, ends: dict[int, Any]) -> None:
    SeatResult, TenureResult = (apps.get_model("games", name) for name in ("SeatResult", "TenureResult"))
    rows = [row for row in SeatResult.objects.filter(game__in=ends) if row.at != ends[row.game_id]]
    for row in rows:
        row.at = ends[row.game_id]
    SeatResult.objects.bulk_update(rows, ["at"], batch_size=AT_ONCE)
    stayed = TenureResult.objects.filter(tenure__game__in=ends, tenure__left_at=None).select_related("tenure")
    tenures = [row for row in stayed if row.until != ends[row.tenure.game_id]]
    for row in tenures:
        row.until = ends[row.tenure.game_id]
    TenureResult.objects.bulk_update(tenures, ["until"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("games", "0046_votes_hold_when_all_agree")]

    operations = [
        migrations.AlterField(
            model_name="seatresult",
            name="at",
            field=models.DateTimeField(
                help_text="the end: as its last phase closed, or by an act; not when it was adjudicated, or ruled"
            ),
        ),
        migrations.RunPython(move_to_the_end, migrations.RunPython.noop),
    ]
