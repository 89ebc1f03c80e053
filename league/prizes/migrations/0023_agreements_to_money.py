"""Who is asked to agree to a season's money, what they said, and what the announcement froze.

What was agreed in drafts becomes rows of the new table. It was agreed to without roles and bank details, so it
counts no more: those people are shown to have agreed to earlier rules. In announced seasons nothing is
compared with the rules any more, so who had not agreed to those that were frozen has not agreed.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.conf import settings
from django.db import migrations, models


LATER = ("operator", "site_percent", "trustees")
"""What an announcement adds to the money rules, which nobody agreed to."""


def move(apps: Any, _schema_editor: Any) -> None:
    trustees = apps.get_model("prizes", "Trustee").objects
    agreements = apps.get_model("prizes", "Agreement").objects
    seasons = {
        row.pk: row
        for row in apps.get_model("tournaments", "Competition").objects.filter(trustees__isnull=False)
    }
    for row in trustees.filter(lost_at=None).order_by("pk").iterator():
        season = seasons[row.competition_id]
        if season.announced_at is None:
            if row.agreed_sha256:
                agreements.create(
                    competition_id=row.competition_id,
                    user_id=row.user_id,
                    roles=["arbiter", "treasurer"],
                    agreed_at=row.agreed_at,
                    agreed_sha256=row.agreed_sha256,
                )
            row.delete()
        elif row.agreed_sha256 and row.agreed_sha256 != agreed_sha256(season.rules["money"]):
            row.agreed_at, row.agreed_sha256 = None, ""
            row.save(update_fields=["agreed_at", "agreed_sha256"])


def agreed_sha256(money: dict[str, Any]) -> str:
    """The hash of the money rules that were agreed to, as it was when this landed."""
    said = {name: value for name, value in money.items() if name not in LATER}
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


class Migration(migrations.Migration):
    dependencies = [
        ("prizes", "0022_money_for_another_season"),
        ("tournaments", "0022_kept_until_something_is_counted"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="trustee",
            options={"ordering": ["pk"], "verbose_name": "treasurer", "verbose_name_plural": "treasurers"},
        ),
        migrations.AlterModelOptions(
            name="truststep",
            options={
                "ordering": ["pk"],
                "verbose_name": "step of treasurers",
                "verbose_name_plural": "steps of treasurers",
            },
        ),
        migrations.AddField(
            model_name="trustee",
            name="reminded_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="payout",
            name="state",
            field=models.CharField(
                choices=[
                    ("proposed", "waits to be confirmed"),
                    ("withdrawn", "withdrawn"),
                    ("confirmed", "not claimed yet"),
                    ("claimed", "to be paid out"),
                    ("failed", "payment failed"),
                    ("paid", "paid out"),
                    ("carried", "given to another season"),
                    ("returned", "returned to those who paid"),
                ],
                default="proposed",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="truststep",
            name="kind",
            field=models.CharField(
                choices=[
                    ("agreed", "agreed to the money rules"),
                    ("took_back", "withdrew the agreement"),
                    ("carries", "wants what no one has to go to another season"),
                    ("confirmed", "confirmed"),
                    ("refused", "refused to confirm"),
                    ("asked_again", "was asked again by the site’s administrator"),
                    ("lost", "confirms nothing any more"),
                    ("appointed", "was appointed by the site’s administrator"),
                    ("named", "was named treasurer by an organiser"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="Agreement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("roles", models.JSONField(default=list, help_text="of `Role`, in its order")),
                ("asked_at", models.DateTimeField(blank=True, null=True)),
                ("mailed_at", models.DateTimeField(blank=True, null=True)),
                ("agreed_at", models.DateTimeField(blank=True, null=True)),
                ("agreed_sha256", models.CharField(blank=True, default="", max_length=64)),
                ("agreed_to", models.JSONField(blank=True, default=dict)),
                ("declined_at", models.DateTimeField(blank=True, null=True)),
                ("declined_why", models.CharField(blank=True, default="", max_length=500)),
                ("frozen_at", models.DateTimeField(blank=True, null=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="agreements", to="tournaments.competition"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "agreement",
                "verbose_name_plural": "agreements",
                "ordering": ["pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("frozen_at", None)), fields=["user"], name="open_agreements"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("competition", "user"), name="one_agreement_a_person"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("agreed_at", None), ("agreed_sha256", "")),
                            models.Q(
                                ("agreed_at__isnull", False),
                                ("declined_at", None),
                                models.Q(("agreed_sha256", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="one_agrees_to_something_or_declines",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("frozen_at", None), ("agreed_at__isnull", False), _connector="OR"
                        ),
                        name="what_was_agreed_is_frozen",
                    ),
                ],
            },
        ),
        migrations.RunPython(move, migrations.RunPython.noop),
    ]
