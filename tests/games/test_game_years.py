"""The last year that a new game is offered: a year's play at most (HR-7)."""

from __future__ import annotations

from datetime import time

import pytest

from games.agreed.game_years import has_default, last_year_at, letters_of_year
from games.agreed.pace import DAILY, LIVE, Pace

WEEK, TWO_MONTHS = 7 * 24 * 3600, 60 * 24 * 3600


def slow(seconds: int, **more) -> Pace:
    names = ("first", "movement", "retreats", "adjustments", "auctions")
    return Pace(kind="custom", **dict.fromkeys(names, seconds), **more)


def test_only_where_the_greater_power_wins_then_is_there_a_last_year_by_default():
    assert [key for key in ("intimate", "intimate-ii") if has_default(key)] == ["intimate", "intimate-ii"]
    assert not any(has_default(key) for key in ("standard", "spy", "devil-and-god"))


def test_a_year_has_its_auction_and_every_phase_that_may_come():
    assert letters_of_year(["A", "B", "H", "M", "R"]) == ("B", "M", "R", "M", "R", "A")


@pytest.mark.parametrize(
    ("pace", "year"),
    [
        (LIVE, 1920),
        (DAILY, 1920),
        (slow(WEEK), 1908),  # 1 week for homes, then 6 a year: 49 weeks; a ninth year ends after 55
        (slow(WEEK, weekends_off=True), 1908),
        (slow(TWO_MONTHS), 1901),
    ],
)
def test_the_default_fits_into_a_years_play(pace, year):
    assert last_year_at(pace, "intimate") == last_year_at(pace, "intimate-ii") == year


def test_weekends_off_and_a_fixed_time_count_as_the_days_they_cost():
    days = slow(3 * 24 * 3600)
    closing_on_weekdays = slow(3 * 24 * 3600, weekends_off=True, at=time(20), zone="Europe/Paris")
    assert last_year_at(days, "intimate") == 1920
    assert last_year_at(closing_on_weekdays, "intimate") < 1920
