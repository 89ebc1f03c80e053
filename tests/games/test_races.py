"""Two at once: real threads, real transactions, on whichever database the tests run."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from games.adjudication import outage
from games.adjudication.drain import drain
from games.adjudication.idempotent_acts import once
from games.adjudication.locking import lock_game
from games.adjudication.processing import adjudicate, claim
from games.adjudication.proof import prove
from games.common.errors import GameError
from games.common.outbox import delivery, registry
from games.common.outbox.row import OutboxRow
from games.engine import bridge
from games.errors import AlreadySeated, GameIsOver, NoFreeSeat, PhaseMovedOn, StaleVersion, TooLate
from games.models import Answer, ClockEntry, Game, MasterAct, Message, Phase, Tenure, Turn, Vacancy, Vote
from games.services.masters import presiding
from games.services.masters.taking_back import take_back
from games.services.players import votes
from games.services.players.answers import save_answer, set_ready
from games.services.players.letters import send_letter
from games.services.seats.rematch import open_rematch
from games.services.seats.resigning import ask_for_replacement, resign, stay
from games.services.seats.seating import leave_seat, take_seat
from games.services.seats.taking_over import take_over
from league.leagues import services
from league.leagues.errors import StillPlaying
from tests.conftest import house_was_up, make_user
from tests.games.conftest import RANKS, phase_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Let every act run in a thread of its own, all let go together; what each returned or raised."""
    results: list[Any] = [None] * len(acts)
    gate = threading.Barrier(len(acts))

    def run(place: int, act: Callable[[], Any]) -> None:
        try:
            gate.wait()
            results[place] = act()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in threads)
    unexpected = [each for each in results if isinstance(each, Exception) and not isinstance(each, GameError)]
    assert not unexpected, unexpected
    return results


def kinds(results):
    return sorted(type(each).__name__ for each in results)


@pytest.mark.slow
def test_of_a_hundred_who_want_the_last_seat_one_gets_it(opened_game, ada):
    take_seat(game=opened_game, user=ada)
    crowd = [make_user(f"crowd{number}") for number in range(100)]
    for person in crowd:
        services.join(league=opened_game.league, user=person)
    results = []
    for start in range(0, 100, 25):
        results += at_once(
            *(lambda user=user: take_seat(game=opened_game, user=user) for user in crowd[start : start + 25])
        )
    assert sum(isinstance(each, Tenure) for each in results) == 1
    assert sum(isinstance(each, NoFreeSeat) for each in results) == 99
    opened_game.refresh_from_db()
    assert opened_game.is_running
    assert opened_game.phases.count() == 1
    assert OutboxRow.objects.filter(payload__about="started").count() == opened_game.tenures.count()


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("times", range(3))
def test_what_is_saved_while_the_master_closes_the_phase_counts_or_is_refused(
    make_game, seat_both, carl, ada, ben, times
):
    game = seat_both(make_game(master=carl))
    label = phase_of(game).label

    def close():
        return presiding.close_phase(game=game, user=carl, label=label, reason="All agree.")

    def save(user, text):
        return save_answer(game=game, user=user, label=label, text=text, version=0)

    results = at_once(lambda: save(ada, RANKS["ada"]), close, lambda: save(ben, RANKS["ben"]), close)
    saved = {seat for seat, place in (("1", 0), ("2", 2)) if isinstance(results[place], Answer)}
    refused = [results[place] for place in (0, 2) if not isinstance(results[place], Answer)]
    assert all(isinstance(each, TooLate) for each in refused)
    assert kinds([results[1], results[3]]) == ["CannotMove", "MasterAct"], "closed once"
    assert ClockEntry.objects.count() == 1
    house_was_up()
    drain()
    turn = Turn.objects.get()
    assert set(turn.answers) == saved and prove(game).differences == []


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("times", range(4))
def test_taking_a_game_back_races_with_the_drain_and_one_wins(
    make_game, seat_both, carl, ada, ben, set_clock, times
):
    game = seat_both(make_game(master=carl))
    for person in (ada, ben):
        save_answer(game=game, user=person, label="S1901H", text=RANKS[person.username], version=0)
    for label in ("S1901H", "S1901B"):
        assert phase_of(game).label == label
        set_clock(phase_of(game).deadline)
        house_was_up()
        drain()
    set_clock(phase_of(game).deadline)
    house_was_up()

    def back():
        return take_back(game=game, user=carl, label="S1901M", to="S1901B", reason="A fault.")

    def work():
        return adjudicate(claim(25))

    results = at_once(work, back, drain, back, work)
    game.refresh_from_db()
    acts = [each for each in (results[1], results[3]) if isinstance(each, MasterAct)]
    assert len(acts) <= 1 and all(
        isinstance(each, PhaseMovedOn) for each in (results[1], results[3]) if each not in acts
    )
    done = sum(results[place].adjudicated for place in (0, 2, 4))
    assert (done, phase_of(game).label) == ((0, "S1901B") if acts else (1, "F1901M"))
    assert Turn.every.filter(phase__game=game).count() == 2 + done
    assert Phase.objects.filter(game=game, adjudicated_at=None).count() == 1
    assert prove(game).differences == []


