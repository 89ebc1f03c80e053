"""Challenges by the services: made, answered, played, and what they do to the table."""

from __future__ import annotations

import importlib
from dataclasses import replace
from datetime import time, timedelta

import pytest
from django.apps import apps

from games.common.guards.codes import code_from
from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from games.models import Contest, Game, GameArbiter, Holiday
from games.services.seats import holidays
from league.competitions import services
from league.competitions.errors import (
    AlreadyAnswered,
    CompetitionError,
    CostsRanks,
    NotEntered,
    NotInState,
    NotYours,
)
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.challenges import Why, why_not
from league.competitions.ladder.rules.challenge_rules import ChallengeRules, Reach
from league.competitions.ladder.services import CannotChallenge, answer_times, table
from league.competitions.ladder.services.challenging import CannotAccept
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.models import Challenge, Event
from league.competitions.services import turning
from tests.league.competitions.seasons import DAY, RULES

OPEN = ChallengeRules(reach_of=9, outgoing=3, incoming=3, games=3, pause_days=0)


def mails(occasion):
    rows = OutboxRow.objects.filter(topic="season_mail", payload__occasion=occasion)
    return list(rows.values_list("payload__user", flat=True))


@pytest.mark.slow
def test_a_challenge_becomes_a_game_and_a_win_a_rank(season):
    low, high = season.entry(4), season.entry(1)
    made = season.challenge(low, high)
    assert season.challenge(low, high).pk == made.pk  # pressed twice
    assert (made.by_rank, made.of_rank, mails("challenged")) == (4, 1, [high.user_id])
    with pytest.raises(NotYours):
        ladder_services.accept(challenge=made, user=low.user)
    playing = ladder_services.accept(challenge=made, user=high.user)
    assert ladder_services.accept(challenge=made, user=high.user).game == playing.game
    assert mails("accepted") == [low.user_id]
    contest = Contest.objects.get(game=playing.game.pk)
    assert (contest.key, contest.number) == (season.competition.code, 1)
    assert contest.rules_sha256 == season.competition.rules_sha256
    assert list(GameArbiter.objects.values_list("user", flat=True)) == [season.arbiter.pk]
    season.clock.pass_(hours=30)
    season.concede(playing, high)
    assert season.hear() == 1
    assert season.hear() == 0
    assert season.table[0] == low.number and season.entry(2) == high
    figures = low.standing.__class__.objects.get(entry=low)
    assert (figures.games, figures.won, figures.counted) == (1, 1, 1)
    assert Event.objects.get(kind="result").facts["how"] == "ID-19"
    assert high.standing.__class__.objects.get(entry=high).counted == 0, "it ended before its first autumn"


@pytest.mark.slow
def test_whoever_wins_from_above_stays_and_a_draw_moves_nobody(season):
    before = season.table
    season.play(season.entry(1), season.entry(2))
    assert season.table == before


@pytest.mark.slow
def test_the_loser_s_rank_when_the_challenge_was_made_launches_nobody(make_season):
    season = make_season(challenges=OPEN).begin(5)
    one, two, three, four, five = (season.entry(rank) for rank in range(1, 6))
    made = season.begin_game(five, four)
    # four climbs to the top meanwhile; beating them now brings five to rank 4, not to rank 1.
    season.play(four, one)
    assert season.table[0] == four.number
    season.clock.pass_(hours=1)
    season.concede(made, four)
    season.hear()
    assert season.table == [four.number, one.number, two.number, five.number, three.number]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("answer", ["decline", "silence"])
def test_the_first_decline_is_free_and_the_next_costs_ranks(make_season, answer):
    season = make_season(challenges=OPEN).begin(6)
    top = season.entry(1)
    for number, challenger in enumerate((season.entry(2), season.entry(3)), start=1):
        made = season.challenge(challenger, top)
        if answer == "decline":
            ladder_services.decline(challenge=made, user=top.user)
        else:
            season.turn(days=3)
        made.refresh_from_db()
        assert made.state == ("declined" if answer == "decline" else "unanswered")
        assert season.table.index(top.number) == (0 if number == 1 else 3)
        with pytest.raises(AlreadyAnswered):
            ladder_services.accept(challenge=made, user=top.user)
    assert len(mails("declined")) == 2


