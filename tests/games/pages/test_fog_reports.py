"""What spies reported stays readable; when all is over, everything is told (SPY-4 to SPY-6)."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from games.models import Seat
from tests.games.pages.conftest import without_tokens

pytestmark = pytest.mark.django_db


def text_of(client, table, url, *names, **query):
    response = client.get(url(table.game, *names), query)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def test_reports_are_told_by_season_and_place(spy_table, client_of, url):
    page = text_of(client_of(spy_table.players["GERMANY"]), spy_table, url, "reports")
    assert '<h2 id="r-S1901R">Spring 1901</h2>' in page
    assert "<dt>Burgundy</dt><dd>spies: France 1</dd>" in page
    assert "<dt>Picardy</dt><dd>France A Pic</dd>" in page
    assert "someone’s spy" in page
    assert "No one else was seen in" in page and "Belgium" in page.split("No one else was seen in")[1]
    assert "English Channel" not in page.split("</select>")[1]


def test_reports_are_read_in_french(spy_table, client_of, url):
    french = spy_table.players["GERMANY"]
    french.language = "fr"
    french.save()
    page = text_of(client_of(french), spy_table, url, "reports")
    assert "Printemps 1901" in page
    assert "espions : France 1" in page.replace(" ", " ").replace(" ", " ")


def test_reports_of_one_province_are_found(spy_table, client_of, url):
    spy_table.play_to("F1902M", FRANCE=["A PIC - BEL"])
    client = client_of(spy_table.players["GERMANY"])
    page = text_of(client, spy_table, url, "reports", place="PIC")
    assert page.count("<h2 id=") == 3
    assert page.count("<dt>Picardy</dt>") == 1
    assert "<dt>Burgundy</dt>" not in page
    none = text_of(client, spy_table, url, "reports", place="SMY")
    assert "No reports on this province" in none
    assert text_of(client, spy_table, url, "reports", place="nonsense").count("<h2 id=") == 3


def test_each_reads_their_own_reports_and_watchers_none(spy_table, client_of, visitor, url):
    turk = text_of(client_of(spy_table.players["TURKEY"]), spy_table, url, "reports")
    assert "Burgundy</dt>" not in turk and "Germany" not in turk.split("</form>")[1]
    assert visitor.get(url(spy_table.game, "reports")).status_code == 404


def test_the_results_of_the_season_show_the_report(spy_table, client_of, url):
    page = text_of(client_of(spy_table.players["GERMANY"]), spy_table, url, "game")
    results = page.split('id="fresh"')[1].split("</section>")[0]  # new, so above the task
    assert "Report of Spring 1901" in results and "France 1" in results


@pytest.mark.slow
def test_reports_come_a_page_at_a_time(spy_table, client_of, url):
    spy_table.play_to("S1907M")
    client = client_of(spy_table.players["GERMANY"])
    first = text_of(client, spy_table, url, "reports")
    assert first.count("<h2 id=") == 10 and "Page 1 of 2" in first
    second = text_of(client, spy_table, url, "reports", page="2")
    assert second.count("<h2 id=") == 2 and "Spring 1901" in second


def test_before_the_first_report_the_page_says_when_it_comes(lay_table, client_of, url):
    table = lay_table()
    assert "No reports yet" in text_of(client_of(table.players["GERMANY"]), table, url, "reports")


# The full report


@pytest.fixture
def ended(spy_table):
    """The game two years on: Russia's spy has been killed in Silesia, and all have agreed to a draw."""
    spy_table.play(RUSSIA=["A WAR - GAL"])
    spy_table.play(RUSSIA=["E WAR - SIL"], GERMANY=["E SIL H (RUS)"])
    spy_table.play_to("S1902E")
    spy_table.end()
    return spy_table


@pytest.mark.parametrize("name", ["full-report", "full-report-year"])
def test_while_the_game_goes_on_there_is_no_full_report(spy_table, client_of, visitor, url, name):
    more = ["1901"] if name.endswith("year") else []
    for client in (visitor, client_of(spy_table.players["GERMANY"])):
        assert client.get(url(spy_table.game, name, *more)).status_code == 404


