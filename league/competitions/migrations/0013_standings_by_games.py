from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_emails_to_all_entrants")]

    operations = [
        migrations.AddIndex(
            model_name="tally",
            index=models.Index(
                fields=["league", "kind", "year", "-games", "user"], name="standings_by_games"
            ),
        ),
    ]
