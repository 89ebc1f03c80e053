"""A prize line is owed once. Apart from what fills the column in: PostgreSQL does not change a table with rows
whose keys are still to be checked.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("prizes", "0010_prize_lines")]

    operations = [
        migrations.AddConstraint(
            model_name="payout",
            constraint=models.UniqueConstraint(
                condition=models.Q(state__in=["proposed", "withdrawn"], _negated=True),
                fields=("key",),
                name="a_prize_line_is_owed_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="payout",
            constraint=models.CheckConstraint(
                condition=~models.Q(key="") & ~models.Q(line=""), name="a_payout_is_of_a_prize_line"
            ),
        ),
    ]
