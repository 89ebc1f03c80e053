"""A ladder's table follows from its log alone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.competitions.ladder import (
    VOID,
    Challenged,
    Counting,
    Declined,
    Idle,
    Joins,
    Ladder,
    Leaves,
    Move,
    Opens,
    Result,
    before_all,
    fold,
    in_order,
    rows,
)
from league.competitions.rules.event_kind import EventKind

DRAW, BOTH_LOST = "ID-16", "ID2-5"

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""Drawing a log folds it again and again; a machine that is busy takes its time."""

START = datetime(2026, 11, 1, tzinfo=UTC)


def at(hours):
    return START + timedelta(hours=hours)


def opens(*order):
    return Opens(at=START, order=order)


def challenge(hours, number, by, of):
    return Challenged(at=at(hours), challenge=number, by=by, of=of)


def ended(hours, number, how, winner=None, loser=None):
    return Result(at=at(hours), challenge=number, winner=winner, loser=loser, how=how)


def won(hours, number, winner, loser):
    return ended(hours, number, "ID-15", winner, loser)


def test_a_winner_from_below_takes_the_place_of_whom_they_beat():
    ladder = fold([opens(1, 2, 3, 4), challenge(1, 1, 4, 2), won(9, 1, 4, 2)])
    assert ladder.table == [1, 4, 2, 3]


def test_a_challenge_that_ends_as_it_is_made_comes_directly_before_its_result():
    """Its ranks are those before its result, and what happens to others at that moment does not part them."""
    log = [
        opens(1, 2, 3, 4, 5),
        won(1, 2, 5, 1),
        won(1, 1, 4, 2),
        challenge(1, 2, 5, 1),
        challenge(1, 1, 4, 2),
        challenge(1, 3, 3, 2),
    ]
    for each in (log, log[::-1]):
        kinds = [(event.kind, event.number) for event in in_order(each)]
        assert kinds == [
            ("opens", 0),
            *(("challenge", 1), ("result", 1), ("challenge", 2), ("result", 2), ("challenge", 3)),
        ]
        ladder = fold(each)
        assert ladder.table == [5, 1, 4, 2, 3]
        assert ladder.ranks == {1: (4, 2), 2: (5, 1), 3: (5, 4)}


def test_a_challenge_whose_result_comes_later_is_the_last_of_its_moment():
    log = [opens(1, 2, 3), challenge(1, 1, 3, 2), Idle(at=at(1), entry=1, cost=1), won(2, 1, 3, 2)]
    assert [event.kind for event in in_order(log)] == ["opens", "idle", "challenge", "result"]
    superseded = replace(won(1, 1, 3, 2), superseded=True)
    assert [event.kind for event in in_order([*log, superseded])] == ["opens", "idle", "challenge", "result"]


def test_whoever_was_challenged_and_wins_from_above_stays():
    assert fold([opens(1, 2, 3), challenge(1, 1, 3, 1), won(9, 1, 1, 3)]).table == [1, 2, 3]


def test_a_friend_who_has_climbed_since_launches_nobody():
    """Challenged on rank 4, beaten on rank 1: the winner comes to rank 4 and no higher."""
    log = [
        opens(1, 2, 3, 4, 5),
        challenge(1, 1, 5, 4),
        challenge(1, 2, 4, 1),
        won(5, 2, 4, 1),
        won(9, 1, 5, 4),
    ]
    assert fold(log).table == [4, 1, 2, 5, 3]


def test_whoever_sank_meanwhile_is_beaten_where_they_stand():
    log = [
        opens(1, 2, 3, 4, 5),
        challenge(1, 1, 5, 1),
        Idle(at=at(2), entry=1, cost=3),
        won(9, 1, 5, 1),
    ]
    assert fold(log).table == [2, 3, 4, 5, 1]


def test_a_challenged_player_who_stands_lower_by_now_rises_too():
    log = [
        opens(1, 2, 3, 4),
        challenge(1, 1, 3, 2),
        Declined(at=at(2), challenge=9, entry=2, cost=3),
        won(9, 1, 2, 3),
    ]
    assert fold(log).table == [1, 3, 2, 4]


