"""Sheets by themselves: what the engine asks for, as fields over one text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

import adjudicator
from games.forms.sheets import Desk, sheet_for
from games.forms.sheets.choices import grouped
from games.forms.sheets.desk import LONGEST_TEXT, Rewriter
from games.forms.sheets.likely import Likelihood

WINTER = {
    "phase": "W1902A",
    "units": {"FRANCE": ["A PAR"], "ENGLAND": ["F NTH"], "GERMANY": ["A BER", "A MUN", "F KIE"]},
    "centres": {
        "FRANCE": ["BRE", "MAR", "PAR"],
        "ENGLAND": ["EDI", "LON"],
        "GERMANY": ["BER"],
        "TURKEY": ["ANK"],
    },
    "homes": {"1": "FRANCE", "2": "TURKEY"},
    "treasury": {"1": 5, "2": 5},
    "control": {"AUSTRIA": None, "ENGLAND": "1", "GERMANY": "1", "ITALY": None, "RUSSIA": None},
}

RETREATS = {
    "phase": "F1902R",
    "units": {"GERMANY": ["A BUR"], "TURKEY": ["A CON"]},
    "dislodged": {"FRANCE": [{"unit": "A PAR", "from": "BUR", "by_convoy": False}]},
    "centres": {"FRANCE": ["BRE"], "TURKEY": ["CON"]},
    "homes": {"1": "FRANCE", "2": "TURKEY"},
    "treasury": {"1": 5, "2": 5},
    "control": {"AUSTRIA": None, "ENGLAND": None, "GERMANY": "2", "ITALY": None, "RUSSIA": None},
}


def desk_at(position: dict[str, Any], seat: str = "1") -> Desk:
    """A seat's desk in a position, with the engine behind it."""
    table: dict[str, Any] = {"variant": "intimate", "settings": {}, "position": position}

    def read(text: str) -> Mapping[str, Any]:
        return adjudicator.read(**table, seat=seat, text=text, language="en")

    return Desk(
        due=adjudicator.due(**table)["due"][seat],
        position=position,
        read=read,
        options=lambda: adjudicator.options(**table, seat=seat),
        seat=seat,
    )


def test_builds_and_removals_have_a_choice_each():
    shown = sheet_for(desk_at(WINTER)).show("")
    assert {(each.power, each.builds, each.count, each.by_rule) for each in shown["powers"]} == {
        ("FRANCE", True, 2, False),
        ("ENGLAND", True, 1, True),
        ("GERMANY", False, 2, False),
    }


def test_a_sheet_says_whether_anything_is_to_be_removed():
    assert sheet_for(desk_at(WINTER)).show("")["removes"]
    builds_alone = WINTER | {"control": WINTER["control"] | {"GERMANY": None}}
    assert not sheet_for(desk_at(builds_alone)).show("")["removes"]


def test_what_is_offered_stands_in_the_sheet_once_it_is_chosen():
    sheet = sheet_for(desk_at(WINTER))
    for power in sheet.show("")["powers"]:
        for group in power.slots[0].groups:
            for choice in group.choices:
                text = sheet.compose({"text": "", f"slot-{power.power}-1": choice.order})
                again = next(each for each in sheet.show(text)["powers"] if each.power == power.power)
                assert again.slots[0].order == choice.order
                assert sheet.show(text)["problems"] == []


def test_a_mercenary_has_no_choice_of_not_building():
    shown = sheet_for(desk_at(WINTER)).show("")
    offered = {
        each.power: [choice.order for group in each.slots[0].groups for choice in group.choices]
        for each in shown["powers"]
    }
    assert "WAIVE FRANCE" in offered["FRANCE"]
    assert not any("WAIVE" in order for order in offered["ENGLAND"])


def test_two_equal_waivers_are_two_lines():
    sheet = sheet_for(desk_at(WINTER))
    text = sheet.compose({"text": "", "slot-FRANCE-1": "WAIVE FRANCE", "slot-FRANCE-2": "WAIVE FRANCE"})
    france = next(each for each in sheet.show(text)["powers"] if each.power == "FRANCE")
    assert [slot.order for slot in france.slots] == ["WAIVE FRANCE", "WAIVE FRANCE"]
    fields = sheet.show(text)["was"]
    text = sheet.compose(
        {"text": text, "slot-FRANCE-1": "A MAR B"} | {f"was-{name}": order for name, order in fields.items()}
    )
    france = next(each for each in sheet.show(text)["powers"] if each.power == "FRANCE")
    assert sorted(slot.order for slot in france.slots) == ["A MAR B", "WAIVE FRANCE"]


def test_a_dislodged_unit_is_asked_where_to():
    sheet = sheet_for(desk_at(RETREATS))
    shown = sheet.show("")
    (power,) = shown["powers"]
    (row,) = power.rows
    assert row.unit == "A PAR"
    orders = [choice.order for group in row.groups for choice in group.choices]
    assert "A PAR R GAS" in orders
    assert "A PAR D" in orders
    assert "A PAR R BUR" not in orders
    text = sheet.compose({"text": "", "order-A PAR": "A PAR R GAS"})
    assert sheet.show(text)["powers"][0].rows[0].order == "A PAR R GAS"