@pytest.mark.slow
def test_a_holiday_announced_later_moves_the_answer_to_its_end_and_back(season):
    top, now = season.entry(1), season.clock.now
    made = season.challenge(season.entry(2), top)
    first = (now + 2 * DAY).date()
    announced = holidays.announce(
        league=season.league, user=top.user, first=first, last=first + 3 * DAY, back=time(18), zone="UTC"
    )
    deliver(budget=1e9)
    made.refresh_from_db()
    end = announced.holiday.ends_at
    assert (made.answer_by, made.remind_at) == (end, end - DAY)
    holidays.take_back(holiday=announced.holiday, user=top.user)
    deliver(budget=1e9)
    made.refresh_from_db()
    assert (made.answer_by, made.remind_at) == (now + 3 * DAY, now + 2 * DAY)


@pytest.mark.slow
def test_a_holiday_gives_time_to_answer(season):
    top, now = season.entry(1), season.clock.now
    made = season.challenge(season.entry(2), top)
    away(season, top, now + DAY, now + 6 * DAY)
    season.turn(days=4)
    made.refresh_from_db()
    assert (made.state, made.answer_by) == ("waiting", now + 6 * DAY)
    assert season.turn(days=2)
    made.refresh_from_db()
    assert made.state == "unanswered"
    assert Event.objects.get(kind="declined").at == now + 6 * DAY


@pytest.mark.slow
def test_a_holiday_announced_too_late_gives_no_time(season):
    top, now = season.entry(1), season.clock.now
    made = season.challenge(season.entry(2), top)
    season.clock.pass_(days=3, hours=1)
    away(season, top, now + 2 * DAY, now + 9 * DAY, announced=season.clock.now)
    season.turn()
    made.refresh_from_db()
    assert (made.state, made.over_at) == ("unanswered", now + 3 * DAY)


@pytest.mark.slow
def test_nobody_answers_when_the_time_is_over_though_nothing_was_swept(season):
    made = season.challenge(season.entry(2), season.entry(1))
    season.clock.pass_(days=3)
    for answer in (ladder_services.accept, ladder_services.decline):
        with pytest.raises(AlreadyAnswered):
            answer(challenge=made, user=made.of.user)


@pytest.mark.slow
def test_an_answer_that_is_nearly_due_is_mailed_once(season):
    made = season.challenge(season.entry(2), season.entry(1))
    assert turning.due(season.clock.now + 47 * timedelta(hours=1)) == []
    season.turn(days=2)
    season.turn(hours=1)
    assert mails("answer_due") == [made.of.user_id]
    ladder_services.accept(challenge=made, user=made.of.user)
    assert turning.due(season.clock.now) == []


@pytest.mark.slow
def test_accepted_at_once_where_the_season_says_so(make_season):
    season = make_season(challenges=replace(OPEN, answer_days=0)).begin()
    assert season.challenge(season.entry(2), season.entry(1)).state == "playing"


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("who_is_full", ["challenger", "receiver"])
def test_caps_are_asked_again_at_acceptance_of_both(make_season, client_of, who_is_full):
    season = make_season(challenges=replace(OPEN, games=1), free_declines=0).begin(5)
    one, two, three, four, five = (season.entry(rank) for rank in range(1, 6))
    made = season.challenge(four, three)
    full = four if who_is_full == "challenger" else three
    other = season.begin_game(full, two) if full is three else season.begin_game(five, full)
    made.refresh_from_db()
    assert made.state == "waiting"
    with pytest.raises(CannotAccept) as refused:
        ladder_services.accept(challenge=made, user=three.user)
    assert refused.value.refusal.why is (Why.THEIR_GAMES if full is four else Why.GAMES)
    page = client_of(three.user).get(season.competition.get_absolute_url()).content.decode()
    assert 'value="decline"' in page and 'value="accept"' not in page
    with pytest.raises(CannotChallenge) as refused:
        season.challenge(full, one)
    assert refused.value.refusal.why is Why.GAMES
    season.clock.pass_(hours=1)
    season.concede(other, full)
    season.hear()
    assert ladder_services.accept(challenge=made, user=three.user).state == "playing"


