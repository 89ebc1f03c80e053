"""Diable et Bon Dieu: what blessings and curses do, DG-3 to DG-13, each beside the same orders without it."""

import pytest

import adjudicator
from adjudicator.texts import sentence
from tests.adjudicator.tables import POWERS, news

VARIANT = "devil-and-god"
PROTECTED = {"DEVIL": "TURKEY", "GOD": "ITALY"}


def scene(orders, also=None, phase="S1901M", **more):
    """A position with the units that the orders are for, and others."""
    units = {
        power: sorted(
            {line[: 8 if "/" in line[:8] else 5] for line in lines} | set((also or {}).get(power, ()))
        )
        for power, lines in {**dict.fromkeys(also or {}, ()), **orders}.items()
    }
    return {"phase": phase, "units": units, "protected": PROTECTED, **more}


class Judged:
    """A resolved phase that answers by unit."""

    def __init__(self, turn):
        self.turn = turn
        self.units = turn["position"]["units"]
        self.dislodged = {
            unit["unit"]: unit for units in turn["position"]["dislodged"].values() for unit in units
        }
        for item in (*turn["results"], *turn["news"]):
            assert sentence(item, "en") != sentence(item, "fr") or item.get("verdict") == "succeeds"

    def __getitem__(self, unit):
        (found,) = [r for r in self.turn["results"] if r["order"].startswith(unit + " ")]
        return found

    def why(self, unit):
        result = self[unit]
        return result["verdict"], result.get("reason"), result.get("clause"), result.get("detail")

    def at(self, place):
        """The power whose unit stands in `place` now."""
        return next((p for p, units in self.units.items() for unit in units if unit[2:5] == place), None)


def play(orders, bless=None, curse=None, also=None, rulebook="classic", **more):
    """Resolve; powers without orders send an empty answer."""
    answers = {power: orders.get(power, []) for power in POWERS}
    if bless:
        answers["GOD"] = {"spell": bless}
    if curse:
        answers["DEVIL"] = {"spell": curse}
    position = scene(orders, also, **more)
    return Judged(adjudicator.resolve(VARIANT, {"rulebook": rulebook}, position, answers))


def clauses(judged):
    return {item["seat"]: (item["clause"], item["cancelled"]) for item in news(judged.turn, "spell")}


# DG-4: cancelling.

ATTACK = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR H"]}


def test_dg_4_both_on_one_unit_cancel():
    plain = play(ATTACK)
    both = play(ATTACK, bless="A BUR", curse="A BUR")
    assert clauses(both) == {"DEVIL": ("DG-4", True), "GOD": ("DG-4", True)}
    assert both.turn["results"] == plain.turn["results"]
    assert clauses(play(ATTACK, bless="A BUR")) == {"GOD": ("DG-6", False)}


@pytest.mark.parametrize(("bless", "curse"), [("A PAR", "A BUR"), ("A BUR", "A PAR")])
def test_dg_4_both_on_units_of_which_one_is_ordered_into_the_others_province_cancel(bless, curse):
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR H"]}
    both = play(orders, bless=bless, curse=curse)
    assert set(clauses(both).values()) == {("DG-4", True)}
    assert both.turn["results"] == play(orders).turn["results"]


def test_dg_4_both_on_units_that_are_ordered_to_the_same_province_cancel():
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}
    both = play(orders, bless="A PAR", curse="A MUN")
    assert set(clauses(both).values()) == {("DG-4", True)}
    assert both.at("BUR") is None
    assert play(orders, bless="A PAR").at("BUR") == "FRANCE"


def test_dg_4_units_that_do_not_oppose_each_other_keep_their_spells():
    """A supporter of an attack on the other unit does not oppose it: it is ordered nowhere."""
    both = play(ATTACK, bless="A BUR", curse="A MAR")
    assert clauses(both) == {"DEVIL": ("DG-11", False), "GOD": ("DG-6", False)}


def test_dg_4_an_order_that_is_not_valid_opposes_nobody():
    orders = {"FRANCE": ["A PAR - MUN"], "GERMANY": ["A MUN H"]}
    both = play(orders, bless="A PAR", curse="A MUN")
    assert clauses(both) == {"DEVIL": ("DG-10", False), "GOD": ("DG-6", False)}


