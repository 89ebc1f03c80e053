"""Notebooks: what players of games in fog guess."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_dealing"),
    ]

    operations = [
        migrations.CreateModel(
            name="Notebook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "is_drawn",
                    models.BooleanField(default=True, help_text="whether its pins are drawn on his own map"),
                ),
                (
                    "tenure",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notebook",
                        to="games.tenure",
                    ),
                ),
            ],
            options={
                "verbose_name": "notebook",
                "verbose_name_plural": "notebooks",
            },
        ),
        migrations.CreateModel(
            name="Pin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.CharField(help_text="a province's code: MUN", max_length=3)),
                ("power", models.CharField(max_length=12)),
                (
                    "kind",
                    models.CharField(choices=[("A", "army"), ("F", "fleet"), ("E", "spy")], max_length=1),
                ),
                ("note", models.CharField(blank=True, default="", max_length=200)),
                (
                    "label",
                    models.CharField(help_text="the phase in which it was pinned: S1901M", max_length=8),
                ),
                (
                    "notebook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pins", to="games.notebook"
                    ),
                ),
            ],
            options={
                "verbose_name": "pin",
                "verbose_name_plural": "pins",
                "ordering": ["place", "power", "kind"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("notebook", "place", "power", "kind"), name="pins_do_not_repeat"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["A", "F", "E"])), name="pin_kind_is_known"
                    ),
                ],
            },
        ),
    ]