@pytest.mark.parametrize("answer", ["decline", "silence"])
def test_nobody_pays_for_a_challenge_that_could_not_be_accepted(make_season, answer):
    season = make_season(challenges=replace(OPEN, games=1), free_declines=0).begin(5)
    two, three, four = (season.entry(rank) for rank in range(2, 5))
    made = season.challenge(four, three)
    season.begin_game(three, two)
    before = season.table
    if answer == "decline":
        ladder_services.decline(challenge=made, user=three.user)
    else:
        season.turn(days=3)
    made.refresh_from_db()
    assert (made.state, season.table) == ("dropped", before)
    assert not Event.objects.filter(kind="declined").exists()
    assert sorted(mails("dropped")) == sorted([three.user_id, four.user_id])


@pytest.mark.slow
def test_a_game_whose_opponent_is_on_holiday_does_not_count(make_season):
    season = make_season(challenges=replace(OPEN, games=1)).begin(4)
    one, two, three, four = (season.entry(rank) for rank in range(1, 5))
    season.begin_game(three, two)
    with pytest.raises(CannotChallenge):
        season.challenge(three, one)
    away(season, two, season.clock.now - DAY, season.clock.now + 3 * DAY)
    made = season.challenge(three, one)
    assert ladder_services.accept(challenge=made, user=one.user).state == "playing"
    with pytest.raises(CannotChallenge) as refused:
        season.challenge(four, three)
    assert (refused.value.refusal.why, refused.value.refusal.number) == (Why.THEIR_GAMES, 1)


def test_a_challenge_taken_back_counts_as_not_made(season):
    made = season.challenge(season.entry(3), season.entry(2))
    with pytest.raises(NotYours):
        ladder_services.take_back(challenge=made, user=made.of.user)
    assert ladder_services.take_back(challenge=made, user=made.by.user).state == "taken_back"
    assert ladder_services.take_back(challenge=made, user=made.by.user).state == "taken_back"
    with pytest.raises(AlreadyAnswered):
        ladder_services.decline(challenge=made, user=made.of.user)


@pytest.mark.slow
def test_the_server_refuses_with_the_page_s_own_reason(season):
    now = season.clock.now
    scene, rules = ladder_state_of(season.competition, now), season.competition.terms.challenges
    for by in range(1, 5):
        for of in range(1, 5):
            low, high = season.entry(by), season.entry(of)
            refusal = why_not(rules, scene, low.number, high.number, now)
            if refusal is None:
                made = season.challenge(low, high)
                ladder_services.take_back(challenge=made, user=low.user)
            else:
                with pytest.raises(CannotChallenge) as refused:
                    season.challenge(low, high)
                assert refused.value.refusal == refusal
    with pytest.raises(NotEntered):
        ladder_services.challenge(competition=season.competition, user=season.arbiter, of=1)


def test_after_the_last_day_nobody_challenges(season):
    season.clock(season.competition.challenges_until)
    with pytest.raises(CannotChallenge) as refused:
        season.challenge(season.entry(2), season.entry(1))
    assert refused.value.refusal.why is Why.AFTER
    season.clock(RULES.ends_at)
    season.turn()
    with pytest.raises(NotInState):
        season.challenge(season.entry(2), season.entry(1))


def test_somebody_suspended_neither_challenges_nor_is_challenged(season):
    low, high = season.entry(2), season.entry(1)
    until = season.clock.now + timedelta(days=9)
    season.league.memberships.filter(user=high.user).update(suspended_until=until)
    with pytest.raises(CannotChallenge) as refused:
        season.challenge(low, high)
    assert refused.value.refusal.why is Why.THEY_ARE_BARRED


def test_the_code_of_a_game_does_not_follow_from_its_season(season):
    made = season.begin_game(season.entry(2), season.entry(1))
    assert made.game.code != code_from(f"{season.competition.code} {made.number}")
    again = ladder_services.accept(challenge=made, user=made.of.user)
    assert again.game.pk == made.game.pk and Game.objects.filter(is_contest=True).count() == 1


def test_whoever_has_just_left_the_league_begins_no_game(season):
    made = season.challenge(season.entry(2), season.entry(1))
    season.league.memberships.filter(user=made.by.user).delete()
    with pytest.raises(CompetitionError):
        ladder_services.accept(challenge=made, user=made.of.user)
    made.refresh_from_db()
    assert (made.state, made.game) == ("waiting", None)


