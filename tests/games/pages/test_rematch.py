"""A rematch: one click on a finished game, one game for all who ask."""

from __future__ import annotations

import hashlib
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction

from games.agreed.pace import Pace
from games.common.guards.codes import CODE_LETTERS, code_from
from games.errors import BadSettings, SeatsKept
from games.gate.invitations import rematch_now
from games.models import Game
from games.services.players.votes import concede
from games.services.seats.invitations import decline
from games.services.seats.rematch import open_rematch
from games.services.seats.seating import cancel_game, take_seat
from league.leagues import services
from tests.opening import open_game


@pytest.mark.slow
def test_one_click_opens_the_same_game_again_and_the_other_finds_it(
    movement_game, url, client_of, visitor, ada, ben
):
    assert client_of(ada).post(url(movement_game, "rematch")).status_code == 404, "it goes on"
    concede(game=movement_game, user=ben)
    page = client_of(ada).get(url(movement_game)).content.decode()
    assert (
        "Create a rematch" in page
        and "Create a rematch" not in visitor.get(url(movement_game)).content.decode()
    )
    client_of(ada).post(url(movement_game, "rematch"))
    again = Game.objects.latest("pk")
    assert again.pk != movement_game.pk and again.is_waiting and again.name == f"{movement_game.name} (2)"
    for name in (
        "variant",
        "settings",
        "pace",
        "press",
        "press_pauses",
        "dealing",
        "visibility",
    ):
        assert getattr(again, name) == getattr(movement_game, name)
    assert again.lots_secret != movement_game.lots_secret
    assert "Aller à la revanche" in client_of(ben).get(url(movement_game)).content.decode()
    client_of(ben).post(url(movement_game, "rematch"))
    again.refresh_from_db()
    assert again.is_running, "both have a seat, in one game"
    assert Game.objects.latest("pk").pk == again.pk


@pytest.mark.slow
def test_only_players_who_may_create_games_open_one(movement_game, url, client_of, calais, ada, ben, carl):
    concede(game=movement_game, user=ben)
    assert client_of(carl).post(url(movement_game, "rematch")).status_code == 404
    calais.who_opens_games = "organisers"
    calais.save()
    assert "Create a rematch" not in client_of(ada).get(url(movement_game)).content.decode()
    assert client_of(ada).post(url(movement_game, "rematch")).status_code == 404


@pytest.mark.slow
def test_a_rematch_that_was_called_off_bars_no_other(movement_game, url, client_of, ada, ben):
    concede(game=movement_game, user=ben)
    client_of(ada).post(url(movement_game, "rematch"))
    first = Game.objects.latest("pk")
    cancel_game(game=first, user=ada)
    page = client_of(ben).get(url(movement_game)).content.decode()
    assert "Créer une revanche" in page and first.code not in page
    client_of(ben).post(url(movement_game, "rematch"))
    client_of(ada).post(url(movement_game, "rematch"))
    second = Game.objects.latest("pk")
    assert second.pk != first.pk and second.is_running, "both have a seat, in one game"


def old_code(words):
    """What anyone could compute of the words alone."""
    number = int.from_bytes(hashlib.sha256(words.encode()).digest())
    return "".join(CODE_LETTERS[number // 31**place % 31] for place in range(8))


def test_a_code_does_not_follow_from_its_words_alone(settings):
    first = code_from("rematch 1")
    assert first == code_from("rematch 1") != old_code("rematch 1")
    settings.SECRET_KEY = "another house"
    assert code_from("rematch 1") != first


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("again", ["", " again", " again again"])
def test_a_game_that_waits_under_the_code_of_old_is_no_trap(
    movement_game, make_game, url, client_of, ada, ben, again
):
    concede(game=movement_game, user=ben)
    trap = make_game(name="Trap", code=old_code(f"rematch {movement_game.pk}{again}"))
    assert trap.name not in client_of(ada).get(url(movement_game)).content.decode()
    client_of(ada).post(url(movement_game, "rematch"))
    assert not trap.tenures.exists()
    opened = rematch_now(movement_game)
    assert opened is not None and opened.opened_by == ada and opened.tenures.get().user == ada


def test_a_code_that_another_leagues_game_has_is_refused_in_words(make_game, douvres, dora):
    game = make_game()
    with pytest.raises(BadSettings) as refused:
        open_game(
            league=douvres,
            user=dora,
            name="Other",
            variant="intimate",
            settings={},
            pace=Pace(),
            code=game.code,
        )
    assert str(refused.value)


def test_a_game_never_has_two_rematches_at_a_time(movement_game, make_game, ada, ben):
    concede(game=movement_game, user=ben)
    first = open_rematch(game=movement_game, user=ada)
    assert open_rematch(game=movement_game, user=ben) == first
    with pytest.raises(IntegrityError), transaction.atomic():
        make_game(rematch_of=movement_game)
    cancel_game(game=first, user=ada)
    assert open_rematch(game=movement_game, user=ben) != first


def test_rematches_from_before_find_the_game_they_follow_and_traps_do_not(
    movement_game, make_game, ada, ben, carl
):
    concede(game=movement_game, user=ben)
    words = f"rematch {movement_game.pk}"
    called_off = make_game(code=old_code(words))
    trap = make_game(code=old_code(f"{words} again"))
    stands = make_game(code=old_code(f"{words} again again"))
    unrelated = make_game()
    Game.objects.filter(pk__in=[called_off.pk, stands.pk]).update(opened_by=ada)
    Game.objects.filter(pk=called_off.pk).update(state=Game.State.CANCELLED)
    import_module("games.migrations.0042_old_rematches").name_what_they_follow(apps, None)
    follows = dict(Game.objects.values_list("pk", "rematch_of"))
    assert follows[called_off.pk] == follows[stands.pk] == movement_game.pk
    assert follows[trap.pk] is follows[unrelated.pk] is follows[movement_game.pk] is None


@pytest.fixture
def rematch(movement_game, url, client_of, calais, ada, ben, eve):
    """A rematch that ada has created; eve, a member, did not play."""
    services.join(league=calais, user=eve)
    concede(game=movement_game, user=ben)
    client_of(ada).post(url(movement_game, "rematch"))
    return Game.objects.latest("pk")


@pytest.mark.slow
def test_its_seats_are_kept_for_those_who_played_for_three_days(
    rematch, url, client_of, visitor, ben, eve, set_clock
):
    stranger = client_of(eve)
    home = stranger.get(f"/l/{rematch.league.slug}/").content.decode()
    assert rematch.name not in home
    room = stranger.get(url(rematch)).content.decode()
    assert "kept for the players of the first game until" in room and url(rematch, "take-seat") not in room
    with pytest.raises(SeatsKept):
        take_seat(game=rematch, user=eve)
    own = client_of(ben).get(url(rematch)).content.decode()
    assert url(rematch, "take-seat") in own
    set_clock.pass_(days=3)
    assert rematch.name in stranger.get(f"/l/{rematch.league.slug}/").content.decode()
    take_seat(game=rematch, user=eve)
    rematch.refresh_from_db()
    assert rematch.is_running


@pytest.mark.slow
def test_who_declines_a_rematch_gives_the_seat_up(rematch, url, client_of, ben, eve):
    decline(game=rematch, user=ben)
    assert url(rematch, "take-seat") in client_of(eve).get(url(rematch)).content.decode()
    take_seat(game=rematch, user=eve)


def test_those_who_played_sit_down_in_a_rematch_whenever_they_like(rematch, ben):
    take_seat(game=rematch, user=ben)
    rematch.refresh_from_db()
    assert rematch.is_running
