"""What keeps a seat from being ready: whatever the rules would replace or ignore."""

from games.engine.readiness import faults

WINTER = {
    "kind": "adjustments",
    "powers": ["GERMANY", "ITALY"],
    "builds": {"ITALY": 1},
    "removals": {"GERMANY": 2},
    "compulsory": ["ITALY"],
}
POSITION = {"units": {"GERMANY": ["A BER", "A MUN", "F KIE"], "ITALY": ["A VEN"]}}
SITES = {"options": {}, "sites": {"ITALY": ["A ROM B", "A NAP B", "F NAP B"]}}


def said(due, answer, *problems):
    reading = {"answer": answer, "problems": [{"line": 1, "code": code} for code in problems]}
    return [fault.message for fault in faults(due, reading, POSITION, lambda: SITES)]


def test_removals_and_compulsory_builds_have_to_be_chosen():
    """Else the rules choose (RB-15, ID-12)."""
    assert said(WINTER, []) == [
        "Choose 2 more units to disband: Germany (RB-15).",
        "Choose 1 more build: Italy (ID-12).",
    ]
    assert said(WINTER, ["A MUN D", "A VEN D", "A ROM B"]) == [
        "Choose 1 more unit to disband: Germany (RB-15)."
    ]
    assert said(WINTER, ["A MUN D", "F KIE D", "F NAP B"]) == []


def test_builds_may_be_waived_without_a_word():
    assert said({**WINTER, "removals": {}, "compulsory": []}, []) == []


def test_orders_may_stand_as_they_are():
    """RB-3."""
    assert said({"kind": "orders"}, ["A PAR - SPA"], "illegal", "unread") == []


def test_a_ranking_may_hold_a_word_too_many_but_lack_no_power():
    homes = {"kind": "homes", "powers": []}
    assert said(homes, {"preferences": []}, "duplicate", "unknown-power") == []
    assert len(said(homes, {"preferences": []}, "duplicate", "incomplete")) == 1
