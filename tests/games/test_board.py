"""The board as a picture and as words: what is drawn, what never gets out, and what it costs."""

import gzip
import json
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.board import describe, draw_board, render_board, render_legend
from games.board.atlas import FRAME_HEIGHT, FRAME_WIDTH, anchor, beside, places
from games.board.curves import arc, barbed_head, voyage
from games.board.lines import read_line
from games.board.words import location_name

ROOT = Path(__file__).parents[2]
COASTS = ("BUL/EC", "BUL/SC", "SPA/NC", "SPA/SC", "STP/NC", "STP/SC")
OPENING = {
    "phase": "S1901M",
    "units": {
        "AUSTRIA": ["A BUD", "A VIE", "F TRI"],
        "ENGLAND": ["A LVP", "F EDI", "F LON"],
        "FRANCE": ["A MAR", "A PAR", "F BRE"],
        "GERMANY": ["A BER", "A MUN", "F KIE"],
        "ITALY": ["A ROM", "A VEN", "F NAP"],
        "RUSSIA": ["A MOS", "A WAR", "F SEV", "F STP/SC"],
        "TURKEY": ["A CON", "A SMY", "F ANK"],
    },
    "centres": {
        "AUSTRIA": ["BUD", "TRI", "VIE"],
        "ENGLAND": ["EDI", "LON", "LVP"],
        "FRANCE": ["BRE", "MAR", "PAR"],
        "GERMANY": ["BER", "KIE", "MUN"],
        "ITALY": ["NAP", "ROM", "VEN"],
        "RUSSIA": ["MOS", "SEV", "STP", "WAR"],
        "TURKEY": ["ANK", "CON", "SMY"],
    },
}
RETREATS = {
    "phase": "S1902R",
    "units": {"FRANCE": ["A MUN"], "GERMANY": ["F NTH"]},
    "dislodged": {"GERMANY": [{"unit": "A MUN", "from": "BUR", "by_convoy": False}]},
    "contested": ["SIL"],
    "centres": {"GERMANY": ["BER", "KIE"], "FRANCE": ["MUN"]},
}


def tree(markup):
    return ElementTree.fromstring(markup)  # noqa: S314  (our own)


def elements(svg, classes):
    """Elements of a drawing that carry all of the given classes."""
    wanted = set(classes.split())
    return [one for one in tree(svg).iter() if wanted <= set(one.get("class", "").split())]


def regions(svg):
    return {one.get("data-province"): one for one in tree(svg).iter() if one.get("data-province")}


# The map


def test_the_map_has_every_province_of_the_engines_board():
    board = tomllib.loads((ROOT / "adjudicator/boards/standard.toml").read_text(encoding="utf-8"))
    known = {code.upper(): facts for code, facts in board["provinces"].items()}
    assert set(places()) == set(known)
    countries = {
        code.upper(): power.upper() for power, facts in board["powers"].items() for code in facts["territory"]
    }
    for code, place in places().items():
        assert place.name("en") == known[code]["name"]
        assert place.name("fr") == known[code]["name_fr"].replace("'", "’")
        assert place.country == countries.get(code)
        assert place.is_sea == (known[code]["kind"] == "sea")
        assert place.has_centre == known[code].get("centre", False)
        assert set(place.coasts) == {coast for coast in ("EC", "NC", "SC") if f"{code}/{coast}" in COASTS}


@pytest.mark.parametrize("location", [*places(), *COASTS])
def test_every_province_and_coast_has_an_anchor_within_the_frame(location):
    at = anchor(location)
    for point in (at, beside(at)):
        assert 0 < point.x < FRAME_WIDTH
        assert 0 < point.y < FRAME_HEIGHT


def test_no_two_anchors_share_a_place():
    points = sorted(anchor(location) for location in [*places(), *COASTS])
    assert len(set(points)) == len(points) == 81


@pytest.mark.parametrize("language", ["en", "fr", "abbr"])
def test_every_name_has_spots_for_a_token_beside_it(language):
    for place in places().values():
        label = place.labels[language]
        assert len(label.spots) >= 3, place.code
        assert [spot.cost for spot in label.spots] == sorted(spot.cost for spot in label.spots)


def test_the_static_map_has_all_that_a_board_uses():
    outlines = tree((ROOT / "static/map/standard.svg").read_text(encoding="utf-8"))
    there = {one.get("id") for one in outlines.iter() if one.get("id")}
    used = set(re.findall(r'href="/static/map/standard\.svg#([\w-]+)"', render_board(OPENING, language="en")))
    assert used <= there
    assert {code.lower() for code in places()} <= used


# Owners and tokens


