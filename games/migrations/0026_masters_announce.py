"""Game masters announce what is no ruling, and players get an e-mail of it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0025_games_ask_for_reliability"),
    ]

    operations = [
        migrations.AlterField(
            model_name="mailing",
            name="kind",
            field=models.CharField(
                choices=[
                    ("reminder", "reminder"),
                    ("waiting", "your turn"),
                    ("started", "game started"),
                    ("finished", "game over"),
                    ("set_aside", "game stands still"),
                    ("letters", "letters have come"),
                    ("missed", "phase missed"),
                    ("proposal", "end proposed"),
                    ("seated", "seat taken over"),
                    ("replaced", "seat given away"),
                    ("announcement", "announcement"),
                    ("invited", "invitation to a game"),
                    ("account", "account"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="masteract",
            name="kind",
            field=models.CharField(
                choices=[
                    ("deadline", "moved the deadline"),
                    ("replacement", "gave a seat to somebody else"),
                    ("ruling", "settled a contested case"),
                    ("announcement", "announced something"),
                    ("ending", "declared the end of the game"),
                    ("chair", "handed the game over to another game master"),
                ],
                max_length=12,
            ),
        ),
    ]
