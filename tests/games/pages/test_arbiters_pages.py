"""A competition's game on its pages: what it says of the competition; the desk of its arbiters (HR-10)."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.db import transaction
from django.urls import reverse

from games.adjudication import pausing
from games.common.outbox.delivery import deliver
from games.models import ClockEntry, Game, MasterAct, Phase
from games.services.masters import contests, presiding
from games.services.masters.contest_rulings import end_in_time, supersede_by_ruling
from games.services.players import votes
from games.services.players.answers import save_answer
from games.services.players.letter_drafts import keep_draft
from games.services.players.letters import send_letter
from league.leagues import services
from tests.conftest import make_user
from tests.games.conftest import RANKS, phase_of
from tests.games.contests import HOMES, open_duel, terms
from tests.games.pages.conftest import forms_of, without_tokens
from tests.test_urls_walk import all_patterns

WHY = "The ferry is late."
LINE = "You are an arbiter of this competition."
DESK = {"ruling", "announcement", "void", "forfeit"}
"""The acts of the desk in a game's first phase."""


@pytest.fixture
def cast(client_of, visitor, ada, ben, carl, dora, eve, duel):
    """Browsers: of the arbiter, and of everyone who has no power."""
    root = make_user("root", is_staff=True, is_superuser=True)
    return {
        "arbiter": client_of(eve),
        "stranger": visitor,
        "outsider": client_of(dora),
        "organiser": client_of(carl),
        "admin": client_of(root),
        "player": client_of(ada),
        "opponent": client_of(ben),
    }


def said(response):
    body = response.content.decode().partition("<main")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def post(client, here, act, **fields):
    return client.post(here, {"act": act} | {f"{act}-{name}": value for name, value in fields.items()})


def acts_on(response):
    return {form.fields["act"] for form in forms_of(response.content.decode()) if "act" in form.fields}


def test_its_page_leads_to_the_competition_and_names_the_rules(duel, url, cast):
    for name in ("stranger", "arbiter", "player"):
        page = cast[name].get(url(duel)).content.decode()
        assert f'href="{terms().address}">Game 1 of Winter ladder</a>' in page
        assert "SHA" not in page, "the hash of the rules stands on their own page"
    page = cast["stranger"].get(url(duel), headers={"accept-language": "fr"}).content.decode()
    assert "Partie 1\u00a0: Winter ladder" in page


@pytest.mark.slow
def test_only_an_arbiter_finds_the_desk_and_nobody_rules_or_nominates(duel, url, cast):
    for name, client in cast.items():
        assert client.get(url(duel, "desk")).status_code == (200 if name == "arbiter" else 404)
        assert client.get(url(duel, "acts")).status_code == 200
        assert (LINE in said(client.get(url(duel)))) == (name == "arbiter")
        for never in ("rule", "nomination"):
            status = 302 if name == "stranger" else 404
            assert client.get(url(duel, never)).status_code == status
            assert client.post(url(duel, never), {"act": "void"}).status_code == status
        assert client.get(url(duel, "all-letters")).status_code == 404
        if name != "arbiter":
            assert post(client, url(duel, "desk"), "void", reason=WHY, confirm="on").status_code == 404
    duel.refresh_from_db()
    assert duel.is_running and not MasterAct.objects.exists()


@pytest.mark.slow
def test_every_address_of_the_game_is_to_an_arbiter_what_it_is_to_a_member(duel, calais, client_of, cast):
    """But the desk. What a member finds is what the table of addresses says."""
    mia = make_user("mia")
    services.join(league=calais, user=mia)
    member = client_of(mia)
    given = {"league_slug": "calais", "code": duel.code, "kind": "draw", "seat": "1", "label": "S1901H"}
    given |= {"number": 1, "token": "x", "look": "day", "sign": "x"}
    of_games = [each for each in all_patterns() if each.is_game and each.name != "games:desk"]
    assert len(of_games) > 30
    for each in of_games:
        needed = re.findall(r"<\w+:(\w+)>", each.route)
        address = reverse(each.name, kwargs={name: given[name] for name in needed})
        for ask in ("get", "post"):
            found = [getattr(client, ask)(address).status_code for client in (cast["arbiter"], member)]
            assert found[0] == found[1], f"{ask} {each.name}"


