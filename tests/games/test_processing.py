import logging
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.adjudication import processing
from games.adjudication.closing import Overtaken, close, closing_of
from games.adjudication.deadlines import resume_phase
from games.adjudication.drain import drain
from games.adjudication.processing import Outcome, adjudicate, claim, process_phase
from games.adjudication.proof import prove
from games.common.outbox.row import OutboxRow
from games.engine import bridge
from games.engine.misses import Attendance
from games.models import Game, Phase, Turn
from games.services.players.answers import save_answer
from tests.conftest import house_was_up
from tests.games.conftest import RANKS, phase_of

pytestmark = pytest.mark.postgres

SECRET_WORDS = "A PAR - BUR and nobody must know"


@pytest.fixture
def poison(monkeypatch):
    """Makes the engine fail for the games it is told, with words that must not be repeated."""
    poisoned: set[int] = set()
    resolve = bridge.resolve

    def resolve_or_fail(game, phase, answers):
        if game.pk in poisoned:
            raise RuntimeError(SECRET_WORDS)
        return resolve(game, phase, answers)

    monkeypatch.setattr(bridge, "resolve", resolve_or_fail)
    return poisoned


@pytest.fixture
def due_games(make_game, seat_both, set_clock):
    """Three games whose first phase is due."""
    games = [seat_both(make_game()) for _each in range(3)]
    set_clock.pass_(days=1)
    house_was_up()
    return games


def test_a_phase_is_adjudicated_at_its_deadline_and_not_before(running_game, set_clock):
    set_clock(phase_of(running_game).deadline - timedelta(milliseconds=1))
    house_was_up()
    assert drain() == Outcome()
    set_clock.pass_(milliseconds=1)
    assert drain() == Outcome(adjudicated=1)
    assert drain() == Outcome()


def test_what_was_saved_is_frozen_and_revealed_and_the_next_phase_opens(
    running_game, answer, advance, ada, ben, set_clock
):
    answer(ada, RANKS["ada"])
    answer(ben, RANKS["ben"])
    first = phase_of(running_game)
    opened = advance()
    first.refresh_from_db()
    assert first.adjudicated_at == set_clock.now
    assert first.turn.answers["2"]["preferences"][0] == "TURKEY"
    assert first.turn.turn["position"]["homes"] == {"1": "FRANCE", "2": "TURKEY"}
    assert "text" not in first.turn.turn["news"][0], "sentences are made when somebody reads them"
    assert (opened.label, opened.ordinal, running_game.phase_number) == ("S1901B", 1, 1)
    assert opened.position == first.turn.turn["position"]
    assert set(opened.due) == {"1", "2"}


def test_ready_or_not_what_was_saved_counts_and_silence_is_disorder(movement_game, answer, advance, ada):
    phase = phase_of(movement_game)
    answer(ada, "A Par - Bur")
    advance()
    phase.refresh_from_db()
    assert phase.turn.answers == {"1": ["A PAR - BUR"]}
    disorder = [item for item in phase.turn.turn["news"] if item["kind"] == "disorder"]
    assert [item["seat"] for item in disorder] == ["2"]


def test_the_next_deadline_counts_from_the_opening_however_late(running_game, set_clock):
    deadline = phase_of(running_game).deadline
    set_clock(deadline + timedelta(minutes=10))
    house_was_up()
    drain()
    assert phase_of(running_game).deadline == deadline + timedelta(minutes=10, days=1)


def test_a_second_run_changes_nothing(running_game, advance):
    first = phase_of(running_game)
    advance()
    rows = OutboxRow.objects.count()
    assert adjudicate([first.pk]) == Outcome()
    assert not process_phase(phase=first)
    assert (Turn.objects.count(), Phase.objects.count(), OutboxRow.objects.count()) == (1, 2, rows)


def test_a_phase_number_that_moved_on_stops_a_late_turn(running_game, set_clock):
    """The compare-and-swap, with every other guard out of the way."""
    phase = phase_of(running_game)
    closing = closing_of(
        running_game, phase, bridge.resolve(running_game, phase, {}), attendance=Attendance(phase, {})
    )
    close([closing], [], set_clock.now)
    with pytest.raises(Overtaken), transaction.atomic():
        close([closing], [], set_clock.now)
    assert Turn.objects.count() == 1