def test_provinces_take_their_owners_colour():
    drawn = regions(
        render_board({**OPENING, "centres": {"FRANCE": ["BEL", "PAR", "BRE", "MAR"]}}, language="en")
    )
    assert drawn["BEL"].get("data-power") == "france"
    assert drawn["BUR"].get("data-power") == "france"  # no centre: with the country's homes
    assert drawn["MUN"].get("data-power") is None
    assert drawn["RUH"].get("data-power") is None
    assert drawn["NTH"].get("data-power") is None


def test_a_country_broken_up_lends_its_colour_to_nobody():
    drawn = regions(render_board({"centres": {"FRANCE": ["PAR"], "ITALY": ["MAR"]}}, language="en"))
    assert drawn["BUR"].get("data-power") is None


def test_every_unit_is_a_token_of_its_power_at_its_anchor():
    svg = render_board(OPENING, language="en")
    tokens = elements(svg, "unit")
    assert len(tokens) == 22
    at = anchor("STP/SC")
    (found,) = [one for one in tokens if one.get("transform") == f"translate({at.x} {at.y})"]
    assert found.get("data-power") == "russia"
    assert "board-fleet" in ElementTree.tostring(found, encoding="unicode")


def test_letters_on_tokens_tell_powers_apart_in_both_languages():
    for language, letters in (("en", "AEFGIRT"), ("fr", ["Au", "An", "F", "Al", "I", "R", "T"])):
        root = tree(render_board(OPENING, language=language))
        seen = {one.text for one in root.iter() if one.get("class") in ("u-army", "u-fleet")}
        assert seen == set(letters)


def test_a_dislodged_unit_stands_beside_whoever_drove_it_out():
    svg = render_board(RETREATS, language="en")
    places_of_tokens = {one.get("transform"): one.get("data-power") for one in elements(svg, "unit")}
    at, out = anchor("MUN"), beside(anchor("MUN"))
    assert places_of_tokens[f"translate({at.x} {at.y})"] == "france"
    assert places_of_tokens[f"translate({out.x} {out.y})"] == "germany"
    assert svg.count('href="#board-burst"') == 1
    assert len(elements(svg, "contested")) == 1


# Order marks

ORDERS = {
    "move": ("A PAR - BUR", "o-move"),
    "move by sea": ("A LVP - NWY VIA", "o-move o-convoyed"),
    "support to hold": ("A PAR S A MAR", "o-support"),
    "support to move": ("A PAR S A MAR - BUR", "o-support"),
    "convoy": ("F LON C A LVP - BEL", "o-convoy"),
    "hold": ("A PAR H", "o-hold"),
    "coast": ("F STP/SC - BOT", "o-move"),
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("line", "classes"), ORDERS.values(), ids=ORDERS)
def test_every_movement_order_draws_its_mark(line, classes, language):
    svg = render_board(OPENING, language=language, draft=[line])
    (mark, *more) = elements(svg, f"order-mark {classes}")
    assert mark.get("data-power") in ("france", "england", "russia")
    assert all(one.get("data-power") == mark.get("data-power") for one in more)
    assert elements(render_board(OPENING, language=language), "order-mark") == []


def test_a_retreat_leaves_from_beside_and_a_disbanded_unit_is_crossed_out():
    svg = render_board(RETREATS, language="en", draft=["A MUN R TYR"])
    (mark,) = elements(svg, "o-retreat")
    assert mark.get("data-power") == "germany"
    crossed = render_board(RETREATS, language="en", draft=["A MUN D"])
    (sign,) = elements(crossed, "o-cross")
    out = beside(anchor("MUN"))
    assert sign.get("d").startswith(f"M{out.x - 19:g} {out.y - 19:g}")


@pytest.mark.parametrize(("line", "token"), [("A PAR B", "board-army"), ("F STP/NC B", "board-fleet")])
def test_a_build_draws_the_unit_to_come(line, token):
    view = {"phase": "W1901A", "units": {}, "centres": {"FRANCE": ["PAR"], "RUSSIA": ["STP"]}}
    svg = render_board(view, language="en", draft=[line])
    (new,) = elements(svg, "unit is-new")
    assert token in ElementTree.tostring(new, encoding="unicode")
    assert elements(svg, "o-plus")


def test_a_removal_crosses_the_token_out():
    view = {"phase": "W1901A", "units": {"FRANCE": ["A PAR"]}}
    result = {"power": "FRANCE", "order": "A PAR D", "verdict": "succeeds", "by_rule": True}
    assert elements(render_board(view, language="en", results=[result]), "o-cross")


