"""Votes about the clock hold when all agree, and lapse with their phase (HR-12); rows of the clock name their
rules.
"""

from datetime import timedelta

from django.db import migrations, models
from django.db.models.functions import Now


def keep_until_when(apps, schema_editor):
    """Give proposals to pause the end that they asked for, and close what was proposed by the old rule.

    No row is written twice: PostgreSQL would put off the checks of its keys, and alter no table meanwhile.
    """
    proposals = apps.get_model("games", "ClockProposal").objects
    for each in proposals.filter(kind="pause").iterator():
        each.until = (each.closed_at or each.at) + timedelta(seconds=each.seconds)
        each.closed_at = each.closed_at or Now()
        each.save(update_fields=["until", "closed_at"])
    proposals.filter(closed_at=None).update(closed_at=Now())


def keep_an_expiry(apps, schema_editor):
    """On the way back: what is not closed expires as it did, 48 hours after it was proposed."""
    for each in apps.get_model("games", "ClockProposal").objects.iterator():
        each.expires_at = each.at + timedelta(hours=48)
        each.save(update_fields=["expires_at"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0045_seats_kept_in_rematches"),
    ]

    operations = [
        migrations.AddField(
            model_name="clockproposal",
            name="until",
            field=models.DateTimeField(
                blank=True, help_text="when the pause ends that is proposed", null=True
            ),
        ),
        migrations.AlterField(
            model_name="clockproposal",
            name="expires_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(keep_until_when, keep_an_expiry),
        migrations.RemoveField(
            model_name="clockproposal",
            name="expires_at",
        ),
        migrations.AlterField(
            model_name="clockproposal",
            name="closed_at",
            field=models.DateTimeField(blank=True, help_text="carried out or overtaken", null=True),
        ),
        migrations.AlterField(
            model_name="clockproposal",
            name="seconds",
            field=models.PositiveIntegerField(default=0, help_text="by how much to extend the phase"),
        ),
        migrations.AddConstraint(
            model_name="clockproposal",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind", "pause"), ("until__isnull", False))
                | models.Q(models.Q(("kind", "pause"), _negated=True), ("until", None)),
                name="a_proposed_pause_has_its_end",
            ),
        ),
        migrations.AlterField(
            model_name="clockentry",
            name="reason",
            field=models.CharField(
                choices=[
                    ("outage", "The site stood still; the time was given back"),
                    ("admin", "Moved by an administrator"),
                    ("master", "Moved by the game master (RB-24)"),
                    ("resumed", "Taken up again after being set aside"),
                    ("extension", "Extended once: orders were missing (HR-2)"),
                    ("holiday", "Moved to the end of a holiday (HR-2)"),
                    ("back", "A holiday was taken back"),
                    ("settling", "A full phase for a player who has taken over a seat (HR-1)"),
                    ("vote", "Extended by a vote of the players (HR-12)"),
                    ("pause", "The game is paused"),
                    ("goes_on", "The pause has ended"),
                    ("untimed", "Played without a clock for now (RB-24)"),
                    ("timed", "Played with a clock again (RB-24)"),
                    ("taken_back", "The game was taken back; a full phase from then on (HR-8)"),
                    ("league", "Extended for all games of the league"),
                    ("contest", "Extended for all games of the competition (HR-10)"),
                    ("arbiter", "Moved by an arbiter (HR-10)"),
                ],
                max_length=10,
            ),
        ),
    ]
