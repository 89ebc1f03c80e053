import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('tournaments', '0035_challenges_have_pairings')]

    operations = [
        migrations.RemoveConstraint(model_name='challenge', name='a_played_challenge_has_its_game'),
        migrations.RemoveConstraint(model_name='dispute', name='one_open_dispute_a_result'),
        migrations.RemoveField(model_name='challenge', name='game'),
        migrations.RemoveField(model_name='dispute', name='challenge'),
        migrations.AlterField(
            model_name='dispute',
            name='pairing',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='tournaments.pairing'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['playing', 'over']), _negated=True), ('pairing__isnull', False), _connector='OR'), name='a_played_challenge_has_its_game'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.UniqueConstraint(condition=models.Q(('ruled_at', None)), fields=('pairing',), name='one_open_dispute_a_result'),
        ),
    ]