def test_draws_void_games_and_games_lost_by_both_move_nobody():
    for how in (DRAW, VOID, BOTH_LOST):
        result = ended(9, 1, how)
        assert fold([opens(1, 2, 3), challenge(1, 1, 3, 1), result]).table == [1, 2, 3]


def test_a_result_of_somebody_who_left_moves_nobody_and_counts():
    log = [
        opens(1, 2, 3),
        challenge(1, 1, 3, 1),
        Leaves(at=at(2), entry=1),
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
            challenge(number, number, 2, 1),
            ended(20 + number, number, how, winner, loser),
        ]
    assert rows(fold(log)) == [
        {"rank": 1, "entry": 2, "games": 3, "won": 1, "drawn": 1, "lost": 1},
        {"rank": 2, "entry": 1, "games": 3, "won": 0, "drawn": 1, "lost": 2},
    ]


def test_nobody_sinks_below_the_bottom():
    ladder = Ladder([1, 2, 3])
    assert Idle(at=at(1), entry=2, cost=7).applied_to(ladder) == Move(2, 2, 3)
    assert Idle(at=at(2), entry=2, cost=7).applied_to(ladder) is None
    assert ladder.table == [1, 3, 2]


def test_a_superseded_result_does_not_count_and_what_supersedes_it_takes_its_moment():
    log = [opens(1, 2, 3), challenge(1, 1, 3, 1), replace(won(9, 1, 3, 1), superseded=True)]
    assert fold(log).table == [1, 2, 3]
    assert fold([*log, won(9, 1, 1, 3)]).scores[1].won == 1


def test_at_one_moment_a_result_comes_before_a_departure_and_a_challenge_comes_last():
    log = [
        challenge(9, 2, 2, 3),
        Leaves(at=at(9), entry=1),
        won(9, 1, 3, 1),
        challenge(1, 1, 3, 1),
        Joins(at=START, entry=4),
        opens(1, 2, 3),
    ]
    assert [event.kind for event in in_order(log)] == [
        EventKind.OPENS,
        EventKind.JOINS,
        EventKind.CHALLENGE,
        EventKind.RESULT,
        EventKind.LEAVES,
        EventKind.CHALLENGE,
    ]
    assert fold(log).table == [3, 2, 4]


entries = st.integers(1, 9)


@st.composite
def logs(draw):
    """A log as a season would write it: games end after their challenges."""
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
            log.append(challenge(hour, number, by, of))
        elif what == "result" and open_games:
            played = draw(st.sampled_from(sorted(open_games)))
            pair = draw(st.permutations(open_games.pop(played)))
            how = draw(st.sampled_from(["ID-15", "ID-15", DRAW, VOID]))
            winner, loser = pair if how == "ID-15" else (None, None)
            log.append(ended(hour, played, how, winner, loser))
        elif what == "joins":
            newcomers = set(range(1, 10)) - set(ladder.table)
            if newcomers:
                log.append(Joins(at=at(hour), entry=min(newcomers)))
        elif what in ("leaves", "idle") and ladder.table:
            entry = draw(st.sampled_from(ladder.table))
            log.append(
                Leaves(at=at(hour), entry=entry)
                if what == "leaves"
                else Idle(at=at(hour), entry=entry, cost=3)
            )
    return log


@pytest.mark.slow
@UNHURRIED
@given(logs(), st.randoms(use_true_random=False))
def test_results_in_any_order_of_arrival_give_one_table(log, shuffled):
    before = fold(log)
    shuffled.shuffle(log)
    assert rows(fold(log)) == rows(before)


@pytest.mark.slow
@UNHURRIED
@given(logs())
def test_whoever_moves_changes_nobody_elses_order_and_no_winner_falls(log):
    ladder = before_all(log, Counting())
    for event in in_order(log):
        before = list(ladder.table)
        move = event.applied_to(ladder)
        if event.kind is EventKind.OPENS:
            continue
        moved = move.entry if move else None
        assert [each for each in ladder.table if each != moved] == [each for each in before if each != moved]
        assert len(set(ladder.table)) == len(ladder.table)
        if move and event.kind is EventKind.RESULT:
            assert moved == event.winner
            assert move.after < move.before
            assert before.index(event.loser) + 1 <= move.after
            assert ladder.rank_when_challenged(event.challenge, event.loser) <= move.after, (
                "launched by a friend"
            )


