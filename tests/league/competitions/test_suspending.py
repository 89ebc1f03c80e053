"""A suspension in the league: what waits is cancelled both ways at no cost, and the log says by whom."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core import mail

from games.common.outbox.row import OutboxRow
from league.competitions import services
from league.competitions.errors import AlreadyAnswered
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.rules.challenge_rules import ChallengeRules
from league.competitions.ladder.services import table
from league.competitions.log.exporting import export
from league.competitions.models import Challenge, Event, Suspension
from league.competitions.outbox.post import season_mails
from league.competitions.services.receiving import drop_challenges_of_suspended
from league.leagues import services as leagues
from league.leagues.models import Sanction
from tests.league.competitions.seasons import DAY

OPEN = ChallengeRules(reach_of=9, outgoing=3, incoming=3, games=3, pause_days=0)
WHY = "Insults, twice."


def suspend(season, person, days=9):
    until = season.clock.now + days * DAY
    return leagues.suspend(league=season.league, by=season.organiser, person=person, reason=WHY, until=until)


def hear(season):
    rows = OutboxRow.objects.filter(topic="league_suspension")
    list(drop_challenges_of_suspended(list(rows)))


def test_what_waits_is_cancelled_both_ways_at_nobody_s_cost(make_season, client_of):
    season = make_season(challenges=OPEN, free_declines=1).begin(5)
    two, three, four = (season.entry(rank) for rank in (2, 3, 4))
    out, into = season.challenge(three, two), season.challenge(four, three)
    other = season.challenge(four, two)
    playing = season.begin_game(season.entry(5), three)
    before = season.table
    suspend(season, three.user)
    for made in (out, into):  # not heard of yet: every act hears of it first
        for answer in (ladder_services.accept, ladder_services.decline):
            with pytest.raises(AlreadyAnswered):
                answer(challenge=made, user=made.of.user)
    hear(season)
    hear(season)
    states = dict(Challenge.objects.values_list("number", "state"))
    assert states == {
        out.number: "suspended",
        into.number: "suspended",
        other.number: "waiting",
        playing.number: "playing",
    }
    assert season.table == before and not Event.objects.filter(kind="declined").exists()
    suspension = Suspension.objects.get()
    assert (suspension.entry, suspension.dropped) == (three, [out.number, into.number])

    season.league.memberships.filter(user=three.user).update(suspended_until=None)
    again = season.challenge(three, two)  # neither a pause nor a cap is left of it
    cost = ladder_services.decline(challenge=again, user=two.user, shown=0)
    assert cost.state == "declined" and not table.has_drifted(season.competition)

    told = OutboxRow.objects.filter(payload__occasion="dropped")
    assert sorted(told.values_list("payload__user", flat=True)) == sorted([two.user_id, four.user_id])
    list(season_mails.send(list(told)))
    assert "A suspension in the league cancelled it. No ranks are lost." in mail.outbox[-1].body
    address = season.competition.get_absolute_url()
    page = client_of(four.user).get(f"{address}challenges/{into.number}/").content.decode()
    assert "A suspension cancelled it." in page


@pytest.mark.parametrize("heard", ["by an act", "by the outbox"])
def test_what_was_overdue_before_a_suspension_is_silence_and_what_was_not_is_cancelled(make_season, heard):
    """Whichever is written first, and even if no one looked at the season in between."""
    season = make_season(challenges=OPEN, free_declines=0).begin(5)
    one, three, four, five = (season.entry(rank) for rank in (1, 3, 4, 5))
    silent = season.challenge(four, three)
    season.clock.pass_(minutes=2)
    waiting = season.challenge(five, three)
    season.clock(silent.answer_by + timedelta(minutes=1))
    suspend(season, three.user)
    season.clock(waiting.answer_by + timedelta(minutes=1))
    if heard == "by an act":
        season.challenge(season.entry(2), one)
    hear(season)
    hear(season)
    silent.refresh_from_db()
    waiting.refresh_from_db()
    assert (silent.state, silent.over_at) == ("unanswered", silent.answer_by)
    assert waiting.state == "suspended"
    cost = Event.objects.get(kind="declined")
    assert (cost.at, cost.facts["entry"]) == (silent.answer_by, three.number)
    assert Suspension.objects.get().dropped == [waiting.number]
    assert not table.has_drifted(season.competition)


def test_the_public_log_says_who_suspended_and_not_why(make_season, client_of):
    season = make_season(challenges=OPEN).begin(3)
    low = season.entry(3)
    season.challenge(low, season.entry(1))
    suspend(season, low.user)
    hear(season)
    page = client_of(season.entry(1).user).get(f"{season.competition.get_absolute_url()}log/?part=season")
    said = page.content.decode()
    assert f"{low.user.username} is suspended in the league until" in said
    assert "1 challenge that waited for an answer is cancelled. No ranks are lost." in said
    assert season.organiser.username in said and WHY not in said
    [row] = [
        each for each in export(season.competition, season.clock.now)["log"] if each["kind"] == "suspended"
    ]
    assert (row["entry"], row["cancelled"], row["by"]) == (low.number, [1], season.organiser.username)


def test_a_challenge_made_after_the_suspension_was_lifted_stays(make_season):
    """The suspension is heard of late, when it holds no more."""
    season = make_season(challenges=OPEN).begin(3)
    low = season.entry(3)
    suspend(season, low.user)
    season.clock.pass_(hours=1)
    held = Sanction.objects.get()
    leagues.lift(league=season.league, by=season.organiser, sanction=held, reason="Sorry.")
    made = season.challenge(low, season.entry(1))
    hear(season)
    made.refresh_from_db()
    assert made.state == "waiting" and Suspension.objects.get().dropped == []


def test_a_suspension_is_told_in_no_season_that_is_over_or_that_they_do_not_play_in(make_season):
    season = make_season(challenges=replace(OPEN)).begin(3)
    outsider = season.member("outsider")
    suspend(season, outsider)
    services.withdraw(competition=season.competition, user=season.entry(3).user)
    suspend(season, season.competition.entries.get(number=1).user)
    hear(season)
    assert set(Suspension.objects.values_list("entry__number", flat=True)) <= {1}
