"""Game masters close phases before their deadlines."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0026_masters_announce'),
    ]

    operations = [
        migrations.AlterField(
            model_name='masteract',
            name='kind',
            field=models.CharField(choices=[('deadline', 'moved the deadline'), ('closing', 'closed the phase before its deadline'), ('replacement', 'gave a seat to somebody else'), ('ruling', 'settled a contested case'), ('announcement', 'announced something'), ('ending', 'declared the end of the game'), ('chair', 'handed the game over to another game master')], max_length=12),
        ),
    ]
