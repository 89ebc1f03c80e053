"""Clause by clause: what is done, what is said, who is named and which numbers."""

from __future__ import annotations

from adjudicator.movement.facts import Facts
from adjudicator.phases import movement
from adjudicator.position import Position
from adjudicator.rulebook import rulebook
from tests.adjudicator.core.cases import BOARD
from tests.adjudicator.core.conftest import Judge, Judged


def test_identical_orders_count_once(judge: Judge) -> None:
    """RB-2."""
    turn = judge(FRANCE=["A PAR - BUR", "A PAR - BUR"])
    assert turn.position.units == {"FRANCE": ("A BUR",)}
    first, second = turn.results
    assert (first.verdict, first.reason) == ("succeeds", None)
    assert (second.verdict, second.reason, second.detail) == ("void", "duplicate", "identical")


def test_two_different_orders_are_both_void(judge: Judge) -> None:
    """RB-2."""
    turn = judge(FRANCE=["A PAR - BUR", "A PAR H"])
    assert turn.position.units == {"FRANCE": ("A PAR",)}
    assert [(r.order, r.verdict, r.reason, r.clause) for r in turn.results] == [
        ("A PAR - BUR", "void", "duplicate", "RB-2"),
        ("A PAR H", "void", "duplicate", "RB-2"),
    ]


def test_a_third_line_does_not_restore_a_voided_order(judge: Judge) -> None:
    """RB-2."""
    turn = judge(FRANCE=["A PAR - BUR", "A PAR - GAS", "A PAR - BUR"], also={"GERMANY": ["A BUR"]})
    assert turn.position.units["FRANCE"] == ("A PAR",)
    assert {result.reason for result in turn.results if result.power == "FRANCE"} == {"duplicate"}


def test_a_voided_support_supports_nothing(judge: Judge) -> None:
    turn = judge(
        FRANCE=["A PAR - BUR", "A MAR S A PAR - BUR", "A MAR H"],
        GERMANY=["A BUR H"],
    )
    assert turn["A PAR - BUR"].reason == "bounced"


def test_an_illegal_order_holds_and_may_be_supported(judge: Judge) -> None:
    """RB-3."""
    turn = judge(FRANCE=["A PAR - MUN", "A GAS S A PAR"], GERMANY=["A BUR - PAR", "A PIC S A BUR - PAR"])
    assert (turn["A PAR - MUN"].verdict, turn["A PAR - MUN"].clause) == ("void", "RB-3")
    assert turn["A BUR - PAR"].strength == (2, 2)


def test_an_unreadable_line_voids_itself_alone(judge: Judge) -> None:
    units = {"phase": "S1901M", "units": {"FRANCE": ["A MAR", "A PAR"]}}
    lines = ["to arms, citizens", "A PAR - BUR"]
    turn = Judged(movement.resolve(Position.from_json(units, BOARD), {"FRANCE": lines}, rulebook("modern")))
    assert turn["A PAR"].verdict == "succeeds"
    assert turn["A MAR H"].implied
    assert (turn[lines[0]].verdict, turn[lines[0]].detail) == ("void", "unreadable")


def test_a_needed_coast_must_be_named(judge: Judge) -> None:
    """RB-4."""
    turn = judge(FRANCE=["F POR - SPA"], ITALY=["F MAR - SPA"])
    assert turn["F POR - SPA"].detail == "coast-missing"
    assert turn["F POR - SPA"].clause == "RB-4"
    assert turn.position.units["ITALY"] == ("F SPA/SC",)


def test_a_fleet_supports_into_either_coast_but_not_from_the_other(judge: Judge) -> None:
    """RB-4."""
    into = judge(FRANCE=["F MAR S F POR - SPA/NC", "F POR - SPA/NC"], ITALY=["F WES - SPA/SC"])
    assert into.position.units["FRANCE"] == ("F MAR", "F SPA/NC")
    out_of = judge(FRANCE=["F SPA/NC S F WES - LYO", "F WES - LYO"])
    assert out_of["F SPA/NC S F WES - LYO"].detail == "unreachable"


def test_a_stand_off_names_both_and_their_strength(judge: Judge) -> None:
    """RB-5a."""
    turn = judge(FRANCE=["A PAR - BUR"], GERMANY=["A MUN - BUR"])
    result = turn["A PAR - BUR"]
    assert (result.reason, result.by, result.strength, result.clause) == (
        "bounced",
        ("A MUN",),
        (1, 1),
        "RB-5a",
    )
    assert turn.position.contested == ("BUR",)


