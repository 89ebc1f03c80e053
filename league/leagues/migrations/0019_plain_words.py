

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0018_mails_of_the_week'),
    ]

    operations = [
        migrations.AlterField(
            model_name='league',
            name='dealing',
            field=models.CharField(choices=[('lots', 'Random draw'), ('ranking', 'Players rank the powers; a random draw decides who chooses first')], default='lots', help_text='how seats are given where the variant deals them', max_length=8, verbose_name='who plays which power'),
        ),
        migrations.AlterField(
            model_name='league',
            name='press_locks',
            field=models.BooleanField(default=False, help_text='while all who owe something but one are ready, where that is shown', verbose_name='private messages lock while everyone waits for one player'),
        ),
        migrations.AlterField(
            model_name='league',
            name='press_pauses',
            field=models.CharField(choices=[('rulebook', 'As the rulebook says: closed in Classic, open in Modern'), ('closed', 'Closed during retreats and builds'), ('open', 'Open in every phase')], default='rulebook', max_length=8, verbose_name='press outside the moves'),
        ),
        migrations.AlterField(
            model_name='league',
            name='rulebook',
            field=models.CharField(choices=[('classic', 'Classic (original rulebook)'), ('modern', 'Modern (2023 rules)')], default='classic', max_length=8, verbose_name='rulebook'),
        ),
        migrations.AlterField(
            model_name='league',
            name='slug',
            field=models.CharField(max_length=40, unique=True, validators=[django.core.validators.RegexValidator('\\A[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]\\Z', 'Use 3 to 40 of a–z, 0–9 and hyphens. Begin and end with a–z or 0–9.')], verbose_name='address'),
        ),
        migrations.AlterField(
            model_name='league',
            name='visibility',
            field=models.CharField(choices=[('public', 'Public: anyone can see it and join'), ('invitation', 'By invitation: only members see it')], default='public', max_length=12, verbose_name='visibility'),
        ),
    ]
