"""Inviting members by name: the form, the room, the page of one’s own games, the mail; who learns of it."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.urls import reverse

from games.common.guards import limits
from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.errors import AlreadyStarted, MayNotInvite
from games.models import Game, GameInvitation, Mailing
from games.services.players.votes import concede
from games.services.seats import invitations
from games.services.seats.seating import cancel_game, leave_seat, take_seat
from games.views.consumers import watch_of
from league.leagues import services
from tests.conftest import count_queries, make_user
from tests.games.pages.conftest import find_form

pytestmark = pytest.mark.django_db


@pytest.fixture
def eve(eve, calais):
    """A member of Calais who plays in no game."""
    services.join(league=calais, user=eve)
    return eve


@pytest.fixture
def opening(client_of, carl, calais, set_clock):
    """Sends carl's form of a new game with these guests; gives back the answer."""
    address = reverse("games:open", args=[calais.slug])
    browser = client_of(carl)

    def send(guests, **changes):
        fields = dict(find_form(browser.get(address), "").fields)
        fields.pop("play")
        return browser.post(address, fields | {"guests": guests} | changes)

    return send


@pytest.fixture
def private(make_game, carl, eve):
    """A private game of carl's to which eve is invited."""
    game = make_game(visibility="private")
    invitations.invite(game=game, user=carl, guests=[eve])
    return game


REACH = {"reach": "all", "digest_at": "18:00", "quiet_from": "23:00", "quiet_to": "07:00"}


def mails_to(user):
    delivery.deliver()
    return [message for message in mail.outbox if message.to == [user.email]]


def mine(client_of, user):
    return client_of(user).get(reverse("games:mine")).content.decode()


def home(client_of, user):
    return client_of(user).get(reverse("leagues:home", args=["calais"])).content.decode()


def test_the_form_invites_several_by_name_however_they_are_spelt_and_divided(opening, calais, ada, eve):
    assert opening("ADA,\r\n eve").status_code == 302
    game = Game.objects.get()
    assert [each.user for each in game.invitations.all()] == [ada, eve]
    assert {each.by for each in game.invitations.all()} == {game.opened_by}


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("nobody", "No league member is called “nobody”."),
        ("dora", "No league member is called “dora”."),
        ("gone", "No league member is called “gone”."),
        ("Carl", "“Carl” is you: leave it out."),
        ("ada, Ada", "“Ada” is named twice."),
        ("eve ada eve", "“eve” is named twice."),
        ("ada, ben, eve", "Name at most 2 people: the game has no more seats."),
        (",".join("abcdefghijklmnopqrstu"), "Name at most 20 people"),
    ],
)
def test_each_name_that_will_not_do_is_said_and_nothing_typed_is_lost(
    opening, calais, dora, eve, names, said
):
    services.join(league=calais, user=make_user("gone", is_active=False))
    page = opening(names, name="A table of our own")
    content = page.content.decode()
    assert page.status_code == 200 and said in content
    assert f'value="{names}"' in content and 'value="A table of our own"' in content
    assert not Game.objects.exists() and not GameInvitation.objects.exists()


@pytest.mark.slow
def test_every_wrong_name_is_told_at_once_and_a_stranger_like_nobody(opening, dora):
    content = opening("nobody dora").content.decode()
    told = re.findall(r"No league member is called “(\w+)”\.</p>", content)
    assert {"nobody", "dora"} <= set(told)


def test_the_table_that_is_chosen_says_how_many(opening, ada, ben, eve):
    chosen = {"variant": "standard", "standard-players": "3a"}
    assert opening("ada ben eve", **chosen).status_code == 302


@pytest.mark.slow
def test_who_presides_is_not_invited(opening, eve):
    assert "“eve” is the game master and can’t take a seat." in opening("eve", master="eve").content.decode()


def test_members_are_offered_but_oneself(client_of, carl, calais, ada):
    content = client_of(carl).get(reverse("games:open", args=["calais"])).content.decode()
    assert '<option value="ada">' in content and '<option value="carl">' not in content


def test_the_same_form_sent_twice_invites_and_mails_once(client_of, carl, calais, ada, set_clock):
    address = reverse("games:open", args=["calais"])
    browser = client_of(carl)
    fields = find_form(browser.get(address), "").fields | {"guests": "ada"}
    browser.post(address, fields)
    browser.post(address, fields)
    assert GameInvitation.objects.count() == 1
    assert OutboxRow.objects.filter(payload__about="invited").count() == 1


