"""Seats given up, games forfeited and games void, by what was missed (HR-2, HR-3, HR-5, HR-6)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.adjudication.processing import adjudicate
from games.adjudication.proof import prove
from games.agreed.absence import Absence
from games.common.outbox.row import OutboxRow
from games.engine import bridge
from games.engine.hidden_players import masked_seats
from games.engine.misses import Misses, misses_so_far
from games.models import Game, Phase, SeatResult, Tenure, Turn, Vacancy
from games.services.players.answers import save_answer
from games.services.seats.removal import remove_from_league
from games.services.seats.resigning import resign
from games.services.seats.taking_over import take_over
from league.leagues import services
from tests.conftest import house_was_up
from tests.games.conftest import NOON, RANKS, phase_of


def rules(policy: str, **numbers: int) -> Absence:
    """A policy's rules without extensions, which would only make its games longer here."""
    absence = Absence.from_json({"policy": policy, "extensions": 0, **numbers})
    assert absence
    return absence


TOURNAMENT, STANDARD, FRIENDLY = rules("tournament"), rules("standard"), rules("friendly")


def send(game, user, text=""):
    phase = phase_of(game)
    save_answer(game=game, user=user, label=phase.label, text=text, version=0)


def test_two_misses_in_a_row_forfeit_a_tournament_game_for_two(make_game, seat_both, drained, ada, ben):
    game = seat_both(make_game(absence=TOURNAMENT))
    send(game, ada, RANKS["ada"])
    drained(game)
    send(game, ada)
    drained(game)
    assert game.state == Game.State.FINISHED and game.outcome == {"winners": ["1"], "how": "HR-5"}
    last = Turn.objects.latest("phase__ordinal")
    assert last.agreed == {"how": "forfeit", "by": ["2"], "cause": "absence"} and last.phase.ordinal == 2
    assert not last.asked and Turn.objects.filter(missed={"2": True}).count() == 2
    results = SeatResult.objects.order_by("seat__order").values_list("outcome", "clause")
    assert list(results) == [("solo", "HR-5"), ("forfeit", "HR-5")]
    assert prove(game).differences == []
    about = set(
        OutboxRow.objects.filter(topic="mail", payload__phase=last.phase_id).values_list("payload__about")
    )
    assert not about, "nobody is asked for anything in a phase that opened to be closed"
    finished = OutboxRow.objects.filter(topic="mail", payload__about="finished")
    assert {row.payload["user"] for row in finished} == {ada.pk, ben.pk}


def test_an_answer_between_makes_a_new_row_and_the_sum_goes_on(make_game, seat_both, drained, ada, ben):
    """Three in all lose a tournament game, too."""
    game = seat_both(make_game(absence=TOURNAMENT))
    for number in range(6):
        send(game, ada, RANKS["ada"] if number == 0 else "")
        if number % 2:
            send(game, ben)
        assert game.is_running, phase_of(game).label
        drained(game)
        if not game.is_running:
            break
    assert number == 4 and game.outcome == {"winners": ["1"], "how": "HR-5"}


def test_both_at_the_same_deadline_make_the_game_void(make_game, seat_both, drained):
    game = seat_both(make_game(absence=TOURNAMENT))
    drained(game)
    drained(game)
    assert game.outcome == {"winners": [], "how": "HR-6"}
    assert Turn.objects.latest("phase__ordinal").agreed == {"how": "void", "by": [], "cause": "silence"}
    assert set(SeatResult.objects.values_list("outcome", flat=True)) == {"void"}


@pytest.mark.parametrize("absence", [STANDARD, rules("friendly", in_a_row=2)])
def test_elsewhere_a_game_for_two_opens_the_seat(make_game, seat_both, drained, ada, ben, absence):
    game = seat_both(make_game(absence=absence))
    send(game, ada, RANKS["ada"])
    drained(game)
    send(game, ada)
    drained(game)
    assert game.is_running
    vacancy = Vacancy.objects.get()
    assert vacancy.seat.key == "2" and vacancy.cause == "silent" and vacancy.opened_at
    gone = Tenure.objects.get(user=ben)
    assert gone.left_how == Tenure.Leaving.REMOVED and gone.left_at
    waiting = OutboxRow.objects.filter(payload__about="waiting", payload__phase=phase_of(game).pk)
    assert [row.payload["user"] for row in waiting] == [ada.pk]


@pytest.mark.slow
def test_at_a_larger_table_a_tournament_opens_the_seat(make_game, seat_all, drained):
    game = make_game(variant="standard", absence=TOURNAMENT)
    players = seat_all(game)
    for _time in range(2):
        for seat, user in players.items():
            if seat != "TURKEY" and seat in phase_of(game).due:
                send(game, user)
        drained(game)
    assert game.is_running and Vacancy.objects.get().seat.key == "TURKEY"