def test_a_supported_attack_says_by_how_much(judge: Judge) -> None:
    """RB-5b."""
    turn = judge(FRANCE=["A PAR - BUR", "A MAR S A PAR - BUR"], GERMANY=["A BUR H"])
    assert (turn["A PAR"].strength, turn["A PAR"].clause) == ((2, 1), "RB-5b")
    held = turn["A BUR H"]
    assert (held.reason, held.by, held.strength) == ("dislodged", ("A PAR",), (1, 2))
    assert (held.dislodged_by, held.retreats) == ("PAR", ("BEL", "GAS", "MUN", "PIC", "RUH"))


def test_a_cut_support_names_who_cut_it(judge: Judge) -> None:
    """RB-5c."""
    turn = judge(FRANCE=["A PAR - BUR", "A MAR S A PAR - BUR"], GERMANY=["A BUR H"], ITALY=["A PIE - MAR"])
    cut = turn["A MAR S A PAR - BUR"]
    assert (cut.reason, cut.by, cut.clause) == ("cut", ("A PIE",), "RB-5c")


def test_a_power_does_not_dislodge_its_own(judge: Judge) -> None:
    """RB-5d."""
    turn = judge(FRANCE=["A PAR - BUR", "A MAR S A PAR - BUR", "A BUR H"])
    assert (turn["A PAR"].by, turn["A PAR"].clause) == (("A BUR",), "RB-5d")


def test_support_against_an_own_unit_does_not_count(judge: Judge) -> None:
    """RB-5d: the owner's support lifts the strength, but not against the owner's own unit."""
    turn = judge(FRANCE=["A PAR - BUR"], GERMANY=["A BUR H", "A MUN S A PAR - BUR"])
    assert (turn["A PAR"].strength, turn["A PAR"].clause) == ((1, 1), "RB-5d")


def test_a_besieged_garrison_stands(judge: Judge) -> None:
    """RB-5e."""
    turn = judge(
        FRANCE=["A PAR - BUR", "A MAR S A PAR - BUR"],
        GERMANY=["A MUN - BUR", "A RUH S A MUN - BUR"],
        ITALY=["A BUR H"],
    )
    stood = turn["A BUR H"]
    assert (stood.verdict, stood.clause, stood.strength) == ("succeeds", "RB-5e", (1, 2))
    assert stood.by == ("A PAR", "A MUN")


def test_head_to_head(judge: Judge) -> None:
    """RB-5f."""
    equal = judge(FRANCE=["A PAR - BUR"], GERMANY=["A BUR - PAR"])
    assert (equal["A PAR"].by, equal["A PAR"].clause) == (("A BUR",), "RB-5f")
    won = judge(FRANCE=["A PAR - BUR", "A MAR S A PAR - BUR"], GERMANY=["A BUR - PAR"])
    assert (won["A PAR"].clause, won["A BUR"].dislodged_by) == ("RB-5f", "PAR")


def test_rings_turn(judge: Judge) -> None:
    """RB-5g."""
    turn = judge(TURKEY=["F ANK - CON", "A CON - SMY", "A SMY - ANK"])
    assert {result.clause for result in turn.results} == {"RB-5g"}


def test_convoys_carry_and_break(judge: Judge) -> None:
    """RB-5h, RB-5i: a broken convoy names each sunk fleet and who sank it."""
    orders = {"ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"]}
    carried = judge(**orders)
    assert (carried["A LON"].clause, carried["F NTH"].clause) == ("RB-5h", "RB-5h")
    sunk = judge(**orders, GERMANY=["F HOL - NTH", "F HEL S F HOL - NTH"])
    army = sunk["A LON"]
    assert (army.reason, army.by, army.clause) == ("convoy-disrupted", ("F NTH", "F HOL"), "RB-5i")
    assert sunk["F NTH"].clause == "RB-5i"


def test_a_convoy_for_an_army_that_walks_is_not_used(judge: Judge) -> None:
    """RB-d: by land, unless the order says "via convoy" or an own fleet carries it."""
    walked = judge(ENGLAND=["A PIC - BEL"], FRANCE=["F ENG C A PIC - BEL"])
    fleet = walked["F ENG"]
    assert walked["A PIC"].verdict == "succeeds"
    assert (fleet.verdict, fleet.reason, fleet.detail) == ("fails", "unmatched", "by-land")
    assert (fleet.by, fleet.clause) == (("A PIC",), "RB-d")
    sailed = judge(ENGLAND=["A PIC - BEL VIA"], FRANCE=["F ENG C A PIC - BEL"])
    assert (sailed["F ENG"].verdict, sailed["F ENG"].detail) == ("succeeds", None)


