"""The longest game, and the last moment at which one may be begun."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.agreed.absence import POLICIES, TOURNAMENT
from games.agreed.pace import DAY, Pace
from league.competitions.rules.calendar import last_challenge, letters_of, longest_game

ABSENCE = POLICIES[TOURNAMENT]
BEGINS = datetime(2026, 3, 2, 20, tzinfo=UTC)


def test_a_year_of_intimate_has_an_auction_and_all_its_phases():
    assert "".join(letters_of("intimate", {"last_year": 1902})) == "HBMRMRABMRMRA"
    given_homes = {"last_year": 1901, "homes": {"1": "FRANCE", "2": "TURKEY"}}
    assert "".join(letters_of("intimate", given_homes)) == "BMRMRA"
    assert "".join(letters_of("standard", {"players": 2})).startswith("MRMRAMRMRA")


def test_the_longest_game_counts_phases_extensions_and_holidays():
    game = longest_game("intimate", {"last_year": 1902}, Pace(), ABSENCE, BEGINS)
    assert game.phases == {"H": 1, "B": 2, "M": 4, "R": 4, "A": 2}
    assert game.extensions == timedelta(hours=24)  # one each, of twelve hours
    assert game.holidays == timedelta(days=14)  # seven each, in one calendar year
    # What holidays move is closed with the phase that they fell into: that is a day more at the most.
    assert game.ends_at == BEGINS + timedelta(days=13 + 1 + 14 + 1)


def test_a_season_over_new_year_counts_the_holidays_of_two_years():
    game = longest_game("intimate", {"last_year": 1902}, Pace(), ABSENCE, BEGINS, years=2)
    assert game.holidays == timedelta(days=28)


@pytest.mark.slow
@given(
    days=st.integers(0, 400),
    hours=st.integers(6, 48),
    fixed=st.booleans(),
    weekends=st.booleans(),
    answer_days=st.integers(0, 7),
    zone=st.sampled_from(["Europe/Paris", "America/New_York", "UTC"]),
)
def test_a_challenge_at_the_last_moment_can_end_in_time_and_a_day_later_could_not(
    days, hours, fixed, weekends, answer_days, zone
):
    pace = Pace(
        movement=hours * DAY // 24,
        first=hours * DAY // 24,
        at=time(20) if fixed else None,
        weekends_off=weekends,
        zone=zone,
    )
    ends = BEGINS + timedelta(days=days)
    settings = {"last_year": 1903}
    until = last_challenge(
        "intimate",
        settings,
        pace,
        ABSENCE,
        answer_days=answer_days,
        starts_at=datetime(2025, 11, 1, tzinfo=UTC),
        ends_at=ends,
        zone=zone,
    )
    local = until.astimezone(ZoneInfo(zone))
    assert local.time() == time(0)

    def end_of(moment):
        answered = moment + timedelta(days=answer_days)
        years = 1 + ends.year - 2025
        return longest_game("intimate", settings, pace, ABSENCE, answered, years=years).ends_at

    assert all(end_of(until - timedelta(hours=each)) <= ends for each in (0, 1, 30, 100, 500))
    assert end_of(until + timedelta(days=8)) > ends