@pytest.mark.slow
def test_an_answer_saved_while_a_game_is_taken_back_is_dropped_or_refused(
    make_game, seat_both, carl, ada, ben, set_clock
):
    game = seat_both(make_game(master=carl))
    for person in (ada, ben):
        save_answer(game=game, user=person, label="S1901H", text=RANKS[person.username], version=0)
    set_clock(phase_of(game).deadline)
    house_was_up()
    drain()

    def back():
        return take_back(game=game, user=carl, label="S1901B", to="S1901H", reason="A fault.")

    def save(user):
        return save_answer(game=game, user=user, label="S1901B", text="Italy 5", version=0)

    results = at_once(
        lambda: save(ada), back, lambda: save(ben), lambda: votes.cast(game=game, user=ada, kind="draw")
    )
    assert isinstance(results[1], MasterAct)
    assert kinds([results[0], results[2]])[0] in ("Answer", "TooLate")
    assert not Answer.objects.filter(phase__adjudicated_at=None).exists()
    assert phase_of(game).label == "S1901H" and prove(game).differences == []


def test_one_person_clicking_twice_sits_once(opened_game, ada):
    results = at_once(*[lambda: take_seat(game=opened_game, user=ada)] * 4)
    assert sum(isinstance(each, AlreadySeated) for each in results) == 3
    assert opened_game.tenures.count() == 1


@pytest.mark.slow
def test_leaving_while_somebody_takes_the_last_seat_ends_one_way_or_the_other(make_game, ada, ben):
    for _round in range(5):
        game = make_game()
        take_seat(game=game, user=ada)
        at_once(
            lambda game=game: leave_seat(game=game, user=ada),
            lambda game=game: take_seat(game=game, user=ben),
        )
        game.refresh_from_db()
        seated = game.tenures.filter(left_at=None).count()
        assert (seated, game.is_running) in ((2, True), (1, False))


@pytest.mark.slow
def test_two_windows_saving_at_once_overwrite_nothing_silently(running_game, ada):
    def save(text):
        return lambda: save_answer(game=running_game, user=ada, label="S1901H", text=text, version=0)

    results = at_once(*(save(f"France {number}") for number in range(5)))
    assert kinds(results) == ["Answer"] + ["StaleVersion"] * 4
    stored = Answer.objects.get()
    assert {each.current.text for each in results if isinstance(each, StaleVersion)} == {stored.text}


@pytest.mark.slow
def test_both_saying_ready_at_once_close_the_phase(make_game, seat_both, ada, ben, set_clock):
    for _round in range(5):
        game = seat_both(make_game())
        for user in (ada, ben):
            save_answer(game=game, user=user, label="S1901H", text=RANKS[user.username], version=0)
        at_once(
            *(
                lambda user=user, game=game: set_ready(game=game, user=user, label="S1901H", ready=True)
                for user in (ada, ben)
            )
        )
        assert phase_of(game).closes_at == set_clock.now


@pytest.fixture
def due_games(make_game, seat_both, set_clock):
    games = [seat_both(make_game()) for _each in range(12)]
    set_clock.pass_(days=1)
    house_was_up()
    return games


@pytest.mark.slow
def test_many_drains_at_once_adjudicate_each_phase_once(due_games):
    results = at_once(*[drain] * 6)
    assert sum(each.adjudicated for each in results) + drain().adjudicated == 12
    assert (Turn.objects.count(), Phase.objects.count()) == (12, 24)
    assert OutboxRow.objects.filter(payload__about="waiting").count() == 24
    assert all(prove(game).differences == [] for game in due_games)


@pytest.mark.slow
def test_two_workers_with_the_same_claim_do_the_work_once(due_games):
    keys = claim(5)
    results = at_once(*[lambda: adjudicate(keys)] * 4)
    assert sum(each.adjudicated for each in results) == len(keys)
    assert Turn.objects.count() == len(keys)


