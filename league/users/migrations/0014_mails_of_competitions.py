from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("users", "0013_address_changes"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="mail_competitions",
            field=models.BooleanField(default=True, verbose_name="competitions"),
        ),
    ]
