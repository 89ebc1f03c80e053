"""A player's page: results by game, by power and by opponent, each number leading to its games."""

from __future__ import annotations

import html
import itertools
import re

import pytest

from games.models import Tenure, TenureResult
from league.standings.counting import count
from league.standings.selectors import played
from league.standings.selectors.bars import bars_of
from tests.league.standings.finished_games import finished_game

pytestmark = pytest.mark.django_db

URL = "/l/calais/p/ada/"
ROW = '<th scope="row" class="span">'


@pytest.fixture
def results(calais, ada, ben, eve, carl):
    """Ada: Intimate against ben and eve, the Great War against ben, Diplomacy against two."""
    of = {"ada": ada, "ben": ben, "eve": eve, "carl": carl}

    def two(first, second, outcomes, homes, **more):
        seats = dict(zip("12", (of[first], of[second]), strict=True))
        ends = dict(zip("12", outcomes, strict=True))
        homes = dict(zip("12", homes, strict=True)) if homes else None
        return finished_game(calais, seats, ends, homes=homes, **more)

    games = [
        two("ada", "ben", ("solo", "lost"), ("FRANCE", "TURKEY")),
        two("ben", "ada", ("solo", "lost"), ("ITALY", "FRANCE")),
        two("eve", "ada", ("shared", "shared"), ("ITALY", "RUSSIA")),
        two("ada", "eve", ("solo", "lost"), ("RUSSIA", "ENGLAND")),
        two("ada", "eve", ("solo", "lost"), None, last_year=1901),
        two("ada", "ben", ("forfeit", "solo"), None, variant="standard", settings={"players": 2}),
        finished_game(
            calais,
            {"ITALY": ada, "TURKEY": ben, "FRANCE": carl},
            {"ITALY": "shared", "TURKEY": "shared", "FRANCE": "eliminated"},
            variant="standard",
        ),
    ]
    count.count_games(games=[game.pk for game in games])


def sums(found):
    return [(each.key, each.games, each.won, each.drawn, each.lost) for each in found]


def test_results_by_game_power_and_opponent(results, calais, ada):
    found = played.results_of(calais, ada)
    assert sums(found.kinds) == [
        ("intimate", 5, 3, 1, 1),
        ("standard", 1, 0, 1, 0),
        ("standard-2", 1, 0, 0, 1),
    ]
    assert sums(found.powers) == [("FRANCE", 2, 1, 0, 1), ("RUSSIA", 2, 1, 1, 0)], "not those without a home"
    assert sums(found.opponents) == [("eve", 3, 2, 1, 0), ("ben", 2, 1, 0, 1)]
    assert found.has_homes and found.bars is not None
    seven = played.results_of(calais, ada, "standard")
    assert sums(seven.opponents) == [("ben", 1, 0, 1, 0), ("carl", 1, 0, 1, 0)]
    assert sums(seven.powers) == [("ITALY", 1, 0, 1, 0)] and not seven.has_homes
    war = played.results_of(calais, ada, "standard-2")
    assert len(war.powers[0].powers) > 1 and war.bars is None
    assert played.results_of(calais, ada, "chess").kind == "intimate"


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("query", ["", "?game=standard", "?game=standard-2"])
def test_each_number_of_the_page_leads_to_so_many_games(results, visitor, query):
    page = visitor.get(URL + query).content.decode()
    links = re.findall(r'<a href="(/l/calais/p/ada/games/[^"]*)">(\d+)<span', page)
    assert len(links) >= 6
    for address, number in links:
        led_to = visitor.get(html.unescape(address)).content.decode()
        assert led_to.count(ROW) == int(number), address


def forfeits_of(page):
    return re.findall(r'href="([^"]*result=forfeit)">of which (\d+) by forfeit', page)


@pytest.mark.slow
def test_forfeits_are_told_and_lead_to_their_games(results, calais, ada, visitor):
    assert [(each.key, each.forfeits) for each in played.results_of(calais, ada).kinds if each.forfeits] == [
        ("standard-2", 1)
    ]
    found = forfeits_of(visitor.get(URL).content.decode())
    assert len(found) == 2, "the kind, and all kinds"
    for address, number in found:
        led_to = visitor.get(html.unescape(address)).content.decode()
        assert led_to.count(ROW) == int(number) == 1
    assert forfeits_of(visitor.get("/l/calais/p/ben/").content.decode()) == []


def test_the_feet_of_tables_add_up(results, calais, ada, visitor):
    found = played.results_of(calais, ada)
    assert sums([found.all_kinds]) == [("", 7, 3, 2, 2)]
    assert sums([found.all_powers]) == [("chosen", 4, 2, 1, 1)]
    page = visitor.get(URL).content.decode()
    feet = re.findall(r"<tfoot>.*?</tfoot>", page, re.DOTALL)
    assert [re.search(r">(\d+)<span", foot)[1] for foot in feet] == ["7", "4"]


@pytest.mark.slow
def test_misses_lead_to_the_games_they_were_in(results, calais, ada, visitor):
    tenures = Tenure.objects.filter(user=ada, game__league=calais).order_by("pk")
    TenureResult.objects.filter(tenure__in=tenures).update(asked=4)
    for tenure in tenures[:2]:
        TenureResult.objects.filter(tenure=tenure).update(missed=1)
    page = visitor.get(URL).content.decode()
    (found,) = re.findall(r'href="([^"]*reliability=missed)">in (\d+) games<', page)
    assert found[1] == "2"
    led_to = visitor.get(html.unescape(found[0])).content.decode()
    assert len(set(re.findall(r'href="/l/calais/g/(\w+)/"', led_to))) == 2


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_drawing_says_what_it_shows(results, visitor, language):
    visitor.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    page = visitor.get(URL).content.decode()
    assert page.count('role="img"') == page.count('role="img" aria-label="') > 0
    assert 'class="b-won"' in page and "style=" not in page.split("<main")[1].split("</main")[0]


def test_bars_fill_their_room_exactly_and_a_single_line_has_none():
    assert bars_of([("France", (1, 0, 0))]) is None
    bars = bars_of([("France", (3, 1, 3)), ("Italy", (0, 0, 1)), ("Spain", (0, 0, 0))])
    assert bars is not None
    assert [len(bar.parts) for bar in bars.bars] == [3, 1, 0]
    assert sum(part.width for part in bars.bars[0].parts) == 488
    assert all(
        part.x + part.width == after.x for bar in bars.bars for part, after in itertools.pairwise(bar.parts)
    )


def test_whoever_has_no_results_is_told_so(calais, visitor):
    assert "Nothing to count yet." in visitor.get(URL).content.decode()
