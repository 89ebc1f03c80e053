from django.db import migrations

import league.users.models


class Migration(migrations.Migration):
    dependencies = [("users", "0008_user_mail_invitations")]
    operations = [
        migrations.AddField(
            "user",
            "skeleton_of_capitals",
            league.users.models.CapitalsField(blank=True, editable=False, max_length=255, null=True),
        )
    ]
