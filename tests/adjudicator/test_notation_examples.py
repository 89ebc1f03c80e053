"""The rulebook's thirteen examples, read as the old French page prints them, line ends and slips included."""

import pytest

from adjudicator.board import standard
from adjudicator.notation import Context, read_text

EXAMPLES = {
    1: (
        "Exemple 1 : Angleterre : F Den-Kie; F Nth-Den; F Hel (S) F Nth-Den; Russie : A Ber-Kie;\n"
        "F Bal (S) F Ska-Den; F Ska-Den.",
        {
            "ENGLAND": ["F DEN - KIE", "F NTH - DEN", "F HEL S F NTH - DEN"],
            "RUSSIA": ["A BER - KIE", "F BAL S F SKA - DEN", "F SKA - DEN"],
        },
    ),
    2: (
        "Exemple 2 : France : Bur (H); Allemagne : A Mun-Bur; A Kie (S) Autriche A Boh-Mun;\n"
        "Autriche A Boh-Mun.",
        {
            "FRANCE": ["A BUR H"],
            "GERMANY": ["A MUN - BUR", "A KIE S A BOH - MUN"],
            "AUSTRIA": ["A BOH - MUN"],
        },
    ),
    3: (
        "Exemple 3 : Autriche : A Ser-Bud; A Vie-Bud; Russie : A Gal (S) Autriche A Ser-Bud.",
        {"AUSTRIA": ["A SER - BUD", "A VIE - BUD"], "RUSSIA": ["A GAL S A SER - BUD"]},
    ),
    4: (
        "Exemple 4 : Autriche : A Ser (H); Russie : A Rum-Ser; A Bud (S) A Rum-Ser; Turquie : A\n"
        "Bul-Ser; A Gre (S) A Bul-Ser.",
        {
            "AUSTRIA": ["A SER H"],
            "RUSSIA": ["A RUM - SER", "A BUD S A RUM - SER"],
            "TURKEY": ["A BUL - SER", "A GRE S A BUL - SER"],
        },
    ),
    5: (
        "Exemple 5 : Turquie : A Bul-Rum; Russie : A Rum-Bul, A Ser (S) A Rum-Bul, A Sev- Rum.",
        {"TURKEY": ["A BUL - RUM"], "RUSSIA": ["A RUM - BUL", "A SER S A RUM - BUL", "A SEV - RUM"]},
    ),
    6: (
        "Exemple 6 : Turquie : A Bul-Rum ; F Bla (S) A Bul-Rum; Russie : A Rum-Bul; A Gre (S) A\n"
        "Rum-Bul; A Ser (S) A Rum-Bul; A Sev-Rum.",
        {
            "TURKEY": ["A BUL - RUM", "F BLA S A BUL - RUM"],
            "RUSSIA": ["A RUM - BUL", "A GRE S A RUM - BUL", "A SER S A RUM - BUL", "A SEV - RUM"],
        },
    ),
    7: (
        "Exemple 7 : Allemagne : A Pru-war; A Sil (S) A Pru-War; Russie : A War (H); A BohSil.",
        {"GERMANY": ["A PRU - WAR", "A SIL S A PRU - WAR"], "RUSSIA": ["A WAR H", "A BOH - SIL"]},
    ),
    8: (
        "Exemple 8 : Allemagne : A Pru-War; A Sil (S) A Pru-War; Russie : A War-Sil.",
        {"GERMANY": ["A PRU - WAR", "A SIL S A PRU - WAR"], "RUSSIA": ["A WAR - SIL"]},
    ),
    9: (
        "Exemple 9 : Allemagne : A Ber-Pru; A Sil (S) A Ber-Pru; Russie : A Pru-Sil; A War (S)\n"
        "A Pru-Sil; F Bal-Pru.",
        {
            "GERMANY": ["A BER - PRU", "A SIL S A BER - PRU"],
            "RUSSIA": ["A PRU - SIL", "A WAR S A PRU - SIL", "F BAL - PRU"],
        },
    ),
    10: (
        "Exemple 10 : Allemagne : A Ber (H); A Mun-Sil; Russie : A Pru-Ber; A Sil (S) A PruBer; A Boh-Mun; "
        "A Tyr (S) A Boh-Mun.",
        {
            "GERMANY": ["A BER H", "A MUN - SIL"],
            "RUSSIA": ["A PRU - BER", "A SIL S A PRU - BER", "A BOH - MUN", "A TYR S A BOH - MUN"],
        },
    ),
    11: (
        "Exemple 11 : FRANCE : A Spa-Nap; F GLy (C) A Spa-Nap; F TyS (C) A Spa-Nap\n"
        "ITALIE : F Ion-TyS; F Tun (S) F Ion-TyS.",
        {
            "FRANCE": ["A SPA - NAP", "F LYO C A SPA - NAP", "F TYS C A SPA - NAP"],
            "ITALY": ["F ION - TYS", "F TUN S F ION - TYS"],
        },
    ),
    12: (
        "Exemple 12 : ANGLETERRE : A Lon-Bel; F Eng (C) A Lon-Bel; F Nth (C) A Lon-Bel.\n"
        "FRANCE : F Bre-Eng; F Iri (S) F Bre-Eng.",
        {
            "ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL", "F NTH C A LON - BEL"],
            "FRANCE": ["F BRE - ENG", "F IRI S F BRE - ENG"],
        },
    ),
    13: (
        "Exemple 13 : FRANCE : A Spa-Nap; F Gly (C) A Spa-Nap; F Tys (C) A Spa-Nap. ITALIE :\n"
        "F Ion-TyS; F Nap (S) F Ion-Tys.",
        {
            "FRANCE": ["A SPA - NAP", "F LYO C A SPA - NAP", "F TYS C A SPA - NAP"],
            "ITALY": ["F ION - TYS", "F NAP S F ION - TYS"],
        },
    ),
}

