"""Endings by house rules, on every page and in every mail that words an ending (HR-4 to HR-7)."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import translation

from games.adjudication.drain import drain
from games.common.outbox import delivery
from games.lists import played
from games.models import Game
from games.services.players import votes
from games.services.players.answers import save_answer
from tests.games.conftest import phase_of
from tests.games.pages.conftest import find_form

OPEN = "/l/calais/games/new/"
GIVEN = {"homes": {"1": "FRANCE", "2": "TURKEY"}}


@pytest.fixture
def seats(running_game):
    """The players' names by seat."""
    tenures = running_game.tenures.filter(left_at=None).values_list("seat__key", "user__username")
    return dict(tenures)


def said(response) -> str:
    """What a page says, without its tags."""
    body = response.content.decode().partition("<main")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def in_french() -> Client:
    return Client(headers={"accept-language": "fr"})


def ends_in_mails(mailoutbox) -> list[str]:
    """What ada, who reads English, and ben, who reads French, are written last: about the end of a game."""
    drain()
    delivery.deliver()
    last = {mail.to[0].partition("@")[0]: " ".join(mail.body.split()) for mail in mailoutbox}
    return [last["ada"], last["ben"]]


@pytest.mark.slow
def test_a_forfeit_says_who_forfeited_and_who_won(
    running_game, seats, end, client_of, visitor, ada, calais, mailoutbox
):
    [loser] = [seat for seat, name in seats.items() if name == "ada"]
    game = end(running_game, how="forfeit", by=[loser], cause="absence")
    assert game.outcome["how"] == "HR-5"
    address = f"/l/calais/g/{game.code}/"
    page = said(visitor.get(address))
    assert "ben wins. ada forfeited the game. HR-5" in page
    assert "Too many phases were missed." in page
    assert "You have lost. ben wins. ada forfeited the game." in said(client_of(ada).get(address))
    assert "ada a perdu la partie par forfait." in said(in_french().get(address))
    assert "/rules/house/#HR-5" in visitor.get(address).content.decode()
    assert "ben won by forfeit" in said(visitor.get("/l/calais/games/?state=finished"))
    lost, won = ends_in_mails(mailoutbox)
    assert "ben won “Channel” (HR-5). ada forfeited the game." in lost
    assert "(HR-5). ada a perdu la partie par forfait." in won
    (tally,) = played.tallies_of(calais, ada)
    assert (tally.won, tally.shared, tally.lost) == (0, 0, 1)


@pytest.mark.slow
def test_a_void_game_is_won_by_nobody_and_no_draw(
    running_game, end, client_of, visitor, ada, calais, mailoutbox
):
    game = end(running_game, how="void", by=[], cause="silence")
    address = f"/l/calais/g/{game.code}/"
    for reader in (visitor, client_of(ada)):
        page = said(reader.get(address))
        assert "The game is void: no one won. HR-6" in page and "No one sent orders any more." in page
        assert "The game is drawn" not in page and "You have" not in page
    assert "La partie est sans résultat" in said(in_french().get(address))
    listed = said(visitor.get("/l/calais/games/?state=finished"))
    assert "void" in listed and "drawn" not in listed
    assert "Both players had stopped saving anything." in said(visitor.get(address))
    (tally,) = played.tallies_of(calais, ada)
    assert (tally.void, tally.finished, tally.running) == (1, 0, 0), "it is neither won, shared nor lost"
    assert "1 void game does not count." in said(visitor.get("/l/calais/p/ada/"))
    english, french = ends_in_mails(mailoutbox)
    assert "“Channel” is void: no one won (HR-6)." in english
    assert "est sans résultat : personne n’a gagné (HR-6)." in french


def test_a_larger_game_may_be_void_and_shared_without_the_absent(make_game, seat_all, end, visitor):
    game = make_game(variant="standard")
    users = seat_all(game)
    six = sorted(set(users) - {"TURKEY"})
    end(game, how="draw", by=six, absent=["TURKEY"])
    page = said(visitor.get(f"/l/calais/g/{game.code}/"))
    assert f"{users['TURKEY'].username}: no one plays this seat, so it has no share. HR-4" in page
    assert users["TURKEY"].username not in page.split("Draw:")[1].split(".")[0]


