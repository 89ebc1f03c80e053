"""Blocking people: what the blocker is shown from then on, and that no one else can tell."""

from __future__ import annotations

import pytest
from django.core import mail
from django.urls import reverse

from games.agreed.pace import Pace
from games.common.outbox.delivery import deliver
from games.errors import CannotBlock
from games.models import Block, Withheld
from games.pages.letters import count_of_news
from games.services.players.blocking import block, unblock
from games.services.players.letters import send_letter
from games.services.players.read_marks import mark_read
from tests.games.conftest import phase_of
from tests.games.pages.conftest import without_tokens
from tests.opening import open_game

BEFORE, AFTER = "Said before.", "Said after."


def page(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def blocked(running_game, ada, ben, set_clock):
    """The running game: ben wrote BEFORE to ada, was blocked by her, and wrote AFTER."""
    send_letter(game=running_game, user=ben, to=["1"], body=BEFORE, key="k1")
    block(user=ada, person=ben)
    set_clock.pass_(minutes=1)
    send_letter(game=running_game, user=ben, to=["1"], body=AFTER, key="k2")
    return running_game


def test_what_a_blocked_person_writes_is_not_shown_from_then_on(blocked, ada, ben, client_of, url):
    shown = page(client_of(ada), url(blocked))
    assert BEFORE in shown and AFTER not in shown
    assert AFTER in page(client_of(ben), url(blocked))  # the writer sees it on its way, as ever


def test_nothing_counts_it_and_no_page_is_told_of_it(blocked, ada, client_of, url):
    assert count_of_news(ada) == 1
    mark_read(game=blocked, user=ada, thread="0-1", upto=0)
    assert count_of_news(ada) == 1
    seen = blocked.messages.earliest("pk").pk
    label = phase_of(blocked).label
    address = f"{url(blocked, 'status')}?phase={label}&version={blocked.version}&answer=0&letter={seen}"
    assert client_of(ada).get(address).status_code == 204


def test_no_mail_tells_of_it(running_game, ada, ben, set_clock):
    block(user=ada, person=ben)
    deliver()
    mail.outbox.clear()
    send_letter(game=running_game, user=ben, to=["1"], body=AFTER, key="k2")
    set_clock.pass_(hours=2)
    deliver()
    assert not [sent for sent in mail.outbox if sent.to == [ada.email]]


def test_a_withheld_message_is_quoted_to_nobody(blocked, ada, client_of, url):
    letter = blocked.messages.latest("pk")
    form = {"thread": "0-1", "to": "2", "body": "", "key": "7d5e0a52-5f4c-4f0c-a4f0-0d0f1f2a3b4c"}
    client_of(ada).post(url(blocked, "letter-draft"), form | {"version": "0", "quote": str(letter.pk)})
    assert AFTER not in page(client_of(ada), url(blocked))


def test_who_is_blocked_no_more_is_read_from_then_on(blocked, ada, ben, client_of, url):
    unblock(user=ada, person=ben)
    send_letter(game=blocked, user=ben, to=["1"], body="Said later.", key="k3")
    shown = page(client_of(ada), url(blocked))
    assert "Said later." in shown and AFTER not in shown


def test_messages_to_several_fold(make_game, seat_all, url, client_of, set_clock):
    game = make_game(variant="standard", settings={})
    people = seat_all(game)
    reader, writer = people["FRANCE"], people["ITALY"]
    block(user=reader, person=writer)
    send_letter(game=game, user=writer, to=["FRANCE", "TURKEY"], body=AFTER, key="k1")
    shown = page(client_of(reader), url(game) + "?thread=2-4-6")
    assert AFTER in shown.partition("<details><summary>")[2]
    assert count_of_news(reader) == 0
    other = page(client_of(people["TURKEY"]), url(game) + "?thread=2-4-6")
    assert AFTER in other and count_of_news(people["TURKEY"]) == 1


@pytest.mark.slow
def test_nobody_but_the_blocker_can_tell(running_game, ada, ben, carl, client_of, url):
    """Compared worlds: every page of everyone else is the same, byte for byte."""

    def world():
        pages = []
        for person in (ben, carl, None):
            for address in (
                url(running_game),
                url(running_game, "press"),
                reverse("leagues:player", args=["calais", "ada"]),
                reverse("leagues:members", args=["calais"]),
                "/games/",
            ):
                pages.append(without_tokens(client_of(person).get(address).content))
        return pages

    send_letter(game=running_game, user=ben, to=["1"], body=AFTER, key="k1")
    without = world()
    running_game.messages.all().delete()
    block(user=ada, person=ben)
    send_letter(game=running_game, user=ben, to=["1"], body=AFTER, key="k1")
    assert Withheld.objects.count() == 1
    assert world() == without


@pytest.mark.slow
def test_masked_players_cannot_be_found_by_blocking(make_game, seat_all, client_of, url, drained):
    """A player blocks everyone, one after the other: no page of the game changes for anyone (DG-1)."""
    game = make_game(variant="devil-and-god", settings={})
    people = seat_all(game)
    writers = [seat for seat in people if seat not in ("DEVIL", "GOD")]
    spy = people[writers[0]]

    def world():
        addresses = (url(game), url(game, "press"), url(game) + "?thread=new")
        return [without_tokens(client_of(spy).get(address).content) for address in addresses]

    before = world()
    for seat in ("DEVIL", "GOD"):
        block(user=spy, person=people[seat])
        assert world() == before
        unblock(user=spy, person=people[seat])


@pytest.mark.slow
def test_a_masked_player_who_blocks_is_not_told_on(make_game, seat_all, client_of, url):
    game = make_game(variant="devil-and-god", settings={})
    people = seat_all(game)
    writers = [seat for seat in people if seat not in ("DEVIL", "GOD")]
    writer = people[writers[0]]
    to_all = writers[1:]

    def world():
        return without_tokens(client_of(writer).get(url(game)).content)

    send_letter(game=game, user=writer, to=to_all, body=AFTER, key="k1")
    without = world()
    game.messages.all().delete()
    block(user=people["DEVIL"], person=writer)
    send_letter(game=game, user=writer, to=to_all, body=AFTER, key="k1")
    assert world() == without
    assert "<details><summary>" in page(client_of(people["DEVIL"]), url(game))


def test_an_invitation_of_a_blocked_person_is_neither_listed_nor_mailed(
    calais, ada, ben, client_of, set_clock
):
    block(user=ada, person=ben)
    given = {"variant": "intimate", "settings": {}, "pace": Pace(), "guests": [ada]}
    open_game(league=calais, user=ben, name="Come over", **given)
    deliver()
    assert not [sent for sent in mail.outbox if sent.to == [ada.email]]
    assert "Come over" not in page(client_of(ada), "/games/")


def test_the_page_asks_before_it_blocks_and_leads_back(ada, ben, running_game, client_of, url):
    client, address = client_of(ada), reverse("games:blocked")
    assert "ben" in page(client, f"{address}?person=ben&next={url(running_game)}")
    assert not Block.objects.exists()
    answer = client.post(address, {"person": "ben", "next": url(running_game)})
    assert answer.headers["Location"] == url(running_game)
    assert "ben" in page(client, address)
    answer = client.post(address, {"person": "ben", "act": "unblock", "next": "https://example.org/"})
    assert answer.headers["Location"] == address
    assert not Block.objects.exists()
    assert client.get(f"{address}?person=nobody").status_code == 404


def test_nobody_blocks_themselves(ada, client_of):
    with pytest.raises(CannotBlock):
        block(user=ada, person=ada)
    client_of(ada).post(reverse("games:blocked"), {"person": "ada"})
    assert not Block.objects.exists()


def test_the_page_of_somebody_blocked_says_so_with_the_way_back(blocked, ada, carl, client_of):
    for person, is_blocked in ((ada, True), (carl, False)):
        seen = client_of(person).get("/l/calais/p/ben/").content.decode()
        assert ("Unblock" in seen) is is_blocked and ("?person=ben&amp;" in seen) is not is_blocked
