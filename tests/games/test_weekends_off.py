"""No deadline on a Saturday or Sunday of the game's zone, where its pace says so."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils.translation import override

from games.adjudication.drain import drain
from games.agreed.pace import DAILY, DAY, Pace
from games.forms.pace import PaceForm
from games.lists.terms import pace_briefly, pace_in_words
from tests.games.conftest import house_was_up, phase_of

PARIS = ZoneInfo("Europe/Paris")
TEHRAN = ZoneInfo("Asia/Tehran")

FIXED = Pace(at=time(21), weekends_off=True, zone="Europe/Paris")
LOOSE = Pace(weekends_off=True, zone="Europe/Paris")


def in_paris(day: str) -> datetime:
    return datetime.fromisoformat(day).replace(tzinfo=PARIS)


def plain(text: str) -> str:
    """French text with spaces that may break, as they are easier to read in a test."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("opened", "closes"),
    [
        ("2026-05-06T21:00", "2026-05-07T21:00"),  # Wednesday
        ("2026-05-07T21:00", "2026-05-08T21:00"),
        ("2026-05-08T21:00", "2026-05-11T21:00"),  # Friday: Saturday is off
        ("2026-05-09T15:00", "2026-05-11T21:00"),
        ("2026-05-10T21:00", "2026-05-11T21:00"),  # Sunday evening: Monday is a day later, and no weekend
        ("2026-05-11T21:00", "2026-05-12T21:00"),
    ],
)
def test_a_fixed_time_that_would_fall_on_a_weekend_is_mondays(opened, closes):
    assert FIXED.deadline("M", in_paris(opened)) == in_paris(closes)


@pytest.mark.parametrize(
    ("opened", "closes"),
    [
        ("2026-05-07T15:20:07", "2026-05-08T15:20:07"),
        ("2026-05-07T23:59:59", "2026-05-08T23:59:59"),
        ("2026-05-08T00:00", "2026-05-11T00:00"),  # Friday: the weekend begins at midnight
        ("2026-05-08T15:20:07", "2026-05-11T15:20:07"),
        ("2026-05-09T15:20:07", "2026-05-11T15:20:07"),
        ("2026-05-09T23:59:59", "2026-05-11T23:59:59"),
        ("2026-05-10T00:00", "2026-05-11T00:00"),  # Sunday: it is over at midnight
    ],
)
def test_without_a_fixed_time_a_weekends_deadline_is_mondays_at_the_same_time_of_day(opened, closes):
    assert LOOSE.deadline("M", in_paris(opened)) == in_paris(closes)


def test_every_kind_of_phase_leaves_the_weekend_out():
    friday = in_paris("2026-05-08T21:00")
    for letter in "HBMRAE":
        assert (
            FIXED.deadline(letter, friday) == LOOSE.deadline(letter, friday) == in_paris("2026-05-11T21:00")
        )
    assert FIXED.deadline("M", friday, first=True) == in_paris("2026-05-11T21:00")


def test_lengths_of_ones_own_leave_the_weekend_out_and_count_it_otherwise():
    """Three days from Friday are Monday; two days from Thursday would be Saturday."""
    pace = Pace(kind="custom", movement=3 * DAY, retreats=2 * DAY, weekends_off=True, zone="Europe/Paris")
    assert pace.deadline("M", in_paris("2026-05-08T09:00")) == in_paris("2026-05-11T09:00")
    assert pace.deadline("R", in_paris("2026-05-07T09:00")) == in_paris("2026-05-11T09:00")


def test_the_weekend_is_that_of_the_zone():
    """Friday 23:00 in London is Saturday in Auckland, and Sunday 13:00 is Monday there."""
    auckland = Pace(weekends_off=True, zone="Pacific/Auckland")
    thursday = datetime(2026, 6, 4, 23, tzinfo=UTC)
    assert auckland.deadline("M", thursday) == datetime(2026, 6, 7, 23, tzinfo=UTC)
    saturday = datetime(2026, 6, 6, 13, tzinfo=UTC)
    assert auckland.deadline("M", saturday) == saturday + timedelta(days=1)


def test_weekends_count_where_nobody_left_them_out():
    assert Pace(zone="Europe/Paris").deadline("M", in_paris("2026-05-08T15:00")) == in_paris(
        "2026-05-09T15:00"
    )


@pytest.mark.parametrize(
    ("friday", "longer"), [("2026-03-27", timedelta(hours=-1)), ("2026-10-23", timedelta(hours=1))]
)
@pytest.mark.parametrize("pace", [FIXED, LOOSE])
def test_it_is_the_same_time_of_day_on_monday_when_sundays_clocks_changed(pace, friday, longer):
    """Paris puts its clocks forward on Sunday 29 March 2026 and back on Sunday 25 October."""
    opened = in_paris(f"{friday}T21:00")
    closes = pace.deadline("M", opened)
    assert (closes.astimezone(PARIS).weekday(), closes.astimezone(PARIS).time()) == (0, time(21))
    assert closes - opened.astimezone(UTC) == timedelta(days=3) + longer


@pytest.mark.parametrize("at", [time(2, 30), None])
def test_a_time_that_sunday_lacks_or_has_twice_is_mondays_ordinary_one(at):
    pace = Pace(at=at, weekends_off=True, zone="Europe/Paris")
    assert pace.deadline("M", in_paris("2026-03-27T02:30")) == in_paris("2026-03-30T02:30")
    for hour in (0, 1):  # both are half past two in Paris, a day before it comes twice or at its second
        opened = datetime(2026, 10, 24, hour, 30, tzinfo=UTC)
        closes = pace.deadline("M", opened)
        assert closes == datetime(2026, 10, 26, 1, 30, tzinfo=UTC)
        assert closes.astimezone(PARIS).time() == time(2, 30)