def test_whoever_has_no_rating_counts_as_a_newcomer(make_season):
    """Not as no one at all: they can challenge up, and those above them are as far as newcomers are."""
    season = make_season(challenges=ChallengeRules(reach=Reach.RATING, reach_of=50)).begin()
    scene = ladder_state_of(season.competition, season.clock.now)
    assert set(scene.ratings.values()) == {1500}
    low, high = season.table[-1], season.table[0]
    assert why_not(season.competition.terms.challenges, scene, low, high, season.clock.now) is None


@pytest.mark.slow
def test_silence_counts_when_the_answer_was_due_however_late_it_is_noticed(make_season):
    season = make_season(challenges=replace(OPEN, incoming=0), free_declines=0).begin(4)
    due = season.challenge(season.entry(4), season.entry(1)).answer_by
    season.clock.pass_(days=3, hours=9)
    noticed = season.clock.now
    season.play(season.entry(3), season.entry(2))
    declined = Event.objects.get(kind="declined")
    assert (declined.at, declined.recorded_at) == (due, noticed), "every act writes first what is overdue"
    assert not table.has_drifted(season.competition)


def test_a_later_decline_is_not_the_free_one_of_an_earlier_silence(make_season):
    season = make_season(challenges=replace(OPEN, incoming=0)).begin(5)
    top = season.entry(1)
    silent = season.challenge(season.entry(4), top)
    season.clock.pass_(minutes=5)
    clicked = season.challenge(season.entry(5), top)
    season.clock(silent.answer_by + timedelta(minutes=1))
    with pytest.raises(CostsRanks) as refused:
        ladder_services.decline(challenge=clicked, user=top.user, shown=0)
    assert refused.value.cost == 3
    clicked.refresh_from_db()
    assert clicked.state == "waiting"
    costs = (
        Event.objects.filter(kind="declined").order_by("at").values_list("facts__challenge", "facts__cost")
    )
    assert list(costs) == [(silent.number, 0)], "the silence is written, and is the free one"
    ladder_services.decline(challenge=clicked, user=top.user, shown=3)
    assert list(costs.all()) == [(silent.number, 0), (clicked.number, 3)]
    assert season.table.index(top.number) == 3 and not table.has_drifted(season.competition)


def test_declining_asks_first_where_it_costs_ranks_and_again_where_the_cost_differs(
    make_season, client_of, django_assert_max_num_queries
):
    season = make_season(challenges=replace(OPEN, incoming=0)).begin(5)
    top, other = season.entry(1), season.entry(2)
    made = [season.challenge(season.entry(rank), top) for rank in (5, 4, 3)]
    ours = season.competition.get_absolute_url()
    answers = [f"{ours}challenges/{each.number}/answer/" for each in made]
    asks = [f"{ours}challenges/{each.number}/decline/" for each in made]
    client = client_of(top.user)
    assert client.get(ours).content.decode().count('name="cost" value="0"') == 3, "one press, as it is free"
    client.post(answers[0], {"answer": "decline", "cost": "0"})
    made[0].refresh_from_db()
    assert made[0].state == "declined"

    stale = client.post(answers[1], {"answer": "decline", "cost": "0"}, follow=True)
    said = stale.content.decode()
    assert stale.redirect_chain[-1][0] == asks[1]
    assert "Declining costs 3 ranks now. Nothing is declined yet." in said
    assert "It costs you 3 ranks: you go from rank 1 to rank 4." in said
    assert 'name="cost"' not in client.get(ours).content.decode(), "where it costs, the next page asks"
    assert client.post(answers[1], {"answer": "decline"}).url == asks[1]
    made[1].refresh_from_db()
    assert made[1].state == "waiting" and season.table.index(top.number) == 0
    client.post(answers[1], {"answer": "decline", "cost": "3"})
    made[1].refresh_from_db()
    assert made[1].state == "declined" and season.table.index(top.number) == 3
    assert client.get(asks[1]).status_code == 302, "there is nothing to decline any more"
    with django_assert_max_num_queries(30):
        client.get(asks[2])
    assert "you go from rank 4 to rank 5" in client.get(asks[2]).content.decode(), "no lower than the last"
    assert client_of(made[2].by.user).get(asks[2]).status_code == 302
    assert client_of(other.user).get(asks[2]).status_code == 404


