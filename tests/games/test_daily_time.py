"""Weeks of phases at a fixed time of day: nothing that comes between movements drags it away.

Each game opens its phases seconds after those before closed, as the drain does, retreats and adjustments
among them; half of all phases close early because everyone is ready. Its weeks hold a change of clocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from itertools import cycle
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest

from games.agreed.pace import DAY, Pace

HOUR = 3600
YEAR = "MRMRA"
LATE = timedelta(hours=1)
"""What a phase lasts longer where clocks are put back."""

ZONES = ("Europe/Paris", "America/New_York")
BEGINS = (datetime(2026, 2, 25, 9, tzinfo=UTC), datetime(2026, 10, 7, 9, tzinfo=UTC))
"""Clocks change on 8 and 29 March, 25 October and 1 November 2026; a game goes on for 60 days or more."""
TIMES = (time(21), time(9), time(0), time(2, 30))


class Played(NamedTuple):
    """One phase as it was played."""

    letter: str
    opened: datetime
    deadline: datetime


def played(pace: Pace, begin: datetime, chance: Random | None = None) -> Iterator[Played]:
    """60 days of phases. With `chance` half of them close early, at any moment."""
    opened = begin
    for letter in cycle(YEAR):
        if opened > begin + timedelta(days=60):
            return
        phase = Played(letter, opened, pace.deadline(letter, opened))
        yield phase
        closed = phase.deadline
        if chance and chance.random() < 0.5:
            closed = opened + chance.random() * (phase.deadline - opened)
        opened = closed + timedelta(seconds=chance.randrange(1, 90) if chance else 2)


def wall_clock(moment: datetime, pace: Pace) -> datetime:
    return moment.astimezone(ZoneInfo(pace.zone)).replace(tzinfo=None)


def is_at_the_fixed_time(moment: datetime, pace: Pace) -> bool:
    """Whether a clock there shows it; where clocks were put forward over it, what it became."""
    zone = ZoneInfo(pace.zone)
    local = moment.astimezone(zone)
    return pace.at is not None and moment == datetime.combine(local.date(), pace.at, zone).astimezone(UTC)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("begin", BEGINS)
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("weekends_off", [False, True])
@pytest.mark.parametrize("between", [5 * 60, HOUR, 12 * HOUR, DAY])
@pytest.mark.parametrize("movement", [DAY, 36 * HOUR, 2 * DAY, 7 * DAY])
def test_movements_keep_to_the_fixed_time_and_to_their_length(movement, between, weekends_off, zone, begin):
    weekend = timedelta(days=2 * weekends_off)
    for at in TIMES:
        pace = Pace(
            kind="custom", first=movement, movement=movement, retreats=between, adjustments=between,
            at=at, weekends_off=weekends_off, zone=zone,
        )  # fmt: skip
        for seed in range(3):
            for phase in played(pace, begin, Random(seed)):
                assert is_at_the_fixed_time(phase.deadline, pace)
                assert not weekends_off or wall_clock(phase.deadline, pace).weekday() < 5
                lasts, length = phase.deadline - phase.opened, pace.length(phase.letter)
                assert lasts >= length / 2
                if phase.letter == "M":
                    assert lasts <= length * 1.5 + weekend + LATE
                else:
                    assert lasts <= max(length * 1.5, length / 2 + timedelta(days=1)) + weekend + LATE


@pytest.mark.parametrize("begin", BEGINS)
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("between", [HOUR, 12 * HOUR, DAY])
def test_a_daily_movement_after_retreats_or_adjustments_of_any_length_is_a_day_by_the_clock(
    between, zone, begin
):
    pace = Pace(kind="custom", retreats=between, adjustments=between, at=time(21), zone=zone)
    days = [
        wall_clock(phase.deadline, pace).date() - wall_clock(phase.opened, pace).date()
        for phase in list(played(pace, begin))[1:]
    ]
    assert set(days) == {timedelta(days=1)}


@pytest.mark.parametrize("zone", ZONES)
def test_a_movement_keeps_to_the_daily_time_after_retreats_that_closed_early(zone):
    """Where half a day or more is left until then it closes the same day, else the day after."""
    pace = Pace(kind="custom", retreats=12 * HOUR, at=time(21), zone=zone)
    evening = datetime(2026, 5, 4, 21, tzinfo=ZoneInfo(zone))
    today, tomorrow = evening + timedelta(days=1), evening + timedelta(days=2)
    assert pace.deadline("R", evening + timedelta(seconds=2)) == today
    for minutes in range(1, 24 * 60, 7):
        opened = evening + timedelta(minutes=minutes)
        assert pace.deadline("M", opened) == (today if minutes <= 12 * 60 else tomorrow)


@pytest.mark.parametrize("at", TIMES)
def test_a_deadline_is_the_same_in_whatever_zone_its_opening_is_said(at):
    """Lengths are time that passes: the 12 hours from one time of a clock to another may be 11 or 13."""
    pace = Pace(at=at, zone="Europe/Paris")
    for begin in (datetime(2026, 3, 27, tzinfo=UTC), datetime(2026, 10, 23, tzinfo=UTC)):
        for quarter in range(4 * 24 * 4):
            opened = begin + timedelta(minutes=15 * quarter)
            said = opened.astimezone(ZoneInfo("Europe/Paris"))
            assert pace.deadline("M", said) == pace.deadline("M", opened)