def test_a_convoy_without_a_whole_chain_is_not_used(judge: Judge) -> None:
    """RB-7: nor is a fleet of another chain than the one that carries the army."""
    alone = judge(ENGLAND=["A LON - TUN", "F ENG C A LON - TUN"], also={"FRANCE": ["F MAO", "F WES"]})
    assert alone["A LON"].reason == alone["F ENG"].reason == "no-convoy"
    beside = judge(
        ENGLAND=["A LVP - BRE", "F IRI C A LVP - BRE", "F ENG C A LVP - BRE", "F NAO C A LVP - BRE"],
        FRANCE=["F MAO H"],
    )
    assert beside["A LVP"].verdict == beside["F IRI"].verdict == beside["F ENG"].verdict == "succeeds"
    assert (beside["F NAO"].verdict, beside["F NAO"].reason) == ("fails", "no-convoy")


def test_a_fleet_did_its_part_of_a_convoy_that_another_lost(judge: Judge) -> None:
    """Rulebook example 11, RB-5i; also where the army sails on by another way."""
    orders = {"GERMANY": ["F BRE - ENG", "F WAL S F BRE - ENG"]}
    chain = judge(ENGLAND=["A LON - POR", "F ENG C A LON - POR", "F MAO C A LON - POR"], **orders)
    assert chain["A LON"].reason == "convoy-disrupted"
    assert (chain["F MAO"].verdict, chain["F MAO"].detail) == ("succeeds", "cut-off")
    assert (chain["F MAO"].by, chain["F MAO"].clause) == (("F ENG", "F BRE"), "RB-5i")
    both = judge(ENGLAND=["A LON - BEL", "F ENG C A LON - BEL", "F NTH C A LON - BEL"], **orders)
    assert both["A LON"].verdict == "succeeds"
    assert (both["F NTH"].verdict, both["F NTH"].detail) == ("succeeds", None)


def test_help_for_a_void_order_says_that_it_was_void(judge: Judge) -> None:
    twice = judge(GERMANY=["A MUN S A BER - KIE", "A BER - KIE", "A BER - SIL"])
    assert (twice["A MUN"].reason, twice["A MUN"].detail) == ("unmatched", "void-order")
    other = judge(GERMANY=["A MUN S A BER - KIE", "A BER - SIL"])
    assert (other["A MUN"].reason, other["A MUN"].detail) == ("unmatched", None)


def test_a_support_that_the_paradox_rule_keeps_counts_and_is_called_given(judge: Judge) -> None:
    """DATC 6.F.17 under Rulebook XII.5: the convoyed army dislodges the supporter, and cuts nothing."""
    turn = judge(
        preset="classic",
        ENGLAND=["F LON S F WAL - ENG", "F WAL - ENG"],
        FRANCE=["A BRE - LON", "F ENG C A BRE - LON", "F YOR S A BRE - LON"],
        GERMANY=["F NTH S F BEL - ENG", "F BEL - ENG"],
    )
    lon = turn["F LON"]
    assert (lon.verdict, lon.dislodged_by, lon.by, lon.clause) == ("succeeds", "BRE", ("A BRE",), "RB-5j")
    assert turn["F WAL"].strength == turn["F BEL"].strength == (2, 2)
    assert turn["A BRE"].strength == (2, 1)


def test_a_paradox_is_called_one(judge: Judge) -> None:
    """RB-5j."""
    turn = judge(
        ENGLAND=["F LON S F WAL - ENG", "F WAL - ENG"], FRANCE=["A BRE - LON", "F ENG C A BRE - LON"]
    )
    assert (turn["A BRE"].reason, turn["A BRE"].clause) == ("paradox", "RB-5j")
    assert set(turn["A BRE"].by) >= {"F ENG", "F LON", "F WAL"}


def test_a_dislodged_unit_leaves_its_attackers_origin_alone(judge: Judge) -> None:
    """RB-6: it stands no one off there, nor makes the place contested; elsewhere it does."""
    turn = judge(
        GERMANY=["A BER - PRU", "A SIL S A BER - PRU"], RUSSIA=["A PRU - BER"], ENGLAND=["F KIE - BER"]
    )
    assert turn.position.contested == ()
    assert turn["F KIE"].verdict == "succeeds"
    elsewhere = judge(
        GERMANY=["A BER - PRU", "A SIL S A BER - PRU"], RUSSIA=["A PRU - LVN"], ENGLAND=["F BAL - LVN"]
    )
    assert elsewhere.position.contested == ("LVN",)


