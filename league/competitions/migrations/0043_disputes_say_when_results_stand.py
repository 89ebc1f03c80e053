"""When a result stands on which nobody rules is written down with its dispute: seasons may differ in it."""

from datetime import timedelta

from django.db import migrations, models
from django.db.models import F, Q

OLD_REASON = "Nobody ruled on it in 28 days, so the result stands."


def write_down(apps, schema_editor):
    """All disputes of before had 14 days and 28; what nobody ruled on has no reason of its own any more. No row
    is changed twice: PostgreSQL would check its keys again.
    """
    disputes = apps.get_model("tournaments", "Dispute").objects
    moments = {"rule_by": F("at") + timedelta(days=14), "stands_at": F("at") + timedelta(days=28)}
    nobody = Q(ruled_at__isnull=False, ruled_by=None)
    disputes.filter(nobody).update(reason="", **moments)
    disputes.filter(~nobody, Q(ruled_at=None) | Q(raised_by__isnull=False)).update(**moments)


def forget(apps, schema_editor):
    disputes = apps.get_model("tournaments", "Dispute").objects
    disputes.filter(ruled_at__isnull=False, ruled_by=None).update(reason=OLD_REASON)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0042_nudges'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='dispute',
            name='a_ruling_says_who_and_why',
        ),
        migrations.AddField(
            model_name='dispute',
            name='rule_by',
            field=models.DateTimeField(blank=True, help_text="then the site's administrators hear that nobody has ruled", null=True),
        ),
        migrations.AddField(
            model_name='dispute',
            name='stands_at',
            field=models.DateTimeField(blank=True, help_text='then the result stands if nobody has ruled', null=True),
        ),
        migrations.RunPython(write_down, forget),
    ]
