"""Changes of an address, for as long as the old one can take them back."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("users", "0012_organisers_desk")]

    operations = [
        migrations.CreateModel(
            name="AddressChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.EmailField(help_text="the old one", max_length=254)),
                ("at", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="address_changes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "change of an address",
                "verbose_name_plural": "changes of addresses",
                "ordering": ["pk"],
            },
        )
    ]
