"""Pages of a game in fog: what one knows is drawn and said, dated where it is old, and nothing else is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.gate.access import Access
from games.models import Seat
from games.pages import showcase
from games.pages.sightings import seen_at_the_end, seen_in

pytestmark = pytest.mark.django_db


def sees(table: Any, power: str | None, phase: Any = None) -> Any:
    seat = Seat.objects.get(game=table.game, key=power) if power else None
    access = Access(game=table.game, seat=seat, is_member=True, by_link=False)
    return seen_in(access, phase or table.phase)


def page_of(table: Any, client: Any, url: Any, *more: str) -> str:
    return client.get(url(table.game, *(more or ("game",)))).content.decode()


def parts(page: str) -> tuple[str, str]:
    """The drawing, and the position in words."""
    drawing = page.split('<svg class="board-svg"')[1].split('class="map-line"')[0]
    return drawing, page.split('id="position"')[1].split("</section>")[0]


def test_the_board_as_it_is_set_up_is_known_to_all(lay_table, client_of, visitor, url):
    table = lay_table()
    for client in (visitor, client_of(table.players["GERMANY"])):
        drawing, words = parts(page_of(table, client, url))
        assert drawing.count('data-unit="') == 22
        assert 'class="veils"' not in drawing
        assert drawing.count("data-spy=") == 22
        assert "A Moscow" in words


def test_what_a_spy_has_just_reported_is_seen_now(spy_table):
    seen = sees(spy_table, "GERMANY")
    assert seen.position["units"]["FRANCE"] == ["A MAR", "A PIC"]
    assert seen.known["spies"] == {"BUR": {"FRANCE": 1}}
    assert seen.known["some"] == ["SWI"] or "SWI" in seen.known["some"]
    assert {"BUR", "PAR", "PIC", "BEL", "MAR", "SWI", "MUN", "TYR"} <= set(seen.known["now"])
    assert not {"LON", "ENG", "VEN", "ROM"} & set(seen.known["now"])
    assert seen.known["earlier"] == {}


def test_when_units_have_moved_it_is_seen_earlier_and_dated(spy_table):
    phase = spy_table.play(FRANCE=["A PIC - BEL"])
    assert phase.label == "F1901E"
    seen = sees(spy_table, "GERMANY")
    assert "FRANCE" not in seen.position["units"]
    assert seen.known["spies"] == {}
    assert seen.known["earlier"]["PIC"] == {
        "season": "S1901",
        "units": [["FRANCE", "A PIC"]],
        "spies": {},
        "some": False,
    }
    assert seen.known["earlier"]["BUR"]["spies"] == {"FRANCE": 1}
    assert "MUN" in seen.known["now"]


def test_a_later_report_takes_the_place_of_an_earlier_one(spy_table):
    spy_table.play_to("S1902M", FRANCE=["A PIC - BEL"])
    spy_table.play(FRANCE=["A BEL - HOL"])
    seen = sees(spy_table, "GERMANY")
    assert seen.known["earlier"]["PIC"]["season"] == "F1901"
    assert seen.known["earlier"]["PIC"]["units"] == []
    assert seen.known["earlier"]["BEL"]["units"] == [["FRANCE", "A BEL"]]
    assert not any(unit == "A HOL" for unit in seen.position["units"].get("FRANCE", []))


def test_a_past_phase_shows_what_one_knew_then(spy_table, client_of, url):
    autumn = spy_table.phase
    before = sees(spy_table, "GERMANY", autumn)
    spy_table.play_to("F1902M", FRANCE=["A PIC - BEL"])
    assert sees(spy_table, "GERMANY", autumn) == before
    drawing, _words = parts(
        page_of(spy_table, client_of(spy_table.players["GERMANY"]), url, "phase", "F1901M")
    )
    assert 'data-unit="A PIC"' in drawing
    assert 'data-unit="F ENG"' not in drawing


def test_the_page_draws_it_and_says_it_in_words(spy_table, client_of, url):
    spy_table.play()
    client = client_of(spy_table.players["GERMANY"])
    drawing, words = parts(page_of(spy_table, client, url))
    assert "url(#board-fog)" in drawing and "url(#board-earlier)" in drawing
    assert "S 01" in drawing
    assert 'data-unit="A TYR"' in drawing and "F ENG" not in drawing
    assert "Seen earlier" in words and "France A Picardy" in words and "spring 1901" in words
    assert "Spies" in words and "Burgundy" in words
    assert "centres unknown" not in words, "no other power's unit is seen now"
    assert "SPY-1" in words


def test_a_game_in_fog_is_not_on_the_first_page(spy_table, visitor):
    page = visitor.get("/").content.decode()
    assert spy_table.game.code not in page and "map/opening-day" in page
    for sign in ("0", showcase.sign_of(showcase.board_of(showcase.open_phase(spy_table.game.pk)))):
        address = f"/l/{spy_table.game.league.slug}/g/{spy_table.game.code}/board/day/{sign}.svg"
        assert visitor.get(address).status_code == 404


def test_the_first_page_shows_a_game_without_fog_where_there_is_one(spy_table, visitor, running_game):
    page = visitor.get("/").content.decode()
    assert f"/g/{running_game.code}/board/day/" in page and spy_table.game.code not in page


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whoever_watches_is_told_that_there_is_fog(spy_table, client_of, url, language):
    client = client_of(None)
    client.cookies["django_language"] = language
    page = client.get(url(spy_table.game), HTTP_ACCEPT_LANGUAGE=language).content.decode()
    drawing, _words = parts(page)
    assert "data-unit" not in drawing and "data-spy" not in drawing and "data-power" not in drawing
    assert "SPY-6" in page and "Nothing happened.<" not in page
    (shared,) = re.findall(r'<meta name="description" content="([^"]*)"', page)
    hidden = {"en": "Hidden by fog of war until it ends.", "fr": "Cachée par le brouillard jusqu’à la fin."}
    assert hidden[language] in shared
    said = {"en": "in fog until it is over", "fr": "dans le brouillard jusqu’à sa fin"}[language]
    assert said in page


@pytest.mark.parametrize("label", ["S1901M", "S1901R", "F1901M"])
def test_whoever_watches_is_told_of_every_phase_that_more_may_have_happened(spy_table, visitor, url, label):
    spy_table.play_to("F1901E")
    page = page_of(spy_table, visitor, url, "phase", label)
    assert "Nothing happened that you could see." in page and "Nothing happened.<" not in page


@pytest.mark.slow
def test_others_know_other_things_and_are_never_shown_these(spy_table, client_of, url):
    """The pictures come from one process; each is its reader's own, no matter who asked before."""
    spy_table.play()
    alone = {}
    for _round in range(2):
        for power in ("GERMANY", "FRANCE", "TURKEY"):
            drawing, _words = parts(page_of(spy_table, client_of(spy_table.players[power]), url))
            assert alone.setdefault(power, drawing) == drawing
    assert len(set(alone.values())) == 3
    assert 'data-power="germany"' not in alone["TURKEY"]
    assert set(re.findall(r'data-unit="[^"]+" data-power="(\w+)"', alone["FRANCE"])) == {"france"}


