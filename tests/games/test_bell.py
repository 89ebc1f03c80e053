"""What happened in someone's games stands among their notices, by the people they play."""

from games import notices
from games.common import clock, outbox
from games.common.outbox.bell import notices_of as of
from games.common.outbox.row import OutboxRow
from games.notices.post import send_mails
from games.services.players import votes


def deliver() -> None:
    """Hand over what the outbox has for players."""
    list(send_mails(list(OutboxRow.objects.filter(topic="mail").order_by("pk"))))


def test_games_of_a_league_tell_of_their_beginning_and_end_by_their_people(running_game, ada, ben):
    deliver()
    began = of(ada)[0]
    assert (began.title, began.place) == ("The game has begun", "You against ben, Calais")
    votes.concede(game=running_game, user=ben)
    deliver()
    (over,) = of(ada)
    assert (over.title, over.about) == ("You won", f"game:{running_game.pk}")
    assert of(ben)[0].title == "Victoire\u00a0: ada"
    assert over.read_at is None


def test_a_game_that_stands_still_is_told_of(running_game, ada, ben):
    OutboxRow.objects.all().delete()
    outbox.put(*notices.mails("set_aside", [ada.pk], game=running_game, now=clock.now()))
    deliver()
    assert of(ada)[0].title == "The game is paused by an error"