def test_the_guest_reads_of_it_on_both_pages_and_by_mail_and_sits_down(private, url, client_of, eve):
    for page in (mine(client_of, eve), home(client_of, eve)):
        assert "carl invites you" in page and "Channel" in page
    (message,) = mails_to(eve)
    assert message.subject == "carl invites you to Channel"
    assert url(private) in message.body and private.join_token not in message.body
    browser = client_of(eve)
    room = browser.get(url(private)).content.decode()
    assert "carl invites you to this game." in room and private.join_token not in room
    assert watch_of(private.code, eve, {}) is not None
    assert browser.post(url(private, "take-seat")).status_code == 302
    assert private.tenures.get(left_at=None).user == eve
    assert "carl invites you" not in mine(client_of, eve) + home(client_of, eve)


def test_nobody_but_host_and_guest_learns_of_it(private, make_game, url, client_of, visitor, carl, ada, eve):
    public = make_game(name="Open waters")
    invitations.invite(game=public, user=carl, guests=[eve])
    assert client_of(ada).get(url(private)).status_code == 404
    assert watch_of(private.code, ada, {}) is None
    take_seat(game=public, user=ada)
    for browser in (client_of(ada), visitor):
        content = browser.get(url(public)).content.decode()
        assert ">eve<" not in content and "invite" not in content.lower()
    assert "eve" in client_of(carl).get(url(public)).content.decode()
    assert "invites you" not in mine(client_of, ada)


def test_declining_closes_a_private_game_and_is_told_to_the_host_alone(private, url, client_of, carl, eve):
    browser = client_of(eve)
    answer = browser.post(url(private, "decline"), {"from": "mine"})
    assert answer.status_code == 302 and answer.url == reverse("games:mine")
    assert browser.get(url(private)).status_code == 404
    assert browser.post(url(private, "take-seat")).status_code == 404
    host = client_of(carl)
    host.get(url(private, "join-private", private.join_token))
    assert "declined" in host.get(url(private)).content.decode()
    page = host.post(url(private, "invite"), {"guests_to_add": "eve"}).content.decode()
    assert "“eve” has declined." in page
    assert mails_to(eve) == [], "the occasion has passed"


def test_the_host_invites_more_and_withdraws(private, url, client_of, carl, ada, ben, eve):
    host = client_of(carl)
    host.get(url(private, "join-private", private.join_token))
    assert (
        "“eve” is already invited."
        in host.post(url(private, "invite"), {"guests_to_add": "eve"}).content.decode()
    )
    page = host.post(url(private, "invite"), {"guests_to_add": "ada ben"}).content.decode()
    assert "Name at most 1 person" in page and 'value="ada ben"' in page
    host.post(url(private, "invite"), {"guests_to_add": "ada"})
    assert client_of(ada).get(url(private)).status_code == 200
    host.post(url(private, "withdraw-invitation"), {"guest": "ada"})
    again = host.post(url(private, "withdraw-invitation"), {"guest": "ada"}, follow=True).content.decode()
    assert (
        "No one with this name is invited." in again
        and "is withdrawn" not in again.split("No one with this name is invited.")[1]
    )
    assert client_of(ada).get(url(private)).status_code == 404
    assert client_of(eve).post(url(private, "invite"), {"guests_to_add": "ben"}).status_code == 404
    with pytest.raises(MayNotInvite):
        invitations.invite(game=private, user=eve, guests=[ben])


def test_whoever_sits_there_is_not_invited(opened_game, url, client_of, carl, ada):
    take_seat(game=opened_game, user=ada)
    page = client_of(carl).post(url(opened_game, "invite"), {"guests_to_add": "ada"}).content.decode()
    assert "“ada” already has a seat." in page


def test_invitations_lapse_when_the_game_starts_or_is_cancelled(
    private, make_game, url, client_of, seat_both, carl, eve
):
    called_off = make_game(name="Called off")
    invitations.invite(game=called_off, user=carl, guests=[eve])
    assert "Called off" in mine(client_of, eve)
    cancel_game(game=called_off, user=carl)
    seat_both(private)
    assert "invites you" not in mine(client_of, eve)
    assert client_of(eve).get(url(private)).status_code == 404
    assert watch_of(private.code, eve, {}) is None
    left = OutboxRow.objects.filter(topic="hint", payload__user=eve.pk, payload__left=True)
    assert left.filter(payload__game=private.pk).exists(), "the guest's open page hears nothing further"


def test_a_host_without_a_seat_sees_their_private_game_until_it_starts(
    private, url, client_of, seat_both, carl
):
    """Wherever the host signs in: the host has to invite people, or to call it off."""
    assert client_of(carl).get(url(private)).status_code == 200
    assert watch_of(private.code, carl, {}) is not None
    seat_both(private)
    assert client_of(carl).get(url(private)).status_code == 404
    assert watch_of(private.code, carl, {}) is None
    left = OutboxRow.objects.filter(topic="hint", payload__user=carl.pk, payload__left=True)
    assert left.filter(payload__game=private.pk).exists()


