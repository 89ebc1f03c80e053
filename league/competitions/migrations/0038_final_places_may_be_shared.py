from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('tournaments', '0037_kinds_and_last_moments')]

    operations = [
        migrations.RemoveConstraint(model_name='finalplace', name='one_entry_a_final_place'),
        migrations.RemoveConstraint(model_name='finalplace', name='one_entry_a_final_rank'),
        migrations.AddIndex(
            model_name='finalplace',
            index=models.Index(fields=['competition', 'place'], name='final_places_in_order'),
        ),
        migrations.AddIndex(
            model_name='finalplace',
            index=models.Index(fields=['competition', 'rank'], name='final_places_by_rank'),
        ),
        migrations.AddConstraint(
            model_name='finalplace',
            constraint=models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='final_places_begin_at_1'),
        ),
        migrations.AddConstraint(
            model_name='finalplace',
            constraint=models.CheckConstraint(condition=models.Q(('rank', None), ('rank__gte', 1), _connector='OR'), name='final_ranks_begin_at_1'),
        ),
    ]
