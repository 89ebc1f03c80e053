"""The page: how many wait before the tap, where a search stands, who was found; and what else tells of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from django.core import mail
from django.test import Client

from games.agreed.pace import Pace
from games.common.outbox.delivery import deliver
from games.common.waiting import EVERYWHERE, Scope, waits_of
from games.models import Game
from games.services.players.blocking import block
from games.services.seats.seating import take_seat
from league.leagues.models import League, Pool, Proposal, Search
from league.leagues.opponents import services
from league.leagues.opponents.options import GAMES
from league.leagues.opponents.selectors import usual_wait
from league.leagues.opponents.turning import turn
from tests.conftest import make_user
from tests.games.conftest import Clock
from tests.league.opponents.conftest import OTHER_RANKING, RANKING
from tests.opening import open_game

pytestmark = pytest.mark.django_db

Look = Callable[..., Search]
Browser = Callable[..., Client]
PAGE = "/opponent/"
ONE_OF_EACH = {"games": ["intimate"], "paces": ["day"], "languages": ["en"]}


def text_of(client: Client, **headers: str) -> str:
    response = client.get(PAGE, **headers)
    assert response.status_code == 200
    return str(response.content.decode())


def without_tokens(page: str) -> str:
    return re.sub(r"[A-Za-z0-9]{64}", "", page)


def yes(ranking: list[str], proposal: Proposal) -> dict[str, Any]:
    ranks = {f"rank-{number}": power for number, power in enumerate(ranking, start=1)}
    return {"proposal": proposal.pk, "yes": "yes"} | ranks


@pytest.fixture
def found(ada: Any, ben: Any, look: Look) -> Proposal:
    look(ada), look(ben)
    assert turn() == 1
    return Proposal.objects.get()


def test_strangers_read_how_many_wait_and_sign_in_to_look(visitor: Client, ada: Any, look: Look) -> None:
    look(ada)
    shown = text_of(visitor)
    assert "1 person is waiting for what you ticked." in shown and "ada" not in shown
    response = visitor.post(PAGE, ONE_OF_EACH | {"games": ["great-war"]})
    login, _next, back = response["Location"].partition("?next=")
    assert login == "/accounts/login/"
    shown = visitor.get(unquote(back)).content.decode()
    assert 'value="great-war" checked' in shown and 'value="intimate" checked' not in shown


def test_every_tick_says_how_many_others_wait(ben: Any, ada: Any, look: Look, client_of: Browser) -> None:
    look(ada, games="intimate great-war"), look(ben)
    client = client_of(ada)
    services.stop(user=ada)
    shown = text_of(client)
    assert shown.count("1 waiting") == 3 and "0 waiting" not in shown
    assert 'value="great-war" checked' in shown


def test_the_count_over_the_button_follows_the_ticks(ada: Any, look: Look, visitor: Client) -> None:
    look(ada, games="great-war")
    ticks = "counting=1&games=great-war&paces=day&languages=en"
    part = visitor.get(f"{PAGE}?{ticks}", headers={"HX-Request": "true"}).content.decode()
    assert "1 person is waiting for what you ticked." in part and "<form" not in part
    counts = re.findall(r'id="count-games-([^"]+)" hx-swap-oob="true">(.*?)</span>', part, re.DOTALL)
    assert {key: said.strip() for key, said in counts if said.strip()} == {"great-war": "1 waiting"}
    assert len(counts) == len(GAMES), "a count that has become nobody’s is taken off the page"
    whole = visitor.post(PAGE, ONE_OF_EACH | {"counting": "1"}).content.decode()
    assert (
        "No one is waiting for exactly what you ticked yet." in whole and 'value="intimate" checked' in whole
    )
    assert Search.objects.count() == 1


def test_looking_by_the_form_puts_one_in_the_line(ada: Any, client_of: Browser, set_clock: Clock) -> None:
    client = client_of(ada)
    assert client.post(PAGE, ONE_OF_EACH)["Location"] == PAGE
    shown = text_of(client)
    assert "We’re looking for your opponent" in shown and "Stop looking" in shown and "/learn/" in shown
    assert "Join at once" not in shown, "no seat is open"
    client.post("/opponent/stop/")
    assert Search.objects.get().state == "stopped" and "Tick all you would accept" in text_of(client)


def test_a_zone_is_named_by_its_place(ada: Any, client_of: Browser) -> None:
    ada.time_zone = "America/New_York"
    ada.save()
    assert "Your zone: New York." in text_of(client_of(ada))


def test_a_form_without_a_tick_says_which_and_keeps_the_others(ada: Any, client_of: Browser) -> None:
    response = client_of(ada).post(PAGE, {"games": ["great-war"], "paces": ["two-days"]})
    shown = response.content.decode()
    assert response.status_code == 200 and "Tick at least one language" in shown
    assert 'value="great-war" checked' in shown and 'value="two-days" checked' in shown
    assert not Search.objects.exists()


def test_who_waits_can_accept_more_with_one_button(
    ada: Any, ben: Any, look: Look, client_of: Browser, set_clock: Clock
) -> None:
    look(ben, paces="two-days"), look(ada)
    shown = text_of(client_of(ada))
    assert "We’re looking for your opponent" in shown
    assert "1 more person would play you if you accepted this too: Two days a phase." in shown
    assert "Great War" not in shown.partition("h-accept")[0], "for the first day only what helps"
    set_clock.pass_(hours=24)
    assert "Great War" in text_of(client_of(ada)).partition("h-accept")[0]


def test_open_seats_elsewhere_are_shown_from_the_start(
    ada: Any, carl: Any, calais: League, look: Look, client_of: Browser
) -> None:
    look(ada)
    open_game(league=calais, user=carl, name="Channel", variant="intimate", settings={}, pace=Pace())
    shown = text_of(client_of(ada))
    assert "Join at once" in shown and "Channel" in shown


def test_someone_who_fits_is_told_of_before_the_next_turn(
    ada: Any, ben: Any, look: Look, client_of: Browser
) -> None:
    look(ada)
    assert "We’re looking for your opponent" in text_of(client_of(ada))
    look(ben)
    shown = text_of(client_of(ada))
    assert "Someone fits" in shown and "in line" not in shown
    shown = text_of(client_of(ben))
    assert "Adversaire en vue" in shown and "dans la file" not in shown
    assert turn() == 1


def test_who_is_kept_apart_does_not_read_that_someone_fits(
    ada: Any, ben: Any, look: Look, client_of: Browser
) -> None:
    block(user=ben, person=ada)
    look(ben), look(ada)
    assert "We’re looking for your opponent" in text_of(client_of(ada)) and turn() == 0


def test_quiet_hours_are_said_in_hours(visitor: Client, ada: Any, client_of: Browser) -> None:
    assert "avoid the quiet hours of both players" in text_of(visitor)
    assert "your quiet hours (23:00 to 07:00) and your opponent’s" in text_of(client_of(ada))
    ada.quiet_to = ada.quiet_from
    ada.save()
    assert "you have none" in text_of(client_of(ada))


def test_the_usual_wait_is_said_from_five_games_found_on(
    visitor: Client, look: Look, set_clock: Clock
) -> None:
    for number in range(5):
        assert usual_wait() is None and "Usual wait" not in text_of(visitor)
        one, other = (make_user(f"{name}{number}") for name in ("one", "other"))
        look(one)
        set_clock.pass_(hours=2 * number + 1)
        look(other)
        turn()
        proposal = Proposal.objects.latest("pk")
        for person in (one, other):
            services.say_yes(user=person, proposal=proposal.pk, ranking=RANKING)
    found = usual_wait()
    assert found is not None and (found.length, found.games) == (timedelta(minutes=30), 5)
    assert "Usual wait: about 30 minutes." in text_of(visitor)


def test_both_read_whom_they_were_found_and_say_yes_with_a_ranking(
    found: Proposal, ada: Any, ben: Any, client_of: Browser
) -> None:
    client = client_of(ada)
    shown = text_of(client)
    assert "You have an opponent: ben" in shown and "Say yes with this ranking" in shown
    assert "outside your quiet hours (23:00 to 07:00) and ben’s" in shown
    assert "a random draw decides" in shown and "24 credits · A\N{NO-BREAK SPACE}" in shown
    assert "Europe/Paris" not in shown and "Paris" not in shown, "where the other lives is theirs to tell"
    assert client.post("/opponent/answer/", yes(RANKING, found))["Location"] == PAGE
    assert "You have said yes." in text_of(client)
    response = client_of(ben).post("/opponent/answer/", yes(OTHER_RANKING, found))
    game = Game.objects.get()
    assert response["Location"] == f"/l/open-tables/g/{game.code}/"


def test_nobody_else_reads_a_ranking_and_a_wrong_one_is_given_back(
    found: Proposal, ada: Any, ben: Any, client_of: Browser
) -> None:
    twice = ["TURKEY", *OTHER_RANKING[:6]]
    shown = client_of(ada).post("/opponent/answer/", yes(twice, found)).content.decode()
    assert "You’ve already chosen this one" in shown and Search.objects.get(user=ada).yes_at is None
    before = without_tokens(text_of(client_of(ben)))
    services.say_yes(user=ada, proposal=found.pk, ranking=OTHER_RANKING)
    assert without_tokens(text_of(client_of(ben))) == before, "nor that the other has said yes"


def test_the_other_end_of_a_closed_proposal_is_told_so(
    found: Proposal, ada: Any, ben: Any, client_of: Browser
) -> None:
    client_of(ben).post("/opponent/answer/", {"proposal": found.pk, "no": "no"})
    client = client_of(ada)
    response = client.post("/opponent/answer/", yes(RANKING, found), follow=True)
    assert "This game is no longer proposed" in response.content.decode()
    assert "We’re looking for your opponent" in text_of(client)


def test_a_found_opponent_waits_in_the_register_until_one_has_said_yes(
    found: Proposal, ada: Any, ben: Any, calais: League
) -> None:
    (waits,) = waits_of(ada, EVERYWHERE).needs_you
    assert (waits.says, waits.address, waits.due) == ("You have an opponent: ben", PAGE, found.answer_by)
    pool = Pool.objects.get()
    assert len(waits_of(ada, Scope(league=pool.league_id)).needs_you) == 1
    assert not waits_of(ada, Scope(league=calais.pk)).needs_you
    services.say_yes(user=ada, proposal=found.pk, ranking=RANKING)
    assert not waits_of(ada, EVERYWHERE).needs_you
    assert len(waits_of(ben, EVERYWHERE).needs_you) == 1


def test_mails_tell_in_the_readers_language_what_is_still_so(found: Proposal, ada: Any, ben: Any) -> None:
    services.say_yes(user=ada, proposal=found.pk, ranking=RANKING)
    deliver()
    (sent,) = mail.outbox
    assert sent.to == [ben.email] and sent.subject == "Votre adversaire\u00a0: ada"
    assert "/opponent/" in sent.body
    services.say_no(user=ben, proposal=found.pk)
    deliver()
    assert "Choose your e-mails" in mail.outbox[-1].body and "Choisir" not in sent.body
    assert (
        mail.outbox[-1].to == [ada.email] and "We’re looking for another opponent" in mail.outbox[-1].subject
    )


def test_a_page_makes_no_more_queries_when_many_wait_and_seats_are_open(
    ada: Any, carl: Any, calais: League, look: Look, client_of: Browser, assert_queries_do_not_grow: Any
) -> None:
    look(ada)
    client = client_of(ada)

    def offer(number: int) -> None:
        given = {"variant": "intimate", "settings": {}, "pace": Pace()}
        open_game(league=calais, user=carl, name=f"Channel {number}", **given)

    def more() -> None:
        for number in range(6):
            look(make_user(f"p{number}"), games="great-war", paces="two-days" if number % 2 else "live")
            offer(number + 1)

    offer(0)

    assert_queries_do_not_grow(client, PAGE, more)


def test_the_home_page_and_a_finished_practice_lead_here(ada: Any, client_of: Browser) -> None:
    assert 'href="/opponent/"' in client_of(ada).get("/").content.decode()
    assert 'href="/opponent/"' in client_of(ada).get("/leagues/").content.decode()


def test_the_home_page_tells_of_a_search_that_goes_on_beside_a_game(
    ada: Any, calais: League, look: Look, client_of: Browser
) -> None:
    given = {"name": "Channel", "variant": "intimate", "settings": {}, "pace": Pace()}
    take_seat(game=open_game(league=calais, user=ada, **given), user=ada, nonce="a")
    assert "See your search" not in client_of(ada).get("/").content.decode()
    look(ada)
    shown = client_of(ada).get("/").content.decode()
    assert "Channel" in shown and "See your search" in shown
