"""What follows a challenge that came to nothing: pauses, undoing, and being told when one can challenge."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.urls import reverse

from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.facts.contests import End
from games.models import Holiday
from league.competitions import services, tasks
from league.competitions.errors import BadRules, NothingToWaitFor, TooLateToUndo
from league.competitions.ladder import kind
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.challenges import Why
from league.competitions.ladder.rules.challenge_rules import ChallengeRules
from league.competitions.ladder.services.challenging import CannotChallenge
from league.competitions.ladder.state import ladder_state as scene
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.models import Challenge, Entry, Event, Notice, Standing
from league.competitions.rules.prize_rules import PrizeRules
from tests.league.competitions.seasons import DAY

ONE_AT_A_TIME = ChallengeRules(reach_of=9, outgoing=1, incoming=1, games=9)


def refused(season, by, of):
    with pytest.raises(CannotChallenge) as found:
        season.challenge(by, of)
    return found.value.refusal


def test_after_a_decline_its_challenger_waits_and_nobody_else(season):
    low, high = season.entry(4), season.entry(1)
    ladder_services.decline(challenge=season.challenge(low, high), user=high.user)
    at = season.clock.now
    refusal = refused(season, low, high)
    assert (refusal.why, refusal.until) == (Why.DECLINED, at + 5 * DAY)
    ladder_services.decline(challenge=season.challenge(season.entry(2), high), user=high.user)
    assert Event.objects.filter(kind="declined").count() == 2, "others can challenge at once"
    season.clock.pass_(days=5)
    top = season.entry(1)
    assert season.challenge(low, top).state == "waiting"


def test_silence_starts_the_pause_when_the_answer_was_due_however_late_it_is_noticed(season):
    low, high = season.entry(4), season.entry(1)
    due = season.challenge(low, high).answer_by
    season.clock(due + timedelta(hours=30))
    season.turn()
    assert refused(season, low, high).until == due + 5 * DAY


def test_whoever_can_challenge_nobody_else_waits_a_day(season):
    second, first = season.entry(2), season.entry(1)
    ladder_services.decline(challenge=season.challenge(second, first), user=first.user)
    assert refused(season, second, first).until == season.clock.now + DAY


def test_somebody_who_enters_anew_waits_as_before(season):
    low, high = season.entry(4), season.entry(1)
    ladder_services.decline(challenge=season.challenge(low, high), user=high.user)
    services.withdraw(competition=season.competition, user=low.user)
    again = services.enter(competition=season.competition, user=low.user)
    assert refused(season, again, high).why is Why.DECLINED


def test_a_challenge_is_undone_before_its_mail_leaves_and_starts_the_same_pause(season):
    OutboxRow.objects.all().delete()
    low, high = season.entry(4), season.entry(1)
    made = season.challenge(low, high)
    season.clock.pass_(seconds=119)
    ladder_services.take_back(challenge=made, user=low.user)
    assert ladder_services.take_back(challenge=made, user=low.user).state == "taken_back", "again: the same"
    season.clock.pass_(minutes=5)
    delivery.deliver()
    assert mail.outbox == [], "nobody hears of it"
    assert refused(season, low, high).why is Why.DECLINED
    assert season.challenge(season.entry(3), high).state == "waiting", "the cap is free again"


def test_later_a_challenge_waits_for_its_answer(season, client_of):
    low, high = season.entry(4), season.entry(1)
    made = season.challenge(low, high)
    page = reverse("tournaments:season", args=["calais", season.competition.code])
    assert "You can undo it until" in client_of(low.user).get(page).content.decode()
    season.clock.pass_(minutes=2)
    with pytest.raises(TooLateToUndo):
        ladder_services.take_back(challenge=made, user=low.user)
    made.refresh_from_db()
    assert made.state == "waiting"
    assert "You can undo it until" not in client_of(low.user).get(page).content.decode()


def test_once_a_day_a_pair(make_season):
    season = make_season(challenges=ChallengeRules(reach_of=9, decline_pause_days=0)).begin(4)
    low, high = season.entry(4), season.entry(1)
    ladder_services.take_back(challenge=season.challenge(low, high), user=low.user)
    season.clock.pass_(hours=23)
    again = season.challenge(low, high)
    with pytest.raises(TooLateToUndo):
        ladder_services.take_back(challenge=again, user=low.user)
    ladder_services.decline(challenge=again, user=high.user)
    other = season.challenge(low, season.entry(2))
    assert ladder_services.take_back(challenge=other, user=low.user).state == "taken_back", "of another pair"
    season.clock.pass_(hours=2)
    later = season.challenge(low, season.entry(1) if season.entry(1) != other.of else high)
    assert ladder_services.take_back(challenge=later, user=low.user).state == "taken_back"


def test_one_friend_cannot_keep_everybody_from_the_leader(make_season):
    """A waiting challenge fills the leader's cap until it is answered, and cannot be made again at once."""
    season = make_season(challenges=ONE_AT_A_TIME, free_declines=9).begin(4)
    leader, friend, rival = season.entry(1), season.entry(2), season.entry(3)
    made = season.challenge(friend, leader)
    season.clock.pass_(hours=1)
    with pytest.raises(TooLateToUndo):
        ladder_services.take_back(challenge=made, user=friend.user)
    ladder_services.decline(challenge=made, user=leader.user)
    assert season.challenge(rival, leader).state == "waiting"


