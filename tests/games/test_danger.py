"""Games in danger: what organisers are told of them, and reminding once more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.db import IntegrityError, transaction

from games.adjudication.drain import drain
from games.agreed.pace import Pace
from games.common import clock
from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.facts.danger import in_danger
from games.models import AskedAgain, Game
from games.notices import mail_log
from games.services.players.answers import save_answer
from games.services.players.reminding_again import remind_again
from league.users.models import User
from tests.conftest import house_was_up
from tests.games.conftest import RANKS, phase_of
from tests.games.test_reminders import reminders

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def miss(game: Game, set_clock, *saved: str) -> Game:
    """Let the open phase pass: those who are named save something, the others miss it."""
    phase = phase_of(game)
    for name in saved:
        user = User.objects.get(username=name)
        save_answer(game=game, user=user, label=phase.label, text=RANKS[name], version=0)
    set_clock(phase.closes_at)
    house_was_up()
    drain()
    game.refresh_from_db()
    mail.outbox.clear()
    return game


def missed_by_ben(game: Game, set_clock) -> Game:
    """The game after its first phase, which ben missed, by rules without extensions."""
    Game.objects.update(absence={"policy": "tournament", "extensions": 0})
    game.refresh_from_db()
    return miss(game, set_clock, "ada")


@pytest.fixture
def missed(running_game, set_clock):
    return missed_by_ben(running_game, set_clock)


def danger(calais, reader):
    return in_danger(calais, reader, clock.now()).games


def names(found) -> list[str]:
    return [each.says.split()[0] for game in found for each in game.at_risk]


def test_who_has_missed_and_owes_is_named_with_what_another_miss_brings(missed, calais, carl, ben):
    (found,) = danger(calais, carl)
    assert (found.name, found.deadline) == ("Channel", phase_of(missed).deadline)
    assert [each.says for each in found.at_risk] == [
        "ben missed 1 phase. If ben misses 1 more phase, ben loses this game."
    ]


def test_a_game_in_which_nobody_has_missed_is_in_no_danger(running_game, calais, carl):
    assert danger(calais, carl) == []


def test_one_miss_is_enough_where_the_rules_say_so(running_game, calais, carl):
    Game.objects.update(absence={"policy": "tournament", "in_a_row": 1, "in_all": 1})
    (found,) = danger(calais, carl)
    assert [each.says for each in found.at_risk] == [
        "If ada misses it, ada loses this game.",
        "If ben misses it, ben loses this game.",
    ]


def test_a_deadline_further_off_than_two_days_is_no_danger_yet(missed, calais, carl, set_clock):
    phase = phase_of(missed)
    now = clock.now()
    type(phase).objects.filter(pk=phase.pk).update(
        deadline=now + timedelta(hours=49), closes_at=now + timedelta(hours=49)
    )
    assert danger(calais, carl) == []
    set_clock.pass_(hours=1)
    assert len(danger(calais, carl)) == 1


def test_saved_or_not_ready_or_not_it_says_and_does_the_same(missed, calais, carl, ada, ben):
    """Two worlds that differ in nothing but what is saved."""
    label = phase_of(missed).label
    before = danger(calais, carl)
    save_answer(game=missed, user=ben, label=label, text="", version=0, ready=True)
    assert danger(calais, carl) == before
    save_answer(game=missed, user=ada, label=label, text="", version=0, ready=True)
    assert phase_of(missed).closes_at < phase_of(missed).deadline, "all are ready"
    assert danger(calais, carl) == before
    assert remind_again(game=missed, by=carl) == 1
    assert AskedAgain.objects.count() == OutboxRow.objects.filter(payload__about="reminder").count() == 1
    delivery.deliver()
    assert reminders(ben) == []


def test_a_private_game_and_one_that_hides_who_owes_are_never_named(missed, calais, carl):
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    assert danger(calais, carl) == []
    assert remind_again(game=missed, by=carl) == 0
    Game.objects.update(visibility=Game.Visibility.PUBLIC, variant="spy")
    assert danger(calais, carl) == []
    assert remind_again(game=missed, by=carl) == 0


def test_an_organiser_who_plays_in_it_is_told_nothing(missed, calais, ada):
    assert danger(calais, ada) == []
    assert remind_again(game=missed, by=ada) == 0


def test_another_league_is_told_nothing(missed, douvres, carl):
    assert in_danger(douvres, carl, clock.now()).games == []


def test_reminding_sends_the_usual_reminder_once_a_phase(missed, carl, ada, ben):
    assert [remind_again(game=missed, by=carl) for _time in range(2)] == [1, 0]
    delivery.deliver()
    assert len(reminders(ben)) == 1
    assert reminders(ada) == []
    assert "Channel" in reminders(ben)[0].body
    asked = AskedAgain.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        AskedAgain.objects.create(phase=asked.phase, seat=asked.seat, at=clock.now())


def test_the_next_phase_can_be_reminded_of_again(missed, calais, carl, set_clock):
    Game.objects.update(absence={"policy": "friendly", "extensions": 0})
    missed.refresh_from_db()
    assert remind_again(game=missed, by=carl) == 1
    assert danger(calais, carl)[0].to_remind == []
    miss(missed, set_clock)
    assert remind_again(game=missed, by=carl) > 0


def test_in_quiet_hours_it_waits_for_their_end(missed, carl, ben, set_clock):
    """Ben's night in Paris is from 23 to 7; the clock shows UTC."""
    set_clock(phase_of(missed).deadline.replace(hour=2))
    assert remind_again(game=missed, by=carl) == 1
    delivery.deliver()
    assert reminders(ben) == []
    row = OutboxRow.objects.get(payload__about="reminder")
    assert row.due_at == set_clock.now.replace(hour=6)
    set_clock(row.due_at)
    delivery.deliver()
    assert len(reminders(ben)) == 1


def test_none_is_sent_where_quiet_hours_last_until_the_deadline_and_no_one_can_tell(
    missed, carl, ben, set_clock
):
    phase = phase_of(missed)
    night = phase.deadline.replace(hour=2)
    type(phase).objects.update(deadline=night + HOUR, closes_at=night + HOUR)
    set_clock(night)
    assert remind_again(game=missed, by=carl) == 1
    assert not OutboxRow.objects.filter(payload__about="reminder").exists()


def test_what_was_asked_is_forgotten_with_the_log(missed, carl, set_clock, settings):
    remind_again(game=missed, by=carl)
    set_clock.pass_(days=settings.GAMES_MAIL_LOG_DAYS + 1)
    mail_log.prune()
    assert not AskedAgain.objects.exists()


def test_live_games_are_left_out(make_game, seat_both, calais, carl):
    game = seat_both(make_game(pace=Pace(kind="live", first=1800, movement=600, auctions=600)))
    Game.objects.filter(pk=game.pk).update(absence={"policy": "tournament", "in_a_row": 1, "in_all": 1})
    assert danger(calais, carl) == []