def test_it_waits_for_the_day_that_was_set(lay_table, visitor, url, set_clock):
    table = lay_table(reveal_at="2026-03-02")
    table.play_to("F1901M")
    table.end()
    assert visitor.get(url(table.game, "full-report")).status_code == 404
    assert "Read the full report" not in visitor.get(url(table.game)).content.decode()
    set_clock.pass_(days=1)
    assert visitor.get(url(table.game, "full-report")).status_code == 200
    table.game.version += 1
    table.game.save()
    assert "Read the full report" in visitor.get(url(table.game)).content.decode()


def test_its_contents_are_the_years(ended, visitor, url):
    page = text_of(visitor, ended, url, "full-report")
    assert page.count('<th scope="row">') == 2
    assert "3, 3, 3" in page and "4, 4, 3" in page, "a Russian spy is dead"
    assert "the game ended before winter" in page
    assert url(ended.game, "full-report") in text_of(visitor, ended, url, "game")


def test_a_year_tells_every_phase_with_map_orders_spies_kills_and_reports(ended, visitor, url):
    page = text_of(visitor, ended, url, "full-report-year", "1901")
    labels = re.findall(r'<h2 id="p-(\w+)"', page)
    assert labels == ["S1901M", "S1901E", "S1901R", "F1901M", "F1901E", "F1901R", "W1901A"]
    assert page.count('<svg class="board-svg"') == 7
    autumn = page.split('id="p-F1901E"')[1].split("</section>")[0]
    assert "E War - Sil" in autumn and "The spy is lost. Killed by Germany E Sil." in autumn
    assert "E Sil H (Rus)" in autumn
    spring = page.split('id="p-S1901R"')[1].split("</section>")[0]
    assert "What the spies reported" in spring and spring.count("<h4>") == 7
    assert "<dt>Burgundy</dt><dd>spies: Germany 1</dd>" in spring, "France's own report"
    identities = re.findall(r' id="([^"]+)"', page)
    assert len(identities) == len(set(identities)), "no name stands there twice"
    assert 'rel="next"' in page and "1902" in page
    moves = page.split('id="p-S1901M"')[1].split("</section>")[0]
    assert "(no order given)" in moves, "as on the page of the phase"
    assert re.search(r'<a class="small" href="[^"]*#SPY-\d+">SPY-\d+</a></p>', autumn), "the clause of each"


@pytest.mark.slow
def test_it_is_told_in_french(ended, client_of, ben, url):
    page = text_of(client_of(ben), ended, url, "full-report-year", "1901")
    assert "Automne 1901, espionnage" in page and "L’espion est perdu." in page
    assert "Rapport" in page


def test_years_that_were_not_played_have_no_page(ended, visitor, url):
    assert visitor.get(url(ended.game, "full-report-year", "1905")).status_code == 404
    assert visitor.get(url(ended.game, "reports")).status_code == 404


def test_a_year_costs_as_many_queries_as_another(ended, visitor, url, django_assert_max_num_queries):
    for year in ("1901", "1902"):
        with django_assert_max_num_queries(8):
            visitor.get(url(ended.game, "full-report-year", year))


def test_games_without_fog_have_none_of_this(running_game, client_of, ada, url):
    for name in ("reports", "full-report"):
        assert client_of(ada).get(url(running_game, name)).status_code == 404


def test_it_can_be_printed():
    css = (settings.ROOT / "static/look.css").read_text()
    printed = css.split("@media print{")[1]
    assert ".masthead nav" in printed and ".pages" in printed and "break-inside:avoid" in printed


def test_others_hidden_deeds_change_no_byte_of_reports(lay_table, client_of, url):
    pages = []
    for spy in ("E ANK - ARM", "E ANK - SMY"):
        table = lay_table()
        table.play()
        table.play_to("F1901M", TURKEY=[spy])
        assert Seat.objects.filter(game=table.game).count() == 7
        page = client_of(table.players["FRANCE"]).get(url(table.game, "reports")).content
        pages.append(without_tokens(page).replace(table.game.code.encode(), b"code"))
    assert pages[0] == pages[1]
