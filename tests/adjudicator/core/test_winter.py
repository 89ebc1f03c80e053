"""Retreats, builds and removals clause by clause, where the recorded cases do not tell them apart."""

from __future__ import annotations

import pytest

from adjudicator.disorder import UNREACHED, distance, removals
from adjudicator.phases import adjustments, retreats
from adjudicator.phases.adjustments import Policy
from adjudicator.position import Position
from adjudicator.rulebook import rulebook
from tests.adjudicator.core.cases import BOARD
from tests.adjudicator.core.conftest import Judged

CLASSIC, MODERN = rulebook("classic"), rulebook("modern")


def position(phase: str, **keys: object) -> Position:
    return Position.from_json({"phase": phase, **keys}, BOARD)


def beaten(unit: str, origin: str, **more: object) -> dict[str, object]:
    return {"unit": unit, "from": origin, **more}


class TestRetreats:
    def test_a_unit_without_orders_is_disbanded(self) -> None:
        """RB-9, RB-14."""
        before = position(
            "S1901R", dislodged={"FRANCE": [beaten("A PAR", "BUR")], "ITALY": [beaten("A VEN", "TRI")]}
        )
        turn = Judged(retreats.resolve(before, {"FRANCE": []}, CLASSIC))
        told = [(r.order, r.clause, r.detail, r.implied) for r in turn.results]
        assert told == [("A PAR D", "RB-9", "no-order", True), ("A VEN D", "RB-14", "disorder", True)]
        assert turn.position.units == {}

    def test_ground_that_a_variant_bars_is_barred(self) -> None:
        """DG-12."""
        free = position("S1901R", dislodged={"FRANCE": [beaten("A PAR", "BUR")]})
        barred = position("S1901R", dislodged={"FRANCE": [beaten("A PAR", "BUR", barred=["PIC"])]})
        assert retreats.places(free, free.dislodged["FRANCE"][0], CLASSIC) == ("BRE", "GAS", "PIC")
        assert retreats.places(barred, barred.dislodged["FRANCE"][0], CLASSIC) == ("BRE", "GAS")

    def test_who_has_nowhere_to_go_owes_nothing(self) -> None:
        corner = position(
            "S1901R",
            units={"FRANCE": ["A GAS", "A MAR"]},
            dislodged={"ITALY": [beaten("A SPA", "MAR")]},
            contested=["POR"],
        )
        assert retreats.due(corner, CLASSIC) == {}
        turn = Judged(retreats.resolve(corner, {"ITALY": []}, CLASSIC))
        assert turn["A SPA D"].detail == "no-retreat"

    def test_the_attackers_origin_under_both_rulebooks(self) -> None:
        """RB-b: open to the victim of a convoyed attack under `modern` alone."""
        for by_convoy, rules, open_ in ((True, MODERN, True), (True, CLASSIC, False), (False, MODERN, False)):
            before = position("S1901R", dislodged={"ITALY": [beaten("A MAR", "GAS", by_convoy=by_convoy)]})
            places = retreats.places(before, before.dislodged["ITALY"][0], rules)
            assert ("GAS" in places) is open_

    def test_identical_retreats_count_once_and_different_ones_not_at_all(self) -> None:
        """RB-2."""
        before = position("S1901R", dislodged={"FRANCE": [beaten("A PAR", "BUR")]})
        once = retreats.resolve(before, {"FRANCE": ["A PAR R PIC", "A PAR R PIC"]}, CLASSIC)
        assert once.position.units == {"FRANCE": ("A PIC",)}
        neither = retreats.resolve(before, {"FRANCE": ["A PAR R PIC", "A PAR R BRE"]}, CLASSIC)
        assert neither.position.units == {}
        assert {result.reason for result in neither.results} == {"duplicate"}


