"""Stamps under which sums are kept in the cache, and the order of the highest ratings."""

from __future__ import annotations

from uuid import uuid4

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_games_in_fog_are_rated_when_opened")]

    operations = [
        migrations.AddField(
            model_name="counting",
            name="stamp",
            field=models.UUIDField(
                default=uuid4, editable=False, help_text="another one whenever something was counted"
            ),
        ),
        migrations.AddField(
            model_name="ratinglist",
            name="stamp",
            field=models.UUIDField(
                default=uuid4, editable=False, help_text="another one whenever its ratings changed"
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["list", "-mu", "user"], name="highest_ratings"),
        ),
    ]