def test_a_side_of_the_great_war_may_concede(make_game, seat_all, client_of, visitor):
    """HR-4: the page offers it, with its clause."""
    game = make_game(variant="standard", settings={"players": 2})
    users = seat_all(game)
    address = f"/l/calais/g/{game.code}/"
    assert "#HR-4" in client_of(users["1"]).get(address).content.decode()
    votes.concede(game=game, user=users["1"])
    game.refresh_from_db()
    assert game.outcome == {"how": "HR-4", "winners": ["2"]}
    assert f"{users['2'].username} wins. HR-4" in said(visitor.get(address))


# HR-7: the last game year


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("variant", ["intimate", "intimate-ii"])
def test_a_game_for_two_can_be_created_with_a_last_year(client_of, ada, ben, calais, variant, set_clock):
    client = client_of(ada)
    form = find_form(client.get(OPEN), "")
    sent = form.fields | {"name": "Short", "variant": variant, f"{variant}-last_year": "1905"}
    assert client.post(OPEN, sent).status_code == 302
    game = Game.objects.get()
    assert game.settings["last_year"] == 1905 and "homes" not in game.settings
    room = said(client.get(f"/l/calais/g/{game.code}/"))
    assert "Last year 1905" in room
    again = client.get(OPEN, {"like": game.code}).content.decode()
    assert re.search(rf'name="{variant}-last_year" value="1905"', again)


def test_the_form_says_what_a_last_year_means_in_each_game(client_of, ada, calais):
    page = client_of(ada).get(OPEN).content.decode()
    for field, clause in (("standard", "RB-13"), ("intimate", "HR-7"), ("intimate-ii", "HR-7")):
        help_text = page.split(f'name="{field}-last_year"')[1].split("<input")[0]
        assert (
            clause in page.split(f'id="id_{field}-last_year_helptext"')[1].split("<")[0]
            or clause in help_text
        )
    assert 'name="intimate-homes"' not in page, "given homes are for later"


def test_a_last_year_before_the_first_is_told_beside_what_was_typed(client_of, ada, calais):
    client = client_of(ada)
    form = find_form(client.get(OPEN), "")
    sent = form.fields | {"name": "Short", "variant": "intimate", "intimate-last_year": "1890"}
    page = client.post(OPEN, sent).content.decode()
    assert "Choose 1901 or later." in page and 'value="1890"' in page
    assert not Game.objects.exists()


def test_the_table_says_when_the_game_ends_at_the_latest(make_game, seat_both, visitor):
    game = seat_both(make_game(settings={"last_year": 1905} | GIVEN))
    shown = visitor.get(f"/l/calais/g/{game.code}/").content.decode()
    assert "The game ends after 1905 at the latest" in shown and "/rules/house/#HR-7" in shown
    assert 'plate-sum">' not in shown or "<small>units" not in shown, "units do not count here"
    french = in_french().get(f"/l/calais/g/{game.code}/").content.decode()
    assert "La partie finit après 1905 au plus tard" in french
    endless = seat_both(make_game(name="Endless", settings=GIVEN))
    assert "at the latest" not in visitor.get(f"/l/calais/g/{endless.code}/").content.decode()


@pytest.mark.slow
def test_the_last_year_ends_the_game_and_says_what_decided(
    make_game, seat_both, ada, ben, visitor, set_clock
):
    """Two players who bid nothing and let their units hold."""
    game = seat_both(make_game(settings={"last_year": 1901} | GIVEN))
    for _ in range(8):
        game.refresh_from_db()
        if game.outcome:
            break
        phase = phase_of(game)
        for user in (ada, ben):
            text = "Germany 0" if phase.label.endswith("B") else ""
            save_answer(game=game, user=user, label=phase.label, text=text, version=0, ready=True)
        drain()
    assert game.outcome["how"] == "HR-7"
    page = said(visitor.get(f"/l/calais/g/{game.code}/"))
    assert "1901 was the last year." in page and "3 centres" in page and "Treasuries" in page
    assert re.search(r"(ada|ben) : 3 centres", page) or re.search(r"(ada|ben): 3 centres", page), "by player"
    with translation.override("fr"):
        assert "1901 était la dernière année." in said(in_french().get(f"/l/calais/g/{game.code}/"))