def test_of_two_silences_at_one_moment_the_lower_number_is_first(make_season):
    season = make_season(challenges=replace(OPEN, incoming=0)).begin(5)
    top = season.entry(1)
    made = [season.challenge(season.entry(rank), top) for rank in (5, 3, 4)]
    assert len({each.answer_by for each in made}) == 1
    season.turn(days=3, hours=1)
    costs = {each.facts["challenge"]: each.facts["cost"] for each in Event.objects.filter(kind="declined")}
    assert costs == {made[0].number: 0, made[1].number: 3, made[2].number: 3}


def test_a_holiday_heard_of_late_comes_before_the_order_of_silences(make_season):
    """Both are over; the first one's time was moved behind the second one's."""
    season = make_season(challenges=replace(OPEN, incoming=0)).begin(5)
    top = season.entry(1)
    first = season.challenge(season.entry(4), top)
    season.clock.pass_(hours=5)
    second = season.challenge(season.entry(5), top)
    away(season, top, first.answer_by - timedelta(hours=1), first.answer_by + timedelta(hours=1))
    Challenge.objects.filter(pk=second.pk).update(answer_by=first.answer_by + timedelta(minutes=30))
    Challenge.objects.filter(pk=second.pk).update(made_at=first.made_at - timedelta(hours=2))
    second.refresh_from_db()
    season.turn(days=4)
    costs = {each.facts["challenge"]: each.facts["cost"] for each in Event.objects.filter(kind="declined")}
    assert costs == {second.number: 0, first.number: 3}


@pytest.mark.parametrize("act", ["accept", "take back", "withdraw", "remove", "result"])
@pytest.mark.parametrize("is_old", [True, False])
def test_every_act_writes_first_what_is_overdue(make_season, act, is_old):
    """Else a game that ends, or a place that becomes free, decides what an earlier silence comes to."""
    season = make_season(challenges=replace(OPEN, incoming=0, answer_days=3), free_declines=0)
    season.begin(5)
    if is_old:
        season.of_old()
    top, four, five = (season.entry(rank) for rank in (1, 4, 5))
    playing = season.begin_game(season.entry(3), season.entry(2))
    silent = season.challenge(four, top)
    season.clock(silent.answer_by - timedelta(seconds=30))
    later = season.challenge(five, top)
    season.clock(silent.answer_by + timedelta(minutes=1))
    if act == "accept":
        ladder_services.accept(challenge=later, user=top.user)
    elif act == "take back":
        ladder_services.take_back(challenge=later, user=five.user)
    elif act == "withdraw":
        services.withdraw(competition=season.competition, user=four.user)
    elif act == "remove":
        services.remove(competition=season.competition, entry=top, by=season.arbiter, reason="Two names.")
    else:
        season.concede(playing, playing.of)
        season.hear()
    silent.refresh_from_db()
    assert (silent.state, silent.over_at) == ("unanswered", silent.answer_by)
    assert Event.objects.get(kind="declined").at == silent.answer_by
    assert not table.has_drifted(season.competition)


def test_after_the_last_day_nobody_accepts_though_nothing_was_swept(season):
    made = season.challenge(season.entry(2), season.entry(1))
    Challenge.objects.filter(pk=made.pk).update(made_at=RULES.ends_at - DAY, answer_by=RULES.ends_at + DAY)
    season.clock(RULES.ends_at + timedelta(seconds=5))
    with pytest.raises(AlreadyAnswered):
        ladder_services.accept(challenge=made, user=made.of.user)


