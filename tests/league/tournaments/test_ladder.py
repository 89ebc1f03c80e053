"""A ladder's table follows from its log alone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.tournaments.ladder import BOTH_LOST, DRAW, VOID, Event, Kind, Ladder, Move, fold, in_order, rows

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""Drawing a log folds it again and again; a machine that is busy takes its time."""

START = datetime(2026, 11, 1, tzinfo=UTC)


def at(hours):
    return START + timedelta(hours=hours)


def opens(*order):
    return Event(START, Kind.OPENS, order=order)


def challenge(hours, number, by, of, ranks):
    return Event(at(hours), Kind.CHALLENGE, challenge=number, by=by, of=of, ranks=ranks)


def won(hours, number, winner, loser):
    return Event(at(hours), Kind.RESULT, challenge=number, winner=winner, loser=loser, how="ID-15")


def test_a_winner_from_below_takes_the_place_of_whom_they_beat():
    ladder = fold([opens(1, 2, 3, 4), challenge(1, 1, 4, 2, (4, 2)), won(9, 1, 4, 2)])
    assert ladder.table == [1, 4, 2, 3]


def test_whoever_was_challenged_and_wins_from_above_stays():
    assert fold([opens(1, 2, 3), challenge(1, 1, 3, 1, (3, 1)), won(9, 1, 1, 3)]).table == [1, 2, 3]


def test_a_friend_who_has_climbed_since_launches_nobody():
    """Challenged on rank 4, beaten on rank 1: the winner comes to rank 4 and no higher."""
    log = [
        opens(1, 2, 3, 4, 5),
        challenge(1, 1, 5, 4, (5, 4)),
        challenge(1, 2, 4, 1, (4, 1)),
        won(5, 2, 4, 1),
        won(9, 1, 5, 4),
    ]
    assert fold(log).table == [4, 1, 2, 5, 3]


def test_whoever_sank_meanwhile_is_beaten_where_they_stand():
    log = [
        opens(1, 2, 3, 4, 5),
        challenge(1, 1, 5, 1, (5, 1)),
        Event(at(2), Kind.IDLE, entry=1, cost=3),
        won(9, 1, 5, 1),
    ]
    assert fold(log).table == [2, 3, 4, 5, 1]


def test_a_challenged_player_who_stands_lower_by_now_rises_too():
    log = [
        opens(1, 2, 3, 4),
        challenge(1, 1, 3, 2, (3, 2)),
        Event(at(2), Kind.DECLINED, challenge=9, entry=2, cost=3),
        won(9, 1, 2, 3),
    ]
    assert fold(log).table == [1, 3, 2, 4]


def test_draws_void_games_and_games_lost_by_both_move_nobody():
    for how in (DRAW, VOID, BOTH_LOST):
        result = Event(at(9), Kind.RESULT, challenge=1, how=how)
        assert fold([opens(1, 2, 3), challenge(1, 1, 3, 1, (3, 1)), result]).table == [1, 2, 3]


def test_a_result_of_somebody_who_left_moves_nobody_and_counts():
    log = [
        opens(1, 2, 3),
        challenge(1, 1, 3, 1, (3, 1)),
        Event(at(2), Kind.LEAVES, entry=1),
        won(9, 1, 3, 1),
    ]
    assert fold(log).table == [2, 3]
    assert fold(log).scores[3].won == 1


def test_games_are_counted_but_for_void_ones():
    ends = {1: "ID-15", 2: DRAW, 3: VOID, 4: BOTH_LOST}
    log = [opens(1, 2)]
    for number, how in ends.items():
        winner, loser = (2, 1) if number == 1 else (None, None)
        log += [
            challenge(number, number, 2, 1, (2, 1)),
            Event(at(20 + number), Kind.RESULT, challenge=number, winner=winner, loser=loser, how=how),
        ]
    assert rows(fold(log)) == [
        {"rank": 1, "entry": 2, "games": 3, "won": 1, "drawn": 1, "lost": 1},
        {"rank": 2, "entry": 1, "games": 3, "won": 0, "drawn": 1, "lost": 2},
    ]


def test_nobody_sinks_below_the_bottom():
    ladder = Ladder([1, 2, 3])
    assert ladder.apply(Event(at(1), Kind.IDLE, entry=2, cost=7)) == Move(2, 2, 3)
    assert ladder.apply(Event(at(2), Kind.IDLE, entry=2, cost=7)) is None
    assert ladder.table == [1, 3, 2]


