"""Nobody leaves a seat without the row saying how."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0022_results_of_old_games")]

    operations = [
        migrations.AddConstraint(
            model_name='tenure',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('left_at', None), ('left_how', '')), models.Q(('left_at__isnull', False), models.Q(('left_how', ''), _negated=True)), _connector='OR'), name='whoever_leaves_says_how'),
        ),
    ]
