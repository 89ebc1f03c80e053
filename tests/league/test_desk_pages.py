"""The organisers' desk as its readers meet it: what it shows, what its forms do, to whom it is nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.agreed.pace import Pace
from games.common import clock
from games.common.outbox.delivery import deliver
from games.facts.overview import all_needing, lines_of_games, needs_in, running
from games.models import Game, Phase, Vacancy
from games.services.seats.seating import take_seat
from league.leagues import services
from league.leagues.models import OrganiserAct, PrivateNote, Sanction
from league.leagues.tenancy import organiser_or_404
from tests.opening import open_game

pytestmark = pytest.mark.django_db

WHY = "Insults in game k7x."


def at(name: str, *args) -> str:
    return reverse(f"leagues:{name}", args=["calais", *args])


def text_of(response) -> str:
    assert response.status_code == 200, response.status_code
    return response.content.decode()


@pytest.fixture
def played(calais, ada, ben, carl):
    """Runs a game between ada and ben."""

    def play(**values) -> Game:
        given = {"name": "Channel", "variant": "intimate", "settings": {}, "pace": Pace()} | values
        game = open_game(league=calais, user=carl, **given)
        for user in (ada, ben):
            take_seat(game=game, user=user)
        return game

    return play


def needs_of(league, reader, need: str = "any") -> dict[str, list[str]]:
    needs = needs_in(league, clock.now())
    games = all_needing(needs, need) if need else list(running(league))
    assert needs_in(league, clock.now(), games) == {
        name: found & set(games) for name, found in needs.items()
    }, "of a page of games the same is told as of all"
    return {line.code: list(line.needs) for line in lines_of_games(league, reader, games, needs)}


@pytest.mark.slow
def test_the_desk_is_for_organisers(client_of, visitor, calais, carl, ada, dora):
    for client in (visitor, client_of(ada), client_of(dora)):
        for address in (at("desk"), at("log"), at("bans"), at("person", "ben"), at("remove", "ben")):
            assert client.get(address).status_code == 404
    page = text_of(client_of(carl).get(at("desk")))
    assert "Games to check" in page
    assert "No game is late" in page


@pytest.mark.slow
def test_a_member_is_warned_and_says_that_they_have_read_it(client_of, calais, carl, ben):
    desk = client_of(carl)
    empty = text_of(desk.post(at("person", "ben"), {"act": "warn", "warn-reason": " "}))
    assert "Say why: they see it." in empty
    done = desk.post(at("person", "ben"), {"act": "warn", "warn-reason": WHY}, follow=True)
    assert "ben has been warned." in text_of(done)
    theirs = client_of(ben)
    assert WHY in text_of(theirs.get(at("home")))
    theirs.post(at("read-warning", Sanction.objects.get().pk))
    assert WHY not in text_of(theirs.get(at("home")))
    assert WHY in text_of(theirs.get(at("own-acts")))


@pytest.mark.slow
def test_a_suspension_is_shown_and_ended(client_of, calais, carl, ben):
    desk = client_of(carl)
    day = (timezone.localdate() + timedelta(days=8)).isoformat()
    past = {"act": "suspend", "suspend-reason": WHY, "suspend-until": "2020-01-01"}
    assert "a later day" in text_of(desk.post(at("person", "ben"), past))
    desk.post(at("person", "ben"), past | {"suspend-until": day})
    home = text_of(client_of(ben).get(at("home")))
    assert WHY in home
    assert "Créer une partie" not in home
    assert "suspended until" in text_of(desk.get(at("members")))
    held = Sanction.objects.get()
    lifted = {"act": "lift", "lift-sanction": held.pk, "lift-reason": "Sorry was said."}
    desk.post(at("person", "ben"), lifted)
    assert WHY not in text_of(client_of(ben).get(at("home")))


@pytest.mark.slow
def test_the_page_that_removes_says_first_what_follows(client_of, calais, carl, ben, played):
    game = played()
    desk = client_of(carl)
    asking = text_of(desk.get(at("remove", "ben")))
    assert "even in games for two" in asking
    assert calais.memberships.filter(user=ben).exists()
    wrong = text_of(desk.post(at("remove", "ben"), {"how": "until", "reason": WHY}))
    assert "Choose a date, or a ban" in wrong
    done = text_of(desk.post(at("remove", "ben"), {"how": "for_good", "reason": WHY}, follow=True))
    assert "Lift ban" in done
    deliver()
    assert Vacancy.objects.get(game=game).cause == "removed"
    assert "ben" in text_of(desk.get(at("bans")))
    tried = client_of(ben).post(at("join"), follow=True)
    assert WHY in text_of(tried)


def test_removing_twice_says_the_same_twice(client_of, calais, carl, ben):
    desk = client_of(carl)
    for _time in range(2):
        done = desk.post(at("remove", "ben"), {"how": "remove", "reason": WHY}, follow=True)
        assert "ben is no longer a member." in text_of(done)
    assert OrganiserAct.objects.count() == 1


def test_a_sanction_that_another_organiser_ended_is_said_to_be_over(client_of, calais, carl, ben):
    until = clock.now() + timedelta(days=3)
    services.suspend(league=calais, by=carl, person=ben, reason=WHY, until=until)
    form = {"act": "lift", "lift-sanction": 0, "lift-reason": "Sorry was said."}
    page = text_of(client_of(carl).post(at("person", "ben"), form))
    assert "There is nothing left to lift." in page
    assert "Sorry was said." in page


def test_who_organises_no_more_finds_nothing_at_the_last_moment_either(
    client_of, calais, carl, ada, monkeypatch
):
    """Their role went between the page's question and the service's."""
    monkeypatch.setattr(organiser_or_404, "__code__", (lambda request: request.membership).__code__)
    client = client_of(ada)
    for address in (at("unsay", 1), at("delete-preset", 1), at("export", "members", "csv")):
        assert client.post(address).status_code == 404
    assert not OrganiserAct.objects.exists()


@pytest.mark.slow
def test_notes_are_for_other_organisers_alone(client_of, calais, carl, ben):
    desk = client_of(carl)
    desk.post(at("person", "ben"), {"act": "note", "note-text": "Keep an eye on it."})
    assert PrivateNote.objects.get().by == carl
    assert "Keep an eye" in text_of(desk.get(at("person", "ben")))
    services.change_role(
        league=calais, by=carl, membership=calais.memberships.get(user=ben), role="organiser"
    )
    promoted = client_of(ben)
    for address in (at("person", "ben"), at("own-acts")):
        assert "Keep an eye" not in text_of(promoted.get(address))
    for address in (at("log"), at("desk"), at("own-acts"), at("person", "ben")):
        assert "note privée : ben" not in text_of(promoted.get(address)).replace("\xa0", " ")


def test_people_of_other_leagues_are_unknown_at_the_desk(client_of, calais, carl, dora):
    assert client_of(carl).get(at("person", "dora")).status_code == 404
    assert client_of(carl).post(at("person", "dora"), {"act": "warn", "warn-reason": WHY}).status_code == 404


def test_an_organiser_decides_nothing_about_themselves(client_of, calais, carl):
    page = text_of(client_of(carl).get(at("person", "carl")))
    assert "This is you" in page
    assert client_of(carl).get(at("remove", "carl")).status_code == 404


@pytest.mark.slow
def test_the_log_names_every_act_in_both_languages(client_of, calais, carl, ada, ben):
    until = clock.now() + timedelta(days=3)
    services.warn(league=calais, by=carl, person=ben, reason=WHY)
    services.suspend(league=calais, by=carl, person=ben, reason=WHY, until=until)
    services.lift(league=calais, by=carl, sanction=Sanction.objects.get(kind="suspension"), reason=WHY)
    services.note(league=calais, by=carl, person=ben, text="A note.")
    services.invite(league=calais, by=carl, days=7)
    services.update_settings(league=calais, by=carl, press="none")
    services.ban(league=calais, by=carl, person=ben, reason=WHY, until=None)
    services.change_role(
        league=calais, by=carl, membership=calais.memberships.get(user=ada), role="organiser"
    )
    ada.language = "fr"
    ada.save()
    for client in (client_of(carl), client_of(ada)):
        page = text_of(client.get(at("log")))
        assert page.count('class="entry entry-wide"') == OrganiserAct.objects.count() == 8


@pytest.mark.slow
def test_games_that_need_a_look_are_found(calais, carl, played, monkeypatch):
    silent, vacant, late, fine = (played(name=name) for name in ("Silent", "Vacant", "Late", "Fine"))
    aside = played(name="Aside")
    now = clock.now()
    Phase.objects.filter(game=aside).update(set_aside_at=now)
    Phase.objects.filter(game=late).update(closes_at=now - timedelta(minutes=6), opened_at=now - timedelta(1))
    tenure = vacant.tenures.select_related("seat").get(user__username="ben")
    vacant.tenures.filter(pk=tenure.pk).update(left_at=now, left_how="resigned")
    Vacancy.objects.create(
        game=vacant, seat=tenure.seat, tenure=tenure, cause="resigned", since=now, opened_at=now
    )
    _miss(silent, {"1": True, "2": True}, {"1": True, "2": True})
    _miss(fine, {"1": True, "2": True}, {"1": True})
    assert needs_of(calais, carl) == {
        silent.code: ["silent"],
        vacant.code: ["vacant"],
        late.code: ["late"],
        aside.code: ["set_aside"],
    }
    assert set(needs_of(calais, carl, "")) == set(Game.objects.values_list("code", flat=True))
    assert set(needs_of(calais, carl, "late")) == {late.code}


def _miss(game: Game, asked: dict[str, bool], missed: dict[str, bool]) -> None:
    """Let the first phase of `game` be over, missed by those seats."""
    from games.models import Turn

    first = Phase.objects.get(game=game)
    now = clock.now()
    following = Phase.objects.get(pk=first.pk)
    Phase.objects.filter(pk=first.pk).update(adjudicated_at=now)
    following.pk, following.ordinal, following.label = None, 1, "S1901B"
    following.save()
    Game.objects.filter(pk=game.pk).update(phase_number=1)
    Turn.objects.create(phase=first, answers={}, turn={}, asked=asked, missed=missed, created_at=now)


def test_of_a_private_game_an_organiser_knows_the_clock_alone(client_of, calais, carl, ada, ben, played):
    game = open_game(
        league=calais,
        user=ada,
        name="Tunnel",
        variant="intimate",
        settings={},
        pace=Pace(),
        visibility="private",
    )
    for user in (ada, ben):
        take_seat(game=game, user=user)
    _miss(game, {"1": True}, {"1": True})
    assert needs_of(calais, carl) == {}
    phase = Phase.objects.get(game=game, ordinal=1)
    Phase.objects.filter(pk=phase.pk).update(set_aside_at=clock.now())
    page = text_of(client_of(carl).get(at("desk")))
    assert "A private game" in page
    assert "Tunnel" not in page
    assert game.code in page


def test_nothing_tells_who_is_silent_where_the_rules_hide_it(calais, carl, played):
    game = played()
    _miss(game, {"1": True, "2": True}, {"1": True, "2": True})
    Game.objects.update(variant="spy")
    assert needs_of(calais, carl) == {}
    Game.objects.update(variant="intimate")
    assert needs_of(calais, carl) == {game.code: ["silent"]}
