"""A knock-out's desk: who goes on from a voided game, seeds by hand, pairings that stand still."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.common import waiting
from games.services.masters import rulings
from league.competitions.errors import BadRules, NoReason, NotInState, NotOrganiser
from league.competitions.knock_out.bracket import By
from league.competitions.knock_out.forms import placed
from league.competitions.knock_out.seeding import kept_seeds, seed_by_hand, seeds_now
from league.competitions.models import Competition, Event
from league.competitions.services import disputing
from league.competitions.services.entering import withdraw
from league.competitions.state.registration import accepted_and_clear
from tests.league.competitions.check_elimination import faults_in
from tests.league.competitions.knock_outs import KNOCK_OUT, KnockOutSeason
from tests.league.competitions.seasons import DAY


@pytest.fixture
def cup(calais, carl, set_clock):
    return lambda people=4, **more: KnockOutSeason(calais, carl, set_clock, **more).begin(people)


@pytest.fixture
def drawn(calais, carl, set_clock):
    """Entries have closed, no game has begun."""

    def make(people=4, **more):
        season = KnockOutSeason(calais, carl, set_clock, **{"seeding": "hand"} | more).announce()
        for number in range(1, people + 1):
            season.enter(f"p{number}")
        return season.close_entries()

    return make


def address(season, name: str, *more) -> str:
    return reverse(f"tournaments:{name}", args=["calais", season.competition.code, *more])


def said(answer) -> str:
    """What a page says, without its tags."""
    body = answer.content.decode().partition("<main")[2]
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", body).split()))


def annulled(season, number):
    given = {"by": season.arbiter, "ruling": "annulled", "reason": "The server was down."}
    disputing.rule(pairing=season.pairing(number), **given)


def voided(season, number=1):
    """The game is over, and annulled at once."""
    season.wins(number, is_final=False)
    annulled(season, number)
    season.settle()
    return season


def waits(season, user):
    found = waiting.waits_of(user, waiting.Scope(contest=season.competition.pk)).needs_you
    return [each for each in found if each.kind == "goes-on"]


def void(season, number):
    """An arbiter voids a running game at its desk."""
    given = {"user": season.arbiter, "reason": "Its round is over.", "has_power": True}
    rulings.declare_void(game=season.pairing(number).game, **given)


# Who goes on


def test_an_arbiter_names_who_goes_on_and_the_log_says_why(cup, client_of):
    season = voided(cup())
    one, two = season.sides(1)
    client = client_of(season.arbiter)
    where = address(season, "goes-on", 1)
    assert f'href="{where}"' in client.get(address(season, "dispute", 1)).content.decode()
    page = said(client.get(where))
    assert "the random draw would decide" in page and "No year was finished." in page
    answer = client.post(where, {"on": str(two.number), "reason": "The better position."}, follow=True)
    assert f"{two.user.username} goes on." in said(answer).lower()
    season.refresh()
    assert season.decided(1)[:2] == (two.number, By.RULING)
    log = said(client_of(one.user).get(address(season, "log")))
    assert "goes on by a ruling" in log and "The better position." in log
    assert faults_in(season.export) == []
    assert not waits(season, season.arbiter)


def test_pressed_twice_it_stays_and_says_so(cup, client_of):
    season = voided(cup())
    one, two = season.sides(1)
    client, where = client_of(season.arbiter), address(season, "goes-on", 1)
    client.post(where, {"on": str(two.number), "reason": "The better position."})
    count = Event.objects.count()
    again = client.post(where, {"on": str(one.number), "reason": "No."}, follow=True)
    assert again.redirect_chain[0][0] == address(season, "dispute", 1)
    assert "It is decided already." in said(again)
    assert client.get(where).status_code == 302
    assert Event.objects.count() == count and season.decided(1).entry == two.number


def test_or_orders_one_replay(cup, client_of):
    season = voided(cup())
    client = client_of(season.arbiter)
    answer = client.post(
        address(season, "goes-on", 1), {"on": "replay", "reason": "Play it out."}, follow=True
    )
    assert "The game will be replayed." in said(answer)
    season.refresh()
    assert season.running == [2, 5]
    log = said(client.get(address(season, "log")))
    assert "Pairing 1 is played again" in log and "Play it out." in log
    voided(season, 5)
    page = client.get(address(season, "goes-on", 5))
    assert 'value="replay"' not in page.content.decode(), "one replay, no more"
    assert "The game" in said(page) and "The replay" in said(page)


@pytest.mark.parametrize(
    ("language", "says"), [("en", "Choose who goes on."), ("fr", "Choisissez qui se qualifie.")]
)
def test_what_is_missing_is_said_and_nothing_typed_is_lost(cup, client_of, language, says):
    season = voided(cup())
    season.arbiter.language = language
    season.arbiter.save()
    client, where = client_of(season.arbiter), address(season, "goes-on", 1)
    for typed in ({"on": "", "reason": "My whole reason"}, {"on": "99", "reason": "My whole reason"}):
        answer = client.post(where, typed)
        assert answer.status_code == 200 and "My whole reason" in answer.content.decode()
    assert says in client.post(where, {"reason": "My whole reason"}).content.decode()
    one = season.sides(1)[0].number
    kept = client.post(where, {"on": str(one), "reason": " "}).content.decode()
    assert re.search(rf'value="{one}"[^>]*checked', kept)
    assert season.decided(1) is None


def test_only_who_is_still_in_can_be_named(cup, client_of):
    season = voided(cup())
    one, two = season.sides(1)
    withdraw(competition=season.competition, user=one.user)
    client, where = client_of(season.arbiter), address(season, "goes-on", 1)
    page = client.get(where).content.decode()
    assert f'value="{two.number}"' in page and f'value="{one.number}"' not in page
    assert 'value="replay"' not in page
    client.post(where, {"on": str(one.number), "reason": "Because."})
    assert season.decided(1) is None


def test_nobody_else_finds_it(cup, client_of, client):
    season = voided(cup())
    where = address(season, "goes-on", 1)
    for who in (season.organiser, season.sides(1)[0].user, season.member("guest")):
        assert client_of(who).get(where).status_code == 404
        assert client_of(who).post(where, {"on": "1", "reason": "x"}).status_code == 404
    assert client.get(where).status_code == 404
    arbiter = client_of(season.arbiter)
    for number in (2, 3, 99):
        assert arbiter.get(address(season, "goes-on", number)).status_code == 404
    assert season.decided(1) is None


def test_before_the_result_is_final_nothing_is_said_yet(cup, client_of):
    season = cup()
    void(season, 1)
    season.hear()
    season.refresh()
    client, where = client_of(season.arbiter), address(season, "goes-on", 1)
    assert "You can decide once the result is final" in said(client.get(where))
    one = season.sides(1)[0]
    refused = client.post(where, {"on": str(one.number), "reason": "Half a page of reasons."})
    assert "not final yet" in said(refused) and "Half a page of reasons." in refused.content.decode()
    assert not waits(season, season.arbiter) and season.decided(1) is None
    season.settle()
    (found,) = waits(season, season.arbiter)
    assert found.address == where
    assert found.due == Event.objects.get(kind="result", number=1).at + KNOCK_OUT.ruling_days * DAY
    client.post(where, {"on": str(one.number), "reason": "Half a page of reasons."})
    season.refresh()
    assert season.decided(1)[:2] == (one.number, By.RULING)


def test_what_waits_is_the_arbiters_and_goes_when_hr_13_decides(cup, client_of):
    season = voided(cup())
    (found,) = waits(season, season.arbiter)
    assert "Say who goes on" in found.says and not waits(season, season.sides(1)[0].user)
    desk = said(client_of(season.arbiter).get(address(season, "desk")))
    assert "Say who goes on" in desk and "Void: an arbiter says who goes on" in desk
    assert "1 to rule on" in desk, desk[:600]
    season.turn(days=6)
    assert season.decided(1).by is By.DRAW and not waits(season, season.arbiter)


def test_a_game_still_played_after_its_rounds_last_day_waits_for_the_arbiter(cup, client_of, monkeypatch):
    season = cup()
    assert not waits(season, season.arbiter)
    begun = season.competition.started_at
    Competition.objects.update(started_at=begun - 400 * DAY)
    season.refresh()
    first, second = waits(season, season.arbiter)
    code = season.pairing(1).game.code
    assert first.address == reverse("games:desk", args=["calais", code])
    assert client_of(season.arbiter).get(first.address).status_code == 200
    desk = said(client_of(season.arbiter).get(address(season, "desk")))
    assert desk.count("Still running after its round’s last day") == 2
    void(season, 1)
    season.hear()
    assert [each.address for each in waits(season, season.arbiter)] == [second.address]


def test_a_disputed_void_waits_for_the_dispute_first(cup, client_of):
    season = cup()
    void(season, 1)
    season.hear()
    one, two = season.sides(1)
    disputing.dispute(pairing=season.pairing(1), user=one.user, said="I was winning.")
    season.settle()
    assert not waits(season, season.arbiter)
    client, where = client_of(season.arbiter), address(season, "goes-on", 1)
    assert "Rule on the dispute first." in said(client.get(where))
    client.post(where, {"on": str(two.number), "reason": "Because."})
    season.refresh()
    assert season.decided(1) is None


# Pairings that stand still


def test_the_desk_says_which_pairings_stand_still_and_why(cup, client_of):
    season = cup(8)
    season.wins(1)
    season.wins(2, is_final=False)
    for who in (season.organiser, season.arbiter):
        desk = said(client_of(who).get(address(season, "desk")))
        assert "Waits for its result to become final." in desk
        assert "Waits for pairing 2:" in desk
        assert "pairing 3 " not in desk, "it is played"


def test_the_desk_costs_the_same_however_much_stands_still(cup, client_of):
    season = cup(8)
    client, where = client_of(season.arbiter), address(season, "desk")

    def cost():
        waiting.forget([season.arbiter.pk])
        with CaptureQueriesContext(connection) as queries:
            assert client.get(where).status_code == 200
        return len(queries)

    for number in (1, 2, 3, 4):
        season.wins(number, is_final=False)
    annulled(season, 1)
    first = cost()
    for number in (2, 3, 4):
        annulled(season, number)
    assert cost() <= first
    ruling = address(season, "goes-on", 1)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(ruling).status_code == 200
    assert len(queries) <= 28


# Seeds


def order_of(season):
    competition = season.refresh().competition
    return seeds_now(competition, kept_seeds(competition), list(accepted_and_clear(competition)))


def typed(season, wanted, reason="Last year’s finalists first."):
    order = order_of(season)
    return {
        **{f"seed-{entry}": str(wanted.get(entry, seed)) for seed, entry in enumerate(order, 1)},
        "kept": str(kept_seeds(season.competition).pk),
        "reason": reason,
    }


def test_those_who_are_moved_take_their_seed_and_the_others_close_up():
    assert placed([7, 8, 9, 5], {5: 1}) == [5, 7, 8, 9]
    assert placed([7, 8, 9, 5], {5: 1, 7: 4}) == [5, 8, 9, 7]
    assert placed([7, 8, 9, 5], {7: 2, 8: 3, 9: 4, 5: 1}) == [5, 7, 8, 9]
    assert placed([7, 8, 9, 5], {}) == [7, 8, 9, 5]


def test_an_organiser_puts_the_seeds_by_hand(drawn, carl, client_of):
    season = drawn()
    order = order_of(season)
    client, where = client_of(carl), address(season, "seeds")
    for page in ("desk", "season"):
        assert f'href="{where}"' in client.get(address(season, page)).content.decode(), page
    shown = client.get(where).content.decode()
    assert shown.count('type="number"') == 4
    answer = client.post(where, typed(season, {order[3]: 1}), follow=True)
    assert "Seeds saved." in said(answer) and "Last year’s finalists first." in said(answer)
    assert order_of(season) == [order[3], *order[:3]]
    log = said(client.get(address(season, "log")))
    assert "The organisers change the seeds" in log and "Last year’s finalists first." in log
    season.start()
    assert season.export["seeds"] == [order[3], *order[:3]] and faults_in(season.export) == []
    assert client.get(where).status_code == 404, "the games have begun"
    assert client.post(where, {}).status_code == 404


@pytest.mark.parametrize(
    ("language", "says"), [("en", "Two players have this number."), ("fr", "ont ce numéro")]
)
def test_an_error_keeps_what_was_typed(drawn, carl, client_of, language, says):
    season = drawn()
    carl.language = language
    carl.save()
    order = order_of(season)
    client, where = client_of(carl), address(season, "seeds")
    twice = client.post(where, typed(season, {order[0]: 3, order[1]: 3})).content.decode()
    assert twice.count(says) >= 2 and "Last year’s finalists first." in twice
    assert len(re.findall(r'name="seed-\d+" value="3"', twice)) == 3
    for wrong in ("9", "x", ""):
        page = client.post(where, typed(season, {order[0]: wrong}, "A reason")).content.decode()
        assert "A reason" in page and 'aria-invalid="true"' in page
        assert not wrong or f'value="{wrong}"' in page
    page = client.post(where, typed(season, {order[3]: 1}, "  ")).content.decode()
    assert f'name="seed-{order[3]}" value="1"' in page
    assert client.post(where, typed(season, {})).status_code == 200, "nothing was changed"
    assert order_of(season) == order and not kept_seeds(season.competition).supersedes_id


def test_pressed_twice_or_changed_meanwhile(drawn, carl, client_of):
    season = drawn()
    order = order_of(season)
    client, where = client_of(carl), address(season, "seeds")
    first = typed(season, {order[3]: 1})
    client.post(where, first)
    count, now = Event.objects.count(), order_of(season)
    again = client.post(where, first)
    assert "The seeds have changed meanwhile." in said(again)
    assert Event.objects.count() == count and order_of(season) == now
    given = {"competition": season.competition, "by": carl, "order": now}
    assert (
        seed_by_hand(**given, reason="Last year’s finalists first.").pk == kept_seeds(season.competition).pk
    )
    with pytest.raises(BadRules):
        seed_by_hand(**given, reason="Another reason.")
    kept = f'name="kept" value="{kept_seeds(season.competition).pk}"'
    assert kept in again.content.decode(), "saving what is shown now will do"


def test_seeds_are_theirs_alone_who_run_the_season(drawn, carl, client_of, client):
    season = drawn()
    where = address(season, "seeds")
    people = [season.number(1).user, season.member("guest")]
    player = season.number(2).user
    season.league.memberships.filter(user=player).update(role="organiser")
    for who in (*people, player):
        assert client_of(who).get(where).status_code == 404
        assert client_of(who).post(where, typed(season, {1: 1})).status_code == 404
        with pytest.raises(NotOrganiser):
            seed_by_hand(competition=season.competition, by=who, order=[1, 2, 3, 4], reason="Me first.")
    assert client.get(where).status_code == 404
    with pytest.raises(NoReason):
        seed_by_hand(competition=season.competition, by=carl, order=order_of(season)[::-1], reason=" ")


def test_seeds_by_draw_stay_and_before_the_draw_there_are_none(drawn, carl, client_of, calais, set_clock):
    season = drawn(seeding="draw")
    client = client_of(carl)
    assert client.get(address(season, "seeds")).status_code == 404
    desk = client.get(address(season, "desk"))
    assert "replaced by the first on the waiting list, with the same seed" in said(desk)
    assert address(season, "seeds") not in desk.content.decode()
    with pytest.raises(NotInState):
        seed_by_hand(competition=season.competition, by=carl, order=order_of(season)[::-1], reason="x")


def test_before_entries_close_the_desk_says_when_seeds_can_be_changed(calais, carl, set_clock, client_of):
    season = KnockOutSeason(calais, carl, set_clock, seeding="hand").announce()
    client = client_of(carl)
    assert "They are drawn when entries close." in said(client.get(address(season, "desk")))
    assert client.get(address(season, "seeds")).status_code == 404


def test_who_left_stands_among_the_seeds_until_replaced(drawn, carl, client_of):
    season = drawn(5, largest=4)
    order = order_of(season)
    withdraw(competition=season.competition, user=season.number(order[0]).user)
    withdraw(competition=season.competition, user=season.number(order[1]).user)
    client, where = client_of(carl), address(season, "seeds")
    assert said(client.get(where)).count("has left: a walkover") == 1
    now = order_of(season)
    client.post(where, typed(season, {now[3]: 1}))
    assert order_of(season) == [now[3], *now[:3]]


def test_a_dispute_says_what_each_ruling_comes_to_in_the_bracket(cup, client_of):
    season = cup()
    won, beaten = season.sides(1)
    season.wins(1, is_final=False)
    disputing.dispute(pairing=season.pairing(1), user=beaten.user, said="I did not mean to.")
    arbiter = client_of(season.arbiter)
    text = said(arbiter.get(address(season, "dispute", 1)))
    assert "The bracket waits for the ruling." in text and "Ranks" not in text
    for name in (won.user.username, beaten.user.username):
        assert f"Forfeit by {name}" in text and f"{name} goes on." in text
    assert "an arbiter says who goes on." in text
    given = {"by": season.arbiter, "ruling": "stands", "reason": "It was conceded."}
    disputing.rule(pairing=season.pairing(1), **given)
    season.settle()
    text = said(arbiter.get(address(season, "dispute", 1)))
    assert "The bracket stays as it is; records and prizes by round follow." in text
