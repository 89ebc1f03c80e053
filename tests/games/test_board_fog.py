"""The board in fog: what is seen now, seen earlier and unknown; spies; and to whom a picture is given."""

import pytest

from games.board import describe, draw_board, ground, render_legend
from games.board.atlas import SWITZERLAND, places
from games.board.lines import read_line
from games.board.render import _draw_again
from games.board.reports import earlier_in_words
from tests.games.test_board import OPENING, elements, regions, tree

VIEW = {
    "phase": "F1902E",
    "units": {"GERMANY": ["A MUN", "F BAL"], "FRANCE": ["A PAR"]},
    "centres": {"GERMANY": ["BER", "KIE", "MUN"]},
    "spies": {"GERMANY": [{"at": "BUR"}, {"at": "BUR"}, {"at": "SWI"}, {"at": "BAL"}]},
}
KNOWN = {
    "now": ["BAL", "BER", "BUR", "KIE", "MUN", "PAR", "PRU", "RUH", "SIL", "SWI"],
    "spies": {"BUR": {"FRANCE": 3}},
    "some": ["GAS"],
    "earlier": {
        "ENG": {"season": "S1902", "units": [["ENGLAND", "F ENG"]], "spies": {}, "some": False},
        "VIE": {"season": "F1901", "units": [["AUSTRIA", "A VIE"]], "spies": {"ITALY": 2}, "some": False},
        "BOH": {"season": "F1901", "units": [], "spies": {}, "some": True},
        "TYR": {"season": "F1901", "units": [], "spies": {}, "some": False},
    },
}


def drawn(**more):
    return draw_board(VIEW, **({"language": "en", "known": KNOWN} | more))


def veils(svg):
    """Province -> what lies over it."""
    (group,) = elements(svg, "veils")
    return {one.get("href").partition("#")[2].upper(): one.get("fill") for one in group}


def tokens_in(svg, place):
    """Of each of the spies drawn in a place: its power, its letter or sign, its number."""
    return [
        (one.get("data-power"), *[text.text for text in one.iter() if text.tag == "text"])
        for one in tree(svg).iter()
        if one.get("data-spy") == place
    ]


def test_each_province_is_seen_now_seen_earlier_or_unknown():
    over = veils(drawn().svg)
    assert not set(KNOWN["now"]) & set(over)
    assert {place for place, fill in over.items() if "earlier" in fill} == set(KNOWN["earlier"])
    assert len(over) == len(places()) + 1 - len(KNOWN["now"])
    assert over["MOS"] == "url(#board-fog)"


def test_what_was_seen_earlier_is_faded_and_bears_its_date():
    svg = drawn(language="fr").svg
    faded = [one for one in elements(svg, "unit then") if one.get("data-spy") is None]
    assert [(one.get("data-power"), one.get("pointer-events")) for one in faded] == [
        ("england", "none"),
        ("austria", "none"),
    ]
    assert [one.text for one in elements(svg, "stamp")] == ["P 02", "A 01"]
    assert "automne 1901 : Autriche A Vienne, espions : Italie 2" in regions(svg)["VIE"][0].text
    assert not {one.get("data-unit") for one in faded} - {None}


def test_spies_stack_by_nation_and_number():
    svg = drawn().svg
    assert tokens_in(svg, "BUR") == [("germany", "G", "2"), ("france", "F", "3")]
    assert tokens_in(svg, "GAS") == [(None, "?")]
    assert tokens_in(svg, "BAL") == [("germany", "G")]
    spots = [one.get("transform") for one in tree(svg).iter() if one.get("data-spy")]
    assert len(set(spots)) == len(spots)
    assert "France 3, Germany 2" in regions(svg)["BUR"][0].text


def test_spies_aboard_a_dislodged_fleet_stand_beside_it():
    view = VIEW | {
        "dislodged": {"GERMANY": [{"unit": "F BAL", "from": "", "by_convoy": False}]},
        "spies": {"GERMANY": [{"at": "BAL"}, {"at": "BAL", "aboard_dislodged": True}]},
    }
    svg = draw_board(view, language="en").svg
    spots = [one.get("transform") for one in tree(svg).iter() if one.get("data-spy") == "BAL"]
    assert len(set(spots)) == 2
    assert "Germany, aboard a dislodged fleet 1" in regions(svg)["BAL"][0].text


def test_switzerland_is_a_place_where_there_are_spies_and_only_there():
    svg = drawn(draft=[]).svg
    assert regions(svg)["SWI"].get("data-at") == f"{SWITZERLAND.unit.x} {SWITZERLAND.unit.y}"
    assert tokens_in(svg, "SWI") == [("germany", "G")]
    assert "Switzerland" in svg
    assert "Suisse" in drawn(language="fr").svg
    plain = draw_board(OPENING, language="en").svg
    assert "SWI" not in regions(plain)
    assert "Switzerland" not in plain