# Blessings.


def test_dg_6_a_blessed_unit_that_holds_cannot_be_dislodged():
    assert "A BUR" in play(ATTACK).dislodged
    blessed = play(ATTACK, bless="A BUR")
    assert blessed.dislodged == {}
    assert blessed.why("A BUR") == ("succeeds", None, "DG-6", "rooted")
    assert blessed.why("A PAR") == ("fails", "bounced", "DG-6", "rooted")


@pytest.mark.parametrize("order", [None, "A BUR - LON", "A BUR S A KIE - HOL"])
def test_dg_6_so_it_is_without_a_valid_order(order):
    orders = {"FRANCE": ATTACK["FRANCE"], "GERMANY": [order] if order else []}
    also = {"GERMANY": ["A BUR"]}
    assert "A BUR" in play(orders, also=also).dislodged
    blessed = play(orders, bless="A BUR", also=also)
    assert blessed.dislodged == {}
    assert clauses(blessed)["GOD"][0] == "DG-6"


def test_dg_6_so_it_is_for_a_power_in_disorder():
    position = scene(ATTACK)
    answers = {power: [] for power in POWERS if power != "GERMANY"} | {"FRANCE": ATTACK["FRANCE"]}
    plain = Judged(adjudicator.resolve(VARIANT, {}, position, answers))
    assert plain.at("BUR") == "FRANCE"
    blessed = Judged(adjudicator.resolve(VARIANT, {}, position, answers | {"GOD": {"spell": "A BUR"}}))
    assert blessed.at("BUR") == "GERMANY"
    assert blessed["A BUR"]["detail"] == "disorder"


STRONG = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR H", "A MUN S A BUR", "A RUH S A BUR"]}


def test_dg_7_a_blessed_attack_succeeds_against_any_strength():
    assert play(STRONG).dislodged == {}
    blessed = play(STRONG, bless="A PAR")
    assert blessed.at("BUR") == "FRANCE"
    assert blessed.why("A PAR") == ("succeeds", None, "DG-7", "assured")
    assert blessed["A BUR"]["dislodged_by"] == "PAR"


def test_dg_7_by_convoy_it_still_needs_the_convoy():
    orders = {
        "ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"],
        "GERMANY": ["A BEL H", "A HOL S A BEL", "F HEL - NTH", "F DEN S F HEL - NTH"],
    }
    sunk = play(orders, bless="A LON")
    assert sunk.at("BEL") == "GERMANY"
    assert sunk["A LON"]["reason"] == "convoy-disrupted"
    calm = {**orders, "GERMANY": orders["GERMANY"][:2]}
    assert play(calm).at("BEL") == "GERMANY"
    assert play(calm, bless="A LON").at("BEL") == "ENGLAND"


def test_dg_7_it_does_not_dislodge_its_own_powers_unit():
    orders = {"FRANCE": ["A PAR - BUR", "A BUR H"]}
    blessed = play(orders, bless="A PAR")
    assert blessed.why("A PAR")[:3] == ("fails", "bounced", "RB-5d")
    leaving = play({"FRANCE": ["A PAR - BUR", "A BUR - MUN"]}, bless="A PAR")
    assert leaving.at("BUR") == leaving.at("MUN") == "FRANCE"


OWN_RIVAL = {
    "FRANCE": ["A PAR - BUR", "A MAR - BUR"],
    "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR", "A BEL S A MUN - BUR"],
}


def test_dg_7_against_another_of_its_own_it_stands_off_and_no_foreign_move_enters_even_then():
    assert play(OWN_RIVAL).at("BUR") == "GERMANY"
    blessed = play(OWN_RIVAL, bless="A PAR")
    assert blessed.at("BUR") is None
    assert blessed.turn["position"]["contested"] == []  # the spring is over: no one retreats
    assert blessed["A PAR"]["by"] == ["A MAR"]
    assert blessed["A PAR"]["strength"] == {"own": 1, "against": 1}
    assert blessed.why("A MUN") == ("fails", "bounced", "DG-7", "assured")


