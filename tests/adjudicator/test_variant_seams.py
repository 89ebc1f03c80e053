"""What later variants will hang on: a game with fog, skipped phases kept, tables chosen by a setting.

The game is made here, of public parts alone; no line of the engine knows of it.
"""

from dataclasses import replace

import pytest

import adjudicator
import adjudicator.variants
from adjudicator.position import grouped
from adjudicator.variants import standard, tables
from adjudicator.variants.open_sight import OpenSight
from adjudicator.variants.settings import one_of


class Fog(OpenSight):
    """A seat sees its own units and results and no one else's; the public sees no unit at all."""

    def unknown(self, table, seat):
        return ["units"]

    def known(self, table, position, seat):
        units = {power: units for power, units in position.units.items() if power == seat}
        return position.having(units=grouped((power, unit) for power in units for unit in units[power]))

    def turn(self, table, turn, seat):
        seen = super().turn(table, turn, seat)
        seen["results"] = [result for result in turn["results"] if result["power"] == seat]
        seen.pop("answers", None)
        return seen


DUEL = replace(standard.VARIANT, key="fog", seats=("FRANCE", "TURKEY"), skips=False, sight=Fog())
FOG = replace(
    DUEL,
    seats=tuple(DUEL.board.powers),
    settings=DUEL.settings | {"players": one_of(7, 2)},
    tables={"players": {2: DUEL}},
)


@pytest.fixture(autouse=True)
def fog(monkeypatch):
    known = adjudicator.variants.variants() | {"fog": FOG}
    monkeypatch.setattr(tables, "variants", lambda: known)
    tables._table.cache_clear()
    yield
    tables._table.cache_clear()


POSITION = {
    "phase": "F1901M",
    "units": {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A BUR"], "TURKEY": ["A CON"]},
    "centres": {"FRANCE": ["PAR", "BRE"], "TURKEY": ["CON"]},
}


def test_what_is_withheld_is_left_out_and_named():
    seen = adjudicator.view("fog", {}, POSITION, "FRANCE")
    assert seen["unknown"] == ["units"]
    assert seen["position"]["units"] == {"FRANCE": ["A PAR", "F BRE"]}
    assert adjudicator.view("fog", {}, POSITION, None)["position"]["units"] == {}


def test_what_a_seat_cannot_know_changes_nothing_that_it_is_told():
    elsewhere = POSITION | {"units": POSITION["units"] | {"GERMANY": ["A RUH"]}}
    for position in (POSITION, elsewhere):
        assert adjudicator.options("fog", {}, position, "FRANCE")["options"]["A PAR"] == [
            *("A PAR H", "A PAR - BRE", "A PAR - BUR", "A PAR - GAS", "A PAR - PIC"),
            *("A PAR S F BRE", "A PAR S F BRE - GAS", "A PAR S F BRE - PIC"),
        ]
        reading = adjudicator.read("fog", {}, position, "FRANCE", text="A Par - Bur\nA Par - Mos")
        assert reading == adjudicator.read("fog", {}, POSITION, "FRANCE", text="A Par - Bur\nA Par - Mos")


def test_a_turn_is_seen_in_part_and_a_record_through_the_same_eyes():
    answers = {"FRANCE": ["A PAR - BUR"], "TURKEY": []}
    turn = adjudicator.resolve("fog", {"players": 2}, POSITION, answers)
    record = {
        "format": 1,
        "variant": "fog",
        "settings": {"players": 2},
        "start": POSITION,
        "turns": [{"answers": answers, **turn}],
    }
    seen = adjudicator.view("fog", {"players": 2}, seat="FRANCE", record=record)["record"]
    assert "TURKEY" not in seen["start"]["units"]
    assert {result["power"] for result in seen["turns"][0]["results"]} == {"FRANCE"}
    assert "answers" not in seen["turns"][0]


def test_a_phase_in_which_nobody_owes_anything_may_be_kept():
    turn = adjudicator.resolve("fog", {}, POSITION, {power: [] for power in FOG.seats})
    assert turn["position"]["phase"] == "F1901R"
    assert adjudicator.due("fog", {}, turn["position"]) == {"due": {}}


def test_a_setting_may_choose_another_table():
    assert list(adjudicator.due("fog", {"players": 2}, POSITION)["due"]) == ["FRANCE", "TURKEY"]
    with pytest.raises(adjudicator.AdjudicatorError) as refusal:
        adjudicator.view("fog", {"players": 2}, POSITION, "ITALY")
    assert refusal.value.code == "bad-seat"
    assert adjudicator.view("fog", {"players": 7}, POSITION, "ITALY")["position"]["units"] == {}


def test_no_engine_code_asks_which_variant_it_plays():
    """A new variant is a new folder: no one else may name one."""
    import re
    from pathlib import Path

    root = Path(adjudicator.__file__).parent
    folders = ("intimate", "intimate_ii", "spy", "devil_and_god")
    allowed = set()
    for folder in folders:
        allowed |= {*(root / "variants" / folder).glob("*")}
    for path in sorted(root.rglob("*.py")):
        if path not in allowed and "texts" not in path.parts:
            code = path.read_text(encoding="utf-8")
            assert not re.search(
                r"[!=]=\s*[\"'](standard|intimate|intimate-ii|spy|devil-and-god)[\"']", code
            ), path
            assert not re.search(rf"(from|import) .*\b({'|'.join(folders)})\b", code), path
            if path.parent.name != "standard":
                assert not re.search(r"variants\.standard|variants import .*\bstandard\b", code), path
