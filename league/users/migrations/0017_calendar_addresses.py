"""Secret addresses of calendars: a table of its own, empty."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("users", "0016_what_reaches_whom")]
    operations = [
        migrations.CreateModel(
            name="CalendarAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                ("secret_sha256", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calendar_address",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "address of a calendar",
                "verbose_name_plural": "addresses of calendars",
                "ordering": ["pk"],
            },
        ),
    ]