def test_dg_7_between_two_of_one_power_ordinary_strengths_decide():
    helped = {**OWN_RIVAL, "ITALY": ["A GAS S A PAR - BUR"]}
    assert play(helped).at("BUR") == "GERMANY"
    assert play(helped, bless="A PAR").units["FRANCE"] == ["A BUR", "A MAR"]
    other = {**OWN_RIVAL, "ITALY": ["A GAS S A MAR - BUR"]}
    blessed = play(other, bless="A PAR")
    assert blessed.at("BUR") is None, "the other is the stronger of the two, but no match for Germany"
    weak = {**other, "GERMANY": []}
    assert play(weak, bless="A PAR").units["FRANCE"] == ["A BUR", "A PAR"]


def test_dg_7_head_to_head():
    orders = {
        "FRANCE": ["A PAR - BUR"],
        "GERMANY": ["A BUR - PAR", "A PIC S A BUR - PAR", "A GAS S A BUR - PAR"],
    }
    assert play(orders).at("PAR") == "GERMANY"
    blessed = play(orders, bless="A PAR")
    assert blessed.at("BUR") == "FRANCE"
    assert blessed["A BUR"]["dislodged_by"] == "PAR"
    assert blessed.why("A BUR")[:2] == ("fails", "bounced")
    assert blessed["A BUR"]["detail"] == "assured"
    assert blessed.why("A PAR")[2:] == ("DG-7", "assured")


def test_dg_7_in_a_ring_it_goes_round_as_it_would_and_breaks_out_where_the_ring_stops():
    ring = {"TURKEY": ["F ANK - CON", "A CON - SMY", "A SMY - ANK"]}
    turned = play(ring, bless="A CON")
    assert turned.units["TURKEY"] == ["A ANK", "A SMY", "F CON"]
    mixed = {"TURKEY": ["F ANK - CON"], "RUSSIA": ["A CON - SMY"], "AUSTRIA": ["A SMY - ANK"]}
    assert play(mixed).units == play(mixed, bless="A CON").units
    blocked = {**mixed, "ITALY": ["F BLA - ANK"]}
    stopped = play(blocked)
    assert (stopped.at("CON"), stopped.at("SMY")) == ("RUSSIA", "AUSTRIA")
    blessed = play(blocked, bless="A CON")
    assert (blessed.at("SMY"), blessed.at("CON")) == ("RUSSIA", "TURKEY")
    assert blessed["A SMY"]["dislodged_by"] == "CON"


def test_dg_8_a_blessed_support_cannot_be_cut_nor_the_unit_dislodged():
    orders = {
        "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"],
        "GERMANY": ["A BUR H"],
        "ITALY": ["A PIE - MAR", "F LYO S A PIE - MAR"],
    }
    plain = play(orders)
    assert "A MAR" in plain.dislodged
    assert plain.at("BUR") == "GERMANY"
    blessed = play(orders, bless="A MAR")
    assert "A MAR" not in blessed.dislodged
    assert blessed.at("BUR") == "FRANCE"
    assert blessed.why("A MAR") == ("succeeds", None, "DG-8", "steadfast")
    assert blessed["A MAR"]["by"] == ["A PIE"]
    assert blessed.why("A PIE") == ("fails", "bounced", "DG-8", "rooted")


TWO_LINKS = {
    "ENGLAND": ["A LON - SPA", "F ENG C A LON - SPA", "F MAO C A LON - SPA"],
    "FRANCE": ["F BRE - ENG", "F BEL S F BRE - ENG"],
}


def test_dg_9_a_blessed_link_of_a_two_fleet_chain_holds_under_attack():
    plain = play(TWO_LINKS)
    assert "F ENG" in plain.dislodged
    assert plain.at("SPA") is None
    blessed = play(TWO_LINKS, bless="F ENG")
    assert blessed.dislodged == {}
    assert blessed.at("SPA") == "ENGLAND"
    assert blessed.why("F ENG") == ("succeeds", None, "DG-9", "rooted")


def test_dg_9_its_own_link_only():
    other = play(TWO_LINKS, bless="F MAO")
    assert "F ENG" in other.dislodged
    assert other.at("SPA") is None


# Curses.


