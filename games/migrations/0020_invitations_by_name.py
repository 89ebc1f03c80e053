"""Members invited to a game by name, and mails that tell them so."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_results_seen"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="visibility",
            field=models.CharField(
                choices=[
                    ("public", "Public: the league may watch and take a seat"),
                    ("private", "Private: only its players, and those who have its link or an invitation"),
                ],
                default="public",
                max_length=8,
                verbose_name="visibility",
            ),
        ),
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
                    ("invited", "invitation to a game"),
                    ("account", "account"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="GameInvitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("declined_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        help_text="the guest",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation to a game",
                "verbose_name_plural": "invitations to games",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "user"), name="one_invitation_a_person_and_game")
                ],
            },
        ),
    ]