def test_the_attempt_is_counted_before_the_work(due_games):
    keys = claim(25)
    assert len(keys) == 3
    assert set(Phase.objects.values_list("attempts", flat=True)) == {1}
    assert claim(25) == [], "what is claimed is left alone for a while"


def test_what_a_dead_worker_had_claimed_is_taken_up_within_seconds(due_games, set_clock):
    claim(25)
    set_clock.pass_(seconds=2)
    assert drain().adjudicated == 3
    assert all(prove(game).differences == [] for game in Game.objects.all())


def test_what_was_tried_before_is_tried_in_smaller_company_and_then_alone(make_game, seat_both, set_clock):
    for _each in range(7):
        seat_both(make_game())
    set_clock.pass_(days=1)
    house_was_up()
    assert len(claim(25)) == 7
    set_clock.pass_(seconds=2)
    assert [len(claim(25)), len(claim(25))] == [5, 2]
    set_clock.pass_(seconds=2)
    assert [len(claim(25)) for _each in range(8)] == [1] * 7 + [0]


def test_one_bad_game_keeps_nobody_else_waiting(due_games, poison):
    poison.add(due_games[1].pk)
    assert drain() == Outcome(adjudicated=2, failed=1)
    labels = {game.pk: phase_of(game).label for game in due_games}
    assert [labels[game.pk] for game in due_games] == ["S1901B", "S1901H", "S1901B"]


def test_after_three_attempts_a_phase_is_set_aside_with_an_alarm(due_games, poison, set_clock, caplog):
    bad = due_games[1]
    poison.add(bad.pk)
    caplog.set_level(logging.WARNING)
    drain()
    assert drain() == Outcome(), "it is not tried again at once"
    set_clock.pass_(seconds=2)
    assert drain() == Outcome(failed=1)
    set_clock.pass_(seconds=4)
    version = Game.objects.get(pk=bad.pk).version
    assert drain() == Outcome(failed=1)
    phase = phase_of(bad)
    assert (phase.attempts, phase.set_aside_at) == (3, set_clock.now)
    assert phase.last_error.startswith("RuntimeError at tests/games/test_processing.py")
    assert Game.objects.get(pk=bad.pk).version == version + 1
    told = OutboxRow.objects.filter(payload__phase=phase.pk)
    assert sorted(row.payload.get("about", row.topic) for row in told.filter(created_at=set_clock.now)) == [
        "alarm",
        "set_aside",
        "set_aside",
    ]
    assert [record.levelname for record in caplog.records].count("ERROR") == 1
    set_clock.pass_(days=2)
    house_was_up()
    assert drain().failed == 0
    assert SECRET_WORDS not in caplog.text
    assert SECRET_WORDS not in phase.last_error


def test_a_phase_that_kills_its_worker_is_set_aside_too(running_game, set_clock):
    set_clock.pass_(days=1)
    house_was_up()
    for _death in range(3):
        assert len(claim(25)) == 1
        set_clock.pass_(seconds=2)
    assert claim(25) == []
    phase = phase_of(running_game)
    assert phase.set_aside_at == set_clock.now
    assert phase.last_error == "The worker died"


def test_a_phase_set_aside_goes_on_when_resumed_with_what_was_saved(
    running_game, answer, poison, ada, set_clock
):
    answer(ada, RANKS["ada"])
    poison.add(running_game.pk)
    set_clock.pass_(days=1)
    house_was_up()
    for _attempt in range(3):
        drain()
        set_clock.pass_(seconds=10)
    phase = phase_of(running_game)
    assert phase.set_aside_at
    poison.clear()
    entry = resume_phase(phase=phase, by=None, note="mended")
    assert (entry.reason, entry.note, entry.after) == ("resumed", "mended", set_clock.now)
    assert drain() == Outcome(adjudicated=1)
    phase.refresh_from_db()
    assert phase.turn.answers.keys() == {"1"}
    assert prove(running_game).differences == []


