"""When a provider last answered about a checkout: places wait for it."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("prizes", "0012_refunded_entries")]

    operations = [
        migrations.AddField(
            model_name="checkout",
            name="answered_at",
            field=models.DateTimeField(blank=True, help_text="when it last answered", null=True),
        ),
    ]
