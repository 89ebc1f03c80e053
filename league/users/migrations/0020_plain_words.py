

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('users', '0019_mails_of_the_week'),
    ]

    operations = [
        migrations.AlterField(
            model_name='user',
            name='mail_letters',
            field=models.BooleanField(default=True, verbose_name='messages while you are away'),
        ),
        migrations.AlterField(
            model_name='user',
            name='mail_news',
            field=models.BooleanField(default=True, verbose_name='games that begin, end or are paused by an error'),
        ),
        migrations.AlterField(
            model_name='user',
            name='username',
            field=models.CharField(error_messages={'unique': 'This name is taken.'}, max_length=30, unique=True, validators=[django.core.validators.RegexValidator('\\A[\\w](?:[\\w.+-]*[\\w])?\\Z', 'Use only letters, digits and . + - _. Begin and end with a letter, a digit or _.')], verbose_name='name'),
        ),
    ]
