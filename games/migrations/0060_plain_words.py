

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0059_sandboxes'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='answer',
            options={'verbose_name': 'hidden answer', 'verbose_name_plural': 'hidden answers'},
        ),
        migrations.AlterModelOptions(
            name='clockentry',
            options={'ordering': ['pk'], 'verbose_name': 'deadline change', 'verbose_name_plural': 'deadline changes'},
        ),
        migrations.AlterModelOptions(
            name='clockproposal',
            options={'ordering': ['pk'], 'verbose_name': 'proposal about deadlines', 'verbose_name_plural': 'proposals about deadlines'},
        ),
        migrations.AlterModelOptions(
            name='clockvote',
            options={'verbose_name': 'vote on a pause or more time', 'verbose_name_plural': 'votes on a pause or more time'},
        ),
        migrations.AlterModelOptions(
            name='letterdraft',
            options={'verbose_name': 'draft of a message', 'verbose_name_plural': 'drafts of messages'},
        ),
        migrations.AlterModelOptions(
            name='mailing',
            options={'ordering': ['-made_at', 'pk'], 'verbose_name': 'e-mail', 'verbose_name_plural': 'e-mails'},
        ),
        migrations.AlterModelOptions(
            name='message',
            options={'ordering': ['pk'], 'verbose_name': 'message', 'verbose_name_plural': 'messages'},
        ),
        migrations.AlterModelOptions(
            name='standin',
            options={'ordering': ['pk'], 'verbose_name': 'offer to replace a player', 'verbose_name_plural': 'offers to replace a player'},
        ),
        migrations.AlterModelOptions(
            name='vacancy',
            options={'ordering': ['pk'], 'verbose_name': 'open seat', 'verbose_name_plural': 'open seats'},
        ),
        migrations.AlterField(
            model_name='clockentry',
            name='reason',
            field=models.CharField(choices=[('outage', 'The site was down; the time was given back'), ('admin', 'Moved by the site’s team'), ('master', 'Moved by the game master (RB-24)'), ('resumed', 'Resumed after an error'), ('extension', 'Extended once: orders were missing (HR-2)'), ('holiday', 'Moved to the end of a holiday (HR-2)'), ('back', 'A holiday was cancelled (HR-2)'), ('settling', 'A full phase for a player who has taken over a seat (HR-1)'), ('vote', 'Extended by a vote of the players (HR-12)'), ('pause', 'The game is paused'), ('goes_on', 'The pause has ended'), ('untimed', 'Played without deadlines for now (RB-24)'), ('timed', 'Played with deadlines again (RB-24)'), ('taken_back', 'The game was rewound; a full phase from then on (HR-8)'), ('league', 'Extended for all games of the league'), ('contest', 'Moved for all games of the competition (HR-10)'), ('arbiter', 'Moved by an arbiter (HR-10)')], max_length=10),
        ),
        migrations.AlterField(
            model_name='game',
            name='dealing',
            field=models.CharField(choices=[('lots', 'Random draw'), ('ranking', 'Players rank the powers; a random draw decides who chooses first')], default='lots', help_text='how seats are given where the variant deals them', max_length=8, verbose_name='who plays which power'),
        ),
        migrations.AlterField(
            model_name='game',
            name='press_locks',
            field=models.BooleanField(default=False, help_text='while all who owe something but one are ready, where that is shown', verbose_name='private messages lock while everyone waits for one player'),
        ),
        migrations.AlterField(
            model_name='game',
            name='visibility',
            field=models.CharField(choices=[('public', 'Public: the league may watch and take a seat'), ('private', 'Private: only its players, and people with its link or an invitation')], default='public', max_length=8, verbose_name='visibility'),
        ),
        migrations.AlterField(
            model_name='mailing',
            name='kind',
            field=models.CharField(choices=[('reminder', 'reminder'), ('waiting', 'your turn'), ('started', 'game started'), ('finished', 'game over'), ('set_aside', 'game paused by an error'), ('letters', 'new messages'), ('missed', 'phase missed'), ('extended', 'phase extended'), ('rules', 'missed-phase rules begin'), ('proposal', 'end proposed'), ('seated', 'seat taken over'), ('replaced', 'seat given away'), ('opened', 'seat open to others'), ('given_up', 'seat lost'), ('taken', 'open seat taken'), ('announcement', 'announcement'), ('clock', 'deadlines changed'), ('clock_vote', 'vote on a pause or more time'), ('nomination', 'game master nominated'), ('taken_back', 'game rewound'), ('invited', 'invitation to a game'), ('account', 'account'), ('league', 'league')], max_length=12),
        ),
        migrations.AlterField(
            model_name='masteract',
            name='kind',
            field=models.CharField(choices=[('deadline', 'moved the deadline'), ('closing', 'closed the phase before its deadline'), ('replacement', 'gave a seat to someone else'), ('ruling', 'settled a contested case'), ('announcement', 'announced something'), ('ending', 'declared the end of the game'), ('taken_back', 'rewound the game to an earlier phase'), ('chair', 'handed the game over to another game master'), ('named', 'became game master of a running game (HR-9)'), ('pause', 'paused the game'), ('goes_on', 'ended the pause'), ('untimed', 'let the game go without deadlines'), ('timed', 'brought deadlines back'), ('void', 'declared the game void (HR-6)'), ('forfeit', 'declared a seat forfeit (HR-5)'), ('excused', 'excused a missed phase (HR-1)'), ('result', 'ruled on a disputed result (HR-10)'), ('measure', 'decided the game on tie-break (HR-7)')], max_length=12),
        ),
        migrations.AlterField(
            model_name='tenure',
            name='left_how',
            field=models.CharField(blank=True, choices=[('before', 'gave the seat back before the start'), ('cancelled', 'the game was cancelled'), ('moved', 'took over another seat after losing this one'), ('replaced', 'was replaced'), ('resigned', 'resigned'), ('removed', 'was removed'), ('lost', 'left, having lost everything')], default='', max_length=10),
        ),
    ]