@pytest.mark.slow
def test_the_desk_offers_what_arbiters_may_and_nothing_else(duel, url, cast):
    here = url(duel, "desk")
    desk = cast["arbiter"].get(here)
    assert acts_on(desk) == DESK
    words = said(desk)
    assert "Arbiter tools" in words and "All messages" not in words and "no messages" in words
    assert "Pause the game" not in words
    for never in ("deadline", "pause", "closing", "replacement", "chair", "ending", "untimed", "timed"):
        assert post(cast["arbiter"], here, never, reason=WHY).status_code == 400
    assert not MasterAct.objects.exists()


@pytest.mark.slow
def test_acts_are_done_and_shown_with_reason_and_name(duel, url, cast, visitor, set_clock):
    here = url(duel, "desk")
    assert post(cast["arbiter"], here, "announcement", reason="No games on Sunday.").status_code == 302
    assert post(cast["arbiter"], here, "ruling", reason="A storm.").status_code == 302
    assert "The arbiters" in said(visitor.get(url(duel)))
    shown = said(visitor.get(url(duel, "acts")))
    for words in ("eve, arbiter, announces:", "No games on Sunday.", "A storm.", "Arbiters play in no"):
        assert words in shown
    assert "can’t pause a single game" in shown
    deliver()
    announced = [each for each in mail.outbox if "announcement" in each.subject or "arbitre" in each.body]
    assert any("announcement by an arbiter" in each.subject for each in announced)
    assert any("eve, arbiter of" in each.body for each in announced)


def test_an_arbiter_ends_a_pause_of_earlier_times(duel, url, cast, visitor, eve, set_clock):
    with transaction.atomic():
        phase = phase_of(duel)
        pausing.pause(duel, phase, phase.deadline, set_clock.now, by=eve, note="A storm.")
    here = url(duel, "desk")
    assert "go_on" in acts_on(cast["arbiter"].get(here))
    assert "eve, an arbiter, paused it: “A storm.”" in said(visitor.get(url(duel)))
    assert [entry.reason for entry in ClockEntry.objects.all()] == ["pause"]
    assert post(cast["arbiter"], here, "go_on", reason=WHY).status_code == 302
    assert not phase_of(duel).paused_until


def test_ending_it_by_ruling_says_who_and_why(duel, url, cast, visitor):
    answered = post(cast["arbiter"], url(duel, "desk"), "forfeit", seat="1", reason=WHY, confirm="on")
    assert answered.status_code == 302
    page = said(visitor.get(url(duel)))
    assert "no longer in the competition" not in page
    assert "ben wins. ada forfeited the game. HR-5" in page and f"Ruling by eve: “{WHY}”" in page


def test_who_was_removed_lost_by_that_and_the_page_says_so(duel, url, visitor, client_of, ada):
    contests.forfeit_by_removal(game=duel, user=ada)
    page = said(visitor.get(url(duel)))
    assert "ada forfeited the game. HR-5" in page and "They were no longer in the competition" in page
    assert "They were no longer in the competition" in said(client_of(ada).get(url(duel)))


def test_taking_back_asks_for_the_fault(calais, ada, ben, eve, url, client_of, drained, set_clock):
    services.join(league=calais, user=eve)
    game = open_duel(calais, (ada, ben), [eve], settings={"last_year": 1905} | HOMES)
    for user in (ada, ben):
        save_answer(game=game, user=user, label="S1901B", text="Germany 0", version=0)
    drained(game)
    client, here = client_of(eve), url(game, "desk")
    assert "only after an error of the site" in said(client.get(here))
    sent = {"to": "S1901B", "reason": WHY, "confirm": phase_of(game).label}
    refused = post(client, here, "taken_back", **sent)
    assert "only an error of the site is a reason" in said(refused) and WHY in refused.content.decode()
    assert post(client, here, "taken_back", fault="on", **sent).status_code == 302
    assert Phase.objects.get(game=game, adjudicated_at=None).label == "S1901B"
    assert "rewound after an error of the site" in said(client.get(url(game, "acts")))


def test_a_finished_game_says_what_was_decided_and_why(duel, url, visitor, ada, eve):
    votes.concede(game=duel, user=ada)
    supersede_by_ruling(game=duel, by=eve, ruling="forfeit", loser_seat="2", reason="Two accounts.")
    page = said(visitor.get(url(duel)))
    assert "ada wins. ben forfeited the game. HR-5" in page
    assert "The result was disputed: ben loses by forfeit (HR-5). Ruling by eve: “Two accounts.”" in page
    assert "ada won by forfeit" in said(visitor.get("/l/calais/games/?state=finished"))
    supersede_by_ruling(game=duel, by=eve, ruling="annulled", reason="A fault.")
    assert "The game is void: no one won." in said(visitor.get(url(duel)))
    supersede_by_ruling(game=duel, by=eve, ruling="stands", reason="As before.")
    assert "The disputed result stands. Ruling by eve: “As before.”" in said(visitor.get(url(duel)))


