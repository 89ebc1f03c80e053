"""Events at which people meet: the roll is called, results are entered, and corrected with a reason."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.models import Game
from league.competitions import kinds
from league.competitions.errors import BadRules, NoReason, NothingToRule, NotInState, NotOrganiser
from league.competitions.models import Competition, FinalPlace
from league.competitions.services import turning
from league.competitions.tables import by_hand, checking
from league.competitions.tables.seating import POWERS
from tests.league.competitions.tables_seasons import TABLES, TablesSeason, rules

pytestmark = pytest.mark.django_db


def board(*centres):
    return dict(zip(POWERS, centres, strict=True))


@pytest.fixture
def event(calais, carl, set_clock):
    """Ten have entered an event of two rounds; check-in for the first is open."""
    made = TablesSeason(
        calais, carl, set_clock, by_hand=True, dispute_days=0, rounds=2, best_of=2, final=False
    ).announce()
    for number in range(1, 11):
        made.enter(f"p{number}")
    return made.close_entries()


@pytest.fixture
def begun(event):
    """The first round has begun with seven."""
    by_hand.call_roll(**of(event), number=1, present=range(1, 8))
    by_hand.draw_now(**of(event), number=1)
    event.clock(TABLES.starts_at)
    turning.turn(event.competition)
    return event


def of(event):
    return {"competition": event.competition, "by": event.organiser}


def enter(event, year, centres, **more):
    return by_hand.enter_year(**of(event), table=1, year=year, centres=centres, **more)


def test_no_game_is_played_on_the_site(begun):
    assert not Game.objects.exists()
    assert sorted(begun.read.tables[1].seats) == list(range(1, 8))
    assert list(begun.pairing(1).sides.values_list("seat", flat=True)) == list(POWERS)


def test_the_roll_says_who_plays_and_can_be_called_again(event):
    by_hand.call_roll(**of(event), number=1, present=range(1, 8))
    by_hand.call_roll(**of(event), number=1, present=range(3, 11))
    by_hand.draw_now(**of(event), number=1)
    (table,) = event.read.last.tables
    assert {*table.seats} < set(range(3, 11))
    with pytest.raises(NotInState):
        by_hand.call_roll(**of(event), number=1, present=[1])


def test_years_that_are_entered_come_to_a_result(begun):
    enter(begun, 1901, board(5, 5, 5, 5, 5, 5, 4))
    enter(begun, 1902, board(8, 8, 8, 5, 5, 0, 0))
    assert not begun.read.played.results
    by_hand.end_game(**of(begun), table=1)
    end = begun.read.played.end_of(1)
    assert end["how"] == "hand"
    assert end["out"] == {"RUSSIA": 1902, "TURKEY": 1902}
    scores = {each.entry: each.score for each in begun.read.results()}
    seats = begun.read.tables[1].seats
    assert scores[seats[0]] == Fraction(100 * 64, 242)
    assert scores[seats[6]] == 0
    assert not kinds.of(begun.competition).has_drifted(begun.refresh().competition)


def test_a_correction_needs_a_reason_and_makes_the_result_anew(begun):
    enter(begun, 1901, board(10, 5, 5, 5, 5, 4, 0))
    by_hand.end_game(**of(begun), table=1)
    first = begun.read.tables[1].seats[0]
    assert begun.table[0] == first
    with pytest.raises(NoReason):
        enter(begun, 1901, board(4, 5, 5, 5, 5, 10, 0))
    enter(begun, 1901, board(4, 5, 5, 5, 5, 10, 0), reason="Austria and Russia were mixed up.")
    assert begun.table[0] == begun.read.tables[1].seats[5]
    assert enter(begun, 1901, board(4, 5, 5, 5, 5, 10, 0)).facts["reason"]


def test_a_draw_by_vote_is_entered_too(calais, carl, set_clock):
    made = TablesSeason(
        calais,
        carl,
        set_clock,
        by_hand=True,
        dispute_days=0,
        rounds=1,
        best_of=1,
        final=False,
        scoring="draw-size",
    ).announce()
    for number in range(1, 8):
        made.enter(f"p{number}")
    made.close_entries()
    by_hand.call_roll(**of(made), number=1, present=range(1, 8))
    by_hand.draw_now(**of(made), number=1)
    made.clock(TABLES.starts_at)
    turning.turn(made.competition)
    enter(made, 1904, board(10, 10, 10, 2, 2, 0, 0))
    by_hand.end_game(**of(made), table=1, voted=["AUSTRIA", "ENGLAND"])
    assert sorted(each.score for each in made.read.results()) == [0, 0, 0, 0, 0, 50, 50]


def test_what_no_table_has_is_refused(begun):
    with pytest.raises(NotOrganiser):
        by_hand.enter_year(
            competition=begun.competition,
            by=begun.member("p1"),
            table=1,
            year=1901,
            centres=board(34, *[0] * 6),
        )
    with pytest.raises(NothingToRule):
        by_hand.end_game(**of(begun), table=1)
    with pytest.raises(NothingToRule):
        by_hand.enter_year(**of(begun), table=9, year=1901, centres=board(34, *[0] * 6))
    for year, centres in ((1899, board(34, *[0] * 6)), (1901, board(35, *[0] * 6)), (1901, board(*[0] * 7))):
        with pytest.raises(BadRules):
            enter(begun, year, centres)


def test_the_event_goes_on_to_its_end_at_its_own_pace(begun):
    enter(begun, 1905, board(10, 5, 5, 5, 5, 4, 0))
    by_hand.end_game(**of(begun), table=1)
    by_hand.call_roll(**of(begun), number=2, present=range(1, 8))
    by_hand.draw_now(**of(begun), number=2)
    checking.begin_now(**of(begun), number=2)
    by_hand.enter_year(**of(begun), table=2, year=1905, centres=board(10, 5, 5, 5, 5, 4, 0))
    by_hand.end_game(**of(begun), table=2)
    begun.turn(minutes=1)
    begun.turn(minutes=1)
    assert begun.refresh().competition.state == Competition.State.FINISHED
    assert FinalPlace.objects.filter(competition=begun.competition).count() == 10


def test_such_results_are_not_disputed():
    with pytest.raises(BadRules):
        rules(by_hand=True, dispute_days=2)


# Pages


def test_organisers_enter_results_on_pages_of_the_desk(begun, client_of, carl):
    desk = f"/l/calais/competitions/{begun.competition.code}/desk/"
    browser = client_of(carl)
    assert f"{desk}tables/1/" in browser.get(desk).content.decode()
    page = f"{desk}tables/1/"
    sent = {"act": "year", "year": "1901", **dict.fromkeys(POWERS[:6], "5"), "TURKEY": "4"}
    assert browser.post(page, sent).status_code == 302
    shown = browser.get(page).content.decode()
    assert "1901" in shown
    refused = browser.post(page, sent | {"AUSTRIA": "30"}).content.decode()
    assert "1 to 34 centres" in refused
    assert 'value="30"' in refused
    assert browser.post(page, {"act": "over"}).status_code == 302
    assert begun.read.played.end_of(1)
    assert client_of(begun.member("p1")).get(page).status_code == 404


def test_the_roll_is_called_on_a_page(event, client_of, carl):
    desk = f"/l/calais/competitions/{event.competition.code}/desk/"
    browser = client_of(carl)
    sent = {f"here-{number}": "on" for number in range(1, 8)}
    assert browser.get(f"{desk}roll/").status_code == 200
    assert browser.post(f"{desk}roll/", sent | {"act": "draw"}).url == f"{desk}drawing/"
    assert browser.get(f"{desk}drawing/").status_code == 200
    assert client_of(event.member("p1")).get(f"{desk}roll/").status_code == 404