@pytest.mark.slow
def test_three_silent_phases_make_any_game_void(make_game, seat_all, drained):
    """Seats that stand open since the second are silent too."""
    game = make_game(variant="standard", absence=STANDARD)
    seat_all(game)
    drained(game)
    drained(game)
    assert game.is_running and Vacancy.objects.filter(opened_at__isnull=False).count() == 7
    drained(game)
    assert game.outcome == {"winners": [], "how": "HR-6"}
    record = bridge.record_of(game)
    assert record["turns"][-1]["agreed"] == {"how": "void", "by": [], "cause": "silence"}
    assert prove(game).differences == []


@pytest.mark.slow
def test_one_saved_sheet_breaks_the_silence(make_game, seat_all, drained):
    game = make_game(variant="standard", absence=rules("friendly", in_a_row=9))
    players = seat_all(game)
    drained(game)
    drained(game)
    send(game, players["FRANCE"])
    drained(game)
    drained(game)
    drained(game)
    assert game.is_running
    drained(game)
    assert game.outcome == {"winners": [], "how": "HR-6"}


@pytest.mark.slow
def test_without_rules_silence_goes_on(make_game, seat_all, drained):
    game = make_game(variant="standard")
    seat_all(game)
    for _time in range(4):
        drained(game)
    assert game.is_running and not Vacancy.objects.exists()


@pytest.mark.slow
def test_in_spy_a_seat_is_given_up_unseen_and_opens_when_the_year_ends(make_game, seat_all, drained):
    """Until then its player holds it, and nothing shows (HR-3)."""
    game = make_game(variant="spy", absence=STANDARD)
    players = seat_all(game)
    seen = []
    for _time in range(12):
        phase = phase_of(game)
        for seat, user in players.items():
            if seat != "TURKEY" and seat in phase.due:
                send(game, user)
        before = phase.label
        drained(game)
        vacancy = Vacancy.objects.first()
        seen.append((before, vacancy.opened_at is not None if vacancy else None))
        if vacancy and vacancy.opened_at:
            break
    opened = [label for label, is_open in seen if is_open]
    pending = [label for label, is_open in seen if is_open is False]
    assert opened and not game.is_over
    assert phase_of(game).label[1:5] != opened[0][1:5], "it opens with the first phase of the next year"
    assert all(label[1:5] == opened[0][1:5] for label in pending)
    assert Tenure.objects.get(seat__key="TURKEY").left_how == Tenure.Leaving.REMOVED


def test_an_open_seat_wins_nothing_by_forfeit(make_game, seat_both, drained, ben):
    """HR-5, HR-6: the other's seat opens too, and the game is void after three silent phases in a row."""
    game = seat_both(make_game(absence=TOURNAMENT))
    remove_from_league(league=game.league_id, person=ben, at=NOON)
    drained(game)
    drained(game)
    assert game.is_running and Vacancy.objects.filter(opened_at__isnull=False).count() == 2
    drained(game)
    assert game.outcome == {"winners": [], "how": "HR-6"}
    assert Turn.objects.filter(missed={"1": True, "2": True}).count() == 3


def test_who_takes_an_open_seat_over_can_win_by_forfeit(make_game, seat_both, drained, calais, ada, ben, eve):
    game = seat_both(make_game(absence=TOURNAMENT))
    remove_from_league(league=game.league_id, person=ben, at=NOON)
    send(game, ada, RANKS["ada"])
    drained(game)
    services.join(league=calais, user=eve)
    take_over(game=game, user=eve, seat="2")
    for _time in range(2):
        assert game.is_running
        send(game, eve)
        drained(game)
    assert game.outcome == {"winners": ["2"], "how": "HR-5"}


