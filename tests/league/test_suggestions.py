"""The first page's one suggestion: it can be put off for a week, and is a seat that needs a player."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache

from games.common import clock
from games.models import Game, MasterAct
from games.services.seats.resigning import resign
from games.services.seats.taking_over import take_over
from league.leagues import front, services
from league.leagues.models import Membership, PutOff
from tests.conftest import make_user
from tests.games.conftest import make_game, phase_of, seat_all, set_clock  # noqa: F401

pytestmark = pytest.mark.django_db


@pytest.fixture
def suggested(client_of):
    """What the first page suggests to someone: the key, and the whole of it."""

    def of(person) -> tuple[str, str]:
        cache.clear()
        page = client_of(person).get("/").content.decode()
        said = " ".join(page.partition('class="suggest"')[2].partition("</section>")[0].split())
        return said.partition('name="what" value="')[2].partition('"')[0], said

    return of


def test_what_is_put_off_stays_away_for_a_week_and_the_next_stands_there(
    suggested,
    client_of,
    ada,
    ben,
    make_game,  # noqa: F811
    set_clock,  # noqa: F811
):
    first, second = make_game(name="First"), make_game(name="Second")
    assert suggested(ada)[0] == "practice"
    for what, then in (("practice", f"game:{second.pk}"), (f"game:{second.pk}", f"game:{first.pk}")):
        page = client_of(ada).post("/suggestion/not-now/", {"what": what}, follow=True).content.decode()
        assert "Hidden for a week." in page
        assert suggested(ada)[0] == then
    assert suggested(ben)[0] == "practice"  # another person's are their own
    set_clock.pass_(hours=7 * 24 - 1)
    assert suggested(ada)[0] == f"game:{first.pk}"
    set_clock.pass_(hours=1)
    assert suggested(ada)[0] == "practice"


def test_the_button_says_for_how_long_in_a_form_that_needs_no_script(suggested, ada):
    _key, said = suggested(ada)
    assert 'method="post" action="/suggestion/not-now/"' in said
    assert '<button class="as-link">Not now</button>' in said
    assert "Hides this suggestion for a week." in said


@pytest.mark.parametrize("what", ["", "practice:", "x" * 41, "season:1;", "game:" + "9" * 40])
def test_what_is_no_suggestion_is_put_off_by_nobody(client_of, ada, what):
    assert client_of(ada).post("/suggestion/not-now/", {"what": what}).status_code == 404
    assert not PutOff.objects.exists()


def test_a_second_time_moves_the_end_and_old_rows_go(ada, set_clock):  # noqa: F811
    front.put_off(user=ada, what="season:1")
    front.put_off(user=ada, what="season:2")
    set_clock.pass_(hours=24)
    front.put_off(user=ada, what="season:2")
    assert PutOff.objects.count() == 2
    set_clock.pass_(hours=6 * 24)
    front.put_off(user=ada, what="season:3")
    assert list(PutOff.objects.values_list("what", flat=True)) == ["season:2", "season:3"]


@pytest.fixture
def seven(make_game, seat_all, calais, ada):  # noqa: F811
    """A game of seven in which France has just resigned; ada is a member and has played."""
    game = make_game(name="Great War", variant="standard", settings={})
    players = seat_all(game)
    resign(game=game, user=players["FRANCE"])
    PutOff.objects.create(user=ada, what="practice", until=clock.now() + timedelta(days=7))
    return game, players


def test_a_seat_that_needs_a_player_is_suggested_until_somebody_has_it(suggested, seven, ada, calais):
    game, _players = seven
    key, said = suggested(ada)
    assert key.startswith("seat:") and "<h3>Great War</h3>" in said
    assert "Diplomacy in Calais is running and needs a player for France." in said
    assert f'/{game.code}/take-over/FRANCE/">See the seat</a>' in said
    other = make_user("other")
    services.join(league=calais, user=other)
    take_over(game=game, user=other, seat="FRANCE")
    assert suggested(ada)[0] == ""


@pytest.mark.parametrize(
    "why", ["plays", "left", "no member", "suspended", "private", "presides", "presided", "asks"]
)
def test_who_may_not_take_a_seat_is_not_shown_it(suggested, seven, ada, why):
    game, players = seven
    reader = {"plays": players["ENGLAND"], "left": players["FRANCE"]}.get(why, ada)
    own = Membership.objects.filter(user=ada)
    if why == "no member":
        own.delete()
    elif why == "suspended":
        own.update(suspended_until=clock.now() + timedelta(days=1))
    elif why == "private":
        Game.objects.update(visibility="private")
    elif why == "presides":
        Game.objects.update(master=ada)
    elif why == "presided":
        MasterAct.objects.create(
            game=game, phase=phase_of(game), kind="chair", reason="So.", by=ada, at=clock.now()
        )
    elif why == "asks":
        Game.objects.update(reliability=90)
    assert not any(each.key.startswith("seat:") for each in front.elsewhere(reader))
    assert not suggested(reader)[0].startswith("seat:")


def test_a_seat_that_needs_a_player_stands_among_what_there_is_elsewhere(seven, ada):
    assert [each.title for each in front.elsewhere(ada)] == ["Great War"]
