"""What came of games as rows, and how people left their seats; `0022` fills in what there is."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0020_invitations_by_name'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SeatResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('outcome', models.CharField(choices=[('solo', 'won alone'), ('shared', 'shared a draw'), ('beside', 'won beside the winner'), ('lost', 'lost'), ('eliminated', 'eliminated'), ('forfeit', 'forfeited'), ('void', 'void')], max_length=10)),
                ('share_of', models.PositiveSmallIntegerField(default=1, help_text='his share of the win is `share` / `share_of`, in lowest terms; 0 / 1: none')),
                ('share', models.PositiveSmallIntegerField(default=0)),
                ('centres', models.PositiveSmallIntegerField(default=0, help_text='of his own powers, on the last board')),
                ('last_year', models.PositiveSmallIntegerField(blank=True, help_text='the game year in which it ended; none: it never began', null=True)),
                ('clause', models.CharField(blank=True, default='', help_text='by which it ended; empty: called off before its start', max_length=8)),
                ('at', models.DateTimeField()),
            ],
            options={
                'verbose_name': "seat's result",
                'verbose_name_plural': "seats' results",
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='TenureResult',
            fields=[
                ('tenure', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='result', serialize=False, to='games.tenure')),
                ('how', models.CharField(choices=[('finished', 'stayed to the end'), ('resigned', 'resigned'), ('replaced', 'was replaced'), ('removed', 'was removed')], max_length=10)),
                ('since', models.DateTimeField()),
                ('until', models.DateTimeField()),
                ('asked', models.PositiveIntegerField(help_text='phases of his time that could be missed')),
                ('missed', models.PositiveIntegerField(help_text='those of them that he missed (HR-1)')),
            ],
            options={
                'verbose_name': "player's result",
                'verbose_name_plural': "players' results",
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='tenure',
            name='left_how',
            field=models.CharField(blank=True, choices=[('before', 'gave the seat back before the start'), ('cancelled', 'the game was called off'), ('moved', 'took another seat over, having lost this one'), ('replaced', 'was replaced'), ('resigned', 'resigned'), ('removed', 'was removed')], default='', max_length=10),
        ),
        migrations.AddField(
            model_name='seatresult',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='games.game'),
        ),
        migrations.AddField(
            model_name='seatresult',
            name='ruling',
            field=models.ForeignKey(blank=True, help_text='why it does', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.masteract'),
        ),
        migrations.AddField(
            model_name='seatresult',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='games.seat'),
        ),
        migrations.AddField(
            model_name='seatresult',
            name='supersedes',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='superseded_by', to='games.seatresult'),
        ),
        migrations.AddField(
            model_name='tenureresult',
            name='result',
            field=models.ForeignKey(help_text='the first one', on_delete=django.db.models.deletion.CASCADE, related_name='tenures', to='games.seatresult'),
        ),
        migrations.AddConstraint(
            model_name='seatresult',
            constraint=models.UniqueConstraint(condition=models.Q(('supersedes', None)), fields=('seat',), name='one_first_result_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='seatresult',
            constraint=models.CheckConstraint(condition=models.Q(('share__lte', models.F('share_of')), models.Q(('share_of', 0), _negated=True)), name='a_share_is_no_more_than_all'),
        ),
        migrations.AddConstraint(
            model_name='seatresult',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome__in', ['solo', 'shared']), ('share__gt', 0)), models.Q(('outcome__in', ['beside', 'lost', 'eliminated', 'forfeit', 'void']), ('share', 0)), _connector='OR'), name='those_have_a_share_who_won'),
        ),
        migrations.AddConstraint(
            model_name='seatresult',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ruling', None), ('supersedes', None)), models.Q(('ruling__isnull', False), ('supersedes__isnull', False)), _connector='OR'), name='a_ruling_supersedes'),
        ),
        migrations.AddConstraint(
            model_name='tenureresult',
            constraint=models.CheckConstraint(condition=models.Q(('missed__lte', models.F('asked'))), name='nobody_misses_more_than_asked'),
        ),
    ]