COASTS = {
    "phase": "S1902M",
    "units": {"FRANCE": ["A PIC", "F ENG"], "TURKEY": ["A CON"]},
    "centres": {"FRANCE": ["BRE"], "TURKEY": ["CON"]},
    "homes": {"1": "FRANCE", "2": "TURKEY"},
    "treasury": {"1": 5, "2": 5},
    "control": {"AUSTRIA": None, "ENGLAND": None, "GERMANY": None, "ITALY": None, "RUSSIA": None},
}


def test_a_move_is_offered_twice_only_where_land_and_sea_both_lead():
    """To Belgium an army may walk or sail; to London it sails, whichever way that is written."""
    desk = desk_at(COASTS)

    def offered(text: str) -> set[str]:
        (power,) = sheet_for(desk).show(text)["powers"]
        row = next(row for row in power.rows if row.unit == "A PIC")
        return {choice.order for group in row.groups for choice in group.choices}

    assert {"A PIC - BEL", "A PIC - BEL VIA", "A PIC - LON VIA"} <= offered("")
    assert "A PIC - LON" not in offered("")
    assert "A PIC - LON" in offered("A Pic - Lon")


def test_every_order_that_is_offered_for_moves_can_be_chosen():
    position = adjudicator.start(variant="intimate", settings={}, lots="00" * 32)["position"] | {
        "phase": "S1901M",
        "homes": {"1": "FRANCE", "2": "TURKEY"},
        "treasury": {"1": 20, "2": 20},
        "control": dict.fromkeys(["AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA"], "1"),
    }
    sheet = sheet_for(desk_at(position))
    rows = [row for power in sheet.show("")["powers"] for row in power.rows]
    assert len(rows) == 19
    chosen = {row.unit: row.groups[-1].choices[-1].order for row in rows}
    text = sheet.compose({"text": "of no use"} | {f"order-{unit}": order for unit, order in chosen.items()})
    written = {row.unit: row.order for power in sheet.show(text)["powers"] for row in power.rows}
    assert written == chosen
    assert text.startswith("of no use\n")


@pytest.fixture(scope="module")
def spring() -> Desk:
    position = adjudicator.start(variant="intimate", settings={}, lots="00" * 32)["position"] | {
        "phase": "S1901M",
        "homes": {"1": "FRANCE", "2": "TURKEY"},
        "treasury": {"1": 20, "2": 20},
        "control": dict.fromkeys(["AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA"]),
    }
    return desk_at(position)


lines = st.sampled_from(
    [
        "A Par - Bur",
        "Paris-Picardy",
        "F Bre - MAO",
        "A Mar H",
        "",
        "  ",
        "nonsense",
        "A Par S A Mar - Bur",
        "é;;",
    ]
)


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(lines, max_size=6).map("\n".join), st.sampled_from(["", "A PAR - GAS", "A PAR H"]))
def test_a_select_changes_no_other_units_order_and_no_unreadable_line(spring, text, chosen):
    sheet = sheet_for(spring)

    def written(of: str) -> dict[str, str]:
        return {row.unit: row.order for power in sheet.show(of)["powers"] for row in power.rows}

    new = sheet.compose({"text": text, "order-A PAR": chosen, "was-A PAR": "what stood there before"})
    assert written(new)["A PAR"] == chosen
    for unit in ("A MAR", "F BRE"):
        assert written(new)[unit] == written(text)[unit]
    assert new.count("nonsense") == text.count("nonsense")


@pytest.mark.slow
@settings(deadline=None)
@given(st.text(max_size=200))
def test_a_text_without_a_change_stays_as_it_was_typed(spring, text):
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    assert sheet_for(spring).compose({"text": text}) == plain


def test_a_far_too_long_text_is_not_given_to_the_reader():
    asked = []
    desk = Desk(
        due={"kind": "orders", "powers": []},
        position={},
        read=lambda text: asked.append(text) or {"answer": [], "problems": []},
        options=lambda: {"options": {}},
        seat="1",
    )
    assert sheet_for(desk).show("x" * (LONGEST_TEXT + 1))["text"]
    assert asked == []


def test_an_order_is_put_in_the_place_of_the_one_it_replaces():
    known = {"a": ["A PAR H"], "b": ["A MAR H"], "c": ["A PAR - BUR"]}
    rewriter = Rewriter("b; a\n\na", lambda text: known.get(text.strip(), []))
    rewriter.replace(lambda order: order.startswith("A PAR"), "c")
    assert rewriter.text == "b; c\n"


def test_a_kind_without_a_sheet_of_its_own_is_plain_text():
    desk = Desk(
        due={"kind": "something new"},
        position={},
        read=lambda text: {"answer": None, "problems": []},
        options=dict,
        seat="1",
    )
    sheet = sheet_for(desk)
    assert sheet.show(sheet.compose({"text": "anything"}))["text"] == "anything"