ASIDES = {
    "IX.1": ("A Tyr-Mun; A Bur (S) A Tyr-Mun", {"GERMANY": ["A TYR - MUN", "A BUR S A TYR - MUN"]}),
    "IX.1 abroad": (
        "A Sil (S) Russie A WarPru",
        {"GERMANY": ["A SIL S A WAR - PRU"], "RUSSIA": ["A WAR H"]},
    ),
    "IX.6": ("a Mun (H); Boh (S) A Mun (H)", {"GERMANY": ["A MUN H", "A BOH S A MUN"]}),
    "XII.1": ("A Lon-Bel, F Nth (C) Lon-Bel", {"ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"]}),
    "XII.1 abroad": (
        "FRANCE : F Nth (C) Angleterre Lon-Bel.",
        {"FRANCE": ["F NTH C A LON - BEL"], "ENGLAND": ["A LON H"]},
    ),
    "XII.2": (
        "ANGLETERRE : A Lon-Tun; F Eng (C) A Lon-Tun; F MAO (C) LonTun. FRANCE : F WMe (C) Angleterre A "
        "Lon-Tun.",
        {
            "ENGLAND": ["A LON - TUN", "F ENG C A LON - TUN", "F MAO C A LON - TUN"],
            "FRANCE": ["F WES C A LON - TUN"],
        },
    ),
    "XIV.4": ("A Hol-Bel; f Bel-Nth; F NthHol", {"GERMANY": ["A HOL - BEL", "F BEL - NTH", "F NTH - HOL"]}),
    "XIV.4 convoyed": (
        "ANGLETERRE : A Lon-Bel; F Nth(C) A Lon-Bel; FRANCE : A Bel-Lon; F Eng (C) A BelLon",
        {
            "ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"],
            "FRANCE": ["A BEL - LON", "F ENG C A BEL - LON"],
        },
    ),
}


def context_of(orders, powers):
    """The board on which `orders` by power are given, one unit for each, as `powers` see it."""
    units = {power: tuple(sorted(line[:5] for line in lines)) for power, lines in orders.items()}
    return Context(standard(), "M", tuple(powers), units)


def printed(orders, text):
    """What of `orders` the text itself spells: an aside may leave foreign units without a line."""
    return [
        line for lines in orders.values() for line in lines if not ("abroad" in text and line[5:] == " H")
    ]


@pytest.mark.parametrize("number", EXAMPLES)
def test_an_example_is_read_as_printed(number):
    text, orders = EXAMPLES[number]
    reading = read_text(text, context_of(orders, orders))
    assert [problem.message for problem in reading.problems] == []
    assert reading.lines == [line for lines in orders.values() for line in lines]


@pytest.mark.parametrize("number", EXAMPLES)
def test_each_power_reads_an_example_alike(number):
    text, orders = EXAMPLES[number]
    everything = [line for lines in orders.values() for line in lines]
    for power in orders:
        assert read_text(text, context_of(orders, [power])).lines == everything


@pytest.mark.parametrize("section", ASIDES)
def test_the_orders_in_passing_are_read_as_printed(section):
    text, orders = ASIDES[section]
    reading = read_text(text, context_of(orders, list(orders)[:1]))
    assert [problem.message for problem in reading.problems] == []
    assert reading.lines == printed(orders, section)


def test_an_alternative_order_is_not_read():
    """IX.6: "A Mun-Ber; sinon, A Boh (S) A Mun" is no valid order, but its two halves are."""
    context = context_of({"GERMANY": ["A MUN - BER", "A BOH H"]}, ["GERMANY"])
    reading = read_text("A MunBer; sinon, A Boh (S) A Mun", context)
    assert reading.lines == ["A MUN - BER", "A BOH S A MUN"]
    assert [(problem.text, problem.code) for problem in reading.problems] == [("sinon", "unknown-place")]
