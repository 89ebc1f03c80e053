"""Names of what a bank reverses, and of what is paid offline; no column changes."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('prizes', '0016_taken_back_in_part'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='handrecord',
            options={'ordering': ['pk'], 'verbose_name': 'offline record', 'verbose_name_plural': 'offline records'},
        ),
        migrations.AlterModelOptions(
            name='pursesetting',
            options={'verbose_name': 'how to pay offline', 'verbose_name_plural': 'how to pay offline'},
        ),
        migrations.AlterField(
            model_name='account',
            name='kind',
            field=models.CharField(choices=[('clearing', 'with the payment provider'), ('cash', 'held offline'), ('entrants', 'entrants'), ('sponsors', 'sponsors'), ('pool', 'prize pool'), ('organiser_fee', 'league’s costs'), ('platform_fee', 'site’s fee'), ('charges', 'provider’s charges'), ('payouts', 'payouts pending'), ('refunds', 'refunds pending'), ('guarantor', 'guarantor'), ('owed_back', 'prizes to be paid back')], max_length=14),
        ),
        migrations.AlterField(
            model_name='payment',
            name='state',
            field=models.CharField(choices=[('held', 'received'), ('part', 'part of the entry fee, held until the rest comes'), ('in_fee', 'counted as part of the entry fee'), ('fee', 'counted as entry fee'), ('to_refund', 'to be refunded'), ('refunded', 'refunded'), ('taken_back', 'reversed by the bank'), ('reversed', 'recorded by mistake')], default='held', max_length=10),
        ),
        migrations.AlterField(
            model_name='refund',
            name='way',
            field=models.CharField(choices=[('provider', 'the way it came'), ('hand', 'bank transfer or cash')], max_length=8),
        ),
        migrations.AlterField(
            model_name='trustee',
            name='lost_why',
            field=models.CharField(blank=True, choices=[('left', 'left the league'), ('deleted', 'deleted the account'), ('silent', 'did not answer in 14 days'), ('replaced', 'replaced by the site’s administrator'), ('took_back', 'withdrew the agreement')], default='', max_length=10),
        ),
        migrations.AlterField(
            model_name='truststep',
            name='kind',
            field=models.CharField(choices=[('agreed', 'agreed to confirm payouts and rule disputes'), ('took_back', 'withdrew the agreement'), ('confirmed', 'confirmed'), ('refused', 'refused to confirm'), ('asked_again', 'was asked again by the site’s administrator'), ('lost', 'confirms nothing any more'), ('appointed', 'was appointed by the site’s administrator')], max_length=12),
        ),
    ]
