from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def take_from_seats(apps, schema_editor):
    Tenure, Seat = apps.get_model("games", "Tenure"), apps.get_model("games", "Seat")
    order = Seat.objects.filter(pk=OuterRef("seat")).values("order")[:1]
    Tenure.objects.update(place=Subquery(order))


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="tenure",
            name="place",
            field=models.PositiveSmallIntegerField(
                default=0,
                help_text="the order of the seat he took, from 0: that of the nonces, whatever the lots dealt him",
            ),
            preserve_default=False,
        ),
        migrations.RunPython(take_from_seats, migrations.RunPython.noop),
    ]
