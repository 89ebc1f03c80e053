"""No new name looks like another's in capitals either."""

from django.db import migrations

import league.users.models


class Migration(migrations.Migration):
    dependencies = [("users", "0010_skeletons_anew")]
    operations = [
        migrations.AlterField(
            "user",
            "skeleton_of_capitals",
            league.users.models.CapitalsField(
                blank=True, editable=False, max_length=255, null=True, unique=True
            ),
        )
    ]