@pytest.mark.slow
def test_an_answer_at_the_deadline_is_in_the_turn_or_refused(
    make_game, seat_both, ada, set_clock, monkeypatch
):
    """The clock jumps over the deadline while both race: no answer is accepted and then ignored."""
    for _round in range(5):
        game = seat_both(make_game())
        phase = phase_of(game)
        house_was_up()

        def save(game=game):
            return save_answer(game=game, user=ada, label="S1901H", text=RANKS["ada"], version=0)

        def come_and_drain(phase=phase):
            set_clock(phase.deadline)
            house_was_up()
            return drain()

        saved, _drained = at_once(save, come_and_drain)
        drain()
        turn = Turn.objects.get(phase=phase)
        if isinstance(saved, Answer):
            assert turn.answers["1"] == saved.answer
        else:
            assert isinstance(saved, TooLate)
            assert turn.answers == {}


@pytest.mark.slow
def test_taking_ready_back_races_with_the_drain_and_one_wins(make_game, seat_both, ada, ben, set_clock):
    for _round in range(5):
        game = seat_both(make_game())
        for user in (ada, ben):
            save_answer(
                game=game, user=user, label="S1901H", text=RANKS[user.username], version=0, ready=True
            )
        phase = phase_of(game)
        taken_back, _drained = at_once(
            lambda game=game: set_ready(game=game, user=ada, label="S1901H", ready=False), drain
        )
        phase.refresh_from_db()
        if isinstance(taken_back, TooLate):
            assert not phase.is_open
        else:
            assert phase.is_open
            assert phase.closes_at == phase.deadline


@pytest.mark.slow
def test_the_last_vote_races_with_the_drain_and_the_game_ends_once(make_game, seat_both, ada, ben, set_clock):
    for _round in range(5):
        game = seat_both(make_game())
        votes.cast(game=game, user=ada, kind="draw")
        set_clock(phase_of(game).deadline)
        house_was_up()
        at_once(lambda game=game: votes.cast(game=game, user=ben, kind="draw"), drain)
        game.refresh_from_db()
        assert game.state == Game.State.FINISHED
        assert Turn.objects.filter(phase__game=game, agreed__isnull=False).count() == 1
        assert not game.phases.filter(adjudicated_at=None).exists()
        assert prove(game).differences == []


@pytest.mark.slow
def test_both_votes_at_once_end_the_game_once(make_game, seat_both, ada, ben):
    for _round in range(5):
        game = seat_both(make_game())
        results = at_once(
            *(
                lambda user=user, game=game: votes.cast(game=game, user=user, kind="draw")
                for user in (ada, ben)
            )
        )
        assert all(isinstance(each, Vote) for each in results)
        game.refresh_from_db()
        assert game.state == Game.State.FINISHED
        assert Turn.objects.filter(phase__game=game).count() == 1


@pytest.mark.slow
def test_both_conceding_at_once_leave_one_winner(running_game, ada, ben):
    results = at_once(*(lambda user=user: votes.concede(game=running_game, user=user) for user in (ada, ben)))
    assert sum(isinstance(each, GameIsOver) for each in results) == 1
    running_game.refresh_from_db()
    assert len(running_game.outcome["winners"]) == 1


@pytest.mark.slow
def test_an_outage_is_made_up_for_once_by_two_workers(running_game, set_clock):
    drain()
    before = phase_of(running_game).deadline
    set_clock.pass_(hours=1)
    results = at_once(*[outage.make_up_for_outage] * 4)
    assert sum(each is not None for each in results) == 1
    assert (phase_of(running_game).deadline - before).total_seconds() == 3600
    assert ClockEntry.objects.count() == 1


@pytest.mark.slow
def test_a_letter_sent_twice_at_once_arrives_once(running_game, ada):
    results = at_once(
        *[lambda: send_letter(game=running_game, user=ada, to=["2"], body="Dear Ben", key="k")] * 4
    )
    assert len({each.pk for each in results}) == 1
    assert Message.objects.count() == 1


@pytest.mark.slow
def test_two_deliverers_share_the_post_without_delivering_twice(running_game, set_clock):
    heard: list[int] = []
    lock = threading.Lock()

    @registry.delivers("race")
    def listen(rows):
        with lock:
            heard.extend(row.pk for row in rows)
        return {}

    OutboxRow.objects.all().delete()
    OutboxRow.objects.bulk_create(
        OutboxRow(topic="race", payload={}, created_at=set_clock.now, due_at=set_clock.now)
        for _ in range(500)
    )
    try:
        at_once(*[delivery.deliver] * 3)
    finally:
        registry._handlers.pop("race")
    assert sorted(heard) == sorted(set(heard))
    assert len(heard) == 500


@pytest.mark.slow
def test_a_poisoned_game_in_a_race_is_tried_no_more_often_than_it_should_be(due_games, monkeypatch):
    bad, resolve = due_games[0].pk, bridge.resolve

    def fail_for_one(game, phase, answers):
        if game.pk == bad:
            raise RuntimeError
        return resolve(game, phase, answers)

    monkeypatch.setattr(bridge, "resolve", fail_for_one)
    at_once(*[drain] * 4)
    assert Phase.objects.get(game=bad).attempts == 1
    assert Turn.objects.count() == 11


