"""Who guarantees a season's prizes, by key: of the books that there are, the one active member of their league
that bears the name which their rules give. Where there is none, nobody is bound: the seasons are printed.
"""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def fill(apps: Any, _schema_editor: Any) -> None:
    books = apps.get_model("prizes", "Book").objects.select_related("competition")
    guarantors = apps.get_model("prizes", "Guarantor").objects
    memberships = apps.get_model("leagues", "Membership").objects.filter(user__is_active=True)
    for book in books.order_by("pk").iterator():
        name = (book.competition.rules.get("money") or {}).get("guarantor", "")
        if not name:
            continue
        named = memberships.filter(league=book.competition.league_id, user__username__iexact=name)
        people = list(named.values_list("user", flat=True)[:2])
        if len(people) == 1:
            guarantors.create(book=book, user_id=people[0], name=name)
        else:
            print(f"\n  Season {book.competition.code}: nobody is its guarantor {name!r} by key", end="")


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0011_rates_overall"),
        ("prizes", "0024_bank_details_changes_and_closed_payment"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Guarantor",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(help_text="as the season's rules name them", max_length=150)),
                (
                    "book",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="guarantor",
                        to="prizes.book",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "guarantor",
                "verbose_name_plural": "guarantors",
                "ordering": ["pk"],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
