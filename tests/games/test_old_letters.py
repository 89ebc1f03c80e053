"""Messages from before there were circles find theirs, on either database."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

BEFORE, AFTER = ("games", "0003_circles_of_letters"), ("games", "0005_letters_have_circles")


@pytest.fixture
def migrated(transactional_db):
    """Brings the database to one of its earlier states; it ends where it began."""

    def to(*targets):
        executor = MigrationExecutor(connection)
        executor.migrate(list(targets))
        return MigrationExecutor(connection).loader.project_state(list(targets)).apps

    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    yield to
    to(*latest)


@pytest.mark.slow
def test_old_letters_are_put_into_circles(migrated, running_game, ada, ben, set_clock):
    seats = list(running_game.seats.order_by("order"))
    game, phase = running_game.pk, running_game.phases.get().pk
    old = migrated(BEFORE)
    message = old.get_model("games", "Message")
    for number, (sender, other) in enumerate([seats, seats[::-1], seats]):
        letter = message.objects.create(
            game_id=game,
            phase_id=phase,
            sender_id=sender.pk,
            body=f"Letter {number}",
            sent_at=set_clock.now,
            key=str(number),
        )
        letter.recipients.set([other.pk])
    new = migrated(AFTER)
    circle = new.get_model("games", "Circle").objects.get()
    assert circle.key == "0-1"
    assert {seat.pk for seat in circle.seats.all()} == {seat.pk for seat in seats}
    assert [letter.body for letter in circle.letters.order_by("pk")] == ["Letter 0", "Letter 1", "Letter 2"]
    assert not new.get_model("games", "ReadMark").objects.exists(), "none of them is new"
    back = migrated(BEFORE)
    sent_to = back.get_model("games", "Message").objects.values_list("sender", "recipients")
    first, second = (seat.pk for seat in seats)
    assert list(sent_to.order_by("pk")) == [(first, second), (second, first), (first, second)]
