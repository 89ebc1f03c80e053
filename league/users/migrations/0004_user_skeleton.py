"""What names look like: nothing yet."""

from django.db import migrations

import league.users.models


class Migration(migrations.Migration):
    dependencies = [("users", "0003_sealed_second_factors")]
    operations = [
        migrations.AddField(
            "user",
            "skeleton",
            league.users.models.SkeletonField(blank=True, editable=False, max_length=255, null=True),
        )
    ]
