"""Two at once in a season: real threads, real transactions, on whichever database the tests run."""

from __future__ import annotations

import threading
from contextlib import suppress

import pytest
from django.db import IntegrityError, transaction

from games.common import clock
from games.common.outbox.row import OutboxRow
from games.models import Game
from league.competitions import kinds, services
from league.competitions.errors import AlreadyAnswered
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.services import idling, table
from league.competitions.ladder.services.challenging import CannotAccept
from league.competitions.models import (
    Challenge,
    Competition,
    Entry,
    Event,
    IdleCheck,
    IdleWeek,
    Nudge,
    Pairing,
    ProposedAct,
    Suspension,
)
from league.competitions.services import nudging, results, turning
from league.competitions.services.receiving import drop_challenges_of_suspended, take_out_of_competitions
from league.competitions.state import conditions
from league.leagues import services as leagues
from league.leagues.models import Membership
from tests.games.test_races import at_once
from tests.league.competitions.seasons import DAY, RULES

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_of_many_who_want_the_last_place_one_gets_it(make_season):
    season = make_season(largest=2).announce()
    season.enter("p1")
    people = [season.member(f"q{number}") for number in range(6)]
    at_once(
        *(
            lambda person=person: services.enter(competition=season.competition, user=person)
            for person in people
        )
    )
    entries = season.competition.entries
    assert entries.filter(state=Entry.State.ACCEPTED).count() == 2
    assert entries.filter(state=Entry.State.WAITING).count() == 5
    assert sorted(entries.values_list("number", flat=True)) == list(range(1, 8))


@pytest.mark.slow
def test_two_leagues_that_nudge_one_person_at_once_send_one_nudge(make_season, douvres, monkeypatch):
    """Each looks for an earlier nudge, then waits a second for the other before it writes its own."""
    here = make_season().begin()
    entry = here.entry(3)
    Membership.objects.create(league=douvres, user=here.organiser, role="organiser")
    elsewhere = Competition.objects.get(pk=here.competition.pk)
    elsewhere.pk, elsewhere.code, elsewhere.league = None, "elsewhere", douvres
    elsewhere.save()
    Entry.objects.create(
        competition=elsewhere, number=1, user=entry.user, state="playing", entered_at=entry.entered_at
    )
    together = threading.Barrier(2)

    def anybody(_kind, _now):
        with suppress(threading.BrokenBarrierError):
            together.wait(timeout=1)
        return Entry.objects.all()

    monkeypatch.setattr(nudging, "silent_in", anybody)
    monkeypatch.setattr(kinds.of(here.competition).__class__, "nudging", lambda *_given: True)
    made = at_once(
        *(
            lambda season=season, number=number: services.nudge(
                competition=season, by=here.organiser, number=number
            )
            for season, number in ((here.competition, entry.number), (elsewhere, 1))
        )
    )
    assert made[0] == made[1] and Nudge.objects.count() == 1


@pytest.mark.slow
def test_nobody_enters_past_a_ban_of_the_same_moment(make_season, monkeypatch):
    """The ban, and the departure that follows from it, come while conditions are being checked."""
    season = make_season().announce()
    person = season.member("p1")
    is_checking, is_banned = threading.Event(), threading.Event()
    check = conditions.unmet

    def slowly(*args):
        is_checking.set()
        is_banned.wait(timeout=2)
        return check(*args)

    def ban():
        assert is_checking.wait(timeout=30)
        leagues.ban(league=season.league, by=season.organiser, person=person, reason="rude", until=None)
        list(take_out_of_competitions(list(OutboxRow.objects.filter(topic="season_departure"))))
        is_banned.set()

    monkeypatch.setattr(conditions, "unmet", slowly)
    at_once(lambda: services.enter(competition=season.competition, user=person), ban)
    assert not season.competition.entries.filter(state__in=Entry.STANDING).exists()


def test_a_challenge_accepted_while_its_challenger_is_suspended_ends_one_way(season):
    made = season.challenge(season.entry(2), season.entry(1))
    until = season.clock.now + 9 * DAY

    def accept():
        with suppress(AlreadyAnswered, CannotAccept):
            ladder_services.accept(challenge=made, user=made.of.user)

    def suspend():
        leagues.suspend(
            league=season.league, by=season.organiser, person=made.by.user, reason="rude", until=until
        )
        list(drop_challenges_of_suspended(list(OutboxRow.objects.filter(topic="league_suspension"))))

    at_once(accept, suspend, accept, accept)
    made.refresh_from_db()
    assert made.state in ("playing", "suspended")
    assert Game.objects.filter(is_contest=True).count() == (made.state == "playing")
    assert Suspension.objects.get().dropped == ([made.number] if made.state == "suspended" else [])