def test_a_season_of_the_old_format_keeps_its_meaning(season):
    season.of_old()
    low, high = season.entry(4), season.entry(1)
    ladder_services.decline(challenge=season.challenge(low, high), user=high.user)
    made = season.challenge(low, high)
    season.clock.pass_(hours=5)
    ladder_services.take_back(challenge=made, user=low.user)
    assert not Challenge.objects.exclude(again_at=None).exists()
    played = season.play(low, season.entry(1))
    assert "early" not in Event.objects.get(kind="result", number=played.number).facts
    assert Standing.objects.get(entry=played.of).counted == 1, "a concession at once counts for both"


def test_a_game_that_a_ruling_ends_void_starts_no_pause(season):
    low, high = season.entry(4), season.entry(1)
    played = season.play(low, high)
    assert played.again_at is not None
    services.dispute(pairing=played.pairing, user=high.user, said="The site was away.")
    services.rule(pairing=played.pairing, by=season.arbiter, ruling="annulled", reason="A fault of the site.")
    played.refresh_from_db()
    assert played.again_at is None
    assert season.challenge(low, high).state == "waiting"


def test_one_that_silence_ended_starts_one(season):
    competition, at = season.competition, season.clock.now
    silent, ruled = (End(1, at, "HR-6", is_silent=each) for each in (True, False))
    assert kind._again_at(competition, silent) == at + 14 * DAY
    assert kind._again_at(competition, ruled) is None
    assert kind._again_at(season.of_old().competition, ruled) == at + 14 * DAY


def test_a_silent_game_that_was_ruled_on_and_restored_starts_its_pause_again(season, end):
    low, high = season.entry(4), season.entry(1)
    made = season.begin_game(low, high)
    end(made.game, how="void", by=[], cause="silence")
    season.hear()

    def ruled(ruling, loser=None):
        given = {"by": season.arbiter, "reason": "So it is.", "forfeited_by": loser}
        services.rule(pairing=made.pairing, ruling=ruling, **given)
        made.refresh_from_db()
        return made.again_at

    made.refresh_from_db()
    pause = made.again_at
    assert pause is not None
    assert ruled("annulled") is None, "void by a ruling"
    assert ruled("stands") == pause
    assert ruled("forfeit", low) == pause
    assert ruled("stands") == pause
    assert Event.objects.get(kind="result", superseded_by=None).facts["how"] == "HR-6"


