"""What must never happen to the two columns; apart from 0006, which fills them."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models import Q

STANDING = ["applied", "waiting", "accepted", "playing"]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_standing_and_payment")]

    operations = [
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=Q(state__in=STANDING), fields=["user", "-competition"], name="entries_of_a_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=Q(state__in=STANDING),
                fields=("competition", "user"),
                name="one_standing_entry_a_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=Q(state__in=STANDING, left_at=None)
                | Q(state__in=["refused", "withdrawn", "removed", "disqualified"], left_at__isnull=False),
                name="whoever_left_a_competition_says_when",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=Q(payment="due", pay_by__isnull=False)
                | Q(payment="charged_back")
                | Q(payment__in=["none", "paid", "refunded"], pay_by=None),
                name="a_fee_to_be_paid_says_until_when",
            ),
        ),
    ]
