from datetime import timedelta

from django.db import migrations


def remind_of_open_phases(apps, schema_editor):
    """Phases that are open already are reminded of too, by the lengths that held when this was written."""
    Phase = apps.get_model("games", "Phase")
    waiting = []
    open_phases = Phase.objects.filter(adjudicated_at=None, set_aside_at=None).only("opened_at", "deadline")
    for phase in open_phases.iterator(chunk_size=500):
        length = phase.deadline - phase.opened_at
        if length < timedelta(hours=1):
            continue
        if length <= timedelta(hours=12):
            before = timedelta(minutes=15)
        else:
            before = timedelta(hours=2) if length <= timedelta(days=2) else timedelta(hours=12)
        phase.remind_at = phase.deadline - before
        waiting.append(phase)
    Phase.objects.bulk_update(waiting, ["remind_at"], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_reminders'),
    ]

    operations = [
        migrations.RunPython(remind_of_open_phases, migrations.RunPython.noop),
    ]
