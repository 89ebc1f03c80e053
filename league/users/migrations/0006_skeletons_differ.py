"""No new name looks like another's."""

from django.db import migrations

import league.users.models


class Migration(migrations.Migration):
    dependencies = [("users", "0005_skeletons_of_names")]
    operations = [
        migrations.AlterField(
            "user",
            "skeleton",
            league.users.models.SkeletonField(
                blank=True, editable=False, max_length=255, null=True, unique=True
            ),
        )
    ]