def test_a_failing_data_base_is_not_blamed_on_the_games(due_games, monkeypatch):
    def fail(*args, **kwargs):
        raise OperationalError("the connection is gone")

    monkeypatch.setattr(processing, "close", fail)
    with pytest.raises(OperationalError):
        drain()
    assert not Turn.objects.exists()
    assert set(Phase.objects.values_list("last_error", "attempts")) == {("", 0)}


def test_a_data_base_that_went_away_costs_no_attempt(due_games, monkeypatch, set_clock):
    def fail(*args, **kwargs):
        raise OperationalError("the connection is gone")

    closed = []
    with monkeypatch.context() as broken:
        broken.setattr(processing, "close", fail)
        broken.setattr(connection, "is_usable", lambda: False)
        broken.setattr(connection, "close", lambda: closed.append(True))
        with pytest.raises(OperationalError):
            drain()
    assert closed == [True]
    assert set(Phase.objects.values_list("attempts", "next_attempt_at")) == {(0, None)}
    assert drain() == Outcome(adjudicated=3)


def test_a_data_base_that_stays_away_is_not_waited_for_for_ever(due_games, monkeypatch):
    keys, waits = claim(25), []

    def fail(*args, **kwargs):
        raise OperationalError("still gone")

    with monkeypatch.context() as broken:
        broken.setattr(processing.time, "sleep", waits.append)
        broken.setattr(connection, "close", lambda: None)
        broken.setattr(processing.Phase.objects, "filter", fail)
        processing.give_back(keys)
    assert 1 < sum(waits) <= 10
    assert set(Phase.objects.values_list("attempts", flat=True)) == {1}
    assert claim(25) == keys, "what could not be given back is given back before the next claim"
    assert set(Phase.objects.values_list("attempts", flat=True)) == {1}


def test_a_full_disk_sets_no_game_aside_and_all_go_on_when_there_is_room(due_games, monkeypatch, settings):
    def fail(*args, **kwargs):
        raise OperationalError("database or disk is full")

    rests: list[float] = []
    settings.GAMES_FAULT_PAUSE = 1
    with monkeypatch.context() as full:
        full.setattr(processing, "close", fail)
        full.setattr(
            "games.adjudication.drain.time", SimpleNamespace(monotonic=lambda: 0.0, sleep=rests.append)
        )
        for _each in range(5):
            with pytest.raises(OperationalError):
                drain()
    assert rests == [1] * 5, "a database in trouble is asked no oftener than that"
    assert set(Phase.objects.values_list("attempts", "set_aside_at")) == {(0, None)}
    assert drain() == Outcome(adjudicated=3)


def test_a_fault_of_the_data_base_while_resolving_is_no_games_either(due_games, monkeypatch):
    def fail(*args, **kwargs):
        raise OperationalError("the connection is gone")

    monkeypatch.setattr(bridge, "resolve", fail)
    with pytest.raises(OperationalError):
        drain()
    assert set(Phase.objects.values_list("last_error", "attempts")) == {("", 0)}


def test_what_exceeds_the_data_bases_limits_is_that_games_own_fault(due_games, monkeypatch):
    def close_badly(closings, *others, **named):
        if due_games[0].pk in [each.game.pk for each in closings]:
            too_large = RuntimeError()
            too_large.sqlstate = "54000"
            raise OperationalError("index row size exceeds maximum") from too_large
        return close(closings, *others, **named)

    monkeypatch.setattr(processing, "close", close_badly)
    assert drain() == Outcome(adjudicated=2, failed=1)


@pytest.mark.slow
def test_a_game_whose_resolve_never_ends_is_set_aside_and_its_batch_goes_on(
    due_games, monkeypatch, settings, set_clock
):
    resolve = bridge.resolve

    def never_end(game, phase, answers):
        while game.pk == due_games[1].pk:
            pass
        return resolve(game, phase, answers)

    monkeypatch.setattr(bridge, "resolve", never_end)
    settings.GAMES_RESOLVE_WITHIN = 0.3
    assert drain() == Outcome(adjudicated=2, failed=1)
    for _attempt in range(2):
        set_clock.pass_(seconds=10)
        assert drain() == Outcome(failed=1)
    phase = phase_of(due_games[1])
    assert phase.set_aside_at == set_clock.now
    assert phase.last_error.startswith("Hung at ")