def test_a_game_that_the_site_ended_says_so(duel, url, visitor):
    end_in_time(game=duel)
    page = said(visitor.get(url(duel)))
    why = "The days for playing on after the season’s end were over."
    assert "The game is void: no one won." in page and why in page
    assert "Ruling by" not in page
    page = said(visitor.get(url(duel, "acts")))
    assert why in page and "automatically, by the rules, " in page
    MasterAct.objects.update(
        kind="measure",
        facts={
            "year": 1903,
            "winner": "1",
            "centres": {"1": 7, "2": 6},
            "credits": {},
            "homes": {"1": "FRANCE", "2": "TURKEY"},
            "outcome": {"winners": ["1"], "how": "HR-7"},
        },
    )
    Game.objects.filter(pk=duel.pk).update(version=99)
    page = said(visitor.get(url(duel)))
    assert "Tie-break by supply centres at the end of 1903: France 7, Turkey 6 (HR-7)." in page


def test_a_player_can_concede_and_nothing_else(duel, url, cast):
    page = cast["player"].get(url(duel)).content.decode()
    assert url(duel, "concede") in page
    for never in ("vote", "replacement", "clock"):
        assert f'"{url(duel, never)}"' not in page
    assert cast["player"].get(url(duel, "clock")).status_code == 404
    assert "In Winter ladder this counts as a loss." in said(cast["player"].get(url(duel, "concede")))
    assert cast["player"].get(url(duel, "resign")).url == url(duel, "concede")


@pytest.mark.slow
def test_an_arbiter_sees_what_a_member_sees_byte_for_byte(duel, url, calais, client_of, cast, ada, ben):
    """Messages, drafts and saved answers: nothing of them is on an arbiter's pages, nor does anything hang on
    them.
    """
    mia = make_user("mia")
    services.join(league=calais, user=mia)
    before = {name: cast["arbiter"].get(url(duel, name)).content for name in ("desk", "acts")}
    page = cast["arbiter"].get(url(duel)).content
    save_answer(game=duel, user=ada, label="S1901H", text=RANKS["ada"], version=0)
    keep_draft(game=duel, user=ada, thread="0-1", body="quinquereme", version=0)
    send_letter(game=duel, user=ben, to=["1"], body="trireme", key="once")
    for name, was in before.items():
        assert _bare(cast["arbiter"].get(url(duel, name)).content) == _bare(was)
    now = cast["arbiter"].get(url(duel)).content
    assert b"quinquereme" not in now and b"trireme" not in now
    assert _parts(now) == _parts(client_of(mia).get(url(duel)).content) == _parts(page)


def _bare(content):
    """A page without what differs each time it is asked for."""
    return re.sub(rb'data-now="\d+"', b"", without_tokens(content))


def _parts(content):
    """What stands below the masthead of a game's page."""
    return _bare(content.partition(b'<div id="page"')[2].partition(b"</main>")[0])


def test_the_desk_of_organisers_and_their_extension_leave_it_alone(duel, client_of, carl):
    games = said(client_of(carl).get("/l/calais/desk/games/"))
    assert "Decide" not in games
    extend = said(client_of(carl).get("/l/calais/desk/extend/"))
    assert "1 season game is left to its arbiters" in extend and "0 games running" in extend


def test_the_page_before_a_removal_says_forfeit(duel, client_of, carl, ada, calais):
    page = said(client_of(carl).get(reverse("leagues:remove", args=["calais", "ada"])))
    assert "forfeited: a season game" in page


@pytest.mark.slow
def test_many_acts_and_arbiters_cost_no_more_queries(
    duel, url, cast, visitor, calais, eve, assert_queries_do_not_grow
):
    others = [make_user(f"judge{number}") for number in range(4)]
    for person in others:
        services.join(league=calais, user=person)

    def more():
        contests.name_arbiters(league=calais.pk, key="winter26", arbiters=[eve, *others])
        for number in range(4):
            presiding.rule(game=duel, user=eve, reason=f"Case {number}")

    presiding.rule(game=duel, user=eve, reason="The first")
    for name in ("game", "acts"):
        assert_queries_do_not_grow(visitor, url(duel, name), lambda: None)
    assert_queries_do_not_grow(cast["arbiter"], url(duel, "acts"), more)
    assert_queries_do_not_grow(cast["arbiter"], url(duel, "desk"), more)
