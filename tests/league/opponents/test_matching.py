"""Who fits whom: the first in the line gets the first who accepts the same and is awake at the same hours."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from time import process_time
from zoneinfo import ZoneInfo

import pytest

from league.leagues.opponents import hours
from league.leagues.opponents.hours import Awake
from league.leagues.opponents.matching import Found, Seeker, pairs
from tests.games.conftest import NOON

NIGHT = (time(23), time(7))
PARIS, LONDON = Awake("Europe/Paris", *NIGHT), Awake("Europe/London", *NIGHT)


def seeker(key: int, *, awake: Awake = PARIS, user: int = 0, language: str = "en", **accepts: str) -> Seeker:
    given = {"games": "intimate", "paces": "day", "languages": "en"} | accepts
    ticks = (frozenset(given[kind].split()) for kind in ("games", "paces", "languages"))
    return Seeker(key, user or key, *ticks, language, awake)


def keys(found: list[Found]) -> list[tuple[int, int]]:
    return [(each.one.key, each.other.key) for each in found]


def test_the_first_in_the_line_gets_the_first_who_fits() -> None:
    line = [seeker(1), seeker(2, games="great-war"), seeker(3), seeker(4), seeker(5, games="great-war")]
    assert keys(pairs(line, set(), NOON, 9)) == [(1, 3), (2, 5)]


def test_the_same_line_gives_the_same_pairs_and_nobody_is_in_two() -> None:
    line = [seeker(key, games="intimate great-war", languages="en fr") for key in range(1, 8)]
    found = pairs(line, {(1, 2)}, NOON, 9)
    assert keys(found) == [(1, 3), (2, 4), (5, 6)]
    assert keys(pairs(line, {(1, 2)}, NOON, 9)) == keys(found)


def test_no_more_pairs_than_asked_for() -> None:
    assert len(pairs([seeker(key) for key in range(1, 20)], set(), NOON, 3)) == 3


def test_all_three_have_to_be_accepted_by_both() -> None:
    for other in ({"games": "great-war"}, {"paces": "two-days"}, {"languages": "fr"}):
        assert not pairs([seeker(1), seeker(2, **other)], set(), NOON, 9)


def test_they_play_in_the_language_that_who_waited_longer_reads_if_both_accept_it() -> None:
    both = {"languages": "en fr"}
    (found,) = pairs([seeker(1, language="fr", **both), seeker(2, **both)], set(), NOON, 9)
    assert found.language == "fr"
    (found,) = pairs([seeker(1, language="fr", **both), seeker(2)], set(), NOON, 9)
    assert found.language == "en"


@pytest.mark.parametrize("other", ["America/Los_Angeles", "Asia/Tokyo", "Asia/Kolkata", "Europe/London"])
def test_the_deadline_lies_in_both_waking_hours_all_year(other: str) -> None:
    awake = Awake(other, *NIGHT)
    hour = hours.deadline_hour(PARIS, awake, date(2026, 3, 1))
    assert hour is not None and hour == hours.deadline_hour(awake, PARIS, date(2026, 3, 1))
    for days in range(365):
        moment = datetime(2026, 3, 1, hour, tzinfo=ZoneInfo("UTC")) + timedelta(days=days)
        for zone in ("Europe/Paris", other):
            assert time(7) <= moment.astimezone(ZoneInfo(zone)).time() < time(23)


def test_two_whose_waking_hours_never_meet_are_not_brought_together() -> None:
    by_day, by_night = Awake("UTC", time(20), time(8)), Awake("UTC", time(8), time(20))
    assert hours.deadline_hour(by_day, by_night, date(2026, 3, 1)) is None
    line = [seeker(1, awake=by_day, paces="day live"), seeker(2, awake=by_night, paces="day live")]
    assert not pairs(line, set(), NOON, 9)


def test_who_has_no_quiet_hours_is_always_awake() -> None:
    assert hours.deadline_hour(Awake("UTC", time(0), time(0)), LONDON, date(2026, 3, 1)) is not None


def test_a_live_game_is_proposed_for_two_evenings_after_the_answers() -> None:
    (found,) = pairs([seeker(1, paces="live"), seeker(2, paces="live", awake=LONDON)], set(), NOON, 9)
    first, second = found.evenings
    assert NOON + timedelta(hours=24) < first < second <= first + timedelta(days=2)
    assert {each.astimezone(ZoneInfo("Europe/Paris")).hour for each in found.evenings} <= {20, 21}


def test_ten_thousand_who_wait_cost_little() -> None:
    many = [seeker(key, games="intimate great-war", languages="en fr") for key in range(1, 10_001)]
    begun = process_time()
    assert len(pairs(many, set(), NOON, 10_000)) == 5000
    assert process_time() - begun < 5