@pytest.mark.slow
def test_a_game_that_is_opened_twice_at_once_is_one_game(make_game):
    opened = at_once(*[lambda: make_game(key="from the form")] * 4)
    assert len({game.pk for game in opened}) == 1
    assert Game.objects.get().seats.count() == 2


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("first", ["seat", "leave"])
def test_leaving_a_league_while_taking_a_seat_in_it_ends_one_way_or_the_other(
    opened_game, calais, ada, first
):
    """The second looks before the first has committed. Without a lock between them a player was no member."""
    begun, over = threading.Event(), threading.Event()

    def act(name):
        with suppress(StillPlaying):
            if name == "seat":
                take_seat(game=opened_game, user=ada)
            else:
                services.leave(league=calais, user=ada)

    def begin():
        with transaction.atomic():
            act(first)
            begun.set()
            over.wait(0.5)

    def follow():
        assert begun.wait(10)
        try:
            act("leave" if first == "seat" else "seat")
        finally:
            over.set()

    at_once(begin, follow)
    is_member = calais.memberships.filter(user=ada).exists()
    assert is_member == (first == "seat")
    assert is_member == Tenure.objects.filter(user=ada, left_at=None).exists()


@pytest.mark.slow
def test_an_outage_is_made_up_for_while_players_are_at_it_without_a_deadlock(running_game, set_clock):
    """Everyone locks the game before its phase: the one who waits for the game holds nothing of it."""
    drain()
    set_clock.pass_(hours=1)
    held = threading.Event()

    def play():
        with transaction.atomic():
            game = lock_game(running_game)
            held.set()
            time.sleep(0.3)  # the other one comes as far as it can
            Phase.objects.filter(game=game, adjudicated_at=None).update(last_error="")

    def make_up():
        assert held.wait(10)
        return outage.make_up_for_outage()

    assert at_once(play, make_up)[1] == timedelta(hours=1)


@pytest.mark.slow
def test_of_a_crowd_who_want_an_open_seat_one_gets_it(make_game, seat_both, ada):
    game = seat_both(make_game())
    ask_for_replacement(game=game, user=ada)
    crowd = [make_user(f"crowd{number}") for number in range(20)]
    for person in crowd:
        services.join(league=game.league, user=person)
    results = at_once(*(lambda user=user: take_over(game=game, user=user, seat="1") for user in crowd))
    assert kinds(results) == ["SeatTaken"] * 19 + ["Tenure"]
    assert Tenure.objects.filter(game=game, seat__key="1", left_at=None).count() == 1
    assert not Vacancy.objects.exists()
    assert prove(game).differences == []


@pytest.mark.slow
def test_staying_after_all_races_with_who_takes_the_seat_over(make_game, seat_both, ada, carl):
    game = seat_both(make_game())
    ask_for_replacement(game=game, user=ada)
    kept, taken = at_once(
        lambda: stay(game=game, user=ada), lambda: take_over(game=game, user=carl, seat="1")
    )
    held = Tenure.objects.get(game=game, seat__key="1", left_at=None)
    if isinstance(taken, Tenure):
        assert held.user == carl and type(kept).__name__ == "NotSeated"
    else:
        assert held.user == ada and kept is None


@pytest.mark.slow
def test_resigning_races_with_the_drain_and_the_seat_opens_once(make_game, seat_all, set_clock):
    game = make_game(variant="standard", settings={})
    players = seat_all(game)
    set_clock(phase_of(game).deadline)
    house_was_up()
    at_once(drain, lambda: resign(game=game, user=players["FRANCE"]))
    drain()  # a game that someone has locked is left for the next one
    assert phase_of(game).ordinal == 1
    assert Vacancy.objects.get().seat.key == "FRANCE"
    assert prove(game).differences == []


@pytest.mark.slow
def test_two_who_ask_for_a_rematch_at_once_get_one_game(make_game, seat_both, ada, ben):
    game = seat_both(make_game())
    votes.concede(game=game, user=ben)
    first, second = at_once(
        lambda: open_rematch(game=game, user=ada), lambda: open_rematch(game=game, user=ben)
    )
    assert first == second and Game.objects.filter(rematch_of=game).count() == 1


@pytest.mark.slow
def test_an_act_sent_five_times_at_once_is_one_act_and_mailed_once(make_game, seat_both, carl):
    game = seat_both(make_game(master=carl))

    def announce():
        return once(
            game=game,
            user=carl,
            key="of the form",
            act=lambda: presiding.announce(game=game, user=carl, text="Tea at five."),
        )

    assert len(set(at_once(*[announce] * 5))) == 1
    assert MasterAct.objects.filter(game=game).count() == 1
