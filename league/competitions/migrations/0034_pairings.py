import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0054_help_texts_name_no_modules'),
        ('tournaments', '0033_help_texts_name_no_modules'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pairings', to='tournaments.competition')),
                ('game', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pairing', to='games.game')),
            ],
            options={
                'verbose_name': 'pairing',
                'verbose_name_plural': 'pairings',
                'ordering': ['competition', 'number'],
                'constraints': [models.UniqueConstraint(fields=('competition', 'number'), name='pairing_numbers_do_not_repeat')],
            },
        ),
        migrations.CreateModel(
            name='Side',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(blank=True, default='', max_length=16)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sides', to='tournaments.entry')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sides', to='tournaments.pairing')),
            ],
            options={
                'verbose_name': 'side',
                'verbose_name_plural': 'sides',
                'ordering': ['pk'],
                'constraints': [
                    models.UniqueConstraint(fields=('pairing', 'entry'), name='an_entry_is_on_one_side_of_a_pairing'),
                    models.UniqueConstraint(condition=models.Q(('seat', ''), _negated=True), fields=('pairing', 'seat'), name='one_side_a_seat_of_a_pairing'),
                ],
            },
        ),
        migrations.AddField(
            model_name='challenge',
            name='pairing',
            field=models.OneToOneField(blank=True, help_text='of the two, from when it is accepted: it has its number', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='challenge', to='tournaments.pairing'),
        ),
        migrations.AddField(
            model_name='dispute',
            name='pairing',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='tournaments.pairing'),
        ),
    ]
