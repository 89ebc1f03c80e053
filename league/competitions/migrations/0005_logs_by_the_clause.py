"""Logs and rules as they are exported: results by the clause that ended them, challenges with the ranks that
were seen, rules without arbiters and with the least games for a final place. The tables are folded anew, and
ratings computed, once workers are up: both take as long as there are games.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import Any

from django.db import migrations, models
from django.utils import timezone

AT_ONCE = 500
CLAUSES = {"forfeit": "HR-5", "void": "HR-6", "both-lost": "ID2-5"}
OF_THE_GAME = ("won", "draw", "conceded", "conceded-at-once")
"""How games ended whose clause stands in their own result rows."""


def say_by_which_clause(apps: Any, schema_editor: Any) -> None:
    Event, SeatResult = apps.get_model("tournaments", "Event"), apps.get_model("games", "SeatResult")
    rows, last = Event.objects.filter(kind="result").order_by("pk"), 0
    while events := list(rows.filter(pk__gt=last)[:AT_ONCE]):
        last = events[-1].pk
        own = SeatResult.objects.filter(game__in={event.game_id for event in events})
        own = own.filter(models.Q(ruling=None) | models.Q(ruling__kind="measure"))
        clauses = dict(own.order_by("pk").values_list("game", "clause"))
        for event in events:
            how = event.facts["how"]
            if how in OF_THE_GAME:
                how = clauses.get(event.game_id, how)
            event.facts = event.facts | {"how": CLAUSES.get(how, how)}
        Event.objects.bulk_update(events, ["facts"])


def say_what_was_seen(apps: Any, schema_editor: Any) -> None:
    Event = apps.get_model("tournaments", "Event")
    rows, last = Event.objects.filter(kind="challenge").order_by("pk"), 0
    while events := list(rows.filter(pk__gt=last)[:AT_ONCE]):
        last = events[-1].pk
        for event in events:
            facts = dict(event.facts)
            if "ranks" in facts:
                facts["seen"] = facts.pop("ranks")
            event.facts = facts
        Event.objects.bulk_update(events, ["facts"])


def write_rules_anew(apps: Any, schema_editor: Any) -> None:
    Competition, Entry = (apps.get_model("tournaments", name) for name in ("Competition", "Entry"))
    Contest = apps.get_model("games", "Contest")
    for competition in Competition.objects.order_by("pk"):
        rules, before = _anew(competition.rules), competition.rules_sha256
        frozen = _sha256(rules) if before else ""
        Competition.objects.filter(pk=competition.pk).update(rules=rules, rules_sha256=frozen)
        if frozen:
            games = Contest.objects.filter(league=competition.league_id, key=competition.code)
            games.update(rules=rules, rules_sha256=frozen)
            accepted = Entry.objects.filter(competition=competition.pk, accepted_sha256=before)
            accepted.update(accepted_sha256=frozen)


def _anew(rules: dict[str, Any]) -> dict[str, Any]:
    found = {name: value for name, value in rules.items() if name != "arbiters"}
    if "ranked_games" in found:
        found["entry_games"], found["least_games"] = found["least_games"], found.pop("ranked_games")
    return found


def _sha256(rules: dict[str, Any]) -> str:
    written = json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()


def leave_word(apps: Any, schema_editor: Any) -> None:
    Competition = apps.get_model("tournaments", "Competition")
    RatingList, LateResult = (apps.get_model("tournaments", name) for name in ("RatingList", "LateResult"))
    OutboxRow, now = apps.get_model("games", "OutboxRow"), timezone.now()
    begun = Competition.objects.exclude(started_at=None).order_by("pk").values_list("pk", flat=True)
    OutboxRow.objects.bulk_create(
        OutboxRow(topic="refold", payload={"competition": key}, created_at=now, due_at=now) for key in begun
    )
    first = datetime(1970, 1, 1, tzinfo=UTC)
    LateResult.objects.bulk_create(
        LateResult(list=each, at=first) for each in RatingList.objects.order_by("pk")
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_rulings_in_time"), ("games", "0047_results_at_the_end")]

    operations = [
        migrations.AlterField(
            model_name="challenge",
            name="by_rank",
            field=models.PositiveIntegerField(help_text="the challenger's rank before it, as the log has it"),
        ),
        migrations.RunPython(say_by_which_clause, migrations.RunPython.noop),
        migrations.RunPython(say_what_was_seen, migrations.RunPython.noop),
        migrations.RunPython(write_rules_anew, migrations.RunPython.noop),
        migrations.RunPython(leave_word, migrations.RunPython.noop),
    ]
