"""Names of payments that a bank reverses; no column changes."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0022_kept_until_something_is_counted'),
    ]

    operations = [
        migrations.AlterField(
            model_name='entry',
            name='payment',
            field=models.CharField(choices=[('none', 'no fee'), ('due', 'to be paid'), ('paid', 'paid'), ('refunded', 'refunded'), ('charged_back', 'payment reversed by the bank')], default='none', max_length=12),
        ),
        migrations.AlterField(
            model_name='entrystep',
            name='payment',
            field=models.CharField(choices=[('none', 'no fee'), ('due', 'to be paid'), ('paid', 'paid'), ('refunded', 'refunded'), ('charged_back', 'payment reversed by the bank')], default='none', max_length=12),
        ),
        migrations.AlterField(
            model_name='entrystep',
            name='why',
            field=models.CharField(choices=[('asked', 'entered'), ('fit', 'all conditions are met'), ('unmet', 'conditions are not met'), ('full', 'all places were taken'), ('free', 'a place became free'), ('begun', 'the season began'), ('to_pay', 'entered; the fee is to be paid'), ('paid', 'the fee was paid'), ('not_paid', 'the fee was not paid in time'), ('charged_back', 'the bank reversed the payment'), ('refunded', 'the fee was refunded'), ('late', 'entered late'), ('own', 'their own wish'), ('left_league', 'left the league'), ('expelled', 'removed from the league'), ('banned', 'banned from the league'), ('deleted', 'deleted the account'), ('ruled', 'an arbiter’s ruling'), ('closed', 'the waiting list closed'), ('cancelled', 'the season was cancelled')], max_length=12),
        ),
    ]
