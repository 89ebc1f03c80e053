"""The top of a finished game's page: who won and by what, what decided it, how it went, in that order."""

from __future__ import annotations

import json
import lzma
from itertools import pairwise
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.adjudication.courses import keep_course
from games.board.crop import WHOLE, cropped, window_of
from games.engine import turning
from games.models import Course, Game, Phase
from games.pages.curves import Side, curves_of
from games.services.players.votes import concede
from games.words.turning import said_of
from games.words.victories import Ended, grounds, heading
from tests.games.kept_records import put_record
from tests.html_tree import tree

DATA = Path(__file__).parents[2] / "data" / "records.jsonl.xz"


def address(game):
    return reverse("games:game", args=[game.league.slug, game.code])


def page_of(client, game, language="en"):
    answer = client.get(address(game), headers={"accept-language": language})
    assert answer.status_code == 200
    return tree(answer.content.decode())


def words(element):
    return " ".join(element.text.replace("\N{NO-BREAK SPACE}", " ").split())


@pytest.fixture
def over(movement_game, ada):
    concede(game=movement_game, user=ada)
    movement_game.refresh_from_db()
    keep_course(movement_game)
    return movement_game


@pytest.fixture
def won(running_game):
    """A whole recorded game of Intimate in the place of the running one: seat 1 stands in Smyrna and wins."""
    with lzma.open(DATA, "rt", encoding="utf-8") as file:
        records = (json.loads(line)["record"] for line in file)
        record = next(each for each in records if each["turns"][-1]["position"]["outcome"] == WON)
    put_record(running_game, record)
    assert keep_course(running_game) is not None
    return running_game


WON = {"how": "ID-15", "winners": ["1"]}


@pytest.fixture(autouse=True)
def english(ben):
    ben.language = "en"
    ben.save()


def test_to_each_of_the_two_and_to_a_stranger(over, client_of, visitor, ada, ben):
    for client, head, by in (
        (client_of(ada), "You lost to ben.", "You conceded."),
        (client_of(ben), "You won.", "ada conceded."),
        (visitor, "ben won against ada.", "ada conceded."),
    ):
        page = page_of(client, over)
        assert words(page.one("h1")) == head
        assert by in words(page.one(id="moment"))


def test_in_french(over, client_of, ada, ben):
    for person, head, by in (
        (ada, "Vous avez perdu contre ben.", "Vous avez abandonné."),
        (ben, "Vous avez gagné.", "ada a abandonné."),
    ):
        person.language = "fr"
        person.save()
        page = page_of(client_of(person), over, "fr")
        assert words(page.one("h1")) == head and by in words(page.one(id="moment"))


def test_a_win_on_the_board_says_what_was_taken_and_shows_the_move_there(won, client_of, visitor, ada, ben):
    page = page_of(client_of(ada), won)
    assert "You took Smyrna." in words(page.one(id="moment")) and "ID-15" in words(page.one(id="moment"))
    assert "ada took Smyrna." in words(page_of(client_of(ben), won).one(id="moment"))
    deciding = page.one(id="deciding")
    assert words(deciding.one("h2")) == "The move that decided it"
    assert "Autumn 1908" in words(deciding)
    orders = [words(each) for each in deciding.all("li")]
    assert orders and all("Smy" in order for order in orders)
    assert "Moved" in orders[0], "what came off is first"
    course = page.one(id="course")
    charts = list(course.all("svg"))
    assert len(charts) == 2, "centres and treasuries"
    assert "You: " in charts[0].attributes["aria-label"] and "ben: " in charts[0].attributes["aria-label"]
    assert len(list(course.all("li"))) == 3
    assert "The move into Smyrna wins the game." in words(course)
    assert "betray" not in words(page.one("main")).lower()


def test_the_order_of_the_page(won, client_of, ada):
    text = client_of(ada).get(address(won)).content.decode()
    places = [text.index(f'id="{part}"') for part in ("moment", "deciding", "course", "map", "outcome")]
    assert places == sorted(places)


def test_before_the_course_is_made_and_when_it_no_longer_stands_the_page_does_without(won, client_of, ada):
    for change in (
        lambda: Course.objects.update(edition=turning.EDITION + 1),
        lambda: Course.objects.update(edition=turning.EDITION, last=0),
        lambda: Course.objects.all().delete(),
    ):
        change()
        page = page_of(client_of(ada), won)
        assert (
            words(page.one("h1")) == "You won."
            and not list(page.all(id="course"))
            and not list(page.all(id="deciding"))
        )


def test_what_is_in_fog_stays_there(won, client_of, ada):
    """SPY-6: a course that is kept by mistake is not shown while the record is closed."""
    Game.objects.filter(pk=won.pk).update(variant="spy", settings={"reveal_at": "2030-01-01"})
    from games.gate.access import Access
    from games.pages.moment import _course_of

    won.refresh_from_db()
    assert Access(won, None, is_member=False, by_link=False).seat_key is None
    assert _course_of(won, Phase.objects.filter(game=won).latest("ordinal")) is None


def test_as_many_queries_however_long_the_game(over, won, client_of, ada):
    client = client_of(ada)
    client.get(address(won))
    with CaptureQueriesContext(connection) as long:
        client.get(address(won))
    assert sum("games_course" in each["sql"] for each in long.captured_queries) == 1
    assert sum('"games_turn"."turn"' in each["sql"] for each in long.captured_queries) <= 3


def an_end(**values):
    return Ended(**({"won": {"1": "ada"}, "lost": {"2": "ben"}} | values))


