"""Lists of games: a league's, and a person's own."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse

from games.lists import listing
from games.models import Game, Phase
from games.pages.seats import holds_seat
from games.services.masters import presiding
from games.services.players.answers import save_answer
from games.services.players.results_seen import mark_results_seen
from games.services.seats.seating import cancel_game, take_seat
from games.words.addresses import game_address
from league.leagues import services
from tests.conftest import make_user
from tests.games.conftest import phase_of
from tests.games.pages.conftest import find_form, forms_of

pytestmark = pytest.mark.postgres

LIST = "/l/calais/games/"
RANKING = "\n".join(("France", "Turkey", "Austria", "England", "Germany", "Italy", "Russia"))


def test_the_list_shows_public_games_by_state(make_game, running_game, visitor):
    make_game(name="Still waiting")
    page = visitor.get(LIST).content.decode()
    assert "Still waiting" in page
    assert "Channel" in page
    assert "2 of 2 seats free" in page
    waiting = visitor.get(LIST + "?state=waiting").content.decode()
    assert "Still waiting" in waiting
    assert "Channel" not in waiting
    assert visitor.get(LIST + "?state=nonsense&before=x").status_code == 200


def test_the_states_are_named_in_the_readers_language(running_game, visitor):
    for address in (LIST, "/l/calais/"):
        page = visitor.get(address, headers={"Accept-Language": "fr"}).content.decode()
        assert "En cours" in page
        assert "Running" not in page


def test_private_games_are_listed_to_their_players_alone(make_game, seat_both, client_of, ada, carl, visitor):
    seat_both(make_game(name="Whispers", visibility="private"))
    assert "Whispers" in client_of(ada).get(LIST).content.decode()
    for client in (client_of(carl), visitor):
        assert "Whispers" not in client.get(LIST).content.decode()


def test_games_called_off_are_not_listed(make_game, carl, visitor):
    cancel_game(game=make_game(name="Called off"), user=carl)
    assert "Called off" not in visitor.get(LIST).content.decode()


def test_pages_follow_each_other_without_gap_or_repetition(make_game, calais, ada, monkeypatch):
    monkeypatch.setattr(listing, "PAGE", 3)
    for number in range(8):
        make_game(name=f"Game {number}")
    everything = [game.pk for game in Game.objects.order_by("-pk")]
    seen, before = [], ""
    while True:
        page = listing.games_of_league(calais, ada, {}, before)
        seen += [line.pk for line in page.lines]
        if page.older is None:
            break
        before = page.older
    assert seen == everything
    back = listing.games_of_league(calais, ada, {}, after=page.newer)
    assert [line.pk for line in back.lines] == everything[3:6]
    first = listing.games_of_league(calais, ada, {}, after=back.newer)
    assert [line.pk for line in first.lines] == everything[:3]
    assert first.newer is None


def test_pages_are_named_by_games_that_their_reader_may_see(make_game, calais, ada, visitor, monkeypatch):
    monkeypatch.setattr(listing, "PAGE", 2)
    first, hidden, *others = [
        make_game(name=f"Game {number}", visibility="private" if number == 1 else "public")
        for number in range(4)
    ]
    page = visitor.get(LIST).content.decode()
    assert f"?before={others[0].code}" in page and f'before={others[0].pk}"' not in page
    newest = listing.games_of_league(calais, None, {})
    for code in (hidden.code, "nosuch", str(first.pk)):
        assert listing.games_of_league(calais, None, {}, before=code) == newest
        assert listing.games_of_league(calais, None, {}, after=code) == newest


def test_the_list_makes_no_more_queries_for_more_games(
    make_game, running_game, visitor, assert_queries_do_not_grow
):
    assert_queries_do_not_grow(visitor, LIST, lambda: [make_game(name=f"More {i}") for i in range(12)])


def test_my_games_put_those_that_wait_for_me_first(
    make_game, running_game, seat_both, client_of, ada, answer
):
    later = seat_both(make_game(name="Second"))
    page = client_of(ada).get("/games/").content.decode()
    assert "2 things need you." in page
    signs, rows = page.split('<ul class="entries rows">', 1)
    assert rows.count("nothing saved yet") == 2
    assert signs.count("nothing saved yet") == 1, "what the sign means stands once above the rows"
    assert "Rank the home powers" in page
    save_answer(game=later, user=ada, label=phase_of(later).label, text=RANKING, version=0, ready=True)
    page = client_of(ada).get("/games/").content.decode()
    assert "1 thing needs you." in page
    assert page.index("Channel") < page.index("Second")
    assert page.index("Waiting for you") < page.index("Waiting for others")


def test_a_row_of_my_games_leads_to_its_sheet_where_one_is_due(
    make_game, running_game, client_of, ada, answer
):
    page = client_of(ada).get("/games/").content.decode()
    assert f'href="{game_address("calais", running_game.code)}#answer">Channel</a>' in page
    save_answer(
        game=running_game, user=ada, label=phase_of(running_game).label, text=RANKING, version=0, ready=True
    )
    page = client_of(ada).get("/games/").content.decode()
    assert f'href="{game_address("calais", running_game.code)}">Channel</a>' in page


def test_of_very_many_games_mine_that_close_soonest_have_a_row_and_all_that_wait_are_told(
    make_game, running_game, seat_both, client_of, ada, set_clock, monkeypatch
):
    set_clock.pass_(hours=3)
    seat_both(make_game(name="Younger"))
    monkeypatch.setattr(listing, "MOST_OWN", 1)
    page = client_of(ada).get("/games/").content.decode()
    assert page.index(running_game.name) < page.index("Younger")
    assert page.count("nothing saved yet</span>") == 2, "in the row of the first, and above it"


def test_my_games_show_mine_of_every_state_and_nobody_elses(
    make_game, running_game, client_of, ada, carl, dora
):
    make_game(name="Not hers")
    assert "Not hers" not in client_of(ada).get("/games/").content.decode()
    for user in (carl, dora):
        page = client_of(user).get("/games/").content.decode()
        assert "Join a league and take a free seat" in page
        assert 'href="/learn/">Learn by playing' in page
        assert "Channel" not in page


def test_my_games_make_no_more_queries_for_more_games(
    make_game, running_game, seat_both, client_of, ada, assert_queries_do_not_grow
):
    assert_queries_do_not_grow(
        client_of(ada), "/games/", lambda: [seat_both(make_game(name=f"More {i}")) for i in range(5)]
    )


@pytest.mark.slow
def test_a_row_of_my_games_marks_a_result_that_i_have_not_seen(
    movement_game, client_of, ada, ben, visitor, advance
):
    """The bids have been opened: each player's row says so until that player has seen it."""
    assert "new result" in client_of(ada).get("/games/").content.decode()
    mark_results_seen(game=movement_game, user=ada, upto="S1901B")
    assert "new result" not in client_of(ada).get("/games/").content.decode()
    assert "nouveau résultat" in client_of(ben).get("/games/").content.decode()
    assert "new result" not in client_of(ada).get(LIST).content.decode() + visitor.get(LIST).content.decode()
    advance()
    assert "new result" in client_of(ada).get("/games/").content.decode()