def test_help_for_others_stands_after_all_that_one_does_for_oneself():
    orders = ["A PAR H", "A PAR - BUR", "A PAR - GAS", "A PAR S A MUN - BUR", "A PAR S A MAR - BUR"]
    own = ["A PAR", "A MAR", "F BRE"]
    groups = grouped(orders, "", Likelihood({}, ["FRANCE"], own, {}))
    assert [[choice.order for choice in group.choices] for group in groups] == [
        ["A PAR H"],
        ["A PAR - BUR", "A PAR - GAS"],
        ["A PAR S A MAR - BUR"],
        ["A PAR S A MUN - BUR"],
    ]


LIKELY = {
    "phase": "S1902M",
    "units": {"FRANCE": ["A BUR", "A PIC", "F ENG"], "GERMANY": ["A MUN"], "TURKEY": ["A CON"]},
    "centres": {"FRANCE": ["BRE", "MAR", "PAR"], "GERMANY": ["MUN"], "TURKEY": ["CON"]},
    "homes": {"1": "FRANCE", "2": "TURKEY"},
    "treasury": {"1": 5, "2": 5},
    "control": {"AUSTRIA": None, "ENGLAND": None, "GERMANY": "2", "ITALY": None, "RUSSIA": None},
}


def listed(unit: str, text: str = "", position: dict[str, Any] = LIKELY) -> list[tuple[str, list[str]]]:
    """The list of one unit as its sheet shows it: kinds of order, and the orders of each."""
    (power,) = sheet_for(desk_at(position)).show(text)["powers"]
    row = next(row for row in power.rows if row.unit == unit)
    return [(group.kind, [choice.order for choice in group.choices]) for group in row.groups]


def test_kinds_of_order_come_from_the_likeliest_to_help_for_others():
    assert [kind for kind, _orders in listed("A PIC")] == [
        "Hold",
        "Move",
        "Move by convoy",
        "Support",
        "Support or convoy others",
    ]
    assert [kind for kind, _orders in listed("F ENG")] == [
        "Hold",
        "Move",
        "Support",
        "Convoy",
    ]


def test_moves_to_empty_centres_come_first_then_to_those_of_others_then_the_rest():
    moves = dict(listed("A BUR"))["Move"]
    assert moves == [
        "A BUR - BEL",
        "A BUR - MUN",
        "A BUR - GAS",
        "A BUR - MAR",
        "A BUR - PAR",
        "A BUR - PIC",
        "A BUR - RUH",
    ]
    assert dict(listed("A PIC"))["Move by convoy"][:2] == ["A PIC - BEL VIA", "A PIC - LON VIA"]


def test_help_for_what_is_ordered_comes_before_other_help():
    assert dict(listed("A PIC"))["Support"][0] == "A PIC S A BUR"
    assert dict(listed("A PIC", "A Bur - Bel"))["Support"][0] == "A PIC S A BUR - BEL"
    assert dict(listed("A PIC", "A Bur - Par; Eng - Bel"))["Support"][:2] == [
        "A PIC S A BUR - PAR",
        "A PIC S F ENG - BEL",
    ]
    assert dict(listed("F ENG", "A Pic - Lon via"))["Convoy"][0] == "F ENG C A PIC - LON"


def test_only_orders_are_taken_apart_into_verbs_and_targets():
    """Every choice but a hold begins as the page's pattern for its verb does; retreats are one list."""
    assert sheet_for(desk_at(RETREATS)).show("")["verbs"] is None
    for language in ("en", "fr"):
        with translation.override(language):
            shown = sheet_for(desk_at(LIKELY)).show("A Bur H")
            verbs = json.loads(shown["verbs"])["verbs"]
            rows = [row for power in shown["powers"] for row in power.rows]
            choices = [choice for row in rows for group in row.groups for choice in group.choices]
            assert {choice.order.split(" ")[2] for choice in choices} == {"H", "-", "S", "C"}
            for choice in choices:
                words = choice.order.split(" ")
                if words[2] == "H":
                    continue
                name, pattern = verbs["VIA" if words[-1] == "VIA" else words[2]]
                before, between, *after = pattern.split("{}")
                assert name and choice.says.startswith(before)
                if after:
                    assert choice.says.count(between) == (len(words) > 5), choice.says
                else:
                    assert choice.says.endswith(between)


def test_convoys_are_offered_only_where_fleets_at_sea_make_a_chain():
    position = adjudicator.start("standard", {}, lots="00" * 32)["position"]

    def carried(power, unit):
        options = adjudicator.options("standard", {}, position, power)["options"]
        return [order for order in options[unit] if order.endswith(" VIA") or " C " in order]

    assert not any(carried("FRANCE", unit) for unit in position["units"]["FRANCE"]), "fleets in port"
    position["units"]["FRANCE"] = ["A BRE", "F ENG"]
    assert "A BRE - LON VIA" in carried("FRANCE", "A BRE")
    assert carried("FRANCE", "F ENG")
