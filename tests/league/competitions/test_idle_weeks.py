"""Idle weeks: seven checks at midnight, what saves a week, what four in a row cost, and when."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction

from games.common import clock
from games.common.outbox.row import OutboxRow
from games.models import Holiday
from league.competitions import services
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.challenges import Why, why_not_anew
from league.competitions.ladder.idle_weeks import Asked, Week, check_days, idle_in, in_a_row, week_ended_by
from league.competitions.ladder.rules.challenge_rules import ChallengeRules
from league.competitions.ladder.services import dropping, idling, table
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.models import Event, IdleCheck, IdleWeek
from tests.league.competitions.seasons import DAY, RULES, STARTS

OPEN = ChallengeRules(reach_of=9, outgoing=3, incoming=3, games=3, pause_days=0)
ALL = frozenset({1, 2, 3})
FIRST = date(2026, 9, 1)


# The rule, in plain values --------------------------------------------------------------------------------


def test_a_week_is_idle_if_all_seven_checks_offered_somebody_and_nothing_was_done():
    assert idle_in(Week([ALL] * 7)) == ALL
    assert idle_in(Week([ALL] * 6 + [ALL - {2}])) == {1, 3}
    assert idle_in(Week([ALL] * 6)) == set(), "a check that did not run offered nothing"
    assert idle_in(Week([])) == set()


@pytest.mark.parametrize("saved", ["challenged", "played", "away", "late"])
def test_a_challenge_a_game_a_holiday_or_coming_late_saves_a_week(saved):
    assert idle_in(Week([ALL] * 7, **{saved: frozenset({3})})) == {1, 2}


def test_weeks_in_a_row_are_counted_to_the_limit_and_anew_after_it():
    assert in_a_row({1, 2, 3}, {1: 3, 2: 4, 9: 2}, limit=4) == {1: 4, 2: 1, 3: 1}
    assert in_a_row({1}, {1: 1}, limit=1) == {1: 1}


def test_the_seventh_check_is_at_the_midnight_that_ends_the_week():
    days = check_days(FIRST, week=1)
    assert (days[0], days[-1]) == (date(2026, 9, 9), date(2026, 9, 15))
    ended = [week_ended_by(FIRST, FIRST + number * DAY) for number in range(15)]
    assert ended == [None] * 7 + [0] + [None] * 6 + [1]


# In a season ----------------------------------------------------------------------------------------------


def idle_in_week(season, week=0):
    """The numbers of the entries whose week was idle."""
    rows = IdleWeek.objects.filter(entry__competition=season.competition, week=week)
    return set(rows.values_list("entry__number", flat=True))


def midnight_after(season):
    """The next one in the season's zone."""
    today = season.clock.now.astimezone(ZoneInfo(RULES.zone)).date()
    return clock.midnight(today + DAY, RULES.zone)


def away(season, entry, begins, length):
    Holiday.objects.create(
        league=season.league,
        user=entry.user,
        first=begins.date(),
        last=(begins + length).date(),
        zone="UTC",
        begins_at=begins,
        ends_at=begins + length,
        announced_at=season.clock.now,
    )


@pytest.mark.slow
def test_four_idle_weeks_in_a_row_cost_three_ranks(make_season):
    season = make_season(challenges=OPEN, free_declines=20).begin(6)
    top, idle = season.entry(1), season.entry(2)
    active = [season.entry(rank) for rank in range(3, 7)]
    before = season.table
    for _week in range(4):
        assert season.table == before
        for entry in active:
            ladder_services.decline(challenge=season.challenge(entry, top), user=top.user)
        season.watch(days=7)
    assert [event.facts for event in Event.objects.filter(kind="idle")] == [{"entry": idle.number, "cost": 3}]
    assert season.table == [before[0], *before[2:5], idle.number, before[5]]
    assert not table.has_drifted(season.competition)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    "zone, midnight", [("Europe/Paris", 22), ("America/New_York", 4), ("Asia/Tokyo", 15)]
)
def test_an_idle_event_is_of_the_moment_of_the_seventh_check(make_season, zone, midnight):
    season = make_season(zone=zone, idle_weeks=1).begin(3)
    season.watch(days=8)
    first = idling.first_day(season.competition)
    events = Event.objects.filter(kind="idle")
    assert {event.entry.number for event in events} == idle_in_week(season) and len(events) == 2
    [at] = {event.at for event in events}
    assert at.hour == midnight and clock.midnight(first + 7 * DAY, zone) == at
    assert {event.recorded_at - at for event in events} == {timedelta(minutes=1)}
    assert not table.has_drifted(season.competition)