def test_leaving_the_seat_declines(private, url, client_of, eve):
    take_seat(game=private, user=eve)
    leave_seat(game=private, user=eve)
    assert client_of(eve).get(url(private)).status_code == 404


def test_who_left_the_league_or_has_no_account_any_more_is_not_mailed(private, calais, url, client_of, eve):
    eve_only = GameInvitation.objects.get()
    services.leave(league=calais, user=eve)
    assert mails_to(eve) == []
    assert client_of(eve).get(url(private)).status_code == 404
    assert eve_only.user == eve


def test_an_account_that_is_closed_is_not_mailed(private, eve):
    eve.is_active = False
    eve.save()
    assert mails_to(eve) == []


def test_mails_go_as_they_are_wished(private, client_of, eve):
    client_of(eve).post(reverse("users:mails"), REACH | {"news": "on", "turns": "on"})
    assert mails_to(eve) == []
    assert "carl invites you" in mine(client_of, eve)


def test_mails_from_one_to_another_are_counted_in_a_day(make_game, carl, ada, client_of):
    for number in range(limits.INVITED.times + 2):
        invitations.invite(game=make_game(name=f"Game {number}"), user=carl, guests=[ada])
    assert OutboxRow.objects.filter(payload__about="invited").count() == limits.INVITED.times
    assert f"Game {limits.INVITED.times + 1}" in mine(client_of, ada)


@pytest.mark.slow
def test_who_invites_too_many_in_a_row_is_told_so(opening, ada, monkeypatch):
    monkeypatch.setattr(limits, "INVITATIONS", limits.Limit("invitations", 1, 3600))
    opening("ada")
    page = opening("ada", name="Another")
    assert page.status_code == 429 and 'value="Another"' in page.content.decode()
    assert Game.objects.count() == 1


def test_where_players_are_hidden_the_host_learns_neither_who_sits_nor_who_declined(
    make_game, url, client_of, carl, ada, ben, eve
):
    game = make_game(variant="devil-and-god")
    host = client_of(carl)
    host.post(url(game, "invite"), {"guests_to_add": "ada ben eve"})

    def shown():
        content = host.get(url(game)).content.decode()
        return content[content.index('id="guests"') : content.index("member-names")]

    before = re.sub(r'value="[^"]{40,}"', "", shown())
    take_seat(game=game, user=ada)
    invitations.decline(game=game, user=ben)
    assert re.sub(r'value="[^"]{40,}"', "", shown()) == before
    answers = {
        name: host.post(url(game, "invite"), {"guests_to_add": name})
        .content.decode()
        .count("is already invited.")
        for name in ("ada", "ben", "eve")
    }
    assert len(set(answers.values())) == 1 and answers["ada"]


def test_a_guest_of_a_game_that_hides_its_players_is_invited_alike_whether_seated_or_not(
    make_game, url, client_of, carl, ada, ben
):
    """Someone who has sat down by themselves is invited like anyone."""
    game = make_game(variant="devil-and-god")
    take_seat(game=game, user=ada)
    host = client_of(carl)
    assert [
        host.post(url(game, "invite"), {"guests_to_add": name}).status_code for name in ("ada", "ben")
    ] == [302, 302]


def test_the_log_of_mails_does_not_name_guests(private, client_of, eve):
    assert mails_to(eve)
    assert Mailing.objects.filter(kind="invited", user=eve).exists()
    root = make_user("root", is_staff=True, is_superuser=True)
    content = client_of(root).get(reverse("admin:games_mailing_changelist")).content.decode()
    assert not re.search(r"\beve\b", content)


@pytest.mark.slow
def test_a_rematch_invites_the_others_and_says_so(movement_game, url, client_of, ada, ben):
    concede(game=movement_game, user=ben)
    delivery.deliver()
    mail.outbox.clear()
    client_of(ada).post(url(movement_game, "rematch"))
    again = Game.objects.latest("pk")
    assert [each.user for each in again.invitations.all()] == [ben]
    (message,) = mails_to(ben)
    assert message.subject == f"ada vous invite à {again.name}"
    assert mails_to(ada) == []
    page = client_of(ben).get(url(movement_game)).content.decode()
    assert "ada a créé une revanche" in page
    assert "ada vous invite" in mine(client_of, ben)
    client_of(ben).post(url(movement_game, "rematch"))
    again.refresh_from_db()
    assert again.is_running and not again.invitations.exclude(user=ben).exists()


def test_a_rematch_invites_nobody_who_has_left_the_league(movement_game, url, client_of, calais, ada, ben):
    concede(game=movement_game, user=ben)
    services.leave(league=calais, user=ben)
    client_of(ada).post(url(movement_game, "rematch"))
    assert not Game.objects.latest("pk").invitations.exists()