@pytest.mark.parametrize("who", ["challenger", "receiver"])
@pytest.mark.parametrize("answer", ["decline", "silence"])
def test_nobody_suspended_begins_a_game_by_accepting_or_by_being_accepted(
    make_season, client_of, who, answer
):
    season = make_season(challenges=OPEN, free_declines=0).begin(4)
    made = season.challenge(season.entry(2), season.entry(1))
    barred = made.by if who == "challenger" else made.of
    until = season.clock.now + timedelta(days=9)
    season.league.memberships.filter(user=barred.user).update(suspended_until=until)
    page = client_of(made.of.user).get(season.competition.get_absolute_url()).content.decode()
    assert 'value="decline"' in page and 'value="accept"' not in page
    with pytest.raises(CannotAccept) as refused:
        ladder_services.accept(challenge=made, user=made.of.user)
    assert refused.value.refusal.why is (Why.THEY_ARE_BARRED if who == "challenger" else Why.BARRED)
    before = season.table
    if answer == "decline":
        ladder_services.decline(challenge=made, user=made.of.user, shown=0)
    else:
        season.turn(days=3)
    made.refresh_from_db()
    assert (made.state, season.table) == ("dropped", before)


def test_a_holiday_moves_an_answer_no_further_than_the_season_honours(season):
    top, now = season.entry(1), season.clock.now
    made = season.challenge(season.entry(2), top)
    away(season, top, now + DAY, now + 60 * DAY)
    season.turn(days=4)
    made.refresh_from_db()
    # Seven days a year count, the first of a holiday; the answer was due within them.
    assert made.answer_by == now + 8 * DAY < answer_times.latest_answer(season.competition, made)
    season.clock.pass_(days=5)
    with pytest.raises(AlreadyAnswered):
        ladder_services.accept(challenge=made, user=top.user)
    season.turn(hours=1)
    made.refresh_from_db()
    assert made.state == "unanswered"


def test_what_waits_when_the_season_is_played_out_is_dropped_for_nothing(season):
    made = season.challenge(season.entry(2), season.entry(1))
    Challenge.objects.filter(pk=made.pk).update(answer_by=RULES.ends_at + DAY)
    season.clock(RULES.ends_at)
    season.turn()
    made.refresh_from_db()
    assert (season.competition.state, made.state) == ("closing", "dropped")
    assert not Event.objects.filter(kind="declined").exists()


@pytest.mark.slow
def test_whoever_enters_again_is_still_the_same_person(make_season):
    season = make_season(challenges=replace(OPEN, pause_days=30, decline_pause_days=0)).begin(3)
    low, high = season.entry(3), season.entry(1)
    ladder_services.decline(challenge=season.challenge(low, high), user=high.user)
    season.play(high, low, by=low)
    services.withdraw(competition=season.competition, user=high.user)
    again = services.enter(competition=season.competition, user=high.user)
    with pytest.raises(CannotChallenge) as refused:
        season.challenge(again, low)
    assert refused.value.refusal.why is Why.MET
    ladder_services.decline(challenge=season.challenge(again, season.entry(1)), user=season.entry(1).user)
    bottom = season.enter("late")
    ladder_services.decline(challenge=season.challenge(bottom, again), user=again.user)
    assert Event.objects.filter(kind="declined").latest("pk").facts["cost"] == 3, "the free one is used up"


@pytest.mark.slow
def test_whoever_enters_again_still_plays_the_game_of_before(make_season):
    season = make_season(challenges=OPEN).begin(3)
    low, high = season.entry(3), season.entry(1)
    made = season.begin_game(low, high)
    services.withdraw(competition=season.competition, user=low.user)
    again = services.enter(competition=season.competition, user=low.user)
    with pytest.raises(CannotChallenge) as refused:
        season.challenge(again, high)
    assert (refused.value.refusal.why, refused.value.refusal.challenge) == (Why.PLAYING, made.number)
    season.hear()
    assert season.challenge(again, high).state == "waiting"


def test_pairs_of_before_are_named(season):
    migration = importlib.import_module(
        "league.competitions.migrations.0008_one_open_challenge_between_two_people"
    )
    made = season.challenge(season.entry(3), season.entry(1))
    Challenge.objects.update(pair="")
    migration.name_pairs(apps, None)
    people = sorted((made.by.user_id, made.of.user_id))
    assert Challenge.objects.get().pair == f"{people[0]}-{people[1]}"


def away(season, entry, begins, ends, announced=None):
    Holiday.objects.create(
        league=season.league,
        user=entry.user,
        first=begins.date(),
        last=ends.date(),
        zone="UTC",
        begins_at=begins,
        ends_at=ends,
        announced_at=announced or season.clock.now,
    )