@pytest.mark.slow
def test_weeks_follow_the_clocks_of_the_zone_when_these_change(make_season):
    """In Paris the clocks go back on 25 October: that week has an hour more."""
    season = make_season(idle_weeks=1, cost=1).begin(3)
    season.watch(days=63)
    hours = set(Event.objects.filter(kind="idle").values_list("at__hour", flat=True))
    assert hours == {22, 23}


@pytest.mark.slow
def test_three_idle_weeks_and_one_that_is_not_cost_nothing(make_season):
    season = make_season(challenges=OPEN).begin(2)
    low, high = season.entry(2), season.entry(1)
    season.watch(days=21)
    ladder_services.decline(challenge=season.challenge(low, high), user=high.user)
    season.watch(days=7 * 4)
    assert [idle_in_week(season, week) for week in range(4)] == [{low.number}] * 3 + [set()]
    assert list(low.idle_weeks.order_by("week").values_list("in_a_row", flat=True)) == [1, 2, 3, 1, 2, 3]
    assert not Event.objects.filter(kind="idle").exists()


@pytest.mark.slow
def test_after_four_in_a_row_the_next_four_cost_again(make_season):
    season = make_season(challenges=OPEN).begin(2)
    low = season.entry(2)
    season.watch(days=7 * 8)
    assert list(low.idle_weeks.order_by("week").values_list("in_a_row", flat=True)) == [1, 2, 3, 4] * 2
    days = [event.at - STARTS for event in Event.objects.filter(kind="idle").order_by("at")]
    assert [each // DAY + 1 for each in days] == [28, 56]
    told = OutboxRow.objects.filter(payload__occasion="idle").values_list("payload__user", flat=True)
    assert list(told) == [low.user_id] * 2


@pytest.mark.slow
def test_a_running_season_game_saves_the_week_of_both(make_season):
    season = make_season(challenges=OPEN).begin(4)
    made = season.begin_game(season.entry(4), season.entry(3))
    season.watch(days=7)
    assert idle_in_week(season) == {season.entry(2).number}
    season.watch(days=3)
    season.concede(made, made.of)
    season.hear()
    season.watch(days=4)
    assert idle_in_week(season, 1) == {season.entry(2).number}, "it ran for some days of this week"
    season.watch(days=7)
    assert idle_in_week(season, 2) == {season.entry(rank).number for rank in (2, 3, 4)}


@pytest.mark.slow
def test_a_game_saves_no_week_after_its_end_although_its_result_is_heard_of_late(make_season):
    season = make_season(challenges=OPEN).begin(2)
    made = season.begin_game(season.entry(2), season.entry(1))
    low = made.by.number
    season.watch(days=6)
    season.concede(made, made.of)
    season.watch(days=8)
    assert (idle_in_week(season, 0), idle_in_week(season, 1)) == (set(), set())
    season.hear()
    season.watch(days=7)
    assert idle_in_week(season, 2) == {next(each for each in season.table if each != low)}


def test_declining_makes_no_week_idle(make_season):
    season = make_season(challenges=OPEN).begin(3)
    low, middle = season.entry(3), season.entry(2)
    ladder_services.decline(challenge=season.challenge(low, middle), user=middle.user)
    season.challenge(middle, season.entry(1))
    season.watch(days=7)
    assert idle_in_week(season) == set()


@pytest.mark.parametrize("is_old", [True, False])
def test_a_challenge_over_one_midnight_and_taken_back_saves_no_week(make_season, is_old):
    """It is left out of the caps, and of what is open between the two, when the ladder is looked at."""
    season = make_season(challenges=replace(OPEN, outgoing=1, incoming=1, decline_pause_days=0)).begin(4)
    if is_old:
        season.of_old()
    entries = low, middle, upper = [season.entry(rank) for rank in (4, 3, 2)]
    for challenger, challenged in ((low, middle), (middle, upper), (upper, season.entry(1))):
        season.clock(midnight_after(season) - timedelta(seconds=30))
        over_night = season.challenge(challenger, challenged)
        season.watch(days=1)
        ladder_services.take_back(challenge=over_night, user=challenger.user)
    season.watch(days=4)
    assert idle_in_week(season) == {each.number for each in entries}


def test_somebody_else_s_challenge_is_not_left_out(make_season):
    season = make_season(challenges=replace(OPEN, incoming=1, answer_days=14)).begin(3)
    upper, low = season.entry(2), season.entry(3)
    season.challenge(upper, season.entry(1))
    season.watch(days=1)
    [check] = IdleCheck.objects.all()
    assert set(check.offered) == {upper.number, low.number}, "the second can be challenged, the first cannot"
    season.challenge(low, upper)
    scene, rules = ladder_state_of(season.competition, season.clock.now), season.competition.terms.challenges
    assert why_not_anew(rules, scene, low.number, upper.number, season.clock.now) is None
    refusal = why_not_anew(rules, scene, low.number, season.entry(1).number, season.clock.now)
    assert refusal is not None and refusal.why is Why.INCOMING
    refusal = why_not_anew(rules, scene, upper.number, low.number, season.clock.now)
    assert refusal is not None and refusal.why is Why.BELOW


@pytest.mark.parametrize(
    "hours, becomes, saved",
    [(23, "taken_back", False), (24, "taken_back", True), (25, "taken_back", True)]
    + [(1, how, True) for how in ("declined", "dropped", "accepted")]
    + [(1 / 60, "undone", False), (1, "suspended", False), (25, "suspended", True)],
)
def test_what_became_of_a_challenge_saves_the_week_of_whoever_made_it(make_season, hours, becomes, saved):
    season = make_season(challenges=replace(OPEN, answer_days=14), free_declines=20).begin(3)
    if becomes == "taken_back":
        season.of_old()  # by today's rules it can be undone for two minutes
    low, middle = season.entry(3), season.entry(2)
    season.watch(days=2)
    made = season.challenge(low, middle)
    season.clock.pass_(hours=hours)
    if becomes in ("taken_back", "undone"):
        ladder_services.take_back(challenge=made, user=low.user)
    elif becomes == "declined":
        ladder_services.decline(challenge=made, user=middle.user)
    elif becomes == "accepted":
        season.concede(ladder_services.accept(challenge=made, user=middle.user), middle)
        season.hear()
    else:
        dropping.drop(made, season.clock.now, becomes)
    season.clock(midnight_after(season) - timedelta(minutes=1))
    if hours >= 22:  # a midnight has passed meanwhile
        idling.watch(season.competition)
    season.watch(days=7 - IdleCheck.objects.count())
    assert (low.number not in idle_in_week(season)) is saved


def test_a_challenge_a_minute_before_the_seventh_midnight_counts_for_the_week_after(make_season):
    season = make_season(challenges=replace(OPEN, answer_days=14)).begin(3)
    low = season.entry(3)
    season.watch(days=6)
    season.clock(midnight_after(season) - timedelta(minutes=1))
    season.challenge(low, season.entry(1))
    season.watch(days=1)
    assert low.number in idle_in_week(season, 0)
    season.watch(days=14)
    assert low.number not in idle_in_week(season, 1), "it waited all week, though it was made before"
    assert low.number not in idle_in_week(season, 2), "and the week in which silence declined it"
    season.watch(days=7)
    assert low.number in idle_in_week(season, 3)


@pytest.mark.parametrize("is_old", [True, False])
def test_taken_back_just_after_the_seventh_midnight_it_saves_neither_week(make_season, is_old):
    season = make_season(challenges=OPEN).begin(3)
    if is_old:
        season.of_old()
    low = season.entry(3)
    season.watch(days=6)
    season.clock(midnight_after(season) - timedelta(seconds=30))
    made = season.challenge(low, season.entry(1))
    season.watch(days=1)
    ladder_services.take_back(challenge=made, user=low.user)
    season.watch(days=7)
    assert low.number in idle_in_week(season, 0) & idle_in_week(season, 1)


def test_a_challenge_saves_a_week_by_the_hours_of_it_in_which_it_waited():
    """Every length, placed anywhere around a week: against counting its hours one by one."""
    began, ended = datetime(2026, 9, 1, tzinfo=UTC), datetime(2026, 9, 8, tzinfo=UTC)
    hour = timedelta(hours=1)
    for first in range(-40, 7 * 24 + 10):
        for length in range(60):
            made = began + first * hour
            waited = sum(0 <= each < 7 * 24 for each in range(first, first + length))
            for is_settled in (False, True):
                inside = is_settled and 0 <= first + length < 7 * 24
                asked = Asked(1, made, made + length * hour, is_settled)
                assert asked.saves(began, ended) is (inside or waited >= 24), (first, length, is_settled)
        if first < 7 * 24:
            assert Asked(1, began + first * hour).saves(began, ended) is (7 * 24 - max(first, 0) >= 24)


def test_a_holiday_in_the_week_saves_it_even_between_two_midnights(make_season):
    season = make_season(challenges=OPEN).begin(3)
    away(season, season.entry(2), season.clock.now + DAY, timedelta(hours=9))
    season.watch(days=7)
    assert idle_in_week(season) == {season.entry(3).number}


def test_late_entrants_begin_with_the_next_week(make_season):
    season = make_season(challenges=OPEN).begin(2)
    season.clock.pass_(hours=1)
    late = season.enter("late")
    season.watch(days=7)
    assert late.number not in idle_in_week(season) and IdleCheck.objects.count() == 7
    assert all(late.number in check.offered for check in IdleCheck.objects.all())
    season.watch(days=7)
    assert late.number in idle_in_week(season, 1)


def test_a_check_that_did_not_run_makes_the_week_nobodys(season):
    season.watch(days=3)
    season.clock.pass_(days=1)  # no midnight is seen
    season.watch(days=3)
    assert IdleCheck.objects.count() == 6 and idle_in_week(season) == set()
    season.watch(days=7)
    assert idle_in_week(season, 1)


def test_a_check_runs_in_the_hour_after_midnight_and_once(season):
    midnight = datetime(2026, 9, 1, 22, tzinfo=UTC)  # in Paris, the first after the season's first day
    season.clock(midnight - timedelta(seconds=1))
    assert not idling.watch(season.competition)
    season.clock(midnight + idling.LATEST)
    assert not idling.watch(season.competition)
    season.clock(midnight + idling.LATEST - timedelta(seconds=1))
    assert idling.watch(season.competition) and idling.watch_all() == 0
    assert IdleCheck.objects.get().day == date(2026, 9, 2)
    with pytest.raises(IntegrityError), transaction.atomic():
        IdleCheck.objects.create(
            competition=season.competition, day=date(2026, 9, 2), ran_at=season.clock.now, offered=[]
        )


def test_nothing_is_offered_after_the_last_day_for_challenges(season):
    season.clock(season.competition.challenges_until + DAY)
    season.watch(days=1)
    assert IdleCheck.objects.get().offered == []


def test_who_has_left_pays_nothing(make_season):
    season = make_season(challenges=OPEN, idle_weeks=1).begin(3)
    gone, stays = season.entry(3), season.entry(2)
    season.watch(days=6)
    services.withdraw(competition=season.competition, user=gone.user)
    season.watch(days=1)
    assert idle_in_week(season) == {stays.number}


def test_the_rules_page_says_when_a_week_is_idle(client_of, make_season):
    season = make_season().announce()
    page = client_of(season.organiser).get(f"{season.competition.get_absolute_url()}rules/").content.decode()
    assert "4 inactive weeks in a row cost 3 ranks; then counting restarts." in page
    assert "waited for at least 24 hours of that week" in page
    assert "could have challenged someone every night" in page and RULES.idle_weeks == 4


def test_a_season_without_a_cost_is_not_checked(make_season):
    season = make_season(idle_weeks=0).begin(2)
    season.clock(datetime(2026, 9, 1, 22, 1, tzinfo=UTC))
    assert idling.watch_all() == 0 and not IdleCheck.objects.exists()