def test_dg_10_any_attack_dislodges_a_cursed_unit_that_holds():
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR H", "A MUN S A BUR"]}
    assert play(orders).dislodged == {}
    cursed = play(orders, curse="A BUR")
    assert cursed.why("A BUR") == ("fails", "dislodged", "DG-10", "prone")
    assert cursed["A BUR"]["strength"] == {"own": 0, "against": 1}
    assert cursed.why("A MUN") == ("fails", "unmatched", "DG-10", "unaided")
    assert cursed.why("A PAR") == ("succeeds", None, "DG-10", "prone")


def test_dg_10_its_own_power_does_not_dislodge_it():
    cursed = play({"GERMANY": ["A BUR H", "A MUN - BUR"]}, curse="A BUR")
    assert cursed.dislodged == {}


def test_dg_10_attackers_that_stand_each_other_off_still_do():
    orders = {"FRANCE": ["A PAR - BUR"], "ITALY": ["A MUN - BUR"], "GERMANY": ["A BUR H"]}
    cursed = play(orders, curse="A BUR")
    assert cursed.dislodged == {}
    assert cursed.at("BUR") == "GERMANY"


CURSED_SUPPORT = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR H"]}


def test_dg_11_a_cursed_support_is_cut_outright():
    assert "A BUR" in play(CURSED_SUPPORT).dislodged
    cursed = play(CURSED_SUPPORT, curse="A MAR")
    assert cursed.dislodged == {}
    assert cursed.why("A MAR") == ("fails", "cut", "DG-11", "helpless")


def test_dg_11_and_any_attack_dislodges_the_unit():
    orders = {**CURSED_SUPPORT, "ITALY": ["A PIE - MAR"], "AUSTRIA": ["A SPA S A MAR"]}
    assert "A MAR" not in play(orders).dislodged
    cursed = play(orders, curse="A MAR")
    assert cursed["A MAR"]["dislodged_by"] == "PIE"
    assert cursed.why("A SPA") == ("fails", "unmatched", "DG-11", "unaided")


def test_dg_12_a_cursed_attack_fails():
    orders = {"FRANCE": ["A PAR - BUR"]}
    assert play(orders).at("BUR") == "FRANCE"
    cursed = play(orders, curse="A PAR")
    assert cursed.at("BUR") is None
    assert cursed.why("A PAR") == ("fails", "bounced", "DG-12", "doomed")


def test_dg_12_unattacked_it_still_cuts_support_and_stands_off():
    orders = {
        "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"],
        "GERMANY": ["A BUR S A RUH - MUN", "A RUH - MUN"],
        "AUSTRIA": ["A MUN H"],
    }
    cursed = play(orders, curse="A PAR")
    assert cursed.dislodged == {}
    assert cursed.why("A BUR")[:2] == ("fails", "cut")
    assert cursed.at("MUN") == "AUSTRIA"
    rivals = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}
    kept_out = play(rivals, curse="A PAR")
    assert kept_out.at("BUR") is None, "with its supports, as usual"
    assert kept_out["A MUN"]["strength"] == {"own": 1, "against": 2}


def test_dg_12_attacked_it_has_no_effect_at_all():
    orders = {
        "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"],
        "GERMANY": ["A BUR S A RUH - MUN", "A RUH - MUN"],
        "AUSTRIA": ["A MUN H"],
        "ENGLAND": ["A PIC - PAR"],
    }
    assert "A MUN" not in play(orders).dislodged
    cursed = play(orders, curse="A PAR")
    assert cursed.why("A PAR") == ("fails", "bounced", "DG-12", "no-effect")
    assert cursed["A PAR"]["by"] == ["A PIC"]
    assert cursed["A PAR"]["dislodged_by"] == "PIC"
    assert cursed["A BUR"]["verdict"] == "succeeds"
    assert "A MUN" in cursed.dislodged
    rivals = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"], "ENGLAND": ["A PIC - PAR"]}
    assert play(rivals, curse="A PAR").at("BUR") == "GERMANY"


def test_dg_12_the_attackers_attack_need_not_come_off():
    """Two who stand each other off in the cursed unit's province attack it all the same."""
    orders = {
        "FRANCE": ["A PAR - BUR"],
        "GERMANY": ["A MUN - BUR"],
        "ENGLAND": ["A PIC - PAR"],
        "ITALY": ["A GAS - PAR"],
    }
    cursed = play(orders, curse="A PAR")
    assert cursed.dislodged == {}
    assert cursed.at("BUR") == "GERMANY"
    assert cursed["A PAR"]["detail"] == "no-effect"


