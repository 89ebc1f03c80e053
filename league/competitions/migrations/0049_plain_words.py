

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0048_tables'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='idlecheck',
            options={'ordering': ['pk'], 'verbose_name': 'check for inactive weeks', 'verbose_name_plural': 'checks for inactive weeks'},
        ),
        migrations.AlterModelOptions(
            name='idleweek',
            options={'ordering': ['pk'], 'verbose_name': 'inactive week', 'verbose_name_plural': 'inactive weeks'},
        ),
        migrations.AlterField(
            model_name='challenge',
            name='state',
            field=models.CharField(choices=[('waiting', 'waiting for an answer'), ('playing', 'being played'), ('declined', 'declined'), ('unanswered', 'not answered in time'), ('taken_back', 'withdrawn'), ('dropped', 'cancelled'), ('suspended', 'cancelled by a suspension'), ('over', 'played')], default='waiting', max_length=10),
        ),
        migrations.AlterField(
            model_name='competition',
            name='state',
            field=models.CharField(choices=[('draft', 'draft'), ('announced', 'open for entries'), ('running', 'running'), ('closing', 'last games'), ('finished', 'finished'), ('cancelled', 'cancelled')], default='draft', max_length=10),
        ),
        migrations.AlterField(
            model_name='dispute',
            name='ruling',
            field=models.CharField(blank=True, choices=[('stands', 'The result stands'), ('forfeit', 'Forfeit'), ('annulled', 'Void')], default='', max_length=10),
        ),
        migrations.AlterField(
            model_name='entrystep',
            name='why',
            field=models.CharField(choices=[('asked', 'entered'), ('fit', 'all conditions are met'), ('unmet', 'conditions are not met'), ('full', 'all places were taken'), ('free', 'a place became free'), ('begun', 'the season began'), ('to_pay', 'entered, fee due'), ('paid', 'the fee was paid'), ('not_paid', 'the fee was not paid in time'), ('charged_back', 'the bank reversed the payment'), ('refunded', 'the fee was refunded'), ('late', 'entered late'), ('own', 'their own wish'), ('left_league', 'left the league'), ('expelled', 'removed from the league'), ('banned', 'banned from the league'), ('deleted', 'deleted the account'), ('ruled', 'an arbiter’s ruling'), ('closed', 'the waiting list closed'), ('cancelled', 'the season was cancelled')], max_length=12),
        ),
    ]
