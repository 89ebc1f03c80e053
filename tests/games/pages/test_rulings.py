"""Ending a game by ruling: void (HR-6) or forfeit (HR-5)."""

from __future__ import annotations

import pytest

from games.adjudication import vacancies
from games.adjudication.locking import open_phase_of
from games.adjudication.proof import prove
from games.errors import GameIsOver, HasPlayed, NoReason, NotAllowed, NotMaster
from games.models import Game, MasterAct, SeatResult
from games.services.masters import rulings
from games.services.seats.seating import take_seat
from tests.conftest import make_user
from tests.games.conftest import phase_of

Kind = MasterAct.Kind
WHY = "Nobody has written for a month."


@pytest.fixture
def presided(make_game, seat_both, carl) -> Game:
    return seat_both(make_game(master=carl))


def plain(response):
    return " ".join(response.content.decode().split())


def post(client, here, act, **fields):
    return client.post(here, {"act": act} | {f"{act}-{name}": value for name, value in fields.items()})


def test_the_master_declares_a_game_void(presided, carl):
    act = rulings.declare_void(game=presided, user=carl, reason=WHY)
    presided.refresh_from_db()
    assert presided.outcome == {"winners": [], "how": "HR-6"}
    assert (act.kind, act.reason, act.by) == (Kind.VOID, WHY, carl)
    assert {row.outcome for row in SeatResult.objects.filter(game=presided)} == {"void"}
    assert prove(presided).differences == []


def test_the_master_declares_a_forfeit(presided, carl):
    rulings.declare_forfeit(game=presided, user=carl, seat="1", reason=WHY)
    presided.refresh_from_db()
    assert presided.outcome == {"winners": ["2"], "how": "HR-5"}
    outcomes = {row.seat.key: row.outcome for row in SeatResult.objects.filter(game=presided)}
    assert outcomes == {"1": "forfeit", "2": "solo"}
    with pytest.raises(GameIsOver):
        rulings.declare_void(game=presided, user=carl, reason=WHY)


def test_no_forfeit_at_larger_tables(make_game, seat_all, carl):
    game = make_game(variant="standard", master=carl)
    seat_all(game)
    with pytest.raises(NotAllowed):
        rulings.declare_forfeit(game=game, user=carl, seat="FRANCE", reason=WHY)
    assert not MasterAct.objects.exists()
    rulings.declare_void(game=game, user=carl, reason=WHY)


def test_a_ruling_has_a_reason(presided, carl):
    with pytest.raises(NoReason):
        rulings.declare_void(game=presided, user=carl, reason="  ")


def test_power_without_a_master_is_no_power_over_one(presided, eve, ada):
    for user in (eve, ada):
        with pytest.raises(NotMaster):
            rulings.declare_void(game=presided, user=user, reason=WHY, has_power=True)


def test_whoever_plays_or_played_has_no_power(running_game, ada, set_clock):
    with pytest.raises(HasPlayed):
        rulings.declare_void(game=running_game, user=ada, reason=WHY, has_power=True)
    tenure = running_game.tenures.select_related("seat").get(user=ada)
    vacancies.open_seat(
        game=running_game,
        phase=open_phase_of(running_game),
        tenure=tenure,
        cause="resigned",
        now=set_clock.now,
    )
    with pytest.raises(HasPlayed):
        rulings.declare_void(game=running_game, user=ada, reason=WHY, has_power=True)


def test_a_master_who_plays_has_no_power(presided, ada):
    """No one comes to that by the site: it would take a row made by hand."""
    Game.objects.filter(pk=presided.pk).update(master=ada)
    presided.refresh_from_db()
    with pytest.raises((NotMaster, HasPlayed)):
        rulings.declare_void(game=presided, user=ada, reason=WHY)


def test_a_master_who_plays_has_no_desk(presided, url, client_of, ada):
    Game.objects.filter(pk=presided.pk).update(master=ada)
    for name in ("desk", "all-letters"):
        assert client_of(ada).get(url(presided, name)).status_code == 404


