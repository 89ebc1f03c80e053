# ruff: noqa: F811
"""What waits: each function for its person and no one else, the number in the masthead, true desks."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.common import clock, waiting
from games.common.outbox.delivery import deliver
from games.common.waiting import EVERYWHERE, NEEDS_YOU, Scope, numbers_for, sources, waits_for, waits_of
from league.competitions import services
from league.competitions.ladder import services as ladder_services
from league.competitions.models import EntryInvitation
from league.leagues.models import Membership
from league.prizes.models import Payout
from tests.conftest import make_user
from tests.games.conftest import (  # noqa: F401
    advance,
    answer,
    auction_game,
    make_game,
    movement_game,
    opened_game,
    running_game,
    seat_both,
)
from tests.league.competitions import rows
from tests.league.competitions.conftest import make_season, season  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("gates_are_wide")]

ORGANISERS = reverse("leagues:desk", args=["calais"])
NUMBER = re.compile(r'class="needs-you".*?<span class="mark" aria-hidden="true">(\d+)</span>', re.DOTALL)


def kinds(user, scope=EVERYWHERE) -> list[str]:
    found = waits_of(user, scope)
    return [each.kind for each in (*found.needs_you, *found.when_you_like)]


def number_on(client, address="/rules/") -> int:
    found = NUMBER.search(client.get(address).content.decode())
    return int(found[1]) if found else 0


def desk_of(season) -> str:
    return reverse("tournaments:desk", args=["calais", season.competition.code])


@pytest.fixture
def draft(make_season):
    return make_season()


@pytest.fixture
def challenged(season):
    """p1 on rank 1 is challenged by p2."""
    return season, season.challenge(season.entry(2), season.entry(1))


@pytest.fixture
def disputed(season):
    """p2 has beaten p1, who disputes it."""
    winner, loser = season.entry(2), season.entry(1)
    challenge = season.play(winner, loser)
    services.dispute(pairing=challenge.pairing, user=loser.user, said="The clock was wrong.")
    return season, challenge, winner, loser


def test_a_challenge_waits_for_who_was_challenged_alone(challenged, carl, dora):
    season, challenge = challenged
    [found] = waits_of(challenge.of.user).needs_you
    assert found.kind == "challenge" and found.due == challenge.answer_by
    assert found.address == f"{season.competition.get_absolute_url()}challenges/{challenge.number}/"
    assert (found.of, found.league.slug) == (season.competition.name, "calais")
    for other in (challenge.by.user, season.arbiter, carl, dora):
        assert kinds(other) == []
    ladder_services.decline(challenge=challenge, user=challenge.of.user)
    assert kinds(challenge.of.user) == []


def test_who_has_no_game_yet_finds_the_challenge_on_my_games(challenged, client_of):
    _season, challenge = challenged
    page = client_of(challenge.of.user).get("/games/").content.decode()
    assert "challenges you</a>" in page and "Waiting for you" in page
    assert "Join a league and take a free seat" not in page
    challenger = client_of(challenge.by.user)
    assert "Join a league and take a free seat" in challenger.get("/games/").content.decode()


def test_a_dispute_waits_for_arbiters_and_for_the_other_player(disputed, carl, dora, client_of):
    season, challenge, winner, loser = disputed
    assert kinds(season.arbiter) == ["dispute"]
    assert "disputed" in kinds(winner.user) and "disputed" not in kinds(loser.user)
    for other in (carl, dora, season.entry(3).user):
        assert "dispute" not in kinds(other) and "disputed" not in kinds(other)
    services.answer(dispute=challenge.pairing.disputes.get(), user=winner.user, said="It was not.")
    assert "disputed" not in kinds(winner.user)
    assert waits_of(season.arbiter).needs_you[0].more == "Another player has answered."


def test_a_dispute_that_one_arbiter_ruled_on_waits_for_neither(disputed, calais):
    season, challenge, _winner, _loser = disputed
    other = season.member("greta")
    services.name_arbiter(competition=season.competition, by=season.organiser, user=other)
    assert kinds(season.arbiter) == kinds(other) == ["dispute"]
    services.rule(pairing=challenge.pairing, by=other, ruling="stands", reason="The clock was right.")
    assert kinds(season.arbiter) == kinds(other) == []


def test_no_desk_says_that_all_is_in_order_over_an_open_dispute(disputed, client_of, calais):
    season, challenge, _winner, _loser = disputed
    Membership.objects.filter(league=calais, user=season.arbiter).update(role="organiser")
    for who, address in (
        (season.arbiter, ORGANISERS),
        (season.arbiter, desk_of(season)),
        (season.organiser, desk_of(season)),
    ):
        assert "Everything is in order." not in client_of(who).get(address).content.decode()
    page = client_of(season.arbiter).get(ORGANISERS).content.decode()
    assert "Rule on a result:" in page
    services.rule(pairing=challenge.pairing, by=season.arbiter, ruling="stands", reason="It was right.")
    for who, address in ((season.arbiter, desk_of(season)), (season.organiser, desk_of(season))):
        assert "Everything is in order." in client_of(who).get(address).content.decode()


def test_who_has_left_the_league_is_told_of_none_of_its_disputes(disputed, calais):
    season, *_rest = disputed
    Membership.objects.filter(league=calais, user=season.arbiter).delete()
    assert kinds(season.arbiter) == []


def test_a_suspicion_waits_for_arbiters(challenged, carl):
    season, _challenge = challenged
    one, other, third = (season.entry(rank) for rank in (1, 2, 3))
    services.suspect(
        competition=season.competition,
        user=third.user,
        number=one.number,
        name=other.user.username,
        said="They write alike.",
    )
    assert kinds(season.arbiter) == ["suspicion"]
    assert "suspicion" not in [*kinds(carl), *kinds(one.user), *kinds(third.user)]


def test_an_organiser_is_told_of_too_few_entries_and_of_a_season_without_arbiters(draft, carl, ada):
    draft.announce()
    draft.clock(draft.competition.enters_until + timedelta(minutes=1))
    [found] = waits_of(carl).needs_you
    assert found.says == "Too few people have entered the season"
    draft.competition.arbiters.update(left_at=clock.now())
    assert [each.says for each in waits_of(carl).needs_you if each.due is None] == [
        "The season has no arbiter any more"
    ]
    assert kinds(ada) == kinds(draft.arbiter) == []


def test_who_was_invited_to_a_season_may_enter_when_they_like(draft, carl, ada, ben):
    draft.announce()
    EntryInvitation.objects.create(competition=draft.competition, user=ada, by=carl, at=clock.now())
    [found] = waits_of(ada).when_you_like
    assert found.address.endswith("/enter/") and waits_of(ada).needs_you == []
    assert kinds(ben) == []
    services.enter(competition=draft.competition, user=ada)
    assert kinds(ada) == []


def test_a_draft_is_told_to_nobody(draft, carl):
    assert kinds(draft.arbiter) == kinds(carl) == []


def test_a_fee_waits_until_it_is_paid(money_season, carl):
    entry = money_season.enter("p1")
    [found] = waits_of(entry.user).needs_you
    assert (found.kind, found.due) == ("fee", entry.pay_by)
    assert "fee" not in kinds(carl)
    money_season.pay_by_hand(entry)
    assert kinds(entry.user) == []


def test_a_prize_waits_for_its_winner_when_they_like(make_money_season, carl):
    season = make_money_season().begin(3).finish()
    payout = Payout.objects.exclude(entry=None).order_by("rank")[0]
    assert "claim" not in kinds(payout.entry.user)
    Payout.objects.filter(pk=payout.pk).update(state="confirmed", confirmed_at=clock.now())
    [found] = [each for each in waits_of(payout.entry.user).when_you_like if each.kind == "claim"]
    assert found.address == reverse("prizes:own-claim", args=[payout.pk])
    assert "claim" not in [*kinds(season.henrik), *kinds(carl)]
    Payout.objects.filter(pk=payout.pk).update(state="failed")
    assert [each.kind for each in waits_of(payout.entry.user).needs_you] == ["claim"]


def test_what_is_asked_for_in_one_place_tells_of_no_other(challenged, calais, douvres):
    season, challenge = challenged
    who, here = challenge.of.user, season.competition
    assert kinds(who, Scope(league=calais.pk)) == kinds(who, Scope(calais.pk, here.pk)) == ["challenge"]
    assert kinds(who, Scope(league=douvres.pk)) == kinds(who, Scope(calais.pk, here.pk + 1)) == []


def test_orders_wait_and_a_new_result_is_told_of_once(movement_game, ada, carl):
    [found] = [each for each in waits_of(ada).needs_you if each.game == movement_game.pk]
    assert found.kind == "answer" and found.due is not None
    assert "result" not in kinds(ada), "a game that needs somebody is told of once"
    assert kinds(carl) == []


def test_each_function_makes_one_query_however_much_waits(at, calais, carl, eve, ada):
    def add(number: int) -> None:
        people = [ada, make_user(f"x{number}"), make_user(f"y{number}")]
        season = rows.make_season(calais, carl, people, arbiters=[eve], code=f"s{number}")
        rows.challenge(season, 2, 1, state="waiting")

    at(rows.NOW)
    Membership.objects.get_or_create(league=calais, user=eve)
    counts = []
    for number in (1, 2, 3):
        add(number)
        found = {}
        for who in (ada, carl, eve):
            for kind, source in sources().items():
                with CaptureQueriesContext(connection) as queries:
                    list(source.function(who, EVERYWHERE))
                found[who.username, kind] = len(queries)
        counts.append(found)
    assert kinds(ada).count("challenge") == 3
    assert counts[0] == counts[1] == counts[2]
    assert max(counts[0].values()) == 1


def test_the_number_is_kept_and_drops_when_somebody_is_challenged(season, client_of):
    upper, lower = season.entry(1), season.entry(2)
    client = client_of(upper.user)
    deliver()
    assert number_on(client) == 0
    season.challenge(lower, upper)
    assert number_on(client) == 0, "it is kept until the outbox has delivered"
    deliver()
    assert number_on(client) == 1
    page = client.get("/rules/").content.decode()
    assert '<span class="unseen">1 thing needs you.</span>' in page
    assert '<a class="needs-you" href="/games/">' in page
    assert number_on(client_of(lower.user)) == 0


def test_the_number_costs_nothing_while_it_is_kept(challenged, client_of):
    _season, challenge = challenged
    client = client_of(challenge.of.user)
    assert number_on(client) == 1
    with CaptureQueriesContext(connection) as queries:
        assert numbers_for(challenge.of.user).needs_you == 1
    assert len(queries) == 0


def test_ones_own_act_is_counted_on_the_next_page(challenged, client_of):
    season, challenge = challenged
    client = client_of(challenge.of.user)
    assert number_on(client) == 1
    address = reverse("tournaments:answer", args=["calais", season.competition.code, challenge.number])
    client.post(address, {"answer": "decline", "cost": "0"})
    challenge.refresh_from_db()
    assert challenge.state == "declined"
    assert number_on(client) == 0


def test_another_arbiters_number_drops_when_one_has_ruled(disputed, client_of):
    season, challenge, _winner, _loser = disputed
    other = season.member("greta")
    services.name_arbiter(competition=season.competition, by=season.organiser, user=other)
    deliver()
    client = client_of(other)
    assert number_on(client) == 1
    services.rule(pairing=challenge.pairing, by=season.arbiter, ruling="stands", reason="It was right.")
    deliver()
    assert number_on(client) == 0


def test_my_games_keep_the_number_that_they_show(challenged, client_of):
    _season, challenge = challenged
    cache.clear()
    client = client_of(challenge.of.user)
    assert number_on(client, "/games/") == 1
    assert cache.get(f"masthead:{challenge.of.user.pk}") == (1, 0)


def test_the_first_page_does_not_say_that_nothing_waits(challenged, client_of):
    _season, challenge = challenged
    page = client_of(challenge.of.user).get("/").content.decode()
    assert "challenges you" in page.partition("<main")[2] and "1 thing needs you." in page
    assert "Nothing to do right now" in client_of(challenge.by.user).get("/").content.decode()


def test_a_kind_is_registered_once():
    with pytest.raises(ValueError, match="challenge"):
        waits_for("challenge")(lambda user, scope: [])
    assert waiting.sources()["challenge"].urgencies == {NEEDS_YOU}


def test_a_role_that_comes_too_late_is_refused(ada):
    waiting.roles_of(ada)
    with pytest.raises(RuntimeError, match="late"):
        waiting.is_one("late", lambda: None)
    assert "late" not in waiting._roles