def holiday(season, entry, first, last):
    Holiday.objects.create(
        league=season.league,
        user=entry.user,
        first=first.date(),
        last=last.date(),
        zone="UTC",
        begins_at=first,
        ends_at=last + DAY,
        announced_at=season.clock.now,
    )


def test_only_holidays_that_the_season_honours_count(season):
    """Seven days a year: the rest of a long holiday keeps no one from being challenged."""
    top, today = season.entry(1), season.clock.now.replace(hour=0, minute=0, second=0, microsecond=0)
    holiday(season, top, today, today + 20 * DAY)
    scene = ladder_state_of(season.competition, season.clock.now)
    assert scene.away == {top.number: today + 7 * DAY}
    season.clock(today + 8 * DAY)
    assert ladder_state_of(season.competition, season.clock.now).away == {}
    season.of_old()
    assert ladder_state_of(season.competition, season.clock.now).away == {top.number: today + 21 * DAY}


def test_a_holiday_of_the_old_year_counts_to_its_end_where_clocks_are_behind(season):
    """In Honolulu New Year's Eve ends ten hours after it has in UTC."""
    top, eve = season.entry(1), datetime(2026, 12, 31, tzinfo=UTC)
    ends = eve + timedelta(hours=34)
    Holiday.objects.create(
        league=season.league,
        user=top.user,
        first=eve.date(),
        last=eve.date(),
        zone="Pacific/Honolulu",
        begins_at=eve + timedelta(hours=10),
        ends_at=ends,
        announced_at=season.clock.now,
    )
    assert ladder_state_of(season.competition, ends - timedelta(hours=1)).away == {top.number: ends}


def test_the_pause_goes_by_the_table_that_earlier_silences_left(make_season):
    """Of two silences that are noticed together the first brings the leader down: then the second's
    challenger has no one else in reach.
    """
    rules = ChallengeRules(reach_of=2, outgoing=9, incoming=9, games=9)
    season = make_season(challenges=rules, free_declines=0).begin(4)
    first, second, third = (season.entry(rank) for rank in (1, 2, 3))
    season.challenge(second, first)
    later = season.challenge(third, second)
    season.clock(later.answer_by)
    season.turn()
    later.refresh_from_db()
    assert later.again_at == later.answer_by + DAY


def tell_me(client, season, **given):
    return client.post(reverse("tournaments:tell-me", args=["calais", season.competition.code]), given)


def test_who_asks_is_told_once_when_they_can_challenge(season, client_of):
    OutboxRow.objects.all().delete()
    low, high = season.entry(4), season.entry(1)
    ladder_services.decline(challenge=season.challenge(low, high), user=high.user)
    client = client_of(low.user)
    page = reverse("tournaments:season", args=["calais", season.competition.code])
    assert f'id="tell-{high.number}"' in client.get(page).content.decode()
    for _twice in range(2):
        assert tell_me(client, season, tell=high.number).status_code == 302
    assert Notice.objects.filter(told_at=None).count() == 1
    assert "You will be told." in client.get(page).content.decode()
    tasks.tell_of_challenges()
    assert not OutboxRow.objects.filter(payload__occasion="can_challenge").exists()
    season.clock.pass_(days=5)
    for _twice in range(2):
        tasks.tell_of_challenges()
    mail.outbox.clear()
    delivery.deliver()
    (sent,) = (each for each in mail.outbox if "You can challenge" in each.subject)
    assert sent.to == [low.user.email]
    assert not Notice.objects.filter(told_at=None).exists()


def test_a_cap_that_an_answer_ends_is_told_of_too(make_season):
    season = make_season(challenges=ONE_AT_A_TIME).begin(4)
    waiting = season.challenge(season.entry(2), season.entry(1))
    ladder_services.tell_me(
        competition=season.competition, user=season.entry(3).user, of=season.entry(1).number
    )
    ladder_services.decline(challenge=waiting, user=waiting.of.user)
    tasks.tell_of_challenges()
    assert OutboxRow.objects.filter(payload__occasion="can_challenge").count() == 1


