from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0044_misses_that_do_not_count"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="seats_kept_until",
            field=models.DateTimeField(
                blank=True,
                help_text="until then its guests have a seat each, whoever else comes first",
                null=True,
            ),
        ),
    ]
