"""Boards, positions, rulebooks and orders: what they take, what they refuse, and in which words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from adjudicator import board as boards
from adjudicator.errors import AdjudicatorError, OrderSyntaxError
from adjudicator.orders import Convoy, Move, Support, Waive, parse
from adjudicator.position import Phase, Position
from adjudicator.rulebook import CHOICES, rulebook
from tests.adjudicator.core.cases import BOARD


def test_the_standard_board() -> None:
    provinces = BOARD.provinces.values()
    assert [sum(p.kind == kind for p in provinces) for kind in ("sea", "inland", "coastal")] == [19, 14, 42]
    assert (len(BOARD.locations), len(BOARD.centres), len(BOARD.powers)) == (81, 34, 7)
    assert sum(len(p.army) for p in provinces) == 222
    assert sum(len(reached) for p in provinces for reached in p.fleet.values()) == 282
    assert sum(len(power.units) for power in BOARD.powers.values()) == 22
    assert {p.name for p in provinces if "Petersburg" in p.name_fr or "Saint" in p.name_fr} == {
        "St Petersburg"
    }


def facts() -> dict[str, Any]:
    """A board of one island with one harbour town and a hill."""
    return {
        "key": "island",
        "powers": {
            "folk": {
                "name": "Folk",
                "name_fr": "Gens",
                "homes": ["tow"],
                "units": ["F TOW"],
                "territory": ["tow"],
            }
        },
        "provinces": {
            "bay": {"name": "Bay", "name_fr": "Baie", "kind": "sea", "fleet": ["tow"]},
            "tow": {
                "name": "Town",
                "name_fr": "Ville",
                "kind": "coastal",
                "centre": True,
                "home_of": "FOLK",
                "army": ["hil"],
                "fleet": ["bay"],
            },
            "hil": {"name": "Hill", "name_fr": "Colline", "kind": "inland", "army": ["tow"]},
        },
    }


def _without_way_back(island: dict[str, Any]) -> None:
    island["provinces"]["hil"]["army"] = []


def _with_one_way_water(island: dict[str, Any]) -> None:
    island["provinces"]["bay"]["fleet"] = ["tow", "hil"]


def _with_a_dry_coast(island: dict[str, Any]) -> None:
    island["provinces"]["tow"]["fleet"] = {"nc": ["bay"], "sc": []}


def _with_a_homeless_power(island: dict[str, Any]) -> None:
    island["powers"]["folk"]["homes"] = ["hil"]


def _with_an_aground_fleet(island: dict[str, Any]) -> None:
    island["powers"]["folk"]["units"] = ["F HIL"]


def test_a_board_that_agrees_with_itself_is_taken() -> None:
    boards._check(boards._board(facts()))


@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        (_without_way_back, "HIL"),
        (_with_one_way_water, "BAY"),
        (_with_a_dry_coast, "TOW"),
        (_with_a_homeless_power, "HIL"),
        (_with_an_aground_fleet, "F HIL"),
    ],
)
def test_a_board_that_contradicts_itself_is_refused(
    spoil: Callable[[dict[str, Any]], None], place: str
) -> None:
    island = facts()
    spoil(island)
    with pytest.raises(ValueError, match=place):
        boards._check(boards._board(island))


def test_phases_follow_the_calendar() -> None:
    spring = Phase.parse("S1901M")
    assert str(spring.to("F", "M")) == "F1901M"
    assert str(Phase.parse("W1901A").to("S", "B")) == "S1902B"


@pytest.mark.parametrize(
    "text", ["", "S1901", "S1901X", "S1901A", "W1901M", "X1901M", "S19O1M", "s1901m", 7, None]
)
def test_what_is_no_phase(text: object) -> None:
    with pytest.raises(AdjudicatorError) as refused:
        Position.from_json({"phase": text}, BOARD)
    assert refused.value.code == "bad-position"


@pytest.mark.parametrize(
    ("spoilt", "named"),
    [
        ({"units": {"FRANCE": ["A PAR", "F PAR"]}}, "F PAR"),
        ({"units": {"FRANCE": ["A PAR"], "GERMANY": ["A PAR"]}}, "PAR"),
        ({"units": {"FRANCE": ["F STP"]}}, "F STP"),
        ({"units": {"FRANCE": ["A STP/NC"]}}, "STP/NC"),
        ({"units": {"FRANCE": ["A NTH"]}}, "A NTH"),
        ({"units": {"FRANCE": ["F MUN"]}}, "F MUN"),
        ({"units": {"FRANCE": [["A PAR"]]}}, "A PAR"),
        ({"units": {"GAUL": []}}, "GAUL"),
        ({"units": {"FRANCE": "A PAR"}}, "FRANCE"),
        ({"units": ["A PAR"]}, "units"),
        ({"centres": {"FRANCE": ["PAR"], "ITALY": ["PAR"]}}, "PAR"),
        ({"centres": {"FRANCE": ["BUR"]}}, "BUR"),
        ({"contested": ["PARIS"]}, "PARIS"),
        ({"disorder": ["GAUL"]}, "GAUL"),
        ({"dislodged": {"FRANCE": [{"unit": "A PAR", "from": "SWI"}]}}, "FRANCE"),
        ({"dislodged": {"FRANCE": [{"unit": "A PAR", "from": ["BUR"]}]}}, "FRANCE"),
        ({"dislodged": {"FRANCE": [{"unit": "A PAR", "from": "BUR", "why": 1}]}}, "why"),
        ({"dislodged": {"FRANCE": [{"unit": "F PAR", "from": "BUR"}]}}, "F PAR"),
        ({"outcome": {"how": "RB-12"}}, "winners"),
    ],
)
def test_a_position_that_cannot_be_is_refused_and_the_fault_named(spoilt: dict[str, Any], named: str) -> None:
    with pytest.raises(AdjudicatorError) as refused:
        Position.from_json({"phase": "S1901M", **spoilt}, BOARD)
    assert refused.value.code == "bad-position"
    assert named in refused.value.message
    assert refused.value.message_fr != refused.value.message


def test_a_position_is_canonical_however_it_was_written() -> None:
    written = {
        "units": {"RUSSIA": ["F STP/SC", "A MOS"], "FRANCE": [], "AUSTRIA": ["A VIE"]},
        "phase": "S1901M",
        "treasury": {"1": 20},
        "contested": ["SIL", "BUR", "SIL"],
    }
    position = Position.from_json(written, BOARD)
    assert position.to_json() == {
        "centres": {},
        "contested": ["BUR", "SIL"],
        "dislodged": {},
        "disorder": [],
        "outcome": None,
        "phase": "S1901M",
        "treasury": {"1": 20},
        "units": {"AUSTRIA": ["A VIE"], "RUSSIA": ["A MOS", "F STP/SC"]},
    }
    assert list(position.to_json()["units"]) == ["AUSTRIA", "RUSSIA"]
    assert Position.from_json(position.to_json(), BOARD) == position


def test_the_presets_differ_where_the_rules_page_says_so() -> None:
    classic, modern = rulebook("classic"), rulebook("modern")
    differing = {issue for issue in CHOICES if classic.choice(issue) != modern.choice(issue)}
    assert differing == {"4.A.1", "4.A.2", "4.A.5", "4.D.8"}
    assert all(modern.choice(issue) == values[0] for issue, values in CHOICES.items())


@pytest.mark.parametrize("issue", sorted(CHOICES))
def test_every_choice_is_one_word_in_the_rulebook(issue: str) -> None:
    for value in CHOICES[issue]:
        assert rulebook("classic", {issue: value}).choice(issue) == value


@pytest.mark.parametrize(
    ("preset", "choices"),
    [
        ("ancient", {}),
        (None, {}),
        ("classic", {"4.A.9": "x"}),
        ("classic", {"4.A.1": "no-route"}),
        ("classic", {"4.A.1": ["any-route"]}),
        ("classic", ["4.A.1"]),
    ],
)
def test_unknown_choices_are_refused(preset: Any, choices: Any) -> None:
    with pytest.raises(AdjudicatorError) as refused:
        rulebook(preset, choices)
    assert refused.value.code == "bad-setting"


def test_orders_are_values() -> None:
    assert parse("A LON - BEL VIA", BOARD) == Move("A LON", "BEL", via=True)
    assert parse("A BUR S A PAR - MUN", BOARD) == Support("A BUR", "A PAR", "MUN")
    assert parse("F NTH C A LON - BEL", BOARD) == Convoy("F NTH", "A LON", "BEL")
    assert parse("WAIVE FRANCE", BOARD) == Waive("FRANCE")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "A PAR",
        "a par h",
        "A PAR  H",
        "A PAR h",
        "A PAR - PARIS",
        "X PAR H",
        "A PAR S BUR",
        "WAIVE GAUL",
        "A PAR - BUR VIA VIA",
        "A PAR H\n",
        " A PAR H",
        "A PAR S A BUR H",
        "F STP/XC H",
        "A PAR -BUR",
    ],
)
def test_other_spellings_are_not_canonical(text: str) -> None:
    with pytest.raises(OrderSyntaxError):
        parse(text, BOARD)
