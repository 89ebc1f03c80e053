"""A rematch names the game that it follows; until now its code, which anybody could compute, did."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0040_contests")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="rematch_of",
            field=models.ForeignKey(
                blank=True,
                help_text="the game that its players play once more",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rematches",
                to="games.game",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=~Q(state="cancelled"), fields=("rematch_of",), name="one_rematch_at_a_time"
            ),
        ),
    ]