def test_an_organiser_rules_where_nobody_presides(running_game, url, client_of, visitor, carl, mailoutbox):
    organiser, here = client_of(carl), url(running_game, "rule")
    assert here in plain(organiser.get(url(running_game)))
    assert here not in plain(visitor.get(url(running_game)))
    unticked = post(organiser, here, "void", reason=WHY)
    assert unticked.status_code == 200 and "Tick the box" in plain(unticked) and WHY in plain(unticked)
    done = post(organiser, here, "void", reason=WHY, confirm="on")
    assert done.status_code == 302
    page = plain(visitor.get(url(running_game)))
    assert "The game is void: no one won." in page and f"Ruling by carl: “{WHY}”" in page
    acts = plain(visitor.get(url(running_game, "acts")))
    assert "The game was declared void (HR-6)." in acts and "carl" in acts
    assert organiser.get(here).status_code == 404, "it is over"


def test_an_organiser_declares_a_forfeit(running_game, url, client_of, visitor, carl):
    organiser, here = client_of(carl), url(running_game, "rule")
    assert "Choose who loses" in plain(post(organiser, here, "forfeit", reason=WHY, confirm="on"))
    assert post(organiser, here, "forfeit", reason=WHY, confirm="on", seat="2").status_code == 302
    assert "ada wins" in plain(visitor.get(url(running_game)))


def test_a_playing_organiser_has_no_power(make_game, url, client_of, ada, carl):
    game = make_game()
    take_seat(game=game, user=carl, nonce="c")
    take_seat(game=game, user=ada, nonce="a")
    game.refresh_from_db()
    assert client_of(carl).get(url(game, "rule")).status_code == 404


def test_an_organiser_has_none_over_a_game_with_a_master(make_game, seat_both, url, client_of, eve, carl):
    game = seat_both(make_game(master=carl))
    league = game.league
    from league.leagues import services

    services.join(league=league, user=eve)
    league.memberships.filter(user=eve).update(role="organiser")
    assert client_of(eve).get(url(game, "rule")).status_code == 404
    assert client_of(carl).get(url(game, "rule")).status_code == 404, "they have a desk"


def test_an_administrator_comes_to_private_games_too(make_game, seat_both, url, client_of, carl):
    root = make_user("root", is_staff=True, is_superuser=True)
    game = seat_both(make_game(visibility="private"))
    assert client_of(carl).get(url(game, "rule")).status_code == 404
    assert client_of(root).get(url(game, "rule")).status_code == 200
    assert post(client_of(root), url(game, "rule"), "void", reason=WHY, confirm="on").status_code == 302
    game.refresh_from_db()
    assert game.is_over


def test_the_desk_asks_for_a_box_to_be_ticked(presided, url, client_of, visitor, carl):
    desk = client_of(carl)
    page = plain(desk.get(url(presided, "desk")))
    assert "Declare the game void" in page and "Declare a forfeit" in page
    assert "Tick the box" in plain(post(desk, url(presided, "desk"), "void", reason=WHY))
    assert phase_of(presided).is_open
    assert post(desk, url(presided, "desk"), "forfeit", reason=WHY, confirm="on", seat="1").status_code == 302
    assert "Declared lost by forfeit: ada (HR-5)." in plain(visitor.get(url(presided, "acts")))


def test_at_larger_tables_the_desk_has_no_forfeit(make_game, seat_all, url, client_of, carl):
    game = make_game(variant="standard", master=carl)
    seat_all(game)
    assert "Declare a forfeit" not in plain(client_of(carl).get(url(game, "desk")))


def test_a_paused_game_can_be_declared_void(presided, carl, set_clock):
    from datetime import timedelta

    from games.services.masters import stopping

    stopping.pause(game=presided, user=carl, until=set_clock.now + timedelta(days=3), reason="x")
    rulings.declare_void(game=presided, user=carl, reason=WHY)