def test_a_row_with_a_new_result_leads_to_the_result_and_not_below_it(movement_game, client_of, ada):
    address = game_address("calais", movement_game.code)
    assert f'href="{address}">Channel</a>' in client_of(ada).get("/games/").content.decode()
    mark_results_seen(game=movement_game, user=ada, upto="S1901B")
    assert f'href="{address}#answer">Channel</a>' in client_of(ada).get("/games/").content.decode()


@pytest.mark.slow
def test_my_games_tell_for_two_weeks_of_a_seat_that_i_lost(
    make_game, seat_both, calais, client_of, set_clock, carl, ada, ben, assert_queries_do_not_grow
):
    eve = make_user("eve")
    services.join(league=calais, user=eve)

    def lose(visibility="public"):
        game = seat_both(make_game(name=f"Lost, {visibility}", master=carl, visibility=visibility))
        presiding.offer_to_stand_in(game=game, user=eve)
        presiding.replace_player(game=game, user=carl, seat="1", stand_in=eve.pk, reason="A <long> silence.")
        return game

    def page_of(user):
        return client_of(user).get("/games/").content.decode()

    public, _private = lose(), lose("private")
    page = page_of(ada)
    link = f'<a href="{game_address("calais", public.code)}">You no longer play'
    assert link in page and "in “Lost, public”.</a>" in page, "who may see the game is led to it"
    assert "in “Lost, private”. carl, the game master" in page, "who may not is told, and led nowhere"
    assert page.count("A &lt;long&gt; silence.") == 2
    for user in (ben, carl, eve):
        assert "You no longer play" not in page_of(user)
    assert_queries_do_not_grow(client_of(ada), "/games/", lambda: [lose() for _more in range(3)])
    presiding.offer_to_stand_in(game=public, user=ada)
    presiding.replace_player(game=public, user=carl, seat="1", stand_in=ada.pk, reason="She is back.")
    assert link not in page_of(ada), "she has a seat there again"
    set_clock.pass_(days=15)
    assert "You no longer play" not in page_of(ada)


def test_a_game_that_was_set_aside_stands_still_and_no_other(running_game, client_of, ada):
    page = client_of(ada).get("/games/").content.decode()
    assert "paused by an error" not in page and " left</span>" in page
    Phase.objects.filter(game=running_game).update(set_aside_at=phase_of(running_game).opened_at)
    page = client_of(ada).get("/games/").content.decode()
    assert "paused by an error" in page and " left</span>" not in page


def test_my_games_are_for_those_who_are_signed_in(visitor):
    assert visitor.get("/games/").status_code == 302


def test_a_player_of_a_game_that_is_not_over_holds_a_seat(opened_game, seat_both, calais, ada, carl):
    assert not holds_seat(calais, ada)
    game = seat_both(opened_game)
    assert holds_seat(calais, ada)
    assert not holds_seat(calais, carl)
    Game.objects.filter(pk=game.pk).update(
        state="finished", outcome={"winners": [], "how": "ID-19"}, finished_at=game.started_at
    )
    assert not holds_seat(calais, ada)


