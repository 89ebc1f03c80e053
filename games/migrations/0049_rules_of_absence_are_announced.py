"""Players of games that got rules of absence while they waited or ran (0030) are told by mail, once, and on
the page until they dismiss it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import migrations, models
from django.utils import timezone
from django.utils.dateparse import parse_datetime

AT_ONCE = 500
LATER = timedelta(minutes=15)
"""Workers of the release before do not know such mails: when they are due, those have gone."""


def announce(apps: Any, schema_editor: Any) -> None:
    """A mail a player and game, in games that had none so far."""
    Game, Tenure, OutboxRow = (apps.get_model("games", name) for name in ("Game", "Tenure", "OutboxRow"))
    told = OutboxRow.objects.filter(topic="mail", payload__about="rules")
    going_on = Game.objects.filter(state__in=["waiting", "running"], absence__has_key="since").order_by("pk")
    now, last = timezone.now(), 0
    while games := list(going_on.filter(pk__gt=last).values_list("pk", "absence__since")[:AT_ONCE]):
        last = games[-1][0]
        since = {key: parse_datetime(moment) for key, moment in games}
        known = set(told.filter(payload__game__in=list(since)).values_list("payload__game", "person"))
        tenures = Tenure.objects.filter(game__in=list(since), left_at=None).order_by("pk")
        OutboxRow.objects.bulk_create(
            OutboxRow(
                topic="mail",
                payload={"about": "rules", "user": user, "game": game},
                person=user,
                created_at=now,
                due_at=now + LATER,
            )
            for game, user, taken_at in tenures.values_list("game", "user", "taken_at")
            if taken_at < since[game] and (game, user) not in known
        )


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0048_clock_reasons_name_their_rule'),
    ]

    operations = [
        migrations.AddField(
            model_name='tenure',
            name='rules_read_at',
            field=models.DateTimeField(blank=True, help_text='when this person dismissed that rules of absence hold, if they came later', null=True),
        ),
        migrations.AlterField(
            model_name='mailing',
            name='kind',
            field=models.CharField(choices=[('reminder', 'reminder'), ('waiting', 'your turn'), ('started', 'game started'), ('finished', 'game over'), ('set_aside', 'game stands still'), ('letters', 'letters have come'), ('missed', 'phase missed'), ('extended', 'phase extended'), ('rules', 'rules of absence begin'), ('proposal', 'end proposed'), ('seated', 'seat taken over'), ('replaced', 'seat given away'), ('opened', 'seat open to others'), ('given_up', 'seat given up'), ('taken', 'open seat taken'), ('announcement', 'announcement'), ('clock', 'clock paused or started'), ('clock_vote', 'vote about the clock'), ('nomination', 'game master nominated'), ('taken_back', 'game taken back'), ('invited', 'invitation to a game'), ('account', 'account'), ('league', 'league')], max_length=12),
        ),
        migrations.RunPython(announce, migrations.RunPython.noop),
    ]