def test_nobody_is_said_to_own_what_is_not_known():
    svg = drawn().svg
    assert regions(svg)["MOS"][0].text == "Moscow (supply centre)"
    said = {power.power: power for power in describe(VIEW, in_fog=True)}
    assert said["GERMANY"].knows_centres
    assert said["GERMANY"].spies == ("Baltic Sea", "Burgundy (2)", "Switzerland")
    assert not said["FRANCE"].knows_centres
    (summary,) = [one.text for one in tree(svg) if one.tag == "desc"]
    assert "no supply centres" not in summary


def test_what_was_seen_earlier_is_told_in_words_the_latest_first():
    assert earlier_in_words(KNOWN, language="en") == [
        ("English Channel", "spring 1902", "England F English Channel"),
        ("Bohemia", "autumn 1901", "someone’s spy"),
        ("Vienna", "autumn 1901", "Austria A Vienna, spies: Italy 2"),
    ]


def test_the_legend_explains_the_fog():
    signs = drawn().signs
    assert {"now", "earlier", "fog", "spy", "someone"} <= signs
    words = render_legend(signs, language="fr")
    for said in ("vu à présent", "vu plus tôt", "inconnu", "espions, par nation"):
        assert said in words
    assert not {"now", "earlier", "fog", "spy"} & draw_board(OPENING, language="en").signs


@pytest.mark.parametrize(
    ("order", "signs"),
    [
        ("E BUR - PAR (FRA)", {"spy-move", "kill"}),
        ("E BUR H (RUS)", {"kill"}),
        ("E KIE - SWE VIA", {"convoyed"}),
        ("F BAL C GERMANY E KIE - SWE", {"convoy"}),
        ("E BER B", {"build"}),
        ("E BUR D", {"disband"}),
    ],
)
def test_orders_to_spies_are_drawn(order, signs):
    view = VIEW | {"spies": {"GERMANY": [*VIEW["spies"]["GERMANY"], {"at": "KIE"}]}}
    before = draw_board(view, language="en", known=KNOWN, draft=[]).signs
    given = draw_board(view, language="en", known=KNOWN, draft=[order])
    assert given.signs - before == signs
    assert read_line(order) is not None


def test_a_spy_that_is_not_ones_own_is_not_ordered_on_the_map():
    assert not elements(drawn(draft=["E MOS - STP"]).svg, "order-mark")


def test_guesses_are_drawn_and_never_kept():
    guesses = [
        {"place": "MOS", "power": "RUSSIA", "kind": "A", "note": "secret plan"},
        {"place": "MOS", "power": "TURKEY", "kind": "E", "note": ""},
    ]
    _draw_again.cache_clear()
    pinned = drawn(guesses=guesses)
    assert len(elements(pinned.svg, "guess")) == 2
    assert "guess" in pinned.signs
    assert "secret plan" not in pinned.svg
    assert _draw_again.cache_info().currsize == 0
    plain = drawn()
    assert not elements(plain.svg, "guess")
    assert drawn(guesses=[]).svg == plain.svg


def test_what_one_reader_knows_of_places_pushes_nothing_out_that_is_kept_for_all():
    for kept in (ground._seas, ground._lands, _draw_again):
        kept.cache_clear()
    assert "spies: France" in drawn().svg
    assert (ground._seas.cache_info().currsize, ground._lands.cache_info().currsize) == (0, 0)
    view = {"phase": "S1901M", "units": {}}
    plain, again = (draw_board(view, language="en", draft=[line]).svg for line in ("A PAR H", "A PAR H"))
    assert plain == again and ground._seas.cache_info().hits == ground._lands.cache_info().hits == 1


def test_no_picture_is_given_to_somebody_who_sees_anything_else():
    """What is kept is found again by all that is drawn: one difference, another picture."""
    _draw_again.cache_clear()
    worlds = [
        {},
        {"known": KNOWN | {"some": []}},
        {"known": KNOWN | {"spies": {"BUR": {"FRANCE": 2}}}},
        {"known": KNOWN | {"now": KNOWN["now"][1:]}},
        {"known": KNOWN | {"earlier": {}}},
        {"known": None},
    ]
    pictures = [drawn(**world).svg for world in worlds]
    assert len(set(pictures)) == len(worlds)
    hidden = VIEW | {"spies": {"GERMANY": VIEW["spies"]["GERMANY"][1:]}}
    assert draw_board(hidden, language="en", known=KNOWN).svg not in pictures
    assert [drawn(**world).svg for world in reversed(worlds)] == pictures[::-1]
    assert _draw_again.cache_info().hits == len(worlds)
