"""What follows in a knock-out: it always ends, in one way whatever comes first, and no one plays twice."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.competitions.knock_out.bracket import OPEN, By
from tests.league.competitions.cups import ENDS, Played, courses

SIZES = (3, 5, 8, 16)


@given(courses())
def test_a_bracket_ends_and_has_one_at_most_at_each_of_its_first_places(played):
    bracket = played.bracket
    places = bracket.places(played.disqualified)
    assert all(group.first <= group.last for group in places)
    shown = [entry for group in places for entry in group.entries]
    assert len(shown) == len(set(shown))
    assert set(shown) <= set(range(1, played.people + 1)) - played.disqualified
    assert [len(group.entries) for group in places if group.first == 1] in ([], [1])


@given(courses())
def test_nobody_is_in_two_games_of_a_round(played):
    bracket, rounds = played.bracket, {}
    for number, two in played.begun.items():
        pairing = played.cup.pairing_of(number)
        if pairing != bracket.third:
            rounds.setdefault(bracket.round_of(pairing), {}).setdefault(pairing, two)
            assert rounds[bracket.round_of(pairing)][pairing] == two, "a replay has the same two"
    for of_round in rounds.values():
        assert all(not set(one) & set(two) for one, two in combinations(of_round.values(), 2))


@given(courses())
def test_writing_what_follows_again_writes_nothing(played):
    before = dict(played.decided), dict(played.begun)
    played.go_on()
    assert (played.decided, played.begun) == before


@given(st.integers(3, 16), st.booleans(), st.data())
def test_any_order_in_which_games_end_gives_the_same_bracket(people, replays, data):
    ends = data.draw(st.lists(st.sampled_from(ENDS[:-1]), min_size=64, max_size=64))

    def play(choose):
        played = Played(people, replays=replays)
        while played.running:
            number = choose(played.running)
            played.end(number, ends[number])
        return played

    first, last = play(min), play(max)
    drawn = play(lambda running: data.draw(st.sampled_from(running)))
    assert first.decided == last.decided == drawn.decided
    assert first.begun == last.begun == drawn.begun


def played_until(people: int, rounds: int, **more) -> Played:
    """The upper entry has won all games of the first `rounds`."""
    played = Played(people, **more)
    while any(played.bracket.round_of(played.cup.pairing_of(n)) <= rounds for n in played.running):
        number = min(played.running)
        played.end(number, "a")
    return played


def finish(played: Played) -> Played:
    while played.running:
        played.end(min(played.running), "a")
    assert played.is_over
    return played


@pytest.mark.parametrize("people", SIZES)
@pytest.mark.parametrize("disqualified", [False, True])
def test_who_goes_while_their_game_runs_has_lost_it_and_the_other_has_won_by_playing(people, disqualified):
    played = Played(people)
    number = min(played.running)
    a, b = played.begun[number]
    played.goes(b, disqualified=disqualified)
    assert played.decided[number][:2] == (a, By.FORFEIT)
    shown = [entry for group in finish(played).bracket.places(played.disqualified) for entry in group.entries]
    assert (b in shown) is not disqualified


@pytest.mark.parametrize("people", SIZES)
def test_who_has_won_and_goes_before_the_next_game_gives_a_walkover(people):
    played = Played(people)
    number = min(played.running)
    winner = played.begun[number][0]
    following = played.bracket.after(number)
    played.firm = False  # where the other side had a bye the next game begins when the result is final
    played.end(number, "a")
    played.goes(winner)
    played.firm = True
    played.go_on()
    finish(played)
    assert played.decided[number].entry == winner
    other = next(each for each in played.bracket.sides(following) if each != winner)
    assert played.decided[following][:2] == (other, By.WALKOVER)


@pytest.mark.parametrize("people", SIZES)
@pytest.mark.parametrize("is_final", [False, True])
def test_who_has_won_and_is_disqualified_before_the_next_game_is_followed_by_the_beaten(people, is_final):
    played = Played(people)
    number = min(played.running)
    winner, beaten = played.begun[number]
    played.firm = is_final and played.bracket.sides(played.bracket.after(number))[0] is OPEN
    played.end(number, "a")
    played.goes(winner, disqualified=True)
    played.firm = True
    played.go_on()
    assert played.decided[number][:2] == (beaten, By.RULING)
    finish(played)
    places = played.bracket.places(played.disqualified)
    assert winner not in [entry for group in places for entry in group.entries]


def test_after_a_bye_nobody_is_beaten_who_could_go_on_instead():
    played = Played(3)
    assert played.decided[1][:2] == (1, By.BYE)
    played.goes(1, disqualified=True)
    assert played.decided[1].entry == 1
    finish(played)
    assert played.decided[3].by is By.WALKOVER


@pytest.mark.parametrize("people", SIZES)
def test_who_goes_before_a_replay_gives_a_walkover(people):
    played = Played(people, replays=True)
    number = min(played.running)
    a, b = played.begun[number]
    played.gone.add(b)  # the replay would begin in the same moment
    played.end(number, "drawn")
    assert played.decided[number][:2] == (a, By.WALKOVER)
    finish(played)


@pytest.mark.parametrize("people", [5, 8, 16])
def test_who_was_beaten_in_a_semi_final_and_goes_makes_the_other_third_without_a_game(people):
    played = played_until(people, rounds=Played(people).bracket.rounds - 2)
    one, two = played.bracket.before(played.bracket.final)
    played.end(one, "a")
    beaten = next(each for each in played.bracket.sides(one) if each != played.decided[one].entry)
    played.goes(beaten)
    played.end(two, "a")
    third = played.bracket.third
    other = next(each for each in played.bracket.sides(two) if each != played.decided[two].entry)
    assert played.decided[third][:2] == (other, By.WALKOVER)
    places = {g.first: g.entries for g in finish(played).bracket.places()}
    assert places[3] == (other,) and places[4] == (beaten,)


@pytest.mark.parametrize("people", SIZES)
def test_a_winner_who_is_disqualified_after_the_final_leaves_place_1_to_nobody(people):
    played = finish(Played(people))
    winner = played.decided[played.bracket.final].entry
    second = next(g for g in played.bracket.places() if g.first == 2)
    played.goes(winner, disqualified=True)
    places = played.bracket.places(played.disqualified)
    assert places[0] == second


@pytest.mark.parametrize("people", [8, 16])
@given(data=st.data())
def test_when_both_leave_nobody_goes_on_and_what_neither_reaches_stays_empty(people, data):
    played = Played(people)
    last = data.draw(st.integers(1, played.bracket.rounds - 1), label="round of what stays empty")
    empty = data.draw(st.sampled_from(played.bracket.in_round(last)))
    played.firm = False  # nothing begins before they have left
    for number in played.running:
        played.end(number, data.draw(st.sampled_from(["a", "b"])))
    for entry in first_seats(played.bracket, empty):
        played.goes(entry)
    played.firm = True
    played.go_on()
    finish(played)
    following = played.bracket.after(empty)
    if last > 1:
        assert played.decided[empty][:2] == (None, By.NOBODY)
        assert empty not in played.begun and following not in played.begun
        assert played.decided[following].by is By.WALKOVER
    else:
        assert played.decided[empty].entry in played.begun[empty], "its game was over before"
        assert played.decided[following].by is By.WALKOVER


def first_seats(bracket, pairing) -> list[int]:
    """The entries that can come to a pairing."""
    led = bracket.before(pairing)
    if led is None:
        return [each for each in bracket.sides(pairing) if isinstance(each, int)]
    return [entry for each in led for entry in first_seats(bracket, each)]


@given(courses(), st.booleans(), st.data())
def test_who_is_out_keeps_the_place_whatever_they_do_but_when_disqualified(played, disqualified, data):
    bracket = played.bracket
    before = bracket.places(played.disqualified)
    entry = data.draw(st.integers(1, played.people))
    played.goes(entry, disqualified=disqualified)
    after = played.bracket.places(played.disqualified)
    assert played.decided == dict(bracket.decided)
    if not disqualified:
        assert after == before
        return
    kept = [(group.first, group.last, [each for each in group.entries if each != entry]) for group in before]
    assert [(*each[:2], list(each.entries)) for each in after] == [each for each in kept if each[2]]


@pytest.mark.parametrize("people", SIZES)
def test_both_silent_nobody_goes_on_and_the_next_opponent_has_a_walkover(people):
    played = Played(people)
    number = max(n for n in played.running if played.bracket.round_of(n) == 1)
    following = played.bracket.after(number)
    played.end(number, "silent")
    assert played.decided[number][:2] == (None, By.NOBODY)
    finish(played)
    assert played.decided[following].by is By.WALKOVER


@pytest.mark.parametrize("people", SIZES)
def test_when_all_are_silent_the_bracket_stays_empty_upwards(people):
    played = Played(people)
    while played.running:
        played.end(min(played.running), "silent")
    assert played.is_over
    assert played.decided[played.bracket.final].entry in (None, 1)


@pytest.mark.parametrize("people", SIZES)
def test_a_void_game_waits_for_an_arbiter_or_for_the_time_to_rule(people):
    played = Played(people)
    number = min(played.running)
    a, b = played.begun[number]
    played.end(number, "void")
    assert number not in played.decided and played.go_on() == [number]
    played.name(number, None)
    again = number + played.cup.size
    assert played.begun[again] == (a, b)
    played.end(again, "void")
    assert played.go_on() == [again]
    played.late = True
    played.go_on()
    assert played.decided[number].by is By.MEASURE
    finish(played)
