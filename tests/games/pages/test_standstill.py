"""A game that stands still shows its last good page and why, whatever of it is damaged."""

from __future__ import annotations

import pytest
from django.core import mail
from django.urls import reverse

from games.adjudication.drain import drain
from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.models import Game, Phase, Turn
from tests.conftest import house_was_up
from tests.games.conftest import phase_of

pytestmark = pytest.mark.django_db

STOPPED = "This game is paused by an error on our side."


def damage(game: Game, what: str) -> None:
    """Spoil something of the game's open phase, of the turn before it or of its settings."""
    phase = Phase.objects.filter(game=game, adjudicated_at=None)
    if what == "position":
        phase.update(position={"phase": "S1901M", "units": "none"})
    elif what == "position of another form":
        phase.update(position=["nothing"])
    elif what == "due":
        phase.update(due=["nothing"])
    elif what == "seats in due":
        phase.update(due={"1": None, "2": 7})
    elif what == "last turn":
        Turn.objects.filter(phase=phase_before(game)).update(turn={"news": 3})
    elif what == "all turns":
        Turn.objects.filter(phase__game=game).update(turn=[])
    else:
        Game.objects.filter(pk=game.pk).update(settings={"players": "many"})


def phase_before(game: Game) -> Phase:
    return game.phases.filter(turn__isnull=False).latest("ordinal")


DAMAGES = [
    "position",
    "position of another form",
    "due",
    "seats in due",
    "last turn",
    "all turns",
    "settings",
]
PAGES = ["game", "status", "press", "auctions", "acts", "dealing", "preview", "answer"]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("what", DAMAGES)
def test_no_page_of_a_game_that_was_set_aside_fails(
    movement_game, client_of, visitor, url, ada, set_clock, what
):
    damage(movement_game, what)
    phase = phase_of(movement_game)
    Phase.objects.filter(pk=phase.pk).update(set_aside_at=set_clock.now, attempts=3)
    Game.objects.filter(pk=movement_game.pk).update(master=None)
    lists = [reverse("games:mine"), url_of_list(movement_game), "/l/calais/", "/"]
    for client in (client_of(ada), visitor):
        page = client.get(url(movement_game)).content.decode()
        assert STOPPED in page or "Paused by an error on our side." in page
        for name in PAGES:
            response = client.get(url(movement_game, name))
            assert response.status_code < 500, name
        for path in lists:
            assert client.get(path).status_code in (200, 302), path


def url_of_list(game: Game) -> str:
    return reverse("games:list", args=[game.league.slug])


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("what", ["position", "position of another form"])
def test_a_damaged_position_shows_the_last_good_page_and_gives_back_what_was_typed(
    movement_game, client_of, visitor, url, ada, set_clock, what
):
    damage(movement_game, what)
    for client in (client_of(ada), visitor):
        page = client.get(url(movement_game)).content.decode()
        assert STOPPED in page and "The last phase that can be shown" in page
        assert "board-svg" in page
        assert client.get(url(movement_game, "status") + "?phase=S1901M&version=0").status_code < 500
    sent = client_of(ada).post(
        url(movement_game, "answer"), {"text": "A Par - Bur", "version": 0, "phase": "S1901M"}
    )
    assert sent.status_code == 503
    assert "A Par - Bur" in sent.content.decode() and "was not saved" in sent.content.decode()


def test_a_game_that_goes_on_still_fails_loudly(movement_game, client_of, url, ada, monkeypatch):
    def broken(*_arguments, **_more):
        raise RuntimeError

    monkeypatch.setattr("games.views.game.current_page", broken)
    client = client_of(ada)
    client.raise_request_exception = False
    assert client.get(url(movement_game)).status_code == 500


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("what", DAMAGES[:-1])
def test_it_is_set_aside_and_its_players_are_mailed_whatever_is_damaged(
    movement_game, ada, ben, set_clock, what
):
    damage(movement_game, what)
    OutboxRow.objects.all().delete()
    set_clock(phase_of(movement_game).deadline)
    for _attempt in range(5):
        house_was_up()
        drain()
        set_clock.pass_(minutes=1)
    phase = Phase.objects.filter(game=movement_game, adjudicated_at=None).first()
    if phase.set_aside_at is None:
        return  # what is damaged did not keep it from being adjudicated
    delivery.deliver()
    told = [message.to[0] for message in mail.outbox if message.to[0] in (ada.email, ben.email)]
    assert sorted(told) == sorted([ada.email, ben.email])