def test_failure_cut_and_dislodgement_are_told_apart():
    results = [
        {"power": "FRANCE", "order": "A PAR - BUR", "verdict": "fails", "reason": "bounced"},
        {"power": "GERMANY", "order": "A MUN S A BER", "verdict": "fails", "reason": "cut"},
        {
            "power": "ITALY",
            "order": "A VEN H",
            "verdict": "fails",
            "reason": "dislodged",
            "dislodged_by": "TRI",
            "retreats": [],
        },
    ]
    svg = render_board(OPENING, language="en", results=results)
    assert len(elements(svg, "o-move o-failed")) == 1
    assert len(elements(svg, "o-support o-failed")) == 2  # the dashes and their ring
    assert len(elements(svg, "o-cross")) == 2  # a cross and a pair of slashes
    assert svg.count('href="#board-burst"') == 1
    assert {"failed", "cut", "dislodged", "move", "support", "hold"} <= draw_board(
        OPENING, language="en", results=results
    ).signs


def test_orders_that_came_to_nothing_because_they_could_not_be_given_are_left_to_words():
    results = [
        {"power": "FRANCE", "order": "A LYO - PAR", "verdict": "void", "reason": "no-unit"},
        {"power": "FRANCE", "order": "paris to burgundy please", "verdict": "void", "reason": "illegal"},
        {"power": "FRANCE", "order": "WAIVE", "verdict": "succeeds"},
    ]
    assert elements(render_board(OPENING, language="en", results=results), "order-mark") == []


def test_units_without_an_order_have_a_ring_in_the_draft_of_their_own_seat_alone():
    svg = render_board(OPENING, language="en", draft=["A PAR H"], seat_powers=["FRANCE"])
    assert len(elements(svg, "need")) == 2
    assert elements(render_board(OPENING, language="en", seat_powers=["FRANCE"]), "need") == []
    assert (
        len(elements(render_board(RETREATS, language="en", draft=[], seat_powers=["GERMANY"]), "need")) == 1
    )


def test_a_draft_line_for_a_unit_that_is_not_there_is_not_drawn():
    assert elements(render_board(OPENING, language="en", draft=["A BUR - PAR"]), "order-mark") == []


@pytest.mark.parametrize(
    "text", ["", "WAIVE", "WAIVE FRANCE", "A XXX - PAR", "A PAR -> BUR", "E XXX - SIL (RUS)"]
)
def test_only_canonical_orders_on_the_map_are_read(text):
    assert read_line(text) is None


# Geometry


def test_arrows_stop_short_of_tokens_and_end_at_their_goal():
    start, end = anchor("PAR"), anchor("BUR")
    route = arc(start, end, 0.1).trimmed(34, 0)
    assert abs(((route.at(0).x - start.x) ** 2 + (route.at(0).y - start.y) ** 2) ** 0.5 - 34) < 1
    assert route.end == end
    head, shaft = barbed_head(route)
    assert head.startswith(f"M{end.x:g} {end.y:g}")
    assert shaft.end != end


def test_a_voyage_passes_its_fleets_whatever_their_sequence():
    fleets = [anchor("NTH"), anchor("NWG"), anchor("BAR")]
    course = voyage(anchor("LON"), anchor("STP"), fleets)
    assert course == voyage(anchor("LON"), anchor("STP"), fleets[::-1])
    for fleet in fleets:
        nearest = (
            min((point.x - fleet.x) ** 2 + (point.y - fleet.y) ** 2 for point in course.samples(4)) ** 0.5
        )
        assert nearest < 60


# Words


def test_the_same_in_words():
    france = describe(RETREATS, language="fr")[0]
    assert (france.power, france.name, france.letter) == ("FRANCE", "France", "F")
    assert france.centres == ("Munich",)
    assert france.units == ("A Munich",)
    germany = describe(RETREATS, language="en")[1]
    assert germany.centres == ("Berlin", "Kiel")
    assert germany.units == ("F North Sea",)
    assert germany.dislodged == ("A Munich",)
    assert [power.power for power in describe({"units": {"ITALY": []}})] == []


@pytest.mark.parametrize(
    ("language", "name"), [("en", "St Petersburg (south coast)"), ("fr", "Saint-Pétersbourg (côte sud)")]
)
def test_coasts_are_named(language, name):
    assert location_name("STP/SC", language) == name