@pytest.mark.slow
def test_many_invitations_cost_no_more_queries(make_game, url, client_of, carl, eve, ada, ben):
    game = make_game(variant="standard")
    browser, host = client_of(eve), client_of(carl)
    pages = [(browser, reverse("games:mine")), (browser, reverse("leagues:home", args=["calais"]))]
    pages += [(browser, url(game)), (host, url(game)), (host, reverse("games:open", args=["calais"]))]
    invitations.invite(game=game, user=carl, guests=[eve])
    for client, address in pages:
        client.get(address)
    few = [count_queries(client, address) for client, address in pages]
    invitations.invite(game=game, user=carl, guests=[ada, ben])
    for number in range(3):
        invitations.invite(game=make_game(name=f"Game {number}"), user=carl, guests=[eve])
    assert [count_queries(client, address) for client, address in pages] == few


def address(game, name="game", *more):
    return reverse(f"games:{name}", args=[game.league.slug, game.code, *more])


def test_a_link_that_has_gone_astray_is_replaced_and_opens_nothing(private, client_of, carl, ada, ben):
    client, stray = client_of(ben), address(private, "join-private", private.join_token)
    take_seat(game=private, user=ada)
    assert client.get(stray, follow=True).status_code == 200
    host = client_of(carl)
    room = host.get(stray, follow=True).content.decode()
    assert address(private, "new-link") in room
    assert address(private, "new-link") not in client.get(address(private)).content.decode()
    assert client.post(address(private, "new-link")).status_code == 404
    answer = host.post(address(private, "new-link"), follow=True).content.decode()
    fresh = Game.objects.get(pk=private.pk)
    assert "The old one no longer works" in answer
    assert address(private, "join-private", fresh.join_token) in answer
    assert fresh.join_token != private.join_token
    for path in (stray, address(private)):
        assert client.get(path).status_code == 404, "not by the session that remembers it either"
    assert client.post(address(private, "take-seat")).status_code == 404
    assert client_of(ada).get(address(private)).status_code == 200, "who has a seat keeps it"


@pytest.mark.slow
def test_the_host_removes_a_player_before_the_start_and_shuts_them_out(private, client_of, carl, eve, ada):
    take_seat(game=private, user=ada)
    take_first = client_of(eve)
    stray = address(private, "join-private", private.join_token)
    assert take_first.get(stray, follow=True).status_code == 200
    host, remove = client_of(carl), address(private, "shut-out")
    assert remove in host.get(address(private)).content.decode()
    assert remove not in client_of(ada).get(address(private)).content.decode()
    assert client_of(ada).post(remove, {"guest": "ada"}).status_code == 404
    assert (
        "No one with this name has a seat."
        in host.post(remove, {"guest": "eve"}, follow=True).content.decode()
    )
    answer = host.post(remove, {"guest": "ada"}, follow=True).content.decode()
    assert "ada is removed" in answer
    assert not private.tenures.filter(left_at=None).exists()
    client = client_of(ada)
    assert client.get(address(private)).status_code == client.get(stray).status_code == 404
    assert OutboxRow.objects.filter(topic="hint", payload__user=ada.pk, payload__left=True).exists()


def test_whoever_is_removed_is_invited_no_more(private, carl, eve, client_of):
    take_seat(game=private, user=eve)
    assert invitations.shut_out(game=private, user=carl, guest="eve")
    assert private.invitations.get().withdrawn_at
    assert client_of(eve).get(address(private)).status_code == 404


def test_nobody_is_removed_from_a_public_game_a_running_one_or_by_another(
    make_game, seat_both, private, carl, ada, ben
):
    public = make_game()
    take_seat(game=public, user=ada)
    take_seat(game=private, user=ada)
    for game, user in ((public, carl), (private, ben)):
        with pytest.raises(MayNotInvite):
            invitations.shut_out(game=game, user=user, guest="ada")
        with pytest.raises(MayNotInvite):
            invitations.renew_link(game=game, user=user)
    take_seat(game=private, user=ben)
    for act in (invitations.renew_link, invitations.shut_out):
        with pytest.raises(AlreadyStarted):
            act(game=private, user=carl, **({"guest": "ada"} if act is invitations.shut_out else {}))
    assert private.tenures.filter(left_at=None).count() == 2


def test_nobody_is_removed_where_it_is_secret_who_sits(make_game, carl, ada):
    """The answer would tell (DG-1)."""
    game = make_game(variant="devil-and-god", visibility="private")
    take_seat(game=game, user=ada)
    for guest in ("ada", "ben"):
        with pytest.raises(MayNotInvite):
            invitations.shut_out(game=game, user=carl, guest=guest)
