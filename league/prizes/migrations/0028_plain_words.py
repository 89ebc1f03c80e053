

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('prizes', '0027_sandbox_keeps_no_switches'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='bankdetailschange',
            options={'ordering': ['pk'], 'verbose_name': 'change of bank details', 'verbose_name_plural': 'changes of bank details'},
        ),
        migrations.AlterModelOptions(
            name='book',
            options={'ordering': ['pk'], 'verbose_name': 'ledger', 'verbose_name_plural': 'ledgers'},
        ),
        migrations.AlterModelOptions(
            name='booking',
            options={'ordering': ['book', 'number'], 'verbose_name': 'ledger line', 'verbose_name_plural': 'ledger lines'},
        ),
        migrations.AlterModelOptions(
            name='handrecord',
            options={'ordering': ['pk'], 'verbose_name': 'offline payment', 'verbose_name_plural': 'offline payments'},
        ),
        migrations.AlterModelOptions(
            name='ledgercheck',
            options={'ordering': ['pk'], 'verbose_name': 'check of a ledger', 'verbose_name_plural': 'checks of ledgers'},
        ),
        migrations.AlterModelOptions(
            name='leg',
            options={'ordering': ['pk'], 'verbose_name': 'part of a ledger line', 'verbose_name_plural': 'parts of ledger lines'},
        ),
        migrations.AlterModelOptions(
            name='pursesetting',
            options={'verbose_name': 'bank details', 'verbose_name_plural': 'bank details'},
        ),
        migrations.AlterModelOptions(
            name='seal',
            options={'verbose_name': 'fingerprint', 'verbose_name_plural': 'fingerprints'},
        ),
        migrations.AlterField(
            model_name='handrecord',
            name='kind',
            field=models.CharField(choices=[('payment', 'entry fee'), ('gift', 'sponsor’s gift to the pool'), ('extra', 'sponsor’s prize'), ('guarantee', 'guarantor’s deposit'), ('costs', 'league’s costs paid'), ('site_share', 'site’s share handed over'), ('paid_back', 'prize paid back')], max_length=10),
        ),
        migrations.AlterField(
            model_name='handrecord',
            name='state',
            field=models.CharField(choices=[('waiting', 'waits for the second treasurer'), ('booked', 'in the ledger'), ('unknown', 'held: not matched yet'), ('returned', 'goes back to the payer'), ('refused', 'refused by the second treasurer'), ('reversed', 'corrected')], max_length=8),
        ),
        migrations.AlterField(
            model_name='payment',
            name='state',
            field=models.CharField(choices=[('held', 'received'), ('part', 'part of the entry fee, held until the rest comes'), ('in_fee', 'counted as part of the entry fee'), ('fee', 'counted as entry fee'), ('to_refund', 'to be refunded'), ('refunded', 'refunded'), ('taken_back', 'reversed by the bank'), ('reversed', 'logged by mistake')], default='held', max_length=10),
        ),
        migrations.AlterField(
            model_name='refund',
            name='state',
            field=models.CharField(choices=[('due', 'due'), ('sent', 'on its way'), ('done', 'given back'), ('withdrawn', 'no longer owed')], default='due', max_length=9),
        ),
        migrations.AlterField(
            model_name='trustee',
            name='lost_why',
            field=models.CharField(blank=True, choices=[('left', 'left the league'), ('deleted', 'deleted the account'), ('silent', 'did not answer in 14 days'), ('replaced', 'replaced by the site’s team'), ('took_back', 'withdrew the agreement')], default='', max_length=10),
        ),
        migrations.AlterField(
            model_name='truststep',
            name='kind',
            field=models.CharField(choices=[('agreed', 'agreed to the money rules'), ('took_back', 'withdrew the agreement'), ('carries', 'wants the unclaimed money to go to another season'), ('confirmed', 'confirmed'), ('refused', 'refused to confirm'), ('asked_again', 'was asked again by the site’s team'), ('lost', 'confirms nothing any more'), ('appointed', 'was appointed by the site’s team'), ('named', 'was named treasurer by an organiser'), ('details', 'changed the bank details'), ('details_ok', 'confirmed the bank details'), ('closed', 'closed offline payment'), ('opened', 'opened offline payment again'), ('cancel', 'proposed to cancel the season'), ('cancel_yes', 'agreed to cancel the season'), ('cancel_no', 'said no to cancelling the season'), ('cancel_gone', 'got no answer; the season goes on'), ('cancel_void', 'proposed to cancel; the season was over first')], max_length=12),
        ),
    ]