def test_the_leagues_own_page_lists_its_latest_games(make_game, running_game, visitor):
    make_game(name="Still waiting")
    page = visitor.get(reverse("leagues:home", args=["calais"])).content.decode()
    assert "Still waiting" in page
    assert "Channel" in page


def test_a_seat_is_taken_from_the_leagues_page(make_game, client_of, visitor, ada, dora):
    game = make_game(name="Free")
    home, take = "/l/calais/", f"{game_address('calais', game.code)}seat/"
    page = client_of(ada).get(home).content.decode()
    assert "1 day a phase" in page and "<span>messages allowed</span>" in page and "2 of 2 seats free" in page
    taken = client_of(ada).post(take, find_form(client_of(ada).get(home), take).fields, follow=True)
    assert "You have a seat." in taken.content.decode()
    assert f'action="{take}"' not in client_of(ada).get(home).content.decode(), "nobody sits down twice"
    assert (
        f'<a class="button" href="{game_address("calais", game.code)}">' in visitor.get(home).content.decode()
    )
    # Who is no member joins with the same click.
    client = client_of(dora)
    (fields,) = [form.fields for form in forms_of(client.get(home).content.decode()) if "game" in form.fields]
    page = client.post(f"{home}join/", fields, follow=True).content.decode()
    assert "You are now a member" in page
    game.refresh_from_db()
    assert game.is_running


def test_who_may_create_games_finds_the_way_on_a_leagues_page(running_game, client_of, visitor, ada, dora):
    link = 'href="/l/calais/games/new/">Create a game</a>'
    assert link in client_of(ada).get("/l/calais/").content.decode()
    for client in (client_of(dora), visitor):
        assert link not in client.get("/l/calais/").content.decode()


def names_in(page: str) -> list[str]:
    return re.findall(r'class="entry-name"><a[^>]*>([^<]+)</a>', page)


def test_a_list_narrows_to_a_players_games_and_to_ones_own(make_game, running_game, client_of, ada, carl):
    free = make_game(name="Free")
    take_seat(game=free, user=carl, nonce="x")
    client = client_of(ada)
    assert names_in(client.get(LIST).content.decode()) == ["Free", "Channel"]
    assert names_in(client.get(LIST + "?player=CARL").content.decode()) == ["Free"]
    assert names_in(client.get(LIST + "?mine=on").content.decode()) == ["Channel"]
    assert names_in(client.get(LIST + "?mine=on&state=waiting").content.decode()) == []
    assert names_in(client.get(LIST + "?variant=intimate").content.decode()) == ["Free", "Channel"]
    assert names_in(client.get(LIST + "?variant=standard").content.decode()) == []
    assert names_in(client.get(LIST + "?variant=draughts").content.decode()) == ["Free", "Channel"]


def test_asking_by_a_name_shows_nobody_a_private_game(make_game, seat_both, client_of, ada, carl):
    seat_both(make_game(name="Whispers", visibility="private"))
    assert names_in(client_of(carl).get(LIST + "?player=ada").content.decode()) == []
    assert names_in(client_of(ada).get(LIST + "?player=ada").content.decode()) == ["Whispers"]


def test_whatever_was_asked_for_is_kept_from_page_to_page(make_game, visitor, monkeypatch):
    monkeypatch.setattr(listing, "PAGE", 2)
    for number in range(5):
        make_game(name=f"Game {number}")
    page = visitor.get(LIST + "?state=waiting&variant=intimate").content.decode()
    older = html.unescape(re.search(r'rel="next" href="([^"]+)"', page)[1])
    assert "state=waiting" in older
    assert "variant=intimate" in older
    assert names_in(visitor.get(LIST + older).content.decode()) == ["Game 2", "Game 1"]


def test_a_search_that_finds_nothing_says_so_and_leads_back(running_game, visitor):
    page = visitor.get(LIST + "?state=running&player=nobody").content.decode()
    assert "No games match." in page
    assert 'href="?state=running"' in page
    assert 'value="nobody"' in page


def test_a_narrowed_list_makes_no_more_queries_for_more_games(
    make_game, running_game, client_of, carl, assert_queries_do_not_grow
):
    assert_queries_do_not_grow(
        client_of(carl),
        LIST + "?player=ada&variant=intimate",
        lambda: [make_game(name=f"More {i}") for i in range(12)],
    )


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("nonsense", ["%00", "a%00b", "%ED%A0%80", "'", "x" * 2000])
def test_a_page_that_nonsense_asks_for_is_the_first(running_game, visitor, nonsense):
    """PostgreSQL takes no NUL in a text."""
    for address in (LIST, reverse("leagues:player", args=["calais", "ada"])):
        for bound in ("before", "after"):
            assert names_in(visitor.get(f"{address}?{bound}={nonsense}").content.decode()) == ["Channel"]


def test_what_is_owed_is_a_link_to_the_sheet_in_the_list_of_ones_own_games(running_game, client_of, ada):
    page = client_of(ada).get(reverse("games:mine")).content.decode()
    address = re.escape(game_address("calais", running_game.code))
    assert re.search(rf'<a href="{address}[^"]*"[^>]*>Rank the home powers</a>', page)