@pytest.mark.parametrize(
    ("ended", "aside", "says"),
    [
        (an_end(own="1", has_won=True), "", "You won."),
        (an_end(own="2"), "you still hold rank 4", "You lost to ada; you still hold rank 4."),
        (an_end(), "", "ada won against ben."),
        (an_end(lost={"2": "ben", "3": "carl"}), "", "ada won."),
        (an_end(lost={"2": "ben", "3": "carl"}, own="3"), "", "You lost to ada."),
        (an_end(won={"1": "ada", "2": "ben"}, lost={}, own="1", has_won=True), "", "You drew with ben."),
        (an_end(won={"1": "ada", "2": "ben"}, lost={}), "", "ada and ben drew."),
        (an_end(won={"1": "ada", "2": "ben"}, lost={"3": "eve"}, own="3"), "", "You lost: ada and ben drew."),
        (an_end(won={}, lost={"1": "ada", "2": "ben"}, own="1"), "", "You drew."),
        (an_end(won={}, lost={"1": "ada", "2": "ben"}), "", "The game is drawn."),
        (an_end(won={}, own="1", is_void=True), "", "The game is void."),
        (an_end(won={}, own="1", all_lose=True), "", "You both lost."),
        (an_end(won={}, all_lose=True), "", "Both players lost."),
        (an_end(own="DEVIL", has_won=True), "", "You won."),
    ],
)
def test_every_end_has_its_heading(ended, aside, says):
    assert heading(ended, aside) == says


@pytest.mark.parametrize(
    ("item", "own", "says"),
    [
        ({"winners": ["1"], "entered": {"1": ["ROM", "NAP"]}}, "1", ["You took Rome and Naples."]),
        ({"winners": ["1"], "centres": {"1": 18}}, None, ["ada has 18 centres."]),
        ({"winners": ["1"], "units": {"1": 24}}, "1", ["You have 24 units."]),
        (
            {"winners": ["1"], "powers": {"1": "ITALY"}, "centres": {"ITALY": 18}},
            None,
            ["Italy has 18 centres."],
        ),
        (
            {"winners": ["1"], "year": 1905, "centres": {"1": 4, "2": 4}, "credits": {"1": 9, "2": 2}},
            None,
            ["1905 was the last year.", "ada has 4 centres.", "Treasuries: ada 9, ben 2."],
        ),
        ({"winners": ["1", "2"], "agreed": "draw", "by": ["1", "2"]}, "1", ["They agreed on a draw."]),
        (
            {"winners": ["1"], "agreed": "forfeit", "cause": "absence", "by": ["2"]},
            "2",
            ["You missed too many phases."],
        ),
        (
            {"winners": ["1"], "agreed": "forfeit", "cause": "ruling", "by": ["2"]},
            None,
            ["ben forfeited the game."],
        ),
        ({"winners": [], "agreed": "void", "cause": "silence"}, None, ["No one sent orders any more."]),
    ],
)
def test_every_end_says_by_what(item, own, says):
    players = {"1": "ada", "2": "ben"}
    assert grounds(item, an_end(own=own), players) == says


def test_a_turning_point_is_told_in_facts():
    told = {
        "label": "F1902M",
        "at": 3,
        "places": ["TUN"],
        "taken": [
            {"centre": "TUN", "from": "ITALY", "to": "FRANCE"},
            {"centre": "SPA", "from": None, "to": "FRANCE"},
        ],
        "entered": [],
        "bust": ["2"],
        "bought": {},
        "anarchy": [],
        "out": [{"unit": ["F", "TUN"], "power": "ITALY", "by": "LYO"}],
        "supports": [
            {"power": "ITALY", "order": "F ION S F TUN", "how": "cut"},
            {"power": "ITALY", "order": "A NAP S F TUN", "how": "missed"},
        ],
        "gone": [],
        "held": {},
        "credits": {},
    }
    assert said_of(told, {"1": "ada", "2": "ben"}) == [
        "ben was bust.",
        "France took Tunis from Italy.",
        "France took Spain.",
        "Dislodged: F Tun (Italy).",
        "Support cut: F Ion S F Tun (Italy).",
    ]


def test_a_crop_shows_what_matters_within_the_frame():
    left, top, width, height = window_of(["ROM"])
    assert min(left, top) >= 0 and (width, height) == (720, 540)
    assert window_of(["STP", "POR", "SYR"])[2] > 1000
    assert window_of(["nowhere"]) is None
    assert cropped(f"<svg {WHOLE}>", ["ROM"]) == f'<svg viewBox="{left} {top} {width} {height}">'
    assert cropped(f"<svg {WHOLE}>", []) == f"<svg {WHOLE}>"
    with pytest.raises(ValueError, match="whole board"):
        cropped("<svg>", ["ROM"])


@pytest.mark.parametrize("seats", [2, 5, 7, 9])
def test_names_at_the_ends_of_curves_stand_apart_and_on_the_drawing(seats):
    sides = [Side(str(seat), f"seat {seat}", "side", "") for seat in range(seats)]
    counted = {side.seat: [None, 3, 3] for side in sides}
    curves = curves_of("Centres", counted, ["S1901M", "F1901M"], [1], sides)
    heights = sorted(line.name_at for line in curves.lines)
    assert all(below - above >= 17 for above, below in pairwise(heights))
    assert heights[0] > 20 and heights[-1] < 225
    assert curves.lines[0].path.count("L") == 1, "nothing is drawn before there is anything to count"
    assert curves.in_words.startswith("Centres. seat 0: 3")


def test_many_years_are_thinned_out():
    labels = [f"{season}{year}M" for year in range(1901, 1922) for season in "SF"]
    curves = curves_of("Centres", {"1": [3] * 43}, labels, [], [Side("1", "ada", "me", "")])
    assert len(curves.years) == 7 and curves.years[0].says == 1901