def test_dg_12_an_attack_by_its_own_power_is_no_foreign_one():
    orders = {"FRANCE": ["A PAR - BUR", "A GAS - PAR"], "GERMANY": ["A MUN - BUR"]}
    cursed = play(orders, curse="A PAR")
    assert cursed.at("BUR") is None
    assert cursed.dislodged == {}


def test_dg_12_by_convoy_it_is_attacked_only_if_the_convoy_holds():
    orders = {
        "FRANCE": ["A PIC - BUR"],
        "GERMANY": ["A MUN - BUR"],
        "ENGLAND": ["A LON - PIC", "F ENG C A LON - PIC"],
    }
    carried = play(orders, curse="A PIC")
    assert carried.at("BUR") == "GERMANY"
    assert carried["A PIC"]["dislodged_by"] == "LON"
    sinking = {**orders, "ITALY": ["F MAO - ENG", "F BRE S F MAO - ENG"]}
    sunk = play(sinking, curse="A PIC")
    assert sunk.at("BUR") is None
    assert sunk["A PIC"]["detail"] == "doomed"


def test_dg_12_head_to_head_its_own_attack_counts_for_nothing():
    orders = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR - PAR"]}
    assert play(orders).at("BUR") == "FRANCE"
    cursed = play(orders, curse="A PAR")
    assert cursed.at("PAR") == "GERMANY"
    assert cursed["A PAR"]["dislodged_by"] == "BUR"


def test_dg_12_dislodged_it_may_not_retreat_to_where_it_was_ordered():
    orders = {"FRANCE": ["A PAR - BUR"], "ENGLAND": ["A PIC - PAR"]}
    cursed = play(orders, curse="A PAR")
    assert cursed.dislodged["A PAR"]["barred"] == ["BUR"]
    assert cursed["A PAR"]["retreats"] == ["BRE", "GAS"]
    position = cursed.turn["position"]
    assert position["phase"] == "S1901R"
    options = adjudicator.options(VARIANT, {}, position, "FRANCE")["options"]
    assert options == {"A PAR": ["A PAR R BRE", "A PAR R GAS", "A PAR D"]}
    turn = adjudicator.resolve(VARIANT, {}, position, {"FRANCE": ["A PAR R BUR"]})
    assert turn["results"][0]["detail"] == "barred"


def test_dg_12_alone_it_leaves_nothing_contested():
    """A ruling: one unit stands off with no one, so that another may retreat to where it was going."""
    orders = {
        "FRANCE": ["A PAR - BUR"],
        "GERMANY": ["A RUH H"],
        "ENGLAND": ["A BEL - RUH", "A HOL S A BEL - RUH"],
    }
    cursed = play(orders, curse="A PAR")
    assert "BUR" in cursed["A RUH"]["retreats"]


def test_dg_13_a_cursed_convoy_is_broken_and_the_fleet_may_be_dislodged_by_anybody():
    assert play({**TWO_LINKS, "FRANCE": []}).at("SPA") == "ENGLAND"
    broken = play({**TWO_LINKS, "FRANCE": []}, curse="F MAO")
    assert broken.at("SPA") is None
    assert broken.why("A LON") == ("fails", "convoy-disrupted", "DG-13", "severed")
    assert broken["A LON"]["by"] == ["F MAO"]
    assert broken.why("F MAO") == ("fails", "convoy-disrupted", "DG-13", "severed")
    attacked = play({**TWO_LINKS, "FRANCE": ["F BRE - ENG"]}, curse="F ENG")
    assert attacked.why("F ENG") == ("fails", "dislodged", "DG-13", "prone")


@pytest.mark.parametrize(("rulebook", "arrives"), [("classic", False), ("modern", True)])
def test_dg_13_rb_a_decides_what_a_broken_link_of_one_route_means(rulebook, arrives):
    orders = {"ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL", "F NTH C A LON - BEL"]}
    cursed = play(orders, curse="F ENG", rulebook=rulebook)
    assert (cursed.at("BEL") == "ENGLAND") is arrives


# DG-3: when, and whom.