def test_what_a_seat_cannot_know_changes_nothing_it_sees(lay_table):
    worlds = []
    for move in ("F ANK - BLA", "F ANK - ARM"):
        table = lay_table()
        table.play(TURKEY=[move])
        table.play_to("F1901M")
        worlds.append([sees(table, "FRANCE", phase) for phase in table.game.phases.order_by("ordinal")])
    assert worlds[0] == worlds[1]


def test_the_end_opens_everything(spy_table, client_of, visitor, url):
    spy_table.play()
    spy_table.end()
    drawing, _words = parts(page_of(spy_table, visitor, url))
    assert "board-fog" not in drawing and drawing.count('data-unit="') == 22
    past, _words = parts(page_of(spy_table, visitor, url, "phase", "F1901M"))
    assert 'data-unit="F ENG"' in past and "board-fog" not in past


def test_until_the_day_that_was_set_a_finished_game_stays_in_fog(lay_table, visitor, url):
    table = lay_table(reveal_at="9999-01-01")
    table.play_to("F1901M", ENGLAND=["F LON - ENG"])
    last = table.phase
    table.end()
    for names in (("game",), ("phase", "S1901E")):
        page = page_of(table, visitor, url, *names)
        assert "board-fog" in parts(page)[0] and "data-unit" not in parts(page)[0]
        assert "SPY-6" in page
    access = Access(table.game, None, is_member=True, by_link=False)
    assert seen_at_the_end(access, last).position["units"] == {}


@pytest.mark.slow
def test_the_page_makes_as_many_queries_however_long_the_game(
    spy_table,
    client_of,
    url,
    assert_queries_do_not_grow,
):
    client = client_of(spy_table.players["GERMANY"])
    assert_queries_do_not_grow(client, url(spy_table.game), lambda: spy_table.play_to("F1902M"))
