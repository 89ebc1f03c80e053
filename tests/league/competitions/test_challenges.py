"""Who may challenge whom, with a reason for every no."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.competitions.ladder.challenges import (
    LadderState,
    Open,
    Refusal,
    Why,
    may_challenge,
    pause_after_decline,
    reach_in_ranks,
    why_not,
)
from league.competitions.ladder.rules.challenge_rules import ChallengeRules, Reach

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""The processor is shared with other tests."""

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
RULES = ChallengeRules()


def scene(**given):
    around = {"begins": NOW - timedelta(days=80), "ends": NOW + timedelta(days=2)}
    return LadderState(**{"table": range(1, 11), **around, **given})


def test_nobody_challenges_themselves_or_somebody_who_is_not_there():
    assert why_not(RULES, scene(), 7, 7, NOW) == Refusal(Why.SELF)
    assert why_not(RULES, scene(), 7, 99, NOW) == Refusal(Why.ABSENT)
    assert why_not(RULES, scene(), 99, 7, NOW) == Refusal(Why.ABSENT)


def test_challenges_have_a_first_and_a_last_moment():
    early, late = NOW - timedelta(days=81), NOW + timedelta(days=2)
    assert why_not(RULES, scene(), 7, 6, early) == Refusal(Why.BEFORE, until=scene().begins)
    assert why_not(RULES, scene(), 7, 6, late) == Refusal(Why.AFTER, until=scene().ends)
    assert why_not(RULES, scene(), 7, 6, late - timedelta(microseconds=1)) is None


def test_challenges_go_up_within_the_range():
    assert why_not(RULES, scene(), 7, 8, NOW) == Refusal(Why.BELOW)
    assert why_not(RULES, scene(), 7, 3, NOW) is None
    assert why_not(RULES, scene(), 7, 2, NOW) == Refusal(Why.FAR, 5, 4)


@pytest.mark.parametrize(("rank", "reach"), [(1, 0), (2, 1), (5, 2), (11, 4), (100, 40)])
def test_a_share_of_those_above_is_rounded_up(rank, reach):
    assert reach_in_ranks(ChallengeRules(reach=Reach.SHARE, reach_of=40), rank) == reach


def test_a_distance_of_ratings_counts_whoever_stands_above():
    rules = ChallengeRules(reach=Reach.RATING, reach_of=100)
    rated = scene(ratings={1: 1800, 2: 1500.5, 3: 1400})
    assert why_not(rules, rated, 3, 1, NOW) == Refusal(Why.FAR, 400, 100)
    assert why_not(rules, rated, 3, 2, NOW) == Refusal(Why.FAR, 101, 100)
    assert why_not(rules, rated, 2, 3, NOW) == Refusal(Why.BELOW)


def test_two_who_have_something_open_between_them_wait_for_its_end():
    asked, playing = Open(3, 7, 5, False), Open(4, 6, 7, True)
    now = scene(open=[asked, playing])
    assert why_not(RULES, now, 7, 5, NOW) == Refusal(Why.ASKED, challenge=3)
    assert why_not(RULES, now, 7, 6, NOW) == Refusal(Why.PLAYING, challenge=4)


def test_the_same_two_do_not_meet_again_at_once():
    again = NOW + timedelta(days=6)
    met = {frozenset((6, 7)): again}
    assert why_not(RULES, scene(met=met), 7, 6, NOW) == Refusal(Why.MET, limit=14, until=again)
    assert why_not(RULES, scene(met=met, ends=NOW + timedelta(days=9)), 7, 6, again) is None


def test_whoever_was_declined_waits_and_nobody_else_does():
    until = NOW + timedelta(days=5)
    now = scene(declined={(7, 6): until}, ends=NOW + timedelta(days=60))
    assert why_not(RULES, now, 7, 6, NOW) == Refusal(Why.DECLINED, until=until)
    assert why_not(RULES, now, 7, 5, NOW) is None, "others can be challenged"
    assert why_not(RULES, now, 8, 6, NOW) is None, "and by others"
    assert why_not(RULES, now, 7, 6, until) is None
    turned = scene(declined={(6, 7): until}, ends=NOW + timedelta(days=60))
    assert why_not(RULES, turned, 7, 6, NOW) is None, "who declined may challenge, if they stand lower now"


@pytest.mark.parametrize(
    ("days", "left", "alone", "waits"),
    [
        (5, 60, False, timedelta(days=5)),
        (5, 20, False, timedelta(days=5)),
        (5, 8, False, timedelta(days=2)),
        (5, 0, False, timedelta()),
        (5, -1, False, timedelta()),
        (0, 60, False, timedelta()),
        (5, 60, True, timedelta(days=1)),
        (5, 2, True, timedelta(hours=12)),
        (0, 60, True, timedelta()),
    ],
)
def test_the_pause_after_a_decline_is_the_lesser_of_its_days_and_a_quarter_of_what_is_left(
    days, left, alone, waits
):
    rules = replace(RULES, decline_pause_days=days, reach_of=1 if alone else RULES.reach_of)
    now = scene(ends=NOW + timedelta(days=left))
    assert pause_after_decline(rules, now, 7, 6, NOW) == waits


def test_holidays_are_respected():
    until = NOW + timedelta(days=1)
    assert why_not(RULES, scene(away={7: until}), 7, 6, NOW) == Refusal(Why.AWAY, until=until)
    assert why_not(RULES, scene(away={6: until}), 7, 6, NOW) == Refusal(Why.THEY_ARE_AWAY, until=until)
    assert why_not(RULES, scene(away={6: until}), 7, 6, until) is None


def test_caps_say_their_numbers():
    out = [Open(1, 7, 5, False)]
    assert why_not(RULES, scene(open=out), 7, 6, NOW) == Refusal(Why.OUTGOING, 1, 1)
    assert why_not(RULES, scene(open=out), 8, 5, NOW) == Refusal(Why.INCOMING, 1, 1)
    games = [Open(1, 7, 1, True), Open(2, 2, 7, True)]
    assert why_not(RULES, scene(open=games), 7, 6, NOW) == Refusal(Why.GAMES, 2, 2)
    assert why_not(RULES, scene(open=games), 8, 7, NOW) == Refusal(Why.THEIR_GAMES, 2, 2)
    free = ChallengeRules(outgoing=0, incoming=0, games=0)
    assert why_not(free, scene(open=[*out, *games]), 7, 6, NOW) is None


@UNHURRIED
@given(st.data())
def test_whoever_may_be_challenged_stands_above_and_within_reach(data):
    rules = ChallengeRules(
        reach=data.draw(st.sampled_from([Reach.RANKS, Reach.SHARE])), reach_of=data.draw(st.integers(1, 100))
    )
    table = data.draw(st.permutations(range(1, 9)))
    by = data.draw(st.sampled_from(table))
    rank = table.index(by) + 1
    found = may_challenge(rules, scene(table=table), by, NOW)
    nearest = reach_in_ranks(rules, rank)
    assert found == table[max(0, rank - 1 - nearest) : rank - 1]