def test_dg_3_spells_are_sealed_in_the_same_deadline_as_the_orders():
    position = scene(ATTACK)
    due = adjudicator.due(VARIANT, {}, position)["due"]
    assert due["GOD"] == due["DEVIL"] == {"kind": "spell", "powers": ["FRANCE", "GERMANY"]}
    assert due["FRANCE"]["kind"] == "orders"
    assert adjudicator.options(VARIANT, {}, position, "DEVIL") == {
        "options": {"A BUR": ["A BUR"], "A MAR": ["A MAR"], "A PAR": ["A PAR"]},
        "sites": {},
    }


def test_dg_3_the_year_limit_is_by_power_for_each_their_own_and_ends_with_the_year():
    centres = {"FRANCE": ["MAR", "PAR"], "GERMANY": ["MUN"]}
    spring = play(ATTACK, bless="A BUR", curse="A MAR", centres=centres)
    autumn = spring.turn["position"]
    assert autumn["phase"] == "F1901M"
    assert autumn["cast"] == {"DEVIL": ["FRANCE"], "GOD": ["GERMANY"]}
    assert adjudicator.due(VARIANT, {}, autumn)["due"]["GOD"]["powers"] == ["FRANCE"]
    assert list(adjudicator.options(VARIANT, {}, autumn, "DEVIL")["options"]) == ["A BUR"]
    answers = {power: [] for power in POWERS}
    again = adjudicator.resolve(
        VARIANT, {}, autumn, answers | {"GOD": {"spell": "A BUR"}, "DEVIL": {"spell": "A PAR"}}
    )
    assert news(again, "spell") == []
    assert [(r["power"], r["order"], r["detail"]) for r in again["results"] if r["verdict"] == "void"] == [
        ("DEVIL", "A PAR", "touched"),
        ("GOD", "A BUR", "touched"),
    ]
    crossed = adjudicator.resolve(
        VARIANT, {}, autumn, answers | {"GOD": {"spell": "A PAR"}, "DEVIL": {"spell": "A BUR"}}
    )
    assert [item["unit"] for item in news(crossed, "spell")] == ["A BUR", "A PAR"]
    assert crossed["position"]["phase"] == "S1902M"
    assert crossed["position"]["cast"] == {"DEVIL": [], "GOD": []}


def test_dg_3_cancelled_spells_count_and_those_that_name_no_unit_do_not():
    cancelled = play(ATTACK, bless="A BUR", curse="A BUR").turn["position"]
    assert cancelled["cast"] == {"DEVIL": ["GERMANY"], "GOD": ["GERMANY"]}
    nobody = play(ATTACK, bless="A SIL", curse="F BUR")
    assert nobody.turn["position"]["cast"] == {"DEVIL": [], "GOD": []}
    assert [r["reason"] for r in nobody.turn["results"] if r["verdict"] == "void"] == ["no-unit", "no-unit"]


def test_dg_5_no_spell_on_retreats():
    cursed = play(ATTACK)
    position = cursed.turn["position"]
    assert position["phase"] == "S1901R"
    assert list(adjudicator.due(VARIANT, {}, position)["due"]) == ["GERMANY"]
    assert adjudicator.options(VARIANT, {}, position, "GOD") == {"options": {}, "sites": {}}
    reading = adjudicator.read(VARIANT, {}, position, "GOD", text="A BUR")
    assert reading["answer"] == {}
    assert [problem["code"] for problem in reading["problems"]] == ["wrong-phase"]
    answers = {"GERMANY": ["A BUR R MUN"]}
    turn = adjudicator.resolve(VARIANT, {}, position, answers | {"GOD": {"spell": "A BUR"}})
    assert turn == adjudicator.resolve(VARIANT, {}, position, answers)


def test_dg_18_a_divine_who_sends_nothing_casts_nothing():
    plain = play(ATTACK)
    assert news(plain.turn, "spell") == []
    assert {item["seat"] for item in news(plain.turn, "disorder")} == set()
    answers = {power: ATTACK.get(power, []) for power in POWERS}
    for nothing in ({}, {"spell": None}, [], "A BUR", 7):
        turn = adjudicator.resolve(VARIANT, {}, scene(ATTACK), answers | {"GOD": nothing, "DEVIL": nothing})
        assert turn == plain.turn
