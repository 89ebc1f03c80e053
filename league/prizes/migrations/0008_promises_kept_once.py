"""A promise of a sponsor is kept once. Apart from what fills the column in: PostgreSQL does not change a table
with rows whose keys are still to be checked.
"""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("prizes", "0007_which_promise")]

    operations = [
        migrations.AddConstraint(
            model_name="handrecord",
            constraint=models.CheckConstraint(
                condition=Q(kind="extra", promise__isnull=False) | ~Q(kind="extra") & Q(promise=None),
                name="a_sponsors_own_prize_was_promised",
            ),
        ),
        migrations.AddConstraint(
            model_name="handrecord",
            constraint=models.UniqueConstraint(
                condition=Q(state__in=["waiting", "booked"]),
                fields=("book", "promise"),
                name="a_promise_is_kept_once",
            ),
        ),
    ]
