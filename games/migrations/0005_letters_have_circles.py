import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_letters_in_circles")]

    operations = [
        migrations.AlterField(
            model_name="message",
            name="circle",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="letters", to="games.circle"
            ),
        ),
        migrations.RemoveField(model_name="message", name="recipients"),
    ]