class TestBuilds:
    before = {"units": {"RUSSIA": ["A UKR"]}, "centres": {"RUSSIA": ["MOS", "SEV", "STP", "WAR"]}}

    def test_builds_are_optional(self) -> None:
        """RB-11."""
        turn = adjustments.resolve(position("W1901A", **self.before), {"RUSSIA": ["A MOS B"]}, CLASSIC)
        assert turn.position.units == {"RUSSIA": ("A MOS", "A UKR")}

    def test_a_waiver_uses_up_a_build(self) -> None:
        before = position("W1901A", units={"RUSSIA": ["A UKR"]}, centres={"RUSSIA": ["MOS", "SEV"]})
        turn = Judged(adjustments.resolve(before, {"RUSSIA": ["WAIVE", "A MOS B"]}, CLASSIC))
        assert turn.position.units == {"RUSSIA": ("A UKR",)}
        assert turn["A MOS B"].reason == "too-many"

    def test_compulsory_builds_are_made_by_rule(self) -> None:
        """ID-12: Moscow, Sevastopol, St Petersburg, Warsaw; what is ordered counts."""
        policies = {"RUSSIA": Policy(compulsory=True, clause="ID-12")}
        turn = adjustments.resolve(
            position("W1901A", **self.before), {"RUSSIA": ["F SEV B", "WAIVE"]}, CLASSIC, policies=policies
        )
        assert turn.position.units == {"RUSSIA": ("A MOS", "A STP", "A UKR", "F SEV")}
        by_rule = [(result.order, result.clause) for result in turn.results if result.by_rule]
        assert by_rule == [("A MOS B", "ID-12"), ("A STP B", "ID-12")]
        assert Judged(turn)["WAIVE"].detail == "compulsory"

    def test_compulsory_fleets(self) -> None:
        """ID-12: England builds fleets."""
        before = position("W1901A", centres={"ENGLAND": ["EDI", "LVP", "LON"]})
        policies = {"ENGLAND": Policy(compulsory=True, letter="F", clause="ID-12")}
        turn = adjustments.resolve(before, {}, CLASSIC, policies=policies)
        assert turn.position.units == {"ENGLAND": ("F EDI", "F LON", "F LVP")}

    def test_the_silent_build_nothing(self) -> None:
        """RB-14."""
        turn = adjustments.resolve(position("W1901A", **self.before), {}, CLASSIC)
        assert turn.position.units == {"RUSSIA": ("A UKR",)}

    def test_an_allowance_lifts_builds_and_lowers_removals(self) -> None:
        """DG-14."""
        policies = {"RUSSIA": Policy(allowance=1)}
        even = position("W1901A", units={"RUSSIA": ["A UKR"]}, centres={"RUSSIA": ["MOS"]})
        assert adjustments.due(even, policies).builds == {"RUSSIA": 1}
        short = position("W1901A", units={"RUSSIA": ["A UKR", "A BUD", "A VIE"]}, centres={"RUSSIA": ["MOS"]})
        assert adjustments.due(short, policies).removals == {"RUSSIA": 1}


class TestRemovalsByRule:
    """RB-15."""

    def test_distances_under_both_rulebooks(self) -> None:
        at_sea = position("W1901A", units={"RUSSIA": ["F NTH", "A NWY"]}, centres={"RUSSIA": ["DEN"]})
        assert distance(at_sea, "RUSSIA", "F NTH", CLASSIC) == 2
        assert distance(at_sea, "RUSSIA", "F NTH", MODERN) == 1
        assert distance(at_sea, "RUSSIA", "A NWY", CLASSIC) == 1

    def test_a_fleet_sails_from_its_own_coast(self) -> None:
        turk = position("W1901A", units={"TURKEY": ["F BUL/EC"]}, centres={})
        assert distance(turk, "TURKEY", "F BUL/EC", CLASSIC) == 1
        russian = position("W1901A", units={"RUSSIA": ["F BUL/SC"]}, centres={})
        assert distance(russian, "RUSSIA", "F BUL/SC", CLASSIC) == 3

    def test_home_centres_count_whoever_owns_them(self) -> None:
        lost = position("W1901A", units={"FRANCE": ["A BUR"]}, centres={"GERMANY": ["PAR", "MAR", "BRE"]})
        assert distance(lost, "FRANCE", "A BUR", CLASSIC) == 1
        assert distance(lost, "FRANCE", "A BUR", MODERN) == UNREACHED

    @pytest.mark.parametrize(
        ("units", "gone"),
        [
            (["A BUR", "A MOS"], ("A MOS",)),
            (["A PIC", "F GAS"], ("F GAS",)),
            (["A PIC", "A GAS"], ("A GAS",)),
            (["F NTH", "F NWG"], ("F NWG",)),
        ],
    )
    def test_farthest_then_fleets_then_the_alphabet(self, units: list[str], gone: tuple[str, ...]) -> None:
        before = position("W1901A", units={"FRANCE": units}, centres={"FRANCE": ["PAR"]})
        assert removals(before, "FRANCE", 1, CLASSIC) == gone

    def test_english_names_decide_not_abbreviations(self) -> None:
        """Equally far (`modern`, no centres left): Liverpool (LVP) goes before Livonia (LVN)."""
        before = position("W1901A", units={"RUSSIA": ["A LVN", "A LVP"]})
        assert removals(before, "RUSSIA", 1, MODERN) == ("A LVP",)

    def test_ordered_removals_are_spared_the_rule(self) -> None:
        before = position(
            "W1901A", units={"FRANCE": ["A BUR", "A MOS", "A PAR"]}, centres={"FRANCE": ["PAR"]}
        )
        turn = adjustments.resolve(before, {"FRANCE": ["A PAR D"]}, CLASSIC)
        assert turn.position.units == {"FRANCE": ("A BUR",)}
        assert [(r.order, r.by_rule, r.clause) for r in turn.results] == [
            ("A PAR D", False, "RB-11"),
            ("A MOS D", True, "RB-15"),
        ]
