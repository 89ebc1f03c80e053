"""The auction room: what is known of each power, what is typed, and what the bids may come to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

import adjudicator
from adjudicator.board import standard
from games.board import render_board
from games.features.auction.on_sale import forces_of
from games.forms.sheets import Desk, sheet_for
from games.models import Answer, Turn
from games.pages.auctions import auction_of
from games.words import wording
from tests.adjudicator.tables import at_start, resolve
from tests.games.pages.conftest import find_form, without_tokens

MERCENARIES = ("AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA")


def room(position: dict[str, Any], seat: str = "1", past: Any = ()) -> Any:
    """The sheet of `seat` in an auction between France and Turkey."""
    table: dict[str, Any] = {"variant": "intimate", "settings": {}, "position": position}

    def read(text: str) -> Mapping[str, Any]:
        return adjudicator.read(**table, seat=seat, text=text, language="en")

    return sheet_for(
        Desk(
            due=adjudicator.due(**table)["due"][seat],
            position=position,
            read=read,
            options=lambda: adjudicator.options(**table, seat=seat),
            seat=seat,
            outlook=lambda answer: adjudicator.outlook(**table, seat=seat, answer=answer),
            past=past,
        )
    )


def shown(text: str, *, treasury: tuple[int, int] = (10, 8), seat: str = "1") -> dict[str, Any]:
    return room(at_start("S1902B", treasury=treasury), seat).show(text)


def test_a_powers_forces_neighbours_and_roads_are_told():
    forces = forces_of("GERMANY", at_start("S1902B"), "1")
    assert forces.units == ["A BER", "A MUN", "F KIE"]
    assert forces.centres == ["Berlin", "Kiel", "Munich"]
    assert [next.power for next in forces.neighbours] == ["AUSTRIA", "FRANCE", "RUSSIA"]
    assert [(road.home, road.unit, road.moves, road.place) for road in forces.roads] == [
        ("FRANCE", "A MUN", 2, "MAR"),
        ("TURKEY", "A BER", 5, "CON"),
    ]


@pytest.mark.parametrize("power", standard().powers)
def test_a_power_borders_those_whose_colours_touch_on_the_map(power):
    """As the drawn map says: land in one colour beside land in another, and units beside either."""
    position = at_start("S1902B")
    position["units"]["TURKEY"] = ["F BLA", "A BUL"]
    position["centres"]["FRANCE"].remove("MAR")
    drawn = render_board(position, language="en")
    shown: dict[str, set[str]] = {}
    for tag in re.findall(r"<use [^>]*data-province=[^>]*>", drawn):
        province, colour = re.search(r'data-province="(\w+)"', tag), re.search(r'data-power="(\w+)"', tag)
        if province and colour:
            shown.setdefault(colour[1].upper(), set()).add(province[1])
    for other, units in position["units"].items():
        shown.setdefault(other, set()).update(unit[2:5] for unit in units)
    places = standard().provinces
    reached = {
        there[:3]
        for here in shown[power]
        for there in (
            here,
            *places[here].army,
            *(each for coast in places[here].fleet.values() for each in coast),
        )
    }
    touching = {other for other in shown if other != power and reached & shown[other]}
    assert {next.power for next in forces_of(power, position, "1").neighbours} == touching


def test_neighbours_are_powers_that_stand_or_own_next_door():
    position = at_start("S1902B")
    position["centres"], position["units"]["RUSSIA"] = {"GERMANY": ["KIE", "MUN"]}, []
    position["units"]["FRANCE"] = ["A BUR"]
    position["units"]["GERMANY"] = ["A MUN"]
    forces = forces_of("GERMANY", position, "1")
    assert [(next.power, next.seat) for next in forces.neighbours] == [("FRANCE", "1")]
    position["units"]["TURKEY"], position["centres"]["ITALY"] = ["A TYR"], ["DEN"]
    forces = forces_of("GERMANY", position, "1")
    assert [(next.power, next.seat) for next in forces.neighbours] == [
        ("FRANCE", "1"),
        ("ITALY", ""),
        ("TURKEY", "2"),
    ]


@pytest.mark.parametrize(
    ("units", "road"),
    [
        (["A MUN", "A BER"], ("A MUN", 2, "MAR")),
        (["A BUR"], ("A BUR", 1, "MAR")),
        (["A PAR"], ("A PAR", 0, "PAR")),
        (["F ENG"], ("F ENG", 1, "BRE")),
        (["F SPA/NC"], ("F SPA/NC", 2, "BRE")),
        (["F SPA/SC"], ("F SPA/SC", 1, "MAR")),
        (["A LON", "A EDI"], ("", 0, "")),
        (["A TUN", "F BLA"], ("F BLA", 6, "MAR")),
    ],
)
def test_the_nearest_unit_is_the_one_that_gets_home_soonest_by_itself(units, road):
    position = at_start("S1902B")
    position["units"]["GERMANY"] = units
    (own, _others) = forces_of("GERMANY", position, "1").roads
    assert own.home == "FRANCE"
    assert (own.unit, own.moves, own.place) == road


def test_the_own_home_comes_first_whoever_asks():
    assert [road.seat for road in forces_of("ITALY", at_start("S1902B"), "2").roads] == ["2", "1"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("-3", "below 0"),
        ("−3", "below 0"),
        ("2.5", "not a whole number"),
        ("2,5", "not a whole number"),
        ("lots", "not a number"),
        ("5 6", "not a number"),
        ("1e3", "not a number"),
        ("٣", "not a number"),
    ],
)
def test_what_is_no_bid_says_so_in_its_own_place_and_stays(typed, said):
    sheet = room(at_start("S1902B"))
    text = sheet.compose({"bid-GERMANY": typed, "bid-ITALY": "4"})
    lots = {lot.power: lot for lot in sheet.show(text)["lots"]}
    assert said in lots["GERMANY"].problem
    assert typed in lots["GERMANY"].problem
    assert lots["GERMANY"].bid == typed
    assert (lots["ITALY"].bid, lots["ITALY"].problem) == ("4", "")
    tally = sheet.show(text)["tally"]
    assert (tally.total, tally.unread) == (4, 1)
    assert sheet.compose({f"bid-{lot.power}": lot.bid for lot in lots.values()}) == text


def test_a_bid_beyond_the_treasury_is_pointed_at():
    lots = {lot.power: lot.over for lot in shown("Germany 11\nItaly 10")["lots"]}
    assert lots["GERMANY"] == 10
    assert lots["ITALY"] is None


def test_the_smallest_ways_to_go_bust_are_named():
    tally = shown("Germany 6\nRussia 5\nItaly 4\nAustria 1")["tally"]
    assert tally.over == 6
    assert [set(way.powers) for way in tally.risks] == [
        {"GERMANY", "RUSSIA"},
        {"GERMANY", "ITALY", "AUSTRIA"},
    ]
    assert set(tally.dearest.powers) in ({"GERMANY", "ITALY"}, {"RUSSIA", "ITALY", "AUSTRIA"})
    assert tally.dearest.owes == 10
    assert (tally.all.owes, tally.all.is_bust) == (16, True)


def test_bids_within_the_treasury_carry_no_risk():
    tally = shown("Germany 6\nRussia 4")["tally"]
    assert (tally.over, tally.risks, tally.all.keeps) == (0, [], 0)
    assert (tally.windfall_pays, tally.windfall.keeps) == (5, 5)


def test_with_an_empty_treasury_every_bid_that_wins_is_bust():
    tally = shown("Germany 1", treasury=(0, 5))["tally"]
    assert [way.is_bust for way in tally.ways] == [True]
    assert tally.dearest is None


def test_a_sheet_nobody_has_written_on_costs_nothing():
    tally = shown("")["tally"]
    assert (tally.total, tally.ways, tally.all, tally.dearest, tally.risks) == (0, [], None, None, [])


BIDS = st.dictionaries(st.sampled_from(MERCENARIES), st.integers(0, 14))


@pytest.mark.slow
@settings(deadline=None)
@given(BIDS, BIDS, st.tuples(st.integers(0, 16), st.integers(0, 16)))
def test_what_the_room_promises_the_auction_keeps(ones, twos, treasury):
    """The warnings and prices of the room against the auction itself, whatever the other player bids."""
    position = at_start("S1902B", treasury=treasury)
    sheet = room(position)
    tally = sheet.show(sheet.compose({f"bid-{power}": str(bid) for power, bid in ones.items()}))["tally"]
    turn = resolve(position, one={"bids": ones}, two={"bids": twos})
    (item,) = [each for each in turn["news"] if each["kind"] == "auction"]
    bust, after = "1" in item["bust"], item["after"]["1"]
    won = {power for power, bid in ones.items() if bid > twos.get(power, 0)}
    assert bust == any(set(risk.powers) <= won for risk in tally.risks), "the risks named are all there are"
    if not tally.over:
        assert not bust, "whatever you win, you can pay"
    if bust:
        assert after == 0
        assert not any(seat == "1" for seat in item["winner"].values())
    elif item["bust"]:
        assert after == tally.windfall.keeps
        assert treasury[0] - after == tally.windfall_pays
    else:
        way = next((way for way in tally.ways if set(way.powers) == won), None)
        assert after == (way.keeps if way else treasury[0])
        assert treasury[0] - after == (way.pays if way else 0)
        assert way is None or way.owes <= (tally.dearest.owes if tally.dearest else 0)


def test_past_prices_stand_with_their_power_the_newest_first():
    item = {"winner": {"GERMANY": "1"}, "price": {"GERMANY": 5}, "before": {"1": 9, "2": 9}, "bust": []}
    item |= {"bids": {"1": {"GERMANY": 5}, "2": {"GERMANY": 3}}, "after": {"1": 4, "2": 9}}
    names = {"1": "ada", "2": "ben"}
    past = [auction_of(item | {"year": 1902}, names), auction_of(item | {"year": 1901}, names)]
    lots = {lot.power: lot for lot in room(at_start("S1903B"), past=past).show("")["lots"]}
    prices = [(price.year, price.winner, price.price, price.bids) for price in lots["GERMANY"].prices]
    assert prices == [(1902, "ada", 5, "5 : 3"), (1901, "ada", 5, "5 : 3")]
    assert lots["ITALY"].prices == []


def test_the_room_warns_as_bids_are_tried_and_keeps_them(auction_game, client_of, ada, url):
    client = client_of(ada)
    form = find_form(client.get(url(auction_game)), url(auction_game, "answer"))
    tried = client.post(
        url(auction_game, "preview"),
        form.fields | {"bid-GERMANY": "15", "bid-ITALY": "15", "bid-RUSSIA": "x"},
    ).content.decode()
    assert "You bid 10 more than you have." in tried
    assert "Germany and Italy (30)" in tried
    assert "ben then gets every power they bid on" in tried
    assert "“x” is not a number" in tried
    assert 'value="x"' in tried


def test_to_bid_nothing_is_one_click_and_an_answer(auction_game, client_of, drained, ada, url):
    """HR-1: saved bids count, 0 included; without it silence would be a miss."""
    page = client_of(ada).get(url(auction_game))
    assert "you miss the phase" in page.content.decode()
    form = find_form(page, url(auction_game, "answer"))
    assert form.buttons[-1] == ("nothing", "yes"), "Enter presses the first"
    client_of(ada).post(url(auction_game, "answer"), form.fields | {"bid-ITALY": "5", "nothing": "yes"})
    saved = Answer.objects.get(phase__label="S1901B")
    assert saved.text.splitlines() == [f"{power.title()} 0" for power in MERCENARIES]
    drained(auction_game)
    turn = Turn.objects.get(phase__label="S1901B")
    assert turn.missed == {"2": True} and turn.answers["1"]["bids"] == dict.fromkeys(MERCENARIES, 0)


def test_the_room_speaks_french(auction_game, client_of, ben, url):
    page = client_of(ben).get(url(auction_game)).content.decode()
    assert "Vers vos centres d’origine" in page
    assert "Distances jusqu’aux centres d’origine\u00a0: ada" in page
    assert "Prix passés" in page


def test_the_room_shows_nothing_of_the_other_players_bids(auction_game, client_of, answer, ada, ben, url):
    client = client_of(ada)
    before = without_tokens(client.get(url(auction_game)).content)
    answer(ben, "Germany 13\nItaly 17")
    after = without_tokens(client.get(url(auction_game)).content)
    assert before.split(b'id="answer"')[1].split(b"</section>")[0].count(b'class="lot"') == 5
    for part in (b'id="answer"', b'id="tally"', b'id="outcomes"'):
        assert before.split(part)[1].split(b"</form>")[0] == after.split(part)[1].split(b"</form>")[0]


@pytest.mark.parametrize(
    ("amount", "english", "french"), [(1, "1 credit", "1 crédit"), (0, "0 credits", "0 crédit")]
)
def test_credits_are_counted_as_each_language_does(amount, english, french):
    with translation.override("en"):
        assert wording.credits(amount) == english
    with translation.override("fr"):
        assert wording.credits(amount) == french


def test_thousands_stand_apart_as_each_language_writes_them():
    with translation.override("en"):
        assert wording.credits(12345) == "12,345 credits"
    with translation.override("fr"):
        assert wording.credits(12345) == "12\u202f345 crédits"


def test_only_where_orders_are_given_on_the_map_its_line_asks_for_them(
    auction_game, client_of, ada, url, advance
):
    """In an auction there is nothing to choose there, and the line stays below the map."""
    asks = '"units": "To give an order'
    assert asks not in client_of(ada).get(url(auction_game)).content.decode()
    advance()
    assert asks in client_of(ada).get(url(auction_game)).content.decode()
