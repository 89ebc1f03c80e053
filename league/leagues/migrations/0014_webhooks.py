"""Webhooks of leagues: a table of their own, empty, and what organisers do to them in the log."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0013_help_texts_name_no_modules'),
    ]

    operations = [
        migrations.AlterField(
            model_name='organiseract',
            name='kind',
            field=models.CharField(choices=[('warned', 'warned'), ('suspended', 'suspended'), ('lifted', 'lifted a sanction'), ('removed', 'removed'), ('banned', 'banned'), ('role', 'changed a role'), ('succession', 'became organiser automatically'), ('noted', 'noted something down'), ('link', 'made an invitation link'), ('mailed', 'invited by e-mail'), ('withdrawn', 'withdrew an invitation'), ('announced', 'announced something'), ('unsaid', 'withdrew an announcement'), ('extended', 'extended all games'), ('settings', 'changed the settings'), ('preset', 'saved a preset'), ('preset_gone', 'deleted a preset'), ('exported', 'exported data'), ('report', 'decided about a report'), ('webhook', 'named a webhook'), ('hook_secret', 'changed a webhook’s secret'), ('hook_gone', 'removed a webhook')], max_length=12),
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.TextField(help_text='sealed')),
                ('secret', models.TextField(help_text='what signs, sealed')),
                ('host', models.CharField(help_text='of the address, for the page', max_length=255)),
                ('language', models.CharField(choices=[('en', 'English'), ('fr', 'French')], max_length=5, verbose_name='language')),
                ('made_at', models.DateTimeField()),
                ('table_at', models.DateTimeField(help_text='when the tables of running seasons are posted next')),
                ('tried_at', models.DateTimeField(blank=True, null=True)),
                ('said', models.CharField(blank=True, default='', help_text='what came of it: a status, or why there was none', max_length=20)),
                ('failing_since', models.DateTimeField(blank=True, help_text='none: the last one was taken', null=True)),
                ('off_at', models.DateTimeField(blank=True, help_text='switched off after long failure', null=True)),
                ('league', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='webhook', to='leagues.league')),
            ],
            options={
                'verbose_name': 'webhook',
                'verbose_name_plural': 'webhooks',
                'ordering': ['pk'],
                'indexes': [models.Index(condition=models.Q(('off_at', None)), fields=['table_at'], name='webhooks_to_post_tables')],
                'constraints': [models.CheckConstraint(condition=models.Q(('off_at', None), ('failing_since__isnull', False), _connector='OR'), name='what_works_is_not_switched_off')],
            },
        ),
    ]