@pytest.mark.parametrize(
    ("language", "title", "name", "sea"),
    [
        ("en", "The board in spring 1901", "Warsaw", "North"),
        ("fr", "Le plateau, printemps 1901", "Varsovie", "Nord"),
        ("fr-ca", "Le plateau, printemps 1901", "Varsovie", "Nord"),
    ],
)
def test_the_picture_says_in_words_what_it_shows(language, title, name, sea):
    root = tree(render_board(OPENING, language=language))
    assert root.get("role") == "img"
    assert root.find("title").text == title
    assert all(unit in root.find("desc").text for unit in ("A Budapest", "F Brest", name))
    written = {"".join(one.itertext()) for one in root.iter("text")}
    assert name in written
    assert any(sea in text for text in written)
    assert {"Gulf of Bothnia", "Golfe de Botnie"} & written, "words are apart, to copy and to hear"
    assert {"Par", "NTH", "Stp"} <= written


@pytest.mark.parametrize(("language", "word"), [("en", "no order yet"), ("fr", "sans ordre encore")])
def test_the_legend_explains_the_signs_on_this_board_and_no_others(language, word):
    signs = draw_board(OPENING, language=language, draft=["A PAR H"], seat_powers=["FRANCE"]).signs
    assert signs == {"army", "fleet", "centre", "hold", "need"}
    legend = render_legend(signs, language=language)
    assert legend.count("<li>") == 5
    assert word in legend
    tree(legend)


def titles(svg):
    return {one.text for one in tree(svg).iter("title")}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", {"Munich (supply centre: Germany)", "Burgundy", "Army Munich, Germany: dislodged"}),
        ("fr", {"Munich (centre : Allemagne)", "Bourgogne", "Armée Munich, Allemagne : délogée"}),
    ],
)
def test_every_place_and_token_says_what_it_is(language, said):
    view = RETREATS | {"centres": {"GERMANY": ["MUN"]}}
    assert said <= titles(render_board(view, language=language))
    free = {"en": "Belgium (supply centre: no one’s)", "fr": "Belgique (centre : personne)"}[language]
    assert free in titles(render_board(view, language=language))


def test_a_token_carries_its_unit_and_one_beside_its_province_is_told_from_the_one_within():
    root = tree(render_board(RETREATS, language="en"))
    inside = {one.get("data-unit"): one.get("data-power") for one in root.iter() if one.get("data-unit")}
    beside_it = {one.get("data-out"): one.get("data-power") for one in root.iter() if one.get("data-out")}
    assert inside == {"A MUN": "france", "F NTH": "germany"}
    assert beside_it == {"A MUN": "germany"}


def test_places_for_orders_are_told_to_those_who_order_and_to_nobody_else():
    ordering = regions(render_board(OPENING, language="en", draft=[]))
    for code, place in places().items():
        assert ordering[code].get("data-at") == f"{place.unit.x} {place.unit.y}"
        for coast, at in place.coasts.items():
            assert ordering[code].get(f"data-{coast.lower()}") == f"{at.x} {at.y}"
    assert "data-at" not in render_board(OPENING, language="en")


def test_drawings_are_kept_by_what_is_drawn_and_drafts_are_not_kept():
    moved = {**OPENING, "units": {**OPENING["units"], "FRANCE": ["A BUR", "A MAR", "F BRE"]}}
    first, again = render_board(OPENING, language="en"), render_board(moved, language="en")
    assert first != again
    assert draw_board(OPENING, language="en") is draw_board({**OPENING, "treasury": 7}, language="en")
    assert draw_board(OPENING, language="en") is not draw_board(OPENING, language="fr")
    draft = draw_board(OPENING, language="en", draft=["A PAR H"])
    assert draft == draw_board(OPENING, language="en", draft=["A PAR H"])
    assert draft is not draw_board(OPENING, language="en", draft=["A PAR H"])


def test_an_empty_draft_is_drawn_for_the_powers_that_owe_orders():
    """The picture before anything is written is kept too, for each seat its own."""
    france = draw_board(OPENING, language="en", draft=[], seat_powers=["FRANCE"])
    assert france is draw_board(OPENING, language="en", draft=[], seat_powers=["FRANCE"])
    assert "need" in france.signs
    assert france != draw_board(OPENING, language="en", draft=[], seat_powers=["ENGLAND"])
    assert "need" not in draw_board(OPENING, language="en").signs


# Safety and cost

VILLAIN = '"><script>alert(1)</script>'


