"""Which supports and convoys a sheet offers."""

from __future__ import annotations

import adjudicator
from games.engine.commands import commanding_seats, idle_units
from games.forms.sheets.helping import helped, without_moves_of

INTIMATE = {
    "phase": "S1903M",
    "units": {"FRANCE": ["A RUH", "F NTH"], "GERMANY": ["A MUN", "A HOL"], "TURKEY": ["A CON"]},
    "centres": {"GERMANY": ["MUN", "HOL"], "FRANCE": ["PAR", "MAR"], "TURKEY": ["CON"]},
    "homes": {"1": "FRANCE", "2": "TURKEY"},
    "treasury": {"1": 20, "2": 20},
    "control": {"AUSTRIA": None, "ENGLAND": None, "GERMANY": None, "ITALY": None, "RUSSIA": "2"},
}


def test_no_move_of_a_power_in_anarchy_is_worth_a_line():
    """ID-5: its units hold. To support them where they are is worth one."""
    legal = adjudicator.options("intimate", {}, INTIMATE, "1")["options"]
    offered = without_moves_of(idle_units(INTIMATE), legal)
    assert "A RUH S A MUN - BUR" in legal["A RUH"]
    assert {"A RUH S A MUN", "A RUH S A HOL"} <= set(offered["A RUH"])
    assert not [
        order for order in offered["A RUH"] if order.startswith(("A RUH S A MUN -", "A RUH S A HOL -"))
    ]
    assert not [order for order in offered["F NTH"] if " C A HOL" in order]


def test_neutral_italy_is_not_helped_to_move():
    """RB-20."""
    position = adjudicator.start("standard", {"players": 2}, lots="00" * 32)["position"]
    legal = adjudicator.options("standard", {"players": 2}, position, "1")["options"]
    legal |= adjudicator.options("standard", {"players": 2}, position, "2")["options"]
    offered = without_moves_of(idle_units(position), legal)
    moves = [helped(order) for orders in offered.values() for order in orders if helped(order)[1]]
    assert moves and not {unit for unit, _goal in moves} & {"A VEN", "A ROM", "F NAP"}


def test_where_every_power_is_a_seat_nobody_is_idle():
    position = adjudicator.start("standard", {}, lots="00" * 32)["position"]
    assert not idle_units(position)
    assert commanding_seats(position)["FRANCE"] == "FRANCE"