@pytest.mark.slow
def test_a_seat_that_is_given_up_in_a_game_that_goes_void_is_held_to_the_end(make_game, seat_all, drained):
    """No one reads of a seat that opens in a phase that only opened to be closed."""
    game = make_game(variant="devil-and-god", absence=rules("friendly", in_a_row=9))
    players = seat_all(game)
    send(game, players["ITALY"])
    for _time in range(12):
        if phase_of(game).label == "F1902M":
            break
        drained(game)
    (seat, *_others) = sorted(masked_seats(game.variant))
    resign(game=game, user=players[seat])
    assert Vacancy.objects.get().opened_at is None
    drained(game)
    assert game.outcome["how"] == "HR-6"
    assert phase_of(game).label[1:5] == "1903", "the year was over"
    held = Tenure.objects.get(seat__key=seat)
    assert (held.left_how, held.left_at) == ("", None)
    assert not OutboxRow.objects.filter(payload__about__in=["opened", "given_up"]).exists()


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("is_veiled", [False, True])
def test_a_phase_that_hides_whom_it_asks_opens_no_seat_at_once(make_game, seat_all, drained, is_veiled):
    """Else its opening would tell that the phase had asked that seat (DG-14)."""
    game = make_game(variant="devil-and-god", absence=rules("standard", in_a_row=1))
    players = seat_all(game)
    phase = phase_of(game)
    for seat, user in players.items():
        if seat in phase.due and seat != "TURKEY":
            send(game, user)
    veiled = {seat: {**owed, "veiled": is_veiled} for seat, owed in phase.due.items()}
    Phase.objects.filter(pk=phase.pk).update(due=veiled)
    drained(game)
    vacancy = Vacancy.objects.get()
    assert vacancy.seat.key == "TURKEY" and (vacancy.opened_at is None) == is_veiled
    assert game.tenures.filter(seat__key="TURKEY", left_at=None).exists() == is_veiled


def test_misses_stay_with_the_person_and_count_from_when_the_rules_hold(
    make_game, seat_both, drained, set_clock
):
    game = seat_both(make_game(absence=FRIENDLY))
    drained(game)
    middle = set_clock.now + timedelta(hours=1)
    drained(game)
    assert misses_so_far({game.pk: None})[game.pk] == {"1": Misses(2, 2), "2": Misses(2, 2)}
    assert misses_so_far({game.pk: middle})[game.pk] == {"1": Misses(1, 1), "2": Misses(1, 1)}
    Tenure.objects.filter(game=game, seat__key="2").update(taken_at=middle)
    assert misses_so_far({game.pk: None})[game.pk]["2"] == Misses(1, 1)


@pytest.mark.slow
def test_a_game_from_before_the_rules_forgives_what_was_missed_then(
    make_game, seat_both, drained, set_clock, ada
):
    game = seat_both(make_game())
    for number in range(3):
        send(game, ada, RANKS["ada"] if number == 0 else "")
        drained(game)
    since = (set_clock.now + timedelta(seconds=1)).isoformat()
    Game.objects.filter(pk=game.pk).update(absence=FRIENDLY.to_json() | {"since": since})
    for _number in range(2):
        send(game, ada)
        drained(game)
    assert not Vacancy.objects.exists()
    send(game, ada)
    drained(game)
    assert Vacancy.objects.exists()


def test_a_phase_that_ends_the_game_has_no_consequences(make_game, seat_both, drained, set_clock, ada):
    game = seat_both(make_game(absence=rules("tournament", in_a_row=1), settings={"last_year": 1901}))
    Game.objects.filter(pk=game.pk).update(absence=rules("friendly", in_a_row=9).to_json())
    while phase_of(game).label != "W1901A" and game.is_running:
        send(game, ada, RANKS["ada"] if phase_of(game).ordinal == 0 else "")
        drained(game)
    assert game.is_running or game.outcome["how"] not in ("HR-5", "HR-6")


def _batch(keys):
    with CaptureQueriesContext(connection) as caught:
        assert adjudicate(keys).adjudicated == len(keys)
    return len(caught)


@pytest.mark.slow
def test_a_batch_of_misses_costs_the_same_however_many_games(make_game, seat_both, set_clock):
    """Both forfeits and voids end in one go; nothing is asked where no one missed."""
    for number in range(8):
        seat_both(make_game(name=f"Game {number}", absence=rules("tournament", in_a_row=1)))
    set_clock(NOON + timedelta(days=1))
    house_was_up()
    warm, one, *six = Phase.objects.order_by("pk").values_list("pk", flat=True)
    _batch([warm])
    assert _batch(six) - _batch([one]) == 5, "a statement for each game that ends"
    assert Game.objects.filter(state="finished").count() == 8


@pytest.mark.slow
def test_seats_open_at_the_same_cost_however_many(make_game, seat_both, set_clock):
    for number in range(8):
        seat_both(make_game(name=f"Game {number}", absence=rules("standard", in_a_row=1)))
    set_clock(NOON + timedelta(days=1))
    house_was_up()
    warm, one, *six = Phase.objects.order_by("pk").values_list("pk", flat=True)
    _batch([warm])
    assert _batch(six) == _batch([one])
    assert Vacancy.objects.filter(opened_at=set_clock.now).count() == 16
    opened = OutboxRow.objects.filter(payload__about="opened")
    assert not opened, "nobody is left to be told"
    assert OutboxRow.objects.filter(payload__about="given_up").count() == 16
