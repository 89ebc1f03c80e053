"""Courses are made by a worker once a game is over, kept, made again when they do not stand, gone with it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from adjudicator.errors import AdjudicatorError
from games import tasks
from games.adjudication import courses
from games.agreed.pace import Pace
from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.engine import turning
from games.models import Course, Game, Phase
from games.services.players.votes import concede
from games.services.seats.seating import take_seat
from tests.opening import open_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(movement_game, ada):
    """A game of Intimate that ben has won: ada conceded in its first spring. Its row waits in the outbox."""
    concede(game=movement_game, user=ada)
    movement_game.refresh_from_db()
    return movement_game


def test_it_is_made_with_the_result_and_not_in_the_transaction_that_ends_the_game(over):
    assert not Course.objects.exists()
    delivery.deliver()
    course = Course.objects.get()
    assert (course.game_id, course.edition) == (over.pk, turning.EDITION)
    assert course.facts["labels"][1:] == ["S1901B", "S1901M"]
    assert course.facts["centres"]["1"][0] is None, "it had no home power yet"
    assert course.facts["centres"]["1"][-1] == 3
    assert course.facts["decided"] is None, "no move decided it"


def test_a_game_that_goes_on_has_none(movement_game):
    assert courses.keep_course(movement_game) is None and not courses.games_without().exists()


def test_it_is_made_once_and_again_only_when_it_no_longer_stands(over):
    delivery.deliver()
    Course.objects.update(facts={"kept": True})
    assert courses.keep_course(over).facts == {"kept": True}
    assert courses.keep_missing() == 0
    last = Phase.objects.filter(game=over).latest("ordinal")
    for stale in ({"last": last.pk + 1}, {"edition": turning.EDITION + 1}):
        Course.objects.update(facts={"kept": True}, last=last.pk, edition=turning.EDITION)
        Course.objects.update(**stale)
        assert courses.keep_missing() == 1
        assert "labels" in Course.objects.get().facts


def ended_together(league, people, count: int) -> list[OutboxRow]:
    """So many games that have ended, and the rows that tell of it."""
    rows = []
    for number in range(count):
        game = open_game(
            league=league, user=people[0], name=f"G{number}", variant="intimate", settings={}, pace=Pace()
        )
        for person in people:
            take_seat(game=game, user=person)
        concede(game=game, user=people[0])
        rows.append(OutboxRow.objects.filter(topic="results").latest("pk"))
    return rows


def test_many_that_end_at_once_take_no_more_queries_than_few(calais, ada, ben, set_clock):
    few, many = ended_together(calais, [ada, ben], 2), ended_together(calais, [ada, ben], 6)
    with CaptureQueriesContext(connection) as of_few:
        list(courses.follow_ends(few))
    assert Course.objects.count() == 2
    with CaptureQueriesContext(connection) as of_many:
        list(courses.follow_ends(many))
    assert Course.objects.count() == 8
    assert len(of_many) == len(of_few) <= 6
    with CaptureQueriesContext(connection) as again:
        list(courses.follow_ends(many))
    assert len(again) == 1, "all of them stand"


def test_games_that_ended_before_get_theirs_by_the_daily_chore_and_by_hand(over, capsys):
    tasks.follow_games()
    assert Course.objects.count() == 1
    Course.objects.all().delete()
    tasks.follow_games()
    assert not Course.objects.exists(), "once a day"
    call_command("make_courses")
    assert capsys.readouterr().out == "1 courses made; 0 games cannot have one.\n"
    assert Course.objects.count() == 1


def test_a_game_in_fog_has_none_before_the_day_of_its_record(over, set_clock):
    """SPY-6."""
    day = (set_clock.now + timedelta(days=1)).date().isoformat()
    Game.objects.filter(pk=over.pk).update(variant="spy", settings={"reveal_at": day})
    over.refresh_from_db()
    assert courses.keep_course(over) is None
    assert not courses.games_without().exists()
    set_clock.pass_(days=1)
    assert courses.games_without().count() == 1


def test_a_damaged_game_has_none_and_says_so_in_the_log_without_its_words(over, monkeypatch, caplog):
    def damaged(*_given):
        raise AdjudicatorError("damaged", "Quoted.", "Cité.")

    monkeypatch.setattr(courses, "course_of", damaged)
    delivery.deliver()
    assert not Course.objects.exists()
    assert "A course cannot be made" in caplog.text and "Quoted" not in caplog.text


def test_it_goes_with_the_game_and_names_nobody(over, ada, ben):
    delivery.deliver()
    facts = str(Course.objects.get().facts)
    assert ada.username not in facts and ben.username not in facts
    field = Course._meta.get_field("game")
    assert field.remote_field.on_delete.__name__ == "CASCADE"
