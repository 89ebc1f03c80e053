from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("users", "0007_sessions_of_one_backend")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="mail_invitations",
            field=models.BooleanField(default=True, verbose_name="invitations to games"),
        ),
    ]