def busy():
    """A crowded board with every kind of movement order."""
    units = {
        "ENGLAND": ["A WAL", "A YOR", "F ENG", "F IRI", "F NTH", "F NWG", "F MAO", "A EDI"],
        "FRANCE": ["A BUR", "A GAS", "A MAR", "F LYO", "F SPA/SC", "A PIE"],
        "GERMANY": ["A BER", "A KIE", "A MUN", "A RUH", "F BAL", "F HEL", "A TYR"],
        "ITALY": ["A APU", "A VEN", "F ADR", "F ION", "F TYS"],
        "RUSSIA": ["A GAL", "A UKR", "A WAR", "F BLA", "F STP/NC", "F SWE"],
        "TURKEY": ["A BUL", "A CON", "F AEG", "F EAS"],
    }
    lines = {
        "ENGLAND": [
            "A WAL - BEL VIA",
            "F ENG C A WAL - BEL",
            "F NTH S A WAL - BEL",
            "A YOR H",
            "F MAO - POR",
        ],
        "FRANCE": ["A BUR - MUN", "A MAR S A PIE", "F LYO - TYS", "A PIE - TYR", "F SPA/SC S F LYO"],
        "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR", "A BER S A MUN", "A TYR - PIE", "F BAL - SWE"],
        "ITALY": ["A VEN - TYR", "F TYS S F ION", "A APU - GRE VIA", "F ION C A APU - GRE", "F ADR - TRI"],
        "RUSSIA": ["A GAL - BUD", "A UKR S A GAL", "A WAR - SIL", "F BLA - RUM", "F STP/NC - NWY"],
        "TURKEY": ["A BUL - RUM", "A CON S A BUL - RUM", "F AEG S F EAS - ION", "F EAS - ION"],
    }
    results = [
        {"power": power, "order": line, "verdict": "fails" if index % 3 else "succeeds", "reason": "bounced"}
        for power, given in lines.items()
        for index, line in enumerate(given)
    ]
    return {**OPENING, "units": units}, results


def drawings():
    view, results = busy()
    yield render_board(OPENING, language="en")
    yield render_board(view, language="en", results=results)
    yield render_board(view, language="fr", results=results)
    yield render_board(RETREATS, language="fr", draft=["A MUN R TYR"], seat_powers=["GERMANY"])


def test_no_style_no_script_no_handler_and_no_foreign_address():
    for svg in drawings():
        for element in tree(svg).iter():
            assert element.tag not in ("script", "style", "foreignObject", "image", "a")
            for name, value in element.attrib.items():
                assert name != "style"
                assert not name.startswith("on")
                if name == "href":
                    assert value.startswith(("/static/map/standard.svg#", "#"))


def test_nothing_from_outside_gets_into_the_markup():
    view = {
        "phase": VILLAIN,
        "units": {VILLAIN: ["A PAR", f"A {VILLAIN}"], "FRANCE": [f"F {VILLAIN}"]},
        "dislodged": {VILLAIN: [{"unit": "A MUN", "from": VILLAIN}]},
        "contested": [VILLAIN],
        "centres": {VILLAIN: ["BRE", VILLAIN]},
    }
    results = [{"power": VILLAIN, "order": "A PAR - BUR", "verdict": VILLAIN, "reason": VILLAIN}]
    for language in ("en", VILLAIN):
        svg = render_board(view, language=language, results=results, draft=[VILLAIN], base_map=f"/x{VILLAIN}")
        assert "<script" not in svg
        tree(svg)
        assert "<script" not in render_legend({VILLAIN}, language=language)


def test_the_same_input_gives_the_same_bytes_and_is_left_as_it_was():
    view, results = busy()
    before = json.dumps([view, results])
    shuffled = {
        **view,
        "units": {power: view["units"][power][::-1] for power in reversed(view["units"])},
        "centres": {power: view["centres"][power][::-1] for power in reversed(view["centres"])},
    }
    first = render_board(view, language="en", results=results)
    assert render_board(view, language="en", results=results) == first
    assert render_board(shuffled, language="en", results=results[::-1]) == first
    assert json.dumps([view, results]) == before


def test_a_board_stays_light_because_the_outlines_are_fetched_once():
    for svg in drawings():
        data = svg.encode()
        assert len(data) < 60_000
        assert len(gzip.compress(data)) < 13_000
    assert len((ROOT / "static/map/standard.svg").read_bytes()) < 240_000


def test_names_give_way_to_tokens():
    """A name that a token would cover is written elsewhere: no label's middle lies in any token's box."""
    view, _ = busy()
    root = tree(render_board(view, language="en"))
    tokens = [anchor(unit.partition(" ")[2]) for units in view["units"].values() for unit in units]
    (full,) = [one for one in root.iter("g") if one.get("class") == "full"]
    middles = [
        (float(one.get("x")), float(one.get("y")) - float(one.get("font-size")) * 0.29)
        for one in full.iter("text")
    ]
    assert len(middles) == 75
    covered = [
        (x, y) for x, y in middles for token in tokens if abs(token.x - x) < 24 and abs(token.y - y) < 22
    ]
    assert covered == []
