"""The result of a phase that has closed comes first, for each player until they have seen it."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

import adjudicator
from games.models import Tenure
from games.pages.fresh import AGREED
from games.services.players.results_seen import mark_results_seen
from games.services.players.votes import cast
from tests.conftest import count_queries
from tests.games.pages.conftest import find_form

NEW = 'id="fresh" data-shown'
WAITING = 'id="fresh" hidden'


@pytest.fixture
def played_game(movement_game, answer, advance, ada, ben):
    """Spring 1901 has been played; one order of ada's failed."""
    answer(ada, "A Par - Bur\nA Mar - Bur\nF Bre - MAO")
    answer(ben, "A Con - Bul")
    assert advance().label == "F1901M"
    return movement_game


def seen_by(game, user):
    return Tenure.objects.get(game=game, user=user, left_at=None).results_seen


@pytest.mark.slow
def test_a_new_result_stands_above_the_task_until_its_player_goes_on(played_game, url, client_of, ada, ben):
    reader = client_of(ada)
    for _visit in range(2):
        page = reader.get(url(played_game)).content.decode()
        assert NEW in page and 0 < page.index(NEW) < page.index('id="answer"')
        assert "1 of your 3 orders succeeded." in page
        assert 'class="mark result-news"' in page
    assert seen_by(played_game, ada) == 0, "reading changes nothing"
    form = find_form(reader.get(url(played_game)), url(played_game, "results-seen"))
    done = reader.post(form.action, form.fields)
    assert (done.status_code, done.url) == (302, f"{url(played_game)}#answer")
    page = reader.get(url(played_game)).content.decode()
    assert 'id="fresh"' not in page and "result-news" not in page
    assert NEW in client_of(ben).get(url(played_game)).content.decode(), "each sees for himself"


def test_opened_bids_stand_in_the_new_result_and_not_twice(movement_game, url, client_of, ada):
    page = client_of(ada).get(url(movement_game)).content.decode()
    slips = page.index('data-auction="auction')
    assert page.index(NEW) < slips < page.index('id="results"')
    assert page.count('data-auction="auction') == 1
    assert "You won nothing." in page


@pytest.mark.slow
def test_who_has_missed_several_is_led_to_them(played_game, url, client_of, ada):
    page = client_of(ada).get(url(played_game)).content.decode()
    missed = page.split("Also new to you")[1].split("</p>")[0]
    assert f"{url(played_game, 'phase', 'S1901B')}" in missed and "S1901H" in missed
    mark_results_seen(game=played_game, user=ada, upto="S1901B")
    page = client_of(ada).get(url(played_game)).content.decode()
    assert NEW in page and "Also new to you" not in page


@pytest.mark.slow
def test_for_watchers_it_waits_for_the_script(played_game, url, visitor, client_of, carl):
    for reader in (visitor, client_of(carl)):
        page = reader.get(url(played_game)).content.decode()
        assert WAITING in page and "order succeeded" not in page
        assert url(played_game, "results-seen") not in page


def test_the_mark_never_goes_back_nor_ahead(played_game, ada, ben):
    mark_results_seen(game=played_game, user=ada, upto="S1901M")
    for other in ("S1901B", "F1901M", "W1950A"):
        mark_results_seen(game=played_game, user=ada, upto=other)
        assert seen_by(played_game, ada) == 3, other
    assert seen_by(played_game, ben) == 0


def test_a_script_gets_nothing_back_and_nonsense_is_refused(played_game, url, client_of, ada):
    reader, address = client_of(ada), url(played_game, "results-seen")
    assert reader.post(address, {"label": "S1901M"}, headers={"HX-Request": "true"}).status_code == 204
    assert reader.post(address, {"label": "yesterday"}).status_code == 400
    assert reader.get(address).status_code == 405


@pytest.mark.slow
def test_the_moves_lie_on_the_map_hidden_and_only_while_they_are_new(played_game, url, client_of, ada):
    page = client_of(ada).get(url(played_game)).content.decode()
    assert page.count('<g class="ran"') == 2  # under the tokens, and the crosses over them
    mark_results_seen(game=played_game, user=ada, upto="S1901M")
    assert '<g class="ran"' not in client_of(ada).get(url(played_game)).content.decode()


@pytest.mark.slow
def test_it_costs_no_query(played_game, url, client_of, ada):
    reader = client_of(ada)
    reader.get(url(played_game))
    new = count_queries(reader, url(played_game))
    mark_results_seen(game=played_game, user=ada, upto="S1901M")
    assert count_queries(reader, url(played_game)) == new


def test_whoever_played_before_results_were_remembered_has_seen_them(played_game, ada):
    import_module("games.migrations.0019_results_seen").all_seen(apps, None)
    assert seen_by(played_game, ada) == 3


