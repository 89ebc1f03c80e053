"""The page of all spells: what came of each, to whom it is told and when (DG-4, DG-5)."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.games.conftest import phase_of
from tests.games.divine.conftest import POWERS, Table

HOLD = dict.fromkeys(POWERS, "")


@pytest.mark.slow
def test_spells_stand_there_with_what_came_of_them_in_both_languages(table: Table):
    table.go_on(**HOLD | {"DEVIL": "A Mun", "GOD": "A Mun"})
    page = table.page(None, "spells")
    assert "God blesses A Mun (Germany)" in page and page.count(">cancelled<") == 2 and "DG-4" in page
    french = table.client(None).get(table.url("spells"), headers={"Accept-Language": "fr"}).content.decode()
    assert "Le Diable maudit A Mun (Allemagne)" in french and ">annulé<" in french
    assert "God blesses A Mun" in table.page("FRANCE")


@pytest.mark.slow
def test_where_they_are_told_at_the_end_each_reads_their_own(seat_nine):
    table = seat_nine(spells_shown="end")
    table.go_on(**HOLD | {"DEVIL": "A Mun", "GOD": "A Mar"})
    for seat in (None, "FRANCE", "DEVIL", "GOD"):
        for name in ("game", "spells"):
            page = table.page(seat, name)
            assert ("The Devil curses A Mun" in page) is (seat == "DEVIL")
            assert ("God blesses A Mar" in page) is (seat == "GOD")
    assert "spells are shown when it is over" in table.page(None, "spells")
    assert "touched this year" not in table.page(None)


@pytest.mark.slow
def test_the_page_makes_no_more_queries_for_more_spells(table: Table, assert_queries_do_not_grow):
    table.go_on(**HOLD | {"DEVIL": "A Mun"})
    client, url = table.client("GOD"), table.url("spells")

    def play_on() -> None:
        table.go_on(**HOLD | {"GOD": "A Mar", "DEVIL": "F Lon"})
        table.go_on(**HOLD | {"GOD": "A Rom", "DEVIL": "F Lon"})

    assert_queries_do_not_grow(client, url, play_on)
    table.say("GOD", "A Mar")  # what waits next is asked for once something is saved
    assert_queries_do_not_grow(client, table.url(), lambda: table.say("GOD", "A Rom"))


@pytest.mark.parametrize("variant", ["intimate", "standard"])
def test_games_without_spells_have_no_such_page(make_game, visitor, variant):
    game = make_game(variant=variant)
    assert visitor.get(reverse("games:spells", args=[game.league.slug, game.code])).status_code == 404


def test_a_game_that_waits_has_no_such_page(make_game, visitor):
    game = make_game(variant="devil-and-god")
    assert visitor.get(reverse("games:spells", args=[game.league.slug, game.code])).status_code == 404


@pytest.mark.slow
def test_a_private_game_s_spells_are_for_its_players(table: Table):
    table.game.visibility = "private"
    table.game.save()
    assert table.client("DEVIL").get(table.url("spells")).status_code == 200
    assert table.client(None).get(table.url("spells")).status_code == 404
    assert phase_of(table.game).label == "S1901M"