def test_a_failed_write_rolls_back_its_game_alone(due_games, monkeypatch):
    def close_badly(closings, *others, **named):
        opened = close(closings, *others, **named)
        if due_games[0].pk in [each.game.pk for each in closings]:
            raise ValueError
        return opened

    monkeypatch.setattr(processing, "close", close_badly)
    assert drain() == Outcome(adjudicated=2, failed=1)
    bad = Game.objects.get(pk=due_games[0].pk)
    assert (bad.phase_number, bad.phases.count(), Turn.objects.count()) == (0, 1, 2)


def test_a_drain_stops_when_its_time_is_used_up(due_games, monkeypatch):
    monkeypatch.setattr("games.adjudication.drain.batch_size", lambda: 1)
    assert drain(budget=0) == Outcome()
    assert drain(budget=5) == Outcome(adjudicated=3)


@pytest.mark.slow
def test_a_batch_costs_the_same_however_large(make_game, seat_both, set_clock):
    def queries_for(games: int) -> int:
        for _each in range(games):
            seat_both(make_game())
        set_clock.pass_(days=1)
        house_was_up()
        keys = claim(25)
        with CaptureQueriesContext(connection) as queries:
            assert adjudicate(keys).adjudicated == games
        Phase.objects.filter(adjudicated_at=None).update(set_aside_at=set_clock.now)
        return len(queries)

    queries_for(1)  # the first one ever begins the tally
    assert queries_for(1) == queries_for(6)


def test_one_of_a_batch_that_was_overtaken_holds_up_no_other(due_games, set_clock):
    keys = claim(25)
    Game.objects.filter(pk=due_games[1].pk).update(phase_number=7)
    assert adjudicate(keys) == Outcome(adjudicated=2)
    assert set(Turn.objects.values_list("phase__game", flat=True)) == {due_games[0].pk, due_games[2].pk}


def test_a_finished_game_opens_no_phase_and_says_how_it_ended(running_game, monkeypatch, set_clock, ada, ben):
    phase = phase_of(running_game)
    turn = bridge.end(running_game, phase, {"how": "concession", "by": ["2"]})
    monkeypatch.setattr(bridge, "resolve", lambda game, phase, answers: turn)
    set_clock.pass_(days=1)
    house_was_up()
    drain()
    running_game.refresh_from_db()
    assert (running_game.state, running_game.outcome["winners"]) == ("finished", ["1"])
    assert running_game.finished_at == phase.closes_at
    assert running_game.phases.count() == 1
    told = [row.payload.get("about", row.topic) for row in OutboxRow.objects.filter(created_at=set_clock.now)]
    assert sorted(told) == ["finished", "finished", "hint", "results"]


def test_players_are_written_to_about_a_phase_that_lasts_and_not_about_a_short_one(
    make_game, seat_both, set_clock
):
    from games.agreed.pace import LIVE

    daily, live = seat_both(make_game()), seat_both(make_game(pace=LIVE))
    set_clock.pass_(days=1)
    house_was_up()
    drain()
    waiting = OutboxRow.objects.filter(topic="mail", payload__about="waiting")
    assert {row.payload["game"] for row in waiting} == {daily.pk}
    assert waiting.count() == 2
    assert phase_of(live).label == "S1901B"


def test_a_whole_year_is_played_by_deadlines_alone_and_replays(running_game, advance):
    """No one ever answers: two powers by lot, anarchy, and holding; the calendar goes on."""
    labels = [advance().label for _phase in range(5)]
    assert labels[:3] == ["S1901B", "S1901M", "F1901M"]
    proof = prove(running_game)
    assert (proof.turns, proof.differences) == (5, [])


def test_answers_are_in_the_turn_as_the_engine_read_them(movement_game, ada, advance):
    phase = phase_of(movement_game)
    save_answer(game=movement_game, user=ada, label=phase.label, text="Army Paris -> Burgundy\nhm", version=0)
    advance()
    assert Turn.objects.get(phase=phase).answers["1"] == ["A PAR - BUR"]