@pytest.mark.slow
def test_a_vote_of_another_is_marked_on_the_tab_until_one_votes_too(movement_game, url, client_of, ada, ben):
    mark = '<span class="vote-news"><span class="mark">1'
    cast(game=movement_game, user=ben, kind="draw")
    assert mark in client_of(ada).get(url(movement_game)).content.decode()
    assert mark not in client_of(ben).get(url(movement_game)).content.decode()
    cast_page = client_of(ada).get(url(movement_game, "status"), {"phase": "S1901M", "version": 0})
    assert mark.replace("news", 'news" hx-swap-oob="outerHTML:.vote-news', 1) in cast_page.content.decode()


def test_messages_stand_before_the_results_and_the_way_through_the_phases_right_under_the_map(
    played_game, url, client_of, ada
):
    page = client_of(ada).get(url(played_game)).content.decode()
    assert page.index('id="map"') < page.index('class="timeline"') < page.index('id="map-line"')
    assert page.index('id="press"') < page.index('id="results"')


@pytest.mark.slow
def test_only_orders_that_were_given_are_counted(movement_game, url, client_of, answer, advance, ada, ben):
    """A unit that holds without an order is no one's success, in the sentence as in the list."""
    answer(ada, "A Par - Bur\nA Mar - Bur")
    advance()
    page = client_of(ada).get(url(movement_game)).content.decode()
    assert "0 of your 2 orders succeeded." in page
    assert "carried out</span>" not in page and "(no order given)" in page
    assert "2 failed</span>" in page
    silent = client_of(ben).get(url(movement_game)).content.decode()
    assert "Vous n’avez donné aucun ordre." in silent and "Vos ordres réussis" not in silent


@pytest.mark.slow
def test_one_who_wants_to_end_the_game_proposes_it_and_two_propose(make_game, seat_all, url, client_of):
    game = make_game(variant="standard")
    seats = seat_all(game)
    reader, first, second = seats["ITALY"], seats["ENGLAND"], seats["FRANCE"]
    cast(game=game, user=first, kind="draw")
    page = client_of(reader).get(url(game)).content.decode()
    assert f"{first.username} proposes to end the game: Draw." in page
    cast(game=game, user=second, kind="draw")
    page = client_of(reader).get(url(game)).content.decode()
    assert f"{first.username}, {second.username} propose to end the game: Draw." in page


@pytest.mark.slow
def test_an_ending_by_vote_is_headed_as_the_ending_it_is(movement_game, url, client_of, ada, ben):
    """The phase it ended in was never adjudicated; the way on leads to the outcome."""
    for player in (ada, ben):
        cast(game=movement_game, user=player, kind="draw")
    reader = client_of(ada)
    page = reader.get(url(movement_game)).content.decode()
    panel = page[page.index(NEW) : page.index("</section>", page.index(NEW))]
    assert "The game ended by agreement: draw" in panel
    assert "Spring 1901" not in panel and "closed" not in panel
    assert "See the outcome" in panel
    form = find_form(reader.get(url(movement_game)), url(movement_game, "results-seen"))
    assert reader.post(form.action, form.fields).url == f"{url(movement_game)}#outcome"
    assert 'id="outcome"' in page


@pytest.mark.slow
def test_the_way_through_the_phases_tells_of_its_keys(played_game, url, client_of, visitor, ada, ben):
    hint = '<span class="keys soft small" aria-hidden="true">'
    assert f"{hint}or the keys ← and →</span>" in client_of(ada).get(url(played_game)).content.decode()
    assert f"{hint}ou les touches ← et →</span>" in client_of(ben).get(url(played_game)).content.decode()
    assert hint in visitor.get(url(played_game, "phase", "S1901M")).content.decode()


@pytest.mark.parametrize("variant", sorted(adjudicator.VARIANTS))
def test_every_ending_without_orders_has_a_heading(variant):
    facts = adjudicator.about(variant, {})
    assert {*facts["agreements"], *facts["rulings"]} <= AGREED.keys()


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(("order", "said"), [("A Par - Bur", "succeeded"), ("A Par - Ank", "failed")])
def test_a_single_order_is_told_of_without_counting(
    movement_game, url, client_of, answer, advance, ada, order, said
):
    answer(ada, order)
    advance()
    page = client_of(ada).get(url(movement_game)).content.decode()
    assert f"Your order {said}." in page and "of your 1" not in page


def test_words_of_a_players_line_stay_apart_for_whoever_listens(movement_game, url, client_of, ada):
    page = client_of(ada).get(url(movement_game)).content.decode()
    assert '</span> <span class="tag tag-soft">not ready</span>' in page