def test_two_arbiters_who_confirm_and_refuse_at_once_decide_once(season):
    own, rival = season.entry(1).user, season.entry(2).user
    season.league.memberships.filter(user=own).update(role="organiser")
    season.league.memberships.filter(user=season.organiser).update(role="member")
    leagues.remove(league=season.league, by=own, person=rival, reason="rude")
    second = season.member("second")
    season.competition.arbiters.create(user=second, named_at=season.clock.now)
    proposed = ProposedAct.objects.get()
    at_once(
        lambda: services.decide(act=proposed, by=season.arbiter, confirms=True),
        lambda: services.decide(act=proposed, by=second, confirms=False),
        lambda: services.decide(act=proposed, by=second, confirms=True),
    )
    proposed.refresh_from_db()
    assert proposed.decided_at is not None
    assert season.league.memberships.filter(user=rival).exists() is not proposed.is_confirmed
    assert OutboxRow.objects.filter(payload__occasion="proposal_decided").count() == 1


@pytest.mark.slow
def test_a_challenge_accepted_and_declined_at_once_ends_one_way(season):
    made = season.challenge(season.entry(2), season.entry(1))

    def answer(service, person):
        with suppress(AlreadyAnswered):
            service(challenge=made, user=person)

    at_once(
        lambda: answer(ladder_services.accept, made.of.user),
        lambda: answer(ladder_services.decline, made.of.user),
        lambda: answer(ladder_services.take_back, made.by.user),
        lambda: answer(ladder_services.accept, made.of.user),
    )
    made.refresh_from_db()
    assert Game.objects.filter(is_contest=True).count() == (made.state == "playing")
    assert Event.objects.filter(kind="declined").count() == (made.state == "declined")
    assert not table.has_drifted(season.competition)


@pytest.mark.slow
def test_the_data_base_lets_two_people_have_one_challenge_open_whoever_made_it(season):
    """Asked for at once, in both directions, past all that the services ask first."""
    low, high = season.entry(2), season.entry(1)
    again = replace_entry(high)
    pairs = [(low, high), (high, low), (low, again), (again, low)]
    refused = []

    def make(number, by, of):
        try:
            with transaction.atomic():
                open_row(season, number, by, of)
        except IntegrityError:
            refused.append(number)

    at_once(*(lambda n=n, p=p: make(n, *p) for n, p in enumerate(pairs, start=1)))
    assert Challenge.objects.count() == 1 and len(refused) == 3
    Challenge.objects.update(state="taken_back", over_at=season.clock.now)
    open_row(season, 9, high, low)
    open_row(season, 10, season.entry(3), low)


def replace_entry(entry):
    """The same person's next entry, where the first was left."""
    Entry.objects.filter(pk=entry.pk).update(state="withdrawn", left_at=entry.entered_at)
    return Entry.objects.create(
        competition=entry.competition,
        number=99,
        user=entry.user,
        state="playing",
        entered_at=entry.entered_at,
    )


def open_row(season, number, by, of):
    now = season.clock.now
    return Challenge.objects.create(
        competition=season.competition,
        number=number,
        by=by,
        of=of,
        by_rank=2,
        of_rank=1,
        made_at=now,
        answer_by=now,
    )


@pytest.mark.slow
def test_results_heard_of_twice_at_once_count_once(season):
    pairs = [(season.entry(2), season.entry(1)), (season.entry(4), season.entry(3))]
    for low, high in pairs:
        season.concede(season.begin_game(low, high), high)
    games = list(Pairing.objects.values_list("game", flat=True))
    at_once(
        lambda: results.take_results(games),
        lambda: results.take_results(list(reversed(games))),
        lambda: results.take_results(games[:1]),
    )
    assert Event.objects.filter(kind="result").count() == 2
    assert not table.has_drifted(season.competition)


@pytest.mark.slow
def test_a_season_begins_once_whoever_looks_at_the_clock(make_season):
    season = make_season().announce()
    for name in ("p1", "p2", "p3"):
        season.enter(name)
    season.clock(season.competition.starts_at)
    at_once(*([lambda: turning.turn(season.competition)] * 3))
    assert Event.objects.filter(kind="opens").count() == 1
    assert sorted(season.table) == [1, 2, 3]


@pytest.mark.slow
def test_a_midnight_is_checked_once_and_its_week_judged_once(make_season):
    season = make_season(idle_weeks=1).begin(3)
    season.watch(days=6)
    season.clock(clock.midnight(idling.first_day(season.competition) + 7 * DAY, RULES.zone))
    at_once(*([lambda: idling.watch(season.competition)] * 3))
    assert IdleCheck.objects.count() == 7
    assert Event.objects.filter(kind="idle").count() == IdleWeek.objects.count() == 2