def test_who_no_longer_asks_is_not_told(season, client_of):
    low, high = season.entry(4), season.entry(1)
    ladder_services.decline(challenge=season.challenge(low, high), user=high.user)
    client = client_of(low.user)
    tell_me(client, season, tell=high.number)
    tell_me(client, season, stop=high.number)
    assert not Notice.objects.exists()


def test_whoever_has_challenged_meanwhile_is_not_told(make_season):
    season = make_season(challenges=ONE_AT_A_TIME, free_declines=9).begin(4)
    waiting, low, top = season.challenge(season.entry(2), season.entry(1)), season.entry(3), season.entry(1)
    ladder_services.tell_me(competition=season.competition, user=low.user, of=top.number)
    ladder_services.decline(challenge=waiting, user=waiting.of.user)
    ladder_services.decline(challenge=season.challenge(low, top), user=top.user)
    season.clock.pass_(days=5)
    tasks.tell_of_challenges()
    assert not OutboxRow.objects.filter(payload__occasion="can_challenge").exists()


@pytest.mark.parametrize("gone", ["who asks", "the other", "challenges", "the season"])
def test_nobody_waits_for_what_cannot_come_any_more(season, gone):
    low, high = season.entry(4), season.entry(1)
    ladder_services.decline(challenge=season.challenge(low, high), user=high.user)
    notice = ladder_services.tell_me(competition=season.competition, user=low.user, of=high.number)
    tasks.tell_of_challenges()
    assert Notice.objects.filter(pk=notice.pk).exists()
    if gone == "challenges":
        season.clock(season.competition.challenges_until)
    elif gone == "the season":
        services.cancel(competition=season.competition, by=season.arbiter, reason="The hall burnt down.")
    else:
        left = low if gone == "who asks" else high
        services.withdraw(competition=season.competition, user=left.user)
    tasks.tell_of_challenges()
    assert not Notice.objects.exists()
    assert not OutboxRow.objects.filter(payload__occasion="can_challenge").exists()


def test_holidays_are_read_of_those_on_the_ladder_alone(season):
    """A league of thousands may be on holiday; four of them play."""
    low, today = season.entry(4), season.clock.now
    for each in (low, Entry(user=season.member("outsider"))):
        holiday(season, each, today - DAY, today + 3 * DAY)
    read, asked = [], scene.spells_of

    def spied(terms, holidays):
        holidays = list(holidays)
        read.extend(each.user_id for each in holidays)
        return asked(terms, holidays)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scene, "spells_of", spied)
        found = scene.ladder_state_of(season.competition, today)
    assert read == [low.user_id] and set(found.away) == {low.number}


def test_nothing_is_asked_where_waiting_changes_nothing(season, client_of):
    low, high = season.entry(4), season.entry(1)
    with pytest.raises(NothingToWaitFor):
        ladder_services.tell_me(competition=season.competition, user=high.user, of=low.number)
    with pytest.raises(NothingToWaitFor):
        ladder_services.tell_me(competition=season.competition, user=low.user, of=high.number)
    tell_me(client_of(season.arbiter), season, tell=high.number)
    tell_me(client_of(low.user), season, tell="x")
    assert not Notice.objects.exists()


@pytest.mark.parametrize("field", ["least_games", "prize_games"])
def test_a_draft_asks_for_no_more_games_than_there_are_opponents(make_season, field):
    season = make_season(smallest=4, least_games=3)
    terms = season.competition.terms
    wrong = (
        replace(terms, least_games=4)
        if field == "least_games"
        else replace(terms, money=PrizeRules(prize_games=4))
    )
    with pytest.raises(BadRules) as found:
        services.update_season(
            competition=season.competition, by=season.organiser, rules=wrong, arbiters=[season.arbiter]
        )
    assert found.value.field == field