def test_a_superseded_result_does_not_count_and_what_supersedes_it_takes_its_moment():
    log = [opens(1, 2, 3), challenge(1, 1, 3, 1, (3, 1)), replace(won(9, 1, 3, 1), superseded=True)]
    assert fold(log).table == [1, 2, 3]
    assert fold([*log, won(9, 1, 1, 3)]).scores[1].won == 1


def test_at_one_moment_a_result_comes_before_a_departure_and_a_challenge_comes_last():
    log = [
        Event(at(9), Kind.CHALLENGE, challenge=2, by=2, of=3, ranks=(2, 1)),
        Event(at(9), Kind.LEAVES, entry=1),
        won(9, 1, 3, 1),
        challenge(1, 1, 3, 1, (3, 1)),
        Event(START, Kind.JOINS, entry=4),
        opens(1, 2, 3),
    ]
    assert [event.kind for event in in_order(log)] == [
        Kind.OPENS,
        Kind.JOINS,
        Kind.CHALLENGE,
        Kind.RESULT,
        Kind.LEAVES,
        Kind.CHALLENGE,
    ]
    assert fold(log).table == [3, 2, 4]


entries = st.integers(1, 9)


@st.composite
def logs(draw):
    """A log as a season would write it: challenges carry the ranks of their moment, games end later."""
    log = [opens(*draw(st.permutations(range(1, 7))))]
    number, open_games = 0, {}
    for hour in range(1, draw(st.integers(1, 25))):
        ladder = fold(log)
        what = draw(
            st.sampled_from(["challenge", "challenge", "result", "result", "joins", "leaves", "idle"])
        )
        if what == "challenge" and len(ladder.table) > 1:
            by, of = draw(st.permutations(ladder.table))[:2]
            number += 1
            open_games[number] = (by, of)
            log.append(challenge(hour, number, by, of, (ladder.rank(by), ladder.rank(of))))
        elif what == "result" and open_games:
            played = draw(st.sampled_from(sorted(open_games)))
            pair = draw(st.permutations(open_games.pop(played)))
            how = draw(st.sampled_from(["ID-15", "ID-15", DRAW, VOID]))
            winner, loser = pair if how == "ID-15" else (None, None)
            log.append(Event(at(hour), Kind.RESULT, challenge=played, winner=winner, loser=loser, how=how))
        elif what == "joins":
            newcomers = set(range(1, 10)) - set(ladder.table)
            if newcomers:
                log.append(Event(at(hour), Kind.JOINS, entry=min(newcomers)))
        elif what in ("leaves", "idle") and ladder.table:
            entry = draw(st.sampled_from(ladder.table))
            log.append(Event(at(hour), Kind(what), entry=entry, cost=3 if what == "idle" else 0))
    return log


@UNHURRIED
@given(logs(), st.randoms(use_true_random=False))
def test_results_in_any_order_of_arrival_give_one_table(log, shuffled):
    before = fold(log)
    shuffled.shuffle(log)
    assert rows(fold(log)) == rows(before)


@UNHURRIED
@given(logs())
def test_whoever_moves_changes_nobody_elses_order_and_no_winner_falls(log):
    ladder, challenged = Ladder(), {}
    for event in in_order(log):
        before = list(ladder.table)
        if event.kind is Kind.CHALLENGE:
            challenged[event.challenge] = dict(zip((event.by, event.of), event.ranks, strict=True))
        move = ladder.apply(event)
        if event.kind is Kind.OPENS:
            continue
        moved = move.entry if move else None
        assert [each for each in ladder.table if each != moved] == [each for each in before if each != moved]
        assert len(set(ladder.table)) == len(ladder.table)
        if move and event.kind is Kind.RESULT:
            assert moved == event.winner
            assert move.after < move.before
            assert before.index(event.loser) + 1 <= move.after
            assert challenged[event.challenge][event.loser] <= move.after, "a friend has launched them"


def test_a_result_at_the_very_moment_of_its_challenge_counts():
    log = [opens(1, 2), challenge(1, 1, 2, 1, (2, 1)), won(1, 1, 2, 1)]
    assert fold(log).table == [2, 1]
