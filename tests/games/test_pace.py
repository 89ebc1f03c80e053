from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.agreed.pace import DAILY, LIVE, Pace
from games.errors import BadPace

OPENED = datetime(2026, 3, 1, 12, tzinfo=UTC)
PARIS = ZoneInfo("Europe/Paris")


def test_a_live_game_keeps_the_rulebooks_times():
    """RB-23: 30 minutes of press before the first movement, 15 before later ones, 5 of writing; else 5."""
    minutes = {
        ("M", True): 35,
        ("M", False): 20,
        ("R", False): 5,
        ("A", False): 5,
        ("B", False): 5,
        ("H", False): 5,
    }
    for (letter, first), expected in minutes.items():
        assert LIVE.deadline(letter, OPENED, first) - OPENED == timedelta(minutes=expected)


def test_a_live_games_press_closes_five_minutes_before_the_orders_are_due():
    deadline = LIVE.deadline("M", OPENED, first=True)
    assert LIVE.press_closes("M", OPENED, deadline) == OPENED + timedelta(minutes=30)
    assert LIVE.press_closes("B", OPENED, OPENED + timedelta(minutes=5)) == OPENED + timedelta(minutes=5)


def test_press_is_never_closed_before_it_was_open():
    assert LIVE.press_closes("M", OPENED, OPENED + timedelta(minutes=1)) == OPENED


def test_a_daily_phase_lasts_a_day():
    for letter in "HBMRA":
        assert DAILY.deadline(letter, OPENED) == OPENED + timedelta(days=1)


def test_lengths_apart_are_kept_apart():
    pace = Pace(kind="custom", first=100, movement=200, retreats=300, adjustments=400, auctions=500)
    lengths = [pace.length("M", first=True), *(pace.length(letter) for letter in "MRAB")]
    assert [length.total_seconds() for length in lengths] == [100, 200, 300, 400, 500]


def test_a_fixed_time_of_day_closes_phases_then():
    pace = Pace(at=time(21), zone="Europe/Paris")
    deadline = pace.deadline("M", datetime(2026, 3, 1, 20, 0, 3, tzinfo=UTC))
    assert deadline.astimezone(PARIS) == datetime(2026, 3, 2, 21, tzinfo=PARIS)


def test_a_phase_that_opens_seconds_after_the_fixed_time_closes_a_day_later_not_two():
    pace = Pace(at=time(21), zone="Europe/Paris")
    opened = datetime(2026, 3, 1, 21, 0, 2, tzinfo=PARIS)
    for _day in range(10):
        closes = pace.deadline("M", opened)
        assert timedelta(hours=23) < closes - opened < timedelta(hours=25)
        opened = closes + timedelta(seconds=2)


@pytest.mark.parametrize("hour", range(24))
def test_a_daily_phase_with_a_fixed_time_lasts_between_half_a_day_and_a_day_and_a_half(hour):
    pace = Pace(at=time(21), zone="Europe/Paris")
    opened = datetime(2026, 5, 1, hour, 30, tzinfo=UTC)
    assert timedelta(hours=12) <= pace.deadline("M", opened) - opened <= timedelta(hours=36)