@pytest.mark.parametrize("at", [time(0, 30), None])
def test_a_time_that_monday_lacks_is_that_much_later_by_the_clock(at):
    """Iran put its clocks forward from midnight to one on Monday 22 March 2021."""
    pace = Pace(at=at, weekends_off=True, zone="Asia/Tehran")
    closes = pace.deadline("M", datetime(2021, 3, 19, 0, 30, tzinfo=TEHRAN))
    assert closes == datetime(2021, 3, 21, 21, tzinfo=UTC)
    assert closes.astimezone(TEHRAN).isoformat() == "2021-03-22T01:30:00+04:30"


@pytest.mark.parametrize("at", [time(23, 30), None])
def test_a_time_that_monday_has_twice_is_the_first(at):
    """Iran put its clocks back from midnight to 23:00 at the end of Monday 21 September 2015."""
    pace = Pace(at=at, weekends_off=True, zone="Asia/Tehran")
    closes = pace.deadline("M", datetime(2015, 9, 18, 23, 30, tzinfo=TEHRAN))
    assert closes == datetime(2015, 9, 21, 19, tzinfo=UTC)
    assert closes.astimezone(TEHRAN).isoformat() == "2015-09-21T23:30:00+04:30"


def test_a_game_rests_from_friday_to_monday(make_game, seat_both, set_clock):
    set_clock(in_paris("2026-03-05T20:00"))  # Thursday
    game = seat_both(make_game(pace=FIXED))
    deadlines = []
    for _phase in range(3):
        phase = phase_of(game)
        assert phase.closes_at == phase.deadline
        deadlines.append(phase.deadline)
        set_clock(phase.deadline + timedelta(seconds=3))
        house_was_up()
        drain()
    assert deadlines == [in_paris(f"2026-03-{day}T21:00") for day in ("06", "09", "10")]


@pytest.mark.parametrize(
    ("pace", "english", "french"),
    [
        (
            FIXED,
            "daily: 1 day a phase, closing at 21:00 (Paris), never on a Saturday or Sunday",
            "quotidien : 1 jour par phase, clôture à 21:00 (Paris), jamais le samedi ni le dimanche",
        ),
        (
            LOOSE,
            "daily: 1 day a phase, never closing on a Saturday or Sunday (Paris)",
            "quotidien : 1 jour par phase, sans clôture le samedi ni le dimanche (Paris)",
        ),
        (
            Pace(at=time(21), zone="Europe/Paris"),
            "daily: 1 day a phase, closing at 21:00 (Paris)",
            "quotidien : 1 jour par phase, clôture à 21:00 (Paris)",
        ),
    ],
)
def test_a_games_terms_say_whether_weekends_are_off(pace, english, french):
    assert pace_in_words(pace) == english
    with override("fr"):
        assert plain(pace_in_words(pace)) == french


def test_a_line_of_a_list_says_whether_weekends_are_off():
    assert [pace_briefly(pace) for pace in (DAILY, LOOSE)] == ["1 day a phase", "1 day a phase, weekends off"]
    with override("fr"):
        assert plain(pace_briefly(FIXED)) == "1 jour par phase, hors week-end"


LENGTHS = {
    f"{name}_{part}": value
    for name in ("first", "movement", "retreats", "adjustments", "auctions")
    for part, value in (("number", "2"), ("unit", str(DAY)))
}


@pytest.mark.parametrize("kind", ["daily", "custom"])
def test_the_form_asks_for_the_zone_of_weekends_without_a_fixed_time(kind):
    form = PaceForm({"kind": kind, "weekends_off": "on", "zone": "Europe/Paris"} | LENGTHS)
    assert form.is_valid(), form.errors
    assert (form.pace.kind, form.pace.at, form.pace.weekends_off) == (kind, None, True)
    assert form.pace.zone == "Europe/Paris"
    again = PaceForm(initial=form.pace.to_json())
    assert (again["weekends_off"].value(), again["zone"].value()) == (True, "Europe/Paris")


def test_the_form_takes_a_fixed_time_and_weekends_together_or_apart():
    posted = {"kind": "daily", "at": "21:00", "zone": "Europe/Paris"}
    for weekends, pace in (({"weekends_off": "on"}, FIXED), ({}, Pace(at=time(21), zone="Europe/Paris"))):
        form = PaceForm(posted | weekends, initial=FIXED.to_json())
        assert form.is_valid(), form.errors
        assert form.pace == pace


def test_a_live_pace_has_no_weekends_off_whatever_was_ticked_before():
    form = PaceForm({"kind": "live", "at": "21:00", "weekends_off": "on", "zone": "Europe/Paris"})
    assert form.is_valid(), form.errors
    assert (form.pace.weekends_off, form.pace.at) == (False, None)


def test_a_zone_that_does_not_exist_is_refused_and_weekends_stay_ticked():
    form = PaceForm({"kind": "daily", "weekends_off": "on", "zone": "Europe/Calais"})
    assert set(form.errors) == {"zone"}
    assert form["weekends_off"].value() is True


def test_the_form_says_in_french_what_weekends_off_means():
    with override("fr"):
        page = str(PaceForm())
    assert "Pas d’échéance le samedi ni le dimanche" in page
    assert "Une échéance du week-end passe au lundi, à la même heure" in page
    assert "Fuseau horaire" in page
