"""Turns say for whom their phase does not count, and acts can take a miss back."""

from django.db import migrations, models

KINDS = [
    ("deadline", "moved the deadline"),
    ("closing", "closed the phase before its deadline"),
    ("replacement", "gave a seat to somebody else"),
    ("ruling", "settled a contested case"),
    ("announcement", "announced something"),
    ("ending", "declared the end of the game"),
    ("taken_back", "took the game back to an earlier phase"),
    ("chair", "handed the game over to another game master"),
    ("named", "became game master of a running game (HR-9)"),
    ("pause", "paused the game"),
    ("goes_on", "ended the pause"),
    ("untimed", "let the game run without a clock"),
    ("timed", "let the clock run again"),
    ("void", "declared the game void (HR-6)"),
    ("forfeit", "declared a seat forfeit (HR-5)"),
    ("excused", "took a miss back (HR-1)"),
    ("result", "ruled on a disputed result (HR-10)"),
    ("measure", "decided a game by the measure of a last year (HR-7)"),
]


class Migration(migrations.Migration):
    dependencies = [("games", "0043_keys_of_acts")]

    operations = [
        migrations.AddField(
            model_name="turn",
            name="excused",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="the seats that saved nothing and for which it does not count, each with why (HR-1)",
            ),
        ),
        migrations.AlterField(
            model_name="masteract",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=12),
        ),
    ]
