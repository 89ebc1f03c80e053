from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_tally'),
    ]

    operations = [
        migrations.AddField(
            model_name='outboxrow',
            name='person',
            field=models.BigIntegerField(help_text='for whom a mail is: all that waits for him is sent together', null=True),
        ),
        migrations.AddIndex(
            model_name='outboxrow',
            index=models.Index(condition=models.Q(('given_up_at', None), ('person', None), ('sent_at', None)), fields=['due_at', 'id'], name='outbox_not_to_persons'),
        ),
        migrations.AddIndex(
            model_name='outboxrow',
            index=models.Index(condition=models.Q(('given_up_at', None), ('person__isnull', False), ('sent_at', None)), fields=['person', 'due_at'], name='outbox_to_persons'),
        ),
    ]