@pytest.mark.parametrize(("month", "day", "longest"), [(3, 29, 36), (10, 25, 37)])
def test_where_clocks_change_a_daily_phase_lasts_between_half_a_day_and_37_hours(month, day, longest):
    """An opening every seven minutes of the three days around; the bounds are nearly reached."""
    pace = Pace(at=time(21), zone="Europe/Paris")
    begin = datetime(2026, month, day - 2, tzinfo=UTC)
    openings = [begin + timedelta(minutes=7 * number) for number in range(3 * 24 * 60 // 7)]
    lengths = [pace.deadline("M", opened) - opened for opened in openings]
    assert min(lengths) >= timedelta(hours=12)
    assert timedelta(hours=longest - 0.5) < max(lengths) < timedelta(hours=longest)


def test_short_phases_with_a_fixed_time_do_not_close_at_once():
    pace = Pace(kind="custom", retreats=3600, at=time(21), zone="UTC")
    opened = datetime(2026, 5, 1, 20, 50, tzinfo=UTC)
    assert pace.deadline("R", opened) == datetime(2026, 5, 2, 21, tzinfo=UTC)
    opened = datetime(2026, 5, 1, 20, 20, tzinfo=UTC)
    assert pace.deadline("R", opened) == datetime(2026, 5, 1, 21, tzinfo=UTC)


@pytest.mark.parametrize(
    "day", [datetime(2026, 3, 28, 21, tzinfo=PARIS), datetime(2026, 10, 24, 21, tzinfo=PARIS)]
)
def test_the_fixed_time_stays_the_same_by_the_wall_clock_when_clocks_change(day):
    """Paris puts its clocks forward on 29 March and back on 25 October 2026."""
    deadline = Pace(at=time(21), zone="Europe/Paris").deadline("M", day).astimezone(PARIS)
    assert (deadline.date() - day.date(), deadline.hour) == (timedelta(days=1), 21)
    real = deadline.astimezone(UTC) - day.astimezone(UTC)
    assert real == timedelta(hours=23 if day.month == 3 else 25)


def test_a_fixed_time_that_the_clocks_jump_over_comes_an_hour_later_by_the_wall_clock():
    pace = Pace(at=time(2, 30), zone="Europe/Paris")
    deadline = pace.deadline("M", datetime(2026, 3, 28, 2, 30, tzinfo=PARIS))
    assert deadline == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    assert deadline.astimezone(PARIS).time() == time(3, 30)


def test_a_fixed_time_that_comes_twice_is_the_first():
    pace = Pace(at=time(2, 30), zone="Europe/Paris")
    assert pace.deadline("M", datetime(2026, 10, 24, 2, 30, tzinfo=PARIS)) == datetime(
        2026, 10, 25, 0, 30, tzinfo=UTC
    )


def test_lengths_are_real_time_when_clocks_change():
    opened = datetime(2026, 3, 28, 20, tzinfo=UTC)
    assert DAILY.deadline("M", opened) == opened + timedelta(days=1)


@pytest.mark.parametrize(
    "pace",
    [
        LIVE,
        DAILY,
        Pace(kind="custom", first=100, writing=30, at=time(7, 5), zone="Asia/Kolkata"),
        Pace(weekends_off=True, zone="Asia/Kolkata"),
    ],
)
def test_a_pace_survives_json(pace):
    assert Pace.from_json(pace.to_json()) == pace


def test_presets_go_by_their_name():
    assert Pace.from_json({}) == DAILY
    assert Pace.from_json({"kind": "live"}) == LIVE


def test_a_pace_always_says_whether_weekends_are_off_and_an_older_one_has_none_off():
    assert DAILY.to_json()["weekends_off"] is False
    older = Pace(at=time(21), zone="Europe/Paris").to_json()
    del older["weekends_off"]
    assert not Pace.from_json(older).weekends_off


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"kind": "hourly"}, "kind"),
        ({"movement": 4}, "movement"),
        ({"retreats": "3600"}, "retreats"),
        ({"auctions": True}, "auctions"),
        ({"first": 61 * 24 * 3600}, "first"),
        ({"movement": 300, "first": 300, "writing": 300}, "writing"),
        ({"writing": -1}, "writing"),
        ({"at": "25:00"}, "at"),
        ({"at": 21}, "at"),
        ({"kind": "live", "at": "21:00"}, "at"),
        ({"zone": "Europe/Calais"}, "zone"),
        ({"kind": "live", "weekends_off": True}, "weekends_off"),
        ({"weekends_off": "no"}, "weekends_off"),
        ({"speed": 9}, "kind"),
    ],
)
def test_a_pace_that_cannot_be_kept_is_refused_by_the_field_that_is_wrong(wrong, field):
    with pytest.raises(BadPace) as refused:
        Pace.from_json(wrong)
    assert refused.value.field == field
    assert str(refused.value)


def test_the_shortest_phase_is_a_setting(settings):
    settings.GAMES_SHORTEST_PHASE = 60
    with pytest.raises(BadPace, match="60"):
        Pace(movement=59)
    assert Pace(movement=60).movement == 60