def test_army_and_fleet_must_agree(judge: Judge) -> None:
    """RB-7."""
    turn = judge(ENGLAND=["A LON - BEL", "F NTH C A LON - HOL"])
    assert (turn["A LON"].reason, turn["A LON"].clause) == ("no-convoy", "RB-7")
    assert (turn["F NTH"].reason, turn["F NTH"].clause) == ("unmatched", "RB-7")


def test_a_fleet_in_port_does_not_convoy(judge: Judge) -> None:
    """RB-7."""
    turn = judge(TURKEY=["F CON C A BUL - SMY", "A BUL - SMY"])
    assert turn["F CON C A BUL - SMY"].detail == "not-at-sea"


def test_an_exchange_over_water(judge: Judge) -> None:
    """RB-8."""
    turn = judge(
        ENGLAND=["A LON - BEL", "F NTH C A LON - BEL"], FRANCE=["A BEL - LON", "F ENG C A BEL - LON"]
    )
    assert (turn["A LON"].clause, turn["A LON"].detail) == ("RB-8", "swap")


def test_silence_is_disorder_and_an_empty_sheet_is_not(judge: Judge) -> None:
    """RB-14: in disorder units hold, may be supported by others, and are gone when dislodged."""
    attack = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]}
    silent = judge(**attack, silent={"GERMANY": ["A BUR"]})
    gone = silent["A BUR H"]
    assert (gone.implied, gone.detail, gone.clause, gone.retreats) == (True, "disorder", "RB-14", ())
    assert silent.position.dislodged == {}
    empty = judge(**attack, GERMANY=[], also={"GERMANY": ["A BUR"]})
    assert [unit.unit for unit in empty.position.dislodged["GERMANY"]] == ["A BUR"]
    helped = judge(**attack, ITALY=["A MUN S A BUR"], silent={"GERMANY": ["A BUR"]})
    assert helped["A BUR H"].verdict == "succeeds"


class TestFactsOfVariants:
    """What a variant may say of units and ground, beside the same orders without it."""

    attack = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]}

    def test_a_rooted_unit_cannot_be_dislodged(self, judge: Judge) -> None:
        turn = judge(**self.attack, GERMANY=["A BUR H"], facts=Facts(rooted=frozenset({"BUR"})))
        assert turn.position.dislodged == {}
        assert turn["A PAR"].by == ("A BUR",)

    def test_a_rooted_unit_may_leave(self, judge: Judge) -> None:
        turn = judge(**self.attack, GERMANY=["A BUR - MUN"], facts=Facts(rooted=frozenset({"BUR"})))
        assert turn.position.units == {"FRANCE": ("A BUR", "A MAR"), "GERMANY": ("A MUN",)}

    def test_a_prone_unit_falls_to_any_attack_but_not_to_its_own(self, judge: Judge) -> None:
        facts = Facts(prone=frozenset({"BUR"}))
        assert judge(FRANCE=["A PAR - BUR"], GERMANY=["A BUR H"]).position.dislodged == {}
        turn = judge(FRANCE=["A PAR - BUR"], GERMANY=["A BUR H"], facts=facts)
        assert turn["A BUR"].dislodged_by == "PAR"
        assert judge(FRANCE=["A PAR - BUR", "A BUR H"], facts=facts).position.dislodged == {}

    def test_support_to_an_unaided_unit_is_void(self, judge: Judge) -> None:
        orders = {**self.attack, "GERMANY": ["A BUR H", "A MUN S A BUR"]}
        assert judge(**orders).position.dislodged == {}
        turn = judge(**orders, facts=Facts(unaided=frozenset({"BUR"})))
        assert turn["A BUR"].dislodged_by == "PAR"

    def test_a_helpless_unit_gives_no_support(self, judge: Judge) -> None:
        turn = judge(**self.attack, GERMANY=["A BUR H"], facts=Facts(helpless=frozenset({"MAR"})))
        assert turn["A PAR"].reason == "bounced"
        assert turn["A MAR"].reason == "cut"

    def test_nobody_enters_closed_ground(self, judge: Judge) -> None:
        """RB-20."""
        closed = Facts(closed=frozenset({"TYR", "VEN"}))
        turn = judge(AUSTRIA=["A VIE - TYR", "A BOH S A VIE - TYR"], ITALY=["A VEN H"], facts=closed)
        assert [result.detail for result in turn.results[:2]] == ["closed", "closed"]