def test_a_result_at_the_very_moment_of_its_challenge_counts_by_the_rank_of_now():
    log = [opens(1, 2), challenge(1, 1, 2, 1), won(1, 1, 2, 1)]
    assert fold(log).table == [2, 1]


def test_the_ranks_of_a_challenge_are_those_of_this_fold():
    """An earlier result is annulled: whom one has challenged stood elsewhere then."""
    log = [
        opens(1, 2, 3, 4, 5),
        challenge(1, 1, 4, 1),
        won(5, 1, 4, 1),
        challenge(6, 2, 5, 4),
        won(9, 2, 5, 4),
    ]
    assert (fold(log).table, fold(log).ranks[2]) == ([5, 4, 1, 2, 3], (5, 1))
    annulled = [*log[:2], replace(log[2], superseded=True), ended(5, 1, VOID), *log[3:]]
    assert (fold(annulled).table, fold(annulled).ranks[2]) == ([1, 2, 3, 5, 4], (5, 4))


def test_ones_own_forfeits_alone_do_not_count_towards_a_place():
    clauses = ("ID-15", "ID-19", "HR-5", VOID, DRAW)
    log = [opens(1, 2)]
    for number, how in enumerate(clauses, start=1):
        pair = (2, 1) if how in ("ID-15", "ID-19", "HR-5") else (None, None)
        log += [challenge(number, number, 2, 1), ended(20 + number, number, how, *pair)]
    scores = fold(log, Counting(is_old=True)).scores
    assert (scores[1].counted, scores[2].counted) == (3, 4)


def counted(*log, people=None):
    """By challenge the entries for which its game counts."""
    return fold([opens(1, 2, 3), *log], Counting(people=people or {})).counts


def early(at, number, winner, loser, how="HR-4"):
    return replace(ended(at, number, how, winner, loser), early=True)


def test_an_early_game_counts_for_its_winner_once_an_opponent_and_never_for_its_loser():
    first = [challenge(1, 1, 2, 1), early(2, 1, 2, 1)]
    again = [challenge(3, 2, 2, 1), early(4, 2, 2, 1)]
    other = [challenge(5, 3, 2, 3), early(6, 3, 2, 3)]
    assert counted(*first, *again, *other) == {1: [2], 2: [], 3: [2]}


def test_an_early_game_without_a_winner_counts_for_nobody():
    assert counted(challenge(1, 1, 2, 1), early(2, 1, None, None, "ID2-5")) == {1: []}
    assert counted(challenge(1, 1, 2, 1), early(2, 1, None, None, VOID)) == {1: []}


def test_against_the_same_person_the_first_two_games_that_count_do():
    log = [part for n in (1, 2, 3) for part in (challenge(n, n, 2, 1), won(20 + n, n, 2, 1))]
    assert counted(*log) == {1: [2, 1], 2: [2, 1], 3: []}
    # What does not count takes no place: 1 lost the first of them early, and may count two more.
    log[1] = early(21, 1, 2, 1)
    assert counted(*log) == {1: [2], 2: [2, 1], 3: [1]}


def test_whoever_enters_anew_is_the_same_opponent():
    log = [challenge(1, 1, 2, 1), won(11, 1, 2, 1), challenge(2, 2, 2, 1), won(12, 2, 2, 1)]
    log += [challenge(3, 3, 2, 3), won(13, 3, 2, 3)]
    assert counted(*log)[3] == [2, 3]
    assert counted(*log, people={1: 70, 2: 80, 3: 70})[3] == [3], "two against 70 had counted for 2 already"


def test_ones_own_forfeit_counts_for_the_winner_alone():
    assert counted(challenge(1, 1, 2, 1), ended(2, 1, "HR-5", 2, 1)) == {1: [2]}


@UNHURRIED
@given(logs())
def test_what_counts_changes_no_rank_and_no_figure(log):
    new, old = fold(log), fold(log, Counting(is_old=True))
    assert rows(new) == rows(old)
    assert all(score.counted <= old.scores[entry].counted for entry, score in new.scores.items())
