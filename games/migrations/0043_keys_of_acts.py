"""An act names the form it came with, so that a form sent twice is one act."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0042_old_rematches")]

    operations = [
        migrations.AddField(
            model_name="masteract",
            name="key",
            field=models.CharField(
                blank=True,
                default="",
                help_text="what tells the form it came with from others",
                max_length=64,
            ),
        ),
        migrations.AddConstraint(
            model_name="masteract",
            constraint=models.UniqueConstraint(
                condition=~Q(key=""), fields=("game", "by", "key"), name="a_form_is_one_act"
            ),
        ),
    ]
