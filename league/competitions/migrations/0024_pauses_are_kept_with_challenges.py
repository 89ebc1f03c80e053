"""Until when two do not meet again stands with their challenge, as it was fixed when their game ended.

Games that are over in seasons that go on get what was computed for each page until now: their end and the days
that the season's rules name.
"""

from datetime import timedelta

from django.db import migrations, models
from django.db.models import F

OVER = ("finished", "cancelled")


def keep_pauses(apps, schema_editor):
    competition = apps.get_model("tournaments", "Competition")
    challenge = apps.get_model("tournaments", "Challenge")
    for season in competition.objects.exclude(state__in=OVER).order_by("pk"):
        days = season.rules.get("challenges", {}).get("pause_days", 0)
        if days:
            played = challenge.objects.filter(competition=season, state="over")
            played.update(again_at=F("over_at") + timedelta(days=days))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0052_terms_in_one_place"),
        ("tournaments", "0023_words_for_reversed_payments"),
    ]

    operations = [
        migrations.AddField(
            model_name="challenge",
            name="again_at",
            field=models.DateTimeField(
                blank=True,
                null=True,
                help_text="after a game until then the two do not meet again; after a decline or an undo its "
                "challenger alone waits; none: nobody waits",
            ),
        ),
        migrations.AddIndex(
            model_name="challenge",
            index=models.Index(
                fields=["competition", "again_at"],
                condition=models.Q(again_at__isnull=False),
                name="challenges_with_a_pause",
            ),
        ),
        migrations.RunPython(keep_pauses, migrations.RunPython.noop),
    ]
